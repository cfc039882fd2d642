"""Maximum Cut: what is special about its climbs and its representations."""

from collections import Counter

import numpy as np
import pytest
from reference import adjacency, maxcut_fitness
from reference_weighted import WeightedCut
from significance import ERROR_RATE, uniform

import memlab as ml
from memlab.problems.max_cut import lists, rows


@pytest.mark.parametrize("leaves", [253, 254, 255, 256])
def test_counters_are_as_wide_as_the_largest_degree_needs(leaves):
    """A wheel: dense enough for rows; the hub's count takes its least and its largest value."""
    rim = [(v, v % leaves + 1) for v in range(1, leaves + 1)]
    chords = [(v, (v + step - 1) % leaves + 1) for v, _ in rim for step in (2, 3, 4)]
    wheel = ml.Graph.from_edges(leaves + 1, [(0, v) for v, _ in rim] + rim + chords)
    problem = ml.MaxCut(wheel)
    assert isinstance(problem.instance, rows.CutRows)
    assert problem.workspace(1).gains.dtype == (np.int8 if leaves < 255 else np.int16)
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
    assert rows.count_by_rows(problem.instance, workspace, genomes, 0, -1) == (
        maxcut_fitness(adjacency(problem.graph), parent))
    for slot, child in enumerate(children, 1):
        cut = rows.count_by_rows(problem.instance, workspace, genomes, slot, 0)
        counts = workspace.gains[slot].copy()
        assert cut == workspace.cuts[slot] == maxcut_fitness(adjacency(problem.graph), child)
        assert cut == rows.count_by_rows(problem.instance, workspace, genomes, slot, -1)
        assert np.array_equal(counts, workspace.gains[slot])


def test_sparse_graphs_are_kept_as_lists():
    problem = ml.MaxCut(ml.Graph.from_edges(20_000, [(v, v + 1) for v in range(19_999)]))
    assert isinstance(problem.instance, lists.CutLists)
    assert problem.fitness(np.arange(20_000) % 2) == 19_999
    assert problem.local_search(np.zeros(20_000, int)).fitness > 10_000


# ---------------------------------------------------------------------------------------- weights


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
