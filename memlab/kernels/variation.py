"""Variation: uniform crossover and standard bit mutation (paper, algorithm 1), or a "fast" one.

Crossover takes each bit from either parent with probability 1/2. Mutation flips each bit with
probability 1/n; it is done by drawing *how many* bits flip from the binomial distribution, then
which ones, which is the same distribution at the price of about two random words.

The mutation of the "fast" genetic algorithm [1]_ flips each bit with probability s/n, where the
*strength* s is drawn anew for every offspring: i in 1..n/2 with a probability proportional to
i**-1.5. It flips many bits much more often.

References
----------
.. [1] B. Doerr, H. P. Le, R. Makhmara and T. D. Nguyen. Fast genetic algorithms. GECCO 2017.
"""

import itertools
import math
from typing import NamedTuple

import numpy as np

from .bits import copy_row, flip
from .jit import kernel
from .rng import below, draw, happens, uniform
from .simd import popcount


class Layout(NamedTuple):
    """Where the n bits of a genome stand in its words, and how many of them mutate."""

    positions: np.ndarray    # int64 (n,), the position of each bit
    valid: np.ndarray        # uint64 (padded words,), ones at these positions
    flips: np.ndarray        # uint64 (k,), 2**64 P(at most i bits flip) in standard mutation
    strengths: np.ndarray    # uint64 (n // 2,), 2**64 P(strength at most i + 1); empty: standard
    words: int               # words in use, the padding left out


class Births(NamedTuple):
    """How the offspring in each slot came about; arrays of no rows where nobody wants to know."""

    parents: np.ndarray      # int64 (slots, 2), their slots, twice the same if there is only one
    crossed: np.ndarray      # uint64 (slots, padded words), the genome before mutation
    mutated: np.ndarray      # uint64 (slots, padded words), the genome before local search


def make_layout(positions, words):
    """The layout of genomes whose bits are at `positions`, int64 (n,), in rows of `words` words."""
    n = len(positions)
    valid = np.zeros(words, np.uint64)
    np.bitwise_or.at(valid, positions >> 6, np.uint64(1) << (positions & 63).astype(np.uint64))
    at_most = itertools.accumulate(_flip_probabilities(n))
    flips = np.array([int(p * 2.0**64) if p < 1 else 2**64 - 1 for p in at_most], np.uint64)
    return Layout(positions, valid, flips, np.zeros(0, np.uint64), int(positions.max()) // 64 + 1)


def with_fast_mutation(layout):
    """The layout of genomes whose mutation has a heavy-tailed strength."""
    weights = np.arange(1, max(len(layout.positions) // 2, 1) + 1) ** -1.5
    at_most = np.cumsum(weights[:-1]) / weights.sum()
    strengths = [*(int(p * 2.0**64) for p in at_most), 2**64 - 1]
    return layout._replace(strengths=np.array(strengths, np.uint64))


def _flip_probabilities(n):
    """P(exactly i of n bits flip) for i = 0, 1, ...; below 2**-64 beyond 32 for every n.

    From the recursion of the binomial distribution: SciPy has it, and takes longer to import than
    a small run takes.
    """
    probability = math.exp(n * math.log1p(-1 / n)) if n > 1 else 0.0
    for i in range(min(n, 32)):
        yield probability
        probability *= (n - i) / ((i + 1) * (n - 1)) if n > 1 else 0.0


@kernel
def randomise(layout, genomes, slot, rng):
    """Independent fair bits in ``genomes[slot]``; `genomes` is uint64 (slots, padded words)."""
    for word in range(layout.words):
        genomes[slot, word] = draw(rng) & layout.valid[word]


@kernel
def cross(genomes, first, second, child, rng):
    """Uniform crossover of the rows `first` and `second` into the row `child` of `genomes`.

    `genomes` is uint64 (slots, padded words). Returns the nearer parent, `first` or `second`, and
    the child's distance from it (int64).
    """
    from_first, from_second = 0, 0
    for word in range(genomes.shape[1]):
        difference = genomes[first, word] ^ genomes[second, word]
        if difference:
            swapped = difference & draw(rng)
            genomes[child, word] = genomes[first, word] ^ swapped
            from_first += popcount(swapped)
            from_second += popcount(difference ^ swapped)
        else:
            genomes[child, word] = genomes[first, word]
    if from_second < from_first:
        return second, from_second
    return first, from_first


@kernel
def mutate(layout, genomes, child, flipped, rng):
    """Mutate ``genomes[child]`` as the layout says; returns the number of flips (int64).

    `genomes` is uint64 (slots, padded words); `flipped`, int64 (len(layout.flips),), is scratch.
    """
    if len(layout.strengths) > 0:
        return mutate_fast(layout, genomes, child, rng)
    n = len(layout.positions)
    number, chance = 0, draw(rng)
    while number < len(layout.flips) and chance >= layout.flips[number]:
        number += 1
    chosen = 0
    while chosen < number:
        index = below(rng, n)
        fresh = True
        for earlier in range(chosen):
            fresh &= flipped[earlier] != index
        if fresh:
            flipped[chosen] = index
            chosen += 1
            flip(genomes, child, layout.positions[index])
    return number


@kernel
def mutate_fast(layout, genomes, child, rng):
    """Mutate ``genomes[child]`` with a heavy-tailed strength; returns the number of flips (int64).

    `genomes` is uint64 (slots, padded words). Between two bits that flip, a geometrically
    distributed number of bits is left alone.
    """
    n, chance = len(layout.positions), draw(rng)
    low, high = 0, len(layout.strengths) - 1
    while low < high:                       # the first threshold above `chance`, or the last one
        middle = (low + high) // 2
        if chance < layout.strengths[middle]:
            high = middle
        else:
            low = middle + 1
    log_stays = math.log1p(-(low + 1) / n)
    number, index = 0, -1
    while True:
        index += 1 + np.int64(math.log(1.0 - uniform(rng)) / log_stays)
        if index >= n:
            return number
        flip(genomes, child, layout.positions[index])
        number += 1


@kernel(merged=True)
def vary(layout, algorithm, population, child):
    """Make the genome in slot `child` from parents drawn uniformly among ``order[:mu]``.

    `algorithm` and `population` are the records of `engine`. Returns the parent nearer to it and an
    upper bound of their distance, exact when it is 0 (int64 each).
    """
    genomes, births, rng = population.genomes, population.births, population.rng
    first = second = nearer = np.int64(population.order[below(rng, algorithm.mu)])
    distance = 0
    if happens(rng, algorithm.crossover_rate):
        second = np.int64(population.order[below(rng, algorithm.mu)])
        nearer, distance = cross(genomes, first, second, child, rng)
    else:
        copy_row(genomes, first, genomes, child)
    recorded = len(births.parents) > 0
    if recorded:
        births.parents[child, 0], births.parents[child, 1] = first, second
        copy_row(genomes, child, births.crossed, child)
    distance += mutate(layout, genomes, child, population.flipped, rng)
    if recorded:
        copy_row(genomes, child, births.mutated, child)
    return nearer, distance
