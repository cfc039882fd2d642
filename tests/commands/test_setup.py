"""The first use: .venv made, repaired, waited for, refused; pip, and what fails in it."""

import os
import subprocess
import sys
import threading
import time
import types

import pytest
from processes import wait_until

from memlab import __main__ as command
from memlab.commands import setup as bootstrap

REST = ["jupyterlab>=4", "nbconvert", "pytest"]


class Clone:
    """A scratch clone whose .venv is really made, but filled by a fake pip."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.venv = folder, folder / ".venv"
        self.stamp, self.python = self.venv / "memlab.stamp", self.venv / "bin" / "python"
        self.lock = folder / "locked.txt"
        self.lock.write_text("numpy==2.2")
        self.installs, self.found, self.status = [], True, 0
        self.need("numpy")
        for name, value in {"ROOT": folder, "VENV": self.venv, "PYTHON": self.python,
                            "STAMP": self.stamp, "LOCKED": self.lock,
                            "satisfies": lambda needed: False,
                            "subprocess": types.SimpleNamespace(run=self.run)}.items():
            monkeypatch.setattr(bootstrap, name, value)

    def need(self, *names):
        (self.folder / "pyproject.toml").write_text(
            f"[project]\ndependencies = {list(names)}\n"
            "optional-dependencies = {notebooks = ['jupyterlab>=4', 'nbconvert'], book = [], "
            "cluster = [], test = ['pytest'], exact = ['ortools']}\n")

    def run(self, arguments, **_):
        if arguments[-1] == "--version":
            return types.SimpleNamespace(returncode=0 if self.found else 1)
        self.install(arguments[arguments.index("--quiet") + 1:])
        return types.SimpleNamespace(returncode=self.status)

    def install(self, wanted):
        self.installs.append(wanted)
        time.sleep(0.05)


@pytest.fixture
def clone(tmp_path, monkeypatch):
    return Clone(tmp_path, monkeypatch)


def test_the_first_use_makes_an_environment_that_finds_memlab(tmp_path, monkeypatch):
    (tmp_path / "café au lait").mkdir()
    clone = Clone(tmp_path / "café au lait", monkeypatch)
    made = bootstrap.find_python()
    assert made == str(clone.python)
    program = "import os, sys; os.write(1, os.fsencode('\\n'.join((sys.prefix, *sys.path))))"
    for locale in {}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}:
        prefix, *path = subprocess.run(
            [made, "-c", program], capture_output=True, cwd=clone.venv, check=True,
            env={**os.environ, **locale}).stdout.decode("utf-8").splitlines()
        assert prefix == str(clone.venv)
        assert path[-1] == str(clone.folder), "nothing in the clone hides an installed package"


def test_a_study_installs_what_it_needs_and_others_add_the_rest(clone):
    bootstrap.find_python(study=True)
    assert clone.installs == [["numpy", "nbconvert", "ortools"]]
    bootstrap.find_python(study=True)
    kept = clone.venv / "lib" / "kept"
    kept.touch()
    bootstrap.find_python()
    for study in (False, True):      # everything will do for a study
        bootstrap.find_python(study=study)
    assert clone.installs[1:] == [["numpy", *REST]]
    assert kept.exists()


def test_a_locked_environment_is_made_anew_only_for_another_list(clone):
    exactly = ["--require-hashes", "--no-deps", "--only-binary=:all:",
               f"--requirement={clone.lock}"]
    bootstrap.find_python()
    for locked in (True, True, False):      # a locked one will do where none is asked for
        bootstrap.find_python(locked)
    assert clone.installs == [["numpy", *REST], exactly]
    clone.lock.write_text("numpy==2.3")
    bootstrap.find_python(True)
    clone.need("numpy", "scipy")
    bootstrap.find_python()
    assert clone.installs == [["numpy", *REST], exactly, exactly, ["numpy", "scipy", *REST]]


def test_a_making_that_was_cut_off_is_repaired(clone, monkeypatch):
    def cut_off(*_):
        (clone.venv / "half_made").mkdir()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(clone, "install", cut_off)
        with pytest.raises(KeyboardInterrupt):
            bootstrap.find_python()
    bootstrap.find_python()
    assert clone.installs == [["numpy", *REST]]
    assert not (clone.venv / "half_made").exists()


def test_two_first_uses_at_once_make_one_environment(clone, capsys, monkeypatch):
    second, texts = threading.Thread(target=bootstrap.find_python), []

    def waiting():
        texts.append(capsys.readouterr().err)
        return "".join(texts).count("setting it up, or waiting for who does") == 2

    def install(wanted):
        second.start()
        assert wait_until(waiting, 60)
        clone.installs.append(wanted)

    monkeypatch.setattr(clone, "install", install)
    bootstrap.find_python()
    second.join()
    assert clone.installs == [["numpy", *REST]]


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_an_environment_that_somebody_else_made_is_left_alone(clone, tmp_path, kind):
    """Behind a link not even memlab's own, of another clone, which may be running."""
    place = clone.venv
    if kind == "link":
        place = tmp_path / "other"
        clone.venv.symlink_to(place)
    place.mkdir()
    (place / "precious").write_text("work")
    if kind == "link":
        (place / "memlab.stamp").write_text("of another clone")
    for locked in (False, True):
        with pytest.raises(SystemExit, match="not of memlab's making: move it away, or activate"):
            bootstrap.find_python(locked)
    assert (place / "precious").read_text() == "work" and clone.installs == []


def test_a_virtual_or_conda_environment_that_has_everything_is_used(clone, monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "satisfies", lambda needed: True)
    monkeypatch.setenv("PYTHONPATH", "/mine")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", "elsewhere")
    assert bootstrap.find_python() == sys.executable
    assert os.environ["PYTHONPATH"] == f"{clone.folder}{os.pathsep}/mine"
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    (tmp_path / "conda-meta").mkdir()
    monkeypatch.delenv("PYTHONPATH")
    assert bootstrap.find_python() == sys.executable
    assert os.environ["PYTHONPATH"] == str(clone.folder)
    assert not clone.venv.exists()
    assert bootstrap.find_python(locked=True) == str(clone.python)


def test_the_systems_python_is_never_used_as_it_is(clone, monkeypatch):
    monkeypatch.setattr(bootstrap, "satisfies", lambda needed: True)
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)
    assert bootstrap.find_python() == str(clone.python)


def test_what_pip_cannot_do_is_said(clone):
    clone.status = 1
    with pytest.raises(SystemExit, match="pip could not install .*needs the internet"):
        bootstrap.find_python()
    clone.found = False
    with pytest.raises(SystemExit, match="apt install python3-pip"):
        bootstrap.find_python()


def test_an_old_python_is_told_so(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    with pytest.raises(SystemExit, match="Python 3.11 or newer is needed"):
        command.main(["study"])
