"""The problems: Maximum Independent Set, Maximum Cut, DeceptiveLeadingBlocks.

A problem knows the fitness, the feasibility and the local search of one solution, and prepares the
arrays on which the jitted engine works. Solutions are arrays of 0 and 1.
"""

import functools
from dataclasses import dataclass

import numpy as np

from . import checks
from .graph import Graph
from .kernels import bits, dlb, engine, maxcut, mis, rng, variation

MOST_PACKED_VERTICES = 16_384      # adjacency rows of at most 32 MB
DENSE_DEGREE = 8                   # mean degree from which rows beat lists in Max-Cut


@dataclass(frozen=True, eq=False)
class LocalOptimum:
    """Where a local search ended.

    Attributes
    ----------
    solution : ndarray of uint8, shape (n,)
    fitness : int
    steps : int
        Bits changed on the way.
    """

    solution: np.ndarray
    fitness: int
    steps: int


class Problem:
    """What all problems have in common; not to be made by itself.

    Subclasses set `n` and provide `instance`, the prepared read-only arrays, `memory`, the scratch
    of one run, and, where a vertex is not found at its own number, `layout`.
    """

    n: int

    def fitness(self, x):
        """Fitness of a solution, without local search.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            Integers or booleans.

        Returns
        -------
        int

        Raises
        ------
        TypeError
            If `x` is not an array of integers or booleans.
        ValueError
            If it has the wrong shape or holds anything but 0 and 1.
        """
        return int(engine.measure(self.instance, self.memory(1), self.pack(self.check(x)[None])))

    def is_feasible(self, x):
        """Whether a solution keeps the problem's constraints; raises as `fitness` does."""
        self.check(x)
        return True

    def local_search(self, x, seed=0):
        """Improve a solution until no step of the paper's local search is left.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            Left as it is.
        seed : int, sequence of int, or numpy.random.SeedSequence
            Decides between tied steps.

        Returns
        -------
        LocalOptimum

        Raises
        ------
        TypeError, ValueError
            As `fitness` does.
        """
        genomes = self.pack(self.check(x)[None])
        state = rng.seed_state(checks.seed("seed", seed))
        fitness, steps = engine.improve(self.instance, self.memory(1), genomes, state)
        return LocalOptimum(self.unpack(genomes)[0], int(fitness), int(steps))

    def check(self, x):
        """`x` as a uint8 array of shape (n,), or an error that says what is wrong with it."""
        wanted = f"x must be {self.n} values 0 or 1"
        try:
            array = np.asarray(x)
        except ValueError as error:     # a ragged sequence
            raise ValueError(f"{wanted}: {error}") from None
        if array.dtype.kind not in "biu":
            raise TypeError(f"{wanted}, integers or booleans, not {array.dtype}")
        if array.shape != (self.n,):
            raise ValueError(f"{wanted}, an array of shape ({self.n},), not of {array.shape}")
        if self.n and not (array.min() >= 0 and array.max() <= 1):
            wrong = int(np.flatnonzero((array < 0) | (array > 1))[0])
            raise ValueError(f"{wanted}, but x[{wrong}] is {array[wrong]}")
        return array.astype(np.uint8)

    def pack(self, solutions):
        """Solutions, uint8 (k, n), as the engine's bit-packed rows, uint64 (k, words)."""
        genomes = np.empty((len(solutions), len(self.layout.valid)), np.uint64)
        bits.pack(np.ascontiguousarray(solutions), self.layout.positions, genomes)
        return genomes

    def unpack(self, genomes):
        """The inverse of `pack`."""
        solutions = np.empty((len(genomes), self.n), np.uint8)
        bits.unpack(genomes, self.layout.positions, solutions)
        return solutions

    @functools.cached_property
    def layout(self):
        """Where the bits of a genome stand: vertex v at position v."""
        return variation.make_layout(np.arange(self.n), bits.padded(-(-self.n // 64)))

    @functools.cached_property
    def instance(self):
        """The problem as the named tuple of read-only arrays that the kernels work on."""
        raise NotImplementedError

    def memory(self, slots):
        """A fresh memory for a population of `slots` genomes."""
        raise NotImplementedError

    def __getstate__(self):
        """Without the prepared arrays: whoever receives the problem prepares its own."""
        prepared = ("instance", "layout")
        return {name: value for name, value in vars(self).items() if name not in prepared}


class _GraphProblem(Problem):
    """A problem on an unweighted graph."""

    def __init__(self, graph):
        if not isinstance(graph, Graph):
            raise TypeError(f"graph must be a memlab.Graph, not {type(graph).__name__}")
        if graph.is_weighted:
            raise ValueError(f"graph must have no edge weights, which {type(self).__name__} would "
                             f"ignore; {graph!r} has weights other than 1")
        self.graph = graph
        self.n = graph.n

    def __repr__(self):
        return f"{type(self).__name__}({self.graph!r})"


class MaxIndependentSet(_GraphProblem):
    """Find as many vertices as possible no two of which are neighbours (paper, section 3.1).

    The fitness of a set is its size if it is independent, else minus the number of edges inside it.
    The local search repairs: it removes the vertex with most neighbours in the set, ties at random,
    until the set is independent. It never adds a vertex.

    Parameters
    ----------
    graph : Graph
        Unweighted.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.MaxIndependentSet(ml.Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)]))
    >>> p.fitness([0, 1, 1, 1]), p.fitness([1, 1, 1, 0])
    (3, -2)
    >>> p.local_search([1, 1, 1, 0])
    LocalOptimum(solution=array([0, 1, 1, 0], dtype=uint8), fitness=2, steps=1)
    """

    def is_feasible(self, x):
        """Whether no two vertices of the set are neighbours; raises as `fitness` does."""
        return self.fitness(x) >= 0

    @functools.cached_property
    def instance(self):
        """Bit-packed rows up to `MOST_PACKED_VERTICES` vertices, neighbour lists beyond."""
        graph = self.graph
        if graph.n > MOST_PACKED_VERTICES:
            return mis.SetLists(graph.indptr, graph.indices)
        rows = np.zeros((graph.n, len(self.layout.valid)), np.uint64)
        bits.pack_rows(graph.indptr, graph.indices, self.layout.positions, rows)
        return mis.SetRows(rows)

    def memory(self, slots):
        """A fresh memory for a population of `slots` genomes."""
        degrees = self.graph.degrees
        if isinstance(self.instance, mis.SetRows):
            return mis.rows_memory(self.n, int(degrees.max()), slots)
        return mis.lists_memory(degrees, slots)


class MaxCut(_GraphProblem):
    """Split the vertices in two so that most edges run between the parts (paper, section 3.1).

    Every solution is feasible; its fitness is the number of edges between the vertices with 0 and
    those with 1. The local search flips the vertex that gains most, ties at random, until none
    gains.

    Parameters
    ----------
    graph : Graph
        Unweighted.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.MaxCut(ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]))
    >>> p.fitness([0, 1, 0, 1]), p.fitness([0, 0, 1, 1])
    (4, 2)
    >>> p.local_search([0, 0, 0, 1]).fitness
    4
    """

    @functools.cached_property
    def _by_rows(self):
        graph = self.graph
        return graph.n <= MOST_PACKED_VERTICES and 2 * graph.m >= DENSE_DEGREE * graph.n

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
        """Bit-packed rows for dense graphs, neighbour lists for sparse or very large ones."""
        graph = self.graph
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
