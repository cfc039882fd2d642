"""Independent sets and cuts as mixed integer programs.

Constraints are triples (columns, coefficients, bound): the sum of coefficient times variable is at
most the bound.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy import sparse

from ..problems import MaxIndependentSet
from . import cliques, highs

_TOLERANCE = 1e-6        # of HiGHS


class Program(NamedTuple):
    """A program to maximise. Its last n variables are the vertices, 0 or 1."""

    n: int
    objective: np.ndarray   # (k,)
    rows: list              # of triples
    upper: np.ndarray       # int64 (k,), 0 or 1: variables lie between 0 and this


def of_problem(problem):
    """The Program of a MaxIndependentSet or MaxCut on its graph as it is."""
    graph = problem.graph
    if isinstance(problem, MaxIndependentSet):
        return of_sets(graph)
    weights = graph.weight_of_edges
    return of_cuts(graph.n, graph.edges, weights, [])


def of_sets(graph):
    """The Program of the independent sets of a graph: a constraint a clique."""
    rows = [(clique, [1] * len(clique), 1) for clique in cliques.cover_edges(graph)]
    ones = np.ones(graph.n, np.int64)
    return Program(graph.n, ones, rows, ones)


def of_cuts(n, edges, weights, rows):
    """The Program of the cuts of a graph; its variables are the edges, then the vertices.

    An edge of positive weight is at most x + y and 2 - x - y, any other at least x - y and y - x:
    where that is slack, the objective pulls it tight.

    Parameters
    ----------
    n : int
    edges : ndarray of int64, shape (m, 2)
    weights : ndarray, shape (m,)
    rows : list of triples
        Constraints on the edges to begin with.
    """
    rows = list(rows)
    for i, ((u, v), weight) in enumerate(zip((edges + len(edges)).tolist(), weights, strict=True)):
        if weight > 0:
            rows += [([i, u, v], [1, -1, -1], 0), ([i, u, v], [1, 1, 1], 2)]
        else:
            rows += [([i, u, v], [-1, 1, -1], 0), ([i, u, v], [-1, -1, 1], 0)]
    upper = np.ones(len(edges) + n, np.int64)
    # the side of one vertex may be chosen
    upper[len(edges) + np.bincount(edges.ravel(), minlength=n).argmax()] = 0
    return Program(n, np.concatenate((weights, np.zeros(n, weights.dtype))), rows, upper)


def matrix(rows, variables):
    """The coefficients of constraints, a scipy.sparse.csr_array with so many columns."""
    columns = [column for row, _, _ in rows for column in row]
    coefficients = [coefficient for _, row, _ in rows for coefficient in row]
    starts = np.cumsum([0, *(len(row) for row, _, _ in rows)])
    return sparse.csr_array((np.array(coefficients, float), columns, starts),
                            shape=(len(rows), variables))


def bounds(rows):
    """The bounds of constraints: ndarray of float64, shape (len(rows),)."""
    return np.array([bound for *_, bound in rows], float)


def maximise(program, seconds, more_than, nodes=math.inf):
    """Let HiGHS find a solution, and read honestly what it says.

    Parameters
    ----------
    program : Program
        The maximum must be the sum of a whole number and `more_than`.
    seconds, nodes : float
        Limits: of time, of nodes of the search tree.
    more_than : float
        Only solutions that are better by at least 1 are of interest.

    Returns
    -------
    solution : ndarray of uint8, shape (program.n,), or None
        The best solution found, if any.
    bound : float
        No solution exceeds it, whatever HiGHS's tolerance; near `more_than` if it is proved that
        there is nothing better.
    """
    n, objective, rows, upper = program
    used = np.flatnonzero(objective)
    rows = [*rows, (used.tolist(), (-objective[used]).tolist(), -(more_than + 1))]
    integers = np.arange(len(objective)) >= len(objective) - n
    x, bound = highs.solve(-objective, matrix(rows, len(objective)), bounds(rows), upper, integers,
                           seconds, nodes)
    if bound == math.inf:
        return None, more_than
    solution = None if x is None else np.rint(x[-n:]).astype(np.uint8)
    return solution, max(_TOLERANCE * max(1.0, abs(bound)) - bound, more_than)
