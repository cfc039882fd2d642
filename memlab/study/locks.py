"""Locks of a store: two processes on one folder do not do the same work."""

import contextlib
import sys
import warnings

from filelock import FileLock, Timeout


@contextlib.contextmanager
def locked(folder, name=".lock"):
    """Make the folders of a store if they are missing, and lock it."""
    (folder / "shards").mkdir(parents=True, exist_ok=True)      # some tools skip empty folders
    (folder / name).touch()
    lock = FileLock(folder / name, fallback_to_soft=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        print(f"another process is computing in {folder}; waiting for it", file=sys.stderr)
        lock.acquire()
    except OSError as error:      # file systems of some clusters do not support locks
        warnings.warn(f"{lock.lock_file} cannot be locked ({error}): two studies at once on this "
                      "folder would do the same work twice", stacklevel=5)
    try:
        yield
    finally:
        lock.release()
