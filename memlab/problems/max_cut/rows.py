"""Maximum Cut on bit-packed rows: fitness, and steepest ascent by single vertex flips.

For dense graphs. The gains of every genome of the population are kept, as 8- or 16-bit counters, so
that an offspring starts from its parent's.

A vertex carries the *centred* count ``t = (neighbours with a one) - degree // 2``, which a flip
changes by the same amount for all its neighbours. The count of those on its own side, centred in
the same way, is ``c = t`` if the vertex has a one itself. Otherwise it is ``c = -t`` if its degree
is even and ``c = 1 - t`` if it is odd. Its gain is ``2 c`` or, if the degree is odd, ``2 c - 1``.
Vertices of even degree stand at the first positions, those of odd degree begin at a word of their
own: the parity need not be stored, and half the range suffices.

Arguments that kernels share: `instance` and `workspace` are named tuples of this file; `genomes`,
`phenotypes` and `sides`, uint64 (slots, words), hold bit-packed solutions, a row each; `slot` and
`parent` are rows, `vertex` or `position` is where one bit stands; `place` is a row of counts or
gains; `rng`, uint64 (4,), is the state of the random numbers. What a kernel changes, it changes in
place.
"""

from typing import NamedTuple

import numpy as np

from ...kernels.bits import bit, flip, list_ones, one_of_rank, zeros
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import (
    BLOCK,
    add_row,
    add_row_and_maximum,
    common_ones,
    match,
    subtract_rows_and_match,
)
from .walk import implement


class CutRows(NamedTuple):
    """A graph as bit-packed rows, even degrees first."""

    rows: np.ndarray         # uint64 (64 * words, padded words)
    positions: np.ndarray    # int64 (n,), where each vertex stands
    degrees: np.ndarray      # int64 (64 * words,), by position
    halves: np.ndarray       # int8 or int16 (64 * words,), degree // 2; minus the largest elsewhere
    odd_word: int            # the first word of the vertices of odd degree


class CutRowsWorkspace(NamedTuple):
    """Centred counts of every slot and of one walker (the last row), and scratch.

    Where a pass takes a block of words at a time, arrays are rounded up to whole blocks.
    """

    gains: np.ndarray        # int8 or int16 (slots + 1, 64 * words), the centred counts, of which
    #                          gains follow; the largest number where no vertex stands
    same: np.ndarray         # of that type (1, 64 * words), centred counts on the own side
    minus: np.ndarray        # of that type (64 * blocked words,), scratch
    matches: np.ndarray      # uint64 (blocked words,)
    selected: np.ndarray     # int64 (64 * words + 2,), a list of vertices
    walker: np.ndarray       # uint64 (1, padded words), a genome on its way from parent to child
    cuts: np.ndarray         # int64 (slots,), the cut of each slot's genome


def even_degrees_first(degrees):
    """Return the positions of vertices of these degrees: ndarray of int64, shape (n,)."""
    odd = degrees % 2 == 1
    evens = np.count_nonzero(~odd)
    positions = np.empty(len(degrees), np.int64)
    positions[~odd] = np.arange(evens)
    positions[odd] = 64 * -(-evens // 64) + np.arange(len(degrees) - evens)
    return positions


def rows_workspace(instance, slots):
    """Workspace for a population of `slots` genomes."""
    lanes, stride = instance.rows.shape
    dtype = instance.halves.dtype
    counts = zeros((slots + 1, lanes), dtype)
    counts[:] = np.iinfo(dtype).max
    blocked = -(-lanes // (64 * BLOCK)) * BLOCK
    return CutRowsWorkspace(counts, zeros((1, lanes), dtype), zeros((64 * blocked,), dtype),
                            zeros((blocked,)), np.zeros(lanes + 2, np.int64), zeros((1, stride)),
                            np.zeros(slots, np.int64))


@kernel
def count_by_rows(instance, workspace, genomes, slot, parent):
    """Count the centred counts of ``genomes[slot]`` from those of a parent; returns the cut, int64.

    The parent -1 is the genome without ones. Vertices that leave are subtracted from its counts,
    then those that enter from the negative of the result. Each adds to the cut half its gain before
    and half its gain after such a step: an edge between two of them is counted from both its ends.
    """
    counts, minus, matches = workspace.gains, workspace.minus, workspace.matches
    selected, known = workspace.selected, parent >= 0
    cut = workspace.cuts[parent] if known else 0
    for position in range(counts.shape[1]):
        minus[position] = counts[parent, position] if known else -instance.halves[position]
    for half in range(2):
        for word in range(len(matches)):
            before = genomes[parent, word] if known else np.uint64(0)
            changed = before ^ genomes[slot, word]
            matches[word] = changed & (genomes[slot, word] if half else before)
        number = list_ones(matches, len(matches), selected)
        for i in range(number):
            odd = np.int64(selected[i] >= 64 * instance.odd_word)
            cut += minus[selected[i]] + (odd if half else -odd)
        subtract_rows_and_match(minus, instance.rows, selected, number, 0, genomes, slot, matches)
        for i in range(number):
            cut += minus[selected[i]]
        for position in range(counts.shape[1]):
            minus[position] = -minus[position]
    for position in range(counts.shape[1]):
        counts[slot, position] = minus[position]
    workspace.cuts[slot] = cut
    return cut


@kernel
def gain_by_rows(instance, sides, slot, position):
    """Compute the gain of flipping one vertex of ``sides[slot]``, without its counts: int64."""
    degree = instance.degrees[position]
    selected = common_ones(instance.rows, position, sides, slot)
    return 2 * selected - degree if bit(sides, slot, position) else degree - 2 * selected


@kernel
def step_by_rows(instance, workspace, place, sides, slot, position):
    """Flip one vertex of ``sides[slot]``, whose counts are those at `place`; returns the gain."""
    odd = np.int64(position >= 64 * instance.odd_word)
    sign = 2 * bit(sides, slot, position) - 1
    gain = sign * (2 * np.int64(workspace.gains[place, position]) - odd)
    add_row(workspace.gains, place, instance.rows, position, -sign)
    flip(sides, slot, position)
    return gain


@kernel
def farthest_by_rows(instance):
    """The maximum distance from its parent at which an offspring starts from the parent's counts.
    """
    return len(instance.positions) // 10


@kernel
def climb_by_rows(instance, workspace, place, sides, slot, cut, most, rng):
    """Steepest ascent of ``sides[slot]``, by ``workspace.gains[place]``, up to `most` flips.

    Returns (cut, flips); both arrays are changed in place.
    """
    counts, same, matches = workspace.gains, workspace.same, workspace.matches
    words, odd_word = counts.shape[1] >> 6, instance.odd_word
    flips, position, change = 0, 0, 0
    while True:
        even, odd = add_row_and_maximum(counts, place, instance.rows, position, change, sides, slot,
                                        same, odd_word)
        gain = max(2 * even, 2 * odd - 1)
        if gain <= 0 or flips == most:
            return cut, flips
        if gain & 1:
            level, begin, end = odd, odd_word, words
        else:
            level, begin, end = even, np.int64(0), odd_word
        ties = match(same, 0, level, begin, end, matches)
        position = one_of_rank(matches, below(rng, ties), begin, end)
        change = 1 - 2 * bit(sides, slot, position)
        flip(sides, slot, position)
        cut += gain
        flips += 1


implement(CutRows, count_by_rows, gain_by_rows, step_by_rows, climb_by_rows, farthest_by_rows)
