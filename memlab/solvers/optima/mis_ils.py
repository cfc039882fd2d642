"""Iterated local search for Maximum Independent Set, after Andrade, Resende and Werneck [1]_.

A local optimum is a maximal independent set in which no vertex can be replaced by two, as the
search in `search_lists` leaves it. The walk forces one vertex in (now and then several), which
drives its neighbours out, goes on to the next local optimum, and stays there if it is no smaller,
or with a probability that falls with the loss; otherwise it goes back.

References
----------
.. [1] D. Andrade, M. Resende, R. Werneck. Fast local search for the maximum independent set
   problem. Journal of Heuristics 18(4), 2012.
"""

from typing import NamedTuple

import numpy as np

from ...kernels.bits import bit, copy_row, ones, unpack
from ...kernels.jit import kernel
from ...kernels.protocol import UNBOUNDED
from ...kernels.rng import below, uniform
from ...kernels.simd import lowest_bit
from ...problems.independent_set import search_lists as lists
from ...problems.independent_set.repair import SetLists

_CANDIDATES = 4     # of this many random vertices, the one that left the set first is forced in
_PRESENT, _KEPT, BEST = range(3)      # rows of `sets`, and their sizes in `numbers`
_ITERATION = 3


class IteratedSearch(NamedTuple):
    """A graph and a search on it: the present set, the one to go back to, and the best met."""

    graph: SetLists
    scratch: lists.ListsScratch     # that of the present set
    sets: np.ndarray        # uint64 (3, words)
    left: np.ndarray        # int64 (n,), the iteration in which a vertex last left the kept set
    numbers: np.ndarray     # int64 (4,): sizes of the sets, the iteration


def make(indptr, indices):
    """Make a search that starts from the empty set.

    Parameters
    ----------
    indptr : ndarray of int64, shape (n + 1,)
    indices : ndarray of int32, shape (2 m,)
        The lists of neighbours of a graph with n vertices and m edges.

    Returns
    -------
    IteratedSearch
    """
    n = len(indptr) - 1
    walk = IteratedSearch(SetLists(indptr, indices), lists.lists_scratch(np.diff(indptr)),
                          np.zeros((3, -(-n // 64)), np.uint64), np.zeros(n, np.int64),
                          np.zeros(4, np.int64))
    lists.survey(walk.graph, walk.scratch, walk.sets, _PRESENT)
    return walk


def best(walk):
    """Return the best set that an `IteratedSearch` has met: ndarray of uint8, shape (n,)."""
    bits = np.zeros((1, len(walk.left)), np.uint8)
    unpack(walk.sets[BEST:], np.arange(len(walk.left)), bits)
    return bits[0]


@kernel
def advance(walk, iterations, rng):
    """Visit some local optima.

    Parameters
    ----------
    walk : IteratedSearch
        Changed in place.
    iterations : int
        The number of local optima.
    rng : ndarray of uint64
        State of the random generator; changed in place.
    """
    graph, scratch, sets, numbers = walk.graph, walk.scratch, walk.sets, walk.numbers
    for _ in range(iterations):
        numbers[_ITERATION] += 1
        _perturb(walk, rng)
        lists.augment_by_lists(graph, scratch, sets, _PRESENT, UNBOUNDED, rng)
        lists.swap_by_lists(graph, scratch, sets, _PRESENT, UNBOUNDED, rng)
        size = numbers[_PRESENT] = ones(sets, _PRESENT)
        # Always what is no smaller; else with probability 1 / (1 + loss * loss against the best).
        loss = numbers[_KEPT] - size
        if loss <= 0 or uniform(rng) * (1 + loss * (numbers[BEST] - size)) < 1:
            _move(walk, _PRESENT, _KEPT)
            if size > numbers[BEST]:
                numbers[BEST] = size
                copy_row(sets, _PRESENT, sets, BEST)
        else:
            _move(walk, _KEPT, _PRESENT)


@kernel
def _perturb(walk, rng):
    """Force one vertex in, or, once in ``2 |set|`` times, more: i + 1 with probability 2**-i."""
    n, number = len(walk.left), 1
    if below(rng, 2 * walk.numbers[_PRESENT] + 1) == 0:
        number = 2
        while below(rng, 2) == 0 and number < n:
            number += 1
    for _ in range(number):
        chosen = -1
        for _ in range(_CANDIDATES):
            v = below(rng, n)
            if not bit(walk.sets, _PRESENT, v) and (
                    chosen < 0 or walk.left[v] < walk.left[chosen]):
                chosen = v
        if chosen >= 0:
            for entry in range(walk.graph.indptr[chosen], walk.graph.indptr[chosen + 1]):
                u = walk.graph.indices[entry]
                if bit(walk.sets, _PRESENT, u):
                    lists.leave(walk.graph, walk.scratch, walk.sets, _PRESENT, u)
            lists.enter(walk.graph, walk.scratch, walk.sets, _PRESENT, chosen)


@kernel
def _move(walk, source, target):
    """Make one of the present and the kept set the other."""
    sets = walk.sets
    for word in range(sets.shape[1]):
        gone = sets[target, word] & ~sets[source, word]
        while gone != 0:
            v = 64 * word + lowest_bit(gone)
            gone &= gone - np.uint64(1)
            if target == _PRESENT:
                lists.leave(walk.graph, walk.scratch, sets, _PRESENT, v)
            else:
                walk.left[v] = walk.numbers[_ITERATION]
    for word in range(sets.shape[1]):
        come = sets[source, word] & ~sets[target, word]
        while come != 0 and target == _PRESENT:
            v = 64 * word + lowest_bit(come)
            come &= come - np.uint64(1)
            lists.enter(walk.graph, walk.scratch, sets, _PRESENT, v)
        sets[target, word] = sets[source, word]
    walk.numbers[target] = walk.numbers[source]
