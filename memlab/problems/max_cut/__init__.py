"""Maximum Cut, with or without edge weights."""

import functools

import numpy as np

from ...kernels import bits, variation
from ...support import names
from ..graph_problem import MOST_PACKED_VERTICES, GraphProblem
from . import gains, lists, rows

DENSE_DEGREE = 8                   # mean degree from which rows are faster than lists
MOST_WEIGHT = 2**40                # total over all edges


class MaxCut(GraphProblem):
    """Split the vertices into two parts with as many edges between them as possible.

    This is the Maximum Cut problem of section 3.1 of the paper. Every solution is feasible; its
    fitness is the number of edges between the vertices with 0 and those with 1, or the sum of their
    weights. The local search flips the vertex of largest gain, with ties broken at random, until no
    flip gains. A step is a flip.

    Parameters
    ----------
    graph : Graph
        Its edges may have weights, including negative ones, whose absolute values sum to less than
        2**40, so that the total fitness of a population of millions does not overflow.

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

    name = "maxcut"
    label = names.label(name)
    greedy_orders = ("index", "random")

    def __init__(self, graph):
        super().__init__(graph)
        if graph.is_weighted and (total := int(np.abs(graph.edge_weights).sum())) >= MOST_WEIGHT:
            raise ValueError(f"graph must have absolute weights of a sum below 2**40, not {total}")

    def recount(self, x):
        """Compute the weight of a cut edge by edge.

        Parameters
        ----------
        x : ndarray of 0 and 1, shape (n,)
            The side of every vertex.

        Returns
        -------
        int
            The number or total weight of the edges between the sides.

        Examples
        --------
        >>> import memlab as ml
        >>> ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)])).recount([0, 1, 1])
        1
        """
        u, v = np.asarray(x)[self.graph.edges].T
        return int(self.graph.weight_of_edges[u != v].sum())

    @functools.cached_property
    def _by_rows(self):
        graph = self.graph
        dense = 2 * graph.m >= DENSE_DEGREE * graph.n
        return dense and graph.n <= MOST_PACKED_VERTICES and not graph.is_weighted

    @functools.cached_property
    def layout(self):
        """The position of each bit in a genome: on packed rows, vertices of even degree first."""
        if not self._by_rows:
            return super().layout
        positions = rows.even_degrees_first(self.graph.degrees)
        return variation.make_layout(positions, bits.padded(int(positions.max()) // 64 + 1))

    @functools.cached_property
    def instance(self):
        """Bit-packed rows for dense graphs; lists for sparse, very large or weighted graphs."""
        graph = self.graph
        if graph.is_weighted:
            return lists.CutWeights(graph.indptr, graph.indices, graph.weights)
        if not self._by_rows:
            return lists.CutLists(graph.indptr, graph.indices)
        positions, lanes = self.layout.positions, 64 * self.layout.words
        packed = bits.zeros((lanes, len(self.layout.valid)))
        bits.pack_rows(graph.indptr, graph.indices, positions, packed)
        degrees = np.zeros(lanes, np.int64)
        degrees[positions] = graph.degrees
        dtype = np.int8 if degrees.max() < 255 else np.int16
        halves = np.full(lanes, -np.iinfo(dtype).max, dtype)
        halves[positions] = graph.degrees // 2
        evens = int(np.count_nonzero(graph.degrees % 2 == 0))
        return rows.CutRows(packed, positions, degrees, halves, odd_word=-(-evens // 64))

    @property
    def slot_bytes(self):
        """Bytes per slot: a gain or a counter for each vertex."""
        return self.n * (8 if self.graph.is_weighted else 2 if self._by_rows else 4)

    def workspace(self, slots):
        """Make the workspace for a population.

        Parameters
        ----------
        slots : int
            Number of genomes in the population.

        Returns
        -------
        NamedTuple
            For the kernels.
        """
        if self._by_rows:
            return rows.rows_workspace(self.instance, slots)
        if self.graph.is_weighted:
            return gains.workspace(self.n, slots, np.int64)
        return gains.workspace(self.n, slots, np.int32, self.graph.degrees)
