"""Find out how much memory is available, and refuse work that would not fit."""

import os
from pathlib import Path

_SMALL = 2**26      # bytes; smaller demands are not checked, since the check would take longer


def check(wanted, what):
    """Raise an error that names both numbers if less memory is available than wanted.

    Parameters
    ----------
    wanted : int
        Number of bytes.
    what : str
        What needs the memory, for the error message.

    Raises
    ------
    ValueError
        If less memory is available.

    Examples
    --------
    >>> check(2**60, "a population of 2**50")
    Traceback (most recent call last):
    ValueError: a population of 2**50 needs about 1.07e+09 GiB of memory, of which ... GiB are free
    """
    if wanted > _SMALL and wanted > (free := available()):
        raise ValueError(f"{what} needs about {wanted / 2**30:.3g} GiB of memory, of which "
                         f"{free / 2**30:.3g} GiB are free")


def available():
    """Return how many bytes this process may still allocate under all limits: int.

    On Linux this is the minimum of what the system has left without swapping and what the control
    groups leave (version 2; of containers, or of jobs on a cluster); elsewhere it is the machine's
    total.
    """
    free = _table("/proc/meminfo").get("MemAvailable:")
    if free is None:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(0, min([1024 * free, *_of_groups()]))


def _of_groups():
    """Return what is left in the process's control groups and in the groups that contain them."""
    for line in _text("/proc/self/cgroup").splitlines():
        group = Path(f"/sys/fs/cgroup{line.split(':', 2)[2]}")
        for folder in (group, *group.parents):
            limit, taken = (_text(folder / name).strip() for name in (
                "memory.max", "memory.current"))
            if limit.isdecimal() and taken.isdecimal():      # else there is no limit, or no group
                cache = _table(folder / "memory.stat")     # cached pages are released on demand
                yield (int(limit) - int(taken) + cache.get("active_file", 0)
                       + cache.get("inactive_file", 0))


def _table(path):
    """Read a system file of names and numbers: dict."""
    return {name: int(number) for name, number, *_ in map(str.split, _text(path).splitlines())}


def _text(path):
    """Read one of the system's files; return an empty string if it does not exist."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""
