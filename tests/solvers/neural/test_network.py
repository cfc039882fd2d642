"""Networks in plain NumPy: what came with memlab, what it decodes, and what it refuses."""

import dataclasses

import networkx as nx
import numpy as np
import pytest
import reference_greedy as reference
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import graphs

import memlab as ml
from memlab.solvers.neural import NETWORKS, VARIANTS, layers, load, threshold
from memlab.solvers.neural.network import probabilities
from memlab.support.names import DATASETS, GRAPH_PROBLEMS
from memlab.support.paths import data

FOLDER = data("networks")
SHIPPED = sorted(path.stem for path in FOLDER.glob("*.npz"))
SETS = {variant: load("gin", "mis", "er_small", variant) for variant in VARIANTS}
CUTS = load("gin", "maxcut", "er_small")
SMALL = [name for name in DATASETS if name.endswith("small")]


def noisy(kind, variant="repaired"):
    """A network with random weights, which no training has made meek."""
    network, rng = load(kind, "mis", "er_small", variant), np.random.default_rng(0)
    return dataclasses.replace(network, weights={
        name: 0.1 * rng.standard_normal(value.shape) for name, value in network.weights.items()})


# What came with memlab

def test_networks_came_for_every_problem_dataset_and_variant():
    wanted = {"-".join(names) for names in [
        *((network, problem, dataset, variant) for network in NETWORKS for problem in GRAPH_PROBLEMS
          for dataset in DATASETS for variant in ("published", "repaired")),
        *((network, "mis", dataset, "normed") for network in NETWORKS for dataset in SMALL)]}
    assert set(SHIPPED) == wanted


@pytest.mark.parametrize("name", SHIPPED)
def test_logits_are_those_that_jax_computes_and_sets_are_independent(name):
    network = load(*name.split("-"))
    graph, = ml.datasets.generate(network.dataset, split="validation")
    logits, probe = network(graph), np.array(network.about["probe"])
    assert logits.dtype == np.float64 and logits.shape == (graph.n,)
    scale = max(1.0, np.abs(probe).max())
    assert np.abs(logits[:len(probe)] - probe).max() < 1e-5 * scale
    problem = ml.MaxIndependentSet if network.problem == "mis" else ml.MaxCut
    assert problem(graph).is_feasible(network.decode(graph))


# Layers

@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kind", NETWORKS)
def test_logits_move_with_the_vertices(kind, variant):
    graph, = ml.datasets.generate("er_small", split="validation")
    network = noisy(kind, variant)
    places = np.random.default_rng(0).permutation(graph.n)
    moved = ml.Graph.from_edges(graph.n, places[graph.edges])
    assert network(moved)[places] == pytest.approx(network(graph), rel=1e-9, abs=1e-9)


def test_features_are_what_networkx_counts():
    plain = nx.gnp_random_graph(40, 0.3, seed=1)
    found = layers.features(ml.Graph.from_networkx(plain))
    wanted = [(d, nx.clustering(plain, v), nx.triangles(plain, v)) for v, d in plain.degree]
    assert found == pytest.approx(np.array(wanted, float))


