"""Iterated local search for Maximum Independent Set, after Andrade, Resende and Werneck [1]_.

A local optimum is a maximal independent set in which no vertex can be replaced by two. The search
forces one vertex in (now and then several), which drives its neighbours out, goes on to the next
local optimum, and stays there if it is no smaller, or with a probability that falls with the loss;
otherwise it goes back.

References
----------
.. [1] D. Andrade, M. Resende, R. Werneck. Fast local search for the maximum independent set
   problem. Journal of Heuristics 18(4), 2012.
"""

from typing import NamedTuple

import numpy as np

from .jit import kernel
from .mis_lists import list_one_tight
from .rng import below, uniform

_CANDIDATES = 4     # the one of so many random vertices that left the set first is forced in

# places in Walk.numbers
_SIZE, _FREE, _KEPT, _BEST, _ITERATION, _QUEUED = range(6)


class Walk(NamedTuple):
    """A graph and a search on it, with the best set met.

    `order` holds the set, then the free vertices (those without a neighbour in the set), then all
    others. `owner` is the exclusive or of a vertex's neighbours in the set: where there is one
    such neighbour, it is that one.
    """

    indptr: np.ndarray      # int64 (n + 1,)
    indices: np.ndarray     # int32 (2 m,)
    order: np.ndarray       # int32 (n,)
    place: np.ndarray       # int32 (n,), the inverse of `order`
    tightness: np.ndarray   # int32 (n,), number of neighbours in the set
    owner: np.ndarray       # int32 (n,)
    left: np.ndarray        # int64 (n,), the iteration in which a vertex last left the set
    queue: np.ndarray       # int32 (n,), members of the set that two others might replace, and
    queued: np.ndarray      # uint8 (n,), whether a vertex is among them
    one_tight: np.ndarray   # int32 (n,), scratch: neighbours of tightness 1 of a member
    mark: np.ndarray        # uint8 (n,), scratch, 0 between calls
    kept: np.ndarray        # int32 (n,), the local optimum to go back to, and
    is_kept: np.ndarray     # uint8 (n,), whether a vertex is in it
    best: np.ndarray        # uint8 (n,)
    numbers: np.ndarray     # int64 (6,): sizes, the iteration, length of the queue


def make(indptr, indices):
    """A search that starts from the empty set."""
    n = len(indptr) - 1
    numbers = np.zeros(6, np.int64)
    numbers[_FREE] = n
    order = np.arange(n, dtype=np.int32)
    integers = [np.zeros(n, np.int32) for _ in range(5)]
    flags = [np.zeros(n, np.uint8) for _ in range(4)]
    return Walk(indptr, indices, order, order.copy(), integers[0], integers[1],
                np.zeros(n, np.int64), integers[2], flags[0], integers[3], flags[1], integers[4],
                flags[2], flags[3], numbers)


@kernel
def advance(walk, iterations, rng):
    """Visit so many local optima; everything in `walk` is changed in place."""
    numbers = walk.numbers
    for _ in range(iterations):
        numbers[_ITERATION] += 1
        if numbers[_SIZE] < len(walk.order):
            _perturb(walk, rng)
        _fill(walk, rng)
        while numbers[_QUEUED] > 0:
            numbers[_QUEUED] -= 1
            v = walk.queue[numbers[_QUEUED]]
            walk.queued[v] = 0
            if walk.place[v] < numbers[_SIZE] and _replace_by_two(walk, v, rng):
                _fill(walk, rng)
        # Always what is no smaller; else with probability 1 / (1 + loss * loss against the best).
        loss = numbers[_KEPT] - numbers[_SIZE]
        if loss <= 0 or uniform(rng) * (1 + loss * (numbers[_BEST] - numbers[_SIZE])) < 1:
            _keep(walk)
        else:
            _go_back(walk)


@kernel
def _perturb(walk, rng):
    """Force one vertex in, or, once in 2 |set| times, more: i + 1 with probability 2**-i."""
    number = 1
    if below(rng, 2 * walk.numbers[_SIZE] + 1) == 0:
        number = 2
        while below(rng, 2) == 0 and number < len(walk.order):
            number += 1
    for _ in range(number):
        outside = len(walk.order) - walk.numbers[_SIZE]
        if outside == 0:
            return
        chosen = -1
        for _ in range(_CANDIDATES):
            v = walk.order[walk.numbers[_SIZE] + below(rng, outside)]
            if chosen < 0 or walk.left[v] < walk.left[chosen]:
                chosen = v
        for entry in range(walk.indptr[chosen], walk.indptr[chosen + 1]):
            u = walk.indices[entry]
            if walk.place[u] < walk.numbers[_SIZE]:
                _remove(walk, u)
        _insert(walk, chosen)


