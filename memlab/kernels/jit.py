"""The one decorator of all jitted code, and where its machine code is kept.

Numba's own cache of compiled functions looks only at the file a function stands in: edit
``maxcut.py`` and the engine that inlines it is served stale. memlab keeps compiled code in the
user's cache folder under a fingerprint of *all* kernel sources instead: an edit is always seen, and
a read-only installation works too.
"""

import contextlib
import fcntl
import functools
import hashlib
import os
import tempfile
from pathlib import Path

import numba
from numba.core.caching import IndexDataCacheFile
from platformdirs import user_cache_path


def kernel(function=None, *, allocates=False):
    """Compile `function` to machine code on first use and keep it for the next process.

    The interpreter lock is released while it runs, integer division follows C, bounds are not
    checked: whoever calls a kernel has validated its arguments.

    A kernel works on arrays that its caller owns. One that makes arrays of its own, slices of
    others included, has to say that it `allocates`; it then counts references, atomically, for
    every array that it passes on.

    Kernels are always inlined into one another. An array is seven words to a function that takes
    it, and the tuples that kernels share hold a dozen: left to its own judgement, the compiler
    spent up to half of a run on handing them over.
    """
    if function is None:
        return functools.partial(kernel, allocates=allocates)
    theirs = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = theirs or str(cache_folder())
        compiled = numba.njit(nogil=True, cache=True, error_model="numpy", forceinline=True,
                              _nrt=allocates)(function)
    finally:
        numba.config.CACHE_DIR = theirs
    if not numba.config.DISABLE_JIT:
        compiled._cache._cache_file.__class__ = _SharedCacheFile
    return compiled


class _SharedCacheFile(IndexDataCacheFile):
    """Numba's cache of one function, for one process at a time.

    Numba reads the index, takes the next free name and writes index and code, with no lock: of two
    processes that compile at once, one could find the other's machine code under its own key.
    """

    def load(self, key):
        with self._alone():
            return super().load(key)

    def save(self, key, data):
        with self._alone():
            super().save(key, data)

    @contextlib.contextmanager
    def _alone(self):
        with open(os.path.join(self._cache_path, "lock"), "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


@functools.cache
def cache_folder():
    """The folder of this version's compiled kernels: the user's cache, else a temporary folder.

    The environment variable ``NUMBA_CACHE_DIR``, where set, has precedence over both.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    name = digest.hexdigest()[:16]
    candidates = (user_cache_path("memlab") / "kernels" / name,
                  Path(tempfile.gettempdir()) / f"memlab-{os.getuid()}" / "kernels" / name)
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK) and _is_ours(folder):
            return folder
    raise PermissionError(f"no folder for compiled kernels can be written; tried "
                          f"{', '.join(map(str, candidates))}; set NUMBA_CACHE_DIR to one that can")


def _is_ours(folder):
    """Whether nobody else made the last three folders of the path: machine code is loaded there."""
    return all(part.stat().st_uid == os.getuid() for part in (folder, *folder.parents[:2]))
