"""Bit strings."""

import numpy as np

from .space import Vectors, fair_bits, frozen


class Bits(Vectors):
    """Bit strings of length n, uint8: as in the paper.

    Bits are fair at first, crossover is uniform [1]_, and each bit flips with probability 1/n.
    Neighbours differ in one bit.

    Parameters
    ----------
    n : int
        Number of bits, at least 1.
    random, cross, mutate, neighbours : callable, optional
        As for `Space`.

    References
    ----------
    .. [1] G. Syswerda. Uniform crossover in genetic algorithms. ICGA 1989.

    Examples
    --------
    >>> import memlab as ml
    >>> problem = ml.FunctionProblem(ml.spaces.Bits(8), lambda x: x.sum())
    >>> ml.evolve(problem, "lamarckian", mu=5, lambda_=5, budget=200).best_value
    8.0
    """

    def __init__(self, n, **own):
        super().__init__(n, 0, 1, np.uint8, **own)

    def random(self, rng):
        """Return fair bits."""
        return frozen(fair_bits((self.n,), rng).astype(np.uint8))

    def vary(self, x, rng):
        """Return rows in which each bit has flipped with probability 1/n."""
        return x ^ (rng.random(x.shape, np.float32) < 1 / self.n)

    def neighbours(self, x, rng):
        """Yield the n strings that differ in one bit, in random order."""
        for i in rng.permutation(self.n).tolist():
            y = x.copy()
            y[i] ^= 1
            yield frozen(y)
