"""Maximum Cut: what is special about its climb and its representations."""

import numpy as np
import pytest
from hypothesis import given
from reference import adjacency, maxcut_fitness
from strategies import graphs

import memlab as ml
from memlab.problems.max_cut import unweighted


@pytest.mark.parametrize("leaves", [253, 254, 255, 256])
def test_counters_are_as_wide_as_the_largest_degree_needs(leaves):
    """A wheel: dense enough for rows; the hub's count takes its least and its largest value."""
    rim = [(v, v % leaves + 1) for v in range(1, leaves + 1)]
    chords = [(v, (v + step - 1) % leaves + 1) for v, _ in rim for step in (2, 3, 4)]
    wheel = ml.Graph.from_edges(leaves + 1, [(0, v) for v, _ in rim] + rim + chords)
    problem = ml.MaxCut(wheel)
    assert isinstance(problem.instance, unweighted.CutRows)
    assert problem.workspace(1).counts.dtype == (np.int8 if leaves < 255 else np.int16)
    hub_alone, nobody = np.zeros((2, leaves + 1), np.uint8)
    hub_alone[0] = 1
    for start in (hub_alone, 1 - hub_alone, nobody, 1 - nobody):
        assert problem.fitness(start) == maxcut_fitness(adjacency(wheel), start)
        optimum = problem.local_search(start, seed=leaves)
        assert optimum.fitness == maxcut_fitness(adjacency(wheel), optimum.solution)
        assert problem.local_search(optimum.solution).steps == 0


@pytest.mark.parametrize("n", [30, 200, 330, 700])
def test_counts_from_a_parent_are_those_counted_anew(n):
    """With 8 bits up to 330 vertices and with 16 beyond, near a parent and far from it."""
    rng = np.random.default_rng(n)
    problem = ml.MaxCut(ml.Graph.from_edges(n, np.argwhere(np.triu(rng.random((n, n)) < 0.4, 1))))
    parent = rng.integers(0, 2, n).astype(np.uint8)
    children = [parent ^ (rng.random(n) < share) for share in (0, 0.05, 0.3, 1)]
    genomes, workspace = problem.pack(np.array([parent, *children])), problem.workspace(5)
    assert unweighted.count_by_rows(problem.instance, workspace, genomes, 0, -1) == (
        maxcut_fitness(adjacency(problem.graph), parent))
    for slot, child in enumerate(children, 1):
        cut = unweighted.count_by_rows(problem.instance, workspace, genomes, slot, 0)
        counts = workspace.counts[slot].copy()
        assert cut == workspace.cuts[slot] == maxcut_fitness(adjacency(problem.graph), child)
        assert cut == unweighted.count_by_rows(problem.instance, workspace, genomes, slot, -1)
        assert np.array_equal(counts, workspace.counts[slot])


def test_sparse_and_large_graphs_are_kept_as_lists():
    path = ml.Graph.from_edges(20_000, [(v, v + 1) for v in range(19_999)])
    cycle = ml.Graph.from_edges(50, [(v, (v + 1) % 50) for v in range(50)])
    assert isinstance(ml.MaxCut(cycle).instance, unweighted.CutLists)
    problem = ml.MaxCut(path)
    assert isinstance(problem.instance, unweighted.CutLists)
    assert problem.fitness(np.arange(20_000) % 2) == 19_999
    assert problem.local_search(np.zeros(20_000, int)).fitness > 10_000


@given(graphs(max_n=40))
def test_even_degrees_come_first_and_odd_ones_begin_a_word(graph):
    positions, odd_word = unweighted.even_degrees_first(graph.degrees)
    assert len(set(positions.tolist())) == graph.n
    assert ((positions >= 64 * odd_word) == (graph.degrees % 2 == 1)).all()
    evens = np.count_nonzero(graph.degrees % 2 == 0)
    assert sorted(positions[graph.degrees % 2 == 0]) == list(range(evens))
    assert odd_word == -(-evens // 64)
