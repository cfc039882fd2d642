"""Maximum Independent Set, with the paper's local search and two stronger ones."""

import functools
from typing import ClassVar

import numpy as np

from ...kernels import bits
from ...support import checks, names
from ..graph_problem import MOST_PACKED_VERTICES, GraphProblem
from . import repair, search, search_lists, search_rows

DENSE_SHARE = 0.02                 # share of all pairs from which rows are faster than lists
LOCAL_SEARCHES = ("repair", "augment", "swap")


class MaxIndependentSet(GraphProblem):
    """Find as many vertices as possible, no two of which are neighbours (paper, section 3.1).

    The fitness of a set is its size if it is independent, and otherwise minus the number of edges
    inside it. The paper's local search only repairs a set; two others continue from there:

    - ``"repair"`` removes the vertex with most neighbours in the set, with ties broken at random,
      until the set is independent. It never adds a vertex.
    - ``"augment"`` repairs, then adds vertices without a neighbour in the set, each time one drawn
      uniformly at random, until the set is maximal.
    - ``"swap"`` augments, then exchanges one vertex for two and augments again, until no such
      (1,2)-swap [1]_ is left. The leaving vertex is drawn uniformly among those with a swap, and
      the entering pair uniformly among the pairs that this vertex makes room for.

    A step is a vertex that enters or leaves the set; a swap takes three steps.

    Parameters
    ----------
    graph : Graph
        An unweighted graph.
    local_search : {"repair", "augment", "swap"}
        The local search.

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

    name = "mis"
    label = names.label(name)
    options: ClassVar = {"local_search": LOCAL_SEARCHES}
    has_constraints = are_sets = True
    greedy_orders = ("index", "random", "degree", "min_degree")

    def __init__(self, graph, local_search="repair"):
        super().__init__(graph)
        if graph.is_weighted:
            raise ValueError("graph must have no edge weights, which MaxIndependentSet would "
                             f"ignore; {graph!r} has weights other than 1")
        self.search = checks.choice("local_search", local_search, LOCAL_SEARCHES)

    def recount(self, x):
        """Compute the fitness of a set edge by edge.

        Parameters
        ----------
        x : ndarray of 0 and 1, shape (n,)
            The set.

        Returns
        -------
        int
            Its size, or minus the number of its inner edges if there are any.

        Examples
        --------
        >>> import memlab as ml
        >>> path = ml.MaxIndependentSet(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))
        >>> path.recount([1, 0, 1]), path.recount([1, 1, 1])
        (2, -2)
        """
        x = np.asarray(x)
        inside = int(x[self.graph.edges].all(axis=1).sum())
        return -inside or int(x.sum())

    def to_arrays(self):
        """Return the graph and the name of the local search, for files.

        Returns
        -------
        dict of ndarray
            As for `MaxCut`, and local_search.
        """
        return super().to_arrays() | {"local_search": np.array(self.search)}

    @functools.cached_property
    def _by_rows(self):
        """Whether to use bit-packed rows: not for large graphs, nor for searches on sparse ones."""
        dense = 2 * self.graph.m >= DENSE_SHARE * self.n**2
        return self.n <= MOST_PACKED_VERTICES and (dense or self.search == "repair")

    @functools.cached_property
    def instance(self):
        """Bit-packed rows or neighbour lists, with the local search unless it is the repair."""
        graph = repair.SetLists(self.graph.indptr, self.graph.indices)
        if self._by_rows:
            rows = bits.zeros((self.n, len(self.layout.valid)))
            bits.pack_rows(graph.indptr, graph.indices, self.layout.positions, rows)
            graph = repair.SetRows(rows)
        if self.search == "repair":
            return graph
        kind = search.SetSearch if self._by_rows else search.SetSearchOnLists
        return kind(graph, self.search == "swap")

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
        degrees = self.graph.degrees
        if self._by_rows:
            workspace = repair.rows_workspace(self.n, int(degrees.max()), slots)
            scratch = search_rows.rows_scratch(self.n)
        else:
            workspace = repair.lists_workspace(degrees, slots)
            scratch = search_lists.lists_scratch(degrees)
        if self.search == "repair":
            return workspace
        return search.SetSearchWorkspace(workspace, scratch, np.full(slots, -1),
                                         np.zeros(1, np.bool_))

    def __repr__(self):
        option = "" if self.search == "repair" else f", local_search={self.search!r}"
        return f"MaxIndependentSet({self.graph!r}{option})"
