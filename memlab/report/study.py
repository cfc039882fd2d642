"""Run the paper's study or an experiment, say at the terminal how it goes, and write the report."""

import contextlib
import functools
import shlex
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait

from ..paper.profiles import PAPER, PROFILES
from ..study import batches, cluster, costs, execute
from ..study.experiment import read_plan
from ..study.pool import Pool
from ..study.progress import Progress, duration
from ..study.provenance import cores
from ..study.store import Store, StoreError
from ..study.worker import compute_run
from ..support import paths
from ..support.checks import integer
from ..support.files import check_replaceable, sweep
from . import chapters
from .html import check_drawing

_REPORT = 12.0      # seconds for the report of an experiment, and for starting processes


def run(file=None, profile=None, out=None, workers=None, seed=None, dask=None, estimate=False,
        ship=None, part=(1, 1), merge=(), ioh_folder=None):
    """Run the experiment in a file, or the paper's study; what is finished is kept.

    Parameters
    ----------
    file : Path, optional
        An experiment, in TOML; without one, it is the paper's study.
    profile : {"smoke", "quick", "laptop", "paper"}, optional
        Size of the paper's study, "quick" by default; or of the experiment, if the file has it.
    out : Path, optional
        Folder of runs and report; ``runs/NAME`` or ``runs/PROFILE`` by default.
    workers : int, optional
        Processes on this machine; one per core by default.
    seed : int, optional
        Seed of all graphs and runs; that of the file, or 0, by default.
    dask : str, optional
        Address of a Dask scheduler, to compute on its cluster instead.
    estimate : bool
        Whether to only say what it would cost.
    ship : Path, optional
        Folder for an archive of runs, tables and provenance.
    part : (int, int)
        Which part of the experiment's runs to compute, and of how many; then there is no report.
    merge : sequence of Path
        Folders of the same experiment, whose runs are taken over.
    ioh_folder : Path, optional
        Folder for the traced runs in the format of IOHprofiler.

    Examples
    --------
    >>> run(profile="smoke", workers=2, estimate=True)
    memlab study, profile smoke: ...
      grid ...
      about ... on this machine with 2 processes, chapters included
      results in ...smoke
    """
    workers = cores() if workers is None else integer("workers", workers, minimum=1)
    if ship is not None:
        from . import archive

        check_replaceable(ship, *archive.MARK)      # before hours of work
    size = f" --profile {profile}" if profile else ""
    if file is None:
        profile = profile or "quick"
        plan, paper, what = None, PROFILES[profile], f"--profile {profile}"
        title, out = f"profile {profile}: {paper.purpose}", out or paths.runs(profile)
        for name in chapters.CHAPTERS:
            chapters.source(name)      # they are in clones only
    else:
        plan, paper = read_plan(file, seed, profile=profile), None
        what = shlex.quote(file.name) + size
        title, out = f"experiment {plan.name}: {plan.title}", out or paths.runs(plan.name)
        if ship is not None:
            plan.paths()      # which an archive can hold
    print(f"memlab study, {title}", flush=True)
    out = out.absolute()
    if file is None and (out / "notebooks").resolve() == paths.NOTEBOOKS.resolve():
        raise ValueError(f"out must not be {out}: its chapters would be replaced by executed ones")
    plans = {"": plan} if plan else paper.plans(seed or 0, _grid(out))
    if estimate:
        _announce(plans, out, workers, chapters.CHAPTERS if paper else ())
        return
    check_drawing()      # a report must follow
    sweep(out)
    command = f"python3 -m memlab study {what}" + (f" --seed {seed}" if seed else "")
    with (cluster.connected(dask) if dask else contextlib.nullcontext((None, None)) as (
            executor, available)):
        if dask:
            print(f"  on the cluster at {dask}, {available()} workers now", flush=True)
        if paper:
            study = _Study(paper, plans, out, {"profile": profile, "out": str(out),
                                               "workers": workers, "seed": seed or 0}, command)
            stores = study.run(executor, available)
        else:
            Store.open(out, plan).merge(merge)
            if part[1] == 1:      # of jobs that begin together, one compiles: no other tries runs
                _announce(plans, out, workers)
            stores = {"": execute.run(plan, out, executor, available or workers, part=part)}
    if part[1] > 1:
        print("Part {} of {} is done; after all of them, the same command without --part writes "
              "the report".format(*part))
        return
    if paper:
        from . import page
        from . import tables as display

        print("\nTable 1, mean scores (= equivalent to the paper's within 1 %, ≠ differs,\n"
              f"? undecided, – not comparable: smaller budget)\n\n"
              f"{display.scores(study.comparison)}\n\n{page.verdicts(study.comparison)}\n\n"
              f"The report: {out / 'report.html'}")
    else:
        from . import experiment

        print(f"\nThe report: {experiment.write(stores[''], out, command)}")
    if ship is not None:
        shipped = archive.ship(stores, ship, command, file, profile)
        print(f"Shipped: {ship} ({shipped / 1e6:.1f} MB)")
    if ioh_folder is not None:
        from ..analysis import ioh

        ioh.export_ioh(stores["evaluation" if paper else ""], ioh_folder)
        print(f"For IOHprofiler: {ioh_folder}")


