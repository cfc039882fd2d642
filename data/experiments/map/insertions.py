"""Algorithm 1 with learning, in which genomes get vertices that learning has not chosen."""

import numpy as np


def evolve(trial, inherits=1, added=0.0, when="stored", reserve="own", price=0, mu=250, lambda_=50,
           crossover_rate=0.9):
    """Let offspring learn and inherit it (1) or not (0), with other vertices in one of two places.

    `added` is a share of all n vertices, drawn uniformly among those that a genome lacks. When
    "stored": the genome gets them after it was judged, and offspring inherit them. When "born": a
    newborn gets them before it learns, and they are forgotten if learning does not keep them.

    Without inheritance, a genome keeps what learning has removed: its reserve. "own": that one.
    "shuffled": as many vertices, drawn again. "frozen": the reserve of its first parent, which is
    the initial genome of the first of its line.

    A step of learning costs `price` evaluations of the budget.
    """
    rng, n = trial.rng, trial.n
    genomes = rng.integers(0, 2, (mu, n), dtype="uint8")
    reserves, fitness, steps = genomes, trial.evaluate(genomes), 0
    while trial.left >= lambda_ + price * steps:
        first, second = rng.integers(0, mu, (2, lambda_))
        crossed = (rng.random((lambda_, 1)) < crossover_rate) & (rng.random((lambda_, n)) < 0.5)
        born = np.where(crossed, genomes[second], genomes[first])
        born ^= rng.random((lambda_, n)) < 1 / n
        if when == "born":
            born = with_more(born, round(added * n), rng)
        learned, values, changes = trial.local_search(born)
        steps += changes.sum()
        kept = {"own": born, "frozen": reserves[first]}.get(reserve, learned)
        new = learned if inherits else learned | kept
        if reserve == "shuffled":
            new = with_more(learned, (born > learned).sum(axis=1, keepdims=True), rng)
        elif when == "stored":
            new = with_more(new, round(added * n), rng)
        genomes, fitness = np.concatenate([genomes, new]), np.concatenate([fitness, values])
        reserves = np.concatenate([reserves, kept])
        best = np.lexsort((rng.random(len(fitness)), -fitness))[:mu]
        genomes, fitness, reserves = genomes[best], fitness[best], reserves[best]


def with_more(genomes, count, rng):
    """Return genomes with `count` more ones, an integer or one for each genome, where they fit."""
    if not np.any(count):
        return genomes
    order = np.argsort(rng.random(genomes.shape) + genomes, axis=1)      # ones come last
    ranks = np.argsort(order, axis=1)
    return genomes | (ranks < count).astype("uint8")
