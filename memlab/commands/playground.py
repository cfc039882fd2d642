"""``python3 -m memlab playground``: the page on which the modes of evolution can be watched."""

import argparse
import sys
from pathlib import Path

from ..playground import build
from ..playground.machine import BuildError


def main(argv):
    """Run the command; returns the exit status."""
    arguments = _parse(argv)
    try:
        size = build.write(arguments.out, arguments.graph)
    except (OSError, ValueError, BuildError) as error:
        print(f"memlab playground: {error}", file=sys.stderr)
        return 1
    print(f"The playground: {arguments.out.absolute()} ({size / 1e6:.2f} MB)")
    return 0


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab playground",
        description="Build the playground: one HTML file with memlab's own kernels in it, which "
                    "any browser opens, without installing anything and without the internet.")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.html",
                        help="the page; an old one is replaced")
    parser.add_argument("--graph", type=Path, nargs="+", default=[], metavar="FILE",
                        help="graphs of your own to put in front, in any format memlab reads")
    return parser.parse_args(argv)
