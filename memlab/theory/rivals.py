"""Other algorithms on DeceptiveLeadingBlocks with blocks of two, as the literature runs them.

The (1+1) EA needs Theta(n**3) evaluations here, Metropolis Theta(n**2), the UMDA without genetic
drift O(n**2 log n), and the sig-cGA O(n log n), the last two with high probability. The default
parameters are those of the experiments in [1]_, which took the UMDA's from [2]_.

References
----------
.. [1] S. Wang, W. Zheng and B. Doerr. Choosing the right algorithm with hints from complexity
   theory. Information and Computation 296, 2024. Theorems 14 and 26, section 5.
.. [2] B. Doerr and M. S. Krejca. The univariate marginal distribution algorithm copes well with
   deception and epistasis. Evolutionary Computation 29(4), 2021.
.. [3] B. Doerr and M. S. Krejca. Significance-based estimation-of-distribution algorithms. IEEE
   Transactions on Evolutionary Computation 24(6), 2020.
"""

from math import ceil, e, log, sqrt

import numpy as np

from .. import checks
from ..kernels import dlb_rivals
from ..kernels import sig_cga as sig_cga_kernel
from .blocks import check_size

_BUDGET = 10**8
_WINDOWS = 48


def metropolis(n, runs=100, seed=0, *, alpha=3.0, budget=_BUDGET):
    """Evaluations of the Metropolis algorithm: single flips, worse by d with chance alpha**-d.

    Parameters
    ----------
    n : int
        Length of the bit string, even.
    runs : int, optional
        Number of independent runs.
    seed : int, sequence of int, or numpy.random.SeedSequence, optional
        Runs are a function of it and of their number only.
    alpha : float, optional
        Larger than 1. The quadratic runtime is proven for more than 1 + sqrt(2) [1]_.
    budget : int, optional
        Most evaluations of a run.

    Returns
    -------
    ndarray of float64, shape (runs,)
        Evaluations up to and with that of the optimum; inf for runs that exhausted their budget.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> times = metropolis(n=40, runs=200)
    >>> bool(times.mean() < metropolis_bound(40))
    True
    """
    n, states = _checked(n, runs, seed, budget)
    alpha = checks.real("alpha", alpha, above=1.0)
    x = np.empty(n, np.uint8)
    return _times(dlb_rivals.metropolis_run(alpha, budget, x, state) for state in states)


def umda(n, runs=20, seed=0, *, mu=None, lambda_=None, budget=_BUDGET):
    """Evaluations of the univariate marginal distribution algorithm.

    Parameters
    ----------
    n, runs, seed, budget
        As for `metropolis`.
    mu : int, optional
        Individuals selected per generation; by default 3 n ln n, which prevents genetic drift [2]_.
    lambda_ : int, optional
        Individuals sampled per generation, at least `mu`; by default 12 mu.

    Returns
    -------
    ndarray of float64, shape (runs,)
        As `metropolis`.

    Raises
    ------
    TypeError, ValueError
        As `metropolis`.

    Examples
    --------
    >>> bool(umda(n=20, runs=20).max() < umda_bound(20))
    True
    """
    n, states = _checked(n, runs, seed, budget)
    mu = ceil(3 * n * log(n)) if mu is None else checks.integer("mu", mu, minimum=1)
    lambda_ = 12 * mu if lambda_ is None else checks.integer("lambda_", lambda_, minimum=mu)
    scratch = (np.empty(n), np.empty(n // 2 + 1), np.empty(lambda_, np.int32),
               np.empty(lambda_, np.uint8), np.empty(n, np.int64), np.empty((3, n // 2), np.int64))
    return _times(dlb_rivals.umda_run(mu, budget, *scratch, state) for state in states)


def sig_cga(n, runs=10, seed=0, *, epsilon=2.5, budget=_BUDGET):
    """Evaluations of the significance-based compact genetic algorithm [3]_.

    Parameters
    ----------
    n, runs, seed, budget
        As for `metropolis`.
    epsilon : float, optional
        How significant is significant; positive. The runtime is proven for more than 6, with large
        constants; 2.5 sufficed in the experiments of [1]_.

    Returns
    -------
    ndarray of float64, shape (runs,)
        As `metropolis`.

    Raises
    ------
    TypeError, ValueError
        As `metropolis`.

    Examples
    --------
    >>> bool(np.isfinite(sig_cga(n=10, runs=3)).all())
    True
    """
    n, states = _checked(n, runs, seed, budget)
    epsilon = checks.real("epsilon", epsilon, above=0.0)
    return _times(_sig_cga_run(n, epsilon, budget, state) for state in states)


def metropolis_bound(n, alpha=3.0):
    """Upper bound n**2 / C(alpha) of the expected evaluations, for alpha > 1 + sqrt(2) [1]_.

    Examples
    --------
    >>> round(metropolis_bound(100) / 100**2, 3)
    6.857
    """
    alpha = checks.real("alpha", alpha, above=1 + sqrt(2))
    drift = (alpha**4 - 6 * alpha**2 + 1) / (alpha * (alpha**2 - 1) ** 2)
    return n**2 / drift


def umda_bound(n):
    """Bound lambda (n/2 + 2e ln n) that holds with high probability [2]_, lambda = 36 n ln n.

    The proof asks for larger constants than those that are used in practice and here.

    Examples
    --------
    >>> bool(umda_bound(40) > umda(n=40, runs=5).max())
    True
    """
    return 36 * n * np.log(n) * (n / 2 + 2 * e * np.log(n))


def _sig_cga_run(n, epsilon, budget, state):
    words = -(-n // 64)
    lengths = 2.0 ** np.arange(_WINDOWS)
    half, edge = (np.ceil(mean + epsilon * np.maximum(np.sqrt(mean * log(n)), log(n)))
                  for mean in (lengths / 2, lengths / n))
    first = int(np.argmax(np.minimum(half, edge) <= lengths))
    mask = np.zeros((3, words), np.uint64)
    for position in range(n):
        mask[sig_cga_kernel.HALF, position // 64] |= np.uint64(1 << position % 64)
    model = sig_cga_kernel.Model(
        state=np.full(n, sig_cga_kernel.HALF, np.uint8), start=np.zeros(n, np.int64), mask=mask,
        window=np.zeros((_WINDOWS, words), np.uint64), ones=np.zeros((_WINDOWS, n), np.int64),
        signal=np.zeros(n, np.int64), sample=np.zeros((2, words), np.uint64),
        clock=np.array([0, 2**first - 1]), half=half.astype(np.int64), edge=edge.astype(np.int64),
        first=first)
    history = np.empty((2**14, words), np.uint64)
    while True:
        evaluations = sig_cga_kernel.sig_cga_run(model, history, budget // 2, state)
        if evaluations:
            return evaluations
        history = np.concatenate([history, np.empty_like(history)])


def _checked(n, runs, seed, budget):
    n, _ = check_size(n, 2)
    if n < 4:
        raise ValueError(f"n must be an even integer of at least 4, not {n}")
    runs = checks.integer("runs", runs, minimum=1)
    checks.integer("budget", budget, minimum=1)
    states = checks.seed("seed", seed).generate_state(4 * runs, np.uint64).reshape(runs, 4)
    return n, states


def _times(results):
    times = np.array(list(results), np.float64)
    return np.where(times < 0, np.inf, times)
