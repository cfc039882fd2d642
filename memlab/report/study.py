"""Run the paper's study or an experiment, say at the terminal how it goes, and write the report."""

import contextlib
import shlex
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait

from ..paper.profiles import PROFILES
from ..paper.profiles import profile as size_of
from ..study import batches, cluster, execute
from ..study.experiment import read_plan
from ..study.imported import import_runs
from ..study.manifests import StoreError
from ..study.progress import Progress
from ..study.provenance import cores
from ..study.store import Store
from ..support import paths
from ..support.checks import integer
from ..support.files import check_replaceable
from ..support.pool import Pool
from . import estimates
from .chapters import BRIEF, CHAPTERS, executed, source

_REPORT = 12.0      # seconds for the report of an experiment


def run(profile="quick", out=None, workers=None, seed=None, dask=None, estimate=False, ship=None):
    """Run the paper's study and its chapters; what is finished is kept.

    Parameters
    ----------
    profile : str
        Size of the study, see `memlab.paper.profile`.
    out : Path, optional
        Folder of runs, chapters and report; ``runs/PROFILE`` by default.
    workers : int, optional
        Processes on this machine; one per core by default.
    seed : int, optional
        Seed of all graphs and runs; 0 by default.
    dask : str, optional
        Address of a Dask scheduler, to compute on its cluster instead.
    estimate : bool
        Whether to only say what it would cost.
    ship : Path, optional
        Folder for an archive of runs, tables and provenance.

    Examples
    --------
    >>> run("smoke", workers=2, estimate=True)
    memlab study, profile smoke: ...
      grid ...
      about ... on this machine with 2 processes, report included
      results in ...smoke
    """
    paper, workers = size_of(profile), _begins(ship, workers)
    print(f"memlab study, profile {profile}: {paper.purpose}", flush=True)
    out = (out or paths.runs(profile)).absolute()
    sources = {name: source(name) for name in CHAPTERS}      # they are in clones only
    if (out / "notebooks").resolve() == paths.NOTEBOOKS.resolve():
        raise ValueError(f"out must not be {out}: its chapters would be replaced by executed ones")
    plans = paper.plans(seed or 0, _grid(out))
    if estimate:
        _estimate(plans, out, workers, sum(chapter.seconds for chapter in CHAPTERS.values()))
        return
    study = _Study(paper, plans, out, sources, {
        "profile": profile, "out": str(out), "workers": workers, "seed": seed or 0},
        f"python3 -m memlab study {paper.option}" + (f" --seed {seed}" if seed else ""))
    with cluster.connected(dask) as (executor, available):
        stores = study.run(executor, available)
    _say_what_came_out(stores["evaluation"], out, paper.margin)
    _ship(stores, ship, study.command)


