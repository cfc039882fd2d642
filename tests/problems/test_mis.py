"""Maximum Independent Set: what is special about its searches and its representations."""

import numpy as np
import pytest
from hypothesis import given
from prepared import REPRESENTATIONS, Prepared, every_solution
from reference import adjacency
from reference_sets import set_choices
from strategies import graphs

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
        assert repair.count_edges(instance, workspace, genomes, 0, -1, 0) == problem.recount(parent)
        for slot, child in enumerate(children, 1):
            distance = np.count_nonzero(child != parent)
            assert repair.count_edges(instance, workspace, genomes, slot, 0, distance) == (
                problem.recount(child))
            assert workspace.sizes[slot] == child.sum()


def test_large_graphs_are_kept_as_lists_and_sparse_ones_searched_so():
    path = ml.Graph.from_edges(20_000, [(v, v + 1) for v in range(19_999)])
    problem = ml.MaxIndependentSet(path)
    assert isinstance(problem.instance, repair.SetLists)
    dense, sparse = ml.datasets.generate("er_small")[0], ml.datasets.generate("ba_small")[0]
    for graph, kind in (dense, repair.SetRows), (sparse, repair.SetLists), (path, repair.SetLists):
        assert isinstance(ml.MaxIndependentSet(graph, "swap").instance.graph, kind)
    assert problem.fitness(np.arange(20_000) % 2) == 10_000


# ------------------------------------------------------------------------ augmentation and swaps


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@given(graph=graphs(max_n=8))
def test_no_pair_of_vertices_can_replace_one(representation, graph):
    solutions, dense = every_solution(graph.n), adjacency(graph).toarray()
    for kind, swaps in (("augment", False), ("swap", True)):
        sets, fitness, steps = Prepared(kind, graph, representation).local_search(solutions)
        assert np.array_equal(fitness, sets.sum(axis=1))
        assert (steps >= (sets != solutions).sum(axis=1)).all()
        assert ((steps == 0) == (sets == solutions).all(axis=1)).all()
        for optimum in np.unique(sets, axis=0):
            assert (dense[optimum == 1][:, optimum == 1] == 0).all()
            assert set_choices(dense, tuple(optimum.tolist()), swaps) == []


def test_a_large_sparse_graph_is_searched_to_the_end():
    edges = np.random.default_rng(0).integers(0, 20_000, (40_000, 2))
    edges = np.unique(np.sort(edges[edges[:, 0] != edges[:, 1]]), axis=0)
    graph = ml.Graph.from_edges(20_000, edges)
    problem, matrix = ml.MaxIndependentSet(graph, "swap"), adjacency(graph)
    start = np.random.default_rng(1).integers(0, 2, 20_000)
    x = problem.local_search(start).solution.astype(np.int64)
    tightness = matrix @ x
    assert not (tightness * x).any() and ((tightness > 0) | (x == 1)).all()
    one_tight = tightness == 1
    assert one_tight.sum() > 1000
    for member in np.flatnonzero(x):
        neighbours = graph.indices[graph.indptr[member]:graph.indptr[member + 1]]
        beside = neighbours[one_tight[neighbours]]
        pairs = matrix[beside][:, beside]
        assert pairs.sum() == len(beside) * (len(beside) - 1)
