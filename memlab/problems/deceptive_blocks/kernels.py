"""DeceptiveLeadingBlocks: fitness and best-improvement local search (paper, section 4).

With j leading all-ones blocks of length k and a *critical block* with l < k ones behind them, the
fitness is ``k j + k - 1 - l``; it is n if all blocks are all-ones.

In all kernels `genomes`, uint64 (slots, words), holds bit-packed solutions, of which
``genomes[slot]`` is meant.
"""

from typing import NamedTuple

from ...kernels import protocol
from ...kernels.bits import bit, flip
from ...kernels.jit import kernel
from ...kernels.rng import below


class Blocks(NamedTuple):
    """n bits in blocks of length k."""

    n: int
    k: int


@kernel
def block_ones(genomes, slot, begin, k):
    """Number of ones among the k bits from position `begin` on: int64."""
    total = 0
    for position in range(begin, begin + k):
        total += bit(genomes, slot, position)
    return total


@kernel
def leading_fitness(instance, genomes, slot):
    """Fitness of ``genomes[slot]``: int64."""
    n, k = instance.n, instance.k
    for begin in range(0, n, k):
        total = block_ones(genomes, slot, begin, k)
        if total < k:
            return begin + k - 1 - total
    return n


@kernel
def climb_blocks(instance, genomes, slot, most, rng):
    """Best-improvement hill climber on ``genomes[slot]``, in place, up to `most` steps.

    `rng`, uint64 (4,), is the state of the random numbers. Returns (fitness, steps).

    A critical block with k - 1 ones is completed: no other neighbour gains as much. One with fewer
    loses its ones, one a step; each of them gains 1, so that random ties decide the order of these
    steps and nothing else, unless `most` steps are too few for all: then a fair draw says which are
    lost. Bits behind the critical block are neutral, and a strict climber leaves them alone.
    """
    n, k = instance.n, instance.k
    steps = 0
    for begin in range(0, n, k):
        total = block_ones(genomes, slot, begin, k)
        if total == k:
            continue
        completes = total == k - 1
        wrong = 1 if completes else total
        flips = left = min(wrong, most - steps)
        for position in range(begin, begin + k):
            if bit(genomes, slot, position) != completes:
                if left == wrong or (left > 0 and below(rng, wrong) < left):
                    flip(genomes, slot, position)
                    left -= 1
                wrong -= 1
        steps += flips
        if not completes or flips == 0:
            return begin + k - 1 - total + flips, steps
    return n, steps


protocol.implement_alone(Blocks, leading_fitness, climb_blocks)
