"""Variation: uniform crossover and standard bit mutation (paper, algorithm 1), or other ones.

Crossover takes each bit from either parent with probability 1/2. Mutation flips each bit with
probability 1/n; it is done by drawing *how many* bits flip from the binomial distribution, then
which ones, which is the same distribution at the price of about two random words.

The mutation of the "fast" genetic algorithm [1]_ flips each bit with probability s/n, where the
*strength* s is drawn anew for every offspring: i in 1..n/2 with a probability proportional to
i**-1.5. It flips many bits much more often.

One-point crossover [2]_ takes the bits up to a point from one parent, and the others from the other
one. Two-point crossover [3]_ cuts the genome as a ring at two points, and takes one part from each
parent. The next parent may be the winner of a tournament [4]_, and the two parents a pair that is
farthest apart [5]_.

References
----------
.. [1] B. Doerr, H. P. Le, R. Makhmara and T. D. Nguyen. Fast genetic algorithms. GECCO 2017.
.. [2] J. H. Holland. Adaptation in natural and artificial systems. University of Michigan Press,
   1975.
.. [3] K. A. De Jong. An analysis of the behavior of a class of genetic adaptive systems.
   Dissertation, University of Michigan, 1975.
.. [4] D. E. Goldberg and K. Deb. A comparative analysis of selection schemes used in genetic
   algorithms. FOGA 1991.
.. [5] A. Opris and D. Antipov. Parent selection mechanisms in elitist crossover-based algorithms.
   arXiv:2604.04083, 2026.
"""

import itertools
import math
from typing import NamedTuple

import numpy as np

from .bits import bit, copy_row, distance, flip
from .jit import kernel
from .rng import below, draw, happens, uniform
from .simd import lowest_bit, popcount


class Layout(NamedTuple):
    """Where the n bits of a genome stand in its words, and how many of them mutate."""

    positions: np.ndarray    # int64 (n,), the position of each bit
    valid: np.ndarray        # uint64 (padded words,), ones at these positions
    flips: np.ndarray        # uint64 (k,), 2**64 P(at most i bits flip) in standard mutation
    strengths: np.ndarray    # uint64 (n // 2,), 2**64 P(strength at most i + 1); empty: standard
    words: int               # words in use, the padding left out
    expected_flips: float    # of standard mutation


