"""The store of results: a folder with a manifest and Parquet files of finished runs.

A file appears under its name only when it is complete, and no file is ever changed. So a study can
be killed at any moment and loses only the unfinished tasks. The missing runs of a store are those
that its plan lists and its files do not contain. ::

    store/
      manifest.json        the plan and its fingerprint, versions, machine
      shards/*.parquet     rows of `shards.SCHEMA`, one per run; what code and libraries made them

A shard holds the results of its runs; their inputs are in the plan.
"""

import datetime
import json
import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa

from ..evolution.run import trace_grid
from ..support.files import replacing
from . import provenance, shards
from .plan import Plan
from .values import with_values

_FORMAT = "memlab study 1"
_RESULTS = ["run", "best_fitness", "upper_bound", "proved"]      # of a solver


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
    >>> from memlab.study import Block, Method, Plan
    >>> block = Block(["mis"], ["er_small"], [Method("restarts")])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store.open(folder, Plan("short", [block], budget=100))
    ...     Store.open(folder, Plan("long", [block], budget=200))
    Traceback (most recent call last):
    memlab.study.store.ForeignPlanError: ...
    """


class Store:
    """The results of one plan in a folder.

    Use `Store.open` to compute into a folder and `Store.load` to read one.

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
        # an archive has its files, and may come from anywhere
        place = Path(folder, manifest["files"]).resolve() if "files" in manifest else ""
        self.plan = Plan.from_dict(manifest["plan"], manifest.get("names", ()),
                                   title=manifest.get("title", ""), folder=str(place),
                                   response=manifest.get("response", "value"))
        links = [path for path in Path(folder).rglob("*") if path.is_symlink()]
        for path in [*(Path(place, name) for name in self.plan.files()), *links] * bool(place):
            if not path.resolve().is_relative_to(Path(folder).resolve()):
                raise ValueError(f"its files must be in its folder, but {path} is not")

    def __repr__(self):
        return f"Store({str(self.folder)!r}, plan {self.plan.name!r} of {len(self.plan)} runs)"

    @classmethod
    def open(cls, folder, plan):
        """Open the store of `plan` in `folder`, which is created if it does not exist.

        Raises
        ------
        ForeignPlanError
            If the folder holds another plan.
        StoreError
            If its manifest cannot be read.
        PermissionError
            If it cannot be written.
        """
        folder = Path(folder)
        try:
            store = cls.load(folder, complete=False)
        except FileNotFoundError:
            _create(folder, {
                "format": _FORMAT, "title": plan.title, "plan": plan.to_dict(),
                **({"response": plan.response} if plan.response != "value" else {}),
                "names": [block.names for block in plan.blocks],
                "plan_fingerprint": plan.fingerprint,
                "versions": provenance.versions(), "machine": provenance.machine(),
                "created": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")})
            store = cls.load(folder, complete=False)
        if store.plan.fingerprint != plan.fingerprint:
            raise ForeignPlanError(
                f"store {folder} holds plan {store.plan.name!r}, not plan {plan.name!r}; they "
                f"differ in {store.plan.differences(plan)}. Choose another folder, or remove "
                "this one")
        store.plan = plan      # it has the folder of its files
        return store

    @classmethod
    def load(cls, folder, complete=True):
        """Load the results of an experiment from a folder.

        Parameters
        ----------
        folder : str or path-like
            The folder.
        complete : bool
            Whether to warn if runs of the plan are missing.

        Raises
        ------
        FileNotFoundError
            If there is none.
        StoreError
            If its manifest cannot be read; with `complete`, also as `rows` does.

        Examples
        --------
        >>> from memlab import study
        >>> from memlab.support.paths import RESULTS
        >>> runs = study.load(RESULTS / "quick" / "evaluation").runs()
        >>> len(runs)
        2806
        >>> runs[runs.problem == "mis"].groupby("mode", sort=False).best_fitness.mean().round(2)
        mode
        darwinian     31.57
        baldwinian    35.97
        lamarckian    32.96
        lb            36.82
        Name: best_fitness, dtype: float64
        """
        path = Path(folder) / "manifest.json"
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
            if manifest["format"] != _FORMAT:
                raise ValueError(f"its format is {manifest['format']!r}, not {_FORMAT!r}")
            store = cls(Path(folder), manifest)
        except FileNotFoundError as error:
            raise FileNotFoundError(f"no study in {folder}: {path} is missing") from error
        except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise StoreError(f"{path} is not a study's manifest: {error}") from error
        if complete and (missing := int((~store.finished()).sum())):
            warnings.warn(f"{folder} lacks {missing:,} of the {len(store.plan):,} runs of its plan "
                          "(complete=False loads it without this warning)", stacklevel=2)
        return store

    def runs(self):
        """Return all finished runs in the plan's order, with a row each.

        Returns
        -------
        DataFrame
            The inputs, which are the columns of `Plan.frame`, and the results:

            - vertices, edges : of the graph;
            - best_fitness, unique_best, evaluations, local_search_steps, seconds : see
              `memlab.Run`;
            - value : best_fitness in the unit of the problem as stated, and with its sign; an
              integer if it is the fitness itself everywhere, and of no `FunctionProblem`;
            - fitness_unit : the value of one of fitness; negative if values are minimised, and NaN
              if it is not known, as a warning says;
            - upper_bound, proved : only if a solver ran;
            - calls : only if a `FunctionProblem` was there. If it has constraints, the fitness of
              a run without a feasible solution is NaN.
        """
        frame = self.rows(shards.SCALARS)
        for names in (["upper_bound", "proved"], ["calls"]):
            if frame[names[-1]].isna().all():      # no solver ran; no function was there
                frame = frame.drop(columns=names)
        return self._identified(with_values(frame, self.plan))

    def traces(self):
        """Return the stored traces, with a row per run and point of its trace.

        Returns
        -------
        DataFrame
            The columns of `Plan.frame`, and, as explained in `memlab.Run.trace`:

            - evaluations, best_fitness, local_search_steps : integers; but the fitness of a
              `FunctionProblem` is not, which also has calls;
            - value, fitness_unit : as of `runs`;
            - mean_fitness, diversity, phenotype_diversity, phenotype_distance, reserve.

            Points before a run's initial population is complete are left out. Columns that an
            earlier version of memlab did not record are NaN.
        """
        frame = self.rows(["run", "fitness_unit", *shards.TRACES]).dropna(
            subset="trace_mean_fitness", ignore_index=True)
        points = trace_grid(self.plan.budget)
        frame["trace_evaluations"] = frame["trace_evaluations"].map(
            lambda course: points if course is None else course)
        long = _long(frame, shards.TRACES).dropna(subset="mean_fitness", ignore_index=True)
        return self._identified(with_values(long, self.plan))

    def improvements(self):
        """Return every improvement of the best fitness in the runs that have a trace.

        Returns
        -------
        DataFrame
            A row for each time: the columns of `Plan.frame`, and, as of `memlab.Run.improvements`,
            evaluations, best_fitness, local_search_steps and perhaps calls; value, fitness_unit.
            Runs by earlier versions of memlab have none.
        """
        columns = ["run", "fitness_unit", *shards.IMPROVEMENTS]
        frame = self.rows(columns).dropna(subset="improvement_evaluations", ignore_index=True)
        return self._identified(with_values(_long(frame, shards.IMPROVEMENTS), self.plan))

    def solutions(self):
        """Return the best solutions of the runs, if the plan has ``solutions``.

        Returns
        -------
        DataFrame
            A row per run: the columns of `Plan.frame`, best_fitness, and solution, a list of the
            names that a solution file has, as `memlab.problems.write_solution` says; of a
            `FunctionProblem`, what its function got, as JSON has it: arrays are lists.
        """
        frame = self.rows([*_RESULTS, "solution", "calls"]).dropna(subset="solution",
                                                                   ignore_index=True)
        frame["solution"] = [text.splitlines() if calls != calls else json.loads(text)
                             for text, calls in zip(frame["solution"], frame["calls"], strict=True)]
        return self._identified(frame[["run", "best_fitness", "solution"]])

    def _identified(self, results):
        """Return the results, with the plan's columns of inputs in front."""
        identity = self.plan.frame().iloc[results["run"]].reset_index(drop=True)
        # an option of a problem may have the name of a result that earlier versions did not have
        return identity.join(results[results.columns.difference(identity.columns, sort=False)])

    def add(self, rows):
        """Store finished runs, a dict each with the columns of `shards.SCHEMA`, in new shards."""
        for table in shards.tables_of(rows):
            self._write(table, provenance.here())

    def _write(self, table, computed_by):
        shards.write(self.folder / "shards", table,
                     {"plan": self.plan.fingerprint, **computed_by})

    def copy(self, folder, **entries):
        """Write a compact copy, with all runs of the same code in one shard, and return it.

        Parameters
        ----------
        folder : str or path-like
            A folder that does not contain a store.
        **entries
            Further entries of its manifest: ``files`` is the folder of the plan's files in it.
        """
        if (Path(folder) / "manifest.json").exists():
            raise StoreError(f"folder of a copy must not hold a store, but {folder} does")
        _create(Path(folder), self.manifest | entries)
        copy, alike = Store.load(folder, complete=False), {}
        for computed_by, table in self._tables(shards.SCHEMA.names):
            alike.setdefault((table.schema, *computed_by.items()), []).append(table)
        for (_, *computed_by), tables in alike.items():
            copy._write(pa.concat_tables(tables).sort_by("run"), dict(computed_by))
        return copy

    def merge(self, folders):
        """Add the runs of other stores of the same plan, or of none of them if results differ.

        Parameters
        ----------
        folders : sequence of path-like
            Their folders, which are not changed.

        Raises
        ------
        FileNotFoundError
            If a folder holds no store.
        ForeignPlanError, StoreError
            If it holds another plan, or is damaged, or has another result of a run than this store
            or another folder. This store is then as it was.
        """
        found = []
        for folder in folders:
            Store.load(folder, complete=False)      # it must be there
            found += self._tables(shards.SCHEMA.names, Path(folder))
        self.rows(more=[table for _, table in found])
        for computed_by, table in found:
            self._write(table, computed_by)

    def computed_otherwise(self):
        """Return the numbers of the runs that other code or libraries computed: ndarray of int64.
        """
        runs = [table["run"].to_numpy() for computed_by, table in self._tables(["run"])
                if computed_by != provenance.here()]
        return np.concatenate([np.zeros(0, np.int64), *runs])

    def finished(self):
        """Return whether each run of the plan is finished: ndarray of bool, shape (len(plan),)."""
        done = np.zeros(len(self.plan), bool)
        done[self.rows(["run"])["run"]] = True
        return done

    def _tables(self, columns, folder=None):
        """Yield (the code and libraries that computed it, table) for every shard of a folder."""
        for path in shards.paths((folder or self.folder) / "shards"):
            try:
                about, table = shards.read(path, columns)
            except shards.DamagedShardError as error:
                raise StoreError(f"shard {path} is damaged ({error}); move it away, and run the "
                                 "study again, which does its runs anew") from error
            plan = about.pop("plan")
            if plan != self.plan.fingerprint:
                raise ForeignPlanError(f"shard {path} belongs to another plan ({plan}, not "
                                       f"{self.plan.fingerprint}); move it away")
            runs = table["run"].to_numpy()
            if len(others := runs[~((runs >= 0) & (runs < len(self.plan)))]):
                raise StoreError(f"shard {path} has run {others[0]}, but the runs of the plan are "
                                 f"0 to {len(self.plan) - 1}; move it away")
            yield about, table

    def rows(self, columns=shards.SCHEMA.names, more=()):
        """Return the stored results, each run once, in the plan's order.

        If shards differ on a run, `shards.once` says which row counts.

        Parameters
        ----------
        columns : sequence of str
            The columns to read; by default all.
        more : sequence of pyarrow.Table
            Of `shards.SCHEMA`: runs that were computed again or elsewhere, to compare.

        Raises
        ------
        StoreError
            If a shard is damaged or belongs to another plan, or if a run has different results.
        """
        tables = [table for _, table in self._tables(columns)]
        new = [table.select(columns) for table in (shards.SCHEMA.empty_table(), *more)]
        frame = shards.joined([*tables, *new]).to_pandas()
        try:
            return shards.once(frame, self.plan.solved)
        except ValueError as error:
            raise StoreError(f"in store {self.folder}, {error}") from error


load = Store.load


def _long(frame, names):
    """Return a row for each entry of the lists in some columns, which lose their prefix.

    The last column is left out if it is nowhere.
    """
    lengths = frame[names[-2]].map(len)
    courses = {name.partition("_")[2]: np.concatenate([np.zeros(0, int), *(
        np.full(length, np.nan) if course is None else course
        for course, length in zip(frame.pop(name), lengths, strict=True))]) for name in names}
    if np.isnan(courses["calls"]).all():
        del courses["calls"]
    return frame.loc[frame.index.repeat(lengths)].reset_index(drop=True).assign(**courses)


def _create(folder, manifest):
    """Make a store of no runs."""
    folder.mkdir(parents=True, exist_ok=True)
    with replacing(folder / "manifest.json", "w") as file:
        json.dump(manifest, file, indent=1)
