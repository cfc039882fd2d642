"""Exact runtime of the Baldwinian (1+1) EA on DeceptiveLeadingBlocks, for any n and k.

On level j each of the first j blocks is *full* (k ones) or *damaged* (k-1 ones), and the critical
block has l <= k-2 ones. An offspring is accepted if every leading block is again full or damaged,
probability r(s_1)...r(s_j) for parents' states s. It leaves the level if, besides, the critical
block reaches k-1 or k ones. The blocks to the right are random.

That is a chain on 2**j * (k-1) states, but it has product structure. Divided by the acceptance
probability, the equation of the expected remaining time V reads ::

    (I - S x ... x S x P) V = 1/r x ... x 1/r + what the next level adds,

where S is the 2 x 2 chain of one leading block, given acceptance, and P the critical block's. Let
e be the eigenvector of S to its second eigenvalue mu, scaled to e(full) - e(damaged) = 1, and E_i
the i-th elementary symmetric polynomial of e(s_1), ..., e(s_j). Then V = sum_i v_i(l) E_i, and

- degree i has its own small system, (I - mu**i P) v_i = ...,
- with 1/r = c0 + c1 e the first term on the right has coefficients c0**(j-i) c1**i,
- fixing the state s of the last block maps the coefficients v_i to v_i + e(s) v_{i+1}.

So the value W_j of having reached level j, its critical block still random, is given by ::

    W[j, i] = x[i] c0**(j-i) c1**i + A[i] W[j+1, i] + B[i] W[j+1, i+1],     E[T] = W[0, 0],

with constants x, A, B: sums of powers of one bidiagonal matrix. As c1 = O(1/n), degrees beyond 12
are far below rounding. Mean and local-search steps cost O(log n) products of small matrices, the
variance O(n/k). Under strict acceptance the parent never moves on its plateau; only the small
systems change.
"""

import numpy as np

from .blocks import fresh_steps, fundamental_matrix, mutation_matrix, uniform_block

_HIGHEST_DEGREE = 12


def mean(n, k, strict=False):
    """Expected number of iterations (float); `n` and `k` have been checked by the caller."""
    plateau = _Plateau(n, k, strict)
    return (_power_sum(plateau.climb, plateau.levels) @ plateau.source)[0]


def moments(n, k, strict=False):
    """Mean and variance (floats) of the number of iterations."""
    first = mean(n, k, strict)
    return first, _second_moment(_Plateau(n, k, strict)) - first**2


def local_search_steps(n, k, strict=False):
    """Expected improving steps of local search in a whole run, the initial one included."""
    plateau = _Plateau(n, k, strict)
    return (fresh_steps(n, k)[0] + plateau.critical_steps.sum()
            + sum((_power_sum(matrix, plateau.levels, repeated=True) @ source)[0]
                  for matrix, source in plateau.tagged))


