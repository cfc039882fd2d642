"""``python3 -m memlab explore``: the explorer alone, in the browser.

It is a notebook of one cell, which JupyterLab opens without anything around it and runs.
"""

import argparse
import importlib.util
import json
import os
import sys

from ..support.paths import PACKAGE, PROGRAM, runs
from .setup import jupyterlab


def main(argv):
    """Write the notebook, and become JupyterLab."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} explore", description="Open the explorer in the browser, for this "
        "machine only. Other arguments go to JupyterLab, such as --no-browser.")
    _, rest = parser.parse_known_args(argv)
    importlib.import_module("memlab.explorer")      # or it is said that this copy lacks it
    if importlib.util.find_spec("jupyterlab") is None:      # to import it takes more than a second
        raise ModuleNotFoundError("No module named 'jupyterlab'")
    folder = runs("explorer")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "explorer.ipynb"
    path.write_text(notebook("Explorer('race')"), "utf-8")
    os.execv(sys.executable, [
        sys.executable, "-P", *jupyterlab(folder),
        f"--LabApp.default_url=/doc/workspaces/explorer/tree/{path.name}",
        f"--LabApp.extra_labextensions_path={PACKAGE / 'explorer'}",
        "--LanguageServerManager.autodetect=False",      # npm would write into the home folder
        *rest])


def notebook(code):
    """A notebook with a folded cell, as text; files are named from here."""
    text = (PACKAGE / "explorer" / "notebook.json").read_text("utf-8")
    return text.replace('"HERE"', json.dumps(f"os.chdir({os.getcwd()!r})\n{code}"))
