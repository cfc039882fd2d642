"""``python3 -m memlab book``: the chapters, the reference and all else as a web site."""

import argparse
import sys
from pathlib import Path

from .. import paths
from ..paper.profiles import PAPER, PROFILES
from ..report import archive, chapters
from ..report.site import build
from ..study.provenance import cores
from . import at_least, directory, study


def main(argv):
    """Run the command; returns the exit status."""
    arguments = _parse(argv)
    profile, folder = PROFILES[arguments.profile], arguments.study or paths.runs(arguments.profile)
    status = study.main(["--profile", profile.name, "--out", str(folder), "--seed",
                         str(arguments.seed), "--workers", str(arguments.workers)])
    if status:
        return status
    try:
        notebooks = _chapters(folder / "notebooks", arguments.seed)
        index = build.write((arguments.out or folder / "book").absolute(), notebooks,
                            *_results(profile, folder))
    except (OSError, ValueError, build.BookError, chapters.NotebookError) as error:
        print(f"memlab book: {error}", file=sys.stderr)
        return 1
    print(f"The book: {index}")
    return 0


def _chapters(folder, seed):
    """The executed chapters in order; those that need no study are executed now."""
    names = sorted(path.stem for path in paths.NOTEBOOKS.glob("*.ipynb"))
    for name in set(names) - set(chapters.CHAPTERS):
        chapters.execute(chapters.source(name), folder / f"{name}.ipynb", {"seed": seed})
    return [folder / f"{name}.ipynb" for name in names]


def _results(profile, folder):
    """Profile and stores behind the pages of results: those that came with memlab, if larger."""
    shipped = archive.shipped()
    names = list(PROFILES)
    if names.index(shipped.name) > names.index(profile.name):
        profile, folder = PROFILES[shipped.name], shipped
    return profile, profile.load(folder, [part for part in PAPER if part in profile.parts])


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab book",
        description="Build the book as a web site that opens from disk: the chapters as executed "
                    "by a study, which is run first where it is not finished, how-to pages, "
                    "results, and a reference of all public names.")
    parser.add_argument("--profile", choices=PROFILES, default="quick",
                        help="size of the study behind the chapters (default: quick)")
    parser.add_argument("--out", type=directory, metavar="DIR",
                        help="folder for the site (default: book/ in that of the study)")
    parser.add_argument("--study", type=Path, metavar="DIR",
                        help="folder of the study (default: runs/PROFILE)")
    parser.add_argument("--workers", type=at_least(1), default=cores(), metavar="N",
                        help="processes of the study (default: all %(default)s cores)")
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="S",
                        help="seed of all graphs and runs (default: 0)")
    return parser.parse_args(argv)
