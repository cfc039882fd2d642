"""Independent sets: vertex cover search, covers by cliques, branch and bound, and HiGHS."""

import itertools
import math

import numpy as np

from ...kernels.rng import seed_state
from . import clique_cover, mis_cover, mis_proof, program
from .portfolio import TURN, Portfolio
from .set_reduction import SetReduction

_MOST_BRANCHED = 3_000          # vertices; the limit for branch and bound, which needs bit sets
_SMALL = 400                    # vertices; up to here the best set is found soon, proofs are slow
_SEARCH_SHARE = 0.5             # share of the limits for searches if HiGHS comes next
_MOST_DENSE = 0.1               # edge density; above, branch and bound replaces HiGHS
_MOST_EDGES = 20_000            # the limit for HiGHS


class SetPortfolio(Portfolio):
    """The searches and proofs for a MaxIndependentSet.

    Parameters
    ----------
    tally : Tally
    seed : numpy.random.SeedSequence
    """

    def __init__(self, tally, seed):
        super().__init__(tally, SetReduction(tally.problem.graph, tally.deadline(share=0.2)))
        self.core = self.reduction.core
        self._seeds = seed.spawn(2)

    def work(self, search, proof):
        """Use the limits for local search and covers (`search`) and for proofs (`proof`)."""
        parts = []
        if search:
            parts = [(4, self._covers()), (0.2, self._cliques())]
        if search and proof and self.n <= _MOST_BRANCHED:
            # easy instances end soon; harder ones continue with a better set to exceed
            self.take_turns(parts, turns=len(parts))
            self.take_turns([(1, self._branches(TURN))])
            self.take_turns(parts, share=0.05)
            parts.append((20 if self.n <= _SMALL else 5, self._branches()))
        suited = min(_MOST_EDGES, _MOST_DENSE * self.n**2 / 2) if search else 10 * _MOST_EDGES
        if proof and self.core.m <= suited:
            self.take_turns(parts, share=_SEARCH_SHARE)
            self.hand_to_highs(self.core.m, program.of_sets, self.core)
        self.take_turns(parts)

    def _covers(self):
        """Search for vertex covers, whose complements are independent sets."""
        core, rng = self.core, seed_state(self._seeds[0])
        search = mis_cover.make(core)
        # a step searches the cover for its cheapest vertex, and visits the neighbours of two
        looks = self.n if self.n <= mis_cover.LARGE else mis_cover.SAMPLE
        entries = looks // 4 + 4 * core.m // self.n + 20
        while True:
            mis_cover.advance(search, max(1, TURN // entries), rng)
            self.offer(search.best, "vertex cover search")
            yield TURN

    def _cliques(self):
        """Cover in the order of numbers, of degrees, and then in orders that are never worse."""
        core, rng = self.core, np.random.default_rng(self._seeds[1])

        def cover(order):
            found = np.zeros((3, self.n), np.int64)
            number = clique_cover.first_fit(core.indptr, core.indices, order, found)
            self.limit(number, "clique cover")
            return number, found[clique_cover.CLIQUE]

        starts = np.arange(self.n), np.argsort(core.degrees, kind="stable")
        number, clique = min(map(cover, starts), key=lambda found: found[0])
        yield 4 * (self.n + 2 * core.m)
        for made in itertools.count(1):
            ranks = -np.arange(number), -np.bincount(clique), rng.random(number)
            number, clique = cover(np.lexsort((clique, ranks[made % 3][clique])))
            yield 2 * (self.n + 2 * core.m)

    def _branches(self, most=math.inf):
        """Run branch and bound, up to a number of entries."""
        place = np.argsort(_sparse_first(self.core))
        proof = mis_proof.make(self.core.indptr, self.core.indices, place, int(self.value))
        over = False
        while not over and proof.numbers[mis_proof.WORK] < most:
            before = proof.numbers[mis_proof.WORK].item()
            proof.numbers[mis_proof.BEST] = max(proof.numbers[mis_proof.BEST], int(self.value))
            over = mis_proof.advance(proof, TURN)
            self.offer(proof.best[place], "branch and bound")
            yield proof.numbers[mis_proof.WORK].item() - before
        if over:
            self.limit(proof.numbers[mis_proof.BEST].item(), "branch and bound")


def _sparse_first(graph):
    """Order the vertices greedily so that each has many neighbours among those before it."""
    degrees, order = graph.degrees.astype(np.int64), np.zeros(graph.n, np.int64)
    for i in range(graph.n - 1, -1, -1):
        order[i] = v = degrees.argmax()
        degrees[graph.indices[graph.indptr[v]:graph.indptr[v + 1]]] -= 1
        degrees[v] = -graph.n
    return order
