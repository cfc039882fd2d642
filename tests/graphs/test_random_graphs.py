"""Random graphs whose parameters an experiment gives: each model, and streams that never change."""

import itertools

import networkx
import numpy as np
import pytest
from scipy import stats
from significance import ERROR_RATE

from memlab.graphs.random_graphs import MODELS, ba, er, geometric, planted, regular

SMALL = {"er": {"p": 0.2}, "ba": {"m": 2}, "regular": {"degree": 4}, "geometric": {"radius": 0.3},
         "planted": {"p": 0.4, "size": 12}}
PINNED = {
    "er": "2c4901c0c5c8c6fe70b3333b0448a31d",
    "ba": "cbb782213b8503437899ba2ac8afc573",
    "regular": "6948cdc5bb2dd07d1e31b3f3af9c1992",
    "geometric": "cccc16e4134e9a27c67c15b30ad88236",
    "planted": "64fa2516b32c87aa3cac4777fd7e5c84",
}


@pytest.mark.parametrize("model", MODELS)
def test_graphs_never_change(model):
    graph = MODELS[model](30, **SMALL[model], seed=[7, 3], instance_name="mine")
    assert graph.fingerprint == PINNED[model] and (graph.n, graph.name) == (30, "mine")


@pytest.mark.parametrize("model", MODELS)
def test_a_graph_depends_on_its_seed(model):
    graphs = [MODELS[model](30, **SMALL[model], seed=seed) for seed in (0, [0, 1], [0, 2], 0)]
    assert graphs[0] == graphs[3] and len(set(graphs)) == 3


def test_er_has_each_pair_with_its_probability():
    counts = np.zeros((12, 12))
    for seed in range(2_000):
        u, v = er(12, 0.3, seed=seed).edges.T
        counts[u, v] += 1
    pairs = counts[np.triu_indices(12, 1)]
    statistic = ((pairs - 600) ** 2 / (2_000 * 0.3 * 0.7)).sum()
    assert ERROR_RATE < stats.chi2(66).cdf(statistic) < 1 - ERROR_RATE
    assert er(50, 0).m == 0 and er(50, 1).m == 1225


def test_the_others_are_what_they_are_called():
    assert ba(50, 3, seed=1).m == 3 * 47 and networkx.is_connected(ba(50, 3).to_networkx())
    assert set(regular(50, 7, seed=1).degrees) == {7} and regular(9, 0).m == 0
    graph = planted(60, 0.5, 20, seed=1)
    assert not (graph.edges < 20).all(axis=1).any()
    whole = er(60, 0.5, seed=1)
    assert {*map(tuple, whole.edges)} - {*map(tuple, graph.edges)} == {
        (u, v) for u, v in whole.edges.tolist() if v < 20}


def test_geometric_graphs_have_the_expected_edges_and_triangles():
    """Of two points of the unit square, at most r apart with probability pi r2 - 8/3 r3 + r4/2."""
    r, n, draws = 0.2, 60, 200
    graphs = [geometric(n, r, seed=seed) for seed in range(draws)]
    share = np.pi * r**2 - 8 / 3 * r**3 + r**4 / 2
    edges = np.array([graph.m for graph in graphs])
    error = edges.std() / np.sqrt(draws)
    assert abs(edges.mean() - share * n * (n - 1) / 2) < -stats.norm.ppf(ERROR_RATE) * error
    clustering = [networkx.transitivity(graph.to_networkx()) for graph in graphs[:20]]
    assert min(clustering) > 3 * share      # that of G(n, p) with as many edges


@pytest.mark.parametrize("model, options, message", [
    ("er", {"n": 1, "p": 0.5}, "n must be an integer of at least 2"),
    ("er", {"n": 9, "p": 1.5}, "p must be a number from 0 to 1"),
    ("er", {"n": 10**7, "p": 0.1}, "a graph of 10000000 vertices needs about"),
    ("ba", {"n": 9, "m": 9}, "m must be an integer from 1 to 8"),
    ("regular", {"n": 9, "degree": 3}, "degree must be even for an odd number"),
    ("geometric", {"n": 9, "radius": -1}, "radius must be a finite number of at least 0"),
    ("planted", {"n": 9, "p": 0.5, "size": 10}, "size must be an integer from 0 to 9"),
])
def test_mistakes_are_told(model, options, message):
    with pytest.raises(ValueError, match=message):
        MODELS[model](**options)


def test_models_are_unrelated_at_other_parameters():
    """As an experiment draws them: neither n nor p shares its edges with its neighbour."""
    from memlab.study.sources import GeneratedGraphs

    graphs = [GeneratedGraphs("er", {"n": 60, "p": p}).graph(0, seed=5) for p in (0.3, 0.31, 0.32)]
    for first, second in itertools.combinations(graphs, 2):
        common = len({*map(tuple, first.edges)} & {*map(tuple, second.edges)})
        assert common < 0.5 * first.m      # and not nearly all
