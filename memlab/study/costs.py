"""Expected running times, to order tasks and to size batches: only their ratios matter.

`memlab.report.estimates` says how long runs take, from a few that it times.
"""

import functools

import numpy as np
import pandas as pd

from ..support import paths
from . import methods, sources

# Factors for stronger local searches: on sparse graphs, on dense graphs.
_SEARCHES = {"augment": (4.5, 1.5), "swap": (7.0, 2.0)}
_DENSE = 8      # mean degree
_STEPS = 5      # of local search, in the time of an offspring without it
_EFFORT = 3e8   # effort of a solver per second
_AT_ONCE = 1e-6      # seconds per vertex or edge of a method that constructs one solution


def seconds(task):
    """Return the expected seconds of a run on the table's machine; for user problems, a guess."""
    return _seconds(task.problem, task.source, task.method, task.budget, task.folder)


@functools.cache
def _seconds(question, source, settings, budget, folder):
    (n, m), dataset = _size(question, source, folder)
    known = _table()["mis" if question.name == "mis" else "maxcut", dataset]
    method = methods.method_of(settings)
    if method.is_solver:
        limits = dict(settings.options)
        return (limits["seconds"] or limits["effort"] / _EFFORT) * known["solver"]
    mode = getattr(settings, "mode", method.cost_like)
    if not mode:
        return _AT_ONCE * (n + m)
    # a mode without a measured cost takes as long as one of its kind
    alike = "baldwinian" if methods.searches(settings) else "darwinian"
    cost = known.get(mode, known[alike])
    if (share := getattr(settings, "lb_probability", None)) is not None:      # between its ends
        cost = 1 / (share / known["lamarckian"] + (1 - share) / known["baldwinian"])
    step_cost = getattr(settings, "step_cost", 0.0)      # the more steps, the fewer offspring
    steps = _STEPS * max(0.0, cost / known["darwinian"] - 1) * n / known["vertices"]
    cost *= budget / 40_000 / (1 + step_cost * steps)
    search = question.columns.get("local_search")
    if methods.searches(settings) and search in _SEARCHES:
        cost *= _SEARCHES[search][2 * m >= _DENSE * n]
    size = n / known["vertices"]
    density = (1 + m / n) / (1 + known["edges"] / known["vertices"])
    return cost * size * min(density, max(1.0, size))      # dense graphs are rows of bits


@functools.cache
def _table():
    """``data/costs.csv``: a dict for each problem and dataset.

    Of a typical graph: vertices and edges, by which others are judged. Seconds of each mode: per
    run of 40,000 evaluations, mean over the paper's 252 configurations, on one core of a server.
    Of a solver: the share of its time that it needs before it has a proof.
    """
    return pd.read_csv(paths.data("costs.csv"), index_col=[0, 1]).to_dict("index")


@functools.cache
def _size(question, source, folder):
    """Return vertices and edges of a source's first graph, and the most similar dataset."""
    if source == sources.NO_GRAPH:
        return (dict(question.options).get("n", 250), 500), "ba_small"
    sizes = {dataset: (row["vertices"], row["edges"]) for (_, dataset), row in _table().items()}
    if isinstance(source, sources.Dataset):
        return sizes[source.dataset], source.dataset
    graph = source.graph(0, 0, folder)
    size = graph.n, max(1, graph.m)
    distances = {name: np.abs(np.log(np.divide(size, other))).sum()
                 for name, other in sizes.items()}
    return size, min(distances, key=distances.get)


def plan_seconds(plan, done=None):
    """Return the expected seconds for a plan on one core of the table's machine.

    Parameters
    ----------
    plan : Plan
    done : ndarray of bool, shape (len(plan),), optional
        Runs that need not be done.
    """
    costs = [np.tile([_seconds(problem, source, settings, plan.budget, plan.folder)
                      for settings, _ in plan.on_a_graph(block)], source.count)
             for block, problem, source in plan.places()]
    left = slice(None) if done is None else ~done
    return float(np.concatenate(costs)[left].sum())
