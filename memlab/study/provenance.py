"""Provenance of results beyond the plan: versions, and the machine."""

import functools
import hashlib
import importlib.metadata
import os
import platform
import re
from pathlib import Path

from .. import __version__

# rooms that read results: nothing in them can change the numbers of a run
_READERS = ("analysis", "commands", "explorer", "paper", "playground", "plots", "report")


def versions():
    """Return versions of code and libraries: dict; `memlab_source` is a fingerprint of memlab."""
    packages = ("numpy", "numba", "pandas", "pyarrow", "scipy")
    return {"memlab": __version__, "memlab_source": source_fingerprint(),
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in packages}}


@functools.cache
def here():
    """Return what decides the numbers of a run: dict of str, which shards record.

    It is a fingerprint of memlab's code, without the rooms that only read results, and the versions
    of the libraries that compute.
    """
    return {"source": source_fingerprint(_READERS),
            **{name: importlib.metadata.version(name) for name in ("numba", "numpy", "scipy")}}


def machine():
    """Return the kind of machine, without anything that identifies it: dict."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"^model name\s*: (.+)", info.read_text(), re.M) if info.exists() else None
    return {"processor": model[1] if model else platform.processor() or platform.machine(),
            "cores": cores(), "system": f"{platform.system()} {platform.machine()}"}


def cores():
    """Return the number of cores that this process may use."""
    known = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if known else os.cpu_count() or 1


@functools.cache
def source_fingerprint(without=()):
    """Return sixteen hexadecimal digits that change with any source file of the package.

    Parameters
    ----------
    without : tuple of str
        Rooms of the package to leave out.
    """
    package = Path(__file__).parents[1]
    files = [path.relative_to(package) for path in sorted(package.rglob("*.py"))]
    code = [path.as_posix().encode() + (package / path).read_bytes() for path in files
            if path.parts[0] not in without]
    return hashlib.sha256(b"".join(code)).hexdigest()[:16]
