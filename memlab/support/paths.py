"""Paths of the clone, its data and the results. Standard library only."""

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parent
CLONED = (ROOT / "pyproject.toml").exists()      # or else memlab is installed as a package
NOTEBOOKS = (ROOT if CLONED else PACKAGE / "data") / "notebooks"
RESULTS = ROOT / "data" / "results"
LOCKED = (ROOT if CLONED else PACKAGE / "data") / "locked.txt"      # exact versions of all packages
PROGRAM = "python3 -m memlab" if CLONED else "memlab"      # what a reader types


def data(name):
    """Return a file or folder of ``data/``, in the clone or as a copy in the installed package.

    Examples
    --------
    >>> data("published").is_dir()
    True
    """
    packaged = PACKAGE / "data" / name
    return packaged if packaged.exists() else ROOT / "data" / name


def runs(name):
    """Return the default folder for the results of `name`: ``runs/<name>`` in the clone.

    Without a clone (memlab installed as a package) the folder is below the working directory.
    """
    return (ROOT if CLONED else Path.cwd()) / "runs" / name


def prepend(variable, entry):
    """Put `entry` first in a colon-separated environment variable, unless it is there already."""
    rest = os.environ.get(variable, os.defpath if variable == "PATH" else "").split(os.pathsep)
    os.environ[variable] = os.pathsep.join(dict.fromkeys(filter(None, [str(entry), *rest])))
