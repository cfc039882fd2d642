"""Files are written completely or not at all, and damaged ones are detected when read."""

import bz2
import contextlib
import gzip
import io
import lzma
import os
import secrets
import tempfile
import zipfile
import zlib
from pathlib import Path

from . import memory

PACKED = {".gz": gzip, ".xz": lzma, ".bz2": bz2}      # by suffix
_MOST_UNPACKED, _MOST_TIMES = 2**32, 1_000      # bytes, and by the size of the compressed file


def unpacked(path):
    """Return a path without ``.gz``, ``.xz`` or ``.bz2``."""
    return path.with_suffix("") if path.suffix.lower() in PACKED else path


def content(path):
    """Return the bytes of a file, unpacked if its suffix says that it is compressed.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    bytes
        What it holds.

    Raises
    ------
    ValueError
        If a compressed file is damaged, or unpacks to more than 4 GiB or 1,000 times its own size;
        or if there is not enough memory.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.txt.gz")
    ...     _ = path.write_bytes(gzip.compress(b"1 2"))
    ...     content(path)
    b'1 2'
    """
    suffix, data = path.suffix.lower(), bytearray()
    memory.check(path.stat().st_size, "the file")
    packed = path.read_bytes()
    if suffix not in PACKED:
        return packed
    most = min(_MOST_UNPACKED, _MOST_TIMES * len(packed))
    try:
        with PACKED[suffix].open(io.BytesIO(packed)) as file:
            while (part := file.read(2**20)) and len(data) <= most:
                data += part
                memory.check(2 * len(data), "what it holds")
    except (EOFError, OSError, lzma.LZMAError, zlib.error) as error:
        raise ValueError(f"not a {suffix} file: {error}") from None
    if len(data) > most:
        raise ValueError(f"unpacks to more than {most} bytes; allowed are 4 GiB, and {_MOST_TIMES} "
                         "times the size of the file")
    return bytes(data)


@contextlib.contextmanager
def replacing(path, mode="wb"):
    """Open a file for writing that replaces `path` only when it is complete.

    The file is written beside `path` under a temporary name, flushed to disk and renamed. If the
    block fails, `path` stays as it was.

    Parameters
    ----------
    path : str or path-like
        The file to write or replace.
    mode : str
        As for `open`: "w" for text, "wb" for bytes.

    Yields
    ------
    file object
        Opened for writing.

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
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno:  # a full disk does not say of which file
            error.filename = str(path)
        raise


def check_replaceable(folder, mark, text):
    """Refuse to replace a folder that memlab did not write.

    Parameters
    ----------
    folder : Path
        A folder that is missing or empty is accepted.
    mark : str
        Name of the file that identifies memlab's own folders.
    text : str
        The text that this file must contain.

    Raises
    ------
    ValueError
        If the folder holds files, and its file `mark` is missing or lacks the text.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     check_replaceable(Path(place), "ABOUT.txt", "memlab")      # empty: accepted
    ...     _ = Path(place, "notes.txt").write_text("mine")
    ...     check_replaceable(Path(place), "ABOUT.txt", "memlab")
    Traceback (most recent call last):
    ValueError: ...
    """
    folder, content = Path(folder), ""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        content = (folder / mark).read_text("utf-8")
    if text not in content and (folder.is_file() or (folder.is_dir() and any(folder.iterdir()))):
        raise ValueError(f"folder must be new, empty or an earlier one of its kind, not {folder}")


@contextlib.contextmanager
def complete(folder, mark, text):
    """Make a folder beside its place, and rename it when it is complete: nobody finds half of it.

    Parameters
    ----------
    folder : Path
        Where it goes; an earlier one is replaced.
    mark, text : str
        As for `check_replaceable`.

    Yields
    ------
    Path
        The folder to make, which does not exist yet.

    Raises
    ------
    ValueError
        If there is another folder in its place.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with complete(Path(place, "done"), "ABOUT.txt", "memlab") as made:
    ...         made.mkdir()
    ...     os.listdir(place)
    ['done']
    """
    check_replaceable(folder, mark, text)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".making.", dir=folder.parent) as scratch:
        made = Path(scratch, "made")
        yield made
        if folder.exists():
            os.rename(folder, Path(scratch, "old"))
        os.rename(made, folder)


def read_arrays(file):
    """Read the arrays of an npz file, given by path or open: dict of ndarray. Nothing is unpickled.

    All checksums are verified. NumPy's own reader stops where the header says that an array ends,
    possibly before the checksum, so a damaged header could yield a different array unnoticed.

    Raises
    ------
    Exception
        If it is not such a file. The type depends on what zipfile, zlib or NumPy fail at.
    """
    from numpy.lib.format import read_array

    with zipfile.ZipFile(file) as archive:
        memory.check(2 * sum(member.file_size for member in archive.infolist()), "what it holds")
        if any(member.comment or len(member.extra) > 32 for member in archive.infolist()):
            raise ValueError("its list of arrays is damaged")    # an entry could hide the next one
        return {name.removesuffix(".npy"): read_array(
            io.BytesIO(archive.read(name)), allow_pickle=False) for name in archive.namelist()}
