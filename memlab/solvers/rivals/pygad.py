"""The genetic algorithm of PyGAD."""

import logging

import numpy as np

from ...support.extras import need


def pygad_ga(trial, mu=10, crossover_rate=1.0, expected_flips=1.0, tournament_size=3):
    """Run PyGAD's genetic algorithm: mu offspring of winners of tournaments replace their parents.

    What had to be set, and what PyGAD 3.9.2 does otherwise:

    - the mutation flips each bit with its probability, or exactly a tenth of all genes change;
    - genes are of the space [0, 1], or a mutation adds a number;
    - parents are drawn by tournaments, or the best are taken one after the other;
    - the crossover is a function: uniform, of neighbouring parents, as PyGAD's, but with a
      probability. ``crossover_probability`` is the probability that a *parent* may take part: 0.5
      with ten parents crosses 999 of 1,000 offspring. Without a crossover, an elite replaces all
      selected parents;
    - no elite is kept, since copies of it would not be evaluated.

    Without crossover, this is our Darwinian mode with as many offspring as parents,
    ``survivors="comma"`` and tournaments of this size.

    Parameters
    ----------
    trial : Trial
        The run.
    mu : int
        The size of the population.
    crossover_rate : float
        The probability that an offspring is crossed.
    expected_flips : float
        The expected number of flipped bits of an offspring.
    tournament_size : int
        Number of individuals of whom the best becomes a parent.

    Raises
    ------
    ImportError
        If PyGAD is not installed.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.run(ml.DeceptiveLeadingBlocks(4, 2), pygad_ga, budget=215).evaluations
    215
    """
    pygad = need("pygad_ga", "pygad", "libraries")

    def cross(parents, size, _):
        chosen = trial.rng.random((len(parents), 1)) < crossover_rate
        taken = chosen & (trial.rng.random(size) < 0.5)
        return np.where(taken, np.roll(parents, -1, axis=0), parents)

    silent = logging.getLogger(__name__)      # it would report the end of the budget as an error
    silent.disabled = True
    pygad.GA(num_generations=trial.left, sol_per_pop=mu, num_parents_mating=mu, num_genes=trial.n,
             gene_space=[0, 1], gene_type=int, fitness_func=lambda _, x, __: trial.evaluate(x),
             parent_selection_type="tournament", K_tournament=tournament_size, keep_parents=0,
             keep_elitism=0, crossover_type=cross, mutation_probability=expected_flips / trial.n,
             random_seed=int(trial.rng.integers(2**32)), logger=silent).run()
