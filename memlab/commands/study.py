"""``python3 -m memlab study``: run the paper's study, or an experiment of your own, and report."""

import argparse
import contextlib
import os
import shlex
import sys
import time
from pathlib import Path

from .. import paths
from ..analysis import ioh
from ..files import check_replaceable
from ..paper import tables
from ..paper.profiles import PROFILES
from ..plots.export import check_drawing
from ..report import archive, chapters, experiment, page
from ..report import tables as display
from ..study import cluster, costs
from ..study.batches import WorkersDiedError
from ..study.execute import FailedRunsError, run
from ..study.experiment import read_plan
from ..study.progress import duration
from ..study.provenance import cores
from ..study.store import Store, StoreError
from ..study.worker import ForeignWorkerError, compute_run
from . import at_least, directory

_ERRORS = (OSError, ValueError, FailedRunsError, WorkersDiedError, ForeignWorkerError,
           cluster.ClusterError, chapters.NotebookError)


def main(argv):
    """Run the command; returns the exit status: 0, 1 if something failed, 130 if interrupted."""
    arguments = _parse(argv)
    try:
        (_experiment if arguments.file else _study)(arguments)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where it stopped", file=sys.stderr)
        return 130
    except _ERRORS as error:
        print(f"memlab study: {error}", file=sys.stderr)
        return 1
    return 0


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab study",
        description="Run the paper's study, or the experiment in FILE, and write a report. What "
                    "is finished is kept: the same command goes on after an interruption.",
        epilog="profiles: " + "; ".join(f"{p.name}: {p.purpose}" for p in PROFILES.values()))
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE",
                        help="an experiment (TOML); without one, the paper's study is run")
    parser.add_argument("--profile", choices=PROFILES, default="quick",
                        help="how much of the paper's study to run (default: quick)")
    parser.add_argument("--out", type=directory, metavar="DIR",
                        help="folder for results (default: runs/PROFILE or runs/NAME)")
    parser.add_argument("--workers", type=at_least(1), default=cores(), metavar="N",
                        help="processes (default: all %(default)s cores)")
    parser.add_argument("--seed", type=at_least(0), metavar="S",
                        help="seed of all graphs and runs (default: 0, or that of FILE)")
    parser.add_argument("--dask", metavar="ADDRESS",
                        help="compute on the Dask cluster with this scheduler, such as "
                             "tcp://127.0.0.1:8786, instead of on this machine")
    parser.add_argument("--estimate", action="store_true",
                        help="say what it would cost, and do nothing")
    parser.add_argument("--ship", type=directory, metavar="DIR",
                        help="afterwards put runs, tables and provenance into this folder, small "
                             "enough to hand on")
    parser.add_argument("--ioh", type=directory, metavar="DIR",
                        help="afterwards write the traced runs for IOHprofiler into this folder")
    arguments = parser.parse_args(argv)
    if arguments.ship is not None:
        try:
            check_replaceable(arguments.ship, *archive.MARK)      # before hours of work
        except ValueError as error:
            parser.error(f"argument --ship: {error}")
    return arguments


def _experiment(arguments):
    """The reader's experiment."""
    plan = read_plan(arguments.file, arguments.seed)
    out = (arguments.out or paths.runs(plan.name)).absolute()
    print(f"memlab study, experiment {plan.name}: {plan.title}")
    if _announced(arguments, {plan.name: plan}, {plan.name: out}):
        return
    with _where(arguments) as options:
        store = run(plan, out, **options)
    command = _command(arguments, shlex.quote(str(arguments.file)))
    print(f"\nThe report: {experiment.write(store, out, command)}")
    _hand_on(arguments, {"": store}, store, command)


