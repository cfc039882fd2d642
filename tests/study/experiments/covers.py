"""Minimum vertex cover, as a problem of one's own."""

from numba import njit

import memlab as ml
from memlab.kernels.rng import below


@njit(cache=True)
def saved(x, edges, price):
    """Vertices that are not in the cover, less the price of the edges that are not covered."""
    total = len(x)
    for vertex in x:
        total -= vertex
    for u, v in edges:
        if x[u] == 0 and x[v] == 0:
            total -= price
    return total


@njit(cache=True)
def cover(x, rng, edges, price):
    """An end of each edge that is not covered joins, whichever comes."""
    steps = 0
    for edge in edges:
        if x[edge[0]] == 0 and x[edge[1]] == 0:
            x[edge[below(rng, 2)]] = 1
            steps += 1
    return steps


def vertex_cover(graph, price=1):
    return ml.CustomProblem(graph.n, saved, cover, data=(graph.edges, price))
