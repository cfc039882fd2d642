"""Hinton and Nowlan's experiment: how learning guides evolution to a needle in a haystack [1]_.

There is one good configuration of all genes, and nothing leads there, for all others are equally
bad. A gene is right, wrong, or undecided; whoever has no wrong ones spends a lifetime of trials
guessing the undecided ones, and is fitter the earlier that succeeds. What was learned is not
inherited, and yet the right genes take over: the needle has become a hill.

References
----------
.. [1] G. E. Hinton and S. J. Nowlan. How learning can guide evolution. Complex Systems 1, 1987.
.. [2] H. Stojić. How learning can guide evolution. ReScience 2017: a replication, with means of 100
   runs, in which fewer genes stay undecided than in the single run of the original.
"""

import numpy as np
import pandas as pd

from .. import checks
from ..kernels import needle
from ..kernels.rng import seed_state

_LARGEST = 2**20


def hinton_nowlan(population=1000, genes=20, trials=1000, generations=50, seed=0):
    """The course of Hinton and Nowlan's experiment.

    Parents are drawn with a probability proportional to their fitness, which is
    ``1 + (genes - 1) (trials - t) / trials`` for those who succeed after t futile trials and 1 for
    all others; a child has the first parent's genes up to a random point and then the second's.
    There is no mutation.

    Parameters
    ----------
    population : int
        At least 1.
    genes : int
        2 to 62. At first each is undecided with probability 1/2, right with 1/4, wrong with 1/4.
    trials : int
        Of a lifetime; 0 is evolution without learning, in which undecided genes are of no use.
    generations : int
        At least 1.
    seed : int, sequence of int, or numpy.random.SeedSequence

    Returns
    -------
    DataFrame
        A row per generation, the initial one first: generation, wrong, right, undecided (shares of
        all genes), successful (share of the population), fitness (mean).

    Raises
    ------
    TypeError, ValueError
        If an argument is not as said above.

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
    state = seed_state(checks.seed("seed", seed))
    alleles = np.empty((population, genes), np.uint8)
    offspring, rows = alleles.copy(), []
    wasted, wheel = np.empty((2, population), np.int64)
    needle.found(alleles, state)
    for generation in range(generations):
        needle.live(alleles, trials, wasted, wheel, state)
        shares = np.bincount(alleles.ravel(), minlength=3) / alleles.size
        rows.append((generation, *shares, np.mean(wasted >= 0),
                     wheel[-1] / (population * max(trials, 1))))
        needle.mate(alleles, offspring, wheel, state)
    return pd.DataFrame(rows, columns=["generation", "wrong", "right", "undecided", "successful",
                                       "fitness"])
