"""``python3 -m memlab playground``: the page on which the modes of evolution can be watched."""

import argparse
from pathlib import Path

from ..support.paths import PROGRAM


def main(argv):
    """Write the page."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} playground",
        description="Write the playground: a page with memlab's kernels, for any browser.")
    parser.add_argument("--out", dest="path", type=Path, required=True, metavar="FILE.html",
                        help="the page; an old one is replaced")
    parser.add_argument("--graph", dest="files", type=Path, nargs="+", default=[], metavar="FILE",
                        help="graphs of your own to put in front")
    parser.add_argument("--format", metavar="NAME", help="of the graphs, if no suffix tells it")
    parser.add_argument("--base", type=int, metavar="0|1", help="the number of the first vertex")
    parser.add_argument("--relabel", action="store_true", help="drop vertices without edges")
    options = vars(parser.parse_args(argv))
    from ..playground import page

    size = page.write(**options)
    print(f"The playground: {options['path'].absolute()} ({size / 1e6:.2f} MB)")
