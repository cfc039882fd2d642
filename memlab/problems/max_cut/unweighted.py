"""Maximum Cut: fitness, and steepest ascent by single vertex flips as local search.

Fitness is the number of edges between the two sides (paper, eq. 2). The local search flips the
vertex of largest positive gain, ties uniformly at random, until no flip gains (paper, section 3.2).

Two forms of the graph. `CutRows`, for dense graphs, has bit-packed adjacency rows and 8- or 16-bit
counters; `CutLists` has neighbour lists and keeps the vertices in buckets by gain. Both keep the
gains of every genome of the population, so that an offspring starts from its parent's.

In `CutRows` a vertex carries the *centred* count ``t = (neighbours with a one) - degree // 2``,
which a flip changes by the same amount for all its neighbours. The count of those on its own side,
centred in the same way, is ``c = t`` if the vertex has a one itself. Otherwise it is ``c = -t`` if
its degree is even and ``c = 1 - t`` if it is odd. Its gain is ``2 c`` or, if the degree is odd,
``2 c - 1``. Vertices of even degree stand at the first positions, those of odd degree begin at a
word of their own: the parity need not be stored, and half the range suffices.

Arguments that kernels share: `instance` and `workspace` are named tuples of this file; `genomes`,
`phenotypes` and `sides`, uint64 (slots, words), hold bit-packed solutions, a row each; `slot` and
`parent` are rows, `vertex` or `position` is where one bit stands;
`place` is a row of counts or gains; `rng`, uint64 (4,), is the state of the random
numbers. What a kernel changes, it changes in place.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from ...kernels import protocol, simd
from ...kernels.bits import bit, copy_row, flip, list_ones, one_of_rank, padded, zeros
from ...kernels.buckets import Buckets, held, last, make_buckets, pick, put, take
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import BLOCK, common_ones, match, subtract_rows_and_match
from .walk import copy_gains, implement


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

    counts: np.ndarray       # int8 or int16 (slots + 1, 64 * words); largest where no vertex stands
    same: np.ndarray         # of that type (1, 64 * words), centred counts on the own side
    minus: np.ndarray        # of that type (64 * blocked words,), scratch
    matches: np.ndarray      # uint64 (blocked words,)
    selected: np.ndarray     # int64 (64 * words + 2,), a list of vertices
    walker: np.ndarray       # uint64 (1, padded words), a genome on its way from parent to child
    cuts: np.ndarray         # int64 (slots,), the cut of each slot's genome


class CutLists(NamedTuple):
    """A graph as neighbour lists (CSR)."""

    indptr: np.ndarray       # int64 (n + 1,)
    indices: np.ndarray      # int32 (2 m,)


class CutListsWorkspace(NamedTuple):
    """Gains of every slot and of one walker (the last row), and scratch."""

    gains: np.ndarray        # int32 (slots + 1, n)
    buckets: Buckets         # one for each gain, and one of its own for each vertex
    gaining: np.ndarray      # int64 (n + 1,), a list of vertices
    walker: np.ndarray       # uint64 (1, padded words)
    cuts: np.ndarray         # int64 (slots,)


def even_degrees_first(degrees):
    """Return the positions of the vertices and the number of words before the first odd degree.

    Parameters
    ----------
    degrees : ndarray of int64, shape (n,)

    Returns
    -------
    positions : ndarray of int64, shape (n,)
    odd_word : int
    """
    odd = degrees % 2 == 1
    odd_word = -(-int(np.count_nonzero(~odd)) // 64)
    positions = np.empty(len(degrees), np.int64)
    positions[~odd] = np.arange(np.count_nonzero(~odd))
    positions[odd] = 64 * odd_word + np.arange(np.count_nonzero(odd))
    return positions, odd_word


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


def lists_workspace(degrees, slots):
    """Workspace for a population of `slots` genomes on a graph with the given degrees.

    Behind the buckets for gains, which are empty, each vertex has one of its own, and is in it.
    """
    n, shared = len(degrees), make_buckets(degrees)
    own = len(shared.items) + np.arange(n)
    buckets = Buckets(start=np.concatenate((shared.start, own)),
                      end=np.concatenate((shared.start, own + 1)),
                      items=np.append(shared.items, np.arange(n, dtype=np.int32)),
                      place=own.astype(np.int32))
    return CutListsWorkspace(zeros((slots + 1, n), np.int32), buckets, np.zeros(n + 1, np.int64),
                             zeros((1, padded(-(-n // 64)))), np.zeros(slots, np.int64))


# -------------------------------------------------------------------------------- bit-packed rows

@kernel
def count_by_rows(instance, workspace, genomes, slot, parent):
    """Count the centred counts of ``genomes[slot]`` from those of a parent; returns the cut, int64.

    The parent -1 is the genome without ones. Vertices that leave are subtracted from its counts,
    then those that enter from the negative of the result. Each adds to the cut half its gain before
    and half its gain after such a step: an edge between two of them is counted from both its ends.
    """
    counts, minus, matches = workspace.counts, workspace.minus, workspace.matches
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
    gain = sign * (2 * np.int64(workspace.counts[place, position]) - odd)
    simd.add_row(workspace.counts, place, instance.rows, position, -sign)
    flip(sides, slot, position)
    return gain


@kernel
def copy_counts(workspace, source, target):
    """Copy the counts from one place to another."""
    copy_row(workspace.counts, source, workspace.counts, target)


@kernel
def farthest_by_rows(instance):
    """The maximum distance from its parent at which an offspring starts from the parent's counts.
    """
    return len(instance.positions) // 10


@kernel
def climb_by_rows(instance, workspace, place, sides, slot, cut, most, rng):
    """Steepest ascent of ``sides[slot]``, by ``workspace.counts[place]``, up to `most` flips.

    Returns (cut, flips); both arrays are changed in place.
    """
    counts, same, matches = workspace.counts, workspace.same, workspace.matches
    words, odd_word = counts.shape[1] >> 6, instance.odd_word
    flips, position, change = 0, 0, 0
    while True:
        even, odd = simd.add_row_and_maximum(counts, place, instance.rows, position, change, sides,
                                             slot, same, odd_word)
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


# --------------------------------------------------------------------------------- neighbour lists

def weight(instance, entry):
    """The weight (int64) of the edge of an entry of the lists; 1 without weights."""
    raise NotImplementedError("overloaded in jitted code only")


@overload(weight)
def _weight(instance, entry):
    if protocol.holds(instance, CutLists):
        return lambda instance, entry: np.int64(1)
    return lambda instance, entry: instance.weights[entry]


@kernel
def gain_by_lists(instance, sides, slot, vertex):
    """Compute the gain of flipping one vertex of ``sides[slot]``, without its gains: int64."""
    side, gain = bit(sides, slot, vertex), np.int64(0)
    for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
        different = bit(sides, slot, instance.indices[entry]) ^ side
        gain += weight(instance, entry) * (1 - 2 * different)
    return gain


@kernel
def count_by_lists(instance, workspace, genomes, slot, parent):
    """Compute the gains of ``genomes[slot]`` anew, whatever its parent; returns the cut, int64."""
    twice = np.int64(0)
    for vertex in range(len(instance.indptr) - 1):
        total = np.int64(0)
        for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
            total += weight(instance, entry)
        gain = gain_by_lists(instance, genomes, slot, vertex)
        workspace.gains[slot, vertex] = gain
        twice += (total - gain) // 2         # the gain is what does not cross less what does
    workspace.cuts[slot] = twice // 2
    return twice // 2


@kernel
def step_by_lists(instance, workspace, place, sides, slot, vertex):
    """Flip one vertex of ``sides[slot]``, whose gains are those at `place`; returns the gain."""
    gains = workspace.gains
    gain, side = gains[place, vertex], bit(sides, slot, vertex)
    gains[place, vertex] = -gain
    for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
        neighbour = instance.indices[entry]
        gains[place, neighbour] += 4 * (bit(sides, slot, neighbour) ^ side) - 2
    flip(sides, slot, vertex)
    return gain


@kernel
def farthest_by_lists(instance):
    """The maximum distance from its parent at which an offspring starts from the parent's gains."""
    return (len(instance.indptr) - 1) // 4


