"""Functions of unitation: the fitness depends on the number of ones only."""

import functools

import numpy as np

from ...support import checks
from ..problem import Problem, size
from . import functions
from .kernels import Unitary

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
        self.n = size(len(array) - 1)

    @functools.cached_property
    def instance(self):
        """The named tuple of the values for the kernels."""
        return Unitary(self.values, self.search == "first")

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
