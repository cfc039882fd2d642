"""DeceptiveLeadingBlocks, the benchmark of the paper's runtime theory."""

import functools

from .. import checks
from ..kernels import dlb
from .problem import Problem, size


class DeceptiveLeadingBlocks(Problem):
    """The deceptive benchmark of the paper's theory: n bits in blocks of length k (section 4).

    Every leading all-ones block counts k; the first other block counts k - 1 minus its ones, so
    that it lures towards all-zeros. The local search takes the best of all n neighbours while it is
    strictly better.

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

    def __init__(self, n, k):
        self.k = checks.integer("k", k, minimum=2)
        self.n = size(n, minimum=self.k)
        if self.n % self.k:
            raise ValueError(f"n must be a multiple of k = {self.k}, not {self.n}")

    @functools.cached_property
    def instance(self):
        """The two numbers."""
        return dlb.Blocks(self.n, self.k)

    def memory(self, slots):
        """Nothing is remembered."""
        return dlb.NoMemory(slots)

    def __repr__(self):
        return f"DeceptiveLeadingBlocks(n={self.n}, k={self.k})"