@kernel
def climb_by_lists(instance, workspace, place, sides, slot, cut, most, rng):
    """Steepest ascent of ``sides[slot]``, by gains ``workspace.gains[place]``, up to `most` flips.

    Returns (cut, flips); both arrays are changed in place.

    The vertices that gain are in the bucket of their gain. Every other vertex waits in a bucket of
    its own, numbers `own` and following: so it always is in some bucket, and each change of its
    gain is one `take` and one `put`, without a branch that a processor would often guess wrong.
    Before and after a climb, all vertices are in their own.
    """
    indptr, indices = instance.indptr, instance.indices
    gains, buckets, gaining = workspace.gains, workspace.buckets, workspace.gaining
    own, number, largest = len(buckets.start) - gains.shape[1], 0, 0
    for vertex in range(gains.shape[1]):
        gaining[number] = vertex
        number += np.int64(gains[place, vertex] > 0)
    for i in range(number):
        vertex = gaining[i]
        gain = np.int64(gains[place, vertex])
        take(buckets, own + vertex, vertex)
        put(buckets, gain, vertex)
        largest = max(largest, gain)
    flips = 0
    while True:
        while largest > 0 and held(buckets, largest) == 0:
            largest -= 1
        if largest == 0 or flips == most:
            break
        vertex = np.uint64(pick(buckets, largest, rng))
        take(buckets, largest, vertex)
        put(buckets, own + np.int64(vertex), vertex)
        cut += largest
        flips += 1
        gains[place, vertex] = -largest
        side = bit(sides, slot, vertex)
        for entry in range(indptr[vertex], indptr[vertex + np.uint64(1)]):
            neighbour = np.uint64(indices[entry])
            alone = own + np.int64(neighbour)
            before = np.int64(gains[place, neighbour])
            after = before + 4 * (bit(sides, slot, neighbour) ^ side) - 2
            gains[place, neighbour] = after
            take(buckets, before if before > 0 else alone, neighbour)
            put(buckets, after if after > 0 else alone, neighbour)
            largest = max(largest, after)
        flip(sides, slot, vertex)
    for gain in range(1, largest + 1):       # only if the climb has ended early
        while held(buckets, gain) > 0:
            vertex = last(buckets, gain)
            take(buckets, gain, vertex)
            put(buckets, own + vertex, vertex)
    return cut, flips


implement(CutRows, count_by_rows, gain_by_rows, step_by_rows, copy_counts, climb_by_rows,
          farthest_by_rows)
implement(CutLists, count_by_lists, gain_by_lists, step_by_lists, copy_gains, climb_by_lists,
          farthest_by_lists)
