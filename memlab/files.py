"""Writing files so that nobody ever finds half of one."""

import contextlib
import os
import secrets
from pathlib import Path


@contextlib.contextmanager
def replacing(path, mode="wb"):
    """Open a file for writing that takes the place of `path` only when it is complete.

    It is written beside `path` under a temporary name, flushed to disk and renamed; if the block
    fails, `path` is as it was.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/answer.txt", "w") as file:
    ...         _ = file.write("42")
    ...     print(os.listdir(folder), Path(folder, "answer.txt").read_text())
    ['answer.txt'] 42
    """
    path = Path(path)
    text = {} if "b" in mode else {"encoding": "utf-8", "newline": "\n"}
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with open(temporary, mode.replace("w", "x"), **text) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
