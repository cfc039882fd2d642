"""What `python3 -m memlab bench` measures: memlab against plain implementations, in one process.

Both run in turn; the minimum of several runs counts, in processor time. Ratios are what carries
over to other machines, seconds do not.
"""

import functools
import time

import pandas as pd
import reference
from user_problems import leading_blocks

from memlab.evolution.evolve import evolve
from memlab.paper import profile
from memlab.problems import PROBLEMS, DeceptiveLeadingBlocks
from memlab.study.experiment import universal
from memlab.support.names import DATASETS, GRAPH_PROBLEMS, label

CUSTOM_BITS, CUSTOM_BLOCK = 192, 3


def measure(names, budget, repeats):
    """Seconds per run of both implementations for the paper's configurations of some datasets.

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
    rows = []
    for question, source, settings in profile("laptop").plan("replication").cells():
        if source.dataset not in names:
            continue
        graph, parameters = source.graph(0, 0), settings.to_dict()
        ours = PROBLEMS[question.name](graph)
        theirs = reference.Reference(question.name, graph)
        least = _least({
            "reference": functools.partial(reference.evolve, theirs, **parameters),
            "memlab": functools.partial(evolve, ours, trace=False, **parameters),
            "traced": functools.partial(evolve, ours, trace=True, **parameters),
        }, settings.mu + settings.lambda_, budget, repeats)
        rows.append({"problem": question.name, "dataset": source.dataset, **parameters,
                     "budget": budget,
                     **{f"{name}_seconds": value for name, value in least.items()},
                     "ratio": least["reference"] / least["memlab"]})
        print(f"{label(question.name):8}{label(source.dataset):9}{label(settings.mode):11}"
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
                "custom": leading_blocks(CUSTOM_BITS, CUSTOM_BLOCK)}
    rows = []
    for settings in universal():
        least = _least({name: functools.partial(evolve, problem, trace=False, **settings.to_dict())
                        for name, problem in problems.items()},
                       settings.mu + settings.lambda_, budget, repeats)
        rows.append({"mode": settings.mode, "budget": budget,
                     **{f"{name}_seconds": value for name, value in least.items()},
                     "speed": least["builtin"] / least["custom"]})
    return pd.DataFrame(rows)


def _least(calls, tiny, budget, repeats):
    """The least processor time of each call over some seeds."""
    least = dict.fromkeys(calls, float("inf"))
    for repeat in range(-1, repeats):       # the first time, with a tiny budget, compiles
        for name, call in calls.items():
            begin = time.process_time()
            call(budget=tiny if repeat < 0 else budget, seed=repeat + 1)
            if repeat >= 0:
                least[name] = min(least[name], time.process_time() - begin)
    return least


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
