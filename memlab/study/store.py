"""The store of results: a folder with a manifest and Parquet files of finished runs.

A file appears under its name only when it is complete, and no file is ever changed. So a study can
be killed at any moment and loses only the unfinished tasks. The missing runs of a store are those
that its plan lists and its files do not contain. ::

    store/
      manifest.json        the plan, versions, machine, and fingerprints of plan and graphs
      shards/*.parquet     rows of `shards.SCHEMA`, one per run; what code and libraries made them

A shard holds the results of its runs; their inputs are in the plan.
"""

import contextlib
import datetime
import json
import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa

from ..files import replacing
from ..run import trace_grid
from . import provenance, shards
from .locking import locked, writing
from .plan import Plan
from .shards import SCHEMA

_FORMAT = "memlab study 1"


class StoreError(ValueError):
    """A folder cannot be used as the store: it is not a store, damaged, or has other numbers.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "manifest.json").write_text("{")
    ...     Store.load(folder)
    Traceback (most recent call last):
    memlab.study.store.StoreError: ...
    """


class ForeignPlanError(StoreError):
    """The folder holds the results of another plan.

    Examples
    --------
    >>> import tempfile
    >>> from memlab.study import Block, Plan, Restarts
    >>> block = Block(["mis"], ["er_small"], [Restarts()])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store.open(folder, Plan("short", [block], budget=100))
    ...     Store.open(folder, Plan("long", [block], budget=200))
    Traceback (most recent call last):
    memlab.study.store.ForeignPlanError: ...
    """


