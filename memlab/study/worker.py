"""What a worker does: compute runs from their identities."""

import functools
import traceback

import numpy as np

from ..evolution import evolve
from ..graphs import datasets
from ..problems import PROBLEMS
from .plan import RESULTS, TIMES, TRACE, trace_grid
from .provenance import source_fingerprint


class ForeignWorkerError(RuntimeError):
    """A worker has other code than the study: its numbers might be others."""

    def __init__(self, theirs, ours):
        super().__init__(theirs, ours)      # what a copy in another process is made from
        self.theirs, self.ours = theirs, ours

    def __str__(self):
        return (f"a worker has memlab with code {self.theirs}, this is {self.ours}: install the "
                "same memlab wherever workers run, and start them anew")


def do_task(runs, compute, source):
    """A task, in a worker: the rows of its runs, and (run, traceback text) of those that failed.

    Parameters
    ----------
    runs : list of Run
    compute : callable
    source : str
        Fingerprint of the code that must do it: a cluster's worker may have another.
    """
    if source_fingerprint() != source:
        raise ForeignWorkerError(source_fingerprint(), source)
    rows, failures = [], []
    for run in runs:
        try:
            rows.append(compute(run))
        except Exception:
            failures.append((run, traceback.format_exc()))
    return rows, failures


def compute_run(run, ties="random"):
    """Compute one run of a plan.

    Parameters
    ----------
    run : memlab.study.plan.Run
    ties : {"random", "offspring"}
        As for `memlab.evolve`. A study's runs all have the first.

    Returns
    -------
    dict
        The row that the store keeps: the run's identity, the size of its graph, its results, and
        its trace at the points of `trace_grid`, or None.
    """
    problem = _problem(run.problem, run.dataset, run.split, run.graph_seed, run.graph)
    result = evolve(problem, mode=run.mode, mu=run.mu, lambda_=run.lambda_,
                    crossover_rate=run.crossover_rate, lb_probability=run.lb_probability,
                    budget=run.budget, seed=run.seed, ties=ties, trace=run.traced)
    row = {**run._asdict(), "vertices": problem.graph.n, "edges": problem.graph.m,
           **{name: getattr(result, name) for name in (*RESULTS, *TIMES)}}
    return {**row, **(_sampled(result.trace, run.budget) if run.traced else {})}


@functools.lru_cache(maxsize=4)
def _problem(problem, dataset, split, seed, index):
    """Consecutive runs share their graph: so few need to be remembered."""
    return PROBLEMS[problem](datasets.graph(dataset, split, seed, index))


def _sampled(trace, budget):
    """The state at each point of the grid: NaN before the initial population is complete."""
    grid = trace_grid(budget)
    place = np.searchsorted(trace["evaluations"].to_numpy(), grid, side="right") - 1
    columns = {}
    for name in TRACE:
        values = trace[name].to_numpy(np.float32)[np.maximum(place, 0)]
        columns[f"trace_{name}"] = np.where(place >= 0, values, np.float32(np.nan))
    return columns