@kernel
def _fill(walk, rng):
    """Insert random free vertices until the set is maximal."""
    while walk.numbers[_FREE] > 0:
        _insert(walk, walk.order[walk.numbers[_SIZE] + below(rng, walk.numbers[_FREE])])


@kernel
def _replace_by_two(walk, v, rng):
    """Replace member v by two of the vertices that only v keeps out, if two are not neighbours."""
    one_tight, mark = walk.one_tight, walk.mark
    number = list_one_tight(walk, walk.tightness, v, one_tight)
    if number < 2:
        return False
    offset = below(rng, number)
    for i in range(number):
        a = one_tight[(i + offset) % number]
        mark[a] = 1
        for entry in range(walk.indptr[a], walk.indptr[a + 1]):
            mark[walk.indices[entry]] = 1
        partner = -1
        for j in range(number):
            if not mark[one_tight[j]]:
                partner = one_tight[j]
                break
        mark[a] = 0
        for entry in range(walk.indptr[a], walk.indptr[a + 1]):
            mark[walk.indices[entry]] = 0
        if partner >= 0:
            _remove(walk, v)
            _insert(walk, a)
            _insert(walk, partner)
            return True
    return False


@kernel
def _insert(walk, v):
    """Put a free vertex into the set."""
    numbers = walk.numbers
    _move(walk, v, numbers[_SIZE])
    numbers[_SIZE] += 1
    numbers[_FREE] -= 1
    _enqueue(walk, v)
    for entry in range(walk.indptr[v], walk.indptr[v + 1]):
        u = walk.indices[entry]
        if walk.tightness[u] == 0:
            numbers[_FREE] -= 1
            _move(walk, u, numbers[_SIZE] + numbers[_FREE])
        walk.tightness[u] += 1
        walk.owner[u] ^= v


@kernel
def _remove(walk, v):
    """Take a member out of the set; it is free then."""
    numbers = walk.numbers
    numbers[_SIZE] -= 1
    numbers[_FREE] += 1
    _move(walk, v, numbers[_SIZE])
    walk.left[v] = numbers[_ITERATION]
    for entry in range(walk.indptr[v], walk.indptr[v + 1]):
        u = walk.indices[entry]
        walk.tightness[u] -= 1
        walk.owner[u] ^= v
        if walk.tightness[u] == 0:
            _move(walk, u, numbers[_SIZE] + numbers[_FREE])
            numbers[_FREE] += 1
        elif walk.tightness[u] == 1:
            _enqueue(walk, walk.owner[u])


@kernel
def _move(walk, v, target):
    """Exchange v with the vertex at place `target` of the order."""
    source, other = walk.place[v], walk.order[target]
    walk.order[source], walk.order[target] = other, v
    walk.place[other], walk.place[v] = source, target


@kernel
def _enqueue(walk, v):
    if not walk.queued[v]:
        walk.queued[v] = 1
        walk.queue[walk.numbers[_QUEUED]] = v
        walk.numbers[_QUEUED] += 1


@kernel
def _keep(walk):
    """Remember the present local optimum, and, where it is the best, as that too."""
    numbers = walk.numbers
    for i in range(numbers[_KEPT]):
        walk.is_kept[walk.kept[i]] = 0
    for i in range(numbers[_SIZE]):
        walk.kept[i] = walk.order[i]
        walk.is_kept[walk.order[i]] = 1
    numbers[_KEPT] = numbers[_SIZE]
    if numbers[_SIZE] > numbers[_BEST]:
        numbers[_BEST] = numbers[_SIZE]
        for v in range(len(walk.best)):
            walk.best[v] = walk.is_kept[v]


@kernel
def _go_back(walk):
    """Return to the local optimum that was kept."""
    numbers = walk.numbers
    for i in range(numbers[_SIZE] - 1, -1, -1):
        if not walk.is_kept[walk.order[i]]:
            _remove(walk, walk.order[i])
    for i in range(numbers[_KEPT]):
        if walk.place[walk.kept[i]] >= numbers[_SIZE]:
            _insert(walk, walk.kept[i])
    while numbers[_QUEUED] > 0:
        numbers[_QUEUED] -= 1
        walk.queued[walk.queue[numbers[_QUEUED]]] = 0
