"""The house stands as drawn: import-linter's contracts in pyproject.toml."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import memlab

ROOT = Path(memlab.__file__).resolve().parent.parent
# For each contract, in their order: a file and an import that it must not have.
PLANTED = [
    ("theory/exact.py", "from ..study import plan"),
    ("study/plan.py", "from . import store as later"),
    ("report/page.py", "import ipywidgets"),
    ("study/plan.py", "import altair"),
    ("kernels/ledger.py", "import scipy.sparse"),
    ("commands/setup.py", "from .. import checks"),
]


def lint(root):
    """What import-linter says of the package in a folder."""
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run([sys.executable, "-c", program, "--no-cache", "--no-logo"], cwd=root,
                          env={**os.environ, "PYTHONPATH": str(root), "COLUMNS": "200"},
                          capture_output=True, text=True, check=False)


def contracts():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return [contract["name"] for contract in project["tool"]["importlinter"]["contracts"]]


def test_every_import_keeps_the_contracts():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(contracts())} kept, 0 broken" in done.stdout


@pytest.fixture
def copy(tmp_path):
    """A copy of the house to spoil."""
    shutil.copytree(ROOT / "memlab", tmp_path / "memlab",
                    ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_contract_can_be_broken(copy):
    for name, line in PLANTED:
        with open(copy / "memlab" / name, "a") as file:
            file.write(f"\n{line}\n")
    done = lint(copy)
    assert done.returncode == 1
    assert re.findall(r"^(.*) BROKEN", done.stdout, re.MULTILINE) == contracts()


def test_a_room_without_a_floor_is_found(copy):
    (copy / "memlab" / "attic.py").touch()
    done = lint(copy)
    assert done.returncode == 1
    assert re.search(r"not listed as layers:\s+- memlab\.attic", done.stdout)
