"""Maximum Cut with weights: what is special about its blocks, and what it shares with the other."""

from collections import Counter

import numpy as np
import pytest
from reference_weighted import WeightedCut, weigh
from significance import ERROR_RATE, uniform

import memlab as ml


@pytest.mark.parametrize("n", [1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 513])
def test_gains_and_cuts_are_those_of_the_definition(n):
    """Across the borders of words and blocks, and where the best vertex is the very last."""
    edges = [(v, v + 1) for v in range(n - 1)] + [(0, v) for v in range(2, n)]
    weights = np.arange(len(edges)) ** 2 - 50 * n
    problem = ml.MaxCut(ml.Graph.from_edges(n, np.array(edges, int).reshape(-1, 2),
                                            weights=weights))
    reference, rng = WeightedCut(problem.graph), np.random.default_rng(0)
    for x in rng.integers(0, 2, (10, n)).astype(np.uint8):
        assert problem.fitness(x) == reference.fitness(x)
        optimum = problem.local_search(x)
        assert optimum.fitness == reference.fitness(optimum.solution)
        assert reference.local_search(optimum.solution, rng)[1] == 0


def test_ties_are_broken_among_the_vertices_of_all_blocks():
    """Of a cycle of five over three blocks, any may be first, and any pair the end."""
    cycle = [0, 520, 600, 1030, 1050]
    edges = np.column_stack((cycle, np.roll(cycle, 1)))
    problem = ml.MaxCut(ml.Graph.from_edges(1100, edges, weights=np.full(5, 3)))
    start = np.zeros(1100, np.uint8)
    ends = [tuple(np.flatnonzero(problem.local_search(start, seed).solution))
            for seed in range(500)]
    pairs = Counter(ends)
    assert len(pairs) == 5 and all(len(pair) == 2 for pair in pairs)
    assert uniform([*pairs.values()]) > ERROR_RATE


def test_large_sparse_graphs_are_searched_to_the_end():
    rng = np.random.default_rng(0)
    edges = rng.integers(0, 30_000, (60_000, 2))
    edges = np.unique(np.sort(edges[edges[:, 0] != edges[:, 1]]), axis=0)
    graph = weigh(ml.Graph.from_edges(30_000, edges))
    x = ml.MaxCut(graph).local_search(rng.integers(0, 2, 30_000)).solution
    signs = 1 - 2 * x.astype(np.int64)
    assert (signs * (graph.to_scipy() @ signs)).max() <= 0
