"""``python3 -m memlab COMMAND``, or ``memlab COMMAND`` where memlab is installed.

In a clone, the first use sets memlab up. Any Python 3.11 or newer can start it with nothing else
installed: this file and ``commands/setup.py`` need only the standard library.
"""

import argparse
import os
import sys
from pathlib import Path

from . import __version__
from .commands.setup import fail, find_python, jupyterlab
from .support.paths import CLONED, NOTEBOOKS, PROGRAM, ROOT, prepend

COMMANDS = {
    "study": "run the paper's study, or an experiment of your own, and write its report",
    "test": "run the short tests and docstring examples, or --all (ARGS go to pytest)",
    "lab": "open the notebooks in JupyterLab, for this machine only (ARGS go to JupyterLab)",
    "explore": "open the explorer alone, for this machine only (ARGS go to JupyterLab)",
    "bench": "time memlab against a plain implementation",
    "compare": "run the four modes on graphs from files, beside best known values",
    "book": "build the chapters, the reference and all else as a web site",
    "playground": "write the page on which the modes can be watched in any browser",
}
STUDIES = ("study", "compare", "playground")      # a part of the packages is enough for them
IN_CLONES = ("test", "lab", "bench", "book")


def main(argv=None):
    """Run a command in the Python that has what it needs."""
    if sys.version_info < (3, 11):  # noqa: UP036 - older Pythons must be able to read this file
        fail(f"Python 3.11 or newer is needed; {sys.executable} is {sys.version.split()[0]}")
    if os.name != "posix":
        fail("Linux or macOS is needed. On Windows, run `wsl --install` in a terminal once, which "
             "brings Linux; then open Ubuntu from the start menu, and install memlab there")
    argv = sys.argv[1:] if argv is None else argv
    locked, command, rest = parse(argv)
    python = sys.executable
    if CLONED:
        python = find_python(locked, command in STUDIES and "--dask" not in " ".join(rest))
    elif locked or command in IN_CLONES:
        fail(f"{'--locked' if locked else command} needs a clone of memlab, where its notebooks "
             "and tests are")
    prepend("PATH", Path(python).parent)
    prepend("JUPYTER_CONFIG_PATH", NOTEBOOKS / ".jupyter")  # turns the news pop-up off
    os.environ["PYTHONUTF8"] = "1"           # reports are UTF-8 in every locale
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # this Python's kernel, not the home folder's
    if command == "test":
        os.chdir(ROOT)
    # -P: no module is imported from the working folder, where somebody's data may be
    os.execv(python, [python, "-P", *arguments(command, rest)])


def parse(argv):
    """Return whether --locked was given, the command, and the arguments passed on to it."""
    summaries = "\n".join(f"    {name:12}{summary}" for name, summary in COMMANDS.items()
                          if CLONED or name not in IN_CLONES)
    where = ("In a clone, the first use sets up .venv, which takes about two minutes." if CLONED
             else f"The paper's study, and {', '.join(IN_CLONES)}, need a clone of memlab.")
    parser = argparse.ArgumentParser(
        prog=PROGRAM, formatter_class=argparse.RawDescriptionHelpFormatter,
        description=f"The laboratory for memetic evolution. Its commands:\n\n{summaries}",
        epilog=f"'{PROGRAM} COMMAND --help' tells what a command takes.\n{where}")
    parser.add_argument("--version", action="version", version=f"memlab {__version__}")
    parser.add_argument("--locked", action="store_true", help="make .venv of exactly the versions "
                        "that memlab was tested with, checked by their hashes")
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="ARGS")
    known = parser.parse_args(argv)
    return known.locked, known.command, known.rest


def arguments(command, rest):
    """Return the arguments with which Python runs a command inside the environment."""
    if command == "test":
        slow = ["-m", ""] if "--all" in rest else []      # else pyproject.toml leaves them out
        # a worker that died is not replaced: the tests then fail instead of possibly never ending
        return ["-m", "pytest", "-n", "logical", "--maxprocesses=8", "--dist=loadfile",
                "--no-loadscope-reorder", "--max-worker-restart=0", "--nbval-lax", *slow,
                *(word for word in rest if word != "--all")]
    if command == "lab":
        return [*jupyterlab(NOTEBOOKS), *rest]
    if command == "bench":      # memlab is timed against the plain implementations in tests/
        return [str(ROOT / "tests" / "bench.py"), *rest]
    program = "import sys; from memlab.commands import start; sys.exit(start(*sys.argv[1:]))"
    return ["-c", program, command, *rest]


if __name__ == "__main__":
    if not getattr(sys.flags, "safe_path", False):
        del sys.path[0]      # the working folder, where `python3 -m` looks first
    main()
