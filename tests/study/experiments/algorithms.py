"""Algorithms of one's own."""

import numpy as np


def umda(trial, mu=10, size=20):
    """The univariate marginal distribution algorithm."""
    share = np.full(trial.n, 0.5)
    while trial.left:
        population = trial.rng.random((size, trial.n)) < share
        best = np.argsort(-trial.evaluate(population), kind="stable")[:mu]
        share = population[best].mean(axis=0).clip(1 / trial.n, 1 - 1 / trial.n)


def searches(trial, depth=3):
    while trial.left:
        trial.local_search(trial.rng.integers(0, 2, (5, trial.n)), learning_depth=depth)
