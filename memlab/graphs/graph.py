"""Graph: an immutable simple undirected graph, stored as CSR arrays."""

import functools
import hashlib
from collections.abc import Hashable

import numpy as np

from ..support import checks, memory
from . import adjacency
from .adjacency import GraphNote

__all__ = ["MOST_VERTICES", "Graph", "GraphNote"]

MOST_VERTICES = 2**31 - 1


class Graph:
    """A simple undirected graph on the vertices 0..n-1, immutable, with optional edge weights.

    Build one with `from_edges`, `from_networkx`, `from_scipy` or `memlab.read_graph`. All arrays
    are read-only. Two graphs are equal, and hash equally, if they have the same vertices, edges
    and weights; name and labels do not count.

    Attributes
    ----------
    n, m : int
        Numbers of vertices and edges.
    indptr : ndarray of int64, shape (n + 1,)
        Vertex v's neighbours are ``indices[indptr[v]:indptr[v + 1]]``.
    indices : ndarray of int32, shape (2 * m,)
        The neighbours, in ascending order for each vertex; every edge appears twice.
    weights : ndarray of int64, shape (2 * m,), or None
        Edge weights, parallel to `indices`; None if every weight is 1.
    name : str
        The name of the graph in tables and figures; may be empty.
    labels : tuple, range or None
        The vertices' own names: nodes of networkx, or numbers in a file, which are a range if a
        file counts from 1. None if they are 0..n-1. `names_of` hands solutions out by name.

    Examples
    --------
    >>> import memlab as ml
    >>> path = ml.Graph.from_edges(3, [(0, 1), (1, 2)], name="path")
    >>> path
    Graph('path', n=3, m=2)
    >>> path.degrees
    array([1, 2, 1])
    """

    def __init__(self):
        raise TypeError("build a Graph with Graph.from_edges or memlab.read_graph")

    @classmethod
    def from_edges(cls, n, edges, *, weights=None, name="", labels=None):
        """Build the graph on n vertices with the given edges.

        Parameters
        ----------
        n : int
            Number of vertices, at least 1.
        edges : array_like of int, shape (m, 2), or dict
            Pairs of different vertices in 0..n-1, in any order and direction. Duplicates, including
            reversed ones, are merged with a `memlab.graphs.adjacency.GraphNote`. A dictionary,
            ``{(u, v): weight}``, holds the weights, too.
        weights : array_like of int, shape (m,), optional
            One weight per edge; floats must be whole. If all weights are 1, the graph is
            unweighted.
        name : str, optional
            Name of the graph.
        labels : sequence of hashable, optional
            The vertices' own names, n different ones.

        Returns
        -------
        Graph
            The graph.

        Raises
        ------
        TypeError
            If `n`, `edges` or `weights` are not integers, one of these is a set or a graph, or
            `name` is not a string.
        ValueError
            If `n` is out of range, an array has the wrong shape, an edge is a self-loop or names
            no vertex, duplicates have different weights, the weights are so large that their sum
            could overflow, labels are not n different ones, or there is not enough memory for the
            graph.

        Examples
        --------
        >>> triangle = Graph.from_edges(3, [(0, 1), (1, 2), (2, 0)], weights=[5, -2, 3])
        >>> triangle.edges.tolist(), triangle.edge_weights.tolist()
        ([[0, 1], [0, 2], [1, 2]], [5, 3, -2])
        """
        n = checks.integer("n", n, minimum=1, maximum=MOST_VERTICES)
        checks.instance("name", name, str)
        edges, weights = checks.paired("edges", edges, "weights", weights)
        edges = adjacency.edge_array(n, edges)
        if weights is not None:
            weights = adjacency.weight_array(len(edges), weights)
        memory.check(adjacency.bytes_needed(n, len(edges)),
                     f"a graph of {n} vertices and {len(edges)} edges")
        keys, weights = adjacency.merge(n, edges, weights, name)
        if labels is not None:
            if not isinstance(labels, range) or labels.step != 1:
                labels = tuple(label.item() if isinstance(label, np.generic) else label
                               for label in checks.ordered("labels", labels))
            if len(labels) != n or (isinstance(labels, tuple) and not (
                    all(isinstance(label, Hashable) for label in labels) and len({*labels}) == n)):
                raise ValueError(f"labels must be {n} different ones, which can be keys")
            labels = None if labels[0] == 0 and [*labels] == [*range(n)] else labels
        return cls._from_csr(n, *adjacency.csr(n, keys, weights), name, labels)

    @classmethod
    def _from_csr(cls, n, indptr, indices, weights, name, labels=None):
        """Build the graph from arrays that already meet all requirements; they become read-only."""
        self = object.__new__(cls)
        for array in (indptr, indices, weights):
            if array is not None:
                array.flags.writeable = False
        vars(self).update(n=n, m=len(indices) // 2, indptr=indptr, indices=indices,
                          weights=weights, name=name, labels=labels)
        return self

    @classmethod
    def from_networkx(cls, graph, *, weight="weight", name=None):
        """Convert a graph of networkx.

        Parameters
        ----------
        graph : networkx.Graph or networkx.MultiGraph
            Its nodes become 0..n-1, in the order in which `graph` lists them, and stay the
            `labels` of the vertices. Parallel edges are merged with a
            `memlab.graphs.adjacency.GraphNote`.
        weight : str or None
            The edge attribute that holds integer weights, or whole floats, 1 where it is missing;
            one other than "weight" must occur. None ignores weights.
        name : str, optional
            By default the name that networkx has for the graph.

        Returns
        -------
        Graph
            The graph.

        Raises
        ------
        TypeError
            If `graph` is not a graph of networkx, or directed, or a weight is not an integer.
        ValueError
            As in `from_edges`.

        Examples
        --------
        >>> import networkx
        >>> Graph.from_networkx(networkx.petersen_graph())
        Graph('Petersen Graph', n=10, m=15)
        >>> Graph.from_networkx(networkx.Graph([("b", "a"), ("a", "c")])).labels
        ('b', 'a', 'c')
        """
        import networkx

        checks.instance("graph", graph, networkx.Graph)
        if graph.is_directed():
            raise TypeError("graph must be undirected; graph.to_undirected() makes it so")
        edges = [(u, v, values.get(weight, 1)) for u, v, values in graph.edges(data=True)]
        if weight not in (None, "weight") and edges and not any(
                weight in values for *_, values in graph.edges(data=True)):
            raise ValueError(f"weight must be an attribute of some edge, not {weight!r}")
        return cls.from_edges(len(graph), **adjacency.numbered(graph, edges), labels=[*graph],
                              name=str(graph.name) if name is None else name)

    @classmethod
    def from_scipy(cls, matrix, *, name="", labels=None):
        """Build the graph of a symmetric adjacency matrix.

        Parameters
        ----------
        matrix : SciPy sparse array or matrix, shape (n, n)
            Symmetric, zero on the diagonal; the non-zero entries are the edges, their values the
            weights, which must be whole numbers. Entries at one place add up. Stored zeros are
            not edges.
        name, labels : optional
            As for `from_edges`.

        Returns
        -------
        Graph
            The graph.

        Raises
        ------
        TypeError
            If `matrix` is not sparse, or a value is not a whole number.
        ValueError
            If it is not square or not symmetric, or as in `from_edges`.

        Examples
        --------
        >>> import scipy.sparse
        >>> Graph.from_scipy(scipy.sparse.csr_array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])).edges
        array([[0, 1],
               [1, 2]])
        """
        from scipy import sparse

        if not sparse.issparse(matrix):
            raise TypeError(f"matrix must be a SciPy sparse array, not {type(matrix).__name__}")
        entries = sparse.csr_array(matrix, copy=True)
        entries.sum_duplicates()
        entries.eliminate_zeros()
        with np.errstate(invalid="ignore"):      # NaN is not a whole number either
            values = entries.data.real.astype(np.int64)
        if not np.array_equal(values, entries.data):
            raise TypeError("matrix must hold whole numbers, which are the edge weights")
        if matrix.shape[0] != matrix.shape[-1] or (entries != entries.T).nnz:
            raise ValueError("matrix must be square and symmetric; matrix + matrix.T completes one "
                             "that has one half")
        entries = sparse.triu(entries.astype(np.int64), format="coo")
        edges = np.column_stack((entries.row, entries.col))
        return cls.from_edges(matrix.shape[0], edges, weights=entries.data, name=name,
                              labels=labels)

    def to_networkx(self):
        """Convert the graph to networkx.

        Returns
        -------
        networkx.Graph
            On the nodes 0..n-1, or `labels`, unless these are only a range of numbers; edge
            weights, if any, are the edge attribute "weight".

        Examples
        --------
        >>> Graph.from_edges(3, [(0, 1), (1, 2)]).to_networkx().edges
        EdgeView([(0, 1), (1, 2)])
        """
        import networkx

        graph = networkx.Graph(name=self.name)
        graph.add_nodes_from(range(self.n))
        if self.is_weighted:
            triples = np.column_stack((self.edges, self.edge_weights))
            graph.add_weighted_edges_from(triples.tolist())
        else:
            graph.add_edges_from(self.edges.tolist())
        if isinstance(self.labels, tuple):
            return networkx.relabel_nodes(graph, dict(enumerate(self.labels)))
        return graph

    def names_of(self, x):
        """Return the names of the vertices in a set, or on side 1 of a cut.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            The solution of a problem on this graph.

        Returns
        -------
        list
            Of `labels`, or of numbers from 0.

        Raises
        ------
        TypeError, ValueError
            If `x` is not an array of n values 0 or 1.

        Examples
        --------
        >>> import networkx
        >>> Graph.from_networkx(networkx.Graph([("b", "a"), ("a", "c")])).names_of([1, 0, 1])
        ['b', 'c']
        """
        x, names = checks.bits("x", x, (self.n,)), self.labels or range(self.n)
        return [names[vertex] for vertex in np.flatnonzero(x).tolist()]

    def to_scipy(self):
        """Return the symmetric adjacency matrix.

        Returns
        -------
        scipy.sparse.csr_array of int64, shape (n, n)
            Its entries are the edge weights, 1 if the graph is unweighted.

        Examples
        --------
        >>> Graph.from_edges(3, [(0, 1), (1, 2)]).to_scipy().toarray()
        array([[0, 1, 0],
               [1, 0, 1],
               [0, 1, 0]])
        """
        from scipy import sparse

        values = self.weights if self.is_weighted else np.ones(2 * self.m, np.int64)
        return sparse.csr_array((values, self.indices, self.indptr), shape=(self.n, self.n),
                                copy=True)

    @property
    def degrees(self):
        """Number of neighbours of every vertex: ndarray of int64, shape (n,)."""
        return np.diff(self.indptr)

    @functools.cached_property
    def edges(self):
        """Every edge once: ndarray of int64, shape (m, 2), u < v in each row, rows sorted."""
        rows = np.repeat(np.arange(self.n), self.degrees)
        edges = np.column_stack((rows, self.indices))[rows < self.indices]
        edges.flags.writeable = False
        return edges

    @property
    def edge_weights(self):
        """The weight of each row of `edges`: int64, shape (m,); None if every weight is 1."""
        rows = np.repeat(np.arange(self.n), self.degrees)
        return None if self.weights is None else self.weights[rows < self.indices]

    @property
    def weight_of_edges(self):
        """The weight of each row of `edges`, also if all are 1: ndarray of int64, shape (m,)."""
        return np.ones(self.m, np.int64) if self.weights is None else self.edge_weights

    @property
    def is_weighted(self):
        """Whether some edge has a weight other than 1."""
        return self.weights is not None

    @functools.cached_property
    def fingerprint(self):
        """128 bits in hexadecimal that identify the graph's content, the same on every machine."""
        digest = hashlib.sha256(f"memlab graph {self.n} {self.is_weighted};".encode())
        for array in (self.indptr, self.indices, self.weights):
            if array is not None:
                digest.update(array.astype(array.dtype.newbyteorder("<"), copy=False).data)
        return digest.hexdigest()[:32]

    def complement(self):
        """Return the complement: the graph whose edges are the pairs that are not edges here.

        Returns
        -------
        Graph
            On the same vertices, with the same labels.

        Raises
        ------
        ValueError
            If the graph is weighted.

        Examples
        --------
        >>> Graph.from_edges(3, [(0, 1), (1, 2)]).complement().edges
        array([[0, 2]])
        """
        if self.is_weighted:
            raise ValueError(f"{self!r} has edge weights: its complement is not defined")
        memory.check(7 * self.n**2, f"a complement of {self.n} vertices")
        apart = ~self.to_scipy().astype(bool).toarray()
        np.fill_diagonal(apart, False)
        indices = np.concatenate([np.flatnonzero(row).astype(np.int32) for row in apart])
        name = f"complement of {self.name}" if self.name else ""
        return Graph._from_csr(self.n, np.append(0, apart.sum(axis=1).cumsum()), indices, None,
                               name, self.labels)

    def __eq__(self, other):
        return isinstance(other, Graph) and self.fingerprint == other.fingerprint

    def __hash__(self):
        return int(self.fingerprint[:15], 16)

    def __reduce__(self):
        return Graph._from_csr, (self.n, self.indptr, self.indices, self.weights, self.name,
                                 self.labels)

    def __setattr__(self, attribute, value=None):
        raise AttributeError(f"a Graph cannot change: cannot set or delete {attribute!r}")

    __delattr__ = __setattr__

    def __repr__(self):
        weighted = ", weighted" if self.is_weighted else ""
        name = f"{self.name!r}, " if self.name else ""
        return f"Graph({name}n={self.n}, m={self.m}{weighted})"
