"""Exact runtime of the Darwinian (1+1) EA on DeceptiveLeadingBlocks.

On level j (j leading all-ones blocks) only the number of ones l of the critical block matters. An
offspring with a different block replaces its parent if the first kj bits are unchanged, which has
probability q**(kj) with q = 1 - 1/n, and the critical block loses ones or becomes all ones. Bits to
its right have had no influence so far: when a block is completed, the next one is uniformly random,
and levels are independent. On each level the process is thus the same walk on l, slowed down by a
factor of q**(-kj) on level j.
"""

import numpy as np

from .blocks import fundamental_matrix, mutation_matrix, uniform_block


def moments(n, k, inherits, strict):
    """Mean and variance (floats) of the number of iterations; arguments checked by the caller.

    Strict acceptance makes no difference.
    """
    mean, second, _ = _level(n, k)
    log_keep = np.log1p(-1 / n)
    once = np.expm1(-n * log_keep) / np.expm1(-k * log_keep)
    twice = np.expm1(-2 * n * log_keep) / np.expm1(-2 * k * log_keep)
    # A walk of N moves, each a geometric wait of success q**(kj): variance E[N](1-e)/e^2 + Var/e^2.
    variance = (mean + second - mean**2) * twice - mean * once
    return mean * once, variance


def level_totals(n, k, strict=False):
    """Expected iterations, accepted offspring and local-search steps by level, each (n // k,)."""
    mean, _, accepted = _level(n, k)
    levels = np.arange(n // k)
    iterations = mean * np.exp(-k * levels * np.log1p(-1 / n))
    return iterations, np.full(n // k, accepted), np.zeros(n // k)


def _level(n, k):
    """First two moments of the walk's length, and its accepted offspring, from a random block."""
    step, start = mutation_matrix(n, k)[:k], uniform_block(k)[:k]
    fewer = np.tril(step[:, :k])      # of an accepted offspring that is not complete
    visits = fundamental_matrix(fewer, step[:, k])
    first, accepted = visits.sum(axis=1), visits @ (fewer.sum(axis=1) + step[:, k])
    return start @ first, start @ (2 * visits @ first - first), start @ accepted
