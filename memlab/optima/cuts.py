"""Maximum Cut by what memlab needs anyway: reductions, annealing, relaxations, HiGHS."""

import math
import time

import numpy as np
from scipy import sparse

from ..kernels import maxcut_anneal
from . import highs, semidefinite
from .cut_reduction import CutReduction
from .odd_cycles import Relaxation

_LEAST_STEPS = 100_000_000      # of the search before it may give up, in entries looked at
_ENTRIES_PER_CALL = 20_000_000
_FIRST_SWEEPS = 100             # of the first annealing; each next one has twice as many
_PATIENCE = 8                   # gives up when the search has gone on so many times as long
_MOST_SHARE = 0.8               # of the time, for the search: the rest is for the bound
_MOST_VERTICES = 3_000          # for the dense matrix of the semidefinite bound
_MOST_EDGES = 5_000             # for linear programs over the edges


class CutSolver:
    """Reduces the graph of a MaxCut at once, and then works on the core.

    Each method offers the solutions and bounds that it finds to a `Tally`.

    Parameters
    ----------
    tally : Tally
    """

    def __init__(self, tally):
        self._tally = tally
        core = self._core = CutReduction(tally.problem.graph)
        n = len(core.vertices)
        if n == 0:
            tally.offer(core.lift([]), "data reduction")
            tally.limit(core.offset, "data reduction")
        upper = sparse.coo_array((core.weights, core.edges.T), shape=(n, n))
        self._matrix = (upper + upper.T).tocsr()
        self._matrix.sort_indices()

    def search(self, share, rng):
        """Simulated annealing, again and again and ever longer, until it has been in vain for long
        or a share of the time is up; then the semidefinite bound.
        """
        if self._tally.proved:
            return
        self._search(min(share, _MOST_SHARE), rng)
        n = len(self._core.vertices)
        if n <= _MOST_VERTICES and semidefinite.least_seconds(n) <= self._tally.left():
            bound = semidefinite.bound(self._matrix.astype(float), self._tally.left())
            self._tally.limit(self._whole(bound / self._core.scale), "semidefinite bound")

    def _search(self, share, rng):
        tally, core, matrix = self._tally, self._core, self._matrix
        n = len(core.vertices)
        search = maxcut_anneal.make(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32),
                             matrix.data.astype(np.int64))
        # half of what the gain of a random vertex differs by when all sides are random
        hot = 0.5 * np.sqrt((matrix.data.astype(float)**2).sum() / n)
        sweeps, entries = _FIRST_SWEEPS, n + matrix.nnz
        made = last = 0
        while True:
            if not self._anneal(search, sweeps, hot, max(1, _ENTRIES_PER_CALL // entries), share,
                                rng):
                return
            made += sweeps * entries
            if self._offer(search):
                last = made
            if tally.proved or made >= max(_LEAST_STEPS, _PATIENCE * last):
                return
            sweeps *= 2

    def _anneal(self, search, sweeps, hot, at_once, share, rng):
        """One annealing, in pieces; whether there was time for all."""
        for start in range(0, sweeps, at_once):
            if not self._tally.left(share):
                self._offer(search)
                return False
            end = min(start + at_once, sweeps)
            maxcut_anneal.sweep(search, end - start, hot * (1 - start / sweeps),
                                hot * (1 - end / sweeps), rng)
        maxcut_anneal.ascend(search)
        return True

    def _offer(self, search):
        """Hand the best cut in, if it is news; whether it was."""
        core, tally = self._core, self._tally
        value = core.offset + search.cuts[1].item() / core.scale
        if value <= tally.value:
            return False
        tally.offer(core.lift(search.best), "simulated annealing")
        return True

    def prove(self):
        """The odd-cycle relaxation, and, where that is not enough, HiGHS with the cycles found."""
        tally, core = self._tally, self._core
        edges, n = core.edges, len(core.vertices)
        if tally.proved or len(edges) > _MOST_EDGES or not tally.left():
            return
        weights = core.weights / core.scale
        relaxation = Relaxation(n, edges, weights)
        offset = float(core.offset)
        relaxation.tighten(tally.value + 1 - offset, time.monotonic() + tally.left(share=0.7))
        tally.limit(self._whole(relaxation.bound), "odd-cycle relaxation")
        if tally.proved or not tally.left():
            return
        rows = relaxation.tight_rows()
        _link(rows, edges, weights)
        objective = np.concatenate((weights, np.zeros(n)))
        upper = np.ones(len(objective))
        upper[len(edges) + np.bincount(edges.ravel()).argmax()] = 0     # its side may be chosen
        integral = np.arange(len(objective)) >= len(edges)
        x, bound = highs.maximise(objective, rows, integral, upper, tally.left(),
                                  more_than=tally.value - offset)
        if x is not None:
            tally.offer(core.lift(np.rint(x[len(edges):]).astype(np.uint8)), "HiGHS")
        if np.isfinite(bound):
            tally.limit(highs.whole(bound + offset), "HiGHS")

    def _whole(self, bound):
        """The largest integer that a cut may weigh when the core's weigh at most `bound`."""
        return math.floor(self._core.offset + bound)


def _link(rows, edges, weights):
    """Edge variables that no more than two vertex variables allow; variables: edges, vertices.

    An edge of positive weight is at most x + y and 2 - x - y, any other at least x - y and y - x:
    where that is slack, the objective pulls it tight.
    """
    for i, ((u, v), weight) in enumerate(zip((edges + len(edges)).tolist(), weights, strict=True)):
        if weight > 0:
            rows.add([i, u, v], [1.0, -1.0, -1.0], 0)
            rows.add([i, u, v], [1.0, 1.0, 1.0], 2)
        else:
            rows.add([i, u, v], [-1.0, 1.0, -1.0], 0)
            rows.add([i, u, v], [-1.0, -1.0, 1.0], 0)
