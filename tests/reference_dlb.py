"""DeceptiveLeadingBlocks by brute force: every bit string a state, every neighbour looked at.

A bit string is an integer below 2**n; block 0 is its k lowest bits. Nothing is shared with memlab,
and nothing is known here of critical blocks beyond the definition of the fitness.
"""

import functools

import numpy as np
from scipy import linalg


def fitness(x, n, k):
    """The paper's definition: k per leading all-ones block, k-1 minus the ones of the next."""
    for block in range(n // k):
        ones = ((x >> (block * k)) & (2**k - 1)).bit_count()
        if ones < k:
            return k * block + k - 1 - ones
    return n


@functools.cache
def landscape(n, k):
    """Fitness, result and steps of best-improvement hill climbing from every bit string.

    Ties among best neighbours are broken at random in the algorithm; here all of them are followed,
    and it is checked that they agree in the string they end with and in the number of steps.
    """
    value = np.array([fitness(x, n, k) for x in range(2**n)])
    result, steps = np.arange(2**n), np.zeros(2**n, int)
    for x in np.argsort(-value, kind="stable"):
        neighbours = x ^ (1 << np.arange(n))
        best = value[neighbours].max()
        if best > value[x]:
            tied = neighbours[value[neighbours] == best]
            (result[x],), (reached,) = np.unique(result[tied]), np.unique(steps[tied])
            steps[x] = reached + 1
    return value, result, steps


def mutation(parents, n):
    """Probability that standard bit mutation turns each of `parents` into each bit string."""
    distance = np.bitwise_count(np.asarray(parents)[:, None] ^ np.arange(2**n)[None, :])
    return ((1 / n) ** np.arange(n + 1) * (1 - 1 / n) ** np.arange(n, -1, -1))[distance]


def exact(mode, n, k, lb_probability=None, strict=False):
    """Mean and variance of the runtime and mean local-search steps, from the chain on 2**n states.

    Levels of fitness are solved from the best down: an offspring worse than its parent, or not
    better under strict acceptance, leaves the parent where it is.
    """
    value, result, steps = landscape(n, k)
    replaced = {"darwinian": 0.0, "baldwinian": 0.0, "lamarckian": 1.0}.get(mode, lb_probability)
    steps = np.zeros_like(steps) if mode == "darwinian" else steps
    score = value if mode == "darwinian" else value[result]
    time, square, cost = np.zeros((3, 2**n))

    def afterwards(quantity):
        """Its expectation once an individual has, or has not, become what it learned."""
        return (1 - replaced) * quantity + replaced * quantity[result]

    for level in np.unique(score)[::-1][1:]:
        same = np.flatnonzero(score == level)
        states = np.unique(result[same]) if replaced == 1 else same
        chance = mutation(states, n)
        better = np.where(score > level, chance, 0.0)
        stay = np.zeros((len(states), len(states)))
        if not strict:
            if replaced > 0:
                for offspring in same:
                    column = np.searchsorted(states, result[offspring])
                    stay[:, column] += replaced * chance[:, offspring]
            if replaced < 1:
                stay += (1 - replaced) * chance[:, same]
        # What is neither better nor a move within the level repeats the parent: rows sum to one.
        stay[np.diag_indices_from(stay)] = 0.0
        system = linalg.lu_factor(np.diag(better.sum(axis=1) + stay.sum(axis=1)) - stay)
        time[states] = linalg.lu_solve(system, 1 + better @ afterwards(time))
        cost[states] = linalg.lu_solve(system, chance @ steps + better @ afterwards(cost))
        square[states] = linalg.lu_solve(system,
                                         2 * time[states] - 1 + better @ afterwards(square))
    mean = afterwards(time).mean()
    return mean, afterwards(square).mean() - mean**2, (afterwards(cost) + steps).mean()
