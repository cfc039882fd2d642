"""Maximum Independent Set, with the paper's local search and two stronger ones."""

import functools

import numpy as np

from .. import checks
from ..kernels import bits, mis, mis_lists, mis_rows, mis_search
from .problem import MOST_PACKED_VERTICES, GraphProblem

DENSE_SHARE = 0.02                 # of all pairs, from which rows beat lists in the searches
LOCAL_SEARCHES = ("repair", "augment", "swap")


class MaxIndependentSet(GraphProblem):
    """Find as many vertices as possible no two of which are neighbours (paper, section 3.1).

    The fitness of a set is its size if it is independent, else minus the number of edges inside it.
    The paper's local search only repairs; two others go on from there:

    - ``"repair"`` removes the vertex with most neighbours in the set, ties at random, until the set
      is independent. It never adds a vertex.
    - ``"augment"`` repairs, then adds vertices that have no neighbour in the set, one at a time and
      any of them with equal probability, until the set is maximal.
    - ``"swap"`` augments, then takes out one vertex and puts in two, and augments again, until no
      such (1,2)-swap [1]_ is left. Which vertex leaves is a fair draw among those that make room
      for a pair, and then which pair enters among these pairs.

    A step is a vertex that enters or leaves: a swap takes three.

    Parameters
    ----------
    graph : Graph
        Unweighted.
    local_search : {"repair", "augment", "swap"}

    References
    ----------
    .. [1] D. Andrade, M. Resende and R. Werneck. Fast local search for the maximum independent set
       problem. Journal of Heuristics 18(4), 2012.

    Examples
    --------
    >>> import memlab as ml
    >>> star = ml.Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> p = ml.MaxIndependentSet(star)
    >>> p.fitness([0, 1, 1, 1]), p.fitness([1, 1, 1, 0])
    (3, -2)
    >>> p.local_search([1, 1, 1, 0])
    LocalOptimum(solution=array([0, 1, 1, 0], dtype=uint8), fitness=2, steps=1)
    >>> ml.MaxIndependentSet(star, local_search="augment").local_search([1, 1, 1, 0])
    LocalOptimum(solution=array([0, 1, 1, 1], dtype=uint8), fitness=3, steps=2)
    >>> ml.MaxIndependentSet(star, local_search="swap").local_search([1, 0, 0, 0])
    LocalOptimum(solution=array([0, 1, 1, 1], dtype=uint8), fitness=3, steps=4)
    """

    def __init__(self, graph, local_search="repair"):
        super().__init__(graph)
        if graph.is_weighted:
            raise ValueError("graph must have no edge weights, which MaxIndependentSet would "
                             f"ignore; {graph!r} has weights other than 1")
        self.search = checks.choice("local_search", local_search, LOCAL_SEARCHES)

    def is_feasible(self, x):
        """Whether no two vertices of the set are neighbours; raises as `fitness` does."""
        return self.fitness(x) >= 0

    @functools.cached_property
    def _by_rows(self):
        """Whether bit-packed rows are best: not for large graphs, nor to search sparse ones."""
        dense = 2 * self.graph.m >= DENSE_SHARE * self.n**2
        return self.n <= MOST_PACKED_VERTICES and (dense or self.search == "repair")

    @functools.cached_property
    def instance(self):
        """Bit-packed rows or neighbour lists, with the local search where it is not the repair."""
        graph = mis.SetLists(self.graph.indptr, self.graph.indices)
        if self._by_rows:
            rows = np.zeros((self.n, len(self.layout.valid)), np.uint64)
            bits.pack_rows(graph.indptr, graph.indices, self.layout.positions, rows)
            graph = mis.SetRows(rows)
        if self.search == "repair":
            return graph
        return mis_search.SetSearch(graph, self.search == "swap")

    def memory(self, slots):
        """A fresh memory for a population of `slots` genomes."""
        degrees = self.graph.degrees
        if self._by_rows:
            repair = mis.rows_memory(self.n, int(degrees.max()), slots)
            scratch = mis_rows.rows_scratch(self.n)
        else:
            repair = mis.lists_memory(degrees, slots)
            scratch = mis_lists.lists_scratch(degrees)
        if self.search == "repair":
            return repair
        return mis_search.SetSearchMemory(repair, scratch, np.full(slots, -1),
                                          np.zeros(1, np.bool_))

    def __repr__(self):
        search = "" if self.search == "repair" else f", local_search={self.search!r}"
        return f"MaxIndependentSet({self.graph!r}{search})"
