"""Shards: the files of a store, which are written completely or not at all, and never change.

Parquet's own checksums of pages tell a damaged shard from one that cannot be read for the moment.
"""

import hashlib

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ..evolution.run import IMPROVEMENTS as COUNTED
from ..evolution.run import TRACE_COLUMNS
from ..support.files import replacing

# shards of earlier versions lack these, and some traces; "solution" is a line for each name, or
# JSON, if the plan asks for solutions
_LATER = ("upper_bound", "proved", "fitness_unit", "solution", "calls")
_OPTIONAL = ("vertices", "edges", *_LATER)      # only runs on graphs have the first two
_SCALARS = {
    "run": pa.int64(), "vertices": pa.int32(), "edges": pa.int32(), "best_fitness": pa.int64(),
    "unique_best": pa.int64(), "evaluations": pa.int64(), "local_search_steps": pa.int64(),
    "seconds": pa.float64(), "upper_bound": pa.int64(), "proved": pa.bool_(),
    "fitness_unit": pa.float64(), "calls": pa.float64()}
_INTEGERS = ("best_fitness", "local_search_steps", "evaluations")
SCALARS = list(_SCALARS)
TRACES = [f"trace_{name}" for name in (*TRACE_COLUMNS, "evaluations", "calls")]
IMPROVEMENTS = [f"improvement_{name}" for name in COUNTED]      # of runs that have a trace
SCHEMA = pa.schema([
    *(pa.field(name, kind, nullable=name in _OPTIONAL) for name, kind in _SCALARS.items()),
    *(pa.field(name, pa.list_(pa.int64() if name.partition("_")[2] in _INTEGERS else pa.float64()))
      for name in (*TRACES, *IMPROVEMENTS)), pa.field("solution", pa.large_string())])
# only some runs have these, those of a FunctionProblem what stands at each point of their traces
_OF_SOME = ("solution", "calls", "trace_evaluations", "trace_calls", *IMPROVEMENTS)
# of a FunctionProblem
_FLOATS = {"best_fitness": pa.float64(), **dict.fromkeys(
    ("trace_best_fitness", "improvement_best_fitness"), pa.list_(pa.float64()))}
_WHOLE = [f"{name}.list.element" for name in (*TRACES, *IMPROVEMENTS)
          if name.partition("_")[2] in _INTEGERS]


class DamagedShardError(ValueError):
    """The content of a shard is not what memlab wrote."""


def tables_of(rows):
    """Return rows, a dict each, as tables of `SCHEMA`: floats of fitness apart from integers."""
    kinds = {}
    for row in rows:
        kinds.setdefault(isinstance(row["best_fitness"], float), []).append(row)
    return [pa.Table.from_pylist(alike, schema=_schema(SCHEMA.names, floats))
            for floats, alike in kinds.items()]


def joined(tables):
    """Return tables of the same columns as one: fitness is of floats if it is in one of them."""
    floats = any(table.schema.field(name).type == kind for table in tables
                 for name, kind in _FLOATS.items() if name in table.column_names)
    schema = _schema(tables[0].column_names, floats)
    return pa.concat_tables([table.cast(schema, safe=False) for table in tables])


def _schema(columns, floats):
    """Return the schema of some columns."""
    return pa.schema([field.with_type(_FLOATS.get(name, field.type)) if floats else field
                      for name in columns for field in [SCHEMA.field(name)]])


def write(folder, table, about):
    """Write a shard under a name that its content gives.

    So stores can be merged by copying their shards into one folder, and an archive that is made
    again has the same files.

    Parameters
    ----------
    folder : Path
    table : pyarrow.Table
        Rows of `SCHEMA`, at least one.
    about : dict of str
        The plan's fingerprint, "plan", and what `provenance.here` says of who computed it.
    """
    table = table.drop_columns([      # as earlier versions wrote it
        name for name in _OF_SOME if table[name].null_count == len(table)])
    stream = pa.BufferOutputStream()
    # what compresses best: the bytes of one place in all integers of a trace, one after another
    pq.write_table(table.replace_schema_metadata(about), stream, compression="zstd",
                   write_page_checksum=True, use_dictionary=SCALARS, use_byte_stream_split=_WHOLE)
    content = stream.getvalue()
    name = f"{table['run'][0].as_py():07d}-{hashlib.sha256(content).hexdigest()[:16]}.parquet"
    folder.mkdir(parents=True, exist_ok=True)      # some tools skip empty folders
    with replacing(folder / name) as file:
        file.write(content)


