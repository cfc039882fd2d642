"""Both problems by what memlab needs anyway: reductions, local search, relaxations, HiGHS."""

import time

import numpy as np
from scipy import sparse

from ..kernels import maxcut_anneal, mis_ils
from . import cliques, program, semidefinite
from .cut_reduction import CutReduction
from .odd_cycles import Relaxation
from .set_reduction import SetReduction

_ENTRIES_PER_CALL = 20_000_000
_PATIENCE = 8                   # a search gives up when it has gone on so many times as long
_FIRST_SWEEPS = 100             # of the first annealing; each next one has twice as many
_MOST_SHARE = 0.8               # of the time, for annealing: the rest is for the bound
_MOST_VERTICES = 3_000          # for the dense matrix of the semidefinite bound
_MOST_CUT_EDGES = 5_000         # for linear programs over the edges
_MOST_SET_EDGES = 200_000       # of a core that HiGHS is given


class _Solver:
    """Reduces the problem's graph at once, and then works on the core.

    Each method offers the solutions and bounds that it finds to a `Tally`. Subclasses have
    `reduce`, the class of the reduction, and `least_steps`, of the search before it may give up, in
    entries looked at.
    """

    def __init__(self, tally):
        self.tally, self.reduction = tally, self.reduce(tally.problem.graph)
        self.n = len(self.reduction.vertices)
        if self.n == 0:
            self.offer([], "data reduction")
            self.limit(0, "data reduction")

    def offer(self, solution, by):
        """Take a solution of the core into account."""
        self.tally.offer(self.reduction.lift(solution), by)

    def limit(self, bound, by):
        """Take an upper bound on the core's solutions into account."""
        self.tally.limit(self.reduction.offset + bound, by)

    def go_on(self, search, share, by):
        """Go on with a search until it has proved something, has been in vain for long, or a share
        of the time is up.

        It gives again and again: entries looked at, value of the best solution, solution.
        """
        tally = self.tally
        made = last = 0
        for entries, value, solution in search:
            made += entries
            if self.reduction.offset + value > tally.value:
                last = made
                self.offer(solution, by)
            enough = max(self.least_steps, _PATIENCE * last)
            if tally.proved or not tally.left(share) or made >= enough:
                return

    def hand_to_highs(self, model):
        """Solve a `Program` of the core for as long as there is time."""
        more_than = self.tally.value - float(self.reduction.offset)
        solution, bound = program.maximise(model, self.tally.left(), more_than)
        if solution is not None:
            self.offer(solution, "HiGHS")
        self.limit(bound, "HiGHS")


class SetSolver(_Solver):
    """Solves a MaxIndependentSet.

    Parameters
    ----------
    tally : Tally
    """

    reduce, least_steps = SetReduction, 200_000_000

    def search(self, share, rng):
        """The bound that a cover by cliques gives; iterated local search."""
        core = self.reduction.core
        self.limit(len(cliques.cover_vertices(core)), "clique cover")
        self.go_on(self._local_optima(core, rng), share, "iterated local search")

    def _local_optima(self, core, rng):
        walk = mis_ils.make(core.indptr, core.indices)
        # an iteration looks at the neighbourhoods of a handful of vertices
        iterations = max(1, _ENTRIES_PER_CALL // (20 * (1 + 2 * core.m // core.n)))
        while True:
            mis_ils.advance(walk, iterations, rng)
            yield _ENTRIES_PER_CALL, int(walk.best.sum()), walk.best

    def prove(self):
        """HiGHS, with a constraint a clique, for as long as there is time."""
        self.offer(np.zeros(self.n, np.uint8), "data reduction")
        if self.reduction.core.m <= _MOST_SET_EDGES:
            self.hand_to_highs(program.of_sets(self.reduction.core))


class CutSolver(_Solver):
    """Solves a MaxCut.

    Parameters
    ----------
    tally : Tally
    """

    reduce, least_steps = CutReduction, 100_000_000

    def search(self, share, rng):
        """Simulated annealing, again and again and ever longer; the semidefinite bound."""
        core, share = self.reduction, min(share, _MOST_SHARE)
        upper = sparse.coo_array((core.weights, core.edges.T), shape=(self.n, self.n))
        matrix = (upper + upper.T).tocsr()
        matrix.sort_indices()
        self.go_on(self._annealings(matrix, share, rng), share, "simulated annealing")
        left = self.tally.left()
        if self.n <= _MOST_VERTICES and semidefinite.least_seconds(self.n) <= left:
            bound = semidefinite.bound(matrix.astype(float), left)
            self.limit(bound / core.scale, "semidefinite bound")

    def _annealings(self, matrix, share, rng):
        search = maxcut_anneal.make(matrix.indptr.astype(np.int64),
                                    matrix.indices.astype(np.int32), matrix.data.astype(np.int64))
        # half of what the gain of a random vertex differs by when all sides are random
        hot = 0.5 * np.sqrt((matrix.data.astype(float)**2).sum() / self.n)
        sweeps, entries = _FIRST_SWEEPS, self.n + matrix.nnz
        at_once = max(1, _ENTRIES_PER_CALL // entries)
        while True:
            for start in range(0, sweeps, at_once):
                if not self.tally.left(share):
                    break
                end = min(start + at_once, sweeps)
                maxcut_anneal.sweep(search, end - start, hot * (1 - start / sweeps),
                                    hot * (1 - end / sweeps), rng)
            maxcut_anneal.ascend(search)
            yield sweeps * entries, search.cuts[1].item() / self.reduction.scale, search.best
            sweeps *= 2

    def prove(self):
        """The odd-cycle relaxation, and, where that is not enough, HiGHS with the cycles found."""
        tally, core = self.tally, self.reduction
        if len(core.edges) > _MOST_CUT_EDGES:
            return
        weights = core.weights / core.scale
        relaxation = Relaxation(self.n, core.edges, weights)
        relaxation.tighten(tally.value + 1 - float(core.offset),
                           time.monotonic() + tally.left(share=0.7))
        self.limit(relaxation.bound, "odd-cycle relaxation")
        if not tally.proved and tally.left():
            rows = relaxation.tight_rows()
            self.hand_to_highs(program.of_cuts(self.n, core.edges, weights, rows))
