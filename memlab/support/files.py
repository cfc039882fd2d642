"""Files are written completely or not at all, and damaged ones are detected when read."""

import contextlib
import io
import os
import re
import secrets
import shutil
import tempfile
import time
import zipfile
from pathlib import Path

from . import memory

_TEMPORARY = re.compile(r"\..+\.\w+\.[0-9a-f]{16}")
# what a spreadsheet may take for a formula, but no number
_FORMULA = re.compile(r"'*[=@\t\r\n]|'+[+-]|[+-](?!(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\Z)", re.IGNORECASE)


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


def sweep(folder):
    """Remove the temporary files of `replacing` that killed processes left behind a day ago.

    Parameters
    ----------
    folder : path-like
        The folder; the folders in it are swept, too.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as place:
    ...     _ = Path(place, left := ".table.csv.0123456789abcdef").write_text("half a ta")
    ...     os.utime(Path(place, left), (0, 0))
    ...     with replacing(f"{place}/other.csv", "w") as file:      # this process is alive
    ...         sweep(place)
    ...         _ = file.write("whole")
    ...     print(os.listdir(place))
    ['other.csv']
    """
    for path in [*Path(folder).glob(".*"), *Path(folder).glob("*/.*")]:
        if _TEMPORARY.fullmatch(path.name) and _is_abandoned(path):
            path.unlink(missing_ok=True)


def _is_abandoned(path):
    """Whether nothing was written there for a day: its process was killed."""
    with contextlib.suppress(OSError):      # another process has removed it
        return path.stat().st_mtime < time.time() - 86_400


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
    for left in filter(_is_abandoned, folder.parent.glob(".making.*")):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".making.", dir=folder.parent) as scratch:
        made = Path(scratch, "made")
        yield made
        if folder.exists():
            os.rename(folder, Path(scratch, "old"))
        os.rename(made, folder)


def csv_text(frame, **options):
    """Return a frame as CSV in which no text is a formula for spreadsheets: str.

    Names of files, graphs and methods come from anywhere. Where one could be a formula, an
    apostrophe stands before it, which `read_csv` removes.

    Parameters
    ----------
    frame : DataFrame
        Its index is left out.
    **options
        As for `DataFrame.to_csv`.

    Examples
    --------
    >>> import pandas as pd
    >>> print(csv_text(pd.DataFrame({"graph": ["=1+2", "a"], "best_fitness": [-1.5, 2]})))
    graph,best_fitness
    '=1+2,-1.5
    a,2.0
    <BLANKLINE>
    """
    safe = _texts(frame, lambda text: f"'{text}" if _FORMULA.match(text) else text)
    # a return is in quotation marks only if lines end so
    return safe.to_csv(index=False, lineterminator="\r\n", **options).replace("\r\n", "\n")


def read_csv(path):
    """Read the table that `csv_text` wrote: DataFrame."""
    from pandas import read_csv

    return _texts(read_csv(path), lambda text: (
        text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text))


def _texts(frame, change):
    """Return the frame with all its texts changed, those of its head included."""
    def changed(value):
        return change(value) if isinstance(value, str) else value

    frame = frame.rename(columns=changed)
    for place, (_, column) in enumerate(frame.items()):
        # others stay as they are: a list would give numbers another type
        if column.dtype.kind == "O" and (values := [*map(changed, column)]) != [*column]:
            frame.isetitem(place, values)
    return frame


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
        content = {name.removesuffix(".npy"): archive.read(name) for name in archive.namelist()}
    return {name: read_array(io.BytesIO(array), allow_pickle=False)
            for name, array in content.items()}
