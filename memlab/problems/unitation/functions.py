"""Functions of unitation: fitness depends on the number of ones only.

Each function returns the values f(0), ..., f(n) as int64 (n + 1,), for `memlab.theory.unitation`
and `memlab.Unitation`. All are maximised, and all have their optimum at n ones. Those whose source
has fractions are multiplied by a constant, which changes no comparison.

References
----------
.. [1] S. Droste, T. Jansen and I. Wegener. On the analysis of the (1+1) evolutionary algorithm.
   Theoretical Computer Science 276, 2002.
.. [2] J. Jägersküpper and T. Storch. When the plus strategy outperforms the comma strategy and when
   not. IEEE Symposium on Foundations of Computational Intelligence, 2007.
.. [3] A. Prügel-Bennett. When a genetic algorithm outperforms hill-climbing. Theoretical Computer
   Science 320, 2004.
.. [4] T. Friedrich, P. S. Oliveto, D. Sudholt and C. Witt. Analysis of diversity-preserving
   mechanisms for global exploration. Evolutionary Computation 17, 2009.
.. [5] D. H. Ackley. A Connectionist Machine for Genetic Hillclimbing. Kluwer, 1987.
.. [6] D. Antipov and B. Doerr. Precise runtime analysis for plateau functions. ACM Transactions on
   Evolutionary Learning and Optimization 1(4), 2021.
"""

import re

import numpy as np

from ...support.checks import integer


def onemax(n):
    """The number of ones.

    Examples
    --------
    >>> onemax(4)
    array([0, 1, 2, 3, 4])
    """
    return np.arange(integer("n", n, minimum=1) + 1)


def jump(n, k):
    """OneMax with a valley of k - 1 numbers of ones before the optimum [1]_.

    Examples
    --------
    >>> jump(6, 3)
    array([3, 4, 5, 6, 2, 1, 9])
    """
    ones, k = _ones(n, "k", k)
    return np.where((ones <= n - k) | (ones == n), k + ones, n - ones)


def cliff(n, d):
    """OneMax that falls by d - 1/2 at d zeros and then rises again [2]_; times two.

    Examples
    --------
    >>> cliff(6, 2)
    array([0, 2, 4, 6, 8, 7, 9])
    """
    ones, d = _ones(n, "d", d)
    return np.where(ones <= n - d, 2 * ones, 2 * (ones - d) + 1)


def hurdle(n, w):
    """A local optimum every w ones, each better than the one before [3]_; times w.

    Examples
    --------
    >>> hurdle(6, 3)
    array([-6, -8, -7, -3, -5, -4,  0])
    """
    ones, w = _ones(n, "w", w)
    zeros = n - ones
    return -w * -(-zeros // w) - zeros % w


def twomax(n):
    """The number of ones or that of zeros, whichever is larger; all ones are better by 1 [4]_.

    Examples
    --------
    >>> twomax(4)
    array([4, 3, 2, 3, 5])
    """
    ones = onemax(n)
    return np.maximum(ones, n - ones) + (ones == n)


def trap(n):
    """The number of zeros, except that all ones are best [5]_.

    Examples
    --------
    >>> trap(4)
    array([4, 3, 2, 1, 5])
    """
    ones = onemax(n)
    return np.where(ones == n, n + 1, n - ones)


def plateau(n, k):
    """OneMax with all strings of 1 to k zeros equally good [6]_.

    Examples
    --------
    >>> plateau(6, 3)
    array([0, 1, 2, 3, 3, 3, 6])
    """
    ones, k = _ones(n, "k", k)
    return np.where(ones == n, n, np.minimum(ones, n - k))


NAMED = {make.__name__: make for make in (onemax, jump, cliff, hurdle, twomax, trap, plateau)}


def called(text):
    """Return the values that a string calls for, or lists, as in files, which have no functions.

    Raises
    ------
    ValueError
        If it is neither a call of one of these functions nor integers with commas between them.

    Examples
    --------
    >>> called("jump(6, 3)"), called("0, 2, 1")
    (array([3, 4, 5, 6, 2, 1, 9]), [0, 2, 1])
    """
    call = re.fullmatch(r"\s*(\w+)\s*\(([\d\s,]*)\)\s*", text)
    try:
        if call and call[1] in NAMED:
            return NAMED[call[1]](*map(int, call[2].split(",")))
        return [int(number) for number in text.split(",")]
    except (TypeError, ValueError) as error:
        raise ValueError(f"values must be a call of one of {', '.join(NAMED)}, such as "
                         "'jump(60, 3)', or integers with commas between them, not "
                         f"{text!r}: {error}") from None


def _ones(n, name, width):
    """Return 0, ..., n, and a width that was checked to be from 1 to n."""
    ones = onemax(n)
    return ones, integer(name, width, minimum=1, maximum=n)
