"""Data reduction for Maximum Independent Set: an equivalent, often much smaller or empty graph.

Three rules are applied until none applies any more [1]_ [2]_:

- a vertex without neighbours is taken;
- a vertex that dominates a neighbour v (is adjacent to all other neighbours of v) is deleted, since
  v can always take its place. This removes neighbours of vertices of degree 1, and of vertices
  whose neighbours form a clique;
- a vertex with two neighbours that are not adjacent is merged with them into one vertex, which
  stands for the two neighbours: either both of them are taken, or the vertex itself.

References
----------
.. [1] T. Akiba, Y. Iwata. Branch-and-reduce exponential/FPT algorithms in practice: a case study
   of vertex cover. Theoretical Computer Science 609, 2016.
.. [2] S. Lamm, P. Sanders, C. Schulz, D. Strash, R. Werneck. Finding near-optimal independent sets
   at scale. Journal of Heuristics 23, 2017.
"""

import math
import time
from collections import OrderedDict

import numpy as np

from ...graphs.graph import Graph

_SECONDS_PER_EDGE = 5e-6        # for one pass over the vertices


class SetReduction:
    """The core that remains of a graph, and the way back to the graph.

    The size of a maximum independent set of `core` plus `offset` is that of one of the graph;
    `lift` turns the former into the latter.

    Parameters
    ----------
    graph : Graph
        The graph.
    until : float
        The value of `time.monotonic` at which to stop; the core may then be larger.

    Attributes
    ----------
    core : Graph or None
        None if nothing is left.
    vertices : ndarray of int64, shape (core.n,)
        The number of each core vertex in the graph.
    offset : int
        Vertices gained outside the core.

    Examples
    --------
    >>> import memlab as ml
    >>> cycle = ml.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> reduction = SetReduction(cycle)
    >>> reduction.core, reduction.offset, reduction.lift([])
    (None, 2, array([1, 0, 1, 0, 0], dtype=uint8))
    """

    def __init__(self, graph, until=math.inf):
        self._n = graph.n
        self.core, self.vertices, self.offset = graph, np.arange(graph.n), 0
        self._taken = []            # (v,), or (v, u, w) of a fold, in order
        if time.monotonic() + _SECONDS_PER_EDGE * (graph.n + graph.m) > until:
            return
        bounds, indices = graph.indptr.tolist(), graph.indices.tolist()
        # closed neighbourhoods: v dominates u if near[u] <= near[v]
        self._near = {v: {v, *indices[bounds[v]:bounds[v + 1]]} for v in range(graph.n)}
        self._waiting = OrderedDict.fromkeys(self._near)
        self._exhaust(until)
        self.offset = len(self._taken)
        self.vertices = np.array(sorted(self._near), np.int64)
        edges = [(v, u) for v, near in self._near.items() for u in near if u > v]
        places = np.searchsorted(self.vertices, edges)
        self.core = Graph.from_edges(len(self.vertices), places) if self._near else None

    def lift(self, solution):
        """Extend an independent set of the core to the whole graph.

        Parameters
        ----------
        solution : array_like of 0 and 1, shape (core.n,)
            Empty if there is no core.

        Returns
        -------
        ndarray of uint8, shape (n,)
        """
        x = np.zeros(self._n, np.uint8)
        x[self.vertices] = solution
        for v, *folded in reversed(self._taken):
            if folded and x[v]:
                x[v], x[folded] = 0, 1
            else:
                x[v] = 1
        return x

    def _exhaust(self, until):
        """Apply the rules as long as possible; a vertex is tried again when its neighbours change.
        """
        while self._waiting and time.monotonic() < until:
            v, _ = self._waiting.popitem(last=False)
            if v not in self._near:
                continue
            near = self._near[v]
            for u in sorted(u for u in near if u != v and near <= self._near[u]):
                self._delete(u)
            if len(near) == 1:
                self._taken.append((v,))
                del self._near[v]
            elif len(near) == 3:        # not a triangle, which domination would have removed
                self._fold(v)

    def _delete(self, v):
        for u in self._near.pop(v):
            if u != v:
                self._near[u].discard(v)
                self._waiting[u] = None

    def _fold(self, v):
        u, w = sorted(self._near[v] - {v})
        self._taken.append((v, u, w))
        joined = (self._near[u] | self._near[w]) - {v, u, w}
        for vertex in (u, w, v):
            self._delete(vertex)
        self._near[v] = joined | {v}
        for vertex in joined:
            self._near[vertex].add(v)
        self._waiting |= dict.fromkeys([*joined, v])
