"""Maximum Cut: fitness, and steepest ascent by single vertex flips as local search.

Fitness is the number of edges between the two sides (paper, eq. 2). The local search flips the
vertex of largest positive gain, ties uniformly at random, until no flip gains (paper, section 3.2).

Two forms of the graph. `CutRows`, for dense graphs, has bit-packed adjacency rows and 8- or 16-bit
counters; `CutLists` has neighbour lists and keeps the gainful vertices in buckets. Both keep the
gains of every genome of the population, so that an offspring starts from its parent's.

In `CutRows` a vertex v carries the *centred* count ``c = (neighbours on its own side) -
degree // 2``; its gain is ``2 c`` if its degree is even and ``2 c - 1`` if it is odd. Vertices of
even degree stand at the first positions, those of odd degree begin at a word of their own: the
parity need not be stored, and half the range suffices.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from . import protocol
from .bits import bit, copy_row, flip, padded
from .buckets import Buckets, make_buckets, pick, put, take
from .jit import kernel
from .rng import below
from .simd import (
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


class CutRowsMemory(NamedTuple):
    """Centred counts of every slot and of one walker (the last row), and scratch."""

    counts: np.ndarray       # int8 or int16 (slots + 1, 64 * words); least where no vertex stands
    matches: np.ndarray      # uint64 (words,)
    walker: np.ndarray       # uint64 (1, padded words), a genome on its way from parent to child
    cuts: np.ndarray         # int64 (slots,), the cut of each slot's genome


class CutLists(NamedTuple):
    """A graph as neighbour lists (CSR)."""

    indptr: np.ndarray       # int64 (n + 1,)
    indices: np.ndarray      # int32 (2 m,)


class CutListsMemory(NamedTuple):
    """Gains of every slot and of one walker (the last row), and scratch."""

    gains: np.ndarray        # int32 (slots + 1, n)
    buckets: Buckets         # the vertices of positive gain, by their gain
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


def rows_memory(instance, slots):
    """Memory for a population of `slots` genomes."""
    lanes, stride = instance.rows.shape
    dtype = np.int8 if instance.degrees.max() < 255 else np.int16
    counts = np.full((slots + 1, lanes), np.iinfo(dtype).min, dtype)
    return CutRowsMemory(counts, np.zeros(lanes // 64, np.uint64),
                         np.zeros((1, stride), np.uint64), np.zeros(slots, np.int64))


def lists_memory(degrees, slots):
    """Memory for a population of `slots` genomes on a graph with the given degrees."""
    n = len(degrees)
    return CutListsMemory(np.zeros((slots + 1, n), np.int32), make_buckets(degrees),
                          np.zeros((1, padded(-(-n // 64))), np.uint64),
                          np.zeros(slots, np.int64))


# -------------------------------------------------------------------------------- bit-packed rows

@kernel
def count_by_rows(instance, memory, genomes, slot):
    """Centred counts of ``genomes[slot]`` from nothing; returns the cut."""
    counts = memory.counts
    crossing = 0
    for v in range(len(instance.positions)):
        position = instance.positions[v]
        degree = instance.degrees[position]
        selected = common_ones(instance.rows, position, genomes, slot)
        same = selected if bit(genomes, slot, position) else degree - selected
        counts[slot, position] = same - (degree >> 1)
        crossing += degree - same
    memory.cuts[slot] = crossing // 2
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
def inherit_by_rows(instance, memory, genomes, slot, parent, distance):
    """Counts and cut of an offspring from its parent's, or from nothing if they differ much."""
    if parent < 0 or distance > len(instance.positions) // 10:
        return count_by_rows(instance, memory, genomes, slot)
    counts, walker = memory.counts, memory.walker
    cut = memory.cuts[parent]
    copy_row(counts, parent, counts, slot)
    copy_row(genomes, parent, walker, 0)
    for i in range(genomes.shape[1]):
        word = genomes[slot, i] ^ genomes[parent, i]
        while word:
            position = 64 * i + lowest_bit(word)
            cut += gain_at(instance, counts, slot, position)
            flip_by_rows(instance, counts, slot, walker, 0, position)
            word &= word - np.uint64(1)
    memory.cuts[slot] = cut
    return cut


