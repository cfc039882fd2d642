"""Compute the value of a solution edge by edge, to check every reported solution.

It uses the graph's list of edges, and shares no code with the kernels that find solutions.
"""

import numpy as np

from ..problems import MaxCut, MaxIndependentSet


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
    if not isinstance(problem, MaxIndependentSet | MaxCut):
        raise TypeError("problem must be a MaxIndependentSet or a MaxCut, not "
                        f"{type(problem).__name__}")
    return problem


def value(problem, x):
    """Return the size of an independent set, or the total weight of a cut.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
    x : ndarray of 0 and 1, shape (n,)

    Returns
    -------
    int

    Raises
    ------
    WrongSolutionError
        If `x` has the wrong length or other values than 0 and 1, or if two vertices of the set are
        neighbours.

    Examples
    --------
    >>> import memlab as ml
    >>> path = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> value(ml.MaxIndependentSet(path), [1, 0, 1]), value(ml.MaxCut(path), [0, 1, 1])
    (2, 1)
    """
    graph = check(problem).graph
    x = np.asarray(x)
    if x.shape != (graph.n,) or not np.isin(x, (0, 1)).all():
        raise WrongSolutionError(f"a solution must be {graph.n} values 0 or 1, not {x!r}")
    u, v = graph.edges.T
    if isinstance(problem, MaxCut):
        weights = graph.weight_of_edges
        return int(weights[x[u] != x[v]].sum())
    inside = (x[u] & x[v]).nonzero()[0]
    if len(inside):
        raise WrongSolutionError(f"the set of {x.sum()} vertices holds the neighbours "
                                 f"{u[inside[0]]} and {v[inside[0]]}")
    return int(x.sum())


def confirm(problem, x, claimed):
    """Check that a solution is as good as claimed, and return its value.

    A set that is not independent has the value of minus its number of conflicts. Problems other
    than sets and cuts compute the value themselves.

    Raises
    ------
    WrongSolutionError
        If the solution is not as good as claimed.
    """
    if isinstance(problem, MaxIndependentSet) and claimed < 0:
        x, (u, v) = np.asarray(x), problem.graph.edges.T
        found = -int((x[u] & x[v]).sum(dtype=np.int64))
    elif isinstance(problem, MaxIndependentSet | MaxCut):
        found = value(problem, x)
    else:
        found = problem.fitness(x)
    if found != claimed:
        raise WrongSolutionError(f"the solution of {problem!r} was reported to have the value "
                                 f"{claimed}, and has {found}")
    return found
