"""Both local searches as random variables, and on special graphs and all six families."""

import networkx as nx
import numpy as np
import pytest
from prepared import KINDS, REPRESENTATIONS, Prepared
from reference import Reference, adjacency, climb_choices, outcomes, repair_choices
from significance import ERROR_RATE, fits, same_distribution

import memlab as ml

SAMPLES = 6000
SIZES = (1, 2, 3, 63, 64, 65, 127, 128, 129)


# ---------------------------------------------------------- the exact distribution, small graphs

SMALL = {
    "cycle": nx.cycle_graph(7), "complete": nx.complete_graph(5), "path": nx.path_graph(8),
    "petersen": nx.petersen_graph(), "wheel": nx.wheel_graph(7), "grid": nx.grid_2d_graph(3, 3),
    "random": nx.gnp_random_graph(9, 0.4, seed=3), "tree": nx.balanced_tree(2, 2),
}
STARTS = {"mis": ([1], [1, 1, 1, 0]), "maxcut": ([0], [0, 0, 0, 1])}      # repeated to length n


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("name", SMALL)
def test_outcomes_have_their_exact_probabilities(kind, representation, name):
    graph = ml.Graph.from_networkx(SMALL[name])
    dense, choices = adjacency(graph).toarray(), {"mis": repair_choices, "maxcut": climb_choices}
    prepared = Prepared(kind, graph, representation, seed=1)
    for pattern in STARTS[kind]:
        start = np.resize(np.array(pattern, np.uint8), graph.n)
        expected = outcomes(lambda state: choices[kind](dense, state), tuple(start.tolist()))
        optima, _, steps = prepared.local_search(np.tile(start, (SAMPLES, 1)))
        counts = dict.fromkeys(expected, 0)
        for optimum, taken in zip(optima.tolist(), steps.tolist(), strict=True):
            counts[tuple(optimum), taken] += 1          # KeyError: an impossible outcome
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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("representation", ["rows", "lists"])
@pytest.mark.parametrize("name", [*LARGE, *ml.datasets.NAMES])
def test_special_graphs_and_all_families_equal_the_reference(kind, representation, name):
    graph, rng = graph_named(name), np.random.default_rng(4)
    reference, prepared = Reference(kind, graph), Prepared(kind, graph, representation, seed=5)
    densities = np.array([0, 0.02, 0.1, 0.5, 0.5, 0.5, 0.5, 0.9, 1])
    densities = densities[:4] if kind == "mis" and graph.m > 10_000 else densities
    starts = np.resize(densities, (90, 1)) > rng.random((90, graph.n))
    starts = starts.astype(np.uint8)
    assert prepared.fitness(starts).tolist() == [reference.fitness(x) for x in starts]

    optima, fitness, steps = prepared.local_search(starts)
    assert fitness.tolist() == [reference.fitness(y) for y in optima]
    assert not any(reference.local_search(y, rng)[1] for y in optima)
    if kind == "mis":
        assert (optima <= starts).all()
        assert np.array_equal(steps, starts.sum(axis=1) - fitness)
    theirs = [reference.local_search(x, rng) for x in starts]
    assert same_distribution(steps, [taken for _, taken in theirs]) > ERROR_RATE
    assert same_distribution(fitness, [reference.fitness(y) for y, _ in theirs]) > ERROR_RATE
