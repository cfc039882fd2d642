"""The first use: .venv made, repaired, waited for, refused; installers and what fails in them."""

import subprocess
import sys
import threading
import time
import types

import pytest
from processes import wait_until

from memlab.commands import setup as bootstrap


class Clone:
    """A scratch clone whose .venv is really made, but filled by a fake installer."""

    def __init__(self, folder, monkeypatch):
        self.venv, self.installs = folder / ".venv", []
        self.stamp = self.venv / "memlab.stamp"
        self.lock = folder / "locked.txt"
        self.lock.write_text("numpy==2.2")
        monkeypatch.setattr(bootstrap, "LOCK", self.lock)
        monkeypatch.setattr(bootstrap, "ROOT", folder)
        monkeypatch.setattr(bootstrap, "VENV", self.venv)
        monkeypatch.setattr(bootstrap, "PYTHON", self.venv / "bin" / "python")
        monkeypatch.setattr(bootstrap, "STAMP", self.stamp)
        monkeypatch.setattr(bootstrap, "satisfies", lambda needed: False)
        monkeypatch.setattr(bootstrap, "install", self.install)

    def install(self, needed, locked):
        self.installs.append(needed if not locked else "locked")
        time.sleep(0.05)
        (self.venv / "installed").write_text("\n".join(needed))


@pytest.fixture
def clone(tmp_path, monkeypatch):
    return Clone(tmp_path, monkeypatch)


def test_the_first_use_makes_an_environment_that_finds_memlab(clone):
    found = bootstrap.environment(["numpy"])
    assert found == str(clone.venv / "bin" / "python")
    program = "import sys; print(sys.prefix, *sys.path, sep='\\n')"
    prefix, *path = subprocess.run([found, "-c", program], capture_output=True, text=True,
                                   cwd=clone.venv).stdout.splitlines()
    assert prefix == str(clone.venv)
    assert str(clone.venv.parent) in path


def test_later_uses_install_nothing(clone):
    for _ in range(3):
        bootstrap.environment(["numpy"])
    assert clone.installs == [["numpy"]]


def test_new_requirements_make_it_anew(clone):
    bootstrap.environment(["numpy"])
    (clone.venv / "leftover").touch()
    bootstrap.environment(["numpy", "scipy"])
    assert clone.installs == [["numpy"], ["numpy", "scipy"]]
    assert not (clone.venv / "leftover").exists()


def test_a_locked_environment_is_made_anew_only_for_another_list(clone):
    bootstrap.environment(["numpy"])
    for locked in (True, True, False):      # a locked one will do where none is asked for
        bootstrap.environment(["numpy"], locked)
    assert clone.installs == [["numpy"], "locked"]
    clone.lock.write_text("numpy==2.3")
    bootstrap.environment(["numpy"], True)
    bootstrap.environment(["numpy", "scipy"], False)
    assert clone.installs == [["numpy"], "locked", "locked", ["numpy", "scipy"]]


def test_another_python_behind_it_makes_it_anew(clone):
    bootstrap.environment(["numpy"])
    bootstrap.PYTHON.unlink()
    bootstrap.PYTHON.write_text("#!/bin/sh\necho 3.99\n")
    bootstrap.PYTHON.chmod(0o755)
    bootstrap.environment(["numpy"])
    assert len(clone.installs) == 2


@pytest.mark.parametrize("stage", ["create", "install"])
def test_a_making_that_was_cut_off_is_repaired(clone, monkeypatch, stage):
    import venv

    def cut_off(*_):
        (clone.venv / "half_made").mkdir()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        place = {"create": venv.EnvBuilder, "install": bootstrap}[stage]
        patch.setattr(place, stage, cut_off)
        with pytest.raises(KeyboardInterrupt):
            bootstrap.environment(["numpy"])
    assert clone.stamp.read_text() == "unfinished"
    bootstrap.environment(["numpy"])
    assert clone.installs == [["numpy"]]
    assert not (clone.venv / "half_made").exists()


def test_two_first_uses_at_once_make_one_environment(clone, capsys, monkeypatch):
    second, told = threading.Thread(target=bootstrap.environment, args=(["numpy"],)), []

    def waiting():
        told.append(capsys.readouterr().err)
        return "waiting for another process" in "".join(told)

    def install(needed, locked):
        second.start()
        assert wait_until(waiting, 60)
        clone.install(needed, locked)

    monkeypatch.setattr(bootstrap, "install", install)
    bootstrap.environment(["numpy"])
    second.join()
    assert clone.installs == [["numpy"]]


def test_an_environment_that_somebody_else_made_is_left_alone(clone):
    clone.venv.mkdir()
    (clone.venv / "precious").write_text("work")
    with pytest.raises(SystemExit, match="is not of memlab's making"):
        bootstrap.environment(["numpy"])
    assert (clone.venv / "precious").read_text() == "work"
    assert clone.installs == []


