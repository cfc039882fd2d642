"""What a worker does: a run, or a reference value. Every solution is checked edge by edge."""

import functools

from ..evolution import evolve
from ..graphs import datasets
from ..optima import solve, verify
from ..problems import MaxCut, MaxIndependentSet
from .experiments import SPLIT

# What a run gives that any machine must give again.
RESULTS = ("best_fitness", "unique_best", "evaluations", "local_search_steps")
_SETTINGS = ("mode", "mu", "lambda_", "crossover_rate", "lb_probability", "ties", "mutation",
             "initial", "step_cost", "budget", "seed")


def compute_run(run):
    """The row of a run: its identity, its results, and the value of its solution as counted anew.

    Parameters
    ----------
    run : memlab.beyond.Run

    Returns
    -------
    dict

    Raises
    ------
    memlab.optima.WrongSolutionError
        If the solution is not what the run says.
    """
    problem = make(run.problem, run.dataset, run.graph_seed, run.graph, run.local_search)
    result = evolve(problem, trace=False, **{name: getattr(run, name) for name in _SETTINGS})
    return {**run._asdict(), **{name: getattr(result, name) for name in RESULTS},
            "seconds": result.seconds, "verified": verified(problem, result)}


def verified(problem, result):
    """The value of a run's solution, counted edge by edge.

    Raises
    ------
    memlab.optima.WrongSolutionError
        If it is not the run's best fitness. A negative fitness is that of a set that is not
        independent, whose repaired solution then may have any value.
    """
    if result.best_fitness < 0 and isinstance(problem, MaxIndependentSet):
        return verify.value(problem, result.best_solution)
    return verify.confirm(problem, result.best_solution, result.best_fitness)


def compute_reference(task):
    """The row of a reference value: its identity, and what `memlab.optima.solve` says."""
    problem = make(task.problem, task.dataset, task.graph_seed, task.graph)
    found = solve(problem, task.seconds, task.method)
    return {**task._asdict(), "vertices": problem.graph.n, "edges": problem.graph.m,
            "value": found.value, "upper_bound": found.upper_bound, "proved": found.proved,
            "found_by": found.found_by, "bound_by": found.bound_by,
            "taken": round(found.seconds, 3)}


@functools.lru_cache(maxsize=4)
def make(problem, dataset, seed, index, local_search="repair"):
    """The problem on a graph. Consecutive runs share theirs: so few need to be remembered."""
    graph = datasets.graph(dataset, SPLIT, seed, index)
    if problem == "maxcut":
        return MaxCut(graph)
    return MaxIndependentSet(graph, local_search)
