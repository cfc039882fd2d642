"""Maximum Independent Set: what is special about its repair and its representations."""

import numpy as np
import pytest

import memlab as ml
from memlab.problems.independent_set import repair


@pytest.mark.parametrize(("degree", "dtype"), [(254, np.uint8), (255, np.uint16)])
def test_counters_are_as_wide_as_the_largest_degree_needs(degree, dtype):
    star = ml.Graph.from_edges(degree + 1, [(0, v) for v in range(1, degree + 1)])
    problem = ml.MaxIndependentSet(star)
    assert problem.workspace(1).counts.dtype == dtype
    everything = np.ones(degree + 1, np.uint8)
    assert problem.fitness(everything) == -degree
    optimum = problem.local_search(everything)
    assert (optimum.fitness, optimum.steps, optimum.solution[0]) == (degree, 1, 0)


@pytest.mark.parametrize("n", [30, 300])
def test_a_child_is_counted_from_its_parent(n):
    rng = np.random.default_rng(n)
    graph = ml.Graph.from_edges(n, np.argwhere(np.triu(rng.random((n, n)) < 0.3, 1)))
    problem, parent = ml.MaxIndependentSet(graph), rng.integers(0, 2, n).astype(np.uint8)
    children = [parent ^ (rng.random(n) < share) for share in (0, 0.02, 0.1, 0.3)]
    genomes = problem.pack(np.array([parent, *children]))
    for instance, workspace in (
            (problem.instance, problem.workspace(5)),
            (repair.SetLists(graph.indptr, graph.indices),
             repair.lists_workspace(graph.degrees, 5))):
        assert repair.count_set(instance, workspace, genomes, 0) == problem.recount(parent)
        for slot, child in enumerate(children, 1):
            distance = np.count_nonzero(child != parent)
            assert repair.count_change(instance, workspace, genomes, slot, 0, distance) == (
                problem.recount(child))
            assert workspace.sizes[slot] == child.sum()


def test_large_graphs_are_kept_as_lists():
    path = ml.Graph.from_edges(20_000, [(v, v + 1) for v in range(19_999)])
    problem = ml.MaxIndependentSet(path)
    assert isinstance(problem.instance, repair.SetLists)
    assert problem.fitness(np.arange(20_000) % 2) == 10_000
