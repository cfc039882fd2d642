"""Landscapes before and after learning, against slow and obvious computations."""

import itertools

import networkx as nx
import numpy as np
import pytest

import memlab as ml
from memlab.names import GRAPH_PROBLEMS
from memlab.problems import PROBLEMS, landscape

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


def test_without_trials_nothing_is_learned():
    frame = landscape.needle(trials=0)
    assert (frame["after"] == frame["before"]).all()


@pytest.mark.parametrize("k", [2, 3, 6])
def test_the_deceptive_block_is_that_of_the_problem(k):
    problem = ml.DeceptiveLeadingBlocks(k, k)
    frame = landscape.deceptive_block(k)
    for ones, before, after in frame.itertuples(index=False):
        x = np.arange(k) < ones
        assert before == problem.fitness(x.astype(np.uint8))
        assert after == problem.local_search(x.astype(np.uint8)).fitness


def learned(problem, x):
    """A local search whose ties fall on the first vertex, by definition: one flip after another."""
    while problem.local_search(x).steps > 0:
        flipped = [x ^ np.eye(problem.n, dtype=np.uint8)[i] for i in range(problem.n)]
        if isinstance(problem, ml.MaxCut):
            x = max(flipped, key=problem.fitness)
        else:
            removed = [y for y in flipped if y.sum() < x.sum()]      # most conflicts are left out
            x = max(removed, key=lambda y: min(problem.fitness(y), 0))
    return x


@pytest.mark.parametrize("name", ["house", "petersen"])
@pytest.mark.parametrize("problem", GRAPH_PROBLEMS)
def test_what_is_reached_on_a_graph_is_what_local_search_reaches(name, problem):
    p = PROBLEMS[problem](EXAMPLES[name])
    frame = landscape.of_graph(p).set_index("selected")
    for size in range(p.n + 1):
        solutions = [np.isin(range(p.n), chosen).astype(np.uint8)
                     for chosen in itertools.combinations(range(p.n), size)]
        for column, value in (("before", p.fitness), ("after", lambda x: p.fitness(learned(p, x)))):
            assert frame.loc[size, column] == pytest.approx(np.mean([value(x) for x in solutions]))


def test_steps_add_up():
    p = ml.MaxCut(EXAMPLES["petersen"])
    values = np.array([p.fitness(np.array(x[::-1], np.uint8))
                       for x in itertools.product([0, 1], repeat=10)])
    succession = landscape.improving(values)
    two = landscape.climbed(succession, 2)
    assert (landscape.climbed(succession, 1)[succession] == two).all()
    assert (values[two] >= values[succession]).all()
    ended = landscape.climbed(succession)
    assert (succession[ended] == ended).all()


def test_a_graph_too_large_to_be_shown_is_refused():
    with pytest.raises(ValueError, match="number of vertices"):
        landscape.of_graph(ml.MaxCut(EXAMPLES["karate"]))

