"""The (1+1) EA as the paper states it, bit by bit: mutation, local search, acceptance.

Problems are those whose kernels need no workspace: DeceptiveLeadingBlocks, and functions of the
number of ones. Arguments that many kernels take: `instance` and `layout` are the problem's; `walk`
is a `Walk`, whose arrays change in place.
"""

from typing import NamedTuple

import numpy as np

from ..kernels.bits import copy_row
from ..kernels.jit import kernel
from ..kernels.protocol import UNBOUNDED, learn, raw_fitness
from ..kernels.rng import happens
from ..kernels.variation import mutate, randomise
from ..problems.unitation.kernels import block_ones

PARENT, OFFSPRING, SEARCHED, LEARNED = 0, 1, 2, 3


class Rules(NamedTuple):
    """How a walk goes on, and where it ends."""

    goal: int               # the fitness of the optimum
    learns: bool            # whether offspring learn
    learns_first: bool      # whether the initial individual does
    inherits: float         # probability that what an offspring learned replaces its genome


class Walk(NamedTuple):
    """A walk under way."""

    genomes: np.ndarray     # uint64 (4, words): the parent, the offspring, the offspring as local
    #                         search leaves it, and what the parent has learned
    flipped: np.ndarray     # int64 (n,), scratch
    clock: np.ndarray       # int64 (4,): iterations so far (-1: not begun), the parent's fitness,
    #                         and offspring accepted and local-search steps since the last record
    rng: np.ndarray         # uint64 (4,), the state of the random numbers


def begun(layout, rng):
    """Return the walk before its first individual, given the state of its random numbers."""
    return Walk(np.zeros((4, len(layout.valid)), np.uint64),
                np.zeros(len(layout.positions), np.int64), np.array([-1, 0, 0, 0]), rng)


@kernel
def judge(instance, walk, slot, learns, inherits):
    """Fitness of ``genomes[slot]`` after local search, if it learns; returns (fitness, steps).

    What it has learned is left in ``genomes[SEARCHED]``; with probability `inherits` it becomes its
    genome.
    """
    genomes = walk.genomes
    copy_row(genomes, slot, genomes, SEARCHED)
    if not learns:
        return raw_fitness(instance, None, genomes, slot, -1, 0), 0
    score, steps = learn(instance, None, genomes, genomes, SEARCHED, slot, 0, True, UNBOUNDED,
                         walk.rng)
    if happens(walk.rng, inherits):
        copy_row(genomes, SEARCHED, genomes, slot)
    return score, steps


@kernel
def record(instance, layout, rules, walk, every, frame, ones):
    """Go on with a walk and write down its parent every `every` iterations, until `frame` is full.

    The optimum, too, is written down.

    Parameters
    ----------
    rules : Rules
    every : int64
        Iterations between two records.
    frame : int64 (records, 4), overwritten
        Iterations, fitness, offspring accepted and local-search steps since the record before.
    ones : uint8 (records, blocks), overwritten
        Number of ones of each block of the parent; the n bits are in so many blocks of equal
        length.

    Returns
    -------
    int64
        How many records were written; fewer than there is room for once the optimum is found.
    """
    genomes, clock, written = walk.genomes, walk.clock, 0
    if clock[0] < 0:
        randomise(layout, genomes, PARENT, walk.rng)
        clock[1], clock[3] = judge(instance, walk, PARENT, rules.learns_first, rules.inherits)
        copy_row(genomes, SEARCHED, genomes, LEARNED)
        clock[0], clock[2] = 0, 0
        written = _write(walk, frame, ones, 0)
    while written < len(frame) and clock[1] < rules.goal:
        copy_row(genomes, PARENT, genomes, OFFSPRING)
        mutate(layout, genomes, OFFSPRING, walk.flipped, walk.rng)
        score, steps = judge(instance, walk, OFFSPRING, rules.learns, rules.inherits)
        if score >= clock[1]:
            copy_row(genomes, OFFSPRING, genomes, PARENT)
            copy_row(genomes, SEARCHED, genomes, LEARNED)
            clock[1] = score
            clock[2] += 1
        clock[0] += 1
        clock[3] += steps
        if clock[0] % every == 0 or clock[1] == rules.goal:
            written = _write(walk, frame, ones, written)
    return written


@kernel
def _write(walk, frame, ones, row):
    """Fill one record and start counting anew; returns the number of the next one."""
    for column in range(4):
        frame[row, column] = walk.clock[column]
    length = len(walk.flipped) // ones.shape[1]
    for block in range(ones.shape[1]):
        ones[row, block] = block_ones(walk.genomes, PARENT, block * length, length)
    walk.clock[2], walk.clock[3] = 0, 0
    return row + 1