@pytest.mark.parametrize("kind", NETWORKS)
def test_what_a_vertex_sees_of_the_others(kind):
    """A triangle with a tail, and a second component: whose logits change with it?"""
    edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]
    one = ml.Graph.from_edges(9, [*edges, (5, 6), (6, 7), (7, 8)])
    other = ml.Graph.from_edges(9, [*edges, (5, 6), (6, 7), (7, 8), (8, 5), (5, 7)])
    network = noisy(kind)
    same = np.isclose(network(one)[:5], network(other)[:5], rtol=1e-9)
    assert same.all() if kind in ("gin", "mlp") else not same.any()
    # vertices 0 and 5 of the same degree: neighbours tell them apart, their own features do not
    tail = ml.Graph.from_edges(6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
    logits = network(tail)
    assert (abs(logits[1] - logits[2]) < 1e-9) == (kind in ("mlp", "deepsets"))


@pytest.mark.parametrize("normed", [False, True])
def test_a_block_of_gin_is_what_it_says(normed):
    """By loops, a vertex at a time."""
    graph, = ml.datasets.generate("ba_small", split="validation")
    network = noisy("gin", "repaired" if normed else "published")
    w = {name: value.astype(float) for name, value in network.weights.items()}
    norm = lambda h: (h - h.mean()) / np.sqrt(h.var() + 1e-5)      # noqa: E731
    linear = lambda name, h: h @ w[f"{name}.matrix"] + w[f"{name}.shift"]      # noqa: E731
    inputs = (layers.features(graph) - network.mean) / network.deviation
    hidden, neighbours = [linear("in", x) for x in inputs], graph.to_networkx().adj
    for block in range(layers.BLOCKS["gin"]):
        own = hidden if normed else [norm(h) for h in hidden]
        seen = [(1 + w[f"{block}.weight"]) * own[v] + sum(own[u] for u in neighbours[v])
                for v in range(graph.n)]
        seen = [norm(h) for h in seen] if normed else seen
        hidden = [h + linear(f"{block}.second", np.maximum(linear(f"{block}.first", s), 0))
                  for h, s in zip(hidden, seen, strict=True)]
    wanted = [linear("out", norm(h) if normed else h)[0] for h in hidden]
    assert network(graph) == pytest.approx(np.array(wanted), rel=1e-9)


# Decoders

@settings(max_examples=300, deadline=None)
@given(graphs(max_n=12), st.integers(0, 99), st.sampled_from([0.0, 0.5, 1.0]))
def test_any_logits_give_the_set_of_the_plain_decoder(graph, seed, step):
    """With many ties, and with logits beyond float32's reach."""
    rng, plain = np.random.default_rng(seed), graph.to_networkx()
    logits = 40 * rng.standard_normal(graph.n)
    logits = np.round(logits / step) * step if step else logits
    keys = {"published": probabilities(logits), "repaired": logits}
    for variant, key in keys.items():
        found = SETS[variant].decode(graph, logits)
        order = sorted(plain, key=lambda v: (-key[v], v))
        assert {*np.flatnonzero(found)} == reference.select(plain, order)
        assert ml.MaxIndependentSet(graph).is_feasible(found)
    assert CUTS.decode(graph, logits).tolist() == (logits > 0).tolist()


def test_the_published_decoder_stops_after_300_and_ties_where_float32_does():
    graph = ml.Graph.from_edges(400, [(0, 399)])
    falling = -np.arange(400.0)
    assert SETS["published"].decode(graph, falling).sum() == 300
    assert SETS["repaired"].decode(graph, falling).sum() == 399
    high = np.linspace(18, 60, 400)      # each of them is probability 1
    assert (probabilities(high) == 1).all() and probabilities(np.array([16.0])) < 1
    assert SETS["published"].decode(graph, high)[[0, 399]].tolist() == [1, 0]
    assert SETS["repaired"].decode(graph, high)[[0, 399]].tolist() == [0, 1]


# Bad input

def test_unknown_names():
    for names, words in [
            (("gcn", "mis", "er_small"), "network must be one of 'gin', 'gt', 'mlp', 'deepsets', "
                                         "not 'gcn'"),
            (("gin", "dlb", "er_small"), "problem must be one of 'mis', 'maxcut', not 'dlb'"),
            (("gin", "mis", "er"), "dataset must be one of 'er_small', .*, not 'er'"),
            (("gin", "mis", "er_small", "best"), "variant must be one of 'publish.*not 'best'")]:
        with pytest.raises(ValueError, match=words):
            load(*names)
    with pytest.raises(FileNotFoundError, match="memlab has no network gin-maxcut-er_small-normed"):
        load("gin", "maxcut", "er_small", "normed")


def test_graphs_without_edges_and_no_graphs():
    network = load("gin", "mis", "er_small")
    with pytest.raises(ValueError, match="graph must have edges for a network to go by"):
        network(ml.Graph.from_edges(3, []))
    with pytest.raises(TypeError, match="graph must be a Graph, not MaxIndependentSet"):
        network(ml.MaxIndependentSet(ml.Graph.from_edges(2, [(0, 1)])))


# The published loss

def published_loss(graph, p, beta):
    """The loss as GraphBench writes it down: sums over ordered pairs."""
    near = graph.to_scipy().toarray()
    pairs = np.outer(p, p) * (1 - np.eye(graph.n))
    return graph.n * np.where(near, beta * pairs, -pairs).sum()


@settings(max_examples=200, deadline=None)
@given(graphs(min_n=2, max_n=12), st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.5, 10.0]),
       st.integers(0, 9))
def test_the_lemma(graph, beta, seed):
    """All-ones is a strict local minimum exactly where each degree is below (n - 1)/(1 + beta)."""
    n, ones = graph.n, np.ones(graph.n)
    loss = lambda p: published_loss(graph, p, beta)      # noqa: E731
    slopes = np.array([(loss(ones) - loss(ones - one / 1e3)) * 1e3 for one in np.eye(n)])
    # linear in each variable: a difference of any length is the derivative
    assert slopes == pytest.approx(2 * n * ((1 + beta) * graph.degrees - (n - 1)), abs=1e-6 * n**2)
    margins = (n - 1) / (1 + beta) - graph.degrees
    assume(np.abs(margins).min() > 1e-9)
    assert (margins > 0).all() == (beta < threshold(graph))
    if (margins > 0).all():      # every way into the cube goes up, for a while
        ways = np.random.default_rng(seed).random((50, n)) * margins.min() / n
        assert all(loss(ones - way) > loss(ones) for way in ways)
    else:            # one that does not
        leaves = np.eye(n)[int(graph.degrees.argmax())]
        assert all(loss(ones - way * leaves) < loss(ones) for way in (1e-3, 0.5, 1.0))
