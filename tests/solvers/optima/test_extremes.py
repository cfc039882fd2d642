"""Graphs at the edges of what there is: no edges, all edges, huge weights, many vertices."""

import numpy as np
import pytest

import memlab as ml


def complete(n, weight=1):
    edges = np.argwhere(np.triu(np.ones((n, n), bool), 1))
    return ml.Graph.from_edges(n, edges, weights=np.full(len(edges), weight))


@pytest.mark.parametrize("method", ["auto", "search"])
def test_graphs_without_edges_and_complete_graphs_are_proved(method):
    for n in (1, 2, 40):
        empty = ml.Graph.from_edges(n, [])
        assert ml.optima.solve(ml.MaxIndependentSet(empty), 60, method).value == n
        assert ml.optima.solve(ml.MaxCut(empty), 60, method).upper_bound == 0
        full = ml.optima.solve(ml.MaxIndependentSet(complete(n)), 60, method)
        assert full.proved and full.value == 1


@pytest.mark.parametrize("weight", [1, 2**34, -(2**34)])
def test_small_complete_graphs_of_any_weight_are_cut_and_proved(weight):
    found = ml.optima.solve(ml.MaxCut(complete(9, weight)))
    assert found.proved and found.value == max(0, 20 * weight)


def test_what_can_be_cut_whole_is_proved_at_once():
    rng = np.random.default_rng(0)
    edges = rng.integers((0, 500), (500, 1_000), (20_000, 2))
    graph = ml.Graph.from_edges(1_000, np.unique(edges, axis=0))
    found = ml.optima.solve(ml.MaxCut(graph))
    assert found.proved and found.value == graph.m and found.found_by == "two-colouring"
    signed = ml.Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)], weights=[5, 7, -2])
    found = ml.optima.solve(ml.MaxCut(signed))
    assert found.proved and found.value == 12 and found.found_by == "two-colouring"
