"""The one decorator of all jitted code, and where its machine code is kept.

Numba's own cache of compiled functions checks only the file that contains a function: after an edit
of ``repair.py``, the engine that inlines it would be loaded from the cache unchanged. memlab keeps
compiled code in the user's cache folder under a fingerprint of *all* kernel sources instead, so
that every edit but those of comments and docstrings is seen, and a read-only installation works
too. A function is compiled again if its file is damaged; if no file can be written, every process
compiles for itself.
"""

import ast
import contextlib
import functools
import hashlib
import pickle
import secrets
import sys
import warnings
import zlib
from pathlib import Path

import numba
from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from platformdirs import user_cache_path


def kernel(function=None, *, allocates=False, merged=False):
    """Compile `function` to machine code on first use and keep it for the next process.

    The interpreter lock is released while it runs, integer division follows C, and bounds are not
    checked: the caller must have validated the arguments.

    A kernel works on arrays that its caller owns. A kernel that creates arrays, including slices of
    others, must be declared with `allocates`; it then counts references, atomically, for every
    array that it passes on.

    Kernels are always inlined into one another. An array argument consists of seven words, and the
    tuples that kernels share hold a dozen arrays: without forced inlining, passing them took up to
    half of a run. A part of a kernel that takes several of these tuples is declared with `merged`:
    Numba then copies it into its caller before it looks at types, which compiles faster. Parts of
    `engine.advance` that know nothing of problems are not: they are compiled once and not with
    every form of problem.
    """
    if function is None:
        return functools.partial(kernel, allocates=allocates, merged=merged)
    compiled = numba.njit(nogil=True, error_model="numpy", forceinline=True, _nrt=allocates,
                          inline="always" if merged else "never")(function)
    if not numba.config.DISABLE_JIT:
        compiled._cache = _Cache(function)
    return compiled


class _Cache(FunctionCache):
    """The machine code of one function, in a file for each combination of argument types.

    Numba's own cache also keeps an index without a lock: of two processes that compile at the same
    time, one could find the other's machine code under its own key. Here a file is named after its
    key. It is compressed for the checksum that comes with that: damaged machine code must not run.
    """

    def __init__(self, function):
        code = function.__code__
        self._py_func, self._cache_path = function, str(cache_folder())
        self._name = f"{Path(code.co_filename).stem}.{function.__qualname__}"
        self._depends = numba.__version__, sys.version, _digest(code.co_filename)
        self.enable()

    def load_overload(self, sig, target_context):
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            content = zlib.decompress(path.read_bytes())
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        except OSError:         # there is none, or none that can be read
            return None
        except Exception:       # whatever reading a damaged file leads to
            _warn_once(f"compiled kernels in {self.cache_path} are damaged: they are compiled anew")
            return None

    def save_overload(self, sig, data):
        if not self._enabled or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(zlib.compress(dumps(data._reduce()), level=1))
            temporary.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink()
            self.disable()
            _warn_once(f"{self.cache_path} cannot be used ({error.strerror}): every process "
                       "compiles the kernels for itself, which takes minutes; set NUMBA_CACHE_DIR "
                       "to a folder with room for them")

    def _path(self, sig, codegen):
        key = repr((self._depends, self._index_key(sig, codegen)))
        return Path(self._cache_path,
                    f"{self._name}.{hashlib.sha256(key.encode()).hexdigest()[:16]}.nbc")


@functools.cache
def _digest(path):
    return hashlib.sha256(_meaning(Path(path).read_bytes())).hexdigest()


def _meaning(source):
    """The syntax tree of a source without docstrings: what its machine code follows from."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if (isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                and ast.get_docstring(node, clean=False) is not None):
            del node.body[0]
    return ast.dump(tree).encode()


@functools.cache
def cache_folder():
    """Return the folder of this version's compiled kernels, which need not exist yet: Path.

    It is below the environment variable ``NUMBA_CACHE_DIR``, if set, else in the user's cache.
    """
    digest = hashlib.sha256(b"".join(map(_meaning, sources()))).hexdigest()[:16]
    return Path(numba.config.CACHE_DIR or user_cache_path("memlab"), f"kernels-{digest}")


def sources():
    """Yield the content of every file of memlab that has kernels, wherever it is: bytes."""
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        content = path.read_bytes()
        if path.parent.name == "kernels" or b"jit import kernel" in content:
            yield content


@functools.cache
def _warn_once(message):
    """Issue a warning once; Numba resets the filters that would otherwise suppress repeats."""
    warnings.warn(message, stacklevel=3)
