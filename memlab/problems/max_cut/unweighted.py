"""Maximum Cut: fitness, and steepest ascent by single vertex flips as local search.

Fitness is the number of edges between the two sides (paper, eq. 2). The local search flips the
vertex of largest positive gain, ties uniformly at random, until no flip gains (paper, section 3.2).

Two forms of the graph. `CutRows`, for dense graphs, has bit-packed adjacency rows and 8- or 16-bit
counters; `CutLists` has neighbour lists and keeps the vertices in buckets by gain. Both keep the
gains of every genome of the population, so that an offspring starts from its parent's.

In `CutRows` a vertex v carries the *centred* count ``c = (neighbours on its own side) -
degree // 2``; its gain is ``2 c`` if its degree is even and ``2 c - 1`` if it is odd. Vertices of
even degree stand at the first positions, those of odd degree begin at a word of their own: the
parity need not be stored, and half the range suffices.
"""

from typing import NamedTuple

import numpy as np

from ...kernels import protocol
from ...kernels.bits import bit, copy_row, flip, padded
from ...kernels.buckets import Buckets, clear, held, make_buckets, pick, put, take
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import (
    common_ones,
    flip_and_maximum,
    lowest_bit,
    match,
    maxima,
    reflect_lane,
    word_of_rank,
)


class CutRows(NamedTuple):
    """A graph as bit-packed rows, even degrees first."""

    rows: np.ndarray         # uint64 (64 * words, padded words)
    positions: np.ndarray    # int64 (n,), where each vertex stands
    degrees: np.ndarray      # int64 (64 * words,), by position
    odd_word: int            # the first word of the vertices of odd degree


class CutRowsWorkspace(NamedTuple):
    """Centred counts of every slot and of one walker (the last row), and scratch."""

    counts: np.ndarray       # int8 or int16 (slots + 1, 64 * words); least where no vertex stands
    matches: np.ndarray      # uint64 (words,)
    walker: np.ndarray       # uint64 (1, padded words), a genome on its way from parent to child
    cuts: np.ndarray         # int64 (slots,), the cut of each slot's genome


class CutLists(NamedTuple):
    """A graph as neighbour lists (CSR)."""

    indptr: np.ndarray       # int64 (n + 1,)
    indices: np.ndarray      # int32 (2 m,)


class CutListsWorkspace(NamedTuple):
    """Gains of every slot and of one walker (the last row), and scratch."""

    gains: np.ndarray        # int32 (slots + 1, n)
    buckets: Buckets         # the vertices by their gain; all that gain nothing in bucket 0
    walker: np.ndarray       # uint64 (1, padded words)
    cuts: np.ndarray         # int64 (slots,)


