"""Exact runtime of the (1+1) EA with LB evolution on DeceptiveLeadingBlocks.

As in Baldwinian evolution, an offspring has the fitness of its local optimum; with LB's probability
the local optimum also *replaces* it, and likewise the initial individual. This ends the walk on the
plateau: the parent then consists of j all-ones blocks and an all-zeros one. The equations of the
plateau, below, get two more unknowns per level, the values v_j of this parent and F_j of being
replaced on reaching level j, ::

    F_j = (1-g) v_j + g F_{j+1},

and v_j is V at the state where all leading blocks are full, E_i = C(j, i) e(full)**i. The cost is
O(n/k) small products.

With probability 0 nothing is replaced, and the moments are those of Baldwinian evolution.

The plateau of Baldwinian fitness is decomposed into small systems. On level j each of the first j
blocks is *full* (k ones) or *damaged* (k-1 ones), and the critical block has l <= k-2 ones. An
offspring is accepted if every leading block is again full or damaged, with probability
r(s_1)...r(s_j) for the parent's states s. It leaves the level if, in addition, the critical block
reaches k-1 or k ones. The blocks to the right are random.

This is a chain on 2**j * (k-1) states, but it has product structure. Divided by the acceptance
probability, the equation of the expected remaining time V reads ::

    (I - S x ... x S x P) V = 1/r x ... x 1/r + what the next level adds,

where S is the 2 x 2 chain of one leading block, given acceptance, and P that of the critical block.
Let e be the eigenvector of S for its second eigenvalue mu, scaled to e(full) - e(damaged) = 1, and
E_i the i-th elementary symmetric polynomial of e(s_1), ..., e(s_j). Then V = sum_i v_i(l) E_i, and

- degree i has its own small system, (I - mu**i P) v_i = ...,
- with 1/r = c0 + c1 e the first term on the right has coefficients c0**(j-i) c1**i,
- fixing the state s of the last block maps the coefficients v_i to v_i + e(s) v_{i+1}.

So the value W_j of having reached level j with a random critical block is given by ::

    W[j, i] = x[i] c0**(j-i) c1**i + A[i] W[j+1, i] + B[i] W[j+1, i+1],     E[T] = W[0, 0],

with constants x, A, B. As c1 = O(1/n), high degrees are far below rounding errors. Under strict
acceptance the parent never moves on its plateau; only the small systems change. Only these also
change if accepted offspring are sometimes replaced by their local optima, which ends a walk.
"""

import numpy as np
from scipy.special import binom

from .blocks import fundamental_matrix, good_probability, mutation_matrix, uniform_block

# The binomials of LB evolution grow as c1**i shrinks; without them 12 would do.
_HIGHEST_DEGREE = 20


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


