"""Vectors of bits, of integers and of reals."""

import numpy as np

from ...support import checks
from .space import Vectors, fair_bits, first_better, frozen


class Bits(Vectors):
    """Bit strings of length n, uint8: as in the paper.

    Bits are fair at first, crossover is uniform [1]_, and each bit flips with probability 1/n.
    Neighbours differ in one bit.

    Parameters
    ----------
    n : int
        Number of bits, at least 1.
    random, cross, mutate, neighbours : callable, optional
        As for `Space`.

    References
    ----------
    .. [1] G. Syswerda. Uniform crossover in genetic algorithms. ICGA 1989.

    Examples
    --------
    >>> import memlab as ml
    >>> problem = ml.FunctionProblem(ml.spaces.Bits(8), lambda x: x.sum())
    >>> ml.evolve(problem, "lamarckian", mu=5, lambda_=5, budget=200).best_value
    8.0
    """

    def __init__(self, n, **own):
        super().__init__(n, 0, 1, np.uint8, **own)

    def random(self, rng):
        """Return fair bits."""
        return frozen(fair_bits((self.n,), rng).astype(np.uint8))

    def vary(self, x, rng):
        """Return rows in which each bit has flipped with probability 1/n."""
        return x ^ (rng.random(x.shape, np.float32) < 1 / self.n)

    def neighbours(self, x, rng):
        """Yield the n strings that differ in one bit, in random order."""
        for i in rng.permutation(self.n).tolist():
            y = x.copy()
            y[i] ^= 1
            yield frozen(y)


class Integers(Vectors):
    """Vectors of integers between bounds, both included: int64.

    Crossover is uniform [1]_. Each place changes with probability 1/n: if integers are ordered by
    the difference of two geometric numbers [2]_, at least by 1, up to the bounds; else to any
    other value. Neighbours differ in one place, if ordered by 1.

    Parameters
    ----------
    low, high : int or array_like of int, shape (n,)
        The bounds, at most 2**60 in size.
    n : int, optional
        Number of integers; by default as many as there are bounds.
    ordered : bool
        Whether near integers mean similar things. Categories are not ordered.
    step : float
        Mean of the geometric numbers, above 0 and at most 2**53.
    random, cross, mutate, neighbours : callable, optional
        As for `Space`.

    References
    ----------
    .. [1] G. Syswerda. Uniform crossover in genetic algorithms. ICGA 1989.
    .. [2] G. Rudolph. An evolutionary algorithm for integer programming. PPSN 1994.

    Examples
    --------
    >>> import memlab as ml
    >>> space = ml.spaces.Integers(-5, 5, 3)
    >>> problem = ml.FunctionProblem(space, lambda x: (x ** 2).sum(), minimise=True)
    >>> ml.evolve(problem, "lamarckian", mu=5, lambda_=5, budget=200).best_solution
    array([0, 0, 0])
    """

    def __init__(self, low, high, n=None, *, ordered=True, step=1.0, **own):
        super().__init__(n, low, high, np.int64, **own)
        self.ordered = checks.flag("ordered", ordered)
        self.step = checks.real("step", step, above=0, maximum=2**53)

    def random(self, rng):
        """Return integers that are uniform between the bounds."""
        return frozen(rng.integers(self.low, self.high, endpoint=True))

    def vary(self, x, rng):
        """Return rows in which each place has changed with probability 1/n."""
        where = rng.random(x.shape) < 1 / self.n
        if not self.ordered:
            width = self.high - self.low + 1
            move = rng.integers(1, np.maximum(width, 2), x.shape)
            return np.where(where, self.low + (x - self.low + move) % width, x)
        p = 1 / (1 + self.step)
        move = rng.geometric(p, x.shape) - rng.geometric(p, x.shape)
        move[move == 0] = rng.choice((-1, 1), np.count_nonzero(move == 0))
        return np.clip(x + where * move, self.low, self.high)

    def neighbours(self, x, rng):
        """Yield the vectors that differ in one place, place by place, in random order."""
        for i in rng.permutation(self.n).tolist():
            near = (x[i] - 1, x[i] + 1) if self.ordered else range(self.low[i], self.high[i] + 1)
            others = [v for v in near if self.low[i] <= v <= self.high[i] and v != x[i]]
            for value in rng.permutation(others):
                y = x.copy()
                y[i] = value
                yield frozen(y)


