"""Leading constants of the runtimes on DeceptiveLeadingBlocks, in closed form for every k.

For fixed k and growing n, an exact expectation is ``constant * n**power * (1 + O(1/n))``. For the
Darwinian, Lamarckian and Baldwinian runtimes the powers are those of the paper's theorem. The
constants follow from the chains that `memlab.theory.exact` solves, level by level, as sums that
tend to integrals over x = kj/n.

Baldwinian evolution walks on its plateau: accepted flips in the critical block are steps of
randomised local search until k-1 ones are reached, a generalised needle problem whose hitting
times are known [1]_. An offspring is accepted with probability about exp(-x (k-1)/(k+1)).

LB evolution with probability p restarts this walk from all zeros after 1/p accepted offspring in
expectation, too early for a long walk, and its power is that of Lamarckian evolution. But the k-1
flips need not occur at once: they can be distributed over several offspring in any order, and each
split contributes a factor (1 - p) / p. Lamarckian runs thus take longer by the factor
``sum_b b! S(k-1, b) y**(b-1)``, the Fubini polynomial of y = (1 - p) / p, where S are the Stirling
numbers of the second kind. For p = 1/2 these factors are the Fubini numbers 1, 3, 13, 75, 541, ...

References
----------
.. [1] B. Doerr and A. J. Kelley. The runtime of random local search on the generalized Needle
   problem. arXiv:2403.08153, 2024. Theorem 1.
"""

from itertools import accumulate
from math import comb, e, expm1
from typing import NamedTuple

import numpy as np

from ..support.checks import choice
from . import baldwinian, darwinian
from .blocks import check_size, good_probability, uniform_block
from .exact import chain_of

QUANTITIES = ("runtime", "local_search_steps")


class Growth(NamedTuple):
    """The asymptotic law ``constant * n**power``; call it with n to evaluate it.

    Parameters
    ----------
    constant : float
        The leading constant.
    power : int
        The power of n.

    Examples
    --------
    >>> law = Growth(constant=0.5, power=2)
    >>> law(10)
    50.0
    """

    constant: float
    power: int

    def __call__(self, n):
        return self.constant * n**self.power


def growth(mode, k, quantity="runtime", *, lb_probability=None):
    """Return the leading constant and the power of n of an exact quantity.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    k : int
        Length of a block, 2 to 200.
    quantity : {"runtime", "local_search_steps"}
        The expectation of the runtime in iterations, or the expected number of improving
        local-search steps.
    lb_probability : float, optional
        In mode "lb", where it is required: the probability of replacement, from 0 to 1. With 0 the
        mode is "baldwinian", with 1 "lamarckian".

    Returns
    -------
    Growth
        Named tuple ``(constant, power)``; ``growth(...)(n)`` evaluates it.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> growth("lamarckian", 2)
    Growth(constant=0.0625, power=2)
    >>> round(growth("darwinian", 3).constant, 12) == round((e - 1) / 4, 12)
    True
    """
    chain, inherits = chain_of(mode, lb_probability)
    quantity = choice("quantity", quantity, QUANTITIES)
    check_size(k, k)
    laws = {darwinian: _darwinian, baldwinian: _baldwinian}.get(chain, _replaced)
    return Growth(*laws(int(k), inherits)[QUANTITIES.index(quantity)])     # k may be NumPy's


def hitting_times(k):
    """Return the expected steps of randomised local search until a k-bit string has k-1 ones.

    A step flips one uniformly random bit. From i to i+1 ones it takes C(k, <=i) / C(k-1, i) steps
    in expectation; the results are sums of these.

    Parameters
    ----------
    k : int
        Length of the string, 2 to 200.

    Returns
    -------
    list of float
        The expectations for 0, ..., k-2 initial ones.

    Raises
    ------
    TypeError, ValueError
        If `k` is not an integer from 2 to 200.

    Examples
    --------
    >>> hitting_times(3)
    [3.0, 2.0]
    """
    check_size(k, k)
    below = accumulate(comb(k, ones) for ones in range(k - 1))
    times = [count / comb(k - 1, ones) for ones, count in enumerate(below)]
    return list(accumulate(reversed(times)))[::-1]


def fubini_polynomial(m, y):
    """Return the sum over b of y**(b-1) times the ordered partitions of m elements into b parts.

    Parameters
    ----------
    m : int
        Number of elements, at least 1.
    y : float
        Argument of the polynomial; the value at 0 is 1.

    Returns
    -------
    float
        An int if `y` is one.

    Examples
    --------
    >>> [fubini_polynomial(m, 1) for m in range(1, 7)]
    [1, 3, 13, 75, 541, 4683]
    """
    ordered = [sum((-1) ** (parts - i) * comb(parts, i) * i**m for i in range(parts + 1))
               for parts in range(1, m + 1)]
    return sum(count * y**parts for parts, count in enumerate(ordered))


def _darwinian(k, _):
    """Return the constants and powers of both quantities."""
    return ((e - 1) * (1 - 2 ** (1 - k)) / k, k + 1), (0.0, 0)


def _replaced(k, inherits):
    """Lamarckian and LB: levels are left at a constant rate, which the splits of flips multiply."""
    faster = fubini_polynomial(k - 1, 1 / inherits - 1)
    runtime = (1 - good_probability(k)) / k**2 / faster
    # A block damaged by mutation is repaired in each offspring until it is written back.
    return (runtime, k), (runtime / (2 * inherits), k)


def _baldwinian(k, _):
    """On level j: n H / a(x) iterations, a(x) = exp(-alpha x), H in units of n flips of one bit."""
    first = uniform_block(k)[:k - 1] @ np.array(hitting_times(k)) / k
    alpha = (k - 1) / (k + 1)
    runtime = first * expm1(alpha) / (alpha * k)
    return (runtime, 2), ((runtime - first / k) / (k - 1), 3)
