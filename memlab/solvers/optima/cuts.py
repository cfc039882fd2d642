"""Cuts: annealing, the semidefinite bound, and HiGHS."""

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph
from threadpoolctl import threadpool_limits

from ...kernels.rng import seed_state
from . import maxcut_anneal, program, semidefinite
from .cut_reduction import CutReduction
from .portfolio import TURN, Portfolio

_FIRST_SWEEPS = 200             # per annealing of the first length; each further length doubles it
_RUNS = 8                       # annealings of each length
_HOT = (0.3, 0.5)               # alternating first temperatures, in units of the standard deviation
                                # of a vertex's gain when sides are random
_FEW = 20                       # largest graph of which all cuts are visited
_MOST_VERTICES = 3_000          # largest graph for the dense matrix of the semidefinite bound
_MOST_EDGES = 5_000             # limit for HiGHS if alternatives exist
_SEARCH_SHARE = 0.3             # share of the limits used before HiGHS


class CutPortfolio(Portfolio):
    """The searches and proofs for a MaxCut.

    Parameters
    ----------
    tally : Tally
    seed : numpy.random.SeedSequence
    """

    def __init__(self, tally, seed):
        graph = tally.problem.graph
        sides = _cut_of_all(graph.n, graph.edges, graph.weight_of_edges)
        if sides is not None:
            tally.offer(sides, "two-colouring")
        super().__init__(tally, CutReduction(graph, tally.deadline(share=0.2)))
        core = self.reduction
        self._edges, self._weights = core.edges, core.weights
        upper = sparse.coo_array((core.weights, core.edges.T), shape=(self.n, self.n))
        self._matrix = (upper + upper.T).tocsr().astype(np.int64)
        self._rng, self._numpy_rng = seed_state(seed), np.random.default_rng(seed)

    def work(self, search, proof):
        """Use the limits for annealing and quick bounds (`search`) and for proofs (`proof`)."""
        if self.n <= _FEW:
            cut = self._random_cut()
            maxcut_anneal.enumerate_cuts(cut)
            self.offer(cut.best, "enumeration")
            self.limit(cut.cuts[1].item() / self.reduction.scale, "enumeration")
        parts = []
        if search:
            cut = self._random_cut()
            maxcut_anneal.ascend(cut)
            self.offer(cut.best, "local search")
            parts = [(1, self._anneal())]
        self.take_turns(parts, turns=1)      # however long the reduction has taken
        self.take_turns(parts, share=0.1)
        if search and self.n <= _MOST_VERTICES and not self.tally.proved:
            self._semidefinite()
        if proof and (len(self._edges) <= _MOST_EDGES or not search):
            self.take_turns(parts, share=_SEARCH_SHARE)
            self.hand_to_highs(len(self._edges), program.of_cuts, self.n, self._edges,
                               self._weights / self.reduction.scale)
        self.take_turns(parts)

    def _random_cut(self):
        matrix = self._matrix
        cut = maxcut_anneal.make(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32),
                                 matrix.data)
        maxcut_anneal.place(cut, self._numpy_rng.integers(0, 2, self.n, np.uint8))
        return cut

    def _anneal(self):
        """Anneal from random sides, in runs of increasing length."""
        deviation = np.sqrt((self._matrix.data.astype(float)**2).sum() / self.n)
        entries = self.n + self._matrix.nnz // 2
        at_once = max(1, TURN // entries)
        sweeps = _FIRST_SWEEPS
        while True:
            for run in range(_RUNS):
                cut, hot = self._random_cut(), deviation * _HOT[run % len(_HOT)]
                for start in range(0, sweeps, at_once):
                    end = min(start + at_once, sweeps)
                    maxcut_anneal.sweep(cut, end - start, hot * (1 - start / sweeps),
                                        hot * (1 - end / sweeps), self._rng)
                    self.offer(cut.best, "annealing")
                    yield (end - start) * entries
                maxcut_anneal.ascend(cut)
                self.offer(cut.best, "annealing")
            sweeps *= 2

    def _semidefinite(self):
        seconds = self.tally.left(share=0.5)
        # the time for the eigenvalues is known roughly
        if 2 * semidefinite.least_seconds(self.n) <= seconds:
            with threadpool_limits(1, user_api="blas"):      # more only wait on a busy machine
                bound = semidefinite.bound(self._matrix.astype(float), seconds)
            self.limit(bound / self.reduction.scale, "semidefinite bound")


def _cut_of_all(n, edges, weights):
    """Return the sides of a cut of exactly the edges of positive weight, or None.

    Take two copies of each vertex, and let edges of positive weight lead to the other copy. Such a
    cut exists if and only if no vertex is connected to its own copy.
    """
    across = n * (weights > 0)
    (u, v), links = edges.T, np.ones(2 * len(edges))
    doubled = sparse.coo_array((links, (np.append(u, u + n), np.append(v + across,
                                        v + n - across))), shape=(2 * n, 2 * n))
    first, second = csgraph.connected_components(doubled, directed=False)[1].reshape(2, n)
    return None if (first == second).any() else (first > second).astype(np.uint8)
