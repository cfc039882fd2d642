"""Where compiled kernels are kept: never stale, never in the way of others, never nowhere."""

import os
import shutil
import threading
import time
from pathlib import Path

import numba
import pytest
from processes import output, start

from memlab.kernels import jit

PACKAGE = Path(jit.__file__).parents[1]
DRAW = """
from memlab.kernels import rng
rng.draw(rng.seed_state(1))
print(sum(rng.draw.stats.cache_hits.values()), sum(rng.draw.stats.cache_misses.values()))
"""


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A copy of the kernels' sources that `cache_folder` takes for its own, and a cache folder."""
    folder = tmp_path / "kernels"
    shutil.copytree(PACKAGE / "kernels", folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "__file__", str(folder / "jit.py"))
    monkeypatch.setattr(jit, "user_cache_path", lambda name: tmp_path / "cache" / name)
    monkeypatch.setattr(jit.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    return folder


def fresh_folder():
    """`cache_folder` as a new process would see it."""
    return jit.cache_folder.__wrapped__()


def test_an_edit_of_any_kernel_source_moves_the_cache(sources):
    before = fresh_folder()
    assert before == fresh_folder()
    assert before.is_dir() and sources.parent / "cache" in before.parents
    files = sorted(sources.glob("*.py"))
    assert len(files) > 10
    seen = {before}
    for file in files:
        original = file.read_bytes()
        file.write_bytes(original + b"\n# edited\n")
        seen.add(fresh_folder())
        file.write_bytes(original)
    assert len(seen) == 1 + len(files)
    assert fresh_folder() == before


def test_a_home_that_cannot_be_written_falls_back_to_a_temporary_folder(sources):
    (sources.parent / "cache").write_text("a file where a folder should be")
    assert sources.parent / "temporary" in fresh_folder().parents


def test_a_folder_that_exists_but_is_read_only_is_not_taken(sources, monkeypatch):
    home = fresh_folder()
    monkeypatch.setattr(jit.os, "access", lambda path, mode: Path(path) != home)
    assert sources.parent / "temporary" in fresh_folder().parents


def test_a_folder_that_someone_else_made_is_not_taken(sources, monkeypatch):
    """Whoever owns it could have us load machine code of theirs."""
    home, myself = fresh_folder(), os.getuid()
    monkeypatch.setattr(jit.os, "getuid", lambda: myself + 1)
    with pytest.raises(PermissionError):
        fresh_folder()
    monkeypatch.setattr(jit.os, "getuid", lambda: myself)
    assert fresh_folder() == home


def test_the_error_says_what_to_do_when_nothing_can_be_written(sources):
    for name in ("cache", "temporary"):
        (sources.parent / name).write_text("a file where a folder should be")
    with pytest.raises(PermissionError, match="set NUMBA_CACHE_DIR to one that can"):
        fresh_folder()


def test_others_keep_their_own_cache_folder(sources, tmp_path):
    theirs = numba.config.CACHE_DIR
    jit.kernel(lambda x: x)
    assert theirs == numba.config.CACHE_DIR


def draw(home, **environment):
    """Compile and call one kernel in a new process; returns (cache hits, misses)."""
    return tuple(map(int, output(start_draw(home, **environment)).split()))


def start_draw(home, **environment):
    where = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")} | environment
    return start(DRAW, **where)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path


def compiled(folder):
    return sorted(path.name for path in folder.rglob("*.nbc") if path.name.startswith("rng.draw"))


def test_a_second_process_compiles_nothing(home):
    assert draw(home) == (0, 1)
    assert compiled(home / "cache") and draw(home) == (1, 0)


def test_a_process_without_a_home_compiles_into_the_temporary_folder(home):
    (home / "file").touch()
    nowhere = str(home / "file" / "below")
    where = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "TMPDIR": str(home)}
    assert draw(home, **where) == (0, 1)
    assert compiled(home / f"memlab-{os.getuid()}") and draw(home, **where) == (1, 0)


def test_numba_cache_dir_has_precedence(home):
    assert draw(home, NUMBA_CACHE_DIR=str(home / "chosen")) == (0, 1)
    assert compiled(home / "chosen")
    assert not compiled(home / "cache")


def test_processes_may_race_for_the_first_compilation(home):
    racers = [start_draw(home) for _ in range(2)]
    assert all(map(output, racers))
    assert draw(home) == (1, 0)


def test_code_that_is_saved_at_once_is_found_under_its_own_key(tmp_path, monkeypatch):
    """Between reading the index and writing it Numba leaves a gap, which is made wide here."""
    load_index = jit.IndexDataCacheFile._load_index

    def slowly(self):
        index = load_index(self)
        time.sleep(0.2)
        return index

    monkeypatch.setattr(jit.IndexDataCacheFile, "_load_index", slowly)
    files = {key: jit._SharedCacheFile(str(tmp_path), "kernel", "stamp") for key in "ab"}
    savers = [threading.Thread(target=file.save, args=(key, key.upper()))
              for key, file in files.items()]
    for saver in savers:
        saver.start()
    for saver in savers:
        saver.join()
    assert [files[key].load(key) for key in "ab"] == ["A", "B"]
