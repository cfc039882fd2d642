"""Weighted Maximum Cut: fitness, and steepest ascent by single vertex flips.

The local search is that of `unweighted`, which also explains the arguments of kernels and has those
that lists share, for edges with integer weights of either sign. A gain can be any integer, so there
are no buckets. Instead the vertices are taken in *blocks*, of which each knows its largest gain and
how many vertices have it: a flip makes some blocks stale, and the largest gain of all is found
among those of the blocks.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from ...kernels.bits import bit, flip, one_of_rank, padded, zeros
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import match
from .unweighted import count_by_lists, farthest_by_lists, gain_by_lists
from .walk import copy_gains, implement

WORDS = 4                # of a genome, whose vertices form a block
BLOCK = 64 * WORDS       # vertices of a block


class CutWeights(NamedTuple):
    """A graph as neighbour lists (CSR) with weights."""

    indptr: np.ndarray       # int64 (n + 1,)
    indices: np.ndarray      # int32 (2 m,)
    weights: np.ndarray      # int64 (2 m,), beside `indices`


class CutWeightsWorkspace(NamedTuple):
    """Gains of every slot and of one walker (the last row), and scratch.

    Where no vertex stands, the gain is the least there is.
    """

    gains: np.ndarray        # int64 (slots + 1, BLOCK * blocks)
    best: np.ndarray         # int64 (blocks,), largest gain in each block
    ties: np.ndarray         # int64 (blocks,), how many vertices have it
    stale: np.ndarray        # uint8 (blocks,), 1 where these two are out of date
    matches: np.ndarray      # uint64 (WORDS * blocks,)
    walker: np.ndarray       # uint64 (1, padded words), a genome on its way from parent to child
    cuts: np.ndarray         # int64 (slots,), the cut of each slot's genome


def weights_workspace(n, slots, dtype=np.int64):
    """Workspace for a population of `slots` genomes on n vertices, with gains of a type."""
    blocks = -(-n // BLOCK)
    gains = zeros((slots + 1, BLOCK * blocks), dtype)
    gains[:] = np.iinfo(dtype).min
    return CutWeightsWorkspace(gains, np.zeros(blocks, np.int64), np.zeros(blocks, np.int64),
                               np.zeros(blocks, np.uint8), np.zeros(WORDS * blocks, np.uint64),
                               np.zeros((1, padded(-(-n // 64))), np.uint64),
                               np.zeros(slots, np.int64))


# ---------------------------------------------------------------------------------- local search

@kernel
def step_by_weights(instance, workspace, place, sides, slot, vertex):
    """Flip one vertex of ``sides[slot]``, whose gains are those at `place`; returns the gain.

    The blocks in which gains change are stale.
    """
    gains, stale = workspace.gains, workspace.stale
    gain, side = gains[place, vertex], bit(sides, slot, vertex)
    gains[place, vertex] = -gain
    stale[vertex // BLOCK] = 1
    for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
        neighbour = np.int64(instance.indices[entry])
        different = bit(sides, slot, neighbour) ^ side
        gains[place, neighbour] += instance.weights[entry] * (4 * different - 2)
        stale[neighbour // BLOCK] = 1
    flip(sides, slot, vertex)
    return gain


def climbing_by_blocks(step):
    """Return the steepest ascent by blocks, given the kernel that flips, such as `step_by_weights`.

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
    gains, best, stale = workspace.gains, workspace.best, workspace.stale
    overall, ties = np.int64(0), np.int64(0)
    for block in range(len(best)):
        if stale[block]:
            largest = gains[place, BLOCK * block]
            for lane in range(BLOCK):
                largest = max(largest, gains[place, BLOCK * block + lane])
            best[block] = largest
            workspace.ties[block] = match(gains, place, largest, WORDS * block,
                                          WORDS * (block + 1), workspace.matches)
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
    match(workspace.gains, place, gain, WORDS * block, WORDS * (block + 1), matches)
    return one_of_rank(matches, rank, WORDS * block, WORDS * (block + 1))


implement(CutWeights, count_by_lists, gain_by_lists, step_by_weights, copy_gains,
          climbing_by_blocks(step_by_weights), farthest_by_lists)
