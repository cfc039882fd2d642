"""Problems of a user's own, for `CustomProblem`: OneMax, NK landscapes, and DLB again."""

import numpy as np
from numba import njit

import memlab as ml
from memlab.kernels.rng import below

# ----------------------------------------------------------------------------------------- OneMax


@njit(cache=True)
def ones(x, reach):
    return x.sum()


@njit(cache=True)
def fill(x, rng, reach):
    """Up to `reach` zeros, at random, become ones."""
    zeros = np.flatnonzero(x == 0)
    steps = min(reach, len(zeros))
    for i in range(steps):
        j = i + below(rng, len(zeros) - i)
        zeros[i], zeros[j] = zeros[j], zeros[i]
        x[zeros[i]] = 1
    return steps


@njit(cache=True)
def fill_some(x, rng, most, reach):
    return fill(x, rng, min(most, reach))


@njit(cache=True)
def fill_beyond(x, rng, most, reach):
    """It heeds nobody."""
    return fill(x, rng, reach)


def onemax(n, reach=2, limited=False):
    return ml.CustomProblem(n, ones, fill_some if limited else fill, data=(reach,))


# ----------------------------------------------------------------------------------- NK landscapes


@njit(cache=True)
def contributions(x, neighbours, table):
    """The sum over i of what bit i gives, which depends on it and on k others."""
    total = 0
    for i in range(len(x)):
        state = 0
        for j in neighbours[i]:
            state = 2 * state + x[j]
        total += table[i, state]
    return total


@njit(cache=True)
def climb_nk(x, rng, neighbours, table):
    """Flips of random bits, of which those that gain are kept."""
    steps, best = 0, contributions(x, neighbours, table)
    for _ in range(2 * len(x)):
        i = below(rng, len(x))
        x[i] ^= 1
        value = contributions(x, neighbours, table)
        if value > best:
            steps, best = steps + 1, value
        else:
            x[i] ^= 1
    return steps


def nk_landscape(n, k, seed=0):
    rng = np.random.default_rng(seed)
    neighbours = np.array([np.append(i, rng.choice(np.delete(np.arange(n), i), k, replace=False))
                           for i in range(n)])
    table = rng.integers(0, 1000, (n, 2 ** (k + 1)))
    return ml.CustomProblem(n, contributions, climb_nk, data=(neighbours, table))


# ------------------------------------------------------------------ DeceptiveLeadingBlocks, again


@njit(cache=True)
def leading(x, k):
    for begin in range(0, len(x), k):
        here = np.int64(x[begin:begin + k].sum())
        if here < k:
            return begin + k - 1 - here
    return len(x)


@njit(cache=True)
def climb_leading(x, rng, k):
    steps = 0
    for begin in range(0, len(x), k):
        here = np.int64(x[begin:begin + k].sum())
        if here == k - 1:
            x[begin:begin + k] = 1
            steps += 1
        elif here < k:
            x[begin:begin + k] = 0
            return steps + here
    return steps


def leading_blocks(n, k):
    return ml.CustomProblem(n, leading, climb_leading, data=(k,))
