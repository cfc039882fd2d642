"""Cheap features of a graph that predict the scores of runs on it, long before any run.

All features together take some per cent of the time of a mean run. They depend on the graph alone,
up to its name: the vertices are numbered anew, at random, before anything is computed, so that the
order in which a generator or a file numbers them has no effect. The random numbers belong to the
definition: every graph has the same `SEED`, and the means over datasets
(`memlab.paper.dataset_means`) hold for this seed only.
"""


import numpy as np

from ..evolution.evolution import Evolution
from ..graphs.graph import Graph
from ..problems import MaxCut, MaxIndependentSet
from ..solvers.baselines import greedy

SEED = 2026
SEARCHES = 20      # local searches from random points
FEATURES = ("n", "m", "root", "turan", "leaves", "greedy", "greedy_static", "mean_sets",
            "mean_cuts", "best_cuts")


def features(graph):
    """Return the features of a graph.

    Parameters
    ----------
    graph : Graph

    Returns
    -------
    ndarray of float64, shape (10,)
        In the order of `FEATURES`: numbers of vertices and edges, n and m; root, the square root of
        n m; turan, the sum of 1 / (degree + 1) over the vertices; leaves, the number of vertices
        with at most two neighbours; sizes of greedy independent sets, by degree in the graph that
        is left (greedy) and in the whole graph (greedy_static); means of twenty local searches from
        random points, for sets and for cuts, and the best of these cuts.

    Examples
    --------
    >>> import memlab as ml
    >>> dict(zip(FEATURES, features(ml.datasets.graph("ba_small")).round(1).tolist()))["greedy"]
    161.0
    """
    degrees = graph.degrees
    numbers = np.random.default_rng([SEED, graph.n, graph.m]).permutation(graph.n)
    graph = Graph.from_edges(graph.n, numbers[graph.edges])
    sets, cuts = MaxIndependentSet(graph), MaxCut(graph)
    learned = [Evolution(problem, "lamarckian", mu=SEARCHES, lambda_=1, budget=SEARCHES, seed=SEED,
                         initial="learned", trace=False).fitness for problem in (sets, cuts)]
    return np.array([
        graph.n, graph.m, np.sqrt(graph.n * graph.m), (1 / (degrees + 1)).sum(),
        (degrees <= 2).sum(), greedy(sets, order="min_degree").sum(),
        greedy(sets, order="degree").sum(), learned[0].mean(), learned[1].mean(),
        learned[1].max()], float)
