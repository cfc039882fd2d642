"""``python3 -m memlab explore``: a notebook of one cell, for this machine only."""

import sys

import nbformat
import pytest

from memlab.commands import explore, start


@pytest.fixture
def started(monkeypatch, tmp_path):
    """What would be executed in place of this process."""
    commands = []
    monkeypatch.setattr(explore, "runs", lambda name: tmp_path / "runs" / name)
    monkeypatch.setattr(explore.os, "execv", lambda _, command: commands.append(command))
    return commands


def test_it_opens_a_notebook_that_shows_the_explorer(started, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    explore.main(["--no-browser"])
    command, = started
    assert "--ServerApp.ip=127.0.0.1" in command and "--no-browser" in command
    assert not any("token" in part for part in command), "JupyterLab makes one"
    _, cell = nbformat.read(tmp_path / "runs/explorer/explorer.ipynb", 4).cells
    names = {}
    monkeypatch.setattr(sys, "path", [*sys.path, ""])      # as IPython does
    exec(cell["source"], names)
    assert "" not in sys.path, "modules of the working folder would be imported"
    assert cell["source"].endswith("\nExplorer('race')")
    assert eval(cell["source"].splitlines()[-1], names).code() == "Explorer('race')"


def test_options_go_to_jupyterlab_with_their_values(started):
    explore.main(["--no-browser", "--port", "8899"])
    command, = started
    assert command[-3:] == ["--no-browser", "--port", "8899"]
    assert "--LabApp.default_url=/doc/workspaces/explorer/tree/explorer.ipynb" in command
    assert "--LanguageServerManager.autodetect=False" in command, "npm writes into ~/.npm"


def test_of_a_room_that_is_missing_it_is_said(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "memlab.explorer", None)
    assert start("explore") == 1
    assert "memlab.explorer" in (said := capsys.readouterr().err)
    assert said.endswith("; this copy of memlab lacks it\n")
