"""Odd surroundings: a command works there, or refuses before it has done anything."""

import os
import shlex
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from processes import FOLDERS

from memlab import __main__ as memlab_command
from memlab.commands import start
from memlab.paths import ROOT

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
EXPERIMENT = """
title = "Is 3 ≠ 4, après tout?"
budget = 100
[[graphs]]
dataset = "ba_small"
split = "test"
count = 1
[[problems]]
problem = "mis"
[[methods]]
method = "random"
"""
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (16 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
from memlab.commands.study import main
sys.exit(main(sys.argv[1:]))
"""


def python(*arguments, **environment):
    path = os.pathsep.join(map(str, FOLDERS))
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True,
                          env={**os.environ, "PYTHONPATH": path, **environment})


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "première.toml"
    path.write_text(EXPERIMENT, "utf-8")
    return path


def test_a_locale_that_knows_ascii_only_is_no_obstacle(experiment, tmp_path):
    out = tmp_path / "où"
    done = python("-m", "memlab", "study", str(experiment), "--out", str(out), "--ship",
                  str(tmp_path / "archivé"), **ASCII)
    assert done.returncode == 0, done.stderr.decode()
    assert "Is 3 ≠ 4, après tout?" in done.stdout.decode("utf-8")
    assert "Is 3 ≠ 4, après tout?" in (out / "report.html").read_text("utf-8")
    assert (tmp_path / "archivé" / "manifest.json").exists()


@pytest.mark.parametrize("environment", [{}, ASCII], ids=["utf-8", "ascii"])
def test_a_path_that_is_not_utf8_is_refused_at_the_start(experiment, tmp_path, environment):
    out = os.fsencode(tmp_path) + b"/caf\xe9"
    done = python("-m", "memlab", "study", str(experiment), "--out", out, **environment)
    assert done.returncode == 1
    assert b"memlab: paths must be UTF-8, not b'" in done.stderr and not os.path.exists(out)


@pytest.mark.parametrize("place", ["ROOT", "getcwd"])
def test_nor_does_it_begin_in_a_folder_whose_name_is_not_utf8(monkeypatch, place):
    odd = os.fsdecode(b"caf\xe9")
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("it began"))
    if place == "ROOT":
        monkeypatch.setattr(memlab_command, "ROOT", Path(odd))
    else:
        monkeypatch.setattr(os, "getcwd", lambda: odd)
    with pytest.raises(SystemExit, match=r"paths must be UTF-8, not b'caf\\xe9'"):
        memlab_command.main(["study"])


@pytest.mark.skipif(sys.platform != "linux", reason="macOS does not limit address space")
def test_where_no_chart_can_be_drawn_nothing_is_begun(experiment, tmp_path):
    done = python("-c", LIMITED, str(experiment), "--out", str(tmp_path / "out"))
    assert done.returncode == 1, done.stderr
    assert b"charts cannot be drawn within ulimit -v 16777216: V8" in done.stderr
    assert not (tmp_path / "out").exists()
    assert python("-c", LIMITED, str(experiment), "--estimate").returncode == 0


def test_a_warning_is_a_sentence_without_its_line_of_source(monkeypatch):
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)
    monkeypatch.setattr("memlab.commands.compare.main", lambda argv: None)
    assert start("compare", "graph.mis") == 0
    assert warnings.formatwarning("a solver is left out", UserWarning, "memlab/x.py", 3) == (
        "memlab: a solver is left out\n")


def test_a_folder_that_is_gone_is_said_to_be(tmp_path):
    (tmp_path / "gone").mkdir()
    command = f"cd gone && rmdir ../gone && exec {shlex.quote(sys.executable)} -m memlab study"
    path = os.pathsep.join(map(str, FOLDERS))
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": path})
    assert (done.returncode, done.stderr) == (
        1, "memlab: the folder in which this was started is gone: go to another\n")
