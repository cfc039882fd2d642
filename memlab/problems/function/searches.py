"""Local searches for problems given by a function."""

import functools

import numpy as np

from ...support import checks
from ..spaces.reals import Reals
from .life import BudgetSpent


def steepest(space):
    """Make a local search that moves to the best of all neighbours while it is better.

    Parameters
    ----------
    space : Space
        Whose neighbours; of equally good ones, each is as likely. A batch function gets them all
        at once.

    Returns
    -------
    callable
        For `memlab.FunctionProblem`.

    Examples
    --------
    >>> import memlab as ml
    >>> space = ml.spaces.Bits(8)
    >>> problem = ml.FunctionProblem(space, lambda x: x.sum(),
    ...                              local_search=ml.problems.steepest(space))
    >>> run = ml.evolve(problem, "lamarckian", mu=5, lambda_=5, budget=200)
    >>> run.best_value, run.calls
    (8.0, 199)
    """
    return functools.partial(_steepest, space)


def _steepest(space, x, value, f, rng):
    while near := list(space.neighbours(x, rng)):      # in random order: the first best is fair
        values = f.many(near)
        best = max(range(len(near)), key=values.__getitem__)
        if not values[best] > value:
            return
        x, value = near[best], values[best]
        yield x, value


class Minimiser:
    """Learning by a minimiser of SciPy: a single step, since it tells its end only.

    So a learning depth means nothing to it, and is refused.

    Parameters
    ----------
    space : Reals
        Where solutions are; points outside are put on its border.
    method : str
        As for `scipy.optimize.minimize`.
    calls : int
        The maximum number of calls of a search, at least 1.
    **options
        As for the method.

    Examples
    --------
    >>> import memlab as ml
    >>> space = ml.spaces.Reals(-5, 5, 3)
    >>> problem = ml.FunctionProblem(space, lambda x: ((x - 1) ** 2).sum(), minimise=True,
    ...                              local_search=ml.problems.Minimiser(space, "Powell"))
    >>> run = ml.evolve(problem, "baldwinian", mu=5, lambda_=5, budget=500)
    >>> run.calls, run.best_value < 1e-6
    (500, True)
    """

    one_step = True

    def __init__(self, space, method="Nelder-Mead", calls=100, **options):
        self.space = checks.instance("space", space, Reals)
        self.method = checks.instance("method", method, str)
        self.most, self.options = checks.integer("calls", calls, minimum=1), options

    def __call__(self, x, value, f, rng):
        from scipy.optimize import Bounds, minimize

        low, high = self.space.low, self.space.high
        best, left = (value, x), self.most

        def cost(y):
            nonlocal best, left
            if not left:
                raise _Enough
            left -= 1
            y = np.clip(y, low, high)
            score = f(y)
            if score > best[0]:
                best = score, y
            return -score[1] if isinstance(score, tuple) else -score

        try:
            minimize(cost, x, method=self.method, bounds=Bounds(low, high), options=self.options)
        except _Enough:
            pass
        except BudgetSpent:      # what was found until then was learned all the same
            if best[0] > value:
                yield best[1], best[0]
            raise
        if best[0] > value:
            yield best[1], best[0]


class _Enough(Exception):
    """A search has made the calls that it may make."""
