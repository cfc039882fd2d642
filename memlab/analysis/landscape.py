"""Fitness landscapes before and after learning, small enough to be shown completely.

The amount of learning is a number of local-search steps, or of trials. Every local search has the
same seed, so that a landscape is deterministic.

References
----------
.. [1] G. E. Hinton and S. J. Nowlan. How learning can guide evolution. Complex Systems 1, 1987.
"""

import numpy as np
import pandas as pd

from ..problems import DeceptiveLeadingBlocks
from ..support.checks import integer

MOST_BITS = 12


def needle(trials=1000, alleles=20):
    """Hinton and Nowlan's needle in a haystack [1]_.

    Of `alleles` genes some are right and the rest undecided. Fitness is `alleles` if all are right,
    and 1 otherwise. Learning guesses the undecided genes in each of `trials` trials. An individual
    that guesses right after t failed trials has fitness
    ``1 + (alleles - 1) (trials - t) / trials``.

    Parameters
    ----------
    trials, alleles : int
        At least 0 and 1; in the original 1,000 and 20.

    Returns
    -------
    DataFrame
        undecided, before, after (the expected fitness).

    Examples
    --------
    >>> needle().query("undecided in (0, 5, 10, 20)").round(2)
        undecided  before  after
    0           0    20.0  20.00
    5           5     1.0  19.41
    10         10     1.0   7.88
    20         20     1.0   1.01
    """
    trials = integer("trials", trials, minimum=0)
    alleles = integer("alleles", alleles, minimum=1)
    undecided = np.arange(alleles + 1)
    right = 0.5**undecided[:, None]      # the probability that a trial guesses all of them
    futile = np.arange(trials)
    left = (right * (1 - right)**futile * (trials - futile)).sum(axis=1)
    before = np.where(undecided == 0, float(alleles), 1.0)
    after = 1 + (alleles - 1) * left / trials if trials else before
    return pd.DataFrame({"undecided": undecided, "before": before, "after": after})


def deceptive_block(k=4, steps=None):
    """Return the landscape of a block of DeceptiveLeadingBlocks, by its number of ones.

    Parameters
    ----------
    k : int
        Length of the block, 2 to `MOST_BITS`.
    steps : int, optional
        Local-search steps allowed; by default any number.

    Returns
    -------
    DataFrame
        ones, before, after.

    Examples
    --------
    >>> deceptive_block(k=3)
       ones  before  after
    0     0       2      2
    1     1       1      2
    2     2       0      3
    3     3       3      3
    """
    k = integer("k", k, minimum=2, maximum=MOST_BITS)
    representatives = np.tri(k + 1, k, -1, dtype=np.uint8)      # only the number of ones counts
    return pd.DataFrame({"ones": np.arange(k + 1),
                         **_stages(DeceptiveLeadingBlocks(k, k), representatives, steps)})


def of_graph(problem, steps=None):
    """Return the landscape of a problem on a small graph, as means over solutions of each size.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        Of at most `MOST_BITS` vertices.
    steps : int, optional
        Local-search steps allowed; by default any number.

    Returns
    -------
    DataFrame
        selected (vertices), before, after.

    Raises
    ------
    ValueError
        If the graph is too large.
    """
    n = integer("the number of vertices", problem.n, minimum=1, maximum=MOST_BITS)
    solutions = (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(np.uint8)
    return pd.DataFrame({"selected": solutions.sum(axis=1, dtype=np.int64),
                         **_stages(problem, solutions, steps)}
                        ).groupby("selected", as_index=False).mean()


def _stages(problem, solutions, steps):
    """Return the fitness of solutions before and after so many steps of local search."""
    return {"before": [problem.fitness(x) for x in solutions],
            "after": [problem.local_search(x, learning_depth=steps).fitness for x in solutions]}