def make_layout(positions, words):
    """The layout of genomes whose bits are at `positions`, int64 (n,), in rows of `words` words."""
    n = len(positions)
    valid = np.zeros(words, np.uint64)
    np.bitwise_or.at(valid, positions >> 6, np.uint64(1) << (positions & 63).astype(np.uint64))
    at_most = itertools.accumulate(_flip_probabilities(n))
    flips = np.array([int(p * 2.0**64) if p < 1 else 2**64 - 1 for p in at_most], np.uint64)
    return Layout(positions, valid, flips, strengths=np.zeros(0, np.uint64),
                  words=int(positions.max()) // 64 + 1, expected_flips=1.0)


def with_fast_mutation(layout):
    """The layout of genomes whose mutation has a heavy-tailed strength."""
    weights = np.arange(1, max(len(layout.positions) // 2, 1) + 1) ** -1.5
    at_most = np.cumsum(weights[:-1]) / weights.sum()
    strengths = [*(min(int(p * 2.0**64), 2**64 - 1) for p in at_most), 2**64 - 1]
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


@kernel(merged=True)
def randomise(layout, genomes, slot, rng):
    """Independent fair bits in ``genomes[slot]``; `genomes` is uint64 (slots, padded words)."""
    for word in range(layout.words):
        genomes[slot, word] = draw(rng) & layout.valid[word]


@kernel(merged=True)
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


@kernel(merged=True)
def cross_at_points(layout, genomes, first, second, child, points, rng):
    """One-point or two-point crossover of the rows `first` and `second` into the row `child`.

    The genome is a ring. One of two `points` is where it begins, or both are anywhere; they are
    different. `genomes` is uint64 (slots, padded words). Returns how many bits of the child are not
    those of `first` (int64).
    """
    n = len(layout.positions)
    end = below(rng, n) if points == 2 else 0
    begin = below(rng, n - 1)
    begin += begin >= end
    copy_row(genomes, first, genomes, child)
    swapped = 0
    for index in range(min(begin, end), max(begin, end)):
        position = layout.positions[index]
        if bit(genomes, first, position) != bit(genomes, second, position):
            flip(genomes, child, position)
            swapped += 1
    return swapped


@kernel(merged=True)
def farthest_pair(genomes, order, mu, rng):
    """Two of the slots ``order[:mu]`` whose genomes differ in as many bits as those of any two.

    All such pairs are equally likely, in either order (int64 each). `genomes` is uint64 (slots,
    padded words), `order` int32 (slots,).
    """
    most, ties, first, second = 0, 0, np.int64(order[0]), np.int64(order[0])
    for i in range(mu):
        for j in range(mu):
            apart = distance(genomes, order[i], genomes, order[j])
            if apart >= most:
                ties = ties + 1 if apart == most else 1
                most = apart
                if below(rng, ties) == 0:
                    first, second = np.int64(order[i]), np.int64(order[j])
    return first, second


@kernel(merged=True)
def mutate(layout, genomes, child, flipped, rng):
    """Mutate ``genomes[child]`` as the layout says; returns the number of flips (int64).

    `genomes` is uint64 (slots, padded words); `flipped`, int64 (len(layout.flips),), is scratch.
    """
    if len(layout.strengths) > 0:
        return mutate_fast(layout, genomes, child, rng)
    n = len(layout.positions)
    if layout.expected_flips != 1.0:
        return flip_each(layout, genomes, child, layout.expected_flips / n, rng)
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


@kernel(merged=True)
def mutate_fast(layout, genomes, child, rng):
    """Mutate ``genomes[child]`` with a heavy-tailed strength; returns the number of flips (int64).

    `genomes` is uint64 (slots, padded words).
    """
    strength = 1 + np.searchsorted(layout.strengths, draw(rng), "right")
    strength = min(strength, len(layout.strengths))      # the last threshold is 2**64 - 1
    return flip_each(layout, genomes, child, strength / len(layout.positions), rng)


@kernel(merged=True)
def flip_each(layout, genomes, child, probability, rng):
    """Flip each bit of ``genomes[child]`` with a probability; returns the number of flips (int64).

    `genomes` is uint64 (slots, padded words). Between two bits that flip, a geometrically
    distributed number of bits is left alone.
    """
    n, log_stays = len(layout.positions), math.log1p(-probability)
    number, index = 0, -1
    while True:
        left_alone = math.log(1.0 - uniform(rng)) / log_stays
        # compared as a float: it may be beyond int64, infinite (-inf for -0.0), or 0 / 0
        if not 0.0 <= left_alone < n - 1 - index:
            return number
        index += 1 + np.int64(left_alone)
        flip(genomes, child, layout.positions[index])
        number += 1


@kernel
def inherit_some(genomes, phenotypes, slot, probability, rng):
    """Inherit each bit that was learned in `slot` with a probability; returns how many were.

    `genomes` and `phenotypes` are uint64 (slots, padded words); the former changes.
    """
    number = 0
    for word in range(genomes.shape[1]):
        learned = genomes[slot, word] ^ phenotypes[slot, word]
        while learned:
            if happens(rng, probability):
                flip(genomes, slot, 64 * word + lowest_bit(learned))
                number += 1
            learned &= learned - np.uint64(1)
    return number


@kernel(merged=True)
def draw_parent(order, fitness, mu, tournament, rng):
    """The fittest (int64) of `tournament` slots drawn from ``order[:mu]``, of ties the first drawn.

    `order` is int32 (slots,), `fitness` int64 (slots,).
    """
    winner = np.int64(order[below(rng, mu)])
    for _ in range(1, tournament):
        rival = np.int64(order[below(rng, mu)])
        if fitness[rival] > fitness[winner]:
            winner = rival
    return winner


@kernel
def vary(layout, algorithm, population, child):
    """Make the genome in slot `child` from parents drawn among ``order[:mu]``.

    `algorithm` and `population` are the records of `engine`. Returns the parent nearer to it and an
    upper bound of their distance, exact when it is 0 (int64 each).
    """
    genomes, rng = population.genomes, population.rng
    order, fitness, mu = population.order, population.fitness, algorithm.mu
    first = nearer = draw_parent(order, fitness, mu, algorithm.tournament, rng)
    apart = 0
    if happens(rng, algorithm.crossover_rate):
        second = draw_parent(order, fitness, mu, algorithm.tournament, rng)
        if happens(rng, algorithm.distant):
            first, second = farthest_pair(genomes, order, mu, rng)
        if algorithm.points == 0:
            nearer, apart = cross(genomes, first, second, child, rng)
        else:
            nearer, apart = first, cross_at_points(layout, genomes, first, second, child,
                                                   algorithm.points, rng)
    else:
        copy_row(genomes, first, genomes, child)
    return nearer, apart + mutate(layout, genomes, child, population.flipped, rng)
