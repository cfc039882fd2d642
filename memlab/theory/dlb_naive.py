"""The (1+1) EA on DeceptiveLeadingBlocks as the paper states it: bits, mutation, hill climber.

Genomes are bit-packed, uint64 (3, words): the parent, the offspring, and the offspring as local
search leaves it.
"""

from ..kernels.bits import copy_row, flip
from ..kernels.jit import kernel
from ..kernels.protocol import UNBOUNDED
from ..kernels.rng import below, happens
from ..kernels.variation import mutate, randomise
from ..problems.deceptive_blocks.kernels import block_ones, climb_blocks, leading_fitness

PARENT, OFFSPRING, SEARCHED = 0, 1, 2


@kernel
def climb(instance, genomes, slot, rng):
    """Generic hill climber, in place; returns (fitness, steps).

    All n neighbours are looked at, and the best one taken, ties broken at random, as long as it is
    strictly better.
    """
    score, steps = leading_fitness(instance, genomes, slot), 0
    while True:
        best, tied, chosen = score, 0, -1
        for position in range(instance.n):
            flip(genomes, slot, position)
            value = leading_fitness(instance, genomes, slot)
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
def judge(instance, genomes, slot, learns, lb_probability, generic, rng):
    """Fitness of an individual after its learning, and the steps of that: (fitness, steps).

    With `lb_probability` the individual becomes what it has learned: 1 is Lamarckian, 0
    Baldwinian. Without `learns`, Darwinian, its own fitness counts. The `generic` hill climber may
    be replaced by the one made for the problem: same result, same steps.
    """
    if not learns:
        return leading_fitness(instance, genomes, slot), 0
    copy_row(genomes, slot, genomes, SEARCHED)
    if generic:
        score, steps = climb(instance, genomes, SEARCHED, rng)
    else:
        score, steps = climb_blocks(instance, genomes, SEARCHED, UNBOUNDED, rng)
    if happens(rng, lb_probability):
        copy_row(genomes, SEARCHED, genomes, slot)
    return score, steps


@kernel
def iterate(instance, layout, learns, lb_probability, strict, generic, score, genomes, flipped,
            rng):
    """One offspring of a parent of fitness `score`, whose place it takes if it is accepted.

    Returns the fitness of the next parent, the steps made, and whether it is the offspring.
    """
    copy_row(genomes, PARENT, genomes, OFFSPRING)
    mutate(layout, genomes, OFFSPRING, flipped, rng)
    offspring, steps = judge(instance, genomes, OFFSPRING, learns, lb_probability, generic, rng)
    accepted = offspring > score or (offspring == score and not strict)
    if accepted:
        copy_row(genomes, OFFSPRING, genomes, PARENT)
        score = offspring
    return score, steps, accepted


@kernel
def record(instance, layout, learns, lb_probability, strict, every, genomes, flipped, rng, clock,
           frame, ones, generic=False):
    """Go on with a run and write down its parent every `every` iterations, until `frame` is full.

    Parameters
    ----------
    genomes : uint64 (3, words)
        The parent, and scratch; in place.
    clock : int64 (4,)
        Iterations so far (-1: not begun), the parent's fitness, and the offspring accepted and the
        steps made since the last record; in place.
    frame : int64 (records, 4), overwritten
        Iterations, fitness, offspring accepted and local-search steps since the record before.
    ones : uint8 (records, n // k), overwritten
        Number of ones of each block of the parent.
    generic : bool
        Which hill climber learns: see `judge`.

    Returns
    -------
    int64
        How many records were written; fewer than there is room for once the optimum is found.
    """
    if clock[0] < 0:
        randomise(layout, genomes, PARENT, rng)
        clock[1], clock[3] = judge(instance, genomes, PARENT, learns, lb_probability, generic,
                                   rng)
        clock[0], clock[2] = 0, 0
        _write(instance, genomes, clock, frame, ones, 0)
        written = 1
    else:
        written = 0
    while written < len(frame) and clock[1] < instance.n:
        clock[1], cost, accepted = iterate(instance, layout, learns, lb_probability, strict,
                                           generic, clock[1], genomes, flipped, rng)
        clock[0] += 1
        clock[2] += accepted
        clock[3] += cost
        if clock[0] % every == 0 or clock[1] == instance.n:
            _write(instance, genomes, clock, frame, ones, written)
            written += 1
    return written


@kernel
def _write(instance, genomes, clock, frame, ones, row):
    """Fill one record and start counting anew."""
    for column in range(4):
        frame[row, column] = clock[column]
    for block in range(instance.n // instance.k):
        ones[row, block] = block_ones(genomes, PARENT, block * instance.k, instance.k)
    clock[2], clock[3] = 0, 0
