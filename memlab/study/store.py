"""The store of results: a folder with a manifest and Parquet files of finished runs.

A file appears under its name only when it is complete, and no shard is ever changed. So a study can
be killed at any moment and loses only the unfinished tasks. The missing runs of a store are those
that its plan lists and its files do not contain. ::

    store/
      manifest.json        the plan and its fingerprint, versions, machine
      plans/*.json         manifests of the plans that the store had before
      shards/*.parquet     rows of `shards.SCHEMA`, one per run; what code and libraries made them

A shard holds the results of its runs, and says by which plan they are numbered; their inputs are in
that plan. So runs have keys (`Task.key`): what a run of an earlier plan has found serves each run
of the same key in the present one.
"""

import json
import sys
import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa

from ..evolution.run import trace_grid
from . import manifests, provenance, shards
from .manifests import ForeignPlanError, StoreError
from .plan import Plan
from .values import with_values


class Store:
    """The results of a plan in a folder, which may hold those of others, too.

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

    def __init__(self, folder, manifest, plan=None):
        self.folder, self.manifest, self._shared = folder, manifest, {}
        # an archive has its files, and may come from anywhere
        place = Path(folder, manifest["files"]).resolve() if "files" in manifest else ""
        self.plan = plan or Plan.from_dict(manifest["plan"], manifest.get("names", ()),
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

        If the folder holds another plan, the store's plan is `plan` from then on. It takes over
        what both have in common; all else is kept for a plan that asks for it again.

        Raises
        ------
        ForeignPlanError
            If the folder is in an archive of another plan.
        StoreError
            If its manifest cannot be read.
        PermissionError
            If it cannot be written.
        """
        folder = Path(folder)
        try:
            before = cls.load(folder, complete=False)
        except FileNotFoundError:
            manifests.write(folder / manifests.NAME, manifests.of(plan, {}))
            before = cls.load(folder, complete=False)
        store, differs = before.asked(plan), before.plan.differences(plan)
        if any((place / "SHA256SUMS").exists() for place in (folder, folder.parent)):
            if differs:
                raise ForeignPlanError(f"archive {folder} is of another plan, which differs in "
                                       f"{differs}: choose another folder")
            return store
        if differs:
            print(f"{folder} had another plan, which differs in {differs}. Of the {len(plan):,} "
                  f"runs of plan {plan.name!r}, {store.finished().sum():,} are there; what else is "
                  "there is kept", file=sys.stderr, flush=True)
            manifests.write(folder / "plans" / f"{before.plan.fingerprint}.json", before.manifest)
        store.manifest = manifests.of(plan, before.manifest)
        if store.manifest != before.manifest:
            manifests.write(folder / manifests.NAME, store.manifest)
        return store

    def asked(self, plan):
        """Return what is here of the runs of another plan, as a store; nothing is written."""
        return Store(self.folder, self.manifest, plan)

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
        store = manifests.read(Path(folder), manifests.NAME, cls)
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
            `FunctionProblem`, what its function got, as JSON has it: arrays are lists, and sets
            and other objects are their `repr`.
        """
        columns = ["run", "best_fitness", "upper_bound", "proved", "solution", "calls"]
        frame = self.rows(columns).dropna(subset="solution", ignore_index=True)
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
        if (Path(folder) / manifests.NAME).exists():
            raise StoreError(f"folder of a copy must not hold a store, but {folder} does")
        manifests.write(Path(folder) / manifests.NAME, self.manifest | entries)
        copy = Store.load(folder, complete=False)
        copy.merge([self.folder])
        return copy

    def merge(self, folders):
        """Add runs of this plan from other stores, whatever their plans, or none if results differ.

        What the same code computed is in one shard then. Folders and errors are as for `compared`.
        """
        alike = {}
        for computed_by, table in self.compared(folders):
            alike.setdefault((table.schema, *computed_by.items()), []).append(table)
        for (_, *computed_by), tables in alike.items():
            self._write(pa.concat_tables(tables).sort_by("run"), dict(computed_by))

    def compared(self, folders):
        """Return the runs of this plan in other stores, after comparing their results.

        Parameters
        ----------
        folders : sequence of path-like
            Their folders, which are not changed.

        Returns
        -------
        list of (dict, pyarrow.Table)
            What computed them, as in `memlab.study.provenance.here`, and runs of `shards.SCHEMA`.

        Raises
        ------
        FileNotFoundError
            If a folder holds no store.
        ForeignPlanError, StoreError
            If it holds no run of the plan, or is damaged, or has another result of a run than this
            store or another folder.
        """
        found = []
        for folder in folders:
            other = Store.load(folder, complete=False)      # it must be there
            tables = [*self._tables(shards.SCHEMA.names, other.folder)]
            if not tables and other.finished().any():
                raise ForeignPlanError(f"store {folder} has none of the runs of the plan: its own "
                                       f"differs in {other.plan.differences(self.plan)}")
            found += tables
        self.rows(more=[table for _, table in found])
        return found

    def computed_otherwise(self):
        """Return the numbers of the runs that other code or libraries computed: set of int."""
        return {run for computed_by, table in self._tables(["run"])
                if computed_by != provenance.here() for run in table["run"].to_pylist()}

    def finished(self):
        """Return whether each run of the plan is finished: ndarray of bool, shape (len(plan),)."""
        return np.isin(range(len(self.plan)), self.rows(["run"])["run"])

    def _tables(self, columns, folder=None):
        """Yield (the code and libraries that computed it, table) for every shard of a folder.

        Runs have the numbers of this plan; those that it does not ask for are left out.
        """
        folder, plans = folder or self.folder, {self.plan.fingerprint: self.plan}
        for path in shards.paths(folder / "shards"):
            try:
                about, table = shards.read(path, columns)
            except shards.DamagedShardError as error:
                raise StoreError(f"shard {path} is damaged ({error}); move it away, and run the "
                                 "study again, which does its runs anew") from error
            name = about.pop("plan")
            if name not in plans:
                plans = manifests.plans(folder, Store) | plans
            if name not in plans:
                raise ForeignPlanError(f"shard {path} belongs to another plan ({name}), which "
                                       f"{folder} does not have; move it away")
            runs = table["run"].to_numpy()
            if len(others := runs[~((runs >= 0) & (runs < len(plans[name])))]):
                raise StoreError(f"shard {path} has run {others[0]}, but the runs of the plan are "
                                 f"0 to {len(plans[name]) - 1}; move it away")
            if name != self.plan.fingerprint:
                if name not in self._shared:
                    self._shared[name] = self.plan.shared(plans[name])
                table = shards.renumbered(table, self._shared[name])
            if len(table):
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
