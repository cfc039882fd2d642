"""The genetic algorithm of inspyred."""

import random

from ...support.extras import need


def inspyred_ga(trial, mu=10, crossover_rate=1.0, expected_flips=1.0):
    """Run inspyred's genetic algorithm: offspring of parents drawn by rank replace all parents.

    What had to be set, and what inspyred 1.0.3 does otherwise:

    - the crossover is uniform: of one cut point, ``n_point_crossover`` exchanges a single gene;
    - the rate of mutation is 1/n per bit, or a tenth; and genes are the integers 0 and 1, since a
      single other value turns the mutation off;
    - the population is even, since the crossover leaves one of an odd number of parents out, and
      the population loses one in every generation;
    - the trial ends the run, or a generation would be finished beyond the budget.

    Of mu individuals, the i-th from below becomes a parent with probability 2 i / (mu (mu + 1)).
    Two offspring of a pair have complementary bits.

    Parameters
    ----------
    trial : Trial
        The run.
    mu : int
        The size of the population, an even number.
    crossover_rate : float
        The probability that a pair is crossed.
    expected_flips : float
        The expected number of flipped bits of an offspring.

    Raises
    ------
    ImportError
        If inspyred is not installed.
    ValueError
        If `mu` is odd.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.run(ml.DeceptiveLeadingBlocks(4, 2), inspyred_ga, budget=215).evaluations
    215
    """
    ec = need("inspyred_ga", "inspyred", "libraries").ec
    if mu % 2:
        raise ValueError(f"mu must be even, or inspyred's population shrinks, not {mu}")
    algorithm = ec.GA(random)
    algorithm.terminator = lambda **_: False
    algorithm.variator = [ec.variators.uniform_crossover, ec.variators.bit_flip_mutation]
    algorithm.evolve(lambda **_: trial.rng.integers(0, 2, trial.n).tolist(),
                     lambda candidates, **_: trial.evaluate(candidates).tolist(), pop_size=mu,
                     crossover_rate=crossover_rate, mutation_rate=expected_flips / trial.n)
