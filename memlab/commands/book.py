"""``python3 -m memlab book``: the chapters, the reference and all else as a web site."""

import argparse
from pathlib import Path

from ..support.paths import PROGRAM, runs
from .study import shared


def main(argv):
    """Run the study, if it is not finished, and build the site from it."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} book", parents=[shared()],
        description="Build a web site that opens from disk: the chapters of a study, which is run "
                    "first where it is not finished, pages, results, and all public names.")
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="folder for the site (default: book/ in that of the study)")
    parser.add_argument("--study", type=Path, metavar="DIR",
                        help="folder of the study (default: runs/PROFILE)")
    arguments = parser.parse_args(argv)
    from ..report import site, study

    profile = arguments.profile or "quick"
    folder = arguments.study or runs(profile)
    study.run(profile, folder, arguments.workers, arguments.seed)
    out = (arguments.out or folder / "book").absolute()
    print(f"The book: {site.write(out, *study.book(profile, folder))}")
