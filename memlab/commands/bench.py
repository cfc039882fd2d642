"""``python3 -m memlab bench``: memlab against a plain implementation, cell by cell.

The plain one is ``tests/reference.py``: sparse matrix products and straightforward jitted loops, as
the paper's appendix describes its own code. Both run the paper's selected configurations on the
same graph, in turn, in this one process; the minimum of several runs counts. The plain one keeps no
trace, so memlab is timed without; what a trace costs is timed besides. Ratios are what carries over
to other machines, seconds do not.

With ``--custom`` it is a user's problem against a built-in one of equal work: blocks written as a
`CustomProblem` in ``tests/helpers/user_problems.py`` against `DeceptiveLeadingBlocks`.
"""

import argparse
import functools
import importlib.util
import json
import sys
import time
from pathlib import Path

import pandas as pd

from ..evolution import evolve
from ..files import replacing
from ..graphs import datasets
from ..names import DATASETS, GRAPH_PROBLEMS, label
from ..paths import ROOT
from ..problems import PROBLEMS, DeceptiveLeadingBlocks
from ..study import provenance, published

QUICK_DATASETS = ("er_small", "ba_large")
CUSTOM_BITS, CUSTOM_BLOCK, CUSTOM_BUDGET = 192, 3, 200_000
PARAMETERS = ("mu", "lambda_", "crossover_rate", "lb_probability")


