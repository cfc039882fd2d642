"""The exact mean number of edges of the RB graphs of a dataset.

The number k of cliques and their size s are uniform over the pairs whose product is in range, and
the tightness t is uniform. Given these, constraints fall on ordered pairs of cliques. Each joins a
number of pairs of vertices, without repetition among those on the same ordered pair. Two vertices
of different cliques are not joined if no constraint on their two cliques, in either order, does so.
"""

import itertools
import math
from types import SimpleNamespace

import numpy as np

from memlab.graphs import datasets

POINTS = 100_000      # of the midpoint rule over the tightness


def mean_edges(dataset):
    """Return the mean number of edges over a dataset of RB graphs."""
    family = SimpleNamespace(**datasets.FAMILIES[dataset].keywords)
    low, high = family.tightness
    t = low + (high - low) * (np.arange(POINTS) + 0.5) / POINTS
    means = [edges(k, s, t).mean() for k in range(family.cliques[0], family.cliques[1] + 1)
             for s in range(family.clique_size[0], family.clique_size[1] + 1)
             if family.n[0] <= k * s <= family.n[1]]
    return np.mean(means)


def edges(k, s, t):
    """Return the expected number of edges for k cliques of size s, for each tightness in t."""
    alpha = math.log(s) / math.log(k)
    constraints = np.maximum(0, np.floor(-alpha / np.log1p(-t) * k * math.log(k) - 1))
    joined = np.floor(t * k ** (2 * alpha)) / s**2      # share of the pairs, by one constraint
    chance = 1 / (k * (k - 1))      # that a constraint is on two given cliques in a given order
    apart = np.zeros(len(t))
    for a, b in itertools.product(range(5), repeat=2):      # constraints in either order
        ways = np.ones(len(t))
        for taken in range(a + b):
            ways = ways * np.maximum(0, constraints - taken)
        ways = ways / (math.factorial(a) * math.factorial(b))
        rest = (1 - 2 * chance) ** np.maximum(0, constraints - a - b)
        left = np.maximum(0, 1 - a * joined) * np.maximum(0, 1 - b * joined)
        apart += ways * chance ** (a + b) * rest * left
    return k * s * (s - 1) / 2 + k * (k - 1) / 2 * s**2 * (1 - apart)