def run_file(file, profile=None, out=None, workers=None, seed=None, dask=None, estimate=False,
             ship=None, part=(1, 1), merge=(), beside=()):
    """Run the experiment in a file; what is finished is kept. Other parameters: see `run`.

    Parameters
    ----------
    file : Path
        The experiment, in TOML.
    profile : str, optional
        Its size, if the file has several.
    part : (int, int)
        Which part of the runs to compute, and of how many; then there is no report.
    merge : sequence of Path
        Folders of the same experiment, whose runs are taken over.
    beside : sequence of path-like
        Others' runs for the report, as `memlab.study.import_runs` takes them.

    Examples
    --------
    >>> from pathlib import Path
    >>> run_file(Path("swap.toml"), workers=2, estimate=True)  # doctest: +SKIP
    """
    workers, plan = _begins(ship, workers), read_plan(file, seed, profile=profile)
    theirs = [*map(import_runs, beside)]
    if ship is not None:
        plan.paths()      # which an archive can hold
    print(f"memlab study, experiment {plan.name}: {plan.title}", flush=True)
    out = (out or paths.runs(plan.name)).absolute()
    if estimate:
        _estimate({"": plan}, out, workers, _REPORT)
        return
    Store.open(out, plan).merge(merge)
    with cluster.connected(dask) as (executor, available):
        if part[0] == part[1] == 1:      # of jobs that begin together, none tries runs
            _estimate({"": plan}, out, workers, _REPORT)
        store = execute.run(plan, out, executor, available or workers, part=part)
    if part[1] > 1:
        print("Part {} of {} is done; after all of them, the same command without --part writes "
              "the report".format(*part))
        return
    from . import experiment

    command = f"python3 -m memlab study {shlex.quote(file.name)}"
    for option, value in (("--profile", profile), ("--seed", seed)):
        if value:
            command += f" {option} {value}"
    print(f"\nThe report: {experiment.write([store, *theirs], out, command)}")
    _ship({"": store}, ship, command, file, profile)


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
    stores : dict of Store
        The parts of the results: those that came with memlab, if they are of a larger profile.

    Examples
    --------
    >>> folder = paths.runs("quick")
    >>> notebooks, stores = book("quick", folder)  # doctest: +SKIP
    """
    from . import archive

    notebooks = [executed(folder, name) for name in CHAPTERS]
    shipped, sizes = archive.shipped(), list(PROFILES)
    if sizes.index(shipped.name) > sizes.index(profile):
        profile, folder = shipped.name, shipped
    return notebooks, PROFILES[profile].load(folder)


def _begins(ship, workers):
    """Refuse, before hours of work, what would end them; return the number of processes."""
    if ship is not None:
        from . import archive

        check_replaceable(ship, *archive.MARK)
    return cores() if workers is None else integer("workers", workers, minimum=1)


def _estimate(plans, out, workers, report):
    with Pool(workers) as pool:
        estimates.announce(plans, out, workers, pool, report)


def _ship(stores, ship, *rest):
    if ship is not None:
        from . import archive

        print(f"Shipped: {ship} ({archive.ship(stores, ship, *rest) / 1e6:.1f} MB)")


def _grid(out):
    """Return the runs of a finished grid search, from which other plans follow; None without."""
    with contextlib.suppress(FileNotFoundError, StoreError):
        store = Store.load(out / "grid", complete=False)
        return store.runs() if store.finished().all() else None


def _say_what_came_out(evaluation, out, margin):
    from ..paper import tables
    from . import tables as display

    comparison = tables.compare_scores(evaluation.runs(), margin)
    print(f"\nTable 1, mean scores (= equivalent to the paper's within {margin:g} %, ≠ differs,\n"
          f"? undecided, – not comparable: smaller budget)\n\n{display.scores(comparison)}\n\n"
          f"{display.verdicts(comparison, margin)}\n\nThe report: {out / 'report.html'}")


class _Study:
    """The paper's study: its runs, its chapters beside them, and its report from the beginning."""

    def __init__(self, paper, plans, out, sources, parameters, command):
        self.paper, self.plans, self.out, self.command = paper, plans, out, command
        self.sources, self.parameters = sources, parameters
        self.stores, self.part = {}, None
        self.left = sorted(CHAPTERS, key=CHAPTERS.get, reverse=True)      # the longest first
        self.under_way, self.ended, self.failed = {}, set(), {}

    def run(self, executor, available):
        """Compute, on an executor if it is given, and write the report; return the stores."""
        first = self.paper.parts[0]
        Store.open(self.out / first, self.plans[first])      # refuses a folder of other things
        with Pool(self.parameters["workers"]) as self.pool:
            runs, cost, pace = estimates.announce(
                self.plans, self.out, self.parameters["workers"], self.pool,
                sum(chapter.seconds for chapter in CHAPTERS.values()))
            with Progress("study", runs, 0, cost, pace=pace) as self.bar:
                try:
                    self._compute(executor or self.pool, available or self._free)
                except BaseException:
                    with contextlib.suppress(OSError):
                        self._show("stopped")
                    raise
        self._show("complete")
        return self.stores

    def _compute(self, executor, workers):
        """Compute the runs and execute the chapters."""
        try:
            self.stores = self.paper.compute(
                self.out, self.parameters["seed"], self._part_begins, executor=executor,
                progress=self.bar, workers=workers)
            self.bar.begin("report", len(CHAPTERS), len(self.ended), "chapters")
            while self.left or self.under_way:
                self._go_on()
                wait(self.under_way, return_when=FIRST_COMPLETED)
        except (BrokenExecutor, batches.WorkersDiedError) as error:
            raise RuntimeError("a process died, perhaps for want of memory. Under way were "
                               f"{', '.join([*self.under_way.values(), 'runs'])}; the same command "
                               "goes on where it stopped") from error
        for error in self.failed.values():
            raise error

    def _part_begins(self, stores, part):
        self.stores, self.part = stores, part
        self._free()
        self._show("under way")

    def _free(self):
        """Let chapters go on, which share their processes with the runs; return how many these are.
        """
        # nothing may run beside the runs that go one at a time
        if all(part in self.stores for part, plan in self.plans.items() if plan.one_at_a_time):
            self._go_on()
        return self.parameters["workers"]

    def _go_on(self):
        """Collect chapters that have ended, and begin those whose runs are there."""
        from . import engine

        for future in [future for future in self.under_way if future.done()]:
            try:
                changed, name = future.result(), self.under_way.pop(future)
                Progress.write(f"{name}: {'done' if changed else 'nothing has changed'}")
                self.ended.add(name)
            except engine.NotebookError as error:
                name = self.under_way.pop(future)
                self.failed[name] = error
            self.bar.advance(0, CHAPTERS[name].seconds)
            self._show("under way")
        absent = set(self.paper.parts).difference(self.stores)
        for name in [name for name in self.left if absent.isdisjoint(CHAPTERS[name].reads)]:
            future = self.pool.submit(engine.execute, self.sources[name],
                                      executed(self.out, name), self.parameters)
            self.under_way[future] = name
            self.left.remove(name)

    def _show(self, state):
        """Write the report of what is finished; unless it is complete, it says what is not."""
        from . import exporter

        states = {self.part: "under way", **dict.fromkeys(self.under_way.values(), "under way"),
                  **dict.fromkeys([*self.stores, *self.ended], "finished"),
                  **dict.fromkeys(self.failed, "failed")}
        rows = {name: states.get(name, "to come") for name in (*self.paper.parts, *CHAPTERS)}
        opening, *rest = [name for name in CHAPTERS if name in self.ended or name == BRIEF]
        exporter.write(self.out / "report.html", f"memlab: the study, {self.paper.name} profile",
                       executed(self.out, opening) if opening in self.ended else None,
                       [executed(self.out, name) for name in rest],
                       None if state == "complete" else state, rows)