class Reals(Vectors):
    """Vectors of reals between bounds: float64.

    Crossover is BLX-alpha [1]_. Each place changes with probability 1/n by a normal number. What
    would leave the box is put on its border. Learning is a compass search [2]_: steps along one
    axis, whose length is halved when none improves.

    Parameters
    ----------
    low, high : float or array_like of float, shape (n,)
        The bounds, at most 1e300 in size.
    n : int, optional
        Number of reals; by default as many as there are bounds.
    alpha : float
        By how much of their distance offspring may lie outside their parents, at least 0.
    sigma, first, last : float
        Standard deviation of mutation; first and last length of the steps of learning. All are in
        units of high - low, and above 0. As alpha, they are at most a million.
    random, cross, mutate, neighbours : callable, optional
        As for `Space`.

    References
    ----------
    .. [1] L. Eshelman and J. Schaffer. Real-coded genetic algorithms and interval-schemata. FOGA
       1993.
    .. [2] T. Kolda, R. Lewis and V. Torczon. Optimization by direct search: new perspectives on
       some classical and modern methods. SIAM Review 45(3), 2003.

    Examples
    --------
    >>> import memlab as ml
    >>> space = ml.spaces.Reals(-5, 5, 3)
    >>> problem = ml.FunctionProblem(space, lambda x: (x ** 2).sum(), minimise=True)
    >>> ml.evolve(problem, "lamarckian", mu=5, lambda_=5, budget=2000).best_value < 1e-6
    True
    """

    def __init__(self, low, high, n=None, *, alpha=0.5, sigma=0.1, first=0.05, last=1e-5, **own):
        super().__init__(n, low, high, float, **own)
        # times the largest difference, these must not overflow
        self.alpha = checks.real("alpha", alpha, minimum=0, maximum=1e6)
        self.sigma = checks.real("sigma", sigma, above=0, maximum=1e6)
        self.last = checks.real("last", last, above=0)
        self.first = checks.real("first", first, minimum=last, maximum=1e6)

    def random(self, rng):
        """Return numbers that are uniform between the bounds."""
        return frozen(rng.uniform(self.low, self.high))

    def recombine(self, x, y, rng):
        """Return the rows of x crossed with those of y: BLX-alpha."""
        weight = rng.uniform(-self.alpha, 1 + self.alpha, x.shape)
        return np.clip(x + weight * (y - x), self.low, self.high)

    def vary(self, x, rng):
        """Return rows in which each place has moved with probability 1/n."""
        move = rng.normal(0, self.sigma, x.shape) * (self.high - self.low)
        return np.clip(x + (rng.random(x.shape) < 1 / self.n) * move, self.low, self.high)

    def neighbours(self, x, rng, step=None):
        """Yield the points a step away along one axis, in random order."""
        step = self.first if step is None else step
        for place, sign in np.column_stack(divmod(rng.permutation(2 * self.n), 2)).tolist():
            y = x.copy()
            move = (1 - 2 * sign) * step * (self.high[place] - self.low[place])
            y[place] = min(max(x[place] + move, self.low[place]), self.high[place])
            if y[place] != x[place]:
                yield frozen(y)

    def climb(self, x, value, f, rng):
        """Yield better and better points of a compass search."""
        if "neighbours" in vars(self):      # the reader's, which know no step
            yield from super().climb(x, value, f, rng)
            return
        step = self.first
        while step >= self.last:
            if better := first_better(self.neighbours(x, rng, step), value, f):
                x, value = better
                yield better
            else:
                step /= 2

    def distance(self, x, y):
        """Return the Euclidean distance in the unit cube."""
        return float(np.linalg.norm((x - y) / np.maximum(self.high - self.low, 1e-300)))
