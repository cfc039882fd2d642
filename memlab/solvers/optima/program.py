"""Independent sets and cuts as mixed integer programs."""

import math
from typing import NamedTuple

import numpy as np
from scipy import sparse

from .. import highs

_TOLERANCE = 1e-6        # that of HiGHS and Gurobi


class Program(NamedTuple):
    """Maximise ``objective @ x`` where ``matrix @ x <= bounds`` and ``0 <= x <= upper``.

    The last n variables stand for the vertices, 0 or 1.
    """

    n: int
    objective: np.ndarray       # int64 or float64 (k,)
    matrix: sparse.csr_array    # float64 (rows, k)
    bounds: np.ndarray          # float64 (rows,)
    upper: np.ndarray           # int64 (k,), 0 or 1


def of_problem(problem):
    """Return the Program of a MaxIndependentSet or MaxCut on its unreduced graph."""
    graph = problem.graph
    if problem.are_sets:
        return of_sets(graph)
    return of_cuts(graph.n, graph.edges, graph.weight_of_edges)


def of_sets(graph):
    """Return the Program of a graph's independent sets, with a constraint per clique."""
    cliques, ones = cover_edges(graph), np.ones(graph.n, np.int64)
    members = np.array([v for clique in cliques for v in clique], np.int64)
    starts = np.cumsum([0, *map(len, cliques)])
    matrix = sparse.csr_array((np.ones(len(members)), members, starts), (len(cliques), graph.n))
    return Program(graph.n, ones, matrix, np.ones(len(cliques)), ones)


def cover_edges(graph):
    """Find maximal cliques, of at least two vertices each, that together contain every edge.

    Each edge that is not covered yet is extended to a clique, vertex by vertex, always by the one
    that covers most of the uncovered edges.

    Parameters
    ----------
    graph : Graph
        The graph.

    Returns
    -------
    list of list of int
        The vertices of each clique.

    Examples
    --------
    >>> import memlab as ml
    >>> cover_edges(ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]))
    [[0, 1, 2], [2, 3]]
    """
    near = [set(part.tolist()) for part in np.split(graph.indices, graph.indptr[1:-1])]
    uncovered, cliques = [set(neighbours) for neighbours in near], []
    for u, v in graph.edges.tolist():
        if v not in uncovered[u]:
            continue
        clique, common = [u, v], near[u] & near[v]
        while common:
            w = max(common, key=lambda w: (len(uncovered[w].intersection(clique)), -w))
            clique.append(w)
            common &= near[w]
        for w in clique:
            uncovered[w].difference_update(clique)
        cliques.append(clique)
    return cliques


def of_cuts(n, edges, weights):
    """Return the Program of a graph's cuts; its variables are the edges, then the vertices.

    The variable of an edge of positive weight is at most x + y and 2 - x - y, that of any other
    edge at least x - y and y - x; the objective makes one of the two constraints tight.

    Parameters
    ----------
    n : int
    edges : ndarray of int64, shape (m, 2)
    weights : ndarray of int64 or float64, shape (m,)

    Returns
    -------
    Program
        With m + n variables.
    """
    m, positive = len(edges), weights > 0
    sign, one = np.where(positive, 1.0, -1.0), np.ones(m)
    coefficients = np.stack((sign, -sign, -one, sign, sign, one), axis=1)      # of two constraints
    columns = np.column_stack((np.arange(m), edges + m)).repeat(2, axis=0)
    matrix = sparse.csr_array((coefficients.ravel(), columns.ravel(), np.arange(0, 6 * m + 1, 3)),
                              (2 * m, m + n))
    bounds = np.outer(positive, [0.0, 2.0]).ravel()
    upper = np.ones(m + n, np.int64)
    # the side of one vertex can be chosen freely
    upper[m + np.bincount(edges.ravel(), minlength=n).argmax()] = 0
    objective = np.concatenate((weights, np.zeros(n, weights.dtype)))
    return Program(n, objective, matrix, bounds, upper)


def maximise(program, seconds, more_than, nodes=math.inf):
    """Solve a program with HiGHS, and interpret its answer with its tolerance in mind.

    Parameters
    ----------
    program : Program
        Its maximum must differ from `more_than` by a whole number.
    seconds, nodes : float
        Limits on the time and on the nodes of the search tree.
    more_than : float
        Only solutions that exceed this value by at least 1 are of interest.

    Returns
    -------
    solution : ndarray of uint8, shape (program.n,), or None
        The best solution found, if any.
    bound : float
        No solution exceeds it, with HiGHS's tolerance allowed for; close to `more_than` if HiGHS
        proved that there is nothing better.
    """
    n, objective, matrix, bounds, upper = program
    matrix = sparse.vstack((matrix, sparse.csr_array(-objective[None])), "csr")
    integers = np.arange(len(objective)) >= len(objective) - n
    x, bound = highs.solve(-objective, matrix, np.append(bounds, -(more_than + 1)), upper, integers,
                           seconds, nodes)
    if bound == math.inf:
        return None, more_than
    solution = None if x is None else np.rint(x[-n:]).astype(np.uint8)
    return solution, max(allowed_for(-bound), more_than)


def allowed_for(bound):
    """Return an upper bound with the tolerance of a solver that computes with floats: float.

    Examples
    --------
    >>> allowed_for(49.0), round(allowed_for(2_999_999.5))
    (49.000049, 3000002)
    """
    return bound + _TOLERANCE * max(1.0, abs(bound))
