"""Writing files so that nobody ever finds half of one."""

import contextlib
import os
import tempfile
from pathlib import Path


@contextlib.contextmanager
def replacing(path, mode="wb"):
    """Open a file for writing that takes the place of `path` only when it is complete.

    It is written beside `path` under a temporary name, flushed to disk and renamed; if the block
    fails, `path` is as it was.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/answer.txt", "w") as file:
    ...         _ = file.write("42")
    ...     print(os.listdir(folder), Path(folder, "answer.txt").read_text())
    ['answer.txt'] 42
    """
    path = Path(path)
    text = {} if "b" in mode else {"encoding": "utf-8", "newline": "\n"}
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, mode, **text) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _umask():
    current = os.umask(0)
    os.umask(current)
    return current
