"""Slow, obvious versions of the random graph models, and the exact MIS of a dense small graph."""

import itertools

import numba
import numpy as np
from scipy.stats import binom

from memlab.kernels.simd import lowest_bit


def model_rb(rng, cliques, clique_size, constraints, disallowed, ordered=True):
    """Edges of Model RB as a set of frozensets, following Xu et al. (2005) word by word.

    With ``ordered=False`` a pair of cliques remembers what either order has drawn: the classical
    mistake, here for the tests to show that they would notice.
    """
    parts = [range(i * clique_size, (i + 1) * clique_size) for i in range(cliques)]
    edges = {frozenset(pair) for part in parts for pair in itertools.combinations(part, 2)}
    spent = {}
    for _ in range(constraints):
        i, j = rng.choice(cliques, 2, replace=False)
        if not ordered and i > j:
            i, j = j, i
        used = spent.setdefault((i, j), set())
        free = [pair for pair in itertools.product(parts[i], parts[j]) if pair not in used]
        drawn = rng.choice(len(free), min(disallowed, len(free)), replace=False)
        used |= {free[d] for d in drawn}
        edges |= {frozenset(free[d]) for d in drawn}
    return edges


def edges_between_cliques(cliques, clique_size, constraints, disallowed):
    """The expected number of edges between cliques in Model RB, exactly.

    Each of the two orders of a pair of cliques has a binomial number of constraints, after which
    min(constraints * disallowed, all) random pairs are drawn; the two sets are independent.
    """
    pairs, every = cliques * (cliques - 1) // 2, clique_size**2
    times = np.arange(constraints + 1)
    drawn = np.minimum(times * disallowed, every)
    p = 1 / (2 * pairs)
    forth = binom.pmf(times, constraints, p)
    back = binom.pmf(times, constraints - times[:, None], p / (1 - p))  # given how often forth
    in_both = forth @ (np.outer(drawn, drawn) / every * back).sum(axis=1)
    return pairs * (2 * forth @ drawn - in_both)


def independence_number(graph):
    """The size of a maximum independent set, exactly, by branch and bound with restarts.

    A greedy cover of the candidates with cliques bounds what can still be gained (the bit-parallel
    maximum clique algorithm of San Segundo et al. 2011, seen from the complement). The time of one
    search has a heavy tail, hence restarts with shifted vertex numbers and a growing limit.
    """
    rng = np.random.default_rng(0)
    best, limit, order = 0, 20_000, np.arange(graph.n)
    while True:
        shuffled = type(graph).from_edges(graph.n, order[graph.edges])
        best, proved = _branch_and_bound(_packed_rows(shuffled), graph.n, best, limit)
        if proved:
            return best
        limit += limit // 5
        order = np.roll(np.arange(graph.n)[::rng.choice([1, -1])], rng.integers(graph.n))


def _packed_rows(graph):
    """The adjacency matrix as bits, the lowest first: uint64 (n, ceil(n / 64))."""
    dense = np.zeros((graph.n, 64 * -(-graph.n // 64)), np.uint8)
    dense[:, :graph.n] = graph.to_scipy().toarray()
    return np.packbits(dense, axis=1, bitorder="little").view(np.uint64)


@numba.njit(cache=False, error_model="numpy")
def _branch_and_bound(rows, n, best, limit):
    """The best size found, at least `best`, and whether it is proved within `limit` nodes."""
    words = rows.shape[1]
    one = np.uint64(1)
    candidates = np.zeros((n + 1, words), np.uint64)
    for v in range(n):
        candidates[0, v // 64] |= one << np.uint64(v % 64)
    order, bound = np.zeros((n + 1, n), np.int64), np.zeros((n + 1, n), np.int64)
    left = np.zeros(n + 1, np.int64)
    left[0] = _clique_cover(rows, candidates[0], order[0], bound[0])
    depth, nodes = 0, 1
    while depth >= 0:
        left[depth] -= 1
        i = left[depth]
        # `depth` vertices are chosen; the candidates up to i are covered by bound[i] cliques
        if i < 0 or depth + bound[depth, i] <= best:
            depth -= 1
            continue
        v = order[depth, i]
        candidates[depth, v // 64] &= ~(one << np.uint64(v % 64))
        for word in range(words):
            candidates[depth + 1, word] = candidates[depth, word] & ~rows[v, word]
        depth += 1
        left[depth] = _clique_cover(rows, candidates[depth], order[depth], bound[depth])
        best = max(best, depth)
        nodes += 1
        if nodes > limit:
            return best, False
    return best, True


@numba.njit(cache=False, error_model="numpy")
def _clique_cover(rows, candidates, order, bound):
    """List the candidates clique by clique; bound[i] = cliques needed for order[:i + 1]."""
    uncovered, common = candidates.copy(), np.empty_like(candidates)
    count = cliques = start = 0
    while start < len(uncovered):
        if not uncovered[start]:
            start += 1
            continue
        cliques += 1
        common[:] = uncovered
        word = start
        while word < len(common):
            if not common[word]:
                word += 1
                continue
            v = word * 64 + lowest_bit(common[word])
            uncovered[word] &= ~(np.uint64(1) << np.uint64(v % 64))
            for w in range(word, len(common)):
                common[w] &= rows[v, w]
            order[count], bound[count] = v, cliques
            count += 1
    return count
