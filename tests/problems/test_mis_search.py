"""Independent sets beyond the repair: what is special about augmentation and swaps."""

import numpy as np
import pytest
from hypothesis import given
from prepared import REPRESENTATIONS, Prepared, every_solution
from reference import adjacency
from reference_sets import set_choices
from strategies import graphs

import memlab as ml
from memlab.problems.independent_set import repair


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


def test_sparse_and_large_graphs_are_searched_as_lists():
    dense, sparse = ml.datasets.generate("er_small")[0], ml.datasets.generate("ba_small")[0]
    large = ml.Graph.from_edges(17_000, [(0, v) for v in range(1, 17_000)])
    forms = (dense, repair.SetRows), (sparse, repair.SetLists), (large, repair.SetLists)
    for graph, kind in forms:
        for search in ("augment", "swap"):
            instance = ml.MaxIndependentSet(graph, search).instance
            assert isinstance(instance.graph, kind) and instance.swaps == (search == "swap")
    assert isinstance(ml.MaxIndependentSet(sparse).instance, repair.SetRows)


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