@kernel
def climb_by_rows(instance, memory, place, sides, slot, cut, rng):
    """Steepest ascent of ``sides[slot]`` whose counts are ``memory.counts[place]``.

    Returns (cut, flips); both arrays are changed in place.
    """
    counts, matches = memory.counts, memory.matches
    words, odd_word = len(matches), instance.odd_word
    flips = 0
    even, odd = maxima(counts, place, odd_word)
    while True:
        gain = max(2 * even, 2 * odd - 1)
        if gain <= 0:
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
def count_by_lists(instance, memory, genomes, slot):
    """Gains of ``genomes[slot]`` from nothing; returns the cut."""
    crossing = 0
    for v in range(len(instance.indptr) - 1):
        side = bit(genomes, slot, v)
        gain = 0
        for entry in range(instance.indptr[v], instance.indptr[v + 1]):
            different = bit(genomes, slot, instance.indices[entry]) ^ side
            gain += 1 - 2 * different
            crossing += different
        memory.gains[slot, v] = gain
    memory.cuts[slot] = crossing // 2
    return crossing // 2


@kernel
def inherit_by_lists(instance, memory, genomes, slot, parent, distance):
    """Gains and cut of an offspring from its parent's, or from nothing if they differ much."""
    if parent < 0 or distance > memory.gains.shape[1] // 4:
        return count_by_lists(instance, memory, genomes, slot)
    gains, walker = memory.gains, memory.walker
    cut = memory.cuts[parent]
    copy_row(gains, parent, gains, slot)
    copy_row(genomes, parent, walker, 0)
    for i in range(genomes.shape[1]):
        word = genomes[slot, i] ^ genomes[parent, i]
        while word:
            vertex = 64 * i + lowest_bit(word)
            cut += gains[slot, vertex]
            gains[slot, vertex] = -gains[slot, vertex]
            side = bit(walker, 0, vertex)
            for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
                neighbour = instance.indices[entry]
                gains[slot, neighbour] += 4 * (bit(walker, 0, neighbour) ^ side) - 2
            flip(walker, 0, vertex)
            word &= word - np.uint64(1)
    memory.cuts[slot] = cut
    return cut


@kernel
def climb_by_lists(instance, memory, place, sides, slot, cut, rng):
    """Steepest ascent of ``sides[slot]`` whose gains are ``memory.gains[place]``.

    Returns (cut, flips); both arrays are changed in place.
    """
    indptr, indices = instance.indptr, instance.indices
    gains, buckets = memory.gains, memory.buckets
    buckets.size[:] = 0
    largest = 0
    for vertex in range(gains.shape[1]):
        gain = gains[place, vertex]
        if gain > 0:
            put(buckets, gain, vertex)
            largest = max(largest, gain)
    flips = 0
    while True:
        while largest > 0 and buckets.size[largest] == 0:
            largest -= 1
        if largest == 0:
            return cut, flips
        vertex = pick(buckets, largest, rng)
        take(buckets, largest, vertex)
        cut += largest
        flips += 1
        gains[place, vertex] = -largest
        side = bit(sides, slot, vertex)
        for entry in range(indptr[vertex], indptr[vertex + 1]):
            neighbour = indices[entry]
            before = gains[place, neighbour]
            after = before + 4 * (bit(sides, slot, neighbour) ^ side) - 2
            gains[place, neighbour] = after
            if before > 0:
                take(buckets, before, neighbour)
            if after > 0:
                put(buckets, after, neighbour)
                largest = max(largest, after)
        flip(sides, slot, vertex)


# ---------------------------------------------------------------------------------- Darwinian mode

