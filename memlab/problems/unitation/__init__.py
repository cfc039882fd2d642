"""Functions of the number of ones, and DeceptiveLeadingBlocks, where blocks have such functions."""

import functools

import numpy as np

from ...support import checks, names
from ..problem import Problem, size
from . import functions
from .kernels import Blocks

_LARGEST = 2**40      # so that the sum over millions of individuals does not overflow


class Unitation(Problem):
    """A function of the number of ones, such as OneMax, Jump or Hurdle.

    Such functions are the testing ground of runtime theory: `memlab.theory.unitation` computes
    exactly how long evolution with one parent and one offspring takes on them.

    Parameters
    ----------
    values : array_like of int, shape (n + 1,), or str
        The fitness f(0), ..., f(n) by the number of ones, below 2**40 in absolute value. In a file,
        which has no functions: a call of one of `memlab.theory.functions`, such as "jump(60, 3)",
        or the numbers, "0, 1, 2, 0, 4".
    local_search : {"best", "first"}
        Local search flips one of the best neighbours as long as that is better, or any one that is
        better, each with the same probability.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.Unitation(ml.theory.functions.jump(6, k=3))
    >>> p.fitness([1, 1, 1, 0, 0, 0]), p.fitness([1, 1, 1, 1, 0, 0])
    (6, 2)
    >>> p.local_search([0, 0, 0, 1, 0, 0]).fitness
    6
    """

    name = "unitation"
    label = "Unitation"
    example = ("jump(6, 2)",)

    def __init__(self, values, local_search="best"):
        if isinstance(values, str):
            values = functions.called(values)
        array = np.asarray(values)
        if array.ndim != 1 or len(array) < 2 or array.dtype.kind not in "iu":
            raise TypeError(f"values must be at least two integers f(0), ..., f(n), not {values!r}")
        if array.min() <= -_LARGEST or array.max() >= _LARGEST:
            raise ValueError("values must be below 2**40 in absolute value")
        self.values = array.astype(np.int64)
        self.values.flags.writeable = False
        self.search = checks.choice("local_search", local_search, ("best", "first"))
        self.n, self.optimum = size(len(array) - 1), int(array.max())

    @functools.cached_property
    def instance(self):
        """The named tuple of the values for the kernels."""
        return Blocks(self.values, self.n, self.n, self.search == "first")

    def recount(self, x):
        """Compute the fitness of a solution without the kernels.

        Parameters
        ----------
        x : ndarray of 0 and 1, shape (n,)
            The solution.

        Returns
        -------
        int
            The fitness.
        """
        return int(self.values[np.count_nonzero(x)])

    def to_arrays(self):
        """Return the values and the local search, for files.

        Returns
        -------
        dict of ndarray
            values and local_search.
        """
        return {"values": self.values, "local_search": np.array(self.search)}

    @classmethod
    def from_arrays(cls, arrays):
        """Make the problem that `to_arrays` described.

        Parameters
        ----------
        arrays : dict of ndarray
            Its result.

        Returns
        -------
        Unitation
            An equal problem.
        """
        return cls(arrays["values"], str(arrays["local_search"]))

    def __repr__(self):
        return f"Unitation(n={self.n}, local_search={self.search!r})"


class DeceptiveLeadingBlocks(Problem):
    """The deceptive benchmark of the paper's theory: n bits in blocks of length k (section 4).

    Every leading all-ones block adds k to the fitness. The first other block adds k - 1 minus its
    number of ones, and so guides the search towards all-zeros. The local search moves to the best
    of all n neighbours as long as it is strictly better.

    Parameters
    ----------
    n : int
        Number of bits, a multiple of k.
    k : int
        Block length, at least 2.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.DeceptiveLeadingBlocks(n=6, k=3)
    >>> p.fitness([1, 1, 1, 0, 0, 0]), p.fitness([1, 1, 1, 1, 1, 0])
    (5, 3)
    >>> p.local_search([1, 1, 0, 0, 1, 0])
    LocalOptimum(solution=array([1, 1, 1, 0, 0, 0], dtype=uint8), fitness=5, steps=2)
    """

    name = "dlb"
    label = names.label(name)
    example = (6, 3)

    def __init__(self, n, k):
        self.k = checks.integer("k", k, minimum=2)
        self.n = size(n, minimum=self.k)
        if self.n % self.k:
            raise ValueError(f"n must be a multiple of k = {self.k}, not {self.n}")
        self.optimum = self.n

    @functools.cached_property
    def instance(self):
        """The named tuple of the values of a block, n and k for the kernels."""
        return Blocks(np.append(np.arange(self.k)[::-1], self.k), self.n, self.k, False)

    def to_arrays(self):
        """Return n and k, for files.

        Returns
        -------
        dict of ndarray
            size (two numbers, n and k).
        """
        return {"size": np.array([self.n, self.k])}

    @classmethod
    def from_arrays(cls, arrays):
        """Make the problem that `to_arrays` described.

        Parameters
        ----------
        arrays : dict of ndarray
            Its result.

        Returns
        -------
        DeceptiveLeadingBlocks
            An equal problem.
        """
        return cls(*arrays["size"].tolist())

    def __repr__(self):
        return f"DeceptiveLeadingBlocks(n={self.n}, k={self.k})"


class LeadingOnes(DeceptiveLeadingBlocks):
    """The number of ones before the first zero: leading blocks of length 1 [1]_.

    The local search flips the first zero as long as there is one, so that without a limit
    (`learning_depth`) it ends in the optimum.

    Parameters
    ----------
    n : int
        Number of bits.

    References
    ----------
    .. [1] G. Rudolph. Convergence Properties of Evolutionary Algorithms. Kovač, 1997.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.LeadingOnes(n=6)
    >>> p.fitness([1, 1, 1, 0, 1, 0]), p.optimum, round(ml.theory.leading_ones(6), 5)
    (3, 6, 29.78976)
    """

    name = "leadingones"
    label = "LeadingOnes"
    example = (6,)

    def __init__(self, n):
        self.n, self.k = size(n), 1
        self.optimum = self.n

    def to_arrays(self):
        """Return n, for files: dict of ndarray."""
        return {"size": np.array([self.n])}

    def __repr__(self):
        return f"LeadingOnes(n={self.n})"
