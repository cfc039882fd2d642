"""Functions for `CustomProblem` that break a rule where a solution has enough ones."""

import numba
import numpy as np

from memlab.kernels.rng import below


@numba.njit(cache=True)
def fitness(x, kind, least, value):
    """The number of ones, but for what is wrong with solutions that have enough of them."""
    ones = np.int64(0)
    for bit in x:
        ones += bit
    if ones < least:
        return ones
    if kind == 0:
        return value
    if kind == 1:
        x[value % len(x)] = 1
    if kind == 2:
        x[:] = 0
        return ones + 3
    if kind == 3:
        return ones + np.int64(3 * np.random.random())  # noqa: NPY002
    if kind == 4:
        return -value
    return ones


@numba.njit(cache=True)
def unsigned(x, kind, least, value):
    """The same in unsigned integers."""
    return np.uint64(fitness(x, kind, least, value))


@numba.njit(cache=True)
def climb(x, rng, kind, least, value):
    steps = 0
    for _ in range(3):
        i = below(rng, len(x))
        steps += x[i] == 0
        x[i] = 1
    ones = np.int64(0)
    for bit in x:
        ones += bit
    if ones >= least:
        if kind == 5:
            x[value % len(x)] = 2
        if kind == 6:
            return -1
        if kind == 7:
            return value
    return steps