def test_an_environment_behind_a_link_is_left_alone(clone, tmp_path):
    """Not even memlab's own, of another clone, which may be running."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "memlab.stamp").write_text("of another clone")
    (other / "precious").write_text("work")
    clone.venv.symlink_to(other)
    with pytest.raises(SystemExit, match="is not of memlab's making"):
        bootstrap.environment(["numpy"])
    assert (other / "precious").read_text() == "work" and clone.installs == []


def test_a_virtual_or_conda_environment_that_has_everything_is_used(clone, monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "satisfies", lambda needed: True)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", "elsewhere")
    assert bootstrap.environment(["numpy"]) == sys.executable
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    (tmp_path / "conda-meta").mkdir()
    assert bootstrap.environment(["numpy"]) == sys.executable
    assert not clone.venv.exists()
    assert bootstrap.environment(["numpy"], locked=True) == str(bootstrap.PYTHON)


def test_the_systems_python_is_never_used_as_it_is(clone, monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "satisfies", lambda needed: True)
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)
    assert bootstrap.environment(["numpy"]) == str(bootstrap.PYTHON)


@pytest.fixture
def installer(monkeypatch):
    """A pip that exists and works as the test says, and a record of what was called."""
    world = types.SimpleNamespace(pip=["pip"], status=0, calls=[])

    def run(command, **_):
        world.calls.append([str(word) for word in command])
        return world.status

    monkeypatch.setattr(bootstrap, "run", run)
    monkeypatch.setattr(bootstrap, "find_pip", lambda: world.pip)
    return world


def test_pip_installs_what_is_needed(installer):
    bootstrap.install(["numpy", "scipy"], False)
    assert installer.calls == [["pip", "install", "--quiet", "numpy", "scipy"]]


def test_pip_installs_exactly_what_is_locked(installer):
    bootstrap.install(["numpy", "scipy"], True)
    assert installer.calls == [["pip", "install", "--quiet", "--require-hashes", "--no-deps",
                                f"--requirement={bootstrap.LOCK}"]]


def test_a_failure_says_what_is_needed(installer):
    installer.status = 1
    with pytest.raises(SystemExit, match="pip could not install .*needs the internet"):
        bootstrap.install(["numpy"], False)


def test_without_pip_the_message_says_how_to_get_it(installer):
    installer.pip = None
    with pytest.raises(SystemExit, match="apt install python3-pip"):
        bootstrap.install(["numpy"], False)


def test_an_old_python_is_told_so(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    with pytest.raises(SystemExit, match="Python 3.11 or newer is needed"):
        bootstrap.check_python()


def test_outside_a_clone_the_message_says_so(clone, tmp_path):
    with pytest.raises(SystemExit, match="need a clone of memlab"):
        bootstrap.find_python()


def test_a_folder_that_cannot_be_written_is_named(clone, monkeypatch, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        "[project]\ndependencies = ['numpy']\n"
        "optional-dependencies = {notebooks = [], book = [], cluster = [], test = []}\n")

    def refuse(needed, locked):
        raise PermissionError(13, "Permission denied", str(clone.venv))

    monkeypatch.setattr(bootstrap, "make", refuse)
    with pytest.raises(SystemExit, match=r"\.venv could not be set up.*Permission denied"):
        bootstrap.find_python()


def test_a_folder_that_cannot_be_locked_is_no_obstacle(clone, monkeypatch, capsys):
    import fcntl

    def unsupported(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    bootstrap.environment(["numpy"])
    assert clone.installs == [["numpy"]]
    assert "cannot be locked" in capsys.readouterr().err


def test_what_the_first_views_and_races_need_is_compiled_ahead():
    """Nothing is compiled, or read from the cache, by what somebody does first."""
    program = """
import gc
from numba.core.registry import CPUDispatcher
from memlab.commands.setup import AHEAD
from memlab.explorer import Explorer
def compiled():
    return {(one.__module__, one.__name__, signature) for one in gc.get_objects()
            if isinstance(one, CPUDispatcher) for signature in one.signatures}
exec(AHEAD)
before = compiled()
for view, given in ("needle", {}), ("walk", {}), ("race", {}), ("race", {"problem": "maxcut"}):
    explorer = Explorer(view, **given)
    explorer.open()
    explorer._view.runner.step()
    assert explorer._view.runner.state == "paused"
assert {"advance", "mate"} <= {name for _, name, _ in before}
print(*compiled() - before, sep="\\n")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          cwd=bootstrap.ROOT)
    assert (done.stderr, done.stdout.strip()) == ("", "")
