"""What a result depends on besides its plan: versions, machine, and the graphs themselves."""

import functools
import hashlib
import importlib.metadata
import os
import platform
from pathlib import Path

from .. import __version__


def versions():
    """Versions of what computes: a dict; `memlab_source` is a fingerprint of the package's code."""
    packages = ("numpy", "numba", "pandas", "pyarrow", "scipy")
    return {"memlab": __version__, "memlab_source": source_fingerprint(),
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in packages}}


def computing(versions):
    """What numbers depend on of these versions: a dict of str."""
    return {"source": versions["memlab_source"],
            **{name: versions.get(name, "") for name in ("numba", "numpy", "scipy")}}


def here():
    """`computing` of this process: what shards say of their writers, and workers must share."""
    return computing(versions())


def machine():
    """The kind of machine, and nothing that names it: a dict."""
    return {"processor": processor(), "cores": cores(),
            "system": f"{platform.system()} {platform.machine()}"}


def processor():
    """The processor's model."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    found = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return found[0] if found else platform.processor() or platform.machine()


def cores():
    """How many cores this process may use."""
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
