"""Landscapes before and after learning, against slow and obvious computations."""

import itertools

import networkx as nx
import numpy as np
import pytest

import memlab as ml
from memlab.analysis import landscape
from memlab.problems import PROBLEMS
from memlab.support.names import GRAPH_PROBLEMS

EXAMPLES = {"petersen": ml.Graph.from_networkx(nx.petersen_graph()),
            "karate": ml.Graph.from_networkx(nx.karate_club_graph(), weight=None),
            "house": ml.Graph.from_networkx(nx.house_graph())}


def test_the_needle_is_the_mean_of_lives():
    """The mean of 40,000 simulated lives; five standard errors, so that one test in 10**6 fails."""
    frame = landscape.needle(trials=100, alleles=8).set_index("undecided")
    rng = np.random.default_rng(0)
    for undecided in (1, 4, 8):
        first = rng.geometric(0.5**undecided, size=40_000) - 1      # futile trials
        fitness = np.where(first < 100, 1 + 7 * (100 - first) / 100, 1)
        error = fitness.std() / 200
        assert abs(fitness.mean() - frame["after"][undecided]) < 5 * error


@pytest.mark.parametrize("k", [2, 3, 6])
def test_the_deceptive_block_is_that_of_the_problem(k):
    problem = ml.DeceptiveLeadingBlocks(k, k)
    frame = landscape.deceptive_block(k)
    for ones, before, after in frame.itertuples(index=False):
        x = np.arange(k) < ones
        assert before == problem.fitness(x.astype(np.uint8))
        assert after == problem.local_search(x.astype(np.uint8)).fitness


@pytest.mark.parametrize("name", ["house", "petersen"])
@pytest.mark.parametrize("problem", GRAPH_PROBLEMS)
@pytest.mark.parametrize("steps", [None, 2, 0])
def test_what_is_reached_on_a_graph_is_what_local_search_reaches(name, problem, steps):
    p = PROBLEMS[problem](EXAMPLES[name])
    frame = landscape.of_graph(p, steps).set_index("selected")

    def learned(x):
        return p.local_search(x, learning_depth=steps).fitness

    assert steps != 0 or (frame["after"] == frame["before"]).all()
    assert (frame["after"] >= frame["before"]).all()
    for size in range(p.n + 1):
        solutions = [np.isin(range(p.n), chosen).astype(np.uint8)
                     for chosen in itertools.combinations(range(p.n), size)]
        for column, value in (("before", p.fitness), ("after", learned)):
            assert frame.loc[size, column] == pytest.approx(np.mean([value(x) for x in solutions]))


def test_a_graph_too_large_to_be_shown_is_refused():
    with pytest.raises(ValueError, match="number of vertices"):
        landscape.of_graph(ml.MaxCut(EXAMPLES["karate"]))
