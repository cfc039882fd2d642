"""Maximum Cut on neighbour lists, with or without weights: fitness, and steepest ascent.

For sparse and very large graphs, and for edges with integer weights of either sign. The module
`rows` explains the arguments of kernels, `gains` how the largest gain is found: in buckets without
weights, and in blocks with them, where a gain can be any integer.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload, register_jitable

from ...kernels import protocol
from ...kernels.bits import bit, flip
from ...kernels.jit import kernel
from . import gains
from .walk import implement


class CutLists(NamedTuple):
    """A graph as neighbour lists (CSR)."""

    indptr: np.ndarray       # int64 (n + 1,)
    indices: np.ndarray      # int32 (2 m,)


class CutWeights(NamedTuple):
    """A graph as neighbour lists with weights."""

    indptr: np.ndarray       # int64 (n + 1,)
    indices: np.ndarray      # int32 (2 m,)
    weights: np.ndarray      # int64 (2 m,), beside `indices`


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
    quadruple = np.int64(0)      # each gain is what does not cross less what does, from both ends
    for entry in range(len(instance.indices)):
        quadruple += weight(instance, entry)
    for vertex in range(len(instance.indptr) - 1):
        gain = gain_by_lists(instance, genomes, slot, vertex)
        workspace.gains[slot, vertex] = gain
        quadruple -= gain
    workspace.cuts[slot] = quadruple // 4
    return quadruple // 4


def flipping(change):
    """Return the kernel that flips a vertex of ``sides[slot]``, whose gains are those at `place`.

    `change` is `gains.change_gain` or does more. The kernel takes the largest bucket so far, and
    returns what `change` makes of it.
    """
    @register_jitable
    def flip_vertex(instance, workspace, place, sides, slot, vertex, largest):
        side, gain = bit(sides, slot, vertex), np.int64(workspace.gains[place, vertex])
        largest = change(instance, workspace, place, vertex, -2 * gain, largest)
        for entry in range(instance.indptr[vertex], instance.indptr[vertex + np.uint64(1)]):
            neighbour = np.uint64(instance.indices[entry])
            more = weight(instance, entry) * (4 * (bit(sides, slot, neighbour) ^ side) - 2)
            largest = change(instance, workspace, place, neighbour, more, largest)
        flip(sides, slot, vertex)
        return largest
    return flip_vertex


@kernel
def farthest_by_lists(instance):
    """The maximum distance from its parent at which an offspring starts from the parent's gains."""
    return (len(instance.indptr) - 1) // 4


for _kind, _climb in (
        (CutLists, gains.climbing_by_buckets(flipping(gains.move))),
        (CutWeights, gains.climbing_by_blocks(flipping(gains.mark_block)))):
    implement(_kind, count_by_lists, gain_by_lists, gains.stepping(flipping(gains.change_gain)),
              _climb, farthest_by_lists)