def book(profile, folder):
    """Prepare what the book is made of, from a finished study.

    Parameters
    ----------
    profile : {"smoke", "quick", "laptop", "paper"}
        The size of the study.
    folder : Path
        Where its runs and chapters are.

    Returns
    -------
    notebooks : list of Path
        The executed chapters in order.
    profile : Profile
        Of the results: those that came with memlab, if they are of a larger profile.
    stores : dict of Store
        The paper's parts of the results.

    Examples
    --------
    >>> folder = paths.runs("quick")
    >>> notebooks, profile, stores = book("quick", folder)  # doctest: +SKIP
    """
    from . import archive

    notebooks = [chapters.executed(folder, name) for name in chapters.CHAPTERS]
    shipped, sizes = archive.shipped(), list(PROFILES)
    if sizes.index(shipped.name) > sizes.index(profile):
        profile, folder = shipped.name, shipped
    paper = PROFILES[profile]
    return notebooks, paper, paper.load(folder, [part for part in PAPER if part in paper.parts])


def _kept(folder):
    """Return a store and which of its runs are done; None if there is none, or a damaged one."""
    with contextlib.suppress(FileNotFoundError, StoreError):
        store = Store.load(folder, complete=False)
        return store, store.finished()


def _grid(out):
    """Return the runs of a finished grid search, from which other plans follow; None without."""
    kept = _kept(out / "grid")
    return kept[0].runs() if kept and kept[1].all() else None


def _done(plans, out):
    """Return which runs of the plans are done, by part."""
    kept = {part: _kept(out / part) for part in plans}
    return {part: pair[1] for part, pair in kept.items() if pair and pair[0].plan == plans[part]}


def _announce(plans, out, workers, notebooks=()):
    """Say what will be run, where, and how long it will take.

    Returns the number of runs that are left, their cost and that of the notebooks, and the expected
    seconds for a unit of it.
    """
    done = _done(plans, out)
    estimate = costs.table(plans, workers, done=done)
    cost = 3_600 * estimate["core_hours"].sum()
    reading = sum(chapters.CHAPTERS[name].seconds for name in notebooks)
    compiling, factor = 0.0, 1.0
    if cost and "" in plans:      # an experiment
        left = [task for task in plans[""].tasks() if "" not in done or not done[""][task.run]]
        seconds, compiling = execute.measured(left, workers)
        factor = seconds / cost
    elif cost:
        factor = costs.machine_factor(compute_run)
    width = max(len(plan.name) for plan in plans.values()) + 2
    for part, row in estimate.iterrows():
        left = duration(max(1.0, 3_600 * factor * row["core_hours"]))
        print(f"  {plans[part].name:{width}}{row['runs']:>11,.0f} runs of "
              f"{plans[part].budget:,} evaluations, {row['done']:,.0f} done"
              + f"; {left} of one core left" * bool(row["done"] < row["runs"]))
    processes = "process" if workers == 1 else "processes"
    whole = factor * (3_600 * estimate["hours"].sum() + reading / workers)
    whole += compiling + (0 if notebooks else _REPORT)
    print(f"  about {duration(whole)} on this machine with {workers} {processes}, "
          f"{'chapters' if notebooks else 'report'} included")
    print(f"  results in {out}", flush=True)
    return int((estimate["runs"] - estimate["done"]).sum()), cost + reading, factor / workers


