"""The work of a worker process: compute runs from their identities."""

import functools
import traceback

import numpy as np
from numba.core import event

from ..optima import verify
from ..run import TRACE_COLUMNS, trace_grid
from . import methods, provenance
from .plan import RESULTS


class ForeignWorkerError(RuntimeError):
    """A worker has other code or libraries than the study, and might compute other numbers."""


def do_batch(tasks, compute, wanted):
    """Compute a batch: return the rows of its runs, and (task, traceback text) of failed runs.

    Parameters
    ----------
    tasks : list of Task
    compute : callable
    wanted : dict of str
        The required code and libraries, as from `provenance.here`; a cluster's worker may differ.
    """
    if (here := provenance.here()) != wanted:
        raise ForeignWorkerError(f"a worker has memlab with {here}, the study with {wanted}: "
                                 "install the same wherever workers run, and start them anew")
    rows, failures = [], []
    for task in tasks:
        try:
            row = compute(task)
            if row["run"] != task.run:
                raise ValueError(f"the row of run {task.run} says that it is run {row['run']}")
            rows.append(row)
        except (Exception, SystemExit):      # a user-defined problem may raise anything
            failures.append((task, traceback.format_exc()))
    return rows, failures


def compute_run(task):
    """Compute one run of a plan; its solution is checked.

    Parameters
    ----------
    task : Task

    Returns
    -------
    dict
        The row that the store keeps: the run's number, the size of its graph, its results, and its
        trace at the points of `trace_grid`, or None.

    Raises
    ------
    memlab.optima.WrongSolutionError
        If the solution does not have the value that the method claims.
    """
    problem = _problem(task.problem, task.source, task.graph, task.graph_seed, task.folder)
    solve = functools.partial(methods.solve, problem, task.method, task.budget, task.seed,
                              target=task.target, trace=task.traced,
                              dataset=getattr(task.source, "dataset", None))
    with event.install_recorder("numba:compile") as compiled:
        result = solve()
    # The first time includes compilation; another run gives the same. A solver has a time limit.
    if compiled.buffer and not isinstance(task.method, methods.Optimum):
        result = solve()
    verify.confirm(problem, result.best_solution, result.best_fitness)
    graph = getattr(problem, "graph", None)
    row = {"run": task.run, "vertices": graph and graph.n, "edges": graph and graph.m,
           **{name: getattr(result, name) for name in (*RESULTS, "seconds", "upper_bound",
                                                       "proved")}}
    traced = task.traced and result.trace is not None
    return {**row, **(_sampled(result.trace, task.budget) if traced else {})}


@functools.lru_cache(maxsize=4)
def _problem(question, source, index, seed, folder):
    """Make the problem of a run, with a small cache, since consecutive runs share it."""
    return question.problem(source.graph(index, seed, folder), folder)


def _sampled(trace, budget):
    """Return the state at each grid point: NaN before the initial population is complete."""
    grid = trace_grid(budget)
    place = np.searchsorted(trace["evaluations"].to_numpy(), grid, side="right") - 1
    values = trace[list(TRACE_COLUMNS)].to_numpy(np.float32)[np.maximum(place, 0)]
    values[place < 0] = np.nan
    return {f"trace_{name}": column for name, column in zip(TRACE_COLUMNS, values.T, strict=True)}
