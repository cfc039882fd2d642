"""How much memory there is, and an error in place of what would not fit."""

import itertools
import os
import resource
from pathlib import Path

_SMALL = 2**26      # bytes for which nobody looks: small runs would take longer to look than to run
# what a control group may take and has taken, in version 2 and in version 1
_GROUP_FILES = (("memory.max", "memory.current"),
                ("memory.limit_in_bytes", "memory.usage_in_bytes"))


def check(wanted, what):
    """Raise an error that has both numbers if there is less memory than wanted.

    Parameters
    ----------
    wanted : int
        Bytes.
    what : str
        That needs them.

    Raises
    ------
    ValueError

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
    """How many bytes this process may still take, by all that limits it: int.

    On Linux that is the least of what the system has left without swapping, what control groups
    leave (of containers, or of jobs on a cluster), and what resource limits leave (``ulimit``);
    elsewhere, all that the machine has.
    """
    free = _table("/proc/meminfo").get("MemAvailable:")
    if free is None:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(0, min([1024 * free, *_of_groups(), *_of_limits()]))


def _of_groups():
    """What is left in the control groups that hold the process, and those that hold them."""
    for line in _text("/proc/self/cgroup").splitlines():
        _, kind, path = line.split(":", 2)
        group = Path(f"/sys/fs/cgroup/{kind}{path}")
        for folder, (most, now) in itertools.product((group, *group.parents), _GROUP_FILES):
            limit, taken = _text(folder / most).strip(), _text(folder / now).strip()
            if limit.isdecimal() and taken.isdecimal():      # else there is none, or it ended
                cache = _table(folder / "memory.stat")     # which is given up on demand
                yield (int(limit) - int(taken) + cache.get("active_file", 0)
                       + cache.get("inactive_file", 0))


def _of_limits():
    """What is left of the process's own limits."""
    sizes = _text("/proc/self/statm").split()
    for kind, pages in ((resource.RLIMIT_AS, sizes[0]), (resource.RLIMIT_DATA, sizes[5])):
        limit, _ = resource.getrlimit(kind)
        if limit != resource.RLIM_INFINITY:
            yield limit - int(pages) * os.sysconf("SC_PAGE_SIZE")


def _table(path):
    """A file of names and numbers, such as the system's: dict."""
    return {name: int(number) for name, number, *_ in map(str.split, _text(path).splitlines())}


def _text(path):
    """The content of one of the system's files; nothing where there is no such file."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""
