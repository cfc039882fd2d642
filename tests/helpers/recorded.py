"""A run whose engine writes down how each offspring comes about."""

import numpy as np

from memlab.kernels.variation import Births


def with_births(state):
    """The state of a run with room for births, in ``state.population.births``."""
    slots, words = state.population.genomes.shape
    births = Births(np.zeros((slots, 2), np.int64), np.zeros((slots, words), np.uint64),
                    np.zeros((slots, words), np.uint64))
    return state._replace(population=state.population._replace(births=births))