class _Study:
    """The paper's study: its runs, its chapters beside them, and its report from the beginning."""

    def __init__(self, paper, plans, out, parameters, command):
        self.paper, self.plans, self.out, self.command = paper, plans, out, command
        self.parameters, self.workers = parameters, parameters["workers"]
        self.stores, self.part, self.opening = {}, None, ""
        self.left = sorted(chapters.CHAPTERS, key=chapters.CHAPTERS.get, reverse=True)
        self.under_way, self.ended, self.failed = {}, set(), {}

    def run(self, executor, available):
        """Compute, on an executor if it is given, and write the report; return the stores."""
        from . import engine

        Store.open(self.out / "grid", self.plans["grid"])      # refuses a folder of other things
        done = _done(self.plans, self.out)
        tasks = (task for part, plan in self.plans.items() for task in plan.tasks()
                 if part not in done or not done[part][task.run])
        compute = functools.partial(self.paper.compute, self.out, self.parameters["seed"],
                                    self._part_begins)
        with contextlib.ExitStack() as opened:
            self.pool = opened.enter_context(Pool(self.workers))
            if executor is None:
                execute.compile_kernels(tasks, self.pool, lambda: self.workers)
            runs, cost, pace = _announce(self.plans, self.out, self.workers, self.left)
            self.bar = opened.enter_context(Progress("study", runs, 0, cost, pace=pace))
            try:
                try:
                    self.stores = compute(executor=executor or self.pool, progress=self.bar,
                                          workers=available or self._free)
                except batches.WorkersDiedError:
                    if executor:
                        raise
                    self.pool = opened.enter_context(Pool(self.workers))
                    self.left += self.under_way.values()
                    self.under_way.clear()
                    # in processes that are replaced it turns out which run it was
                    self.stores = compute(workers=self.workers, progress=self.bar)
                self.bar.begin("report", len(chapters.CHAPTERS), len(self.ended), "chapters")
                while self.left or self.under_way:
                    self._go_on()
                    wait(self.under_way, return_when=FIRST_COMPLETED)
                for error in self.failed.values():
                    raise error
            except BaseException as error:
                with contextlib.suppress(OSError):
                    self._show("stopped")
                if isinstance(error, BrokenExecutor):
                    names = ", ".join(sorted([*self.left, *self.under_way.values()]))
                    raise engine.NotebookError(f"a process that ran chapters died: of {names}, "
                                                 "one is to blame") from None
                raise
        self._show("complete")
        return self.stores

    def _part_begins(self, stores, part):
        self.stores, self.part = stores, part
        self._free()
        self._show("under way")

    def _free(self):
        """Let chapters go on, which share their processes with the runs; return how many these are.
        """
        # nothing may run beside the runs that go one at a time
        if all(part in self.stores for part, plan in self.plans.items() if plan.one_at_a_time):
            with contextlib.suppress(BrokenExecutor):      # the runs notice it too
                self._go_on()
        return self.workers

    def _go_on(self):
        """Collect chapters that have ended, and begin those whose runs are there."""
        from . import engine

        for future in [future for future in self.under_way if future.done()]:
            name = self.under_way.pop(future)
            try:
                Progress.write(f"{name}: {'done' if future.result() else 'nothing has changed'}")
                self.ended.add(name)
            except engine.NotebookError as error:
                self.failed[name] = error
            except BrokenExecutor:
                self.left.append(name)
                raise
            self.bar.advance(0, chapters.CHAPTERS[name].seconds)
            self._show("under way")
        absent = set(self.paper.parts).difference(self.stores)
        for name in [name for name in self.left
                     if absent.isdisjoint(chapters.CHAPTERS[name].reads)]:
            future = self.pool.submit(engine.execute, chapters.source(name),
                                      chapters.executed(self.out, name), self.parameters)
            self.under_way[future] = name
            self.left.remove(name)

    def _show(self, state):
        """Write the report of what is finished; unless it is complete, it says what is not."""
        from . import page

        if "evaluation" in self.stores and not self.opening:
            from ..paper import tables

            self.comparison = tables.compare_scores(self.stores["evaluation"].runs())
            self.opening = page.opening(self.comparison)
        states = {self.part: "under way", **dict.fromkeys(self.under_way.values(), "under way"),
                  **dict.fromkeys([*self.stores, *self.ended], "finished"),
                  **dict.fromkeys(self.failed, "failed")}
        rows = {name: states.get(name, "to come")
                for name in (*self.paper.parts, *chapters.CHAPTERS)}
        page.write(self.out / "report.html", f"memlab: the study, {self.paper.name} profile",
                   page.facts(self.paper, list(self.stores.values()), self.command), self.opening,
                   [chapters.executed(self.out, name) for name in chapters.CHAPTERS
                    if name in self.ended], None if state == "complete" else (state, rows))
