"""Larger independent sets on neighbour lists: greedy augmentation and (1,2)-swaps.

Every vertex knows its *tightness*, how many neighbours it has in the set, and which one if it is
*one-tight*: the exclusive or of all of them. A change costs as much as the vertices that move have
neighbours, so that large sparse graphs are no obstacle.

References
----------
.. [1] D. Andrade, M. Resende and R. Werneck. Fast local search for the maximum independent set
   problem. Journal of Heuristics 18(4), 2012.
"""

from typing import NamedTuple

import numpy as np

from ...kernels.bits import bit, flip
from ...kernels.buckets import Buckets, clear, held, last, make_buckets, pick, put, take
from ...kernels.jit import kernel
from ...kernels.rng import below
from .search_rows import SWAP

NEITHER, FREE, UNTRIED, MOVABLE = range(4)      # kinds of vertices; the last three are buckets


class ListsScratch(NamedTuple):
    """Scratch of the searches on lists.

    *Free* vertices are outside the set, of tightness 0. Among the members, *untried* ones
    may have a swap, and *movable* ones had one when they were tried.
    """

    tightness: np.ndarray  # int32 (n,), number of neighbours in the set
    owner: np.ndarray      # int32 (n,), their exclusive or
    kind: np.ndarray       # int8 (n,)
    buckets: Buckets       # the vertices by their kind
    beside: np.ndarray     # int32 (largest degree,), one-tight neighbours of a member
    marked: np.ndarray     # uint8 (n,), 1 for those of `beside` under consideration


def lists_scratch(degrees):
    """Scratch for a graph with the given degrees."""
    n = len(degrees)
    return ListsScratch(np.zeros(n, np.int32), np.zeros(n, np.int32), np.zeros(n, np.int8),
                        make_buckets(np.full(n, MOVABLE)),
                        np.zeros(int(degrees.max(initial=0)), np.int32), np.zeros(n, np.uint8))


@kernel
def augment_by_lists(graph, scratch, sets, slot, most, rng):
    """Add at most `most` random free vertices, one by one, to the independent ``sets[slot]``.

    Returns their number. The scratch must be that of the set, and is updated with it.
    """
    added = 0
    while held(scratch.buckets, FREE) > 0 and added < most:
        enter(graph, scratch, sets, slot, pick(scratch.buckets, FREE, rng))
        added += 1
    return added


@kernel
def survey_and_augment(graph, scratch, sets, slot, most, rng):
    """The same with any scratch, which becomes that of the set."""
    survey(graph, scratch, sets, slot)
    return augment_by_lists(graph, scratch, sets, slot, most, rng)


@kernel
def swap_by_lists(graph, scratch, sets, slot, most, rng):
    """(1,2)-swaps [1] in the maximal ``sets[slot]``, augmented after each.

    The leaving member is drawn among those with a swap, then the entering pair among its pairs,
    until no member has a swap or another swap would move more than `most` vertices in total.
    Returns (vertices gained, vertices moved). The scratch must be that of the set, and is updated
    with it.
    """
    buckets = scratch.buckets
    gained, moved = 0, 0
    while most - moved >= SWAP:
        while held(buckets, UNTRIED) > 0:
            vertex = last(buckets, UNTRIED)
            number, pairs = count_pairs(graph, scratch, vertex)
            become(scratch, vertex, MOVABLE if pairs > 0 else NEITHER)
        if held(buckets, MOVABLE) == 0:
            break
        vertex = pick(buckets, MOVABLE, rng)
        number, pairs = count_pairs(graph, scratch, vertex)
        if pairs == 0:                  # no longer any; the draw among the others is still uniform
            become(scratch, vertex, NEITHER)
            continue
        first, second = draw_pair(graph, scratch, number, pairs, rng)
        leave(graph, scratch, sets, slot, vertex)
        enter(graph, scratch, sets, slot, first)
        enter(graph, scratch, sets, slot, second)
        added = augment_by_lists(graph, scratch, sets, slot, most - moved - SWAP, rng)
        gained += 1 + added
        moved += SWAP + added
    return gained, moved


# ------------------------------------------------------------------------------------ the scratch

