"""Exact runtime of the (1+1) EA with LB evolution on DeceptiveLeadingBlocks.

As in Baldwinian evolution, an offspring has the fitness of its local optimum; with LB's probability
the local optimum also *replaces* it, and likewise the initial individual. This ends the walk on the
plateau: the parent then consists of j all-ones blocks and an all-zeros one. The equations of
`memlab.theory.plateau` get two more unknowns per level, the values v_j of this parent and F_j of
being replaced on reaching level j, ::

    F_j = (1-g) v_j + g F_{j+1},

and v_j is V at the state where all leading blocks are full, E_i = C(j, i) e(full)**i. The cost is
O(n/k) small products.

With probability 0 nothing is replaced, and the moments are those of Baldwinian evolution.
"""

import numpy as np
from scipy.special import binom

from .blocks import good_probability
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
