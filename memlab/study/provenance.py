"""Provenance of results beyond the plan: versions, machine, and the graphs themselves."""

import functools
import hashlib
import importlib.metadata
import os
import platform
from pathlib import Path

from .. import __version__


def versions():
    """Return versions of code and libraries: dict; `memlab_source` is a fingerprint of memlab."""
    packages = ("numpy", "numba", "pandas", "pyarrow", "scipy")
    return {"memlab": __version__, "memlab_source": source_fingerprint(),
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in packages}}


def computing(versions):
    """Return those versions on which results depend: dict of str."""
    return {"source": versions["memlab_source"],
            **{name: versions.get(name, "") for name in ("numba", "numpy", "scipy")}}


def here():
    """Return `computing` of this process, which shards record and workers must share."""
    return computing(versions())


def machine():
    """Return the kind of machine, without anything that identifies it: dict."""
    return {"processor": processor(), "cores": cores(),
            "system": f"{platform.system()} {platform.machine()}"}


def processor():
    """Return the processor's model."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    found = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return found[0] if found else platform.processor() or platform.machine()


def cores():
    """Return the number of cores that this process may use."""
    known = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if known else os.cpu_count() or 1


@functools.cache
def source_fingerprint():
    """Sixteen hexadecimal digits that change with any source file of the package."""
    package = Path(__file__).parents[1]
    code = [path.relative_to(package).as_posix().encode() + path.read_bytes()
            for path in sorted(package.rglob("*.py"))]
    return hashlib.sha256(b"".join(code)).hexdigest()[:16]


def data_fingerprint(plan):
    """Sixteen hexadecimal digits of the plan's graphs: of the first of each of its datasets."""
    found = {(source.label, source.split): source for _, _, source in plan.places()}
    graphs = [source.fingerprint(plan.seed, plan.folder) for _, source in sorted(found.items())]
    return hashlib.sha256("".join(graphs).encode()).hexdigest()[:16]
