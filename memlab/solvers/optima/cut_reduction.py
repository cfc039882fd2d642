"""Data reduction for weighted Maximum Cut: vertices of degree at most 3 are eliminated exactly.

For each choice of sides of the neighbours of such a vertex, its best side is known, and its
contribution to the cut equals a constant plus new weights between its neighbours [1]_. With two
neighbours a and b of weights p and q, the vertex adds ``max(0, p + q)`` if they are on one side,
else ``max(p, q)``, so the difference goes to the edge {a, b}. With three neighbours, four cases
determine the constant and three weights (a star becomes a triangle). These weights may be halves,
so all weights are fractions whose denominators are powers of 2.

References
----------
.. [1] D. Rehfeldt, T. Koch, Y. Shinano. Faster exact solution of sparse MaxCut and QUBO problems.
   Mathematical Programming Computation 15, 2023.
"""

import itertools
import math
import time
from collections import deque
from fractions import Fraction

import numpy as np

_SECONDS_PER_EDGE = 1e-5        # for one pass over the edges


class CutReduction:
    """The core that remains of a weighted graph, and the way back to the graph.

    The weight of a maximum cut of the core plus `offset` is that of a maximum cut of the graph;
    `lift` turns the former into the latter.

    Parameters
    ----------
    graph : Graph
        Edge weights count; they are all 1 if the graph is unweighted.
    until : float
        The value of `time.monotonic` at which to stop; the core may then be larger.

    Attributes
    ----------
    vertices : ndarray of int64, shape (k,)
        The number of each core vertex in the graph; k = 0 if nothing is left.
    edges : ndarray of int64, shape (l, 2)
        The core's edges, numbered by position in `vertices`, u < v in each.
    weights : ndarray of int64, shape (l,)
        Their weights times `scale`.
    scale : int
        A power of 2.
    offset : Fraction
        What the eliminated vertices add to every maximum cut of the core.

    Examples
    --------
    >>> import memlab as ml
    >>> wheel = ml.Graph.from_edges(4, [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)])
    >>> reduction = CutReduction(wheel)
    >>> len(reduction.vertices), reduction.offset, int(reduction.lift([]).sum())
    (0, Fraction(4, 1), 2)
    """

    def __init__(self, graph, until=math.inf):
        weights = graph.weight_of_edges
        self._n = graph.n
        self.vertices, self.edges, self.weights = np.arange(graph.n), graph.edges, weights
        self.scale, self.offset = 1, Fraction(0)
        self._eliminated = []           # (vertex, {neighbour: weight}), in order
        if time.monotonic() + _SECONDS_PER_EDGE * graph.m > until:
            return
        # scaled weights must be exact as floats too, which is what solvers compute with
        total = int(np.abs(weights).sum())
        self._largest_scale = 2 ** max(0, 50 - total.bit_length())
        self._weight = [{} for _ in range(graph.n)]
        for (u, v), weight in zip(graph.edges.tolist(), weights.tolist(), strict=True):
            if weight:
                self._weight[u][v] = self._weight[v][u] = Fraction(weight)
        self.vertices = np.flatnonzero(self._exhaust(until))
        links = sorted((u, v, weight) for u in self.vertices.tolist()
                       for v, weight in self._weight[u].items() if u < v)
        self.scale = max((weight.denominator for *_, weight in links), default=1)
        self.edges = np.searchsorted(self.vertices, [link[:2] for link in links]).reshape(-1, 2)
        self.weights = np.array([int(self.scale * weight) for *_, weight in links], np.int64)

    def lift(self, solution):
        """Extend a cut of the core to the whole graph.

        Parameters
        ----------
        solution : array_like of 0 and 1, shape (k,)

        Returns
        -------
        ndarray of uint8, shape (n,)
        """
        x = np.zeros(self._n, np.uint8)
        x[self.vertices] = solution
        for v, weights in reversed(self._eliminated):
            gain = sum(weight if x[u] else -weight for u, weight in weights.items())
            x[v] = gain < 0
        return x

    def _exhaust(self, until):
        """Eliminate vertices as long as possible; return for each whether it stays."""
        waiting = deque(range(self._n))
        stays = np.ones(self._n, bool)
        while waiting and time.monotonic() < until:
            v = waiting.popleft()
            if not stays[v] or len(self._weight[v]) > 3:
                continue
            constant, links = _replacement(self._weight[v])
            if any(link.denominator > self._largest_scale for *_, link in links):
                continue
            stays[v] = False
            neighbours = list(self._weight[v])
            self._eliminated.append((v, self._weight[v]))
            self.offset += constant
            for u in neighbours:
                del self._weight[u][v]
            for a, b, link in links:
                total = self._weight[a].pop(b, 0) + link
                self._weight[b].pop(a, None)
                if total:
                    self._weight[a][b] = self._weight[b][a] = total
            waiting.extend(neighbours)
        return stays


def _replacement(weights):
    """Return the constant and the links (a, b, weight) that replace a vertex of degree at most 3.
    """
    total = sum(weights.values())
    together = max(Fraction(0), total)
    # what the vertex adds to the cut if one neighbour is on the other side than the rest
    apart = {u: max(weight, total - weight) for u, weight in weights.items()}
    links = []
    for a, b in itertools.combinations(weights, 2):
        # if these two are opposite the third, the third is the one apart; otherwise none is
        both = sum(apart[c] for c in weights if c not in (a, b)) if len(weights) > 2 else together
        links.append((a, b, (apart[a] + apart[b] - both - together) / 2))
    return together, links
