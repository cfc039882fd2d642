"""``python3 -m memlab study``: run the study, its notebooks, and write the report."""

import argparse
import contextlib
import os
import sys
import time
from pathlib import Path

from .. import beyond
from ..paths import ROOT
from ..report import archive as shipment
from ..report import chapters as notebooks
from ..report import page as report
from ..report import tables as display
from ..study import cluster, costs, pipeline, tables
from ..study.execute import FailedRunsError
from ..study.profiles import PROFILES, folder
from ..study.progress import duration
from ..study.provenance import cores
from ..study.store import Store, StoreError
from ..study.tasks import WorkersDiedError
from ..study.worker import ForeignWorkerError, compute_run

_ERRORS = (StoreError, FailedRunsError, WorkersDiedError, ForeignWorkerError, OSError,
           cluster.ClusterError, notebooks.NotebookError, notebooks.UnknownParameterError,
           shipment.ShipmentError)


def main(argv):
    """Run the command; returns the exit status: 0, 1 if something failed, 130 if interrupted."""
    arguments = _parse(argv)
    try:
        return _study(arguments)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where it stopped", file=sys.stderr)
        return 130
    except _ERRORS as error:
        print(f"memlab study: {error}", file=sys.stderr)
        return 1


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab study",
        description="Run the paper's study and write its report. What is finished is kept: the "
                    "same command goes on after an interruption.",
        epilog="profiles: " + "; ".join(f"{p.name}: {p.purpose}" for p in PROFILES.values()))
    parser.add_argument("--profile", choices=PROFILES, default="quick",
                        help="how much to run (default: quick)")
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="folder for results (default: runs/PROFILE)")
    parser.add_argument("--workers", type=int, default=cores(), metavar="N",
                        help="processes (default: all %(default)s cores)")
    parser.add_argument("--seed", type=int, default=0, metavar="S",
                        help="seed of all graphs and runs (default: 0)")
    parser.add_argument("--dask", metavar="ADDRESS",
                        help="compute on the Dask cluster with this scheduler, such as "
                             "tcp://127.0.0.1:8786, instead of on this machine")
    parser.add_argument("--estimate", action="store_true",
                        help="say what it would cost, and do nothing")
    parser.add_argument("--ship", type=Path, metavar="DIR",
                        help="afterwards put runs, tables and provenance into this folder, small "
                             "enough to hand on")
    arguments = parser.parse_args(argv)
    if arguments.workers < 1:
        parser.error(f"argument --workers: must be at least 1, not {arguments.workers}")
    if arguments.seed < 0:
        parser.error(f"argument --seed: must be at least 0, not {arguments.seed}")
    for name in ("out", "ship"):
        path = getattr(arguments, name)
        if path is not None and path.exists() and not path.is_dir():
            parser.error(f"argument --{name}: must be a folder, but {path} is a file")
    return arguments


def _study(arguments):
    profile = PROFILES[arguments.profile]
    out = folder(profile.name, arguments.out)
    if arguments.ship is not None:
        shipment.check(arguments.ship)      # before hours of work
    _announce(profile, out, arguments)
    if arguments.estimate:
        return 0
    with _where(arguments) as options:
        stores = pipeline.compute(profile.name, out, arguments.seed, **options)
    beyond.run(profile.name, out / "beyond", arguments.workers, arguments.seed)
    page = out / "report.html"
    page.unlink(missing_ok=True)      # of an older state, should a notebook fail now
    chapters = _chapters(profile, out, arguments)
    comparison = tables.compare_scores(stores["evaluation"].runs())
    report.write(page, f"memlab: the study, {profile.name} profile",
                 report.facts(profile, list(stores.values()), _command(arguments)),
                 report.opening(comparison), chapters)
    _summarise(comparison)
    print(f"\nThe report: {page}")
    if arguments.ship is not None:
        size = shipment.ship(stores, arguments.ship, _command(arguments))
        print(f"Shipped: {arguments.ship} ({size / 1e6:.1f} MB)")
    return 0


@contextlib.contextmanager
def _where(arguments):
    """Options of `run` that say where it computes: here, or on a cluster."""
    if arguments.dask is None:
        yield {"workers": arguments.workers}
    else:
        with cluster.connected(arguments.dask) as (executor, workers):
            print(f"  on the cluster at {arguments.dask}, {workers()} workers now", flush=True)
            yield {"executor": executor, "workers": workers}


def _announce(profile, out, arguments):
    """Say what will be run, where, and how long it will take on this machine."""
    print(f"memlab study, profile {profile.name}: {profile.purpose}")
    plans, done = pipeline.plans(profile.name, arguments.seed), {}
    for part in plans:
        if (out / part / "manifest.json").exists():
            store = Store.load(out / part)
            plans[part], done[part] = store.plan, store.finished()
    factor = costs.machine_factor(compute_run)
    estimate = costs.table(plans, arguments.workers, factor, done)
    for part, row in estimate.iterrows():
        print(f"  {part:12}{row['runs']:>11,.0f} runs of {plans[part].budget:,} evaluations, "
              f"{row['done']:,.0f} done; {row['core_hours']:,.2f} core hours left")
    processes = "process" if arguments.workers == 1 else "processes"
    print(f"  about {duration(3_600 * estimate['hours'].sum())} on this machine with "
          f"{arguments.workers} {processes}, and then the notebooks")
    print(f"  results in {out}", flush=True)


def _chapters(profile, out, arguments):
    """Execute the notebooks in order; returns the executed copies."""
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if str(ROOT) not in paths:      # the notebooks' kernel imports this very memlab
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), *paths]))
    parameters = {"profile": profile.name, "out": str(out), "workers": arguments.workers,
                  "seed": arguments.seed}
    executed = []
    for name, taken in notebooks.CHAPTERS.items():
        print(f"{name}: ", end="", flush=True)
        target = out / "notebooks" / f"{name}.ipynb"
        begin = time.monotonic()
        ran = notebooks.execute(notebooks.source(name), target,
                                {parameter: parameters[parameter] for parameter in taken})
        print(duration(time.monotonic() - begin) if ran else "nothing has changed", flush=True)
        executed.append(target)
    return executed


def _summarise(comparison):
    print("\nTable 1, mean scores (= agrees with the paper, ≠ differs, ? one graph cannot tell,\n"
          "– not comparable: smaller budget)\n")
    print(display.scores(comparison))
    print(f"\n{report.verdicts(comparison)}")


def _command(arguments):
    """The command that makes this study again."""
    seed = f" --seed {arguments.seed}" if arguments.seed else ""
    return f"python3 -m memlab study --profile {arguments.profile}{seed}"
