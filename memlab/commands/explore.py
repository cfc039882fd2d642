"""``python3 -m memlab explore [PRESET]``: the explorer alone, in the browser.

It is a notebook of one cell, which JupyterLab opens without anything around it and runs.
"""

import argparse
import json
import os
import sys

from ..paths import PACKAGE, runs


def main(argv):
    """Write the notebook, and become JupyterLab."""
    arguments, rest = _parse(argv)
    from ..explorer import settings

    view, given = settings.read(arguments.preset)
    code = settings.write(view, settings.check(view, given))
    import jupyterlab  # noqa: F401 - a missing extra is named here

    folder = runs("explorer")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "explorer.ipynb"
    path.write_text(notebook(code), "utf-8")
    os.execv(sys.executable, [
        sys.executable, "-P", "-m", "jupyterlab", f"--ServerApp.root_dir={folder}",
        "--ServerApp.ip=127.0.0.1", f"--LabApp.default_url=/doc/tree/{path.name}",
        f"--LabApp.extra_labextensions_path={PACKAGE / 'explorer'}", *rest])


def notebook(code):
    """A notebook of a cell whose source is folded away, as text; files are named from here."""
    source = ("import os\nimport sys\n\nfrom memlab.explorer import Explorer\n\n"
              "sys.path[:] = filter(None, sys.path)      # not the working folder\n"
              f"os.chdir({os.getcwd()!r})\n{code}")
    cell = {"cell_type": "code", "id": "explorer", "execution_count": None, "outputs": [],
            "metadata": {"jupyter": {"source_hidden": True}}, "source": source}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "cells": [cell],
                       "metadata": {"kernelspec": kernel}})


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab explore", description="Open the explorer in the browser, for this "
        "machine only. Other arguments go to JupyterLab, such as --no-browser.")
    parser.add_argument("preset", nargs="?", default="Explorer('needle')",
                        help="where to begin: the line that \"Copy as code\" gives")
    return parser.parse_known_args(argv)
