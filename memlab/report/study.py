"""Run the paper's study or an experiment, say at the terminal how it goes, and write the report."""

import contextlib
import shlex
import time

from .. import paths
from ..analysis import ioh
from ..checks import integer
from ..files import check_replaceable
from ..paper import tables
from ..paper.profiles import PAPER, PROFILES
from ..plots.export import check_drawing
from ..study import cluster, costs, execute
from ..study.experiment import read_plan
from ..study.progress import duration
from ..study.provenance import cores
from ..study.store import Store, StoreError
from ..study.worker import compute_run
from . import archive, chapters, experiment, page
from . import tables as display


def run(file=None, profile="quick", out=None, workers=None, seed=None, dask=None, estimate=False,
        ship=None, ioh_folder=None):
    """Run the experiment in a file, or the paper's study; what is finished is kept.

    Parameters
    ----------
    file : Path, optional
        An experiment, in TOML; without one, it is the paper's study.
    profile : {"smoke", "quick", "laptop", "paper"}
        Size of the paper's study.
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
    ioh_folder : Path, optional
        Folder for the traced runs in the format of IOHprofiler.

    Examples
    --------
    >>> run(profile="smoke", workers=2, estimate=True)
    memlab study, profile smoke: ...
      grid ...
      about ... on this machine with 2 processes, and then the notebooks
      results in ...smoke
    """
    workers = cores() if workers is None else integer("workers", workers, minimum=1)
    if ship is not None:
        check_replaceable(ship, *archive.MARK)      # before hours of work
    if file is None:
        paper, what, rest = PROFILES[profile], f"--profile {profile}", ", and then the notebooks"
        title, out = f"profile {profile}: {paper.purpose}", out or paths.runs(profile)
        for name in chapters.CHAPTERS:
            chapters.source(name)      # they are in clones only
        plans = paper.plans(seed or 0, _grid(out))
    else:
        plan = read_plan(file, seed)
        what, rest = shlex.quote(str(file)), ""
        title, out = f"experiment {plan.name}: {plan.title}", out or paths.runs(plan.name)
        plans = {"": plan}
    out = out.absolute()
    print(f"memlab study, {title}")
    _announce(plans, out, workers, rest)
    if estimate:
        return
    check_drawing()      # a report must follow
    here = contextlib.nullcontext((None, workers))
    with cluster.connected(dask) if dask else here as (executor, available):
        if dask:
            print(f"  on the cluster at {dask}, {available()} workers now", flush=True)
        place = {"executor": executor, "workers": available}
        stores = (paper.compute(out, seed or 0, **place) if file is None
                  else {"": execute.run(plan, out, **place)})
    command = f"python3 -m memlab study {what}" + (f" --seed {seed}" if seed else "")
    if file is None:
        _report(paper, stores, out, command, {"workers": workers, "seed": seed or 0})
    else:
        print(f"\nThe report: {experiment.write(stores[''], out, command)}")
    if ship is not None:
        size = archive.ship(stores, ship, command)
        print(f"Shipped: {ship} ({size / 1e6:.1f} MB)")
    if ioh_folder is not None:
        ioh.export_ioh(stores["evaluation" if file is None else ""], ioh_folder)
        print(f"For IOHprofiler: {ioh_folder}")


def book(profile, folder, seed):
    """Prepare what the book is made of, from a finished study.

    Parameters
    ----------
    profile : {"smoke", "quick", "laptop", "paper"}
        The size of the study.
    folder : Path
        Where its runs and chapters are.
    seed : int
        Its seed.

    Returns
    -------
    notebooks : list of Path
        The executed chapters in order; those that need no study are executed now.
    profile : Profile
        Of the results: those that came with memlab, if they are of a larger profile.
    stores : dict of Store
        The paper's parts of the results.

    Examples
    --------
    >>> folder = paths.runs("quick")
    >>> notebooks, profile, stores = book("quick", folder, seed=0)  # doctest: +SKIP
    """
    names = sorted(path.stem for path in paths.NOTEBOOKS.glob("*.ipynb"))
    _execute([name for name in names if name not in chapters.CHAPTERS], folder, {"seed": seed})
    notebooks = [folder / "notebooks" / f"{name}.ipynb" for name in names]
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


def _announce(plans, out, workers, rest):
    """Say what will be run, where, and how long it will take."""
    kept = {part: _kept(out / part) for part in plans}
    done = {part: pair[1] for part, pair in kept.items() if pair and pair[0].plan == plans[part]}
    estimate = costs.table(plans, workers, costs.machine_factor(compute_run), done)
    width = max(len(plan.name) for plan in plans.values()) + 2
    for part, row in estimate.iterrows():
        print(f"  {plans[part].name:{width}}{row['runs']:>11,.0f} runs of "
              f"{plans[part].budget:,} evaluations, {row['done']:,.0f} done; "
              f"{row['core_hours']:,.2f} core hours left")
    processes = "process" if workers == 1 else "processes"
    print(f"  about {duration(3_600 * estimate['hours'].sum())} on this machine with "
          f"{workers} {processes}{rest}")
    print(f"  results in {out}", flush=True)


def _report(profile, stores, out, command, parameters):
    """Execute the chapters of the paper's study, and write its report."""
    target = out / "report.html"
    target.unlink(missing_ok=True)      # of an older state, should a notebook fail now
    executed = _execute(chapters.CHAPTERS, out,
                        {"profile": profile.name, "out": str(out), **parameters})
    comparison = tables.compare_scores(stores["evaluation"].runs())
    page.write(target, f"memlab: the study, {profile.name} profile",
               page.facts(profile, list(stores.values()), command),
               page.opening(comparison), executed)
    print("\nTable 1, mean scores (= equivalent to the paper's within 1 %, ≠ differs,\n"
          f"? undecided, – not comparable: smaller budget)\n\n{display.scores(comparison)}\n\n"
          f"{page.verdicts(comparison)}\n\nThe report: {target}")


def _execute(names, folder, parameters):
    """Execute notebooks in order; return the paths of the executed copies."""
    targets = [folder / "notebooks" / f"{name}.ipynb" for name in names]
    for name, target in zip(names, targets, strict=True):
        print(f"{name}: ", end="", flush=True)
        begin = time.monotonic()
        ran = chapters.execute(chapters.source(name), target, parameters)
        print(duration(time.monotonic() - begin) if ran else "nothing has changed", flush=True)
    return targets
