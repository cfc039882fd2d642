"""The published loss of independent sets: all-ones is a trap wherever degrees are small enough."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import graphs

import memlab as ml
from memlab.solvers.neural import threshold
from memlab.solvers.neural.losses import LOSSES, published_set, repaired_set
from memlab.support.names import DATASETS


def matrix(graph):
    return graph.to_scipy().toarray().astype(float)


def plain(graph, p, beta):
    """The loss as GraphBench writes it down: sums over ordered pairs."""
    n, total = graph.n, 0.0
    neighbours = graph.to_networkx().adj
    for i in range(n):
        for j in range(n):
            if i != j:
                total += (beta if j in neighbours[i] else -1) * p[i] * p[j]
    return n * total


@settings(max_examples=100, deadline=None)
@given(graphs(max_n=7), st.floats(0, 20), st.integers(0, 9))
def test_the_loss_is_the_published_one(graph, beta, seed):
    p = np.random.default_rng(seed).random(graph.n)
    assert published_set(p, matrix(graph), graph.n, beta) == pytest.approx(plain(graph, p, beta))


@settings(max_examples=200, deadline=None)
@given(graphs(min_n=2, max_n=12), st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.5, 10.0]),
       st.integers(0, 9))
def test_the_lemma(graph, beta, seed):
    """All-ones is a strict local minimum exactly where each degree is below (n - 1)/(1 + beta)."""
    n, a = graph.n, matrix(graph)
    loss = lambda p: published_set(p, a, n, beta)      # noqa: E731
    ones, step = np.ones(n), 1e-3
    slopes = np.array([(loss(ones) - loss(ones - step * one)) / step for one in np.eye(n)])
    # linear in each variable: a difference of any length is the derivative
    assert slopes == pytest.approx(2 * n * ((1 + beta) * graph.degrees - (n - 1)), abs=1e-6 * n**2)
    margins = (n - 1) / (1 + beta) - graph.degrees
    assume(np.abs(margins).min() > 1e-9)
    trapped = bool((margins > 0).all())
    assert trapped == (beta < threshold(graph))
    if trapped:      # every way into the cube goes up, for a while
        ways = np.random.default_rng(seed).random((50, n)) * margins.min() / n
        assert all(loss(ones - way) > loss(ones) for way in ways)
    else:            # one that does not
        leaves = np.eye(n)[int(graph.degrees.argmax())]
        assert all(loss(ones - way * leaves) < loss(ones) for way in (1e-3, 0.5, 1.0))


@pytest.mark.parametrize("name", DATASETS)
def test_every_graph_of_the_study_is_trapped_at_beta_one(name):
    graphs = ml.datasets.generate(name, count=20, split="test")
    assert min(map(threshold, graphs)) > 1


def test_an_edgeless_graph_is_trapped_at_any_beta():
    assert threshold(ml.Graph.from_edges(3, [])) == np.inf


@settings(max_examples=50, deadline=None)
@given(graphs(min_n=2, max_n=8), st.integers(0, 9))
def test_at_zero_and_one_losses_count(graph, seed):
    assume(graph.m > 0)
    a, x = matrix(graph), np.random.default_rng(seed).integers(0, 2, graph.n)
    inside = int(x @ a @ x) // 2
    assert repaired_set(x, a, graph.n) * graph.n == pytest.approx(inside - x.sum())
    cut = ml.MaxCut(graph).fitness(x)
    assert LOSSES["maxcut", "published"](x, a, graph.n) == 2 * (graph.m - 2 * cut)
    assert LOSSES["maxcut", "repaired"](x, a, graph.n) == pytest.approx(1 - 2 * cut / graph.m)
