"""Check every reported solution by its problem's `recount`, which shares no code with the kernels.
"""

import numpy as np

from ..names import GRAPH_PROBLEMS


class WrongSolutionError(AssertionError):
    """A solution does not have the properties that a method claims: an error in the method.

    Examples
    --------
    >>> import memlab as ml
    >>> from memlab.optima.verify import value
    >>> value(ml.MaxIndependentSet(ml.Graph.from_edges(2, [(0, 1)])), [1, 1])
    Traceback (most recent call last):
    memlab.optima.verify.WrongSolutionError: ...
    """


def check(problem):
    """Return `problem`, or raise an error: reference values exist for two problems only.

    Raises
    ------
    TypeError
        If it is neither a MaxIndependentSet nor a MaxCut.
    """
    if getattr(problem, "name", None) not in GRAPH_PROBLEMS:
        raise TypeError("problem must be a MaxIndependentSet or a MaxCut, not "
                        f"{type(problem).__name__}")
    return problem


def value(problem, x):
    """Return the fitness of a feasible solution.

    Parameters
    ----------
    problem : Problem
    x : ndarray of 0 and 1, shape (n,)

    Returns
    -------
    int

    Raises
    ------
    WrongSolutionError
        If `x` has the wrong length or other values than 0 and 1, or is infeasible.

    Examples
    --------
    >>> import memlab as ml
    >>> path = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> value(ml.MaxIndependentSet(path), [1, 0, 1]), value(ml.MaxCut(path), [0, 1, 1])
    (2, 1)
    """
    x = np.asarray(x)
    if x.shape != (problem.n,) or not np.isin(x, (0, 1)).all():
        raise WrongSolutionError(f"a solution must be {problem.n} values 0 or 1, not {x!r}")
    fitness = problem.recount(x)
    if problem.has_constraints and fitness < 0:
        raise WrongSolutionError(f"the solution of {problem!r} is infeasible: its fitness is "
                                 f"{fitness}")
    return fitness


def confirm(problem, x, claimed):
    """Check that a solution is as good as claimed, and return its value.

    An infeasible solution has a negative value, as the problem's `recount` gives it.

    Raises
    ------
    WrongSolutionError
        If the solution is not as good as claimed.
    """
    fitness = problem.recount(x)
    if fitness != claimed:
        raise WrongSolutionError(f"the solution of {problem!r} was reported to have the value "
                                 f"{claimed}, and has {fitness}")
    return fitness
