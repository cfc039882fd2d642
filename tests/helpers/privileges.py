"""What root may do and others may not, given up for a while (Linux)."""

import contextlib
import ctypes
import os

_VERSION_3 = 0x20080522      # of the kernel's interface: two words of 32 bits for each set
_READ_AND_WRITE_ANYTHING = 1 << 1 | 1 << 2      # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH


@contextlib.contextmanager
def permissions_binding():
    """A block in which a file's permissions hold for this thread, even if it is root's.

    It stays the same user, who can still read what belongs to it: another user could not read an
    environment inside root's home. See capabilities(7).
    """
    if os.geteuid() != 0:
        yield
        return
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)      # 0: this thread
    had = (ctypes.c_uint32 * 6)()      # effective, permitted, inheritable; and again, high words
    _call("capget", header, had)
    fewer = (ctypes.c_uint32 * 6)(*had)
    fewer[0] &= ~_READ_AND_WRITE_ANYTHING
    _call("capset", header, fewer)
    try:
        yield
    finally:
        _call("capset", header, had)


def _call(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
