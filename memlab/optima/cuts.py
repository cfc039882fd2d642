"""Cuts: annealing, tabu search, the semidefinite bound, odd cycles, and HiGHS.

References
----------
.. [1] R. Tinós, D. Whitley, F. Chicano. Partition crossover for pseudo-Boolean optimization.
   FOGA 2015.
.. [2] Q. Wu, J.-K. Hao. A memetic approach for the Max-Cut problem. PPSN 2012.
"""

from fractions import Fraction

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from ..kernels import maxcut_anneal, maxcut_tabu
from ..kernels.rng import seed_state
from . import program, semidefinite
from .cut_reduction import CutReduction
from .odd_cycles import Relaxation
from .portfolio import TURN, Portfolio

_FIRST_SWEEPS = 200             # of the first annealings; later ones have ever twice as many
_RUNS = 8                       # annealings of each length
_ELITE = 10                     # cuts that new ones are merged with, or are children of
_MOST_NEIGHBOURS = 20           # of a vertex on average; beyond, there is but one part to merge
_HOT = (0.3, 0.5)               # first temperatures in turn, over what the gain of a vertex on
                                # random sides deviates by
_STALL = 20_000                 # moves in vain that end a tabu search
_WAIT = 0.033                   # how long a vertex that was flipped waits: a share of all vertices
_LONGEST = 20                   # turns that a tabu search takes at most
_KICK = 0.1                     # share of vertices that change sides where parents are alike
_MOST_SCANNED = 5_000           # vertices of a graph for tabu search, which looks at all each move
_FEW = 20                       # vertices of a graph all cuts of which are visited
_MOST_VERTICES = 3_000          # for the dense matrix of the semidefinite bound
_MOST_EDGES = 5_000             # for linear programs over the edges, if there are other ways
_SECONDS_PER_EDGE = 1e-4        # that it takes to write HiGHS's program down
_SEARCH_SHARE = 0.3             # of the limits, before linear programs and HiGHS


