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

from ..kernels.rng import seed_state
from ..support import checks
from .learners import RIGHT, found, live, mate

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
