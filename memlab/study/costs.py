"""Expected running times, to order tasks and to size batches: only their ratios matter.

`memlab.report.estimates` says how long runs take, from a few that it times.
"""

import functools

import numpy as np
import pandas as pd

from ..support import paths
from . import methods, sources

_EFFORT = 3e8   # effort of a solver per second


def seconds(task):
    """Return the expected seconds of a run on the table's machine; for user problems, a guess."""
    return _seconds(task.problem, task.source, task.method, task.budget, task.folder)


@functools.cache
def _seconds(question, source, settings, budget, folder):
    problem = "mis" if question.name == "mis" else "maxcut"
    known = _table()[problem, getattr(source, "dataset", "ba_small")]
    method = methods.method_of(settings)
    if method.is_solver:
        limits = dict(settings.options)
        return (limits["seconds"] or limits["effort"] / _EFFORT) * known["solver"]
    size = _size(question, source, folder) / known["vertices"]
    # what has no measured cost takes as long as a mode of its kind
    alike = "baldwinian" if methods.searches(settings) else "darwinian"
    cost = known.get(getattr(settings, "mode", alike), known[alike])
    return cost * budget / 40_000 * size**1.5


@functools.cache
def _table():
    """``data/costs.csv``: a dict for each problem and dataset.

    Of a typical graph: vertices, by which others are judged, and edges. Seconds of each mode: per
    run of 40,000 evaluations, mean over the paper's 252 configurations, on one core of a server.
    Of a solver: the share of its time that it needs before it has a proof.
    """
    return pd.read_csv(paths.data("costs.csv"), index_col=[0, 1]).to_dict("index")


@functools.cache
def _size(question, source, folder):
    """Return the number of vertices of a source's first graph."""
    if source == sources.NO_GRAPH or getattr(source, "holds", "graph") == "own":
        return dict(question.options).get("n", 250)
    if isinstance(source, sources.Dataset):
        return _table()["mis", source.dataset]["vertices"]
    return source.graph(0, 0, folder).n


def plan_seconds(plan, done=None):
    """Return the expected seconds for a plan on one core of the table's machine.

    Parameters
    ----------
    plan : Plan
    done : ndarray of bool, shape (len(plan),), optional
        Runs that need not be done.
    """
    costs = [np.tile([_seconds(problem, source, settings, plan.budget, plan.folder)
                      for settings, _ in plan.on_a_graph(block, source)], source.count)
             for block, problem, source in plan.places()]
    left = slice(None) if done is None else ~done
    return float(np.concatenate(costs)[left].sum())