def even_degrees_first(degrees):
    """Positions of the vertices, and the number of words before the first odd degree."""
    odd = degrees % 2 == 1
    odd_word = -(-int(np.count_nonzero(~odd)) // 64)
    positions = np.empty(len(degrees), np.int64)
    positions[~odd] = np.arange(np.count_nonzero(~odd))
    positions[odd] = 64 * odd_word + np.arange(np.count_nonzero(odd))
    return positions, odd_word


def rows_workspace(instance, slots):
    """Workspace for a population of `slots` genomes."""
    lanes, stride = instance.rows.shape
    dtype = np.int8 if instance.degrees.max() < 255 else np.int16
    counts = np.full((slots + 1, lanes), np.iinfo(dtype).min, dtype)
    return CutRowsWorkspace(counts, np.zeros(lanes // 64, np.uint64),
                            np.zeros((1, stride), np.uint64), np.zeros(slots, np.int64))


def lists_workspace(degrees, slots):
    """Workspace for a population of `slots` genomes on a graph with the given degrees."""
    n = len(degrees)
    return CutListsWorkspace(np.zeros((slots + 1, n), np.int32), make_buckets(degrees),
                             np.zeros((1, padded(-(-n // 64))), np.uint64),
                             np.zeros(slots, np.int64))


# -------------------------------------------------------------------------------- bit-packed rows

@kernel
def count_by_rows(instance, workspace, genomes, slot):
    """Centred counts of ``genomes[slot]`` from nothing; returns the cut."""
    counts = workspace.counts
    crossing = 0
    for v in range(len(instance.positions)):
        position = instance.positions[v]
        degree = instance.degrees[position]
        selected = common_ones(instance.rows, position, genomes, slot)
        same = selected if bit(genomes, slot, position) else degree - selected
        counts[slot, position] = same - (degree >> 1)
        crossing += degree - same
    workspace.cuts[slot] = crossing // 2
    return crossing // 2


@kernel
def gain_at(instance, counts, place, position):
    """Gain of flipping the vertex at a position."""
    return 2 * np.int64(counts[place, position]) - (position >= 64 * instance.odd_word)


@kernel
def flip_by_rows(instance, counts, place, genomes, slot, position):
    """Flip one vertex, update the counts; returns the maxima over even and over odd degrees."""
    reflect_lane(counts, place, position, np.int64(position >= 64 * instance.odd_word))
    best = flip_and_maximum(counts, place, instance.rows, position, genomes, slot,
                            bit(genomes, slot, position), instance.odd_word)
    flip(genomes, slot, position)
    return best


@kernel
def gain_by_rows(instance, sides, slot, position):
    """The same without counts, from ``sides[slot]``."""
    degree = instance.degrees[position]
    selected = common_ones(instance.rows, position, sides, slot)
    return 2 * selected - degree if bit(sides, slot, position) else degree - 2 * selected


@kernel
def step_by_rows(instance, workspace, place, sides, slot, position):
    """Flip one vertex of ``sides[slot]``, whose counts are those at `place`; returns the gain."""
    gain = gain_at(instance, workspace.counts, place, position)
    flip_by_rows(instance, workspace.counts, place, sides, slot, position)
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
    counts, matches = workspace.counts, workspace.matches
    words, odd_word = len(matches), instance.odd_word
    flips = 0
    even, odd = maxima(counts, place, odd_word)
    while True:
        gain = max(2 * even, 2 * odd - 1)
        if gain <= 0 or flips == most:
            return cut, flips
        if gain & 1:
            level, begin, end = odd, odd_word, words
        else:
            level, begin, end = even, np.int64(0), odd_word
        ties = match(counts, place, level, begin, end, matches)
        word, rank = word_of_rank(matches, below(rng, ties), begin, end)
        candidates = matches[word]
        for _ in range(rank):
            candidates &= candidates - np.uint64(1)
        position = 64 * word + lowest_bit(candidates)
        even, odd = flip_by_rows(instance, counts, place, sides, slot, position)
        cut += gain
        flips += 1


# --------------------------------------------------------------------------------- neighbour lists

@kernel
def gain_by_lists(instance, sides, slot, vertex):
    """What flipping a vertex adds to the cut of ``sides[slot]``."""
    begin, end = instance.indptr[vertex], instance.indptr[vertex + 1]
    degree, selected = end - begin, 0
    for entry in range(begin, end):
        selected += bit(sides, slot, instance.indices[entry])
    return 2 * selected - degree if bit(sides, slot, vertex) else degree - 2 * selected


@kernel
def count_by_lists(instance, workspace, genomes, slot):
    """Gains of ``genomes[slot]`` from nothing; returns the cut."""
    crossing = 0
    for v in range(len(instance.indptr) - 1):
        gain = gain_by_lists(instance, genomes, slot, v)
        workspace.gains[slot, v] = gain
        crossing += (instance.indptr[v + 1] - instance.indptr[v] - gain) // 2
    workspace.cuts[slot] = crossing // 2
    return crossing // 2


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
def copy_gains(workspace, source, target):
    """Copy the gains from one place to another."""
    copy_row(workspace.gains, source, workspace.gains, target)


@kernel
def farthest_by_lists(instance):
    """The maximum distance from its parent at which an offspring starts from the parent's gains."""
    return (len(instance.indptr) - 1) // 4


@kernel
def climb_by_lists(instance, workspace, place, sides, slot, cut, most, rng):
    """Steepest ascent of ``sides[slot]``, by gains ``workspace.gains[place]``, up to `most` flips.

    Returns (cut, flips); both arrays are changed in place.
    """
    indptr, indices = instance.indptr, instance.indices
    gains, buckets = workspace.gains, workspace.buckets
    clear(buckets)
    largest = 0
    # every vertex is in some bucket: moving one without need costs less than a branch guessed wrong
    for vertex in range(gains.shape[1]):
        gain = max(gains[place, vertex], 0)
        put(buckets, gain, vertex)
        largest = max(largest, gain)
    flips = 0
    while True:
        while largest > 0 and held(buckets, largest) == 0:
            largest -= 1
        if largest == 0 or flips == most:
            return cut, flips
        vertex = pick(buckets, largest, rng)
        take(buckets, largest, vertex)
        put(buckets, 0, vertex)
        cut += largest
        flips += 1
        gains[place, vertex] = -largest
        side = bit(sides, slot, vertex)
        for entry in range(indptr[vertex], indptr[vertex + 1]):
            neighbour = indices[entry]
            before = gains[place, neighbour]
            after = before + 4 * (bit(sides, slot, neighbour) ^ side) - 2
            gains[place, neighbour] = after
            take(buckets, max(before, 0), neighbour)
            after = max(after, 0)
            put(buckets, after, neighbour)
            largest = max(largest, after)
        flip(sides, slot, vertex)


# -------------------------------------------------------------------------- what the engine calls

def implement(kind, count, gain_of, step, copy, climb, farthest):
    """Implement the protocol for one form of the graph.

    Parameters
    ----------
    kind : type
        The form's named tuple class.
    count, gain_of, step, copy, climb, farthest : kernel
        As those by rows and by lists here. The workspace has `cuts` and a `walker`, whose place in
        what `count` fills is the last.
    """
    def raw_fitness(instance, workspace, genomes, slot):
        return count(instance, workspace, genomes, slot)

    def offspring_fitness(instance, workspace, genomes, slot, parent, distance):
        walker = workspace.walker
        cut = workspace.cuts[parent]
        copy_row(genomes, parent, walker, 0)
        for i in range(genomes.shape[1]):
            word = genomes[slot, i] ^ genomes[parent, i]
            while word:
                vertex = 64 * i + lowest_bit(word)
                cut += gain_of(instance, walker, 0, vertex)
                flip(walker, 0, vertex)
                word &= word - np.uint64(1)
        workspace.cuts[slot] = cut
        return cut

    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        if parent < 0 or distance > farthest(instance):
            cut = count(instance, workspace, genomes, slot)
        else:
            walker = workspace.walker
            cut = workspace.cuts[parent]
            copy(workspace, parent, slot)
            copy_row(genomes, parent, walker, 0)
            for i in range(genomes.shape[1]):
                word = genomes[slot, i] ^ genomes[parent, i]
                while word:
                    cut += step(instance, workspace, slot, walker, 0, 64 * i + lowest_bit(word))
                    word &= word - np.uint64(1)
            workspace.cuts[slot] = cut
        if most == 0:
            return cut, 0
        place = slot
        if not in_place:
            place = len(workspace.cuts)        # the walker's
            copy(workspace, slot, place)
        optimum, steps = climb(instance, workspace, place, phenotypes, slot, cut, most, rng)
        if in_place:
            workspace.cuts[slot] = optimum
        return optimum, steps

    def assimilate(instance, workspace, genomes, slot, fitness):
        copy(workspace, len(workspace.cuts), slot)
        workspace.cuts[slot] = fitness

    protocol.implement(kind, raw_fitness=raw_fitness, offspring_fitness=offspring_fitness,
                       learn=learn, assimilate=assimilate)


implement(CutRows, count_by_rows, gain_by_rows, step_by_rows, copy_counts, climb_by_rows,
          farthest_by_rows)
implement(CutLists, count_by_lists, gain_by_lists, step_by_lists, copy_gains, climb_by_lists,
          farthest_by_lists)
