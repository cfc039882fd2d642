"""Where compiled kernels are kept: never stale, never in the way of others, never nowhere."""

import contextlib
import errno
import importlib.util
import random
import shutil
import sys
import zlib
from pathlib import Path

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
    """A copy of the kernels' sources that `cache_folder` takes for its own."""
    folder = tmp_path / "kernels"
    shutil.copytree(PACKAGE / "kernels", folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "__file__", str(folder / "jit.py"))
    return folder


def fresh_folder():
    """`cache_folder` as a new process would see it."""
    return jit.cache_folder.__wrapped__()


def test_an_edit_of_any_kernel_source_moves_the_cache_and_one_of_words_does_not(sources):
    before = fresh_folder()
    files = sorted(sources.glob("*.py"))
    assert len(files) > 10
    seen = {before}
    for file in files:
        original = file.read_bytes()
        file.write_bytes(original.replace(b'"""', b'"""Of old: ', 1) + b"\n# edited\n")
        assert fresh_folder() == before
        file.write_bytes(original + b"\nedited = 1\n")
        seen.add(fresh_folder())
        file.write_bytes(original)
    assert len(seen) == 1 + len(files)


def draw(folder):
    """Compile and call one kernel in a new process; returns (cache hits, misses)."""
    return tuple(map(int, output(start(DRAW, NUMBA_CACHE_DIR=str(folder))).split()))


def test_a_second_process_compiles_nothing(tmp_path):
    assert draw(tmp_path) == (0, 1)
    assert [*tmp_path.rglob("rng.draw*.nbc")] and draw(tmp_path) == (1, 0)


# A damaged cache, and a full disk

SMALL = """
from memlab.kernels.jit import kernel

@kernel
def double(x):
    return 2 * x

@kernel
def triple(x):
    return x + double(x)
"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A module of two kernels, imported as if by a new process; its cache is in ``folder``."""
    jit._warn_once.cache_clear()
    source, folder = tmp_path / "small.py", tmp_path / "kept"
    source.write_text(SMALL)
    monkeypatch.setattr(jit, "cache_folder", lambda: folder)

    def imported():
        spec = importlib.util.spec_from_file_location("small", source)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "small", module)
        spec.loader.exec_module(module)
        return module
    imported.folder = folder
    return imported


def hits(module, x=14):
    """Whether each kernel was found in the cache; both must be right."""
    assert (module.double(x), module.triple(x)) == (2 * x, 3 * x)
    return [sum(f.stats.cache_hits.values()) == 1 for f in (module.double, module.triple)]


def damage(content, draw):
    """The content of a file as an accident may leave it: shorter, or with a flipped bit.

    Of a compressed file's bits three in a thousand change nothing that is read: no damage.
    """
    place = draw.randrange(len(content))
    flipped = bytes([content[place] ^ 1 << draw.randrange(8)]) + content[place + 1:]
    damaged = content[:place] + draw.choice([b"", flipped])
    with contextlib.suppress(zlib.error):
        if zlib.decompress(damaged) == zlib.decompress(content):
            return damage(content, draw)
    return damaged


def test_damage_of_any_file_is_noticed_and_mended(small):
    """30 mutations: of machine code too, which would run and give another number."""
    assert hits(small()) == [False, False] and hits(small()) == [True, True]
    files = sorted(small.folder.iterdir())
    assert [path.name[:12] for path in files] == ["small.double", "small.triple"]
    draw = random.Random(7)
    for _ in range(30):
        path = draw.choice(files)
        path.write_bytes(damage(path.read_bytes(), draw))
        jit._warn_once.cache_clear()
        with pytest.warns(UserWarning, match="are damaged: they are compiled anew"):
            kept = hits(small())
        assert kept.count(False) == 1 and hits(small()) == [True, True]


@pytest.mark.parametrize("call", ["mkdir", "write_bytes", "replace"])
def test_a_disk_that_is_full_at_any_call_stops_nothing(small, monkeypatch, call):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")
    module = small()
    with monkeypatch.context() as patch, pytest.warns(UserWarning) as warned:
        patch.setattr(Path, call, full)
        assert hits(module) == [False, False]
    assert [str(one.message).count("cannot be used (No space left on device)")
            for one in warned] == [1]
    assert hits(module, 15.0) == [False, False]      # it is not tried again