class Store:
    """The results of one plan in a folder.

    Use `Store.open` to compute into a folder and `Store.load` to read one.

    Parameters
    ----------
    folder : Path
        The folder.
    manifest : dict
        The content of ``manifest.json``.

    Attributes
    ----------
    folder : Path
        The folder.
    plan : Plan
        The plan.
    manifest : dict
        The content of ``manifest.json``.

    Examples
    --------
    >>> import tempfile
    >>> from memlab.study import Block, Configuration, Plan, run
    >>> block = Block(["mis"], ["ba_small"], [Configuration("lamarckian", 10, 10, 0.0)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = run(Plan("short", [block], budget=100), folder, workers=1, progress=False)
    ...     store = Store.load(folder)
    ...     store.plan.name, store.finished().tolist(), store.runs().evaluations.tolist()
    ('short', [True], [100])
    """

    def __init__(self, folder, manifest):
        self.folder = folder
        self.manifest = manifest
        self.plan = Plan.from_dict(manifest["plan"], title=manifest.get("title", ""))

    def __repr__(self):
        return f"Store({str(self.folder)!r}, plan {self.plan.name!r} of {len(self.plan)} runs)"

    @classmethod
    def open(cls, folder, plan):
        """Open the store of `plan` in `folder`, which is created if it does not exist.

        Parameters
        ----------
        folder : str or path-like
            The folder.
        plan : Plan
            The plan.

        Returns
        -------
        Store
            The store.

        Raises
        ------
        ForeignPlanError
            If the folder holds another plan.
        StoreError
            If it is a file, or its manifest cannot be read or was removed, or its graphs were
            generated differently.
        PermissionError
            If it cannot be written.
        """
        folder = Path(folder)
        if folder.exists() and not folder.is_dir():
            raise StoreError(f"store must be a folder, but {folder} is a file")
        try:
            store = cls.load(folder)
        except FileNotFoundError:
            cls._create(folder, _manifest(plan))
            store = cls.load(folder)
        if store.plan.fingerprint != plan.fingerprint:
            raise ForeignPlanError(
                f"store {folder} holds plan {_name(store.plan)}, not plan {_name(plan)}; they "
                f"differ in {store.plan.differences(plan)}. Choose another folder, or remove "
                "this one")
        store.plan = plan      # it has the folder of its files
        graphs = provenance.data_fingerprint(plan)
        if store.manifest["data_fingerprint"] != graphs:
            raise StoreError(f"store {folder} was computed on other graphs (fingerprint "
                             f"{store.manifest['data_fingerprint']}) than this memlab generates "
                             f"({graphs}). Choose another folder, or remove this one")
        return store

    @classmethod
    def _create(cls, folder, manifest):
        with writing(folder):
            (folder / "shards").mkdir(parents=True, exist_ok=True)
        with locked(folder), writing(folder):
            if (folder / "manifest.json").exists():      # another process was faster
                return
            if shards.found(folder / "shards"):
                raise StoreError(f"store {folder} has shards but no manifest.json, which says what "
                                 "they are: put it back, or choose another folder")
            _write_manifest(folder, manifest)

    @classmethod
    def load(cls, folder):
        """Load the store in `folder`.

        Parameters
        ----------
        folder : str or path-like
            The folder.

        Returns
        -------
        Store
            The store, with its own plan.

        Raises
        ------
        FileNotFoundError
            If there is none.
        StoreError
            If its manifest cannot be read.
        """
        path = Path(folder) / "manifest.json"
        try:
            text = shards.patiently(lambda: path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError) as error:
            raise FileNotFoundError(f"no study in {folder}: {path} is missing") from error
        except (IsADirectoryError, UnicodeDecodeError) as error:
            raise StoreError(f"{path} is not a study's manifest: {error}") from error
        try:
            manifest = json.loads(text)
            if manifest["format"] != _FORMAT:
                raise ValueError(f"its format is {manifest['format']!r}, not {_FORMAT!r}")
            if missing := {"data_fingerprint", "memlab_source"}.difference(
                    manifest, dict(manifest["versions"])):
                raise ValueError(f"it lacks {', '.join(sorted(missing))}")
            store = cls(Path(folder), manifest)
            if manifest["plan_fingerprint"] != store.plan.fingerprint:
                raise ValueError(f"its plan has the fingerprint {store.plan.fingerprint}, not "
                                 f"{manifest['plan_fingerprint']}: it was changed")
            return store
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise StoreError(f"{path} is not a study's manifest: {error}") from error

    def runs(self):
        """Return all finished runs in the plan's order, with a row each.

        Returns
        -------
        DataFrame
            The inputs, which are the columns of `Plan.frame`, and the results: vertices, edges,
            best_fitness, unique_best, evaluations, local_search_steps, seconds (see `memlab.Run`)
            and, if a solver ran, upper_bound and proved.

        Raises
        ------
        StoreError
            As `rows` does.
        """
        frame = self.rows([name for name, _ in shards.SCALARS])
        if frame["proved"].isna().all():      # no solver ran
            frame = frame.drop(columns=["upper_bound", "proved"])
        return self._identified(frame)

    def traces(self):
        """Return the stored traces, with a row per run and point of `memlab.run.trace_grid`.

        Returns
        -------
        DataFrame
            The columns of `Plan.frame`, evaluations, and, as explained in `memlab.Run.trace`,
            best_fitness, mean_fitness, diversity, phenotype_diversity, phenotype_distance, reserve,
            local_search_steps. Points before a run's initial population is complete are left out.
            Columns that an earlier version of memlab did not record are NaN.
        """
        lists = [name for name, _ in shards.TRACE_FIELDS]
        frame = self._identified(self.rows(["run", *lists]).dropna(subset=lists[0],
                                                                   ignore_index=True))
        points = trace_grid(self.plan.budget)
        unknown = np.full(len(points), np.nan)
        courses = {name.removeprefix("trace_"): np.concatenate(
                       [[], *(unknown if course is None else course for course in frame.pop(name))])
                   for name in lists}
        long = frame.loc[frame.index.repeat(len(points))].reset_index(drop=True)
        long = long.assign(evaluations=np.tile(points, len(frame)), **courses)
        return long.dropna(subset="best_fitness", ignore_index=True)

    def _identified(self, results):
        """Return the results, with the plan's columns of inputs in front."""
        identity = self.plan.frame().iloc[results["run"]].reset_index(drop=True)
        return identity.join(results.drop(columns="run"))

    def add(self, rows):
        """Store finished runs in a new shard, completely or not at all.

        Parameters
        ----------
        rows : list of dict
            One per run, with the columns of `shards.SCHEMA`.
        """
        self._write(pa.Table.from_pylist(rows, schema=SCHEMA), provenance.here())

    def _write(self, table, computing):
        with writing(self.folder):
            shards.write(self.folder / "shards", table,
                         {"plan": self.plan.fingerprint, **computing})
            self._keep_manifest()

    def _keep_manifest(self):
        """Write the manifest again if it was removed or changed meanwhile."""
        with contextlib.suppress(OSError, ValueError, RecursionError):
            if json.loads((self.folder / "manifest.json").read_text("utf-8")) == self.manifest:
                return
        warnings.warn(f"the manifest of {self.folder} was removed or changed; it is written again",
                      stacklevel=4)
        _write_manifest(self.folder, self.manifest)

    def copy(self, folder):
        """Write a compact copy, with all runs of the same code in one shard.

        Parameters
        ----------
        folder : str or path-like
            A folder that does not contain a store.

        Returns
        -------
        Store
            The copy, which can be continued like the original.

        Raises
        ------
        StoreError
            If `folder` holds a store.
        """
        if (Path(folder) / "manifest.json").exists():
            raise StoreError(f"folder of a copy must not hold a store, but {folder} does")
        Store._create(Path(folder), self.manifest)
        copy = Store.load(folder)
        alike = {}
        for computing, table in self._tables(SCHEMA.names):
            alike.setdefault(tuple(computing.items()), []).append(table)
        for computing, tables in alike.items():
            copy._write(pa.concat_tables(tables).sort_by("run"), dict(computing))
        return copy

    def computed_otherwise(self):
        """Return the runs that were computed by other code or libraries.

        Returns
        -------
        ndarray of int64, shape (k,)
            Numbers of the runs in the plan.
        """
        now = provenance.here()
        found = [table["run"].to_numpy() for then, table in self._tables(["run"]) if then != now]
        return np.concatenate([np.zeros(0, np.int64), *found])

    def finished(self):
        """Return which runs of the plan are finished.

        Returns
        -------
        ndarray of bool, shape (len(plan),)
            Whether each run is finished.
        """
        done = np.zeros(len(self.plan), bool)
        done[self.rows(["run"])["run"]] = True
        return done

    def repair(self):
        """Rename damaged shards, with a warning; their runs are then missing.

        Raises
        ------
        OSError
            If a shard cannot be read for another reason; no shard is renamed then.
        """
        for path in shards.found(self.folder / "shards"):
            try:
                shards.read(path, SCHEMA.names)
            except shards.DamagedShardError as error:
                warnings.warn(f"shard {path} was damaged ({error}); it is kept beside the others, "
                              "and its runs are done again", stacklevel=2)
                shards.set_aside(path)

    @contextlib.contextmanager
    def locked(self, waiting=lambda: None):
        """Lock the store for this process for the duration of the block.

        Parameters
        ----------
        waiting : callable
            Called once if the process must wait for another one.

        Yields
        ------
        None
            While the lock is held.
        """
        with locked(self.folder, waiting) as alone:
            with writing(self.folder):
                (self.folder / "shards").mkdir(exist_ok=True)      # some tools skip empty folders
                for folder in (self.folder, self.folder / "shards") if alone else ():
                    shards.tidy(folder)
            yield
            with writing(self.folder):
                self._keep_manifest()

    def _tables(self, columns):
        """Yield (the code and libraries that computed it, table) for every shard."""
        earlier = provenance.computing(self.manifest["versions"])
        for path in shards.found(self.folder / "shards"):
            try:
                about, table = shards.read(path, columns)
            except shards.DamagedShardError as error:
                raise StoreError(f"shard {path} is damaged ({error}); run the study again, which "
                                 "does its runs anew") from error
            plan = about.pop("plan")
            if plan != self.plan.fingerprint:
                raise ForeignPlanError(f"shard {path} belongs to another plan ({plan}, not "
                                       f"{self.plan.fingerprint}); move it away")
            runs = table["run"].to_numpy()
            if not ((runs >= 0) & (runs < len(self.plan))).all():
                raise StoreError(f"shard {path} has runs that the plan of {len(self.plan)} runs "
                                 "does not have; it is not of memlab's making: move it away")
            yield {name: about.get(name, earlier[name]) for name in earlier}, table

    def rows(self, columns=SCHEMA.names):
        """Return the stored results, each run once, in the plan's order.

        Parameters
        ----------
        columns : sequence of str
            The columns to read; by default all.

        Returns
        -------
        DataFrame
            A row per run.

        Raises
        ------
        StoreError
            If a shard is damaged or belongs to another plan, or if two disagree about a run.
        """
        schema = pa.schema([SCHEMA.field(name) for name in columns])
        tables = [table for _, table in self._tables(columns)]
        frame = pa.concat_tables(tables or [schema.empty_table()]).to_pandas()
        again = frame[frame.duplicated("run", keep=False)].drop(columns="seconds", errors="ignore")
        known = again.map(lambda value: value.tobytes() if isinstance(value, np.ndarray) else value)
        different = known.groupby("run").nunique() > 1
        if different.any(axis=None):
            run, name = different.stack().idxmax()
            raise StoreError(f"shards of {self.folder} disagree about run {run} of the plan "
                             f"({name}): at least one is not of memlab's making")
        return frame.drop_duplicates("run").sort_values("run", ignore_index=True)


def _write_manifest(folder, manifest):
    with replacing(folder / "manifest.json", "w") as file:
        json.dump(manifest, file, indent=1)


def _manifest(plan):
    return {
        "format": _FORMAT,
        "title": plan.title,
        "plan": plan.to_dict(),
        "plan_fingerprint": plan.fingerprint,
        "data_fingerprint": provenance.data_fingerprint(plan),
        "versions": provenance.versions(),
        "machine": provenance.machine(),
        "created": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def _name(plan):
    return f"{plan.name!r} ({plan.fingerprint}, {len(plan)} runs)"


def load(folder):
    """Load the results of an experiment from a folder; the same as `Store.load`.

    Parameters
    ----------
    folder : str or path-like
        The folder.

    Returns
    -------
    Store
        The results.

    Raises
    ------
    FileNotFoundError
        If there is no store.
    StoreError
        If its manifest cannot be read.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> len(runs)
    576
    >>> runs[runs.problem == "mis"].groupby("mode", sort=False).best_fitness.mean().round(2)
    mode
    darwinian     108.22
    baldwinian    117.67
    lamarckian    115.50
    lb            117.61
    Name: best_fitness, dtype: float64
    """

    return Store.load(folder)
