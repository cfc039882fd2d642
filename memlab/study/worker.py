"""The work of a worker process: compute runs from their identities."""

import contextlib
import functools
import json
import sys
import threading
import traceback
from dataclasses import asdict
from unittest import mock

import numpy as np
from numba.core import event

from ..evolution.configuration import Configuration
from ..evolution.evolution import Evolution
from ..evolution.run import TRACE_COLUMNS, confirm, trace_grid
from ..problems import solutions
from . import methods, provenance
from .tasks import RESULTS

_RAISING = threading.Lock()
_LARGEST_STATE = 2**20      # bytes


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
            rows.append(compute(task))
        except (Exception, SystemExit):      # the reader's code may raise anything
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
        The row that the store keeps: the run's number, the size of its graph, its results, and, if
        wanted, its solution, its improvements, and its trace at the points of `trace_grid`, with
        NaN in ``trace_mean_fitness`` until the initial population is complete.

    Raises
    ------
    memlab.evolution.run.WrongSolutionError
        If the solution does not have the value that the method claims.
    """
    problem = _problem(task.problem, task.source, task.graph, task.graph_seed, task.folder)
    target = task.target
    if target == "optimum" and (target := getattr(problem, "optimum", None)) is None:
        raise ValueError(f"target must be a value: the optimum of {problem!r} is not known")
    solve = functools.partial(methods.solve, problem, task.method, task.budget, task.seed,
                              target=target, trace=task.traced, folder=task.folder)
    if task.states and isinstance(task.method, Configuration):
        solve = functools.partial(_go_on, problem, task)
    with _raising() if task.problem.is_own else contextlib.nullcontext():
        with event.install_recorder("numba:compile") as compiled:
            result = solve()
        # its time includes compilation; another run gives the same, but a solver has a time limit
        if compiled.buffer and not methods.method_of(task.method).is_solver:
            result = solve()
    confirm(problem, result.best_solution, result.best_fitness)
    graph = getattr(problem, "graph", problem if getattr(problem, "is_data", False) else None)
    row = {"run": task.run, "vertices": graph and graph.n, "edges": graph and graph.m,
           "fitness_unit": float(problem.unit),
           **{name: getattr(result, name) for name in (*RESULTS, "seconds", "upper_bound",
                                                       "proved", "calls")}}
    if result.calls is not None and result.feasible is False:
        row["best_fitness"] = np.nan      # the value of what nobody may use could be any
    if task.solutions:
        row["solution"] = ("\n".join(solutions.texts(problem, result.best_solution))
                           if result.calls is None else
                           json.dumps(result.best_solution, default=lambda one: (
                               one.tolist() if hasattr(one, "tolist") else repr(one))))
    if task.traced and result.trace is not None:
        grid = trace_grid(task.budget)
        by_calls = getattr(result.configuration, "count", None) == "calls"
        counted = "calls" if by_calls else "evaluations"
        place = np.searchsorted(result.trace[counted], grid, side="right") - 1
        trace = result.trace.iloc[place.clip(0)].assign(**{counted: grid})
        names = TRACE_COLUMNS if result.calls is None else (*TRACE_COLUMNS, "evaluations", "calls")
        row |= {f"trace_{name}": trace[name].to_numpy() for name in names}
        row["trace_mean_fitness"] = np.where(place < 0, np.nan, row["trace_mean_fitness"])
        row |= {f"improvement_{name}": column
                for name, column in (result.improvements or {}).items()}
    return row


def _go_on(problem, task):
    """Run an evolution, from its last state if that was kept, and keep its state if it is small."""
    try:
        evolution = Evolution.load(task.state, problem)
        evolution.extend(task.budget, task.target)
    except (OSError, ValueError):      # there is none, or it is not of this memlab, or has gone on
        evolution = Evolution(problem, **asdict(task.method), budget=task.budget, seed=task.seed,
                              target=task.target, trace=task.traced)
    result = evolution.run()
    if task.keeps and task.state.parent.is_dir():      # on another machine it need not be
        with contextlib.suppress(TypeError):      # no file can hold some genomes
            evolution.save(task.state, problem=False)
            if task.state.stat().st_size > _LARGEST_STATE:
                task.state.unlink()
    return result


@contextlib.contextmanager
def _raising():
    """Raise the first exception of a user's jitted function; Numba can only print them."""
    first = {}
    try:
        with _RAISING, mock.patch.object(      # of one run at a time: a process has one such hook
                sys, "unraisablehook", lambda one: first.setdefault("error", one.exc_value)):
            yield
    finally:
        if first:
            raise first["error"]


@functools.lru_cache(maxsize=4)
def _problem(question, source, index, seed, folder):
    """Make the problem of a run, with a small cache, since consecutive runs share it."""
    problem = question.problem(source.graph(index, seed, folder), folder)
    if hasattr(problem, "workers"):
        problem.workers = None      # this process is one of several
    return problem


def try_out(task):
    """Make the problem of a run, which tries the reader's functions once."""
    _problem(task.problem, task.source, task.graph, task.graph_seed, task.folder)
