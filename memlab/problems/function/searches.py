"""Local searches for problems given by a function."""

import contextlib
import functools

import numpy as np
from scipy.optimize import Bounds, minimize

from ...support import checks
from ..spaces.vectors import Reals
from .life import BudgetSpent, fitness_of


def minimiser(space, method="Nelder-Mead", calls=100, **options):
    """Make a local search of one of SciPy's minimisers: one step, since it tells its end only.

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

    Returns
    -------
    callable
        For `memlab.FunctionProblem`.

    Examples
    --------
    >>> import memlab as ml
    >>> space = ml.spaces.Reals(-5, 5, 3)
    >>> problem = ml.FunctionProblem(space, lambda x: ((x - 1) ** 2).sum(), minimise=True,
    ...                              local_search=ml.problems.minimiser(space, "Powell"))
    >>> run = ml.evolve(problem, "baldwinian", mu=5, lambda_=5, budget=500)
    >>> run.calls, run.best_value < 1e-6
    (500, True)
    """
    search = functools.partial(_minimise, checks.instance("space", space, Reals), method,
                               checks.integer("calls", calls, minimum=1), options)
    search.one_step = True
    return search


def _minimise(space, method, calls, options, x, value, f, rng):
    best = value, x

    def cost(y):
        nonlocal best
        y = np.clip(y, space.low, space.high)
        score = f(y)
        if score > best[0]:
            best = score, y
        return -fitness_of(score)

    whole, f.limit = f.limit, min(f.limit, f.calls + calls)
    with contextlib.suppress(BudgetSpent):      # what was found until then is learned all the same
        minimize(cost, x, method=method, bounds=Bounds(space.low, space.high), options=options)
    f.limit = whole
    if best[0] > value:
        yield best[1], best[0]
