"""Where results are kept: a folder with a manifest and one Parquet file per finished task.

A file appears under its name only when it is complete, and no file is ever changed. So a study can
be killed at any moment and loses only the tasks under way; what a store lacks is simply what its
plan lists and its shards do not.

    store/
      manifest.json        the plan, versions, machine, and fingerprints of plan and graphs
      shards/*.parquet     rows of `SCHEMA`, one per run
"""

import contextlib
import datetime
import json
import time
import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..files import replacing
from . import provenance
from .plan import RESULTS, TRACE, Plan, trace_grid

try:
    import fcntl
except ImportError:      # Windows has no flock: two studies on one folder are not kept apart there
    fcntl = None

_TRACE = [(f"trace_{name}", pa.list_(pa.float32())) for name in TRACE]
_SCALARS = [
    ("run", pa.int64()), ("problem", pa.string()), ("dataset", pa.string()),
    ("split", pa.string()), ("graph", pa.int32()), ("repetition", pa.int32()),
    ("mode", pa.string()), ("mu", pa.int32()), ("lambda_", pa.int32()),
    ("crossover_rate", pa.float64()), ("lb_probability", pa.float64()), ("budget", pa.int64()),
    ("graph_seed", pa.int64()), ("seed", pa.int64()), ("vertices", pa.int32()),
    ("edges", pa.int32()), ("best_fitness", pa.int64()), ("unique_best", pa.int64()),
    ("evaluations", pa.int64()), ("local_search_steps", pa.int64()), ("seconds", pa.float64()),
]
SCHEMA = pa.schema(_SCALARS + _TRACE)
COLUMNS = [name for name, _ in _SCALARS]


class StoreError(ValueError):
    """A folder that cannot serve as the store: not a store, damaged, or of other numbers."""


class ForeignPlanError(StoreError):
    """The folder holds the results of another plan."""