def level_totals(n, k, strict=False):
    """Expected iterations, accepted offspring and local-search steps by level, each (n // k,)."""
    plateau = _Plateau(n, k, strict)
    iterations = _powers(plateau.climb, plateau.levels) @ plateau.source
    by_distance = sum(_powers(matrix, plateau.levels) @ source for matrix, source in plateau.tagged)
    leading = np.concatenate([[0.0], np.cumsum(by_distance)[:-1]])
    return iterations, np.full(n // k, plateau.accepted), leading + plateau.critical_steps


class _Plateau:
    """The constants of the recursion, and what is made of them.

    Attributes
    ----------
    levels : int
        n // k.
    climb : ndarray of float64, shape (d, d)
        c0 * (diag(A) + superdiag(B)): one level down, for degrees 0 to d-1.
    source : ndarray of float64, shape (d,)
        x[i] (c1 / c0)**i: with it, row 0 of ``climb**j @ source`` is the time spent on level j.
    tagged : list of (matrix, vector)
        The same for the local-search steps that a leading block costs the w blocks behind it.
    critical_steps : ndarray of float64, shape (levels,)
        Steps in the critical block and behind it, by level.
    accepted : float
        Accepted offspring on a level, the same on every one.
    """

    def __init__(self, n, k, strict):
        self.levels = n // k
        self.degree = np.arange(min(self.levels, _HIGHEST_DEGREE) + 1)
        step = mutation_matrix(n, k)
        self._leading_block(step, k)
        self._critical_block(step, k, strict)
        self._local_search(step, fresh_steps(n, k))

    def _leading_block(self, step, k):
        """Spectral data of the chain of one leading block, states full and damaged."""
        stay = step[np.ix_([k, k - 1], [k, k - 1])]
        self.accept = stay.sum(axis=1)
        worsen, repair = stay[0, 1] / self.accept[0], stay[1, 0] / self.accept[1]
        self.gap = worsen + repair
        self.e = np.array([worsen, -repair]) / self.gap
        self.c1 = 1 / self.accept[0] - 1 / self.accept[1]
        self.c0 = 1 / self.accept[0] - self.c1 * self.e[0]

    def _critical_block(self, step, k, strict):
        """Solve the small systems of all degrees, and average them over a random block."""
        mu = (1 - self.gap) ** self.degree
        # 1 - mu**i as a sum: the difference would be rounding error for small degrees.
        lost = self.gap * np.concatenate([[0.0], np.cumsum(mu)[:-1]])
        inside, leave = step[:k - 1, :k - 1], step[:k - 1, k - 1:]
        if strict:
            solve = np.tile(np.diag(1 / leave.sum(axis=1)), (mu.size, 1, 1))
        else:
            solve = fundamental_matrix(mu[:, None, None] * inside,
                                       lost[:, None] + mu[:, None] * leave.sum(axis=1))
        start = uniform_block(k)
        self.average = start[:k - 1] @ solve
        self.stay = solve.sum(axis=2)
        self.damaged, self.full = (mu[:, None] * (solve @ leave[:, state]) for state in (0, 1))
        x = self.average.sum(axis=1)
        into_damaged = self.damaged @ start[:k - 1] + start[k - 1]
        into_full = self.full @ start[:k - 1] + start[k]
        self.down = into_damaged + into_full
        self.mix = self.e[1] * into_damaged + self.e[0] * into_full
        self.climb = self.c0 * (np.diag(self.down) + np.diag(self.mix[:-1], 1))
        self.x, self.source = x, x * (self.c1 / self.c0) ** self.degree
        self.accepted = start[:k - 1].sum() if strict else x[0]

    def _local_search(self, step, fresh):
        """Local search pays block by block, from the left, until it has emptied a block."""
        k = step.shape[0] - 1
        ones, inside = np.arange(k - 1), step[:k - 1]
        critical = inside[:, :k - 1] @ ones + inside[:, k - 1]
        further = self.average[0] @ inside[:, k - 1:].sum(axis=1) * fresh[1:]
        self.critical_steps = self.average[0] @ critical + further
        # A leading block costs its steps only while all blocks before it are good; the factors of
        # those cancel, so only the blocks behind it, w of them, keep their 1/r = c0 + c1 e.
        leading = (step[[k, k - 1], k - 1] + step[[k, k - 1], :k - 1] @ ones) / self.accept
        slope = leading[0] - leading[1]
        behind = (self.c1 / self.c0) ** self.degree[:-1]
        self.tagged = [(self.climb, (leading[0] - slope * self.e[0]) * self.source),
                       (self.climb[1:, 1:], self.mix[0] * slope * self.x[1:] * behind)]


def _second_moment(plateau):
    """E[T**2], by the same recursion with 2V - 1 in place of 1, level by level from the last.

    Here (2V - 1) / r is needed: multiplication by the product of all 1/r. With e**2 = a + b e it
    maps E_i to the polynomial sum over m of E_m [z**i] (c1 + h1 z)**m (c0 + h0 z)**(j-m).
    """
    size, last = plateau.degree.size, plateau.levels - 1
    full, damaged = plateau.e
    h0, h1 = -plateau.c1 * full * damaged, plateau.c0 + plateau.c1 * (full + damaged)
    shift = np.eye(size, k=1)
    times_0 = plateau.c0 * np.eye(size) + h0 * shift
    times_1 = plateau.c1 * np.eye(size) + h1 * shift
    divide_0 = np.linalg.inv(times_0)
    rows = [np.linalg.matrix_power(times_0, last)[0]]
    for _ in plateau.degree[1:]:
        rows.append(rows[-1] @ times_1 @ divide_0)
    product = np.array(rows)
    value, square = np.zeros(size), np.zeros(size)
    for level in range(last, -1, -1):
        power = plateau.c0 ** (level + 0.0) * (plateau.c1 / plateau.c0) ** plateau.degree
        raised = shift @ value
        inside = (plateau.stay * power[:, None] + plateau.full * (value + full * raised)[:, None]
                  + plateau.damaged * (value + damaged * raised)[:, None])
        source = 2 * (plateau.average * (product @ inside)).sum(axis=1) - plateau.x * power
        square = source + plateau.down * square + plateau.mix * (shift @ square)
        value = plateau.x * power + plateau.down * value + plateau.mix * raised
        product = product @ divide_0
    return square[0]


def _power_sum(matrix, count, repeated=False):
    """Sum of matrix**w over w < count; `repeated`: of (count - 1 - w) * matrix**w."""
    one, zero = np.eye(len(matrix)), np.zeros_like(matrix)
    blocks = np.block([[matrix, one, zero], [zero, one, one], [zero, zero, one]])
    size = len(matrix) * (2 if repeated else 1)
    return np.linalg.matrix_power(blocks, count)[:len(matrix), size:size + len(matrix)]


def _powers(matrix, count):
    """First rows of matrix**w for w = 0, ..., count-1: float64 (count, d)."""
    rows = np.zeros((count, len(matrix)))
    rows[0, 0] = 1.0
    for power in range(1, count):
        rows[power] = rows[power - 1] @ matrix
    return rows
