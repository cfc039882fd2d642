"""Whole files: nobody ever finds half of one that was written, or reads more than there is."""

import contextlib
import fcntl
import io
import os
import secrets
import zipfile
from pathlib import Path

from . import memory


@contextlib.contextmanager
def replacing(path, mode="wb"):
    """Open a file for writing that takes the place of `path` only when it is complete.

    It is written beside `path` under a temporary name, flushed to disk and renamed; if the block
    fails, `path` is as it was. Until then it is locked, which tells it from what a dead process
    left.

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
            with contextlib.suppress(OSError):      # where the file system has no locks
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def check_replaceable(folder, mark, text):
    """Refuse a folder that holds anything, unless its file `mark` holds a text: it is ours then.

    Raises
    ------
    ValueError
    """
    folder, found = Path(folder), ""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"folder must be a folder, but {folder} is a file")
    with contextlib.suppress(OSError, UnicodeDecodeError):
        found = (folder / mark).read_text("utf-8")
    if text not in found and folder.is_dir() and any(folder.iterdir()):
        raise ValueError(f"folder must be new, empty, or an earlier one of its kind, but {folder} "
                         "holds something else")


def read_arrays(file):
    """The arrays of an npz file, by its path or open: dict of ndarray. Nothing is unpickled.

    All checksums are checked. NumPy's own reader stops where an array ends, by what its head says,
    which may be before the checksum: where the head is damaged, it finds another array.

    Raises
    ------
    Exception
        If it is not such a file: of a dozen kinds, whatever zipfile, zlib or NumPy stumble over.
    """
    from numpy.lib.format import read_array

    with zipfile.ZipFile(file) as archive:
        memory.check(2 * sum(member.file_size for member in archive.infolist()), "what it holds")
        if any(member.comment or len(member.extra) > 32 for member in archive.infolist()):
            raise ValueError("its list of arrays is damaged")    # one may hide the next in such
        content = {name.removesuffix(".npy"): archive.read(name) for name in archive.namelist()}
    return {name: read_array(io.BytesIO(array), allow_pickle=False)
            for name, array in content.items()}