class Store:
    """The results of one plan in a folder.

    Use `Store.open` to compute into a folder and `Store.load` to read one.

    Attributes
    ----------
    folder : Path
    plan : Plan
    manifest : dict
        What ``manifest.json`` says.
    """

    def __init__(self, folder, manifest):
        self.folder = folder
        self.manifest = manifest
        self.plan = Plan.from_dict(manifest["plan"])

    def __repr__(self):
        return f"Store({str(self.folder)!r}, plan {self.plan.name!r} of {len(self.plan)} runs)"

    @classmethod
    def open(cls, folder, plan):
        """The store of `plan` in `folder`, which is made if there is none.

        Raises
        ------
        ForeignPlanError
            If the folder holds another plan.
        StoreError
            If it is a file, or its manifest cannot be read, or its graphs were generated otherwise.
        PermissionError
            If it cannot be written.
        """
        folder = Path(folder)
        if folder.exists() and not folder.is_dir():
            raise StoreError(f"store must be a folder, but {folder} is a file")
        exists = (folder / "manifest.json").exists()
        store = cls.load(folder) if exists else cls._create(folder, _manifest(plan))
        if store.plan.fingerprint != plan.fingerprint:
            raise ForeignPlanError(
                f"store {folder} holds plan {_name(store.plan)}, not plan {_name(plan)}; they "
                f"differ in {_differences(store.plan, plan)}. Choose another folder, or remove "
                "this one")
        graphs = provenance.data_fingerprint(plan)
        if store.manifest["data_fingerprint"] != graphs:
            raise StoreError(f"store {folder} was computed on other graphs (fingerprint "
                             f"{store.manifest['data_fingerprint']}) than this memlab generates "
                             f"({graphs}). Choose another folder, or remove this one")
        return store

    @classmethod
    def _create(cls, folder, manifest):
        with _writing(folder):
            (folder / "shards").mkdir(parents=True, exist_ok=True)
            with replacing(folder / "manifest.json", "w") as file:
                json.dump(manifest, file, indent=1)
        return cls.load(folder)

    @classmethod
    def load(cls, folder):
        """The store in `folder`, whatever its plan.

        Raises
        ------
        FileNotFoundError
            If there is none.
        StoreError
            If its manifest cannot be read.
        """
        path = Path(folder) / "manifest.json"
        if not path.exists():
            raise FileNotFoundError(f"no study in {folder}: {path} is missing")
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
            return cls(Path(folder), manifest)
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(f"{path} is not a study's manifest: {error}") from error

    def runs(self):
        """All finished runs in the plan's order, a row each: the columns of `COLUMNS`.

        Raises
        ------
        StoreError
            If a shard is damaged or belongs to another plan, or if two disagree about a run.
        """
        frame = self._read(COLUMNS)
        again = frame.drop_duplicates(["run", *RESULTS]).duplicated("run", keep=False)
        if again.any():
            run = frame["run"][again.index[again][0]]
            raise StoreError(f"shards of {self.folder} disagree about run {run} of the plan: at "
                             "least one is not of memlab's making")
        return _once(frame)

    def traces(self):
        """The kept traces, long: a row per run and point of `trace_grid`.

        Returns
        -------
        DataFrame
            run, problem, dataset, graph, repetition, mode, evaluations, best_fitness,
            mean_fitness, diversity, phenotype_distance. Points before a run's initial population
            is complete are left out.
        """
        keys = ["run", "problem", "dataset", "graph", "repetition", "mode"]
        lists = [name for name, _ in _TRACE]
        frame = _once(self._read(keys + lists).dropna(subset=lists))
        grid = trace_grid(self.plan.budget)
        long = frame.loc[frame.index.repeat(len(grid)), keys].reset_index(drop=True)
        long["evaluations"] = np.tile(grid, len(frame))
        for name in lists:
            values = np.concatenate([[], *frame[name]])
            long[name.removeprefix("trace_")] = values
        return long.dropna(ignore_index=True)

    def add(self, rows):
        """Keep finished runs: one new shard, complete or not there at all.

        Parameters
        ----------
        rows : list of dict
            One per run, with the columns of `SCHEMA`.
        """
        schema = SCHEMA.with_metadata({"plan": self.plan.fingerprint})
        table = pa.Table.from_pylist(rows, schema=schema)
        # Two shards never begin with the same run: a run is in one task, and is not run again,
        # unless two studies meet on a file system without locks; then they agree.
        self._write(table, f"{rows[0]['run']:07d}")

    def _write(self, table, name):
        with (_writing(self.folder),
              replacing(self.folder / "shards" / f"{name}.parquet") as file):
            pq.write_table(table, file, compression="zstd", write_page_checksum=True)

    def copy(self, folder):
        """Write a copy with all runs in a single shard: the quickest to read, and the smallest.

        Parameters
        ----------
        folder : str or path-like
            Must not hold a store yet.

        Returns
        -------
        Store
            The copy; it can be continued as the original can.

        Raises
        ------
        StoreError
            If `folder` holds a store.
        """
        if (Path(folder) / "manifest.json").exists():
            raise StoreError(f"folder of a copy must not hold a store, but {folder} does")
        copy = Store._create(Path(folder), self.manifest)
        tables = [self._read_shard(path, None) for path in self._shards()]
        if tables:
            schema = SCHEMA.with_metadata({"plan": self.plan.fingerprint})
            table = pa.concat_tables(tables).sort_by("run").replace_schema_metadata(schema.metadata)
            copy._write(table, "0000000")
        return copy

    def finished(self):
        """Which runs of the plan are done: bool, shape (len(plan),)."""
        done = np.zeros(len(self.plan), bool)
        done[self._read(["run"])["run"].to_numpy()] = True
        return done

    def repair(self):
        """Remove shards that were damaged from outside, with a warning; their runs are missing now.

        A shard is written under another name and renamed, so that memlab itself leaves no half.
        """
        for path in self._shards():
            try:
                self._read_shard(path, None)
            except (pa.ArrowException, OSError) as error:
                warnings.warn(f"shard {path} was damaged ({error}); its runs are done again",
                              stacklevel=2)
                path.unlink()

    @contextlib.contextmanager
    def locked(self, waiting=None):
        """Hold the store alone; whoever comes second waits, calling `waiting` once."""
        with contextlib.ExitStack() as stack:
            if fcntl is not None:
                with _writing(self.folder):
                    file = stack.enter_context(open(self.folder / ".lock", "w"))
                while not _try_lock(file):
                    if waiting is not None:
                        waiting()
                        waiting = None
                    time.sleep(0.2)
            yield

    def _shards(self):
        return sorted((self.folder / "shards").glob("*.parquet"))

    def _read(self, columns):
        tables = []
        for path in self._shards():
            try:
                tables.append(self._read_shard(path, columns))
            except (pa.ArrowException, OSError) as error:
                raise StoreError(f"shard {path} is damaged ({error}); run the study again, which "
                                 "does its runs anew") from error
        schema = pa.schema([SCHEMA.field(name) for name in columns])
        return pa.concat_tables(tables or [schema.empty_table()]).to_pandas()

    def _read_shard(self, path, columns):
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            plan = (file.schema_arrow.metadata or {}).get(b"plan", b"").decode()
            if plan != self.plan.fingerprint:
                raise ForeignPlanError(f"shard {path} belongs to another plan ({plan or 'none'}, "
                                       f"not {self.plan.fingerprint}); move it away")
            return file.read(columns).replace_schema_metadata()


def _manifest(plan):
    return {
        "format": "memlab study 1",
        "plan": plan.to_dict(),
        "plan_fingerprint": plan.fingerprint,
        "data_fingerprint": provenance.data_fingerprint(plan),
        "versions": provenance.versions(),
        "machine": provenance.machine(),
        "created": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def _name(plan):
    return f"{plan.name!r} ({plan.fingerprint}, {len(plan)} runs)"


def _differences(theirs, ours):
    """Which fields of two plans differ, with their values where these are short."""
    theirs, ours = theirs.to_dict(), ours.to_dict()
    texts = []
    for field in ours:
        if theirs[field] != ours[field]:
            values = f" ({theirs[field]!r}, not {ours[field]!r})"
            texts.append(field + (values if len(values) < 60 else ""))
    return ", ".join(texts)


@contextlib.contextmanager
def _writing(folder):
    """Say which argument it was if the folder cannot be written."""
    try:
        yield
    except PermissionError as error:
        raise PermissionError(f"store {folder} cannot be written: {error}") from error
    except OSError as error:
        raise OSError(f"store {folder} cannot be written: {error}") from error


def _try_lock(file):
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:      # some file systems of clusters have no locks
        warnings.warn(f"{file.name} cannot be locked ({error}): two studies at once on this folder "
                      "would do the same work twice", stacklevel=2)
    return True


def _once(frame):
    """Each run once, in the plan's order."""
    return frame.drop_duplicates("run").sort_values("run", ignore_index=True)
