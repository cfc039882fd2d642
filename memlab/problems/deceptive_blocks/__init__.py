"""DeceptiveLeadingBlocks, the benchmark of the paper's runtime theory."""

import functools

import numpy as np

from ...support import checks, names
from ..problem import Problem, size
from . import kernels as dlb


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

    @functools.cached_property
    def instance(self):
        """The named tuple of n and k for the kernels."""
        return dlb.Blocks(self.n, self.k)

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
