"""Exact runtime of the Lamarckian (1+1) EA on DeceptiveLeadingBlocks.

Every parent is a local optimum: j leading all-ones blocks, then an all-zeros block. An offspring is
accepted if each leading block has lost at most one bit, with probability r each. It leads to a
higher level if, in addition, the critical block has k-1 or k ones, which has probability s. Local
search continues through random blocks, so level j is visited with probability 1-g, independently of
other levels, and left with probability s * r**j.
"""

import numpy as np

from .blocks import fresh_steps, mutation_matrix, search_steps, uniform_block


def moments(n, k, inherits, strict):
    """Mean and variance (floats) of the number of iterations; arguments checked by the caller.

    Strict acceptance makes no difference.
    """
    lose, success, visit = _rates(n, k)
    log_keep, levels = np.log1p(-lose), n // k
    once = np.expm1(-levels * log_keep) / np.expm1(-log_keep)
    twice = np.expm1(-2 * levels * log_keep) / np.expm1(-2 * log_keep)
    variance = visit * ((2 - visit) * twice / success**2 - once / success)
    return visit * once / success, variance


def level_totals(n, k, strict=False):
    """Expected iterations, accepted offspring and local-search steps by level, each (n // k,)."""
    step, levels = mutation_matrix(n, k), np.arange(n // k)
    lose, success, visit = _rates(n, k)
    log_keep = np.log1p(-lose)
    iterations = visit / success * np.exp(-levels * log_keep)
    # A damaged leading block is repaired in one step; a worse one is emptied, and LS stops there.
    reached = -np.expm1(levels * log_keep) / lose
    critical = search_steps(step[0]) + success * fresh_steps(n, k)[1:]
    steps = search_steps(step[k]) * reached + np.exp(levels * log_keep) * critical
    return iterations, np.full(n // k, visit / success), iterations * steps


def leaving_probabilities(n, k):
    """Return the probability (n // k,) that an iteration on level j leaves this level."""
    lose, success, _ = _rates(n, k)
    return success * np.exp(np.arange(n // k) * np.log1p(-lose))


def _rates(n, k):
    """Return 1 - r, s and 1 - g.

    These are the probabilities that a leading block breaks, that the critical block is solved, and
    that a level is visited. 1 - r is computed as a sum of its parts, since a difference would lose
    all digits for large n.
    """
    step = mutation_matrix(n, k)
    visit = uniform_block(k)[:k - 1].sum()
    return step[k, :k - 1].sum(), step[0, k - 1] + step[0, k], visit
