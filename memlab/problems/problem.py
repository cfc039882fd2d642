"""What every problem is to the algorithm: a fitness and a local search of bit strings."""

import functools
from dataclasses import dataclass

import numpy as np

from .. import checks, memory
from ..graphs.graph import Graph
from ..kernels import bits, engine, rng, variation
from ..kernels.protocol import UNBOUNDED

MOST_PACKED_VERTICES = 16_384      # adjacency rows of at most 32 MB
_BYTES_PER_BIT = 32     # while a layout is made


@dataclass(frozen=True, eq=False)
class LocalOptimum:
    """Where a local search ended.

    Attributes
    ----------
    solution : ndarray of uint8, shape (n,)
    fitness : int
    steps : int
        Bits changed on the way, one that changed twice counting twice.
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
    slot_bytes = 0      # what the memory for a run takes for each slot of the population, if much

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

    def local_search(self, x, seed=0, learning_depth=None):
        """Improve a solution until no step of the problem's local search is left.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            Left as it is.
        seed : int, sequence of int, or numpy.random.SeedSequence
            Decides between tied steps.
        learning_depth : int, optional
            The most steps to take: with fewer than it needs, the search ends before an optimum.

        Returns
        -------
        LocalOptimum

        Raises
        ------
        TypeError, ValueError
            As `fitness` does.
        """
        genomes, most = self.pack(self.check(x)[None]), self.most_steps(learning_depth)
        state = rng.seed_state(checks.seed("seed", seed))
        fitness, steps = engine.improve(self.instance, self.memory(1), genomes, most, state)
        return LocalOptimum(self.unpack(genomes)[0], int(fitness), int(steps))

    def most_steps(self, learning_depth):
        """A depth, None included, as the kernels take it: int; an error if it cannot be kept to."""
        depth = checks.limit("learning_depth", learning_depth)
        return UNBOUNDED if depth is None else min(depth, UNBOUNDED)

    def confirm(self, memory, solution, fitness):
        """Raise a ValueError if a run with this memory and result shows that a rule was broken."""

    def check(self, x):
        """`x` as a uint8 array of shape (n,), or an error that says what is wrong with it."""
        return checks.bits("x", x, (self.n,))

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


def size(n, minimum=1):
    """`n` as an int, or an error: a number of bits that there is memory for."""
    n = checks.integer("n", n, minimum=minimum)
    memory.check(_BYTES_PER_BIT * n, f"a problem of n = {n} bits")
    return n


class GraphProblem(Problem):
    """A problem on a graph."""

    def __init__(self, graph):
        if not isinstance(graph, Graph):
            raise TypeError(f"graph must be a memlab.Graph, not {type(graph).__name__}")
        self.graph = graph
        self.n = size(graph.n)

    def __repr__(self):
        return f"{type(self).__name__}({self.graph!r})"