class CutPortfolio(Portfolio):
    """Solves a MaxCut.

    Parameters
    ----------
    tally : Tally
    seed : numpy.random.SeedSequence
    """

    def __init__(self, tally, seed):
        graph = tally.problem.graph
        weights = graph.weight_of_edges
        sides = _cut_of_all(graph.n, graph.edges, weights)
        if sides is not None:
            tally.offer(sides, "two-colouring")
        super().__init__(tally, CutReduction(graph, tally.deadline(share=0.2)))
        core = self.reduction
        self._edges, self._weights = core.edges, core.weights
        upper = sparse.coo_array((core.weights, core.edges.T), shape=(self.n, self.n))
        self._matrix = (upper + upper.T).tocsr().astype(np.int64)
        self._rng, self._numpy_rng = seed_state(seed), np.random.default_rng(seed)
        self._elite = []        # (value, sides) of the best cuts

    def work(self, search, proof):
        """Use the limits: for annealing and quick bounds, if `search`; for proofs, if `proof`."""
        if self.n <= _FEW:
            cut = self._random_cut()
            maxcut_anneal.enumerate_cuts(cut)
            self._offer(cut.best, "enumeration")
            self._limit(cut.cuts[1].item(), "enumeration")
        parts = []
        if search:
            cut = self._random_cut()
            maxcut_anneal.ascend(cut)
            self._offer(cut.best, "local search")
            parts = [(1, self._anneal_and_merge())]
            if self.n <= _MOST_SCANNED:
                parts.append((1, self._tabu()))
        self.take_turns(parts, share=0.1)
        if search and self.n <= _MOST_VERTICES and not self.tally.proved:
            self._semidefinite()
        if proof and len(self._edges) <= _MOST_EDGES and not self.tally.proved:
            self.take_turns(parts, share=_SEARCH_SHARE)
            self._odd_cycles(search)
        elif proof and not search and _SECONDS_PER_EDGE * len(self._edges) < self.tally.left():
            weights = self._weights / self.reduction.scale
            self.hand_to_highs(program.of_cuts(self.n, self._edges, weights, rows=[]))
        self.take_turns(parts)

    def _offer(self, sides, by):
        u, v = self._edges.T
        weight = int(self._weights[sides[u] != sides[v]].sum())
        self.offer(Fraction(weight, self.reduction.scale), sides, by)

    def _limit(self, bound, by):
        self.limit(bound / self.reduction.scale, by)

    def _cut(self, sides):
        matrix = self._matrix
        cut = maxcut_anneal.make(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32),
                                 matrix.data)
        maxcut_anneal.place(cut, sides)
        return cut

    def _random_cut(self):
        return self._cut(self._numpy_rng.integers(0, 2, self.n, np.uint8))

    def _anneal_and_merge(self):
        """Anneal from random sides, and merge with the best cuts so far; again and ever longer."""
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
                    self._offer(cut.best, "annealing")
                    yield (end - start) * entries
                maxcut_anneal.ascend(cut)
                sides = cut.best
                self._offer(sides, "annealing")
                if self._matrix.nnz <= _MOST_NEIGHBOURS * self.n:
                    for _, other in self._elite:
                        sides = _merge(self._matrix, sides, other)
                        yield entries
                    self._offer(sides, "merging")
                self._remember(sides)
            sweeps *= 2

    def _tabu(self):
        """Tabu search from random cuts, and from children of two of the best [2]_."""
        rng, wait = self._numpy_rng, 5 + round(_WAIT * self.n)
        entries = (self.n + self._matrix.nnz // self.n) // 2
        while True:
            sides = rng.integers(0, 2, self.n, np.uint8)
            if len(self._elite) == _ELITE:
                one, other = (self._elite[i][1] for i in rng.choice(_ELITE, 2, replace=False))
                if (one != other).mean() > 0.5:
                    other = 1 - other
                sides = np.where(sides, one, other)
                if (sides != one).sum() < _FEW:         # or it would return to where it came from
                    sides ^= (rng.random(self.n) < _KICK).astype(np.uint8)
            cut = self._cut(sides)
            moves = maxcut_tabu.search_on(cut, np.zeros(self.n, np.int64), wait, _STALL,
                                          _LONGEST * TURN // entries, self._rng)
            self._offer(cut.best, "tabu search")
            self._remember(cut.best)
            yield moves * entries

    def _remember(self, sides):
        """Keep the best cuts, and one of each two that are the same."""
        u, v = self._edges.T
        kept = [*self._elite, (self._weights[sides[u] != sides[v]].sum(), sides)]
        different = {(cut ^ cut[0]).tobytes(): (value, cut) for value, cut in kept}
        self._elite = sorted(different.values(), key=lambda of: of[0], reverse=True)[:_ELITE]

    def _semidefinite(self):
        seconds = self.tally.left(share=0.5)
        # the time of the eigenvalues is known roughly
        if 2 * semidefinite.least_seconds(self.n) <= seconds:
            bound = semidefinite.bound(self._matrix.astype(float), seconds)
            self._limit(bound, "semidefinite bound")

    def _odd_cycles(self, search):
        """The odd-cycle relaxation, and, where that is not enough, HiGHS with the cycles found.

        HiGHS is not asked in vain if a search would make better use of the time.
        """
        weights = self._weights / self.reduction.scale
        relaxation = Relaxation(self.n, self._edges, weights)
        rounds = relaxation.tighten(float(self.value) + 1, self.tally.deadline(share=0.6))
        self.take_turns([(1, rounds)], share=0.6)
        self.limit(relaxation.bound, "odd-cycle relaxation")
        if not (self.tally.proved or (search and relaxation.hopeless)):
            model = program.of_cuts(self.n, self._edges, weights, relaxation.tight_rows())
            self.hand_to_highs(model)


def _cut_of_all(n, edges, weights):
    """The sides of a cut that has every edge of positive weight and no other, or None.

    In the graph of two copies of each vertex, in which edges of positive weight lead to the other
    copy, there is one if no vertex is connected with its copy.
    """
    across = n * (weights > 0)
    (u, v), links = edges.T, np.ones(2 * len(edges))
    doubled = sparse.coo_array((links, (np.append(u, u + n), np.append(v + across,
                                        v + n - across))), shape=(2 * n, 2 * n))
    first, second = csgraph.connected_components(doubled, directed=False)[1].reshape(2, n)
    return None if (first == second).any() else (first > second).astype(np.uint8)


def _merge(matrix, sides, other):
    """The best of the cuts that each take some parts from another cut, the rest from `sides`.

    Parts are connected sets of vertices on which the cuts differ, or on which they agree; they are
    not adjacent, so that it can be said of each alone whether it gains [1]_.
    """
    for parts in (sides != other, sides == other):
        inside, outside = np.flatnonzero(parts), np.flatnonzero(~parts)
        signs = 1 - 2 * sides.astype(np.int64)
        number, part = csgraph.connected_components(matrix[inside][:, inside], directed=False)
        gains = np.zeros(number, np.int64)
        np.add.at(gains, part, signs[inside] * (matrix[inside][:, outside] @ signs[outside]))
        sides = sides.copy()
        sides[inside[gains[part] > 0]] ^= 1
    return sides