def _study(arguments):
    """The paper's study in the size of a profile."""
    profile, seed = PROFILES[arguments.profile], arguments.seed or 0
    out = (arguments.out or paths.runs(profile.name)).absolute()
    print(f"memlab study, profile {profile.name}: {profile.purpose}")
    folders = {part: out / part for part in profile.parts}
    found = _finished(folders["grid"])
    grid = found[0].runs() if found and found[1].all() else None
    if _announced(arguments, profile.plans(seed, grid), folders, ", and then the notebooks"):
        return
    with _where(arguments) as options:
        stores = profile.compute(out, seed, **options)
    target = out / "report.html"
    target.unlink(missing_ok=True)      # of an older state, should a notebook fail now
    executed = _chapters(profile, out, arguments, seed)
    comparison = tables.compare_scores(stores["evaluation"].runs())
    command = _command(arguments, f"--profile {profile.name}")
    page.write(target, f"memlab: the study, {profile.name} profile",
               page.facts(profile, list(stores.values()), command),
               page.opening(comparison), executed)
    print("\nTable 1, mean scores (= equivalent to the paper's within 1 %, ≠ differs,\n"
          f"? undecided, – not comparable: smaller budget)\n\n{display.scores(comparison)}\n\n"
          f"{page.verdicts(comparison)}\n\nThe report: {target}")
    _hand_on(arguments, stores, stores["evaluation"], command)


def _finished(folder):
    """A store, and which of its runs are done; None if there is none, or one to be repaired first.
    """
    with contextlib.suppress(FileNotFoundError, StoreError):
        store = Store.load(folder, complete=False)
        return store, store.finished()


def _announced(arguments, plans, folders, rest=""):
    """Say what will be run, where, and how long it will take; whether that was all to do."""
    found = {part: _finished(folder) for part, folder in folders.items()}
    done = {part: of[1] for part, of in found.items() if of and of[0].plan == plans[part]}
    estimate = costs.table(plans, arguments.workers, costs.machine_factor(compute_run), done)
    width = max(map(len, plans)) + 2
    for part, row in estimate.iterrows():
        print(f"  {part:{width}}{row['runs']:>11,.0f} runs of {plans[part].budget:,} evaluations, "
              f"{row['done']:,.0f} done; {row['core_hours']:,.2f} core hours left")
    processes = "process" if arguments.workers == 1 else "processes"
    print(f"  about {duration(3_600 * estimate['hours'].sum())} on this machine with "
          f"{arguments.workers} {processes}{rest}")
    print(f"  results in {os.path.commonpath(folders.values())}", flush=True)
    return arguments.estimate


@contextlib.contextmanager
def _where(arguments):
    """Options of `run` that say where it computes: here, or on a cluster. A report must follow."""
    check_drawing()
    if arguments.dask is None:
        yield {"workers": arguments.workers}
    else:
        with cluster.connected(arguments.dask) as (executor, workers):
            print(f"  on the cluster at {arguments.dask}, {workers()} workers now", flush=True)
            yield {"executor": executor, "workers": workers}


def _chapters(profile, out, arguments, seed):
    """Execute the notebooks in order; returns the executed copies."""
    paths.prepend("PYTHONPATH", paths.ROOT)      # the notebooks' kernel imports this very memlab
    parameters = {"profile": profile.name, "out": str(out), "workers": arguments.workers,
                  "seed": seed}
    targets = {name: out / "notebooks" / f"{name}.ipynb" for name in chapters.CHAPTERS}
    for name in chapters.CHAPTERS:
        print(f"{name}: ", end="", flush=True)
        begin = time.monotonic()
        ran = chapters.execute(chapters.source(name), targets[name], parameters)
        print(duration(time.monotonic() - begin) if ran else "nothing has changed", flush=True)
    return list(targets.values())


def _hand_on(arguments, stores, traced, command):
    """Write what the options --ship and --ioh ask for."""
    if arguments.ship is not None:
        size = archive.ship(stores, arguments.ship, command)
        print(f"Shipped: {arguments.ship} ({size / 1e6:.1f} MB)")
    if arguments.ioh is not None:
        ioh.export_ioh(traced, arguments.ioh)
        print(f"For IOHprofiler: {arguments.ioh}")


def _command(arguments, what):
    """The command that makes this again."""
    seed = f" --seed {arguments.seed}" if arguments.seed else ""
    return f"python3 -m memlab study {what}{seed}"
