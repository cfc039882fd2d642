"""The (1+1) EA as the paper states it: bits, mutation, hill climber.

Problems are those whose kernels need no workspace: DeceptiveLeadingBlocks, and functions of the
number of ones. Arguments that many kernels take: `instance` and `layout` are the problem's;
`genomes`, bit-packed, uint64 (4, words), the parent, the offspring, the offspring as local search
leaves it, and what the parent has learned; `rng`, uint64 (4,), the state of the random numbers.
Both arrays change in place.
"""

from ..kernels.bits import copy_row, flip
from ..kernels.jit import kernel
from ..kernels.protocol import UNBOUNDED, learn, raw_fitness
from ..kernels.rng import below, happens
from ..kernels.variation import mutate, randomise
from ..problems.deceptive_blocks.kernels import block_ones

PARENT, OFFSPRING, SEARCHED, LEARNED = 0, 1, 2, 3


@kernel
def climb(instance, n, genomes, slot, rng):
    """Generic hill climber on ``genomes[slot]``, in place; returns (fitness, steps).

    It looks at all n neighbours and moves to the best one, ties broken at random, as long as that
    one is strictly better.
    """
    score, steps = raw_fitness(instance, None, genomes, slot), 0
    while True:
        best, tied, chosen = score, 0, -1
        for position in range(n):
            flip(genomes, slot, position)
            value = raw_fitness(instance, None, genomes, slot)
            flip(genomes, slot, position)
            if value > best:
                best, tied, chosen = value, 1, position
            elif value == best and chosen >= 0:
                tied += 1
                if below(rng, tied) == 0:
                    chosen = position
        if chosen < 0:
            return score, steps
        flip(genomes, slot, chosen)
        score, steps = best, steps + 1


@kernel
def judge(instance, n, genomes, slot, learns, inherits, generic, rng):
    """Fitness of ``genomes[slot]`` after local search, if it learns; returns (fitness, steps).

    What it has learned is left in ``genomes[SEARCHED]``; with probability `inherits` it becomes its
    genome. The hill climber is the `generic` one or that of the problem, which gives the same
    result by the same number of steps.
    """
    copy_row(genomes, slot, genomes, SEARCHED)
    if not learns:
        return raw_fitness(instance, None, genomes, slot), 0
    if generic:
        score, steps = climb(instance, n, genomes, SEARCHED, rng)
    else:
        score, steps = learn(instance, None, genomes, genomes, SEARCHED, slot, 0, True, UNBOUNDED,
                             rng)
    if happens(rng, inherits):
        copy_row(genomes, SEARCHED, genomes, slot)
    return score, steps


@kernel
def record(instance, layout, goal, learns, learns_first, inherits, strict, every, genomes, flipped,
           rng, clock, frame, ones, generic=False):
    """Go on with a run and write down its parent every `every` iterations, until `frame` is full.

    The optimum, too, is written down.

    Parameters
    ----------
    goal : int64
        The fitness of the optimum.
    learns, learns_first, strict : bool
        Whether offspring learn; whether the initial individual does; whether only strictly better
        ones are accepted.
    inherits : float
        Probability that what an offspring learned replaces its genome.
    every : int64
        Iterations between two records.
    flipped : int64 (n,), overwritten
        Scratch.
    clock : int64 (4,), in place
        Iterations so far (-1: not begun), the parent's fitness, and the offspring accepted and
        local-search steps since the last record.
    frame : int64 (records, 4), overwritten
        Iterations, fitness, offspring accepted and local-search steps since the record before.
    ones : uint8 (records, blocks), overwritten
        Number of ones of each block of the parent; the n bits are in so many blocks of equal
        length.
    generic : bool
        Which hill climber to use, see `judge`.

    Returns
    -------
    int64
        How many records were written; fewer than there is room for once the optimum is found.
    """
    written, n = 0, len(flipped)
    if clock[0] < 0:
        randomise(layout, genomes, PARENT, rng)
        clock[1], clock[3] = judge(instance, n, genomes, PARENT, learns_first, inherits, generic,
                                   rng)
        copy_row(genomes, SEARCHED, genomes, LEARNED)
        clock[0], clock[2] = 0, 0
        _write(n, genomes, clock, frame, ones, 0)
        written = 1
    while written < len(frame) and clock[1] < goal:
        copy_row(genomes, PARENT, genomes, OFFSPRING)
        mutate(layout, genomes, OFFSPRING, flipped, rng)
        score, steps = judge(instance, n, genomes, OFFSPRING, learns, inherits, generic, rng)
        if score > clock[1] or (score == clock[1] and not strict):
            copy_row(genomes, OFFSPRING, genomes, PARENT)
            copy_row(genomes, SEARCHED, genomes, LEARNED)
            clock[1] = score
            clock[2] += 1
        clock[0] += 1
        clock[3] += steps
        if clock[0] % every == 0 or clock[1] == goal:
            _write(n, genomes, clock, frame, ones, written)
            written += 1
    return written


@kernel
def _write(n, genomes, clock, frame, ones, row):
    """Fill one record and start counting anew."""
    for column in range(4):
        frame[row, column] = clock[column]
    length = n // ones.shape[1]
    for block in range(ones.shape[1]):
        ones[row, block] = block_ones(genomes, PARENT, block * length, length)
    clock[2], clock[3] = 0, 0
