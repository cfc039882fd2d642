"""The univariate marginal distribution algorithm."""

import numpy as np


def umda(trial, size=1000, share=0.05):
    """Draw `size` solutions bit by bit, and count the ones of the best `share` of them."""
    ones = np.full(trial.n, 0.5)
    while trial.left:
        population = trial.rng.random((size, trial.n)) < ones
        fitness = trial.evaluate(population)
        ties = trial.rng.random(size)
        best = population[np.lexsort((ties, -fitness))[:round(share * size)]]
        ones = best.mean(axis=0).clip(1 / trial.n, 1 - 1 / trial.n)
