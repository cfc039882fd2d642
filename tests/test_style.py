"""The house style, as far as a machine can check it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import memlab

ROOT = Path(memlab.__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_ruff_has_nothing_to_say():
    done = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format",
                           "concise", "."], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_committed_without_outputs(path):
    notebook = json.loads(path.read_text("utf-8"))
    for cell in notebook["cells"]:
        assert not cell.get("outputs"), "".join(cell["source"])
        assert cell.get("execution_count") is None, "".join(cell["source"])
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert "widgets" not in notebook["metadata"]
