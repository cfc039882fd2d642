"""Larger independent sets on bit-packed rows: greedy augmentation and (1,2)-swaps.

Masks with one bit per vertex describe an independent set: which vertices are *free* (outside the
set, of tightness 0, the number of neighbours in it) and which are *one-tight* (of tightness 1).
A vertex that enters updates them; after one has left they are counted again, in one pass over the
rows of the set, which is small if the graph is dense.

Arguments that kernels share: `graph` is a `SetRows`, `scratch` a `RowsScratch` with its `masks`;
`sets`, uint64 (slots, words), holds bit-packed sets, of which ``sets[slot]`` is meant; `rng`,
uint64 (4,), is the state of the random numbers. What a kernel changes, it changes in place.

References
----------
.. [1] D. Andrade, M. Resende and R. Werneck. Fast local search for the maximum independent set
   problem. Journal of Heuristics 18(4), 2012.
"""

from typing import NamedTuple

import numpy as np

from ...kernels.bits import bit, flip, list_ones, padded
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import common_ones

FREE, ONE_TIGHT, TIGHT, BESIDE = range(4)     # the rows of `masks`
SWAP = 3                # vertices that a (1,2)-swap moves


class RowsScratch(NamedTuple):
    """Scratch of the searches on rows.

    The rows of `masks`: free vertices; one-tight ones; those of tightness 1 or more; the one-tight
    neighbours of the member under consideration.
    """

    masks: np.ndarray      # uint64 (4, padded words)
    listed: np.ndarray     # int64 (n + 2,), members, free vertices, or members that have a swap
    beside: np.ndarray     # int64 (n + 2,), the vertices of the mask `BESIDE`
    vertices: np.ndarray   # uint64 (padded words,), a one for every vertex


def rows_scratch(n):
    """Scratch for graphs of n vertices."""
    words = padded(-(-n // 64))
    vertices = np.packbits(np.arange(64 * words) < n, bitorder="little").view(np.uint64)
    return RowsScratch(np.zeros((4, words), np.uint64), np.zeros(n + 2, np.int64),
                       np.zeros(n + 2, np.int64), vertices)


@kernel
def augment_by_rows(graph, scratch, sets, slot, most, rng):
    """Add at most `most` random free vertices, one by one, to the independent ``sets[slot]``.

    Returns their number; the masks are those of the set that results.
    """
    masks, listed = scratch.masks, scratch.listed
    count_masks(graph, scratch, sets, slot)
    left, added = list_ones(masks[FREE], len(scratch.vertices), listed), 0
    while left > 0 and added < most:
        rank = below(rng, left)
        left -= 1
        vertex = listed[rank]
        listed[rank] = listed[left]
        if bit(masks, FREE, vertex):
            enter(graph, masks, sets, slot, vertex)
            added += 1
    return added


@kernel
def swap_by_rows(graph, scratch, sets, slot, most, rng):
    """(1,2)-swaps [1] in the maximal ``sets[slot]`` of the masks, augmented after each.

    The leaving member is drawn among those with a swap, then the entering pair among its pairs,
    until no member has a swap or another swap would move more than `most` vertices in total.
    Returns (vertices gained, vertices moved).
    """
    listed = scratch.listed
    gained, moved = 0, 0
    while most - moved >= SWAP:
        movable = 0
        for i in range(list_ones(sets[slot], len(scratch.vertices), listed)):
            _, pairs = count_pairs(graph, scratch, listed[i])
            if pairs > 0:
                listed[movable] = listed[i]
                movable += 1
        if movable == 0:
            break
        vertex = listed[below(rng, movable)]
        first, second = draw_pair(graph, scratch, vertex, rng)
        flip(sets, slot, vertex)
        flip(sets, slot, first)
        flip(sets, slot, second)
        added = augment_by_rows(graph, scratch, sets, slot, most - moved - SWAP, rng)
        gained += 1 + added
        moved += SWAP + added
    return gained, moved


@kernel
def count_masks(graph, scratch, sets, slot):
    """Fill the masks for the independent ``sets[slot]``, whatever they held before."""
    rows, masks, members = graph.rows, scratch.masks, scratch.listed
    words = rows.shape[1]
    masks[:] = 0
    for i in range(list_ones(sets[slot], words, members)):
        for word in range(words):
            row = rows[members[i], word]
            masks[ONE_TIGHT, word] |= masks[TIGHT, word] & row    # for now: 2 or more
            masks[TIGHT, word] |= row
    for word in range(words):
        tight = masks[TIGHT, word]
        masks[ONE_TIGHT, word] = tight & ~masks[ONE_TIGHT, word]
        masks[FREE, word] = ~(tight | sets[slot, word]) & scratch.vertices[word]


@kernel
def enter(graph, masks, sets, slot, vertex):
    """Add a free vertex to ``sets[slot]``, and update the masks."""
    flip(sets, slot, vertex)
    flip(masks, FREE, vertex)
    for word in range(masks.shape[1]):
        row, tight = graph.rows[vertex, word], masks[TIGHT, word]
        masks[ONE_TIGHT, word] = (masks[ONE_TIGHT, word] & ~row) | (row & ~tight)
        masks[TIGHT, word] = tight | row
        masks[FREE, word] &= ~row


@kernel
def count_pairs(graph, scratch, member):
    """Count the pairs that a member could make room for, each in both orders.

    A pair are two of its one-tight neighbours that are not neighbours of each other. Fills the mask
    `BESIDE` with these neighbours, and returns (their number, pairs).
    """
    rows, masks = graph.rows, scratch.masks
    number, pairs = common_ones(rows, member, masks, ONE_TIGHT), 0
    if number > 1:
        for word in range(masks.shape[1]):
            masks[BESIDE, word] = rows[member, word] & masks[ONE_TIGHT, word]
        list_ones(masks[BESIDE], masks.shape[1], scratch.beside)
        for i in range(number):
            pairs += number - 1 - common_ones(rows, scratch.beside[i], masks, BESIDE)
    return number, pairs


@kernel
def draw_pair(graph, scratch, member, rng):
    """Draw one of the pairs that a member could make room for, uniformly; there has to be one."""
    rows, masks, beside = graph.rows, scratch.masks, scratch.beside
    number, pairs = count_pairs(graph, scratch, member)
    rank, i = below(rng, pairs), -1
    while rank >= 0:
        i += 1
        rank -= number - 1 - common_ones(rows, beside[i], masks, BESIDE)
    first = beside[i]
    flip(masks, BESIDE, first)
    for word in range(masks.shape[1]):
        masks[BESIDE, word] &= ~rows[first, word]
    partners = list_ones(masks[BESIDE], masks.shape[1], beside)
    return first, beside[partners + rank]
