"""The slow, obvious version of pseudo-Boolean functions: the values of all 2**n solutions."""

import numpy as np
from reference import UNBOUNDED, best_improvement


def drawn_functions(n, m, largest, seed=0, most_bits=5):
    """Arguments of `memlab.PseudoBoolean`: m functions with values up to `largest`, all drawn."""
    rng = np.random.default_rng(seed)
    subsets = [rng.permutation(n)[:rng.integers(1, most_bits + 1)].tolist() for _ in range(m)]
    tables = [rng.integers(-largest, largest + 1, 2**len(subset)).tolist() for subset in subsets]
    return n, subsets, tables


def value(subsets, tables, x):
    """The sum of all functions, as it is defined."""
    total = 0
    for subset, table in zip(subsets, tables, strict=True):
        key = sum(int(x[position]) * 2**i for i, position in enumerate(subset))
        total += table[key]
    return total


class Functions:
    """A problem of at most 16 bits, with its fitness and local search."""

    def __init__(self, n, subsets, tables):
        self.n, self.places = n, 1 << np.arange(n)
        everything = np.arange(2**n)
        self.values = np.zeros(2**n, np.int64)
        for subset, table in zip(subsets, tables, strict=True):
            keys = sum((everything >> position & 1) << i for i, position in enumerate(subset))
            self.values += np.asarray(table)[keys]

    def fitness(self, x):
        """Of one genome (n,), or of many (rows, n)."""
        return self.values[np.asarray(x, np.int64) @ self.places]

    def local_search(self, x, rng, most=UNBOUNDED):
        """(local optima, steps of all together) of one genome (n,), or of many (rows, n)."""
        results = [best_improvement(self.fitness, row, rng, most) for row in x.reshape(-1, self.n)]
        optima, steps = zip(*results, strict=True)
        return np.reshape(optima, x.shape), sum(steps)
