"""The kernels of Hinton and Nowlan's experiment: learning guides evolution to a needle [1]_.

There is one good configuration of all genes, and no gradient towards it, since all others are
equally bad. A gene is right, wrong or undecided. An individual without wrong genes spends its
lifetime guessing the undecided ones, and is fitter the earlier it succeeds. What it learned is not
inherited, and yet the right genes take over: learning turns the needle into a hill. A replication
[2]_ gives means of 100 runs, in which fewer genes stay undecided than in the single original run.
The playground's page runs these kernels.

References
----------
.. [1] G. E. Hinton and S. J. Nowlan. How learning can guide evolution. Complex Systems 1, 1987.
.. [2] H. Stojić. How learning can guide evolution. ReScience 2017.
"""

import numpy as np

from ..kernels.bits import copy_row
from ..kernels.jit import kernel
from ..kernels.rng import below, draw

WRONG, RIGHT, UNDECIDED = range(3)


@kernel
def found(alleles, rng):
    """Draw the genes of a population: half are undecided, a quarter right and a quarter wrong.

    `alleles`, uint8 (population, genes), is overwritten. `rng`, here and below, is the state of the
    random numbers, uint64 (4,), advanced in place.
    """
    for i in range(alleles.shape[0]):
        for gene in range(alleles.shape[1]):
            decided = below(rng, 4)
            alleles[i, gene] = decided if decided < UNDECIDED else UNDECIDED


@kernel
def wasted_trials(alleles, i, trials, rng):
    """How many trials fail before ``alleles[i]`` guesses all its undecided genes right: int64.

    0 if there is nothing to guess, -1 if it never succeeds in that many `trials`.
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
    """Let all individuals learn for a lifetime, and add up their fitness.

    Parameters
    ----------
    alleles : uint8 (population, genes)
    trials : int64
        Trials in a lifetime. With 0, only individuals succeed that need no learning.
    wasted : int64 (population,), overwritten
        What `wasted_trials` returns.
    wheel : int64 (population,), overwritten
        Fitness of all individuals up to this one, in units of 1 / trials. An individual that has
        `left` trials to go when it succeeds has the fitness ``1 + (genes - 1) left / trials``.
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

    `alleles`, uint8 (population, genes), is overwritten; `offspring` is scratch of its type and
    shape; `wheel` is that of `live`.
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
    """Draw the number of an individual with probability proportional to its fitness."""
    return np.searchsorted(wheel, below(rng, wheel[-1]), "right")
