"""Vectors of integers."""

import numpy as np

from ...support import checks
from .space import Vectors, frozen


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
