"""How long runs take: a table that orders tasks, sizes them, and predicts a study's duration.

Only ratios matter for ordering; for predictions the table is scaled by a run timed on the machine.
"""

import functools
import math
import time

import pandas as pd

from ..names import DATASETS
from ..parameters import Configuration
from . import methods, sources
from .plan import Block, Plan

# Seconds per run of 40,000 evaluations, mean over the paper's 252 configurations, on one core of a
# server; columns as in `DATASETS`.
_SECONDS = {
    ("mis", "darwinian"): (0.005, 0.024, 0.006, 0.013, 0.005, 0.022),
    ("mis", "baldwinian"): (0.067, 0.500, 0.051, 0.345, 0.101, 1.393),
    ("mis", "lamarckian"): (0.008, 0.015, 0.016, 0.088, 0.008, 0.028),
    ("mis", "lb"): (0.012, 0.052, 0.020, 0.098, 0.013, 0.147),
    ("maxcut", "darwinian"): (0.006, 0.026, 0.007, 0.013, 0.006, 0.026),
    ("maxcut", "baldwinian"): (0.134, 0.921, 0.106, 0.301, 0.198, 1.512),
    ("maxcut", "lamarckian"): (0.010, 0.023, 0.015, 0.029, 0.013, 0.025),
    ("maxcut", "lb"): (0.017, 0.041, 0.023, 0.040, 0.020, 0.065),
}
# Times more with a stronger local search: on sparse graphs, on dense ones.
_SEARCHES = {"augment": (4.5, 1.5), "swap": (7.0, 2.0)}
_DENSE = 8      # mean degree
# Vertices and edges of a typical graph, from which others are judged by their size.
_SIZES = {"er_small": (250, 4_700), "er_large": (750, 42_100), "ba_small": (250, 496),
          "ba_large": (750, 1_496), "rb_small": (250, 4_300), "rb_large": (1_000, 48_000)}
# Share of its time that a solver needs where it soon has a proof.
_SOLVED = {("mis", "ba_small"): 0.01, ("mis", "ba_large"): 0.01, ("mis", "rb_small"): 0.2,
           ("maxcut", "ba_small"): 0.2}
_TIMED = (("mis", "er_large"), ("maxcut", "er_small"))      # Baldwinian runs cost most


def seconds(task):
    """Expected seconds of a run on the table's machine; of a reader's own problem, a guess."""
    return _seconds(task.problem, task.source, task.method, task.budget, task.folder)


@functools.cache
def _seconds(question, source, settings, budget, folder):
    (n, m), dataset = _size(question, source, folder)
    problem = "mis" if question.name == "mis" else "maxcut"
    if isinstance(settings, methods.Optimum):
        return settings.seconds * _SOLVED.get((problem, dataset), 1.0)
    # a restart learns from nothing, as a Baldwinian offspring nearly does
    mode = getattr(settings, "mode", {"random": "darwinian"}.get(methods.name(settings),
                                                                 "baldwinian"))
    cost = _SECONDS[problem, mode][DATASETS.index(dataset)] * budget / 40_000
    search = question.columns.get("local_search")
    if mode != "darwinian" and search in _SEARCHES:
        cost *= _SEARCHES[search][2 * m >= _DENSE * n]
    return cost * (n + m) / sum(_SIZES[dataset])


@functools.cache
def _size(question, source, folder):
    """Vertices and edges of a source's first graph, and the dataset that is most like it."""
    if source == sources.NO_GRAPH:
        return (dict(question.options).get("n", 250), 500), "ba_small"
    if isinstance(source, sources.Dataset):
        return _SIZES[source.dataset], source.dataset
    graph = source.graph(0, 0, folder)
    size = graph.n, max(1, graph.m)
    distances = {name: abs(math.log(size[0] / n)) + abs(math.log(size[1] / m))
                 for name, (n, m) in _SIZES.items()}
    return size, min(distances, key=distances.get)


def plan_seconds(plan, done=None):
    """Expected seconds on one core of the table's machine for a plan.

    Parameters
    ----------
    plan : Plan
    done : ndarray of bool, shape (len(plan),), optional
        Runs that need not be done.
    """
    if done is not None:
        return sum(seconds(task) for task in plan.tasks() if not done[task.run])
    return sum(
        source.count * plan.repetitions_of(settings)
        * _seconds(problem, source, settings, plan.budget, plan.folder)
        for problem, source, settings in plan.cells())


def table(plans, workers, factor=1.0, done=None):
    """What plans cost, before they are run.

    Parameters
    ----------
    plans : dict of Plan
        By name.
    workers : int
        Processes; a plan whose runs go one at a time has one, whatever their number.
    factor : float
        As `machine_factor` gives it.
    done : dict of ndarray of bool, optional
        Runs of some of the plans that need not be done.

    Returns
    -------
    DataFrame
        A row per plan: runs, done, million_evaluations, core_hours, hours; the last two are of what
        is left, on one core and with so many workers.
    """
    rows = {}
    for name, plan in plans.items():
        finished = (done or {}).get(name)
        core_hours = factor * plan_seconds(plan, finished) / 3_600
        rows[name] = {"runs": len(plan), "done": 0 if finished is None else int(finished.sum()),
                      "million_evaluations": len(plan) * plan.budget / 1e6,
                      "core_hours": core_hours,
                      "hours": core_hours / (1 if plan.one_at_a_time else workers)}
    return pd.DataFrame.from_dict(rows, orient="index")


def machine_factor(compute):
    """How many times slower than the table's machine this one is, by timing a run or two.

    Parameters
    ----------
    compute : callable
        As `memlab.study.worker.compute_run`.
    """
    spent = expected = 0.0
    for problem, dataset in _TIMED:
        block = Block([problem], [dataset], [Configuration("baldwinian", 250, 50, 1.0)])
        task = next(Plan("timed", [block]).tasks())
        compute(task._replace(budget=1_000))
        begin = time.perf_counter()
        compute(task)
        spent += time.perf_counter() - begin
        expected += seconds(task)
    return spent / expected
