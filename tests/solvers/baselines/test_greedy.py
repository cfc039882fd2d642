"""Greedy solutions against plain networkx, and coin flips against their exact expectation."""

import itertools
import math

import networkx as nx
import numpy as np
import pytest
import reference_greedy as reference
from hypothesis import given, settings
from hypothesis import strategies as st
from significance import ERROR_RATE
from strategies import graphs

import memlab as ml
from memlab.solvers.baselines import coin_flip, greedy

STAR = ml.Graph.from_edges(5, [(0, 1), (0, 2), (0, 3), (0, 4)])
SET, CUT = ml.MaxIndependentSet(STAR), ml.MaxCut(STAR)


def chosen(graph, *arguments, **options):
    """The vertices that `greedy` takes: a set."""
    found = greedy(ml.MaxIndependentSet(graph), *arguments, **options)
    assert found.dtype == np.uint8 and found.shape == (graph.n,)
    return {*np.flatnonzero(found).tolist()}


def sides(solution):
    return dict(enumerate(solution.tolist()))


@settings(max_examples=300, deadline=None)
@given(graphs(max_n=12), st.none() | st.integers(1, 14), st.integers(0, 9))
def test_sets(graph, tries, seed):
    """All orders against the plain ones."""
    plain = graph.to_networkx()
    by_degree = sorted(plain, key=lambda v: (plain.degree(v), v))
    assert chosen(graph, "index", tries) == reference.select(plain, sorted(plain), tries)
    assert chosen(graph, "degree", tries) == reference.select(plain, by_degree, tries)
    assert chosen(graph, "min_degree", tries) == reference.select_by_degree(plain, tries)
    found = chosen(graph, "random", seed=seed)
    assert nx.number_of_edges(plain.subgraph(found)) == 0
    assert all(found.intersection(plain[v]) for v in set(plain) - found)


@settings(max_examples=300, deadline=None)
@given(graphs(max_n=9), graphs(max_n=9, weighted=True))
def test_cuts(plain_graph, weighted):
    for graph in (plain_graph, weighted):
        problem, plain = ml.MaxCut(graph), graph.to_networkx()
        assert sides(greedy(problem, "index")) == reference.place(plain, sorted(plain))
        before, after = coin_flip(problem, seed=3), coin_flip(problem, passes=1, seed=3)
        assert sides(after) == reference.one_pass(plain, sides(before))
        twice = coin_flip(problem, passes=2, seed=3)
        assert sides(twice) == reference.one_pass(plain, sides(after))


def test_passes_end_when_they_change_nothing():
    problem = ml.MaxCut(*ml.datasets.generate("er_small"))
    none, hundred, endless = (coin_flip(problem, passes) for passes in (0, 100, 2**31))
    assert np.array_equal(hundred, endless) and not np.array_equal(none, endless)


def test_empty_and_complete_graphs():
    empty = ml.Graph.from_edges(6, [])
    complete = ml.Graph.from_edges(6, list(itertools.combinations(range(6), 2)))
    for order in ("index", "random", "degree", "min_degree"):
        assert chosen(empty, order) == set(range(6))
        assert len(chosen(complete, order)) == 1
        assert len(chosen(empty, order, tries=2)) == 2
    assert greedy(ml.MaxCut(empty), "index").tolist() == [0] * 6
    assert greedy(ml.MaxCut(complete), "index").tolist() == [0, 1, 0, 1, 0, 1]


def test_coins_are_fair_and_do_not_know_of_each_other():
    graph, = ml.datasets.generate("er_small")
    problem, flips = ml.MaxCut(graph), 400
    values = [problem.fitness(coin_flip(problem, seed=seed)) for seed in range(flips)]
    error = math.sqrt(graph.m / 4 / flips)      # edges are cut pairwise independently
    assert math.erfc(abs(np.mean(values) - graph.m / 2) / error / 2**0.5) > ERROR_RATE
    assert np.var(values) == pytest.approx(graph.m / 4, rel=0.4)


def test_the_same_seed_gives_the_same_solution_and_another_seed_another():
    graph, = ml.datasets.generate("ba_small")
    for problem in (ml.MaxIndependentSet(graph), ml.MaxCut(graph)):
        first, again, other = (greedy(problem, "random", seed=seed) for seed in (1, 1, 2))
        assert np.array_equal(first, again) and not np.array_equal(first, other)


def test_bad_arguments():
    with pytest.raises(TypeError, match="problem must be a MaxIndependentSet or a MaxCut, not"):
        greedy(ml.DeceptiveLeadingBlocks(6, 3))
    with pytest.raises(TypeError, match="problem must be a MaxCut, not MaxIndependentSet"):
        coin_flip(SET)
    with pytest.raises(ValueError, match="order must be one of 'index', 'random', not 'min_deg"):
        greedy(CUT)
    with pytest.raises(ValueError, match="tries must be None for a MaxCut, not 3"):
        greedy(CUT, "index", tries=3)
    with pytest.raises(ValueError, match="tries must be an integer from 1 .*, not 0"):
        greedy(SET, tries=0)
    with pytest.raises(TypeError, match="passes must be an integer of at least 0, not 1.5"):
        coin_flip(CUT, passes=1.5)
    with pytest.raises(ValueError, match="seed must be an integer of at least 0, not -1"):
        greedy(SET, "random", seed=-1)
