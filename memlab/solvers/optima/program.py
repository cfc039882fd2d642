"""Independent sets and cuts as mixed integer programs.

A constraint is a triple (columns, coefficients, bound): the sum of coefficient times variable must
not exceed the bound.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy import sparse

from . import cliques, highs

_TOLERANCE = 1e-6        # HiGHS's tolerance


class Program(NamedTuple):
    """A program to maximise. Its last n variables stand for the vertices, 0 or 1."""

    n: int
    objective: np.ndarray   # int64 or float64 (k,)
    rows: list              # constraints, as triples
    upper: np.ndarray       # int64 (k,), 0 or 1: variables lie between 0 and this


def of_problem(problem):
    """Return the Program of a MaxIndependentSet or MaxCut on its unreduced graph."""
    graph = problem.graph
    if problem.are_sets:
        return of_sets(graph)
    return of_cuts(graph.n, graph.edges, graph.weight_of_edges, [])


def of_sets(graph):
    """Return the Program of a graph's independent sets, with a constraint per clique."""
    rows = [(clique, [1] * len(clique), 1) for clique in cliques.cover_edges(graph)]
    ones = np.ones(graph.n, np.int64)
    return Program(graph.n, ones, rows, ones)


def of_cuts(n, edges, weights, rows):
    """Return the Program of a graph's cuts; its variables are the edges, then the vertices.

    The variable of an edge of positive weight is at most x + y and 2 - x - y, that of any other
    edge at least x - y and y - x; the objective makes one of the two constraints tight.

    Parameters
    ----------
    n : int
    edges : ndarray of int64, shape (m, 2)
    weights : ndarray of int64 or float64, shape (m,)
    rows : list of triples
        Initial constraints on the edges.

    Returns
    -------
    Program
        With m + n variables.
    """
    rows = list(rows)
    for i, ((u, v), weight) in enumerate(zip((edges + len(edges)).tolist(), weights, strict=True)):
        if weight > 0:
            rows += [([i, u, v], [1, -1, -1], 0), ([i, u, v], [1, 1, 1], 2)]
        else:
            rows += [([i, u, v], [-1, 1, -1], 0), ([i, u, v], [-1, -1, 1], 0)]
    upper = np.ones(len(edges) + n, np.int64)
    # the side of one vertex can be chosen freely
    upper[len(edges) + np.bincount(edges.ravel(), minlength=n).argmax()] = 0
    return Program(n, np.concatenate((weights, np.zeros(n, weights.dtype))), rows, upper)


def matrix(rows, variables):
    """Return the coefficients of constraints.

    Parameters
    ----------
    rows : list of triples
    variables : int
        Their number, k.

    Returns
    -------
    SciPy CSR array of float64, shape (len(rows), k)
    """
    columns = [column for row, _, _ in rows for column in row]
    coefficients = [coefficient for _, row, _ in rows for coefficient in row]
    starts = np.cumsum([0, *(len(row) for row, _, _ in rows)])
    return sparse.csr_array((np.array(coefficients, float), columns, starts),
                            shape=(len(rows), variables))


def bounds(rows):
    """Return the bounds of constraints: ndarray of float64, shape (len(rows),)."""
    return np.array([bound for *_, bound in rows], float)


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
