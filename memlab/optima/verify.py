"""The value of a solution, counted edge by edge: what every reported solution is checked with.

Plain Python over the graph's list of edges. It shares nothing with the kernels that find solutions.
"""

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
    bits = [int(bit) for bit in x]
    if len(bits) != graph.n or not set(bits) <= {0, 1}:
        raise WrongSolutionError(f"a solution must be {graph.n} values 0 or 1, not {x!r}")
    edges = graph.edges.tolist()
    if isinstance(problem, MaxCut):
        weights = [1] * graph.m if graph.weights is None else graph.edge_weights.tolist()
        return sum(weight for (u, v), weight in zip(edges, weights, strict=True)
                   if bits[u] != bits[v])
    for u, v in edges:
        if bits[u] and bits[v]:
            raise WrongSolutionError(f"the set of {sum(bits)} vertices holds the neighbours {u} "
                                     f"and {v}")
    return sum(bits)


def confirm(problem, x, claimed):
    """`claimed`, if that is the value of `x`.

    Raises
    ------
    WrongSolutionError
        If it is not.
    """
    found = value(problem, x)
    if found != claimed:
        raise WrongSolutionError(f"the solution of {problem!r} was reported to have the value "
                                 f"{claimed}, and has {found}")
    return found
