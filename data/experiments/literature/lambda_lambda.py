"""The (1+(lambda,lambda)) GA, with a lambda that is static or follows the one-fifth rule."""

import numpy as np


def ga(trial, size=1, strength=1.5):
    """Mutate at rate lambda/n, all alike in the number of flips; cross with bias 1/lambda.

    After a success lambda is divided by `strength`, and else multiplied by its fourth root; with 1
    it stays `size`.
    """
    rng, n, lambda_ = trial.rng, trial.n, float(size)
    x = rng.integers(0, 2, n, dtype="uint8")
    fitness = trial.evaluate(x)
    while trial.left:
        born = round(lambda_)
        flips = rng.binomial(n, lambda_ / n)
        mutants = np.repeat(x[None], born, axis=0)
        for mutant in mutants:
            mutant[rng.choice(n, flips, replace=False)] ^= 1
        best = mutants[trial.evaluate(mutants).argmax()]
        taken = rng.random((born, n)) < 1 / lambda_
        children = np.where(taken, best, x)
        values = trial.evaluate(children)
        value = values.max()
        success = value > fitness
        if value >= fitness:
            x, fitness = children[values.argmax()], value
        lambda_ = min(max(lambda_ / strength if success else lambda_ * strength**0.25, 1), n)
