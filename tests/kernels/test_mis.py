"""Maximum Independent Set: every solution of every small graph, in every representation."""

import numpy as np
import pytest
from hypothesis import given
from prepared import REPRESENTATIONS, Prepared, every_solution
from reference import adjacency, mis_fitness, outcomes, repair_choices
from strategies import graphs

import memlab as ml
from memlab.kernels import mis

ALL = pytest.mark.parametrize("representation", REPRESENTATIONS)


@ALL
@given(graph=graphs(max_n=10))
def test_fitness_of_every_solution(representation, graph):
    solutions, matrix = every_solution(graph.n), adjacency(graph)
    expected = [mis_fitness(matrix, x) for x in solutions]
    assert Prepared("mis", graph, representation).fitness(solutions).tolist() == expected


@ALL
@given(graph=graphs(max_n=10))
def test_repair_ends_in_an_independent_subset_and_is_idempotent(representation, graph):
    prepared, solutions = Prepared("mis", graph, representation), every_solution(graph.n)
    dense = adjacency(graph).toarray()
    sets, fitness, steps = prepared.local_search(solutions)
    assert ((sets @ dense) * sets == 0).all()
    assert (sets <= solutions).all()
    assert np.array_equal(fitness, sets.sum(axis=1))
    assert np.array_equal(steps, solutions.sum(axis=1) - fitness)
    again, fitness_again, no_steps = prepared.local_search(sets)
    assert np.array_equal(again, sets) and np.array_equal(fitness_again, fitness)
    assert not no_steps.any()


@ALL
@given(graph=graphs(max_n=6))
def test_repair_removes_what_the_rule_could_remove(representation, graph):
    solutions, dense = every_solution(graph.n), adjacency(graph).toarray()
    sets, _, steps = Prepared("mis", graph, representation).local_search(solutions)
    for x, optimum, taken in zip(solutions.tolist(), sets.tolist(), steps, strict=True):
        possible = outcomes(lambda state: repair_choices(dense, state), tuple(x))
        assert (tuple(optimum), taken) in possible


@pytest.mark.parametrize(("degree", "dtype"), [(254, np.uint8), (255, np.uint16)])
def test_counters_are_as_wide_as_the_largest_degree_needs(degree, dtype):
    star = ml.Graph.from_edges(degree + 1, [(0, v) for v in range(1, degree + 1)])
    problem = ml.MaxIndependentSet(star)
    assert problem.memory(1).counts.dtype == dtype
    everything = np.ones(degree + 1, np.uint8)
    assert problem.fitness(everything) == -degree
    optimum = problem.local_search(everything)
    assert (optimum.fitness, optimum.steps, optimum.solution[0]) == (degree, 1, 0)


def test_large_graphs_are_kept_as_lists():
    path = ml.Graph.from_edges(20_000, [(v, v + 1) for v in range(19_999)])
    problem = ml.MaxIndependentSet(path)
    assert isinstance(problem.instance, mis.SetLists)
    assert problem.fitness(np.arange(20_000) % 2) == 10_000
