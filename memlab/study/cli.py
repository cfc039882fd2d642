"""``python3 -m memlab study``: run the study, its notebooks, and write the report."""

import argparse
import os
import sys
import time
from pathlib import Path

from ..bootstrap import ROOT
from . import costs, display, notebooks, published, report, tables
from .execute import FailedRunsError, run
from .profiles import PROFILES, evaluation_plan, folder, grid_plan
from .progress import duration
from .provenance import cores
from .store import Store, StoreError
from .worker import compute_run


def main(argv):
    """Run the command; returns the exit status: 0, 1 if something failed, 130 if interrupted."""
    arguments = _parse(argv)
    try:
        return _study(arguments)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where it stopped", file=sys.stderr)
        return 130
    except (StoreError, FailedRunsError, notebooks.NotebookError,
            notebooks.UnknownParameterError, OSError) as error:
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
    arguments = parser.parse_args(argv)
    if arguments.workers < 1:
        parser.error(f"argument --workers: must be at least 1, not {arguments.workers}")
    if arguments.seed < 0:
        parser.error(f"argument --seed: must be at least 0, not {arguments.seed}")
    if arguments.out is not None and arguments.out.exists() and not arguments.out.is_dir():
        parser.error(f"argument --out: must be a folder, but {arguments.out} is a file")
    return arguments


def _study(arguments):
    profile = PROFILES[arguments.profile]
    out = folder(profile.name, arguments.out)
    _announce(profile, out, arguments)
    grid = run(grid_plan(profile.name, arguments.seed), out / "grid", workers=arguments.workers)
    best = (published.best_configurations() if profile.selection == "published"
            else tables.best_configurations(grid.runs()))
    evaluation = run(evaluation_plan(profile.name, best, arguments.seed), out / "evaluation",
                     workers=arguments.workers)
    page = out / "report.html"
    page.unlink(missing_ok=True)      # of an older state, should a notebook fail now
    chapters = _chapters(profile, out, arguments)
    comparison = tables.compare_scores(evaluation.runs())
    report.write(page, f"memlab: the study, {profile.name} profile",
                 report.facts(profile, [grid, evaluation], _command(arguments)),
                 report.opening(comparison), chapters)
    _summarise(comparison)
    print(f"\nThe report: {page}")
    return 0


def _announce(profile, out, arguments):
    """Say what will be run, where, and how long it will take on this machine."""
    plans = {"grid": grid_plan(profile.name, arguments.seed),
             "evaluation": evaluation_plan(profile.name, published.best_configurations(),
                                           arguments.seed)}
    print(f"memlab study, profile {profile.name}: {profile.purpose}")
    left = 0.0
    for name, plan in plans.items():
        done = None
        # The evaluation of configurations yet to be selected cannot be compared with its store.
        if (out / name / "manifest.json").exists() and profile.selection == "published":
            done = Store.open(out / name, plan).finished()
        finished = 0 if done is None else int(done.sum())
        left += costs.plan_seconds(plan, done)
        print(f"  {name + ':':12}{len(plan):>9,} runs of {plan.budget:,} evaluations"
              + (f", {finished:,} of them done" if finished else ""))
    if left:
        left *= costs.machine_factor(compute_run) / arguments.workers
        processes = "process" if arguments.workers == 1 else "processes"
        print(f"  about {duration(left)} with {arguments.workers} {processes}, and then the "
              "notebooks")
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
