"""Hinton and Nowlan's experiment: how learning guides evolution to a needle in a haystack [1]_.

There is one good configuration of all genes, and no gradient towards it, since all others are
equally bad. A gene is right, wrong or undecided. An individual without wrong genes spends its
lifetime guessing the undecided ones, and is fitter the earlier it succeeds. What it learned is not
inherited, and yet the right genes take over: learning turns the needle into a hill. A replication
[2]_ gives means of 100 runs, in which fewer genes stay undecided than in the single original run.

References
----------
.. [1] G. E. Hinton and S. J. Nowlan. How learning can guide evolution. Complex Systems 1, 1987.
.. [2] H. Stojić. How learning can guide evolution. ReScience 2017.
"""

import numpy as np
import pandas as pd

from .. import checks
from ..kernels.bits import copy_row
from ..kernels.jit import kernel
from ..kernels.rng import below, draw, seed_state

WRONG, RIGHT, UNDECIDED = range(3)
_LARGEST = 2**20


def hinton_nowlan(population=1000, genes=20, trials=1000, generations=50, seed=0,
                  inherited=False):
    """Run Hinton and Nowlan's experiment.

    Parents are drawn with probability proportional to their fitness. It is
    ``1 + (genes - 1) (trials - t) / trials`` for individuals that succeed after t failed trials,
    and 1 for all others. A child has the first parent's genes up to a random point, and then the
    second parent's. There is no mutation.

    Parameters
    ----------
    population : int
        Number of individuals, at least 1.
    genes : int
        Number of genes, 2 to 62. Initially each is undecided with probability 1/2, right with
        probability 1/4 and wrong with probability 1/4.
    trials : int
        Number of trials in a lifetime; with 0 there is no learning, and undecided genes are of no
        use.
    generations : int
        Number of generations, at least 1.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Seed of all random numbers.
    inherited : bool
        Whether offspring inherit the genes that their parents guessed right, as a Lamarckian
        control.

    Returns
    -------
    DataFrame
        A row per generation, starting with the initial one, with columns

        - generation;
        - wrong, right, undecided: shares of all genes;
        - successful: share of the population;
        - fitness: its mean.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    Examples
    --------
    >>> hinton_nowlan().iloc[[0, -1]].round(2)
        generation  wrong  right  undecided  successful  fitness
    0            0   0.25   0.25       0.50         0.0     1.00
    49          49   0.00   0.77       0.23         1.0    19.38
    """
    population = checks.integer("population", population, minimum=1, maximum=_LARGEST)
    genes = checks.integer("genes", genes, minimum=2, maximum=62)
    trials = checks.integer("trials", trials, minimum=0, maximum=_LARGEST)
    generations = checks.integer("generations", generations, minimum=1, maximum=_LARGEST)
    inherited, rng = checks.flag("inherited", inherited), seed_state(checks.seed("seed", seed))
    alleles, offspring = np.empty((2, population, genes), np.uint8)
    (wasted, wheel), rows = np.empty((2, population), np.int64), []
    found(alleles, rng)
    for generation in range(generations):
        live(alleles, trials, wasted, wheel, rng)
        shares = np.bincount(alleles.ravel(), minlength=3) / alleles.size
        rows.append((generation, *shares, np.mean(wasted >= 0),
                     wheel[-1] / (population * max(trials, 1))))
        if inherited:
            alleles[wasted >= 0] = RIGHT
        mate(alleles, offspring, wheel, rng)
    return pd.DataFrame(rows, columns=["generation", "wrong", "right", "undecided", "successful",
                                       "fitness"])


# ------------------------------------------------------------------------------------ the kernels

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
