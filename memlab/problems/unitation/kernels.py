"""Fitness by the number of ones in blocks, and local search that flips single bits.

The bits are in blocks of equal length, a single one for functions of the number of ones. All blocks
up to the first that is not all ones count: each is worth a value that depends on its number of
ones. That first one is the *critical block* of the paper's section 4.

In all kernels `genomes`, uint64 (slots, words), holds bit-packed solutions, of which
``genomes[slot]`` is meant.
"""

from typing import NamedTuple

import numpy as np

from ...kernels import protocol
from ...kernels.bits import bit, flip
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import popcount


class Blocks(NamedTuple):
    """The values of blocks, and which of the better neighbours local search takes."""

    values: np.ndarray      # int64 (k + 1,), of a block, by its number of ones
    n: int
    k: int                  # the length of a block
    any_better: bool        # any of them, instead of one of the best


@kernel
def block_ones(genomes, slot, begin, k):
    """Number of ones among the k bits from position `begin` on: int64."""
    total = 0
    for word in range(begin >> 6, (begin + k + 63) >> 6):
        first, last = max(begin - 64 * word, 0), min(begin + k - 64 * word, 64)
        bits = genomes[slot, word] >> np.uint64(first)
        total += popcount(bits << np.uint64(64 - last + first))
    return total


@kernel
def leading_fitness(instance, genomes, slot):
    """Fitness of ``genomes[slot]``: int64."""
    total = np.int64(0)
    for begin in range(0, instance.n, instance.k):
        ones = block_ones(genomes, slot, begin, instance.k)
        total += instance.values[ones]
        if ones < instance.k:
            break
    return total


@kernel
def climb_blocks(instance, genomes, slot, most, rng):
    """Hill climber on ``genomes[slot]``, in place, up to `most` steps.

    `rng`, uint64 (4,), is the state of the random numbers. Returns (fitness, steps).

    It climbs in one block after the other, until one is left that is not all ones. Bits behind that
    block are neutral, and a strict climber leaves them alone.
    """
    total, steps = np.int64(0), np.int64(0)
    for begin in range(0, instance.n, instance.k):
        ones, taken = climb_ones(instance, genomes, slot, begin, most - steps, rng)
        total += instance.values[ones]
        steps += taken
        if ones < instance.k:
            break
    return total, steps


@kernel
def climb_ones(instance, genomes, slot, first, most, rng):
    """Climb in the block from position `first` on; returns its number of ones, and the steps.

    The search is strict, and so never turns round: it only adds ones or only removes them. Where
    both are steps that it could take, all bits are, and a fair draw among them decides. Then each
    set of bits that it could flip is equally likely.
    """
    values, k = instance.values, instance.k
    begin = block_ones(genomes, slot, first, k)
    here = values[begin]
    above = values[begin + 1] if begin < k else here
    lower = values[begin - 1] if begin > 0 else here
    adds = above > here and (above >= lower or instance.any_better)
    removes = lower > here and (lower >= above or instance.any_better)
    if adds and removes and most > 0:
        adds = below(rng, k) < k - begin
    step = 1 if adds else -1
    end, steps = begin, 0
    while steps < most and 0 <= end + step <= k and values[end + step] > values[end]:
        end += step
        steps += 1
    left, wrong = steps, k - begin if adds else begin
    position = first
    while left > 0:
        if bit(genomes, slot, position) != adds:
            if left == wrong or below(rng, wrong) < left:
                flip(genomes, slot, position)
                left -= 1
            wrong -= 1
        position += 1
    return end, steps


protocol.implement_alone(Blocks, leading_fitness, climb_blocks)
