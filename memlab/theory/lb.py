"""Exact runtime of the (1+1) EA with LB evolution on DeceptiveLeadingBlocks.

As in Baldwinian evolution, an offspring has the fitness of its local optimum; with LB's probability
the local optimum also *replaces* it, and likewise the initial individual. This ends the walk on the
plateau: the parent then consists of j all-ones blocks and an all-zeros one. The equations of
`memlab.theory.plateau` get two more unknowns per level, the values v_j of this parent and F_j of
being replaced on reaching level j, ::

    F_j = (1-g) v_j + g F_{j+1},

and v_j is V at the state where all leading blocks are full, E_i = C(j, i) e(full)**i. The cost is
O(n/k) small products, and O((n/k)**2) for the local-search steps.

With probability 0 nothing is replaced, and the moments are those of Baldwinian evolution.
"""

import numpy as np
from scipy.special import binom

from .blocks import fresh_steps, good_probability
from .plateau import Plateau


def moments(n, k, inherits, strict):
    """Mean and variance (floats) of the number of iterations; arguments checked by the caller."""
    plateau = Plateau(n, k, strict, inherits)
    first, second = _Level(plateau, inherits), _Level(plateau, inherits)
    for product, level in zip(plateau.products(), reversed(range(plateau.levels)), strict=True):
        here = plateau.source(level)
        value = plateau.value(here, first.random)
        first.solve(value, level, plateau.x * here)
        value[0] += plateau.again * first.base + plateau.beyond * first.ahead
        # E[T**2] has the source 2V - 1 where E[T] has 1.
        source = 2 * product @ value - here[:, None]
        square = np.einsum("ilm,im->il", plateau.solve, source) + plateau.value(0 * here,
                                                                              second.random)
        second.solve(square, level, (plateau.average * source).sum(axis=1))
    mean = first.start()
    return mean, second.start() - mean**2


def local_search_steps(n, k, inherits, strict):
    """Expected improving steps of local search in a whole run, the initial one included.

    The number of steps in leading block i depends on the order of the blocks: on its own state and,
    through 1/r, on those behind it. These functions are computed for all i at once, indexed by
    whether they contain the factor e of block i (0 or 1) and by the degree in the blocks behind it.
    """
    plateau = Plateau(n, k, strict, inherits)
    fresh = fresh_steps(n, k)
    totals, size = _Level(plateau, inherits), plateau.degree.size
    blocks = np.arange(plateau.levels)[:, None]
    behind = plateau.c0 ** blocks.astype(float) * (plateau.c1 / plateau.c0) ** plateau.degree
    at_full = binom(blocks, plateau.degree) * plateau.e[0] ** plateau.degree
    tagged = np.zeros((2, plateau.levels, size))
    for level in reversed(range(plateau.levels)):
        # Leading block i = 1, ..., level has level - i blocks behind it.
        here, full = behind[:level][::-1], at_full[:level][::-1]
        value = np.zeros((size, k - 1))
        value[0] = (plateau.solve[0] @ plateau.critical_steps(fresh[level + 1])
                    + plateau.value(np.zeros(size), totals.random)[0])
        source = np.zeros(size)
        source[0] = plateau.average[0] @ plateau.critical_steps(fresh[level + 1])
        for tag, factor in enumerate(plateau.leading_steps()):
            first, tagged[tag, 1:level + 1] = _pass_down(plateau, tag, factor * here,
                                                         tagged[tag, 1:level + 1])
            value[0, 0] += plateau.e[0] ** tag * (full * first).sum()
        totals.solve(value, level, source)
        # One level down, the last leading block is like any other: average over its state.
        totals.random[0] += tagged[0, level, 0]
        totals.random[1:] = 0.0
        totals.random[1] = tagged[1, level, 0]
    return fresh[0] + totals.start()


def _pass_down(plateau, tag, source, following):
    """One level down, for all leading blocks: V at l = 0, and W; all arrays float64 (blocks, d).

    If the factor of the tagged block is included (tag = 1), the degree is one above the column.
    """
    degree, kept = slice(tag, None), following.shape[1] - tag
    value, random = np.zeros_like(following), np.zeros_like(following)
    source, following = source[:, :kept], following[:, :kept]
    raised = np.pad(following[:, 1:], ((0, 0), (0, 1)))
    value[:, :kept] = (plateau.here[degree, 0] * source
                       + plateau.full[degree, 0] * (following + plateau.e[0] * raised)
                       + plateau.damaged[degree, 0] * (following + plateau.e[1] * raised))
    random[:, :kept] = (plateau.x[degree] * source + plateau.down[degree] * following
                        + plateau.mix[degree] * raised)
    return value, random


class _Level:
    """Solves for the levels one after another, from the last; holds the values of the next level.

    Attributes
    ----------
    random : ndarray of float64, shape (d,)
        W, the coefficients of the value of reaching the level with a random critical block.
    base : float
        v, the value of a parent of all-ones blocks and an all-zeros one.
    ahead, written : float
        F of the next level, and of this one.
    """

    def __init__(self, plateau, inherits):
        self.plateau, self.inherits = plateau, inherits
        self.random = np.zeros(plateau.degree.size)
        self.base = self.ahead = self.written = 0.0

    def solve(self, value, level, source):
        """Go down to `level`, given V without replacement (d, m) and the averaged source (d,)."""
        plateau, good = self.plateau, good_probability(self.plateau.k)
        self.ahead = self.written
        at_full = binom(level, plateau.degree) * plateau.e[0] ** plateau.degree
        # 1 - again[0] is the probability to leave for good, computed as the sum of its parts.
        leave = plateau.beyond[0] + plateau.damaged[0, 0] + plateau.full[0, 0]
        self.base = (at_full @ value[:, 0] + plateau.beyond[0] * self.ahead) / leave
        self.random = (source + plateau.down * self.random
                       + plateau.mix * np.append(self.random[1:], 0.0))
        start = plateau.start[:-2]
        self.random[0] += start @ (plateau.again * self.base + plateau.beyond * self.ahead)
        self.written = (1 - good) * self.base + good * self.ahead

    def start(self):
        """The value of the initial individual."""
        return (1 - self.inherits) * self.random[0] + self.inherits * self.written
