"""Weighted Maximum Cut: fitness, and steepest ascent by single vertex flips.

The local search is that of `unweighted`, which also explains the arguments of kernels, for edges
with integer weights of either sign. A gain can be any integer, so there are no buckets. Instead the
vertices are taken in *blocks*, of which each knows its largest gain and how many vertices have it:
a flip makes some blocks stale, and the largest gain of all is found among those of the blocks.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from ...kernels.bits import bit, copy_row, flip, one_of_rank, padded, zeros
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import match
from . import unweighted

WORDS = 4                # of a genome, whose vertices form a block
_SHIFT = 8               # vertex v stands in block v >> _SHIFT,
_INSIDE = 64 * WORDS - 1    # at v & _INSIDE


class CutWeights(NamedTuple):
    """A graph as neighbour lists (CSR) with weights."""

    indptr: np.ndarray       # int64 (n + 1,)
    indices: np.ndarray      # int32 (2 m,)
    weights: np.ndarray      # int64 (2 m,), beside `indices`


class CutWeightsWorkspace(NamedTuple):
    """Gains of every slot and of one walker, and scratch.

    Row ``place * blocks + block`` of `gains` is a block's; the walker's place is the last. Where no
    vertex stands, the gain is the least there is.
    """

    gains: np.ndarray        # int64 ((slots + 1) * blocks, 64 * WORDS)
    best: np.ndarray         # int64 (blocks,), largest gain in each block
    ties: np.ndarray         # int64 (blocks,), how many vertices have it
    stale: np.ndarray        # uint8 (blocks,), 1 where these two are out of date
    matches: np.ndarray      # uint64 (WORDS,)
    walker: np.ndarray       # uint64 (1, padded words), a genome on its way from parent to child
    cuts: np.ndarray         # int64 (slots,), the cut of each slot's genome


def weights_workspace(n, slots, dtype=np.int64):
    """Workspace for a population of `slots` genomes on n vertices, with gains of a type."""
    blocks = -(-n // (64 * WORDS))
    gains = zeros(((slots + 1) * blocks, 64 * WORDS), dtype)
    gains[:] = np.iinfo(dtype).min
    return CutWeightsWorkspace(gains, np.zeros(blocks, np.int64), np.zeros(blocks, np.int64),
                               np.zeros(blocks, np.uint8), np.zeros(WORDS, np.uint64),
                               np.zeros((1, padded(-(-n // 64))), np.uint64),
                               np.zeros(slots, np.int64))


# ------------------------------------------------------------------------------- gains and cuts

@kernel
def gain_of(instance, sides, slot, vertex):
    """Compute the gain of flipping one vertex of ``sides[slot]``, without its gains: int64."""
    side, gain = bit(sides, slot, vertex), 0
    for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
        different = bit(sides, slot, instance.indices[entry]) ^ side
        gain += instance.weights[entry] * (1 - 2 * different)
    return gain


@kernel
def flip_weighted(instance, workspace, place, sides, slot, vertex):
    """Flip a vertex of ``sides[slot]``, whose gains are those at `place`: both change.

    Returns the gain of the flip; the blocks in which gains change are stale.
    """
    gains, stale = workspace.gains, workspace.stale
    first = place * len(stale)
    side = bit(sides, slot, vertex)
    gain = gains[first + (vertex >> _SHIFT), vertex & _INSIDE]
    gains[first + (vertex >> _SHIFT), vertex & _INSIDE] = -gain
    stale[vertex >> _SHIFT] = 1
    for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
        neighbour = np.int64(instance.indices[entry])
        different = bit(sides, slot, neighbour) ^ side
        change = instance.weights[entry] * (4 * different - 2)
        gains[first + (neighbour >> _SHIFT), neighbour & _INSIDE] += change
        stale[neighbour >> _SHIFT] = 1
    flip(sides, slot, vertex)
    return gain


@kernel
def count_weighted(instance, workspace, genomes, slot, parent):
    """Compute the gains of ``genomes[slot]`` anew, whatever its parent; returns the cut, int64."""
    first, crossing = slot * len(workspace.stale), 0
    for vertex in range(len(instance.indptr) - 1):
        gain = gain_of(instance, genomes, slot, vertex)
        workspace.gains[first + (vertex >> _SHIFT), vertex & _INSIDE] = gain
        total = 0
        for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
            total += instance.weights[entry]
        crossing += (total - gain) // 2         # the gain is what does not cross less what does
    workspace.cuts[slot] = crossing // 2
    return crossing // 2


@kernel
def copy_gains(workspace, source, target):
    """Copy the gains from one place to another."""
    blocks = len(workspace.stale)
    for block in range(blocks):
        copy_row(workspace.gains, source * blocks + block, workspace.gains, target * blocks + block)


# ---------------------------------------------------------------------------------- local search

def climbing_by_blocks(step):
    """Return the steepest ascent by blocks, given the kernel that flips, such as `flip_weighted`.

    It climbs from ``sides[slot]``, with the gains at `place`, up to `most` flips, and returns (cut,
    flips).
    """
    @register_jitable
    def climb(instance, workspace, place, sides, slot, cut, most, rng):
        workspace.stale[:] = 1
        flips = 0
        while True:
            gain, ties = largest_gain(workspace, place)
            if gain <= 0 or flips == most:
                return cut, flips
            vertex = vertex_of_rank(workspace, place, gain, below(rng, ties))
            cut += step(instance, workspace, place, sides, slot, vertex)
            flips += 1
    return climb


@kernel
def largest_gain(workspace, place):
    """Return the largest gain at a place, and how many vertices have it; refreshes stale blocks."""
    best, stale = workspace.best, workspace.stale
    overall, ties = np.int64(0), np.int64(0)
    for block in range(len(best)):
        if stale[block]:
            row = place * len(best) + block
            best[block] = workspace.gains[row, 0]
            for lane in range(64 * WORDS):
                best[block] = max(best[block], workspace.gains[row, lane])
            workspace.ties[block] = match(workspace.gains, row, best[block], 0, WORDS,
                                          workspace.matches)
            stale[block] = 0
        if best[block] > overall:
            overall, ties = best[block], np.int64(0)
        if best[block] == overall:
            ties += workspace.ties[block]
    return overall, ties


@kernel
def vertex_of_rank(workspace, place, gain, rank):
    """Return the vertex of number `rank`, from 0, among those of the largest gain, `gain`."""
    best, matches = workspace.best, workspace.matches
    block = 0
    while best[block] < gain or rank >= workspace.ties[block]:
        if best[block] == gain:
            rank -= workspace.ties[block]
        block += 1
    match(workspace.gains, place * len(best) + block, gain, 0, WORDS, matches)
    return 64 * WORDS * block + one_of_rank(matches, rank, 0, WORDS)


unweighted.implement(CutWeights, count_weighted, gain_of, flip_weighted, copy_gains,
                     climbing_by_blocks(flip_weighted), unweighted.farthest_by_lists)
