"""A greedy (2+1) GA: uniform crossover of the fittest, then standard mutation."""


def greedy_ga(trial, rate=1.0):
    """Keep the best two of three; at equal fitness, rather two that differ.

    The parents are drawn from the fittest only, so both are the same one if its fitness is alone.
    """
    rng, n = trial.rng, trial.n
    parents = [*rng.integers(0, 2, (2, n), dtype="uint8")]
    fitness = [trial.evaluate(x) for x in parents]
    while trial.left:
        fittest = [x for x, value in zip(parents, fitness, strict=True) if value == max(fitness)]
        first, second = (fittest[i] for i in rng.integers(0, len(fittest), 2))
        flips = rng.random(n) < rate / n
        child = (first ^ ((first ^ second) & rng.integers(0, 2, n, dtype="uint8"))) ^ flips
        value, worst = trial.evaluate(child), min(fitness)
        if value < worst or any((child == x).all() for x in parents):
            continue      # it is worse than both, or the copy of one
        tied = [i for i in (0, 1) if fitness[i] == worst]
        place = tied[rng.integers(len(tied))]
        parents[place], fitness[place] = child, value
