"""Simulated annealing for weighted Maximum Cut [1]_ [2]_: good cuts when no proof is wanted.

Vertices are visited in order, sweep after sweep. A flip that gains is always made, one of gain zero
every other time, and one that loses with probability exp(gain / temperature), while the temperature
falls linearly to zero.

References
----------
.. [1] S. Kirkpatrick, C. Gelatt, M. Vecchi. Optimization by simulated annealing. Science 220, 1983.
.. [2] T. Myklebust. Solving maximum cut problems by simulated annealing. arXiv:1505.03068, 2015.
"""

import math
from typing import NamedTuple

import numpy as np

from ...kernels.jit import kernel
from ...kernels.rng import uniform
from ...kernels.simd import lowest_bit


class Cut(NamedTuple):
    """A weighted graph and a search on it, with the best cut met."""

    indptr: np.ndarray      # int64 (n + 1,)
    indices: np.ndarray     # int32 (2 m,)
    weights: np.ndarray     # int64 (2 m,)
    sides: np.ndarray       # uint8 (n,), 0 or 1
    gains: np.ndarray       # int64 (n,), of flipping each vertex
    best: np.ndarray        # uint8 (n,)
    cuts: np.ndarray        # int64 (2,): the present cut, the best


def make(indptr, indices, weights):
    """Make a search that starts with all vertices on one side.

    Parameters
    ----------
    indptr : ndarray of int64, shape (n + 1,)
    indices : ndarray of int32, shape (2 m,)
        The lists of neighbours of a graph with n vertices and m edges.
    weights : ndarray of int64, shape (2 m,)
        The weight of the edge of each entry of `indices`.

    Returns
    -------
    Cut
        It refers to the arrays given; all others are new.
    """
    n = len(indptr) - 1
    search = Cut(indptr, indices, weights, np.zeros(n, np.uint8), np.zeros(n, np.int64),
                 np.zeros(n, np.uint8), np.zeros(2, np.int64))
    np.add.at(search.gains, np.repeat(np.arange(n), np.diff(indptr)), weights)
    return search


@kernel
def place(search, sides):
    """Move to a cut, regardless of its value.

    Parameters
    ----------
    search : Cut
        Changed in place.
    sides : ndarray of uint8, shape (n,)
        The side of each vertex, 0 or 1.
    """
    for v in range(len(sides)):
        if sides[v] != search.sides[v]:
            flip(search, v)
    keep(search)


@kernel
def enumerate_cuts(search):
    """Visit every cut, each one flip from the one before; the best is then the maximum.

    Parameters
    ----------
    search : Cut
        Changed in place. With n vertices there are ``2**(n - 1)`` cuts.
    """
    for number in range(1, 1 << (len(search.sides) - 1)):
        flip(search, lowest_bit(np.uint64(number)))
        keep(search)


@kernel
def sweep(search, sweeps, hot, cold, rng):
    """Make some sweeps over all vertices while the temperature falls linearly.

    Parameters
    ----------
    search : Cut
        Changed in place.
    sweeps : int
        Their number.
    hot, cold : float
        The temperature of the first sweep, and the one that would follow the last, in units of
        the edge weights.
    rng : ndarray of uint64
        State of the random generator; changed in place.
    """
    for number in range(sweeps):
        temperature = hot + (cold - hot) * number / sweeps
        for v in range(len(search.sides)):
            gain = search.gains[v]
            if gain > 0 or uniform(rng) < (math.exp(gain / temperature) if gain < 0 else 0.5):
                flip(search, v)
        keep(search)


@kernel
def ascend(search):
    """Flip vertices that gain, in order, until none does.

    Parameters
    ----------
    search : Cut
        Changed in place.
    """
    improved = True
    while improved:
        improved = False
        for v in range(len(search.sides)):
            if search.gains[v] > 0:
                flip(search, v)
                improved = True
    keep(search)


@kernel
def flip(search, v):
    """Put a vertex on the other side.

    Parameters
    ----------
    search : Cut
        Changed in place, but for the best cut.
    v : int
        The vertex.
    """
    search.cuts[0] += search.gains[v]
    search.gains[v] = -search.gains[v]
    search.sides[v] ^= np.uint8(1)
    for entry in range(search.indptr[v], search.indptr[v + 1]):
        u = search.indices[entry]
        change = 2 * search.weights[entry]
        search.gains[u] += change if search.sides[u] == search.sides[v] else -change


@kernel
def keep(search):
    """Remember the present cut if it is the best so far.

    Parameters
    ----------
    search : Cut
        Its `best` and ``cuts[1]`` are changed in place.
    """
    if search.cuts[0] > search.cuts[1]:
        search.cuts[1] = search.cuts[0]
        for v in range(len(search.best)):
            search.best[v] = search.sides[v]
