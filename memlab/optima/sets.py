"""Maximum Independent Set by what memlab needs anyway: reductions, local search, HiGHS."""

import numpy as np

from ..kernels import mis_ils
from . import cliques, highs
from .set_reduction import SetReduction

_LEAST_STEPS = 200_000_000      # of the search before it may give up, in entries looked at
_ENTRIES_PER_CALL = 20_000_000
_PATIENCE = 8                   # gives up when the search has gone on so many times as long
_MOST_EDGES = 200_000           # of a core that HiGHS is given


class SetSolver:
    """Reduces the graph of a MaxIndependentSet at once, and then works on the core.

    Each method offers the solutions and bounds that it finds to a `Tally`.

    Parameters
    ----------
    tally : Tally
    """

    def __init__(self, tally):
        self._tally = tally
        self._reduction = SetReduction(tally.problem.graph)
        self._core = self._reduction.core
        if self._core is None:
            tally.offer(self._reduction.lift([]), "data reduction")
            tally.limit(self._reduction.offset, "data reduction")

    def search(self, share, rng):
        """Iterated local search until it reaches the bound that a cover by cliques gives, has been
        in vain for long, or a share of the time is up.
        """
        tally, core = self._tally, self._core
        if tally.proved:
            return
        cover = cliques.cover_vertices(core)
        tally.limit(len(cover) + self._reduction.offset, "clique cover")
        walk = mis_ils.make(core.indptr, core.indices)
        # an iteration looks at the neighbourhoods of a handful of vertices
        iterations = max(1, _ENTRIES_PER_CALL // (20 * (1 + 2 * core.m // core.n)))
        calls = last = 0
        while True:
            mis_ils.advance(walk, iterations, rng)
            calls += 1
            value = int(walk.best.sum()) + self._reduction.offset
            if value > tally.value:
                last = calls
                tally.offer(self._reduction.lift(walk.best), "iterated local search")
            least = _LEAST_STEPS // _ENTRIES_PER_CALL
            if tally.proved or not tally.left(share) or calls >= max(least, _PATIENCE * last):
                return

    def prove(self):
        """HiGHS, with a constraint a clique, for as long as there is time."""
        tally, core = self._tally, self._core
        if tally.proved or core.m > _MOST_EDGES or not tally.left():
            return
        rows = highs.Rows()
        for clique in cliques.cover_edges(core):
            rows.add(clique, [1.0] * len(clique), 1)
        ones = np.ones(core.n)
        offset = self._reduction.offset
        x, bound = highs.maximise(ones, rows, ones, ones, tally.left(),
                                  more_than=max(0, tally.value - offset))
        if x is not None:
            tally.offer(self._reduction.lift(np.rint(x).astype(np.uint8)), "HiGHS")
        if np.isfinite(bound):
            tally.limit(highs.whole(bound) + offset, "HiGHS")
