"""Lock a folder so that only one process computes in it, with errors that name the folder."""

import contextlib
import fcntl
import os
import warnings


@contextlib.contextmanager
def writing(folder):
    """Name the argument in the error if the folder cannot be written."""
    try:
        yield
    except OSError as error:
        kind = PermissionError if isinstance(error, PermissionError) else OSError
        raise kind(f"store {folder} cannot be written: {error}") from error


@contextlib.contextmanager
def locked(folder, waiting=lambda: None):
    """Hold the lock of a store's folder, and say whether it is held."""
    with contextlib.ExitStack() as opened:
        alone = None      # until the lock on the file of this name is held
        while alone is None:
            with writing(folder):
                file = opened.enter_context(open(folder / ".lock", "w"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                waiting()
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError as error:      # file systems of some clusters do not support locks
                alone = False
                warnings.warn(f"{file.name} cannot be locked ({error}): two studies at once on "
                              "this folder would do the same work twice", stacklevel=3)
            with contextlib.suppress(FileNotFoundError):      # the file may have been removed
                if os.path.samestat(os.fstat(file.fileno()), os.stat(file.name)):
                    alone = alone is None
        yield alone