def read(path, columns):
    """Read a shard.

    Parameters
    ----------
    path : Path
    columns : list of str

    Returns
    -------
    about : dict of str
        As for `write`; the first version of memlab recorded the plan only.
    table : pyarrow.Table
        The columns; values that an earlier version of memlab did not record are missing.

    Raises
    ------
    DamagedShardError
    OSError
        If it cannot be read.
    """
    content = pa.BufferReader(path.read_bytes())
    try:
        with pq.ParquetFile(content, page_checksum_verification=True) as file:
            about = {key.decode(): value.decode()
                     for key, value in (file.schema_arrow.metadata or {}).items()}
            table = file.read(columns)
            schema = _schema(columns, file.schema_arrow.field("best_fitness").type == pa.float64())
        if "plan" not in about:
            raise ValueError("it does not name its plan")
        if lacking := {*columns} - {*table.column_names, *_LATER, *TRACES, *IMPROVEMENTS}:
            raise LookupError(f"it lacks {', '.join(sorted(lacking))}")
        whole = pa.concat_tables([schema.empty_table(), table.replace_schema_metadata()],
                                 promote_options="permissive")
        # in traces of earlier versions, integers are floats
        return about, whole.cast(schema, safe=False)
    except (MemoryError, pa.ArrowCancelled):
        raise
    except (pa.ArrowException, OSError, LookupError, TypeError, ValueError) as error:
        raise DamagedShardError(str(error)) from error


def renumbered(table, shared):
    """Return rows of another plan under the numbers of this one, and with what this one asks for.

    Parameters
    ----------
    table : pyarrow.Table
    shared : dict of list of Task
        As from `memlab.study.Plan.shared`.
    """
    pairs = [(row, task) for row, run in enumerate(table["run"].to_pylist())
             for task in shared.get(run, ())]
    table = table.take(pa.array([row for row, _ in pairs], pa.int64()))
    traced, solutions = (pa.array([getattr(task, name) for _, task in pairs], pa.bool_())
                         for name in ("traced", "solutions"))
    asked = {**dict.fromkeys([*TRACES, *IMPROVEMENTS], traced), "solution": solutions}
    columns = {name: pc.if_else(asked[name], table[name], None) if name in asked else table[name]
               for name in table.column_names}
    columns["run"] = pa.array([task.run for _, task in pairs], pa.int64())
    return pa.table(columns, table.schema)


def paths(folder):
    """Return the paths of all shards, sorted by name; the folder may be missing."""
    return sorted(path for path in (folder.iterdir() if folder.exists() else ())
                  if path.suffix == ".parquet" and not path.name.startswith(".") and path.is_file())


def once(frame, solved):
    """Return rows of shards in the plan's order, each run once.

    A solver that runs out of time may give another result each time. Of such results the highest
    value is kept, then the tightest bound, then the first.

    Parameters
    ----------
    frame : DataFrame
        All rows, with any columns of `SCHEMA`.
    solved : ndarray of bool
        Whether each run of the plan is of a solver.

    Raises
    ------
    ValueError
        If a run has different results.
    """
    # a value may have several solutions; no value is a result, too
    twice = frame[frame.duplicated("run", keep=False)].drop(
        columns=["seconds", "solution"], errors="ignore").fillna({"best_fitness": -np.inf})
    if "proved" in twice and (by_solvers := solved[twice["run"]]).any():
        each = twice[by_solvers].groupby("run")
        crossed = each["best_fitness"].transform("max") > each["upper_bound"].transform("min")
        twice = twice.drop(crossed.index[~crossed])      # crossed are no two honest results
        frame = frame.sort_values(["best_fitness", "upper_bound"], ascending=[False, True])
    # earlier versions kept traces in single precision
    different = twice.map(lambda value: np.float32(value).tobytes() if isinstance(
        value, np.ndarray) else value).groupby("run").nunique() > 1
    if different.any(axis=None):
        run, name = different.stack().idxmax()
        values = " and ".join(map(str, twice.loc[twice["run"] == run, name].map(str).unique()))
        raise ValueError(f"run {run} of the plan has different results ({name})"
                         f"{f': {values}' * (len(values) < 60)}; another memlab computed one")
    return frame.drop_duplicates("run").sort_values("run", ignore_index=True)
