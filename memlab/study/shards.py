"""Shards: the files of a store, which are written completely or not at all, and never change.

A shard's name contains a checksum of its content. So all names are different, a copied store can be
continued, and damage can be distinguished from temporary read errors of a file system. No file is
ever removed because of an error; damaged files are renamed.
"""

import contextlib
import errno
import fcntl
import hashlib
import os
import re
import secrets
import time
import warnings

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ..files import replacing
from ..run import TRACE_COLUMNS, TRACE_POINTS

TRACE_FIELDS = [(f"trace_{name}", pa.list_(pa.float32())) for name in TRACE_COLUMNS]
SCALARS = [
    ("run", pa.int64()), ("vertices", pa.int32()), ("edges", pa.int32()),
    ("best_fitness", pa.int64()), ("unique_best", pa.int64()), ("evaluations", pa.int64()),
    ("local_search_steps", pa.int64()), ("seconds", pa.float64()),
    ("upper_bound", pa.int64()), ("proved", pa.bool_()),
]
SCHEMA = pa.schema(SCALARS + TRACE_FIELDS)
_WAITS = 0.1, 0.5, 2.0      # seconds between attempts, since network errors are often short
# errors that waiting does not resolve
_LASTING = (FileExistsError, FileNotFoundError, IsADirectoryError, NotADirectoryError,
            PermissionError)
# the first version of stores had only these columns, and only runs of evolution
_NEEDED = [name for name, _ in SCALARS if name not in ("upper_bound", "proved")]


class DamagedShardError(ValueError):
    """The content of a shard is not what memlab wrote."""


def write(folder, table, about):
    """Write a shard.

    Parameters
    ----------
    folder : Path
    table : pyarrow.Table
        Rows of `SCHEMA`, at least one.
    about : dict of str
        The plan's fingerprint, "plan", and what `provenance.computing` says of who computed it.
    """
    stream = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata(about), stream, compression="zstd",
                   write_page_checksum=True)
    content = stream.getvalue().to_pybytes()
    path = folder / f"{table['run'][0].as_py():07d}-{_checksum(content)}.parquet"

    def keep():
        with replacing(path) as file:
            file.write(content)
    patiently(keep)


def read(path, columns):
    """Read a shard.

    Parameters
    ----------
    path : Path
    columns : list of str

    Returns
    -------
    about : dict of str
        As for `write`, without entries that an earlier version of memlab did not record.
    table : pyarrow.Table
        The columns; values that an earlier version of memlab did not record are missing.

    Raises
    ------
    DamagedShardError
    OSError
        If it cannot be read after several attempts.
    """
    content = patiently(path.read_bytes)
    # earlier versions only numbered shards
    if not re.fullmatch(r"\d{7}(-\d{1,3})?", path.stem) and _checksum(content) not in path.stem:
        raise DamagedShardError("its content does not match the checksum in its name")
    schema = pa.schema([SCHEMA.field(name) for name in columns])
    try:
        with pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True) as file:
            about = {key.decode(): value.decode()
                     for key, value in (file.schema_arrow.metadata or {}).items()}
            table = file.read([name for name in columns if name in file.schema_arrow.names])
        if missing := {"plan"}.difference(about) | set(_NEEDED).intersection(columns).difference(
                table.column_names):
            raise ValueError(f"it lacks {', '.join(sorted(missing))}")
        # only user-defined problems have no vertices and edges
        if holes := [name for name in _NEEDED if name not in ("vertices", "edges")
                     and name in table.column_names and table[name].null_count]:
            raise ValueError(f"rows lack {', '.join(holes)}")
        for name, _ in TRACE_FIELDS:
            if name in table.column_names and (
                    not {None, TRACE_POINTS}.issuperset(
                        pc.list_value_length(table[name]).unique().to_pylist())
                    or pc.list_flatten(table[name]).null_count):
                raise ValueError(f"a {name} has not {TRACE_POINTS} points")
        table = pa.concat_tables([schema.empty_table(), table], promote_options="default")
    except (MemoryError, pa.ArrowCancelled):
        raise
    except (pa.ArrowException, OSError, LookupError, ValueError) as error:
        raise DamagedShardError(str(error)) from error
    return about, table.replace_schema_metadata()


def found(folder):
    """Return the paths of all shards, sorted by name."""
    names = patiently(lambda: os.listdir(folder))
    return [path for path in (folder / name for name in sorted(names))
            if path.suffix == ".parquet" and not path.name.startswith(".") and path.is_file()]


def set_aside(path):
    """Rename a damaged shard, so that it is ignored but can be inspected."""
    path.rename(path.with_name(f"{path.stem[:100]}.{secrets.token_hex(4)}.damaged"))


def tidy(folder):
    """Remove unfinished files of killed processes; running processes lock theirs."""
    for name in patiently(lambda: os.listdir(folder)):
        if re.fullmatch(r"\..+\.[0-9a-f]{16}", name):
            with contextlib.suppress(OSError), open(folder / name, "r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                (folder / name).unlink()


def patiently(do):
    """Return ``do()``, with further attempts after errors that may be temporary."""

    for seconds in _WAITS:
        try:
            return do()
        except _LASTING:
            raise
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.ELOOP):
                raise
            warnings.warn(f"{error}; trying again", stacklevel=3)
            time.sleep(seconds)
    return do()


def _checksum(content):
    return hashlib.sha256(content).hexdigest()[:16]
