"""``python3 -m memlab playground``: the page on which the modes of evolution can be watched."""

import argparse
from pathlib import Path

from ..paths import PROGRAM


def main(argv):
    """Write the page."""
    arguments = _parse(argv)
    from ..playground import page

    size = page.write(arguments.out, arguments.graph)
    print(f"The playground: {arguments.out.absolute()} ({size / 1e6:.2f} MB)")


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} playground",
        description="Write the playground: one HTML file with memlab's own kernels in it, which "
                    "any browser opens, without installing anything and without the internet.")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.html",
                        help="the page; an old one is replaced")
    parser.add_argument("--graph", type=Path, nargs="+", default=[], metavar="FILE",
                        help="graphs of your own to put in front, in any format memlab reads")
    return parser.parse_args(argv)
