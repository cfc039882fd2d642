"""Hinton and Nowlan's population of learners [1]_: genes that are right, wrong, or left to learn.

An individual with all genes right, by birth or after guessing the undecided ones, is fitter the
earlier this happens; all others have the same low fitness. Guesses are not inherited: offspring
receive the genes, including the undecided ones.

References
----------
.. [1] G. E. Hinton and S. J. Nowlan. How learning can guide evolution. Complex Systems 1, 1987.
"""

import numpy as np

from ..kernels.bits import copy_row
from ..kernels.jit import kernel
from ..kernels.rng import below, draw

WRONG, RIGHT, UNDECIDED = range(3)


@kernel
def found(alleles, rng):
    """Genes at random: half of them undecided, a quarter right, a quarter wrong.

    `alleles`, uint8 (population, genes), is overwritten.
    """
    for i in range(alleles.shape[0]):
        for gene in range(alleles.shape[1]):
            decided = below(rng, 4)
            alleles[i, gene] = decided if decided < UNDECIDED else UNDECIDED


@kernel
def wasted_trials(alleles, i, trials, rng):
    """How many trials fail before an individual guesses all its undecided genes right.

    0 if there is nothing to guess, -1 if it never succeeds.
    """
    undecided = 0
    for gene in range(alleles.shape[1]):
        if alleles[i, gene] == WRONG:
            return -1
        undecided += alleles[i, gene] == UNDECIDED
    if undecided == 0:
        return 0
    wanted = (np.uint64(1) << np.uint64(undecided)) - np.uint64(1)
    for trial in range(trials):
        if draw(rng) & wanted == wanted:      # a random bit for each of them
            return trial
    return -1


@kernel
def live(alleles, trials, wasted, wheel, rng):
    """A lifetime of learning for everybody.

    Parameters
    ----------
    alleles : uint8 (population, genes)
    trials : int64
        Trials in a lifetime. With 0, only individuals succeed that need no learning.
    wasted : int64 (population,), overwritten
        What `wasted_trials` returns.
    wheel : int64 (population,), overwritten
        Fitness added up, in units of 1 / trials: ``1 + (genes - 1) left / trials`` each, where
        `left` trials, of all, were not wasted.
    """
    scale, total = max(trials, 1), 0
    for i in range(len(alleles)):
        wasted[i] = wasted_trials(alleles, i, trials, rng)
        left = scale - wasted[i] if wasted[i] >= 0 else 0
        total += scale + (alleles.shape[1] - 1) * left
        wheel[i] = total


@kernel
def mate(alleles, offspring, wheel, rng):
    """Make a new generation by one-point crossover of two parents each, drawn by fitness.

    `alleles` is overwritten; `offspring` is scratch of its shape.
    """
    population, genes = alleles.shape
    for i in range(population):
        first, second = spin(wheel, rng), spin(wheel, rng)
        cut = 1 + below(rng, genes - 1)
        for gene in range(genes):
            offspring[i, gene] = alleles[first if gene < cut else second, gene]
    for i in range(population):
        copy_row(offspring, i, alleles, i)


@kernel
def spin(wheel, rng):
    """An individual, drawn with a probability proportional to its fitness."""
    return np.searchsorted(wheel, below(rng, wheel[-1]), "right")
