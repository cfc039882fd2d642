"""Steepest ascent by single flips, where the gains of all flips are kept up to date.

Cuts on neighbour lists are searched so, and sums of functions. There are two ways to find the
largest gain. In *buckets*, all vertices of the same gain are in one: for gains that are small
integers. In *blocks*, of which each knows its largest gain and how many vertices have it, for all
others: a flip makes some blocks stale, and the largest gain of all is found among those of the
blocks.

Arguments that kernels share are those of the kernels in `rows`. A vertex is a bit of the solution,
and what is called its cut is its fitness. An instance has `indptr`, with an entry for each vertex
and one more. `largest` is the largest bucket so far, which the kernels that change gains return.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from ...kernels.bits import one_of_rank, padded, zeros
from ...kernels.buckets import Buckets, held, make_buckets, pick, put, take
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import match

WORDS = 4                # of a genome, whose vertices form a block
BLOCK = 64 * WORDS       # vertices of a block


class Gains(NamedTuple):
    """Gains of every slot and of one walker (the last row), and scratch."""

    gains: np.ndarray        # of any integer type (slots + 1, n, or the vertices of all blocks)
    walker: np.ndarray       # uint64 (1, padded words), a genome on its way from parent to child
    cuts: np.ndarray         # int64 (slots,), the cut of each slot's genome
    best: np.ndarray         # int64 (blocks,), largest gain in each block
    ties: np.ndarray         # int64 (blocks,), how many vertices have it
    stale: np.ndarray        # uint8 (blocks,), 1 where these two are out of date
    matches: np.ndarray      # uint64 (WORDS * blocks,), which these are
    buckets: Buckets         # one for each gain
    bytes: np.ndarray        # uint8 (64 * words,), the solution, if its problem has use for bytes


def workspace(n, slots, dtype, reach=None):
    """Workspace for a population of `slots` genomes on n vertices, with gains of a type.

    With `reach`, int64 (n,), the largest bucket in which each vertex can be, there are buckets.
    Without, there are blocks. Where no vertex stands in a block, the gain is the least there is.
    """
    blocks = -(-n // BLOCK) if reach is None else 0
    gains = zeros((slots + 1, BLOCK * blocks or n), dtype)
    gains[:] = np.iinfo(dtype).min if blocks else 0
    return Gains(gains, zeros((1, padded(-(-n // 64)))), np.zeros(slots, np.int64),
                 np.zeros(blocks, np.int64), np.zeros(blocks, np.int64), np.zeros(blocks, np.uint8),
                 np.zeros(WORDS * blocks, np.uint64),
                 make_buckets(np.zeros(0, np.int64) if reach is None else reach),
                 np.zeros(0, np.uint8))


# -------------------------------------------------------------------------- what a change of a gain
#                                                                            does beside

@kernel
def change_gain(instance, workspace, place, vertex, change, largest):
    """Change the gain of a vertex; `place`, `vertex` and `largest` are uint64."""
    workspace.gains[place, vertex] += change
    return largest


@kernel
def mark_block(instance, workspace, place, vertex, change, largest):
    """As `change_gain`; and the vertex's block is stale."""
    workspace.gains[place, vertex] += change
    workspace.stale[vertex // np.uint64(BLOCK)] = 1
    return largest


@kernel
def move(instance, workspace, place, vertex, change, largest):
    """As `change_gain`; and the vertex is moved to its bucket, if it gains."""
    before = np.int64(workspace.gains[place, vertex])
    after = before + change
    workspace.gains[place, vertex] = after
    if change != 0 and before > 0:
        take(workspace.buckets, np.uint64(before), vertex)
    if change != 0 and after > 0:
        put(workspace.buckets, np.uint64(after), vertex)
    return max(largest, np.uint64(max(after, 0)))


def stepping(flip):
    """Return the kernel that flips one vertex of ``sides[slot]`` and returns the gain: int64.

    Its gains are those at `place`. `flip` is the flip with `change_gain`, or one that does more.
    """
    @register_jitable
    def step(instance, workspace, place, sides, slot, vertex):
        gain = np.int64(workspace.gains[place, vertex])
        flip(instance, workspace, np.uint64(place), sides, np.uint64(slot), np.uint64(vertex),
             np.uint64(0))
        return gain
    return step


# ----------------------------------------------------------------------------------------- buckets

def climbing_by_buckets(flip):
    """Return the steepest ascent by buckets, given the flip with `move`.

    It climbs from ``sides[slot]``, with the gains at `place`, up to `most` flips, and returns (cut,
    flips). The vertices that gain are in the bucket of their gain. Before and after a climb, all
    buckets are empty.
    """
    @register_jitable
    def climb(instance, workspace, place, sides, slot, cut, most, rng):
        gains, buckets = workspace.gains, workspace.buckets
        row, largest, flips = np.uint64(place), np.uint64(0), np.int64(0)
        for vertex in range(np.uint64(len(instance.indptr) - 1)):
            if gains[row, vertex] > 0:
                put(buckets, np.uint64(gains[row, vertex]), vertex)
                largest = max(largest, np.uint64(gains[row, vertex]))
        while True:
            while largest > 0 and held(buckets, largest) == 0:
                largest -= np.uint64(1)
            if largest == 0 or flips == most:
                break
            vertex = np.uint64(pick(buckets, largest, rng))
            cut += np.int64(gains[row, vertex])
            largest = flip(instance, workspace, row, sides, np.uint64(slot), vertex, largest)
            flips += 1
        for bucket in range(np.uint64(1), largest + np.uint64(1)):     # if the climb ended early
            buckets.end[bucket] = buckets.start[bucket]
        return cut, flips
    return climb


# ------------------------------------------------------------------------------------------ blocks

def climbing_by_blocks(flip):
    """Return the steepest ascent by blocks, given the flip with `mark_block`.

    It climbs from ``sides[slot]``, with the gains at `place`, up to `most` flips, and returns (cut,
    flips).
    """
    step = stepping(flip)

    @register_jitable
    def climb(instance, workspace, place, sides, slot, cut, most, rng):
        workspace.stale[:] = 1
        flips = 0
        while True:
            gain, ties = largest_gain(workspace, place)
            if gain <= 0 or flips == most:
                return cut, flips
            vertex = vertex_of_rank(workspace, gain, below(rng, ties))
            cut += step(instance, workspace, place, sides, slot, vertex)
            flips += 1
    return climb


@kernel
def largest_gain(workspace, place):
    """Return the largest gain at a place, and how many vertices have it; refreshes stale blocks."""
    gains, best, stale = workspace.gains, workspace.best, workspace.stale
    overall, ties = np.int64(0), np.int64(0)
    for block in range(len(best)):
        if stale[block]:
            largest = gains[place, BLOCK * block]
            for lane in range(BLOCK):
                largest = max(largest, gains[place, BLOCK * block + lane])
            best[block] = largest
            workspace.ties[block] = match(gains, place, np.int64(largest), WORDS * block,
                                          WORDS * (block + 1), workspace.matches)
            stale[block] = 0
        if best[block] > overall:
            overall, ties = best[block], np.int64(0)
        if best[block] == overall:
            ties += workspace.ties[block]
    return overall, ties


@kernel
def vertex_of_rank(workspace, gain, rank):
    """Return the vertex of number `rank`, from 0, among those of the largest gain, `gain`."""
    best, block = workspace.best, 0
    while best[block] < gain or rank >= workspace.ties[block]:
        if best[block] == gain:
            rank -= workspace.ties[block]
        block += 1
    return one_of_rank(workspace.matches, rank, WORDS * block, WORDS * (block + 1))