def main(argv):
    """Run the benchmark as the command line says; returns the exit status."""
    arguments = _parse(argv)
    if arguments.custom:
        frame = measure_custom(CUSTOM_BUDGET // (10 if arguments.quick else 1), arguments.repeats)
        print(frame.round(3).to_string(index=False))
        if arguments.out is not None:
            write(frame, arguments.out, arguments, "custom")
        return 0
    names = QUICK_DATASETS if arguments.quick else DATASETS
    budget = 4_000 if arguments.quick else 40_000
    frame = measure(names, budget, arguments.repeats)
    print(table(frame))
    if arguments.out is not None:
        write(frame, arguments.out, arguments)
    return 0


def measure(names, budget, repeats):
    """Seconds per run of both implementations for all cells of the given datasets.

    Parameters
    ----------
    names : sequence of str
        Datasets.
    budget, repeats : int

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, lambda_, crossover_rate, lb_probability, budget,
        reference_seconds, memlab_seconds, traced_seconds (processor time, minimum over `repeats`
        runs with different seeds; the last is memlab with a trace), ratio of the first two.
    """
    plain = _from_tests("reference")
    best = published.best_configurations()
    rows = []
    for cell in best[best["dataset"].isin(names)].itertuples(index=False):
        graph = datasets.graph(cell.dataset, "test", 0, 0)
        ours, theirs = PROBLEMS[cell.problem](graph), plain.Reference(cell.problem, graph)
        parameters = {name: getattr(cell, name) for name in PARAMETERS}
        if cell.mode != "lb":
            parameters["lb_probability"] = None
        calls = {
            "reference": functools.partial(plain.evolve, theirs),
            "memlab": functools.partial(evolve, ours, trace=False),
            "traced": functools.partial(evolve, ours, trace=True),
        }
        least = dict.fromkeys(calls, float("inf"))
        for repeat in range(-1, repeats):       # the first time, with a tiny budget, compiles
            for name, call in calls.items():
                spent = cell.mu + cell.lambda_ if repeat < 0 else budget
                begin = time.process_time()
                call(mode=cell.mode, budget=spent, seed=repeat + 1, **parameters)
                if repeat >= 0:
                    least[name] = min(least[name], time.process_time() - begin)
        seconds = {f"{name}_seconds": value for name, value in least.items()}
        rows.append({**cell._asdict(), "budget": budget, **seconds,
                     "ratio": least["reference"] / least["memlab"]})
        print(f"{label(cell.problem):8}{label(cell.dataset):9}{label(cell.mode):11}"
              f"{least['reference']:9.3f} s {least['memlab']:9.4f} s {rows[-1]['ratio']:8.1f} x",
              flush=True)
    return pd.DataFrame(rows)


def measure_custom(budget, repeats):
    """Seconds per run of a user's problem and of a built-in one of equal work.

    Parameters
    ----------
    budget, repeats : int

    Returns
    -------
    DataFrame
        mode, budget, builtin_seconds, custom_seconds (processor time, minimum over `repeats` runs
        with different seeds), speed: of the user's problem, that of the built-in one being 1.
    """
    problems = {"builtin": DeceptiveLeadingBlocks(CUSTOM_BITS, CUSTOM_BLOCK),
                "custom": _from_tests("user_problems", "helpers").leading_blocks(
                    CUSTOM_BITS, CUSTOM_BLOCK)}
    rows = []
    for cell in published.universal_configurations().itertuples(index=False):
        parameters = {**cell._asdict(), "trace": False}
        if cell.mode != "lb":
            parameters["lb_probability"] = None
        least = dict.fromkeys(problems, float("inf"))
        for repeat in range(-1, repeats):       # the first time, with a tiny budget, compiles
            for name, problem in problems.items():
                spent = cell.mu + cell.lambda_ if repeat < 0 else budget
                begin = time.process_time()
                evolve(problem, budget=spent, seed=repeat + 1, **parameters)
                if repeat >= 0:
                    least[name] = min(least[name], time.process_time() - begin)
        rows.append({"mode": cell.mode, "budget": budget,
                     **{f"{name}_seconds": value for name, value in least.items()},
                     "speed": least["builtin"] / least["custom"]})
    return pd.DataFrame(rows)


def table(frame):
    """The ratios as text, problems and modes down, datasets across, with the sums below."""
    wide = frame.assign(cell=frame["problem"].map(label) + " " + frame["mode"].map(label))
    wide = wide.pivot(index="cell", columns="dataset", values="ratio")
    order = [f"{label(problem)} {label(mode)}" for problem in GRAPH_PROBLEMS
             for mode in dict.fromkeys(frame["mode"])]
    names = [name for name in DATASETS if name in wide]
    wide = wide.loc[order, names].rename(columns=label)
    wide.index.name = wide.columns.name = None
    reference, memlab, traced = frame[["reference_seconds", "memlab_seconds",
                                       "traced_seconds"]].sum()
    return (f"\nTimes faster than the plain implementation, one run of {frame['budget'].iloc[0]:,} "
            f"evaluations:\n\n{wide.round(1).to_string()}\n\nAll {len(frame)} cells together: "
            f"{reference:.1f} s against {memlab:.2f} s, {reference / memlab:.1f} times faster; "
            f"a trace costs {100 * (traced / memlab - 1):.1f} % more")


def write(frame, folder, arguments, name="bench"):
    """``bench.csv`` and, beside it, what it was measured with (``provenance.json``).

    Of ``--custom``, ``custom.csv`` and ``custom_provenance.json``.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    made = {"command": "python3 -m memlab bench" + " --custom" * arguments.custom
            + " --quick" * arguments.quick
            + f" --repeats {arguments.repeats}",
            "versions": provenance.versions(), "machine": provenance.machine()}
    with replacing(folder / f"{name}.csv", "w") as file:
        frame.to_csv(file, index=False, float_format="%.6g")
    provenance_name = "provenance.json" if name == "bench" else f"{name}_provenance.json"
    with replacing(folder / provenance_name, "w") as file:
        json.dump(made, file, indent=1)


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab bench", description="Time memlab against a plain implementation "
        "at the paper's selected configurations, one thread, processor time.")
    parser.add_argument("--quick", action="store_true",
                        help=f"only {' and '.join(QUICK_DATASETS)}, with a tenth of the budget")
    parser.add_argument("--custom", action="store_true",
                        help="time a user's problem against a built-in one of equal work instead")
    parser.add_argument("--repeats", type=int, default=3, metavar="N",
                        help="runs of which the fastest counts (default: 3)")
    parser.add_argument("--out", metavar="DIR", help="folder for bench.csv and provenance.json")
    arguments = parser.parse_args(argv)
    if arguments.repeats < 1:
        parser.error(f"argument --repeats: must be at least 1, not {arguments.repeats}")
    return arguments


def _from_tests(name, folder=""):
    """A module of the tests, which are part of the clone and not of the package."""
    path = ROOT / "tests" / folder / f"{name}.py"
    if getattr(sys.modules.get(name), "__file__", None) == str(path):
        return sys.modules[name]         # a second copy's functions would be others
    specification = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module           # Numba's cache looks the module up
    specification.loader.exec_module(module)
    return module
