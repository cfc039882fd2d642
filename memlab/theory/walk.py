"""Walks of the (1+1) EA on DeceptiveLeadingBlocks that can be advanced by any number of steps."""

import math
import time

import numpy as np

from .. import checks
from ..kernels.rng import seed_state
from ..problems import DeceptiveLeadingBlocks
from . import dlb_naive
from .exact import expected_runtime

MODES = ("darwinian", "lamarckian", "baldwinian")
_SHORT, _PIECE = 4096, 100_000      # iterations to wait for an event, and between checks of a clock


class Walk:
    """The run that `memlab.theory.trajectory` records with the same arguments, step by step.

    Parameters
    ----------
    mode : {"darwinian", "lamarckian", "baldwinian"}
    n, k : int
        As for `memlab.DeceptiveLeadingBlocks`.
    seed : int

    Attributes
    ----------
    iterations, accepted, local_search_steps : int
        Numbers of offspring so far, of offspring that replaced their parent, and of local-search
        steps on all offspring.
    fitness : int
        Fitness of the parent, after learning.
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
        self._problem = problem = DeceptiveLeadingBlocks(n, k)
        self.n, self.k, self.seed = problem.n, problem.k, checks.integer("seed", seed, minimum=0)
        self.expected = expected_runtime(mode, n, k)
        self._genomes = np.zeros((3, len(problem.layout.valid)), np.uint64)
        self._flipped = np.empty(problem.n, np.int64)
        self._state = seed_state(checks.seed("seed", seed))
        self._clock = np.array([-1, 0, 0, 0])
        self._frame = np.empty((1, 4), np.int64)
        self._ones = np.empty((1, problem.n // problem.k), np.uint8)
        self.accepted = self.local_search_steps = 0
        self._record(1)

    def _record(self, every):
        """Advance to the next multiple of `every` iterations, or to the optimum."""
        dlb_naive.record(self._problem.instance, self._problem.layout, self.mode != "darwinian",
                         float(self.mode == "lamarckian"), False, every, self._genomes,
                         self._flipped, self._state, self._clock, self._frame, self._ones)
        self.accepted += int(self._frame[0, 2])
        self.local_search_steps += int(self._frame[0, 3])

    @property
    def iterations(self):
        return int(self._clock[0])

    @property
    def fitness(self):
        return int(self._clock[1])

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
        return int((self._ones[0, :self.level] == self.k - 1).sum())

    @property
    def bits(self):
        """The parent: ndarray of uint8, shape (n,)."""
        return self._problem.unpack(self._genomes[dlb_naive.PARENT:dlb_naive.PARENT + 1])[0]

    def advance(self, iterations, until=math.inf):
        """Advance by a number of iterations, to the optimum, or until `time.perf_counter` says."""
        last = self.iterations + checks.integer("iterations", iterations, minimum=1)
        piece = iterations if until == math.inf else _PIECE
        while self.iterations < last and not self.done and time.perf_counter() < until:
            self._record(min(last, self.iterations + piece))

    def event(self, iterations=_SHORT):
        """Advance until the parent changes, for `iterations` at most; return whether it did."""
        before = self._genomes[dlb_naive.PARENT].copy()
        for _ in range(iterations):
            if self.done:
                return False
            self._record(self.iterations + 1)
            if self._frame[0, 2] and (before != self._genomes[dlb_naive.PARENT]).any():
                return True
        return False

    def code(self):
        """Return Python code that computes this walk from beginning to end."""

        return (f"ml.theory.trajectory({self.mode!r}, n={self.n}, k={self.k}, seed={self.seed}, "
                "every=1)")
