"""The slow, obvious version of the climb in weighted Max-Cut, and graphs with weights."""

import numpy as np
from reference import UNBOUNDED, Reference

import memlab as ml


def weigh(graph):
    """The same graph with weights from -3 to 3, 0 included, a function of the edge."""
    u, v = graph.edges.T
    return ml.Graph.from_edges(graph.n, graph.edges, weights=(3 * u + 5 * v) % 7 - 3)


def climb_weighted(x, matrix, rng, most=UNBOUNDED):
    """Flip the vertex of largest positive gain, random ties, until there is none left.

    `x` is changed in place, `matrix` the dense matrix of the weights; returns the number of flips.
    """
    sides, steps = 1 - 2 * x.astype(np.int64), 0
    gains = sides * (matrix @ sides)            # same side minus other side
    while gains.max() > 0 and steps < most:
        v = rng.choice(np.flatnonzero(gains == gains.max()))
        gains -= 2 * sides * matrix[v] * sides[v]
        gains[v] *= -1
        sides[v] *= -1
        steps += 1
    x[:] = sides < 0
    return steps


class WeightedCut(Reference):
    """Max-Cut on a graph with weights."""

    def __init__(self, graph):
        super().__init__("maxcut", graph)
        self.dense = self.matrix.toarray()

    def local_search(self, x, rng, most=UNBOUNDED):
        y = x.copy()
        rows = y.reshape(-1, self.n)
        return y, sum(climb_weighted(row, self.dense, rng, most) for row in rows)
