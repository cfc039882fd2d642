"""Algorithm 1 with learning, in which a Lamarckian genome can be given a reserve."""

import numpy as np


def evolve(trial, inherits=1.0, added=0.0, mu=250, lambda_=50, crossover_rate=0.9):
    """Let offspring inherit what they learned with a probability; then add ones to their genomes.

    The ones are drawn uniformly among the zeros: as many as a share `added` of all bits. They come
    after the fitness was measured, so they count for nothing until they are recombined.
    """
    rng, n = trial.rng, trial.n
    genomes = rng.integers(0, 2, (mu, n), dtype="uint8")
    fitness = trial.evaluate(genomes)
    while trial.left >= lambda_:
        first, second = rng.integers(0, mu, (2, lambda_))
        crossed = (rng.random((lambda_, 1)) < crossover_rate) & (rng.random((lambda_, n)) < 0.5)
        born = np.where(crossed, genomes[second], genomes[first])
        born ^= rng.random((lambda_, n)) < 1 / n
        learned, values, _ = trial.local_search(born)
        born = np.where(rng.random((lambda_, 1)) < inherits, learned, born)
        if added:
            order = np.argsort(rng.random((lambda_, n)) + born, axis=1)      # ones come last
            np.put_along_axis(born, order[:, :round(added * n)], 1, axis=1)
        genomes, fitness = np.concatenate([genomes, born]), np.concatenate([fitness, values])
        best = np.lexsort((rng.random(len(fitness)), -fitness))[:mu]
        genomes, fitness = genomes[best], fitness[best]
