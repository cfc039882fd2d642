"""Exact runtimes of the (1+1) EA on functions of the number of ones, in every mode.

Each bit of the parent is flipped with the same probability. The offspring may learn, and replaces
its parent if its fitness is at least as good; the runtime counts offspring until the fitness is
optimal. The initial individual is scored raw, as by `memlab.evolve`, and does not count.

All strings with the same number of ones behave alike. So the parent is described by the ones of its
genome and by its fitness, which may be that of what it has learned. Fitness never falls: the levels
of fitness are solved one after another from the best down, each by a state reduction without
subtractions, so that even tiny probabilities of escape cost no digits.

Local search is strict, and so walks up one slope: it only adds ones or only removes them.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import matrix_power

from ..evolution.configuration import Configuration
from ..support import checks
from ..support.names import takes_old_names
from .blocks import fundamental_matrix, mutated_ones, uniform_block


@takes_old_names
@np.errstate(all="ignore")
def unitation(values, mode, *, expected_flips=1.0, learning_probability=1.0, learning_depth=None,
              lb_probability=None, search="best", strict=False):
    """Return the exact expected runtime on a function of the number of ones.

    Parameters
    ----------
    values : array_like of real numbers, shape (n + 1,)
        The fitness f(0), ..., f(n) by the number of ones, such as those of
        `memlab.theory.functions`; it is maximised.
    mode : {"darwinian", "lamarckian", "baldwinian", "lb"}
        Mode of evolution.
    expected_flips : float, optional
        Expected number of flipped bits, above 0 and at most n; each flips with this probability
        divided by n.
    learning_probability : float, optional
        Probability that an offspring learns.
    learning_depth : int, optional
        The maximum number of steps of local search; None is no limit.
    lb_probability : float, optional
        In mode "lb", where it is required: the probability that what was learned is inherited.
    search : {"best", "first"}, optional
        Local search flips one of the best neighbours as long as that is better, or any one that is
        better, each with the same probability.
    strict : bool, optional
        Accept an offspring only if it is strictly better.

    Returns
    -------
    float
        Expected number of offspring until the first of optimal fitness, learned or not.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or if the expectation is beyond the range of float64.

    Notes
    -----
    It takes seconds for n = 1,000. Relative errors are below 1e-9.

    Examples
    --------
    >>> from memlab.theory import functions
    >>> [round(unitation(functions.jump(24, k=3), mode))
    ...  for mode in ("darwinian", "lamarckian", "baldwinian")]
    [33847, 477, 1174415]
    """
    rank = _ranks(values)
    n = len(rank) - 1
    flip = checks.real("expected_flips", expected_flips, above=0, maximum=n) / n
    setting = Configuration(mode, learning_probability=learning_probability,
                            learning_depth=learning_depth, lb_probability=lb_probability)
    checks.choice("search", search, ("best", "first"))
    checks.flag("strict", strict)
    depth = n if setting.learning_depth is None else min(setting.learning_depth, n)
    states, ones, outcomes = _outcomes(
        rank, _learned(rank, search, depth), setting.learning_probability if setting.learns else 0,
        setting.inheritance)
    times = _solve(states, (outcomes.T @ mutated_ones(n, flip).T).T[ones], strict)
    mean = float(np.where(states == rank[ones], uniform_block(n)[ones], 0) @ times)
    if not np.isfinite(mean):
        raise ValueError("the expected runtime is beyond the range of float64: choose a smaller n, "
                         "or a function that is easier in this mode")
    return mean


def leading_ones(n, expected_flips=1.0):
    """Return the expected number of offspring of the (1+1) EA until all bits of LeadingOnes are 1.

    There is no learning; the first individual, drawn uniformly, does not count [1]_.

    Parameters
    ----------
    n : int
        Number of bits.
    expected_flips : float
        Expected number of flipped bits, above 0 and below n.

    Returns
    -------
    float

    References
    ----------
    .. [1] S. Böttcher, B. Doerr and F. Neumann. Optimal fixed and adaptive mutation rates for the
       LeadingOnes problem. PPSN 2010.

    Examples
    --------
    >>> round(leading_ones(100), 1)
    8573.4
    """
    n = checks.integer("n", n, minimum=2)
    flip = checks.real("expected_flips", expected_flips, above=0, maximum=n - 1) / n
    return ((1 - flip)**(1 - n) - (1 - flip)) / (2 * flip**2)


def _solve(rank, offspring, strict):
    """Return the expected time from each state, given all chances (s, s) of its offspring."""
    times = np.zeros(len(rank))
    bounds = np.searchsorted(rank, np.arange(rank[-1] + 1))
    for begin, end in zip(bounds[-2::-1], bounds[:0:-1], strict=True):
        _, moves, better = np.split(offspring[begin:end], [begin, end], axis=1)
        visits = fundamental_matrix(np.zeros_like(moves) if strict else moves, better.sum(axis=1))
        times[begin:end] = visits @ (1 + better @ times[end:])
    return times


def _ranks(values):
    """Return the rank of each value, the worst being 0; equal values have the same rank."""
    array = np.asarray(values)
    if array.ndim != 1 or len(array) < 2 or array.dtype.kind not in "biuf":
        raise TypeError(f"values must be at least two real numbers f(0), ..., f(n): {values!r}")
    if not np.isfinite(array).all():
        raise ValueError("values must be finite")
    return np.unique(array, return_inverse=True)[1]


def _learned(rank, search, depth):
    """Return the probabilities that local search turns i ones into j: sparse, (n + 1, n + 1)."""
    n = len(rank) - 1
    ones = np.arange(n + 1)
    above, below = np.append(rank[1:], -1), np.append(-1, rank[:-1])
    enough = np.maximum(above, below) if search == "best" else 0
    adds = (n - ones) * ((above > rank) & (above >= enough))
    removes = ones * ((below > rank) & (below >= enough))
    ways = np.maximum(adds + removes, 1)
    step = sparse.diags_array([(adds / ways)[:-1], (adds + removes == 0).astype(float),
                               (removes / ways)[1:]], offsets=[1, 0, -1], format="csr")
    return matrix_power(step, depth).tocoo()


def _outcomes(rank, learned, learns, inherits):
    """Return all states, and the probabilities of each after mutation to i ones.

    Returns
    -------
    rank, ones : ndarray of int64, shape (s,)
        The states, by fitness: of all raw individuals, and of all that can be learned.
    outcomes : sparse array of float64, shape (n + 1, s)
    """
    size, everything = len(rank), np.arange(len(rank))
    # those that do not learn, those that keep their genomes, and those that inherit
    before = np.concatenate([everything, learned.row, learned.row])
    genome = np.concatenate([everything, learned.row, learned.col])
    fitness = rank[np.concatenate([everything, learned.col, learned.col])]
    chance = np.concatenate([np.full(size, 1.0 - learns), learns * (1 - inherits) * learned.data,
                             learns * inherits * learned.data])
    kept = (chance > 0) | (np.arange(len(chance)) < size)       # raw individuals can be initial
    codes, place = np.unique((fitness * size + genome)[kept], return_inverse=True)
    outcomes = sparse.coo_array((chance[kept], (before[kept], place)), shape=(size, len(codes)))
    return *np.divmod(codes, size), outcomes.tocsr()
