"""A solver as a method of experiments."""

import importlib.util

from ...evolution.run import Run
from ...support.checks import choice
from .external import EXTRAS
from .solve import METHODS, limits, solve


def run(problem, solver="auto", seconds=None, effort=None, seed=0):
    """Solve a problem, and return the result as that of a run.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        The problem.
    solver : str
        A method of `solve`.
    seconds, effort : float, optional
        Its limits.
    seed : int
        The seed.

    Returns
    -------
    Run
        With the upper bound, and whether it is proved.

    Examples
    --------
    >>> import memlab as ml
    >>> run(ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))).proved
    True
    """
    result = solve(problem, seconds, solver, seed, effort=effort)
    return Run(best_fitness=result.value, best_solution=result.solution, seconds=result.seconds,
               best_value=problem.value_of(result.value),
               feasible=problem.is_feasible(result.solution), upper_bound=result.upper_bound,
               proved=result.proved)


def check(solver, seconds, effort):
    """Check the settings of `run`, and return its limits: 60 seconds if neither is given.

    Parameters
    ----------
    solver : str
    seconds, effort : float or None
        As for `run`.

    Returns
    -------
    dict
        seconds and effort, as floats where they are given.

    Raises
    ------
    TypeError, ValueError
        If there is no such solver, or a limit is not above 0.

    Examples
    --------
    >>> check("auto", None, None)
    {'seconds': 60.0, 'effort': None}
    """
    choice("solver", solver, METHODS)
    return limits(seconds, effort)


def missing(solver):
    """Return the package that a solver needs if it is not installed, else an empty string: str."""
    package = EXTRAS.get(solver, ("", ""))[1].partition(".")[0]
    return package if package and not importlib.util.find_spec(package) else ""
