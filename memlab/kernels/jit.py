"""The one decorator of all jitted code, and where its machine code is kept.

Numba's own cache of compiled functions looks only at the file a function stands in: edit
``maxcut.py`` and the engine that inlines it is served stale. memlab keeps compiled code in the
user's cache folder under a fingerprint of *all* kernel sources instead: an edit is always seen, and
a read-only installation works too. A file of the cache that is damaged is compiled anew; where none
can be written, every process compiles for itself.
"""

import contextlib
import fcntl
import functools
import hashlib
import io
import os
import tempfile
import warnings
from pathlib import Path

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile
from platformdirs import user_cache_path

_SEAL = hashlib.sha256().digest_size     # bytes at the end of a file of the cache
_UNCACHED = ("every process compiles the kernels for itself, which takes minutes; set "
             "NUMBA_CACHE_DIR to a folder with room for them")


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
    compiled = numba.njit(nogil=True, error_model="numpy", forceinline=True,
                          _nrt=allocates)(function)
    if not numba.config.DISABLE_JIT and cache_folder() is not None:
        compiled._cache = _Cache(function)
    return compiled


class _Place:
    """Where numba keeps the machine code of a function: no folder but `cache_folder`."""

    def __init__(self, function, source):
        self._line, self._source = function.__code__.co_firstlineno, source

    @classmethod
    def from_function(cls, function, source):
        """As numba makes it. The folder is not tried out before there is something to write."""
        return cls(function, source)

    def ensure_cache_path(self):
        """Leave the folder to `_SealedFile`, which makes it."""

    def get_cache_path(self):
        return str(cache_folder())

    def get_source_stamp(self):
        """The source as it is; of kernels in other folders, the cache's name says nothing."""
        status = os.stat(self._source)
        return self._source, status.st_mtime_ns, status.st_size

    def get_disambiguator(self):
        return str(self._line)


class _Implementation(FunctionCache._impl_class):
    _locator_classes = (_Place,)


class _Cache(FunctionCache):
    """Numba's cache of one function; without it, the function works too."""

    _impl_class = _Implementation

    def __init__(self, function):
        super().__init__(function)
        self._cache_file.__class__ = _SealedFile

    @contextlib.contextmanager
    def _guard_against_spurious_io_errors(self):
        """What numba calls around all reading and writing."""
        try:
            yield
        except OSError as error:
            self.disable()
            _warn_once(f"{self.cache_path} cannot be used ({error.strerror}): {_UNCACHED}")


class _SealedFile(IndexDataCacheFile):
    """Numba's files of one function, for one process at a time, each with its checksum at the end.

    Numba reads the index, takes the next free name and writes index and code, with no lock: of two
    processes that compile at once, one could find the other's machine code under its own key. And
    it believes what it reads: of a damaged file it would run whatever is left. Unpickling does not
    mind what follows the pickle.
    """

    def load(self, key):
        return self._alone(super().load, key)

    def save(self, key, data):
        self._alone(super().save, key, data)

    def _alone(self, do, *arguments):
        os.makedirs(self._cache_path, exist_ok=True)
        with open(os.path.join(self._cache_path, "lock"), "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            return do(*arguments)

    @contextlib.contextmanager
    def _open_for_write(self, filepath):
        buffer = io.BytesIO()
        yield buffer
        content = buffer.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(content + hashlib.sha256(content).digest())

    def _load_index(self):
        self._remove_damaged(self._index_path)
        return super()._load_index()

    def _load_data(self, name):
        self._remove_damaged(self._data_path(name))
        return super()._load_data(name)

    def _remove_damaged(self, path):
        with contextlib.suppress(FileNotFoundError):
            content = Path(path).read_bytes()
            if content[-_SEAL:] != hashlib.sha256(content[:-_SEAL]).digest():
                os.unlink(path)
                _warn_once(f"compiled kernels in {self._cache_path} were damaged: they are "
                           "removed, and compiled anew")


@functools.cache
def cache_folder():
    """The folder of this version's compiled kernels: the user's cache, else a temporary folder.

    The environment variable ``NUMBA_CACHE_DIR``, where set, has precedence over both. None if
    nothing can be written anywhere.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    name = digest.hexdigest()[:16]
    if numba.config.CACHE_DIR:
        return Path(numba.config.CACHE_DIR) / f"memlab-{name}"
    candidates = (user_cache_path("memlab") / "kernels" / name,
                  Path(tempfile.gettempdir()) / f"memlab-{os.getuid()}" / "kernels" / name)
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK) and _is_ours(folder):
            return folder
    _warn_once(f"neither {candidates[0]} nor {candidates[1]} can be written: {_UNCACHED}")
    return None


@functools.cache
def _warn_once(message):
    """Numba changes the filters of warnings while it compiles: Python would forget what it said."""
    warnings.warn(message, stacklevel=3)


def _is_ours(folder):
    """Whether nobody else made the last three folders of the path: machine code is loaded there."""
    return all(part.stat().st_uid == os.getuid() for part in (folder, *folder.parents[:2]))
