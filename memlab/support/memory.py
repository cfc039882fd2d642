"""Find out how much memory is available, and refuse work that would not fit."""

import os
import re
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
    """Return how many bytes may still be allocated without swapping: int.

    Where the system does not say so, as only Linux does, these are all bytes of the machine. Limits
    of containers, or of jobs on a cluster, are not known.
    """
    try:
        text = Path("/proc/meminfo").read_text()
        return 1024 * int(re.search(r"MemAvailable: *(\d+)", text)[1])
    except (OSError, TypeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
