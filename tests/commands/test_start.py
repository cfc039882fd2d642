"""Nothing heavy is imported before it is used: what a command is quick at imports little."""

import os
import subprocess
import sys

import pytest
from processes import FOLDERS

HEAVY = {"IPython", "altair", "distributed", "ipykernel", "jinja2", "jupyterlab", "nbformat",
         "networkx", "numba", "numpy", "pandas", "pyarrow", "scipy", "vl_convert"}
USED = "import sys\nprint(*sorted(set(sys.modules)))"
START = f"""
import sys
from memlab.commands import start
try:
    start(*{{}})
except SystemExit:
    pass
{USED}
"""


def imported(program):
    path = os.pathsep.join(map(str, FOLDERS))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": path})
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [
    ("study", "--speed", "9"), ("study", "--profile", "fast"), ("study", "missing.toml"),
    ("study", "syntax.toml"), ("study", "key.toml"), ("study", "name.toml"),
    ("book", "--speed", "9"), ("compare", "--speed", "9"), ("playground", "--speed", "9")])
def test_a_mistake_is_said_before_anything_heavy_is_imported(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("syntax", "budget = ["), ("key", "budgeet = 3"), ("name", "name = 3")):
        (tmp_path / f"{name}.toml").write_text(text)
    assert not HEAVY & imported(START.format(arguments))


def test_a_run_needs_no_tables_and_no_charts():
    names = imported(f"import memlab as ml\nml.evolve\n{USED}")
    assert "numba" in names
    assert not names & {"altair", "networkx", "pandas", "pyarrow", "scipy.stats", "vl_convert"}
