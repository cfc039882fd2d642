"""The value of a solution, counted edge by edge: what every reported solution is checked with.

From the graph's list of edges. It shares nothing with the kernels that find solutions.
"""

import numpy as np

from ..problems import MaxCut, MaxIndependentSet


class WrongSolutionError(AssertionError):
    """A solution that is not what its finder says: an error in the finder."""


def check(problem):
    """`problem` itself, or an error: reference values exist for two problems only.

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
    """Size of an independent set, or total weight of a cut.

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
        If `x` has the wrong length, holds other numbers, or two of the set's vertices are
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
    """The value of a solution, if it is as good as claimed.

    A negative claim is that of a set that is not independent; its repaired solution may then have
    any value. Problems that are not about sets or cuts are asked themselves.

    Raises
    ------
    WrongSolutionError
    """
    found = (value if isinstance(problem, MaxIndependentSet | MaxCut) else type(problem).fitness)(
        problem, x)
    if found != claimed and not (claimed < 0 and isinstance(problem, MaxIndependentSet)):
        raise WrongSolutionError(f"the solution of {problem!r} was reported to have the value "
                                 f"{claimed}, and has {found}")
    return found
