"""Runs of the (1+1) EA on DeceptiveLeadingBlocks that can be advanced by any number of steps."""

import math
import time

import numpy as np

from .. import checks
from ..kernels.rng import seed_state
from ..modes import MODES as ALL_MODES
from ..problems import DeceptiveLeadingBlocks
from . import bitwise
from .exact import expected_runtime

MODES = ("darwinian", "lamarckian", "baldwinian")
_SHORT, _PIECE = 4096, 100_000      # iterations to wait for an event, and between checks of a clock


class BitRun:
    """A run bit by bit.

    Parameters
    ----------
    problem : DeceptiveLeadingBlocks
    learns, strict : bool
        Whether offspring learn; whether only strictly better ones are accepted.
    inherits : float
        Probability that what an offspring learned replaces its genome.
    state : ndarray of uint64, shape (4,)
        The state of the random numbers, which changes in place.
    generic : bool
        Whether to use the hill climber that looks at all neighbours.

    Attributes
    ----------
    accepted, local_search_steps : int
        Numbers so far of offspring that replaced their parent, and of local-search steps on all
        offspring.
    genomes : ndarray of uint64, shape (3, words)
        Bit-packed: the parent, and two rows of scratch.
    clock : ndarray of int64, shape (4,)
        As for `memlab.theory.bitwise.record`.
    frame, ones : ndarray
        What `memlab.theory.bitwise.record` wrote last: first the initial individual.
    """

    def __init__(self, problem, learns, inherits, strict, state, generic=False):
        self.problem, self.n, self.k, self.state = problem, problem.n, problem.k, state
        self._rules, self._generic = (learns, inherits, strict), generic
        self.genomes = np.zeros((3, len(problem.layout.valid)), np.uint64)
        self._flipped = np.empty(self.n, np.int64)
        self.clock = np.array([-1, 0, 0, 0])
        self.accepted = self.local_search_steps = 0
        self.record(1)

    def record(self, every, rows=1):
        """Advance by so many records, one every `every` iterations, or to the optimum."""
        frame, ones = np.empty((rows, 4), np.int64), np.empty((rows, self.n // self.k), np.uint8)
        written = bitwise.record(
            self.problem.instance, self.problem.layout, *self._rules, every, self.genomes,
            self._flipped, self.state, self.clock, frame, ones, self._generic)
        self.frame, self.ones = frame[:written], ones[:written]
        self.accepted += int(self.frame[:, 2].sum())
        self.local_search_steps += int(self.frame[:, 3].sum())

    @property
    def iterations(self):
        """Number of offspring so far."""
        return int(self.clock[0])

    @property
    def fitness(self):
        """Fitness of the parent, after learning."""
        return int(self.clock[1])

    @property
    def level(self):
        """Number of leading blocks that are solved, in the genome or after learning."""
        return self.fitness // self.k

    @property
    def done(self):
        """Whether the optimum is found."""
        return self.fitness == self.n

    @property
    def damaged(self):
        """Number of solved blocks that lack a bit, which learning must add every time."""
        return int((self.ones[-1, :self.level] == self.k - 1).sum())

    @property
    def bits(self):
        """The parent: ndarray of uint8, shape (n,)."""
        return self.problem.unpack(self.genomes[bitwise.PARENT:bitwise.PARENT + 1])[0]


class Walk(BitRun):
    """The run that `memlab.theory.trajectory` records with the same arguments, step by step.

    Parameters
    ----------
    mode : {"darwinian", "lamarckian", "baldwinian"}
    n, k : int
        As for `memlab.DeceptiveLeadingBlocks`.
    seed : int

    Attributes
    ----------
    expected : float
        The exact expectation of the number of iterations to the optimum.

    Examples
    --------
    >>> walk = Walk("baldwinian", n=12, k=3, seed=1)
    >>> walk.advance(10**6)
    >>> walk.done, walk.level
    (True, 4)
    """

    def __init__(self, mode, n, k, seed=0):
        self.mode = checks.choice("mode", mode, MODES)
        problem = DeceptiveLeadingBlocks(n, k)
        self.seed = checks.integer("seed", seed, minimum=0)
        self.expected = expected_runtime(mode, n, k)
        learns, inherits = ALL_MODES[mode].learns, ALL_MODES[mode].inherits
        super().__init__(problem, learns, inherits, False, seed_state(self.seed))

    def advance(self, iterations, until=math.inf):
        """Advance by a number of iterations, to the optimum, or until `time.perf_counter` says."""
        last = self.iterations + checks.integer("iterations", iterations, minimum=1)
        piece = iterations if until == math.inf else _PIECE
        while self.iterations < last and not self.done and time.perf_counter() < until:
            self.record(min(last, self.iterations + piece))

    def event(self, iterations=_SHORT):
        """Advance until the parent changes, for `iterations` at most; return whether it did."""
        before = self.genomes[bitwise.PARENT].copy()
        for _ in range(iterations):
            if self.done:
                return False
            self.record(self.iterations + 1)
            if self.frame[-1, 2] and (before != self.genomes[bitwise.PARENT]).any():
                return True
        return False

    def code(self):
        """Return Python code that computes this walk from beginning to end."""
        return (f"ml.theory.trajectory({self.mode!r}, n={self.n}, k={self.k}, seed={self.seed}, "
                "every=1)")