class Plateau:
    """The constants of a level, for degrees 0 to d-1 and m = k-1 states of the critical block.

    Parameters
    ----------
    n, k : int
        Checked by the caller.
    strict : bool
        Whether only strictly better offspring are accepted.
    inherits : float
        Probability that an offspring is replaced by its local optimum, below 1.

    Attributes
    ----------
    levels, k : int
        n // k, and the length of a block.
    degree : ndarray of int64, shape (d,)
    accept : ndarray of float64, shape (2,)
        r, for a full and a damaged block.
    e : ndarray of float64, shape (2,)
        The eigenvector, for a full and a damaged block.
    c0, c1 : float
        1/r = c0 + c1 e.
    solve : ndarray of float64, shape (d, m, m)
        Inverses of the small systems.
    here, damaged, full : ndarray of float64, shape (d, m)
        ``V_i(l) = here c0**(j-i) c1**i`` plus ``damaged`` and ``full`` times the next level's
        coefficients with its last block fixed to either state.
    again, beyond : ndarray of float64, shape (m,)
        Weight, in degree 0, of being replaced on this level and on leaving it.
    average : ndarray of float64, shape (d, m)
        Weights of a source by l that average its solution over a random block.
    x, down, mix : ndarray of float64, shape (d,)
        The recursion's x, A and B.
    step, start : ndarray of float64, shapes (k+1, k+1) and (k+1,)
        `mutation_matrix` and `uniform_block`.
    """

    def __init__(self, n, k, strict=False, inherits=0.0):
        self.levels, self.k = n // k, k
        self.degree = np.arange(min(self.levels, _HIGHEST_DEGREE) + 1)
        self.step = mutation_matrix(n, k)

        # spectral data of the chain of one leading block, states full and damaged
        stay = self.step[np.ix_([k, k - 1], [k, k - 1])]
        self.accept = stay.sum(axis=1)
        worsen, repair = stay[0, 1] / self.accept[0], stay[1, 0] / self.accept[1]
        gap = worsen + repair
        self.e = np.array([worsen, -repair]) / gap
        self.c1 = 1 / self.accept[0] - 1 / self.accept[1]
        self.c0 = 1 / self.accept[0] - self.c1 * self.e[0]

        # the small systems of all degrees, solved
        mu = (1 - gap) ** self.degree
        # 1 - mu**i as a sum: the difference would be rounding error for small degrees.
        lost = gap * np.concatenate([[0.0], np.cumsum(mu)[:-1]])
        inside, leave = self.step[:k - 1, :k - 1], self.step[:k - 1, k - 1:]
        kept = (1 - inherits) * mu[:, None]
        if strict:
            self.solve = np.tile(np.diag(1 / leave.sum(axis=1)), (mu.size, 1, 1))
            self.again = np.zeros(k - 1)
        else:
            ends = inherits + (1 - inherits) * lost[:, None] + kept * leave.sum(axis=1)
            self.solve = fundamental_matrix(kept[:, :, None] * inside, ends)
            self.again = inherits * (self.solve[0] @ inside.sum(axis=1))
        self.here = self.solve.sum(axis=2)
        self.damaged, self.full = (kept * (self.solve @ leave[:, state]) for state in (0, 1))
        self.beyond = inherits * (self.solve[0] @ leave.sum(axis=1))

        # averages over the critical block on arrival, with good blocks skipped
        self.start = start = uniform_block(k)
        self.average = np.einsum("l,ilm->im", start[:k - 1], self.solve)
        self.x = self.average.sum(axis=1)
        into_damaged = self.damaged @ start[:k - 1] + start[k - 1]
        into_full = self.full @ start[:k - 1] + start[k]
        self.down = into_damaged + into_full
        self.mix = self.e[1] * into_damaged + self.e[0] * into_full

    def source(self, level):
        """Coefficients c0**(level-i) c1**i of the product of all 1/r, float64 (d,)."""
        return self.c0 ** float(level) * (self.c1 / self.c0) ** self.degree

    def value(self, source, following):
        """Coefficients (d, m) of V from those of its source and of the next level's W, (d,) each.

        The contribution of replacement in degree 0 is left out.
        """
        raised = np.append(following[1:], 0.0)
        return (self.here * source[:, None]
                + self.full * (following + self.e[0] * raised)[:, None]
                + self.damaged * (following + self.e[1] * raised)[:, None])

    def products(self):
        """Matrices (d, d) that multiply a function by all 1/r, from the last level to the first.

        With e**2 = a + b e, it maps E_i to the sum over m of E_m [z**i] (c1 + h1 z)**m
        (c0 + h0 z)**(j-m).
        """
        full, damaged = self.e
        one, shift = np.eye(self.degree.size), np.eye(self.degree.size, k=1)
        times_0 = self.c0 * one - self.c1 * full * damaged * shift
        times_1 = self.c1 * one + (self.c0 + self.c1 * (full + damaged)) * shift
        divide_0 = np.linalg.inv(times_0)
        rows = [np.linalg.matrix_power(times_0, self.levels - 1)[0]]
        for _ in self.degree[1:]:
            rows.append(rows[-1] @ times_1 @ divide_0)
        product = np.array(rows)
        for _ in range(self.levels):
            yield product
            product = product @ divide_0
