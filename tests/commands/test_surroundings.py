"""Odd surroundings: a command works there, or refuses before it has done anything."""

import os
import shutil
import subprocess
import sys
import tomllib

import pytest
from processes import FOLDERS

from memlab import __main__ as memlab_command
from memlab.commands import start
from memlab.support.paths import ROOT

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


def python(*arguments, cwd=ROOT, **environment):
    path = os.pathsep.join(map(str, FOLDERS))
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True,
                          env={**os.environ, "PYTHONPATH": path, **environment})


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "première.toml"
    path.write_text(EXPERIMENT, "utf-8")
    return path


@pytest.mark.slow
def test_a_locale_that_knows_ascii_only_is_no_obstacle(experiment, tmp_path):
    out = tmp_path / "où"
    done = python("-m", "memlab", "study", str(experiment), "--out", str(out), "--ship",
                  str(tmp_path / "archivé"), **ASCII)
    assert done.returncode == 0, done.stderr.decode()
    assert "Is 3 ≠ 4, après tout?" in done.stdout.decode("utf-8")
    assert "Is 3 ≠ 4, après tout?" in (out / "report.html").read_text("utf-8")
    assert (tmp_path / "archivé" / "manifest.json").exists()


TRAPS = ("altair", "numpy", "pandas", "random", "tqdm")


def test_nothing_heavy_is_imported_before_a_command_has_parsed():
    commands = sorted(set(memlab_command.COMMANDS) - {"test", "lab", "bench"})
    program = f"""
import sys
from memlab.commands import start
for name in {commands}:
    try:
        start(name, "--help")
    except SystemExit as end:
        assert end.code == 0
print(*{{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names)
"""
    done = python("-c", program)
    assert {b"memlab"} == set(done.stdout.splitlines()[-1].split()) & {
        b"memlab", *(name.encode() for name in TRAPS), b"numba", b"scipy", b"networkx"}, done.stderr


@pytest.mark.parametrize(("module", "command"), [("jupyterlab", "explore"), ("nbformat", "book")])
def test_what_an_extra_brings_is_named(module, command, monkeypatch, capsys):
    if command == "book":
        monkeypatch.setattr("memlab.report.study.run", lambda *_: None)
    monkeypatch.delitem(sys.modules, "memlab.report.site", raising=False)
    monkeypatch.delattr("memlab.report.site", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    assert start(command) == 1
    extra = "book" if command == "book" else "notebooks"
    assert f"pip install 'memlab[{extra}]'" in capsys.readouterr().err


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder that holds what a wheel would install, and nothing else of the clone."""
    folder = tmp_path_factory.mktemp("site-packages")
    shutil.copytree(ROOT / "memlab", folder / "memlab",
                    ignore=shutil.ignore_patterns("__pycache__"))
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
        "targets"]["wheel"]
    for source, target in wheel["force-include"].items():
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        (folder / target).parent.mkdir(exist_ok=True)
        copy(ROOT / source, folder / target)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "words"), [
    (["study", "EXPERIMENT"], "The report: "),
    (["compare", "--problem", "mis", "--budget", "300", "GRAPH"], "Baldwinian")])
def test_outside_a_clone_a_command_works(installed, experiment, tmp_path, arguments, words):
    (tmp_path / "path.edges").write_text("0 1\n1 2\n")
    places = {"EXPERIMENT": str(experiment), "GRAPH": "path.edges"}
    done = python("-m", "memlab", *(places.get(word, word) for word in arguments), cwd=tmp_path,
                  PYTHONPATH=str(installed))
    assert done.returncode == 0, done.stderr
    assert words in done.stdout.decode("utf-8")


def test_the_installed_command_says_what_can_be_done_there(installed, tmp_path):
    done = python("-m", "memlab", "--help", cwd=tmp_path, PYTHONPATH=str(installed))
    said = done.stdout.decode("utf-8")
    assert said.startswith("usage: memlab [") and "python3 -m" not in said
    listed, needing = said.split("need a clone")[0].rsplit("\n", 1)
    for name in memlab_command.COMMANDS:
        assert (f"\n    {name} " in listed) != (name in needing.replace(",", "").split()[3:]), name
    done = python("-m", "memlab", "compare", "--help", cwd=tmp_path, PYTHONPATH=str(installed))
    assert done.stdout.startswith(b"usage: memlab compare ")


def test_on_windows_a_sentence_says_what_to_do(monkeypatch):
    with monkeypatch.context() as windows, pytest.raises(SystemExit) as end:
        windows.setattr(os, "name", "nt")
        memlab_command.main(["study"])
    assert "On Windows, run `wsl --install`" in str(end.value)


@pytest.mark.parametrize("arguments", [["bench"], ["--locked", "study"], ["study"]])
def test_outside_a_clone_a_sentence_says_what_needs_one(installed, tmp_path, arguments):
    done = python("-m", "memlab", *arguments, cwd=tmp_path, PYTHONPATH=str(installed))
    assert done.returncode == 1
    assert b"needs a clone of memlab" in done.stderr and b"Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
