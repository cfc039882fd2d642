"""The problems: Maximum Independent Set, Maximum Cut, DeceptiveLeadingBlocks.

A problem knows the fitness, the feasibility and the local search of one solution, and prepares the
arrays on which the jitted engine works. Solutions are arrays of 0 and 1.
"""

import functools

import numpy as np

from . import checks
from .graph import Graph
from .kernels import (
    bits,
    dlb,
    maxcut,
    maxcut_weighted,
    mis,
    mis_lists,
    mis_rows,
    mis_search,
    variation,
)
from .problem import Problem

MOST_PACKED_VERTICES = 16_384      # adjacency rows of at most 32 MB
DENSE_DEGREE = 8                   # mean degree from which rows beat lists in Max-Cut,
DENSE_SHARE = 0.02                 # and share of all pairs in the searches of independent sets
MOST_WEIGHT = 2**40                # of all edges together, in Max-Cut
LOCAL_SEARCHES = ("repair", "augment", "swap")


class _GraphProblem(Problem):
    """A problem on a graph."""

    def __init__(self, graph):
        if not isinstance(graph, Graph):
            raise TypeError(f"graph must be a memlab.Graph, not {type(graph).__name__}")
        self.graph = graph
        self.n = graph.n

    def __repr__(self):
        return f"{type(self).__name__}({self.graph!r})"


class MaxIndependentSet(_GraphProblem):
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
        return mis_search.SetSearchMemory(repair, scratch, np.full(slots, -1))

    def __repr__(self):
        search = "" if self.search == "repair" else f", local_search={self.search!r}"
        return f"MaxIndependentSet({self.graph!r}{search})"


class MaxCut(_GraphProblem):
    """Split the vertices in two so that most edges run between the parts (paper, section 3.1).

    Every solution is feasible; its fitness is the number of edges between the vertices with 0 and
    those with 1, or the sum of their weights. The local search flips the vertex that gains most,
    ties at random, until none gains. A step is a flip.

    Parameters
    ----------
    graph : Graph
        Its edges may have weights, negative ones too, whose absolute values add up to less than
        2**40: then a population may count millions, and the sum of its fitness does not overflow.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.MaxCut(ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]))
    >>> p.fitness([0, 1, 0, 1]), p.fitness([0, 0, 1, 1])
    (4, 2)
    >>> p.local_search([0, 0, 0, 1]).fitness
    4
    >>> signed = ml.Graph.from_edges(3, [(0, 1), (1, 2), (2, 0)], weights=[5, -2, 3])
    >>> ml.MaxCut(signed).local_search([0, 0, 0])
    LocalOptimum(solution=array([1, 0, 0], dtype=uint8), fitness=8, steps=1)
    """

    def __init__(self, graph):
        super().__init__(graph)
        if graph.is_weighted and (total := int(np.abs(graph.edge_weights).sum())) >= MOST_WEIGHT:
            raise ValueError("graph must have smaller weights: their absolute values must add up "
                             f"to less than 2**40, and do to {total}")

    @functools.cached_property
    def _by_rows(self):
        graph = self.graph
        dense = 2 * graph.m >= DENSE_DEGREE * graph.n
        return dense and graph.n <= MOST_PACKED_VERTICES and not graph.is_weighted

    @functools.cached_property
    def layout(self):
        """Where the bits of a genome stand: on packed rows, vertices of even degree first."""
        if not self._by_rows:
            return super().layout
        positions, odd_word = maxcut.even_degrees_first(self.graph.degrees)
        words = odd_word + -(-int(np.count_nonzero(self.graph.degrees % 2)) // 64)
        return variation.make_layout(positions, bits.padded(words))

    @functools.cached_property
    def instance(self):
        """Bit-packed rows for dense graphs, lists for sparse, very large or weighted ones."""
        graph = self.graph
        if graph.is_weighted:
            return maxcut_weighted.CutWeights(graph.indptr, graph.indices, graph.weights)
        if not self._by_rows:
            return maxcut.CutLists(graph.indptr, graph.indices)
        positions, odd_word = maxcut.even_degrees_first(graph.degrees)
        lanes = 64 * (positions.max() // 64 + 1)
        rows = np.zeros((lanes, len(self.layout.valid)), np.uint64)
        bits.pack_rows(graph.indptr, graph.indices, positions, rows)
        degrees = np.zeros(lanes, np.int64)
        degrees[positions] = graph.degrees
        return maxcut.CutRows(rows, positions, degrees, odd_word)

    def memory(self, slots):
        """A fresh memory for a population of `slots` genomes."""
        if self.graph.is_weighted:
            return maxcut_weighted.weights_memory(self.n, slots)
        if self._by_rows:
            return maxcut.rows_memory(self.instance, slots)
        return maxcut.lists_memory(self.graph.degrees, slots)


class DeceptiveLeadingBlocks(Problem):
    """The deceptive benchmark of the paper's theory: n bits in blocks of length k (section 4).

    Every leading all-ones block counts k; the first other block counts k - 1 minus its ones, so
    that it lures towards all-zeros. The local search takes the best of all n neighbours while it is
    strictly better.

    Parameters
    ----------
    n : int
        Number of bits, a multiple of k.
    k : int
        Block length, at least 2.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.DeceptiveLeadingBlocks(n=6, k=3)
    >>> p.fitness([1, 1, 1, 0, 0, 0]), p.fitness([1, 1, 1, 1, 1, 0])
    (5, 3)
    >>> p.local_search([1, 1, 0, 0, 1, 0])
    LocalOptimum(solution=array([1, 1, 1, 0, 0, 0], dtype=uint8), fitness=5, steps=2)
    """

    def __init__(self, n, k):
        self.k = checks.integer("k", k, minimum=2)
        self.n = checks.integer("n", n, minimum=self.k)
        if self.n % self.k:
            raise ValueError(f"n must be a multiple of k = {self.k}, not {self.n}")

    @functools.cached_property
    def instance(self):
        """The two numbers."""
        return dlb.Blocks(self.n, self.k)

    def memory(self, slots):
        """Nothing is remembered."""
        return dlb.NoMemory(slots)

    def __repr__(self):
        return f"DeceptiveLeadingBlocks(n={self.n}, k={self.k})"
