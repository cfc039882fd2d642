"""All searches on every small graph, on special graphs, and on graphs of all six families.

Fitness is held against its definition, a local search against its rule: against all courses that
the rule allows, then against their exact probabilities, then, on graphs too large for that, against
the slow version in distribution.
"""

import functools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from prepared import CASES, Prepared, every_solution
from reference import Reference, adjacency, climb_choices, outcomes, repair_choices
from reference_sets import augment_rows, set_choices, swap_rows
from reference_weighted import WeightedCut, weigh
from significance import ERROR_RATE, fits, same_distribution
from strategies import graphs
from suites import shortened

import memlab as ml
from memlab.support.names import DATASETS

CHOICES = {
    "mis": repair_choices,
    "augment": functools.partial(set_choices, swaps=False),
    "swap": functools.partial(set_choices, swaps=True),
    "maxcut": climb_choices,
    "weighted": climb_choices,
}
SEARCHES = {"augment": augment_rows, "swap": swap_rows}
SAMPLES = 6000
SIZES = (1, 2, 3, 63, 64, 65, 127, 128, 129)
EVERY_CASE = pytest.mark.parametrize(("kind", "representation"), shortened(
    CASES, [case for case in CASES if case[0] != "augment" and case[1] != "wide rows"]))


def of_kind(kind, graph):
    """The graph, with weights where they are wanted."""
    return weigh(graph) if kind == "weighted" else graph


def reference_of(kind, graph):
    """The slow version of a kind of problem."""
    if kind == "weighted":
        return WeightedCut(graph)
    return Reference("maxcut" if kind == "maxcut" else "mis", graph, SEARCHES.get(kind))


# ----------------------------------------------------- every solution of every small graph


@EVERY_CASE
@given(graph=graphs(max_n=10))
def test_fitness_of_every_solution(kind, representation, graph):
    graph, solutions = of_kind(kind, graph), every_solution(graph.n)
    expected = reference_of(kind, graph).fitness(solutions)
    assert np.array_equal(Prepared(kind, graph, representation).fitness(solutions), expected)


@EVERY_CASE
@given(graph=graphs(max_n=8))
def test_local_search_knows_its_fitness_and_is_idempotent(kind, representation, graph):
    graph = of_kind(kind, graph)
    prepared = Prepared(kind, graph, representation)
    optima, fitness, _ = prepared.local_search(every_solution(graph.n))
    assert np.array_equal(fitness, reference_of(kind, graph).fitness(optima))
    again, fitness_again, steps = prepared.local_search(optima)
    assert np.array_equal(again, optima) and np.array_equal(fitness_again, fitness)
    assert not steps.any()


# ---------------------------------------------------------- the exact distribution, small graphs

SMALL = {
    "cycle": nx.cycle_graph(7), "complete": nx.complete_graph(5), "path": nx.path_graph(8),
    "petersen": nx.petersen_graph(), "wheel": nx.wheel_graph(7), "grid": nx.grid_2d_graph(3, 3),
    "random": nx.gnp_random_graph(9, 0.4, seed=3), "tree": nx.balanced_tree(2, 2),
}
STARTS = {"maxcut": ([0], [0, 0, 0, 1]), "weighted": ([0], [0, 0, 0, 1]),     # repeated to length n
          "mis": ([1], [1, 1, 1, 0]),
          "augment": ([0], [1, 1, 1, 0]), "swap": ([0], [1, 0, 0, 0, 0, 0, 0, 0, 0])}


@EVERY_CASE
@pytest.mark.parametrize("name", SMALL)
def test_outcomes_have_their_exact_probabilities(kind, representation, name):
    graph = of_kind(kind, ml.Graph.from_networkx(SMALL[name]))
    dense, prepared = adjacency(graph).toarray(), Prepared(kind, graph, representation, seed=1)
    for pattern in STARTS[kind]:
        start = np.resize(np.array(pattern, np.uint8), graph.n)
        expected = outcomes(lambda y: CHOICES[kind](dense, y), tuple(start.tolist()))
        optima, _, steps = prepared.local_search(np.tile(start, (SAMPLES, 1)))
        counts = dict.fromkeys(expected, 0)
        for optimum, taken in zip(optima.tolist(), steps.tolist(), strict=True):
            counts[tuple(optimum), taken] += 1          # KeyError: an impossible outcome
        assert fits(list(counts.values()), list(expected.values())) > ERROR_RATE


@EVERY_CASE
@pytest.mark.parametrize("most", [0, 1, 3, 4, 10])
@pytest.mark.parametrize("name", ["petersen", "grid", "random"])
def test_so_have_searches_that_end_early(kind, representation, name, most):
    graph = of_kind(kind, ml.Graph.from_networkx(SMALL[name]))
    dense, prepared = adjacency(graph).toarray(), Prepared(kind, graph, representation, seed=2)
    reference = reference_of(kind, graph)
    for pattern in STARTS[kind]:
        start = np.resize(np.array(pattern, np.uint8), graph.n)
        expected = outcomes(lambda y: CHOICES[kind](dense, y), tuple(start.tolist()), most)
        ends, fitness, steps = prepared.local_search(np.tile(start, (SAMPLES // 3, 1)), most)
        assert np.array_equal(fitness, reference.fitness(ends))
        counts = dict.fromkeys(expected, 0)
        for end, taken in zip(ends.tolist(), steps.tolist(), strict=True):
            counts[tuple(end), taken] += 1          # KeyError: an impossible outcome
        assert fits(list(counts.values()), list(expected.values())) > ERROR_RATE


# ----------------------------------------------------------------------- larger graphs, two samples

LARGE = {
    "star of 300": nx.star_graph(300), "complete of 300": nx.complete_graph(300),
    "path of 300": nx.path_graph(300), "edgeless of 100": nx.empty_graph(100),
    **{f"path of {n}": nx.path_graph(n) for n in SIZES},
    **{f"random of {n}": nx.gnp_random_graph(n, 0.3, seed=n) for n in SIZES},
}


def graph_named(name):
    if name in LARGE:
        return ml.Graph.from_networkx(LARGE[name], name=name)
    return ml.datasets.generate(name, seed=2)[0]


@pytest.mark.parametrize(("kind", "representation"),
                         shortened([case for case in CASES if case[1] != "wide rows"],
                                   [case for case in CASES if case[0] != "augment"]))
@pytest.mark.parametrize("name", shortened(
    [*LARGE, *DATASETS], ["star of 300", "path of 64", "random of 65", *DATASETS[::2]]))
def test_special_graphs_and_all_families_equal_the_reference(kind, representation, name):
    graph, rng = of_kind(kind, graph_named(name)), np.random.default_rng(4)
    reference, prepared = reference_of(kind, graph), Prepared(kind, graph, representation, seed=5)
    densities = np.array([0, 0.02, 0.1, 0.5, 0.5, 0.5, 0.5, 0.9, 1])
    starts = (np.resize(densities, (90, 1)) > rng.random((90, graph.n))).astype(np.uint8)
    assert np.array_equal(prepared.fitness(starts), reference.fitness(starts))

    optima, fitness, steps = prepared.local_search(starts)
    assert np.array_equal(fitness, reference.fitness(optima))
    assert reference.local_search(optima, rng)[1] == 0
    if kind == "mis":
        assert (optima <= starts).all()
        assert np.array_equal(steps, starts.sum(axis=1) - fitness)
    theirs = [reference.local_search(x, rng) for x in starts]
    assert same_distribution(steps, [taken for _, taken in theirs]) > ERROR_RATE
    assert same_distribution(fitness, [reference.fitness(y) for y, _ in theirs]) > ERROR_RATE
