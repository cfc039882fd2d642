"""Run the paper's study or an experiment, say at the terminal how it goes, and write the report."""

import contextlib
import shlex
from concurrent.futures import as_completed

from ..paper import profiles, tables
from ..study import cluster, execute
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
from . import archive, engine, estimates, experiment, exporter
from . import tables as display
from .chapters import CHAPTERS, executed, source

_REPORT, _CHAPTER = 12.0, 15.0      # seconds for the report of an experiment, and for a chapter


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
    paper, workers = profiles.profile(profile), _begins(ship, workers)
    print(f"memlab study, profile {profile}: {paper.purpose}", flush=True)
    out = (out or paths.runs(profile)).absolute()
    sources = {name: source(name) for name in CHAPTERS}      # they are in clones only
    if (out / "notebooks").resolve() == paths.NOTEBOOKS.resolve():
        raise ValueError(f"out must not be {out}: its chapters would be replaced by executed ones")
    plans = paper.plans(seed or 0, _grid(out))
    chapters = _CHAPTER * len(CHAPTERS)
    if estimate:
        _estimate(plans, out, workers, chapters)
        return
    Store.open(out / paper.parts[0], plans[paper.parts[0]])      # refuses a folder of other things
    parameters = {"profile": profile, "out": str(out), "workers": workers, "seed": seed or 0}
    ended, errors = [], []
    with cluster.connected(dask) as (executor, available), Pool(workers) as pool:
        estimates.announce(plans, out, workers, pool, chapters)
        stores = paper.compute(out, seed or 0, executor=executor or pool,
                               workers=available or workers)
        calls = {pool.submit(engine.execute, sources[name], executed(out, name), parameters): name
                 for name in CHAPTERS}
        with Progress("report", len(calls), 0, chapters, unit="chapters") as bar:
            for call in as_completed(calls):
                name = calls[call]
                try:
                    Progress.write(f"{name}: {'done' if call.result() else 'nothing has changed'}")
                    ended.append(name)
                except engine.NotebookError as error:
                    errors.append(error)
                bar.advance(1, _CHAPTER)
    opening, *others = CHAPTERS
    exporter.write(out / "report.html", f"memlab: the study, {paper.name} profile",
                   executed(out, opening) if opening in ended else None,
                   [executed(out, name) for name in others if name in ended],
                   [name for name in CHAPTERS if name not in ended])
    for error in errors:
        raise error
    comparison = tables.compare_scores(stores["evaluation"].runs(), paper.margin)
    print(f"\n{display.verdicts(comparison, paper.margin)}\n\nThe report: {out / 'report.html'}")
    _ship(stores, ship, f"python3 -m memlab study {paper.option}" + f" --seed {seed}" * bool(seed))


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
    notebooks = [executed(folder, name) for name in CHAPTERS]
    shipped, sizes = archive.shipped(), list(profiles.PROFILES)
    if sizes.index(shipped.name) > sizes.index(profile):
        profile, folder = shipped.name, shipped
    return notebooks, profiles.profile(profile).load(folder)


def _begins(ship, workers):
    """Refuse, before hours of work, what would end them; return the number of processes."""
    if ship is not None:
        check_replaceable(ship, *archive.MARK)
    return cores() if workers is None else integer("workers", workers, minimum=1)


def _estimate(plans, out, workers, report):
    with Pool(workers) as pool:
        estimates.announce(plans, out, workers, pool, report)


def _ship(stores, ship, *rest):
    if ship is not None:
        print(f"Shipped: {ship} ({archive.ship(stores, ship, *rest) / 1e6:.1f} MB)")


def _grid(out):
    """Return the runs of a finished grid search, from which other plans follow; None without."""
    with contextlib.suppress(FileNotFoundError, StoreError):
        store = Store.load(out / "grid", complete=False)
        return store.runs() if store.finished().all() else None