@kernel
def cut_change(instance, memory, genomes, slot, parent):
    """Cut of an offspring from its parent's, without gains, vertex by vertex where they differ."""
    walker = memory.walker
    cut = memory.cuts[parent]
    copy_row(genomes, parent, walker, 0)
    for i in range(genomes.shape[1]):
        word = genomes[slot, i] ^ genomes[parent, i]
        while word:
            position = 64 * i + lowest_bit(word)
            degree, selected = _neighbourhood(instance, walker, position)
            crossing = degree - selected if bit(walker, 0, position) else selected
            cut += degree - 2 * crossing
            flip(walker, 0, position)
            word &= word - np.uint64(1)
    memory.cuts[slot] = cut
    return cut


def _neighbourhood(instance, sides, position):
    raise NotImplementedError("overloaded in jitted code only")


@overload(_neighbourhood)
def _choose_neighbourhood(instance, sides, position):
    def by_rows(instance, sides, position):
        return instance.degrees[position], common_ones(instance.rows, position, sides, 0)

    def by_lists(instance, sides, position):
        begin, end = instance.indptr[position], instance.indptr[position + 1]
        selected = 0
        for entry in range(begin, end):
            selected += bit(sides, 0, instance.indices[entry])
        return end - begin, selected

    return by_rows if protocol.holds(instance, CutRows) else by_lists


# -------------------------------------------------------------------------- what the engine calls

@overload(protocol.raw_fitness)
def _raw_fitness(instance, memory, genomes, slot):
    if protocol.holds(instance, CutRows):
        return lambda instance, memory, genomes, slot: count_by_rows(
            instance, memory, genomes, slot)
    if protocol.holds(instance, CutLists):
        return lambda instance, memory, genomes, slot: count_by_lists(
            instance, memory, genomes, slot)


@overload(protocol.offspring_fitness)
def _offspring_fitness(instance, memory, genomes, slot, parent, distance):
    if protocol.holds(instance, CutRows) or protocol.holds(instance, CutLists):
        return lambda instance, memory, genomes, slot, parent, distance: cut_change(
            instance, memory, genomes, slot, parent)


@overload(protocol.learn)
def _learn(instance, memory, genomes, phenotypes, slot, parent, distance, in_place, rng):
    if protocol.holds(instance, CutRows):
        def learn(instance, memory, genomes, phenotypes, slot, parent, distance, in_place, rng):
            cut = inherit_by_rows(instance, memory, genomes, slot, parent, distance)
            place = slot
            if not in_place:
                place = len(memory.counts) - 1
                copy_row(memory.counts, slot, memory.counts, place)
            optimum, steps = climb_by_rows(instance, memory, place, phenotypes, slot, cut, rng)
            if in_place:
                memory.cuts[slot] = optimum
            return optimum, steps
        return learn
    if protocol.holds(instance, CutLists):
        def learn(instance, memory, genomes, phenotypes, slot, parent, distance, in_place, rng):
            cut = inherit_by_lists(instance, memory, genomes, slot, parent, distance)
            place = slot
            if not in_place:
                place = len(memory.gains) - 1
                copy_row(memory.gains, slot, memory.gains, place)
            optimum, steps = climb_by_lists(instance, memory, place, phenotypes, slot, cut, rng)
            if in_place:
                memory.cuts[slot] = optimum
            return optimum, steps
        return learn


@overload(protocol.assimilate)
def _assimilate(instance, memory, slot, fitness):
    if protocol.holds(instance, CutRows):
        def assimilate(instance, memory, slot, fitness):
            copy_row(memory.counts, len(memory.counts) - 1, memory.counts, slot)
            memory.cuts[slot] = fitness
        return assimilate
    if protocol.holds(instance, CutLists):
        def assimilate(instance, memory, slot, fitness):
            copy_row(memory.gains, len(memory.gains) - 1, memory.gains, slot)
            memory.cuts[slot] = fitness
        return assimilate
