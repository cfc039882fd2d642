"""Random graphs whose parameters an experiment gives: each model, and streams that never change."""


import networkx
import pytest

from memlab.graphs.random_graphs import MODELS, ba, er, planted, regular

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


def test_the_others_are_what_they_are_called():
    assert ba(50, 3, seed=1).m == 3 * 47 and networkx.is_connected(ba(50, 3).to_networkx())
    assert set(regular(50, 7, seed=1).degrees) == {7} and regular(9, 0).m == 0
    graph = planted(60, 0.5, 20, seed=1)
    assert not (graph.edges < 20).all(axis=1).any()
    whole = er(60, 0.5, seed=1)
    assert {*map(tuple, whole.edges)} - {*map(tuple, graph.edges)} == {
        (u, v) for u, v in whole.edges.tolist() if v < 20}


@pytest.mark.parametrize("model, options, message", [
    ("er", {"n": 9, "p": 1.5}, "p must be a number from 0 to 1"),
    ("er", {"n": 10**7, "p": 0.1}, "a graph of 10000000 vertices needs about"),
    ("ba", {"n": 9, "m": 9}, "m must be an integer from 1 to 8"),
    ("regular", {"n": 9, "degree": 3}, "degree must be even for an odd number"),
])
def test_mistakes_are_told(model, options, message):
    with pytest.raises(ValueError, match=message):
        MODELS[model](**options)
