"""``python3 -m memlab COMMAND``: set up memlab on first use, then run the command.

Any Python 3.11 or newer can start it with nothing else installed: this file and
``commands/setup.py`` need only the standard library.
"""

import argparse
import os
import sys
from pathlib import Path

from . import __version__
from .commands.setup import check_python, check_texts, fail, find_python
from .paths import NOTEBOOKS, ROOT, prepend

COMMANDS = {
    "study": "run the paper's study, or an experiment of your own, and write its report",
    "test": "run all tests, docstring examples and notebooks (ARGS go to pytest)",
    "lab": "open the notebooks in JupyterLab, for this machine only (ARGS go to JupyterLab)",
    "explore": "open the explorer alone, for this machine only (PRESET says where to begin)",
    "bench": "time memlab against a plain implementation",
    "compare": "run the four modes on graphs from files, beside best known values",
    "train": "train the networks that the modes are compared with (needs jax and optax)",
    "book": "build the chapters, the reference and all else as a web site",
    "playground": "build the page on which the modes can be watched in any browser",
}


def main(argv):
    check_python()
    try:
        here = os.getcwd()
    except FileNotFoundError:
        fail("the folder in which this was started is gone: go to another")
    check_texts([str(ROOT), here, *argv])
    locked, command, rest = parse(argv)
    python = find_python(locked)
    prepend("PATH", Path(python).parent)
    prepend("PYTHONPATH", ROOT)
    prepend("JUPYTER_CONFIG_PATH", NOTEBOOKS / ".jupyter")  # turns the news pop-up off
    os.environ["PYTHONUTF8"] = "1"           # reports are UTF-8 in every locale
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # this Python's kernel, not the home folder's
    if command == "test":
        os.chdir(ROOT)
    os.execv(python, [python, *arguments(command, rest)])


def parse(argv):
    """Return whether --locked was given, the command, and the arguments passed on to it."""
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab", description="The laboratory for memetic evolution.",
        epilog="'python3 -m memlab COMMAND --help' tells what a command takes. "
               "The first use sets up .venv, which takes about two minutes.")
    parser.add_argument("--version", action="version", version=f"memlab {__version__}")
    parser.add_argument("--locked", action="store_true", help="make .venv of exactly the versions "
                        "that memlab was tested with, checked by their hashes")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND [ARGS]", required=True)
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary, add_help=False)
    own = 1 + (argv[:1] == ["--locked"])
    found = parser.parse_args(argv[:own])
    return found.locked, found.command, argv[own:]


def arguments(command, rest):
    """Return the arguments with which Python runs a command inside the environment."""
    if command == "test":
        # a worker that died is not replaced: the tests then fail instead of possibly never ending
        return ["-m", "pytest", "-n", "logical", "--maxprocesses=8", "--dist=loadfile",
                "--max-worker-restart=0", *rest]
    if command == "lab":
        return ["-m", "jupyterlab", f"--ServerApp.root_dir={NOTEBOOKS}",
                "--ServerApp.ip=127.0.0.1", *rest]
    if command == "bench":      # memlab is timed against the plain implementations in tests/
        return [str(ROOT / "tests" / "bench.py"), *rest]
    program = "import sys; from memlab.commands import start; sys.exit(start(*sys.argv[1:]))"
    return ["-c", program, command, *rest]


if __name__ == "__main__":
    main(sys.argv[1:])
