"""What a worker does: compute runs from their identities."""

import functools
import traceback

import numpy as np

from .. import datasets
from ..evolution import evolve
from ..problems import MaxCut, MaxIndependentSet
from .plan import TRACE, trace_grid

_PROBLEMS = {"mis": MaxIndependentSet, "maxcut": MaxCut}

# What a run gives that any machine must give again, and what depends on the machine.
RESULTS = ("best_fitness", "unique_best", "evaluations", "local_search_steps")
TIMES = ("seconds",)


def do_task(runs, compute):
    """A task, in a worker: the rows of its runs, and (run, traceback text) of those that failed."""
    rows, failures = [], []
    for run in runs:
        try:
            rows.append(compute(run))
        except Exception:
            failures.append((run, traceback.format_exc()))
    return rows, failures


def compute_run(run):
    """Compute one run of a plan.

    Parameters
    ----------
    run : memlab.study.plan.Run

    Returns
    -------
    dict
        The row that the store keeps: the run's identity, the size of its graph, its results, and
        its trace at the points of `trace_grid`, or None.
    """
    problem = _problem(run.problem, run.dataset, run.split, run.graph_seed, run.graph)
    result = evolve(problem, mode=run.mode, mu=run.mu, lambda_=run.lambda_,
                    crossover_rate=run.crossover_rate, lb_probability=run.lb_probability,
                    budget=run.budget, seed=run.seed, trace=run.traced)
    row = {**run._asdict(), "vertices": problem.graph.n, "edges": problem.graph.m,
           **{name: getattr(result, name) for name in (*RESULTS, *TIMES)}}
    return {**row, **(_sampled(result.trace, run.budget) if run.traced else {})}


@functools.lru_cache(maxsize=4)
def _problem(problem, dataset, split, seed, index):
    """Consecutive runs share their graph: so few need to be remembered."""
    return _PROBLEMS[problem](datasets.graph(dataset, split, seed, index))


def _sampled(trace, budget):
    """The state at each point of the grid: NaN before the initial population is complete."""
    grid = trace_grid(budget)
    place = np.searchsorted(trace["evaluations"].to_numpy(), grid, side="right") - 1
    columns = {}
    for name in TRACE:
        values = trace[name].to_numpy(np.float32)[np.maximum(place, 0)]
        columns[f"trace_{name}"] = np.where(place >= 0, values, np.float32(np.nan))
    return columns