@kernel
def survey(graph, scratch, sets, slot):
    """Make the scratch that of the independent ``sets[slot]``, from nothing."""
    indptr, indices = graph.indptr, graph.indices
    tightness, owner = scratch.tightness, scratch.owner
    tightness[:] = 0
    owner[:] = 0
    scratch.kind[:] = NEITHER
    clear(scratch.buckets)
    for vertex in range(len(tightness)):
        if bit(sets, slot, vertex):
            become(scratch, vertex, UNTRIED)
            for entry in range(indptr[vertex], indptr[vertex + 1]):
                tightness[indices[entry]] += 1
                owner[indices[entry]] ^= vertex
    for vertex in range(len(tightness)):
        if tightness[vertex] == 0 and scratch.kind[vertex] == NEITHER:
            become(scratch, vertex, FREE)


@kernel
def become(scratch, vertex, kind):
    """A vertex changes its kind."""
    before = scratch.kind[vertex]
    if before != kind:
        if before != NEITHER:
            take(scratch.buckets, before, vertex)
        if kind != NEITHER:
            put(scratch.buckets, kind, vertex)
        scratch.kind[vertex] = kind


@kernel
def enter(graph, scratch, sets, slot, vertex):
    """A free vertex joins ``sets[slot]``."""
    flip(sets, slot, vertex)
    become(scratch, vertex, UNTRIED)
    for entry in range(graph.indptr[vertex], graph.indptr[vertex + 1]):
        neighbour = graph.indices[entry]
        scratch.tightness[neighbour] += 1
        scratch.owner[neighbour] ^= vertex
        become(scratch, neighbour, NEITHER)


@kernel
def leave(graph, scratch, sets, slot, vertex):
    """A member leaves ``sets[slot]``.

    A member of which another vertex becomes a one-tight neighbour may have a new swap.
    """
    flip(sets, slot, vertex)
    become(scratch, vertex, FREE)
    for entry in range(graph.indptr[vertex], graph.indptr[vertex + 1]):
        neighbour = graph.indices[entry]
        scratch.tightness[neighbour] -= 1
        scratch.owner[neighbour] ^= vertex
        if scratch.tightness[neighbour] == 0:
            become(scratch, neighbour, FREE)
        elif scratch.tightness[neighbour] == 1:
            become(scratch, scratch.owner[neighbour], UNTRIED)


# ------------------------------------------------------------------------------- pairs of a swap

@kernel
def count_pairs(graph, scratch, member):
    """How many pairs, in either order, a member could make room for.

    That is, one-tight neighbours of it that are not neighbours of each other. `beside` is left as
    the list of its one-tight neighbours, and returned is (its length, pairs).
    """
    number, pairs = list_one_tight(graph, scratch.tightness, member, scratch.beside), 0
    if number > 1:
        mark(scratch, number, 1)
        for i in range(number):
            pairs += partners(graph, scratch, number, i)
        mark(scratch, number, 0)
    return number, pairs


@kernel
def list_one_tight(graph, tightness, member, listed):
    """Write the one-tight neighbours of a member into `listed`; returns how many."""
    number = 0
    for entry in range(graph.indptr[member], graph.indptr[member + 1]):
        neighbour = graph.indices[entry]
        if tightness[neighbour] == 1:
            listed[number] = neighbour
            number += 1
    return number


@kernel
def mark(scratch, number, value):
    """Mark the first vertices of `beside`, or unmark them."""
    for i in range(number):
        scratch.marked[scratch.beside[i]] = value


@kernel
def partners(graph, scratch, number, i):
    """How many of the marked vertices of `beside` are not neighbours of its number `i`."""
    vertex = scratch.beside[i]
    others = number - 1
    for entry in range(graph.indptr[vertex], graph.indptr[vertex + 1]):
        others -= scratch.marked[graph.indices[entry]]
    return others


@kernel
def draw_pair(graph, scratch, number, pairs, rng):
    """One of the pairs just counted, uniformly."""
    mark(scratch, number, 1)
    rank, i = below(rng, pairs), -1
    while rank >= 0:
        i += 1
        rank -= partners(graph, scratch, number, i)
    first = np.int64(scratch.beside[i])
    scratch.marked[first] = 0
    for entry in range(graph.indptr[first], graph.indptr[first + 1]):
        scratch.marked[graph.indices[entry]] = 0
    i = number
    while rank < 0:     # as many of its partners from the end
        i -= 1
        rank += scratch.marked[scratch.beside[i]]
    mark(scratch, number, 0)
    return first, np.int64(scratch.beside[i])
