"""Random sampling and restarts: exact laws where there are some, else the reference's samples."""

import dataclasses

import networkx as nx
import numpy as np
import pytest
from reference import Blocks, Reference
from significance import ERROR_RATE, same_distribution

import memlab as ml
from memlab.evolution.run import trace_grid
from memlab.solvers.baselines import random_sampling, restarts

METHODS = [random_sampling, restarts]
GRAPH = ml.Graph.from_networkx(nx.gnp_random_graph(25, 0.25, seed=2))
CASES = {
    "mis": (ml.MaxIndependentSet(GRAPH), Reference("mis", GRAPH)),
    "maxcut": (ml.MaxCut(GRAPH), Reference("maxcut", GRAPH)),
    "dlb": (ml.DeceptiveLeadingBlocks(12, 3), Blocks(12, 3)),
}
SEEDS = 100


def sample(problem, budget, learn, rng):
    """What `restarts`, or without learning `random_sampling`, does, a point at a time."""
    points = rng.integers(0, 2, (budget, problem.n)).astype(np.uint8)
    steps = 0
    if learn:
        points, steps = problem.local_search(points, rng)
    fitness = problem.fitness(points)
    best = points[fitness == fitness.max()]
    return fitness.max(), len(np.unique(best, axis=0)), steps, fitness.mean()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", CASES)
def test_samples_are_distributed_as_the_references(name, method):
    problem, reference = CASES[name]
    rng, budget = np.random.default_rng(1), 10
    theirs = [sample(reference, budget, method is restarts, rng) for _ in range(SEEDS)]
    ours = []
    for seed in range(SEEDS):
        run = method(problem, budget, seed)
        sizes = np.diff(run.trace["evaluations"], prepend=0)
        mean = (run.trace["mean_fitness"] * sizes).sum() / budget
        ours.append((run.best_fitness, run.unique_best, run.local_search_steps, mean))
    for us, them in zip(zip(*ours, strict=True), zip(*theirs, strict=True), strict=True):
        assert same_distribution(us, them) > ERROR_RATE


@pytest.mark.parametrize("budget", [1, 65, 1_000])
@pytest.mark.parametrize("method", METHODS)
def test_a_run_says_what_it_did(method, budget):
    problem, _ = CASES["mis"]
    run = method(problem, budget, seed=3)
    assert run.evaluations == budget
    assert problem.fitness(run.best_solution) == run.best_fitness
    assert run.feasible is problem.is_feasible(run.best_solution)
    assert 1 <= run.unique_best <= budget
    if budget > 1:      # a single point may be a local optimum
        assert (run.local_search_steps > 0) == (method is restarts)
    assert (run.mode, run.configuration, run.upper_bound, run.proved) == (None,) * 4
    assert run.seconds > 0
    trace = run.trace
    points = trace_grid(budget)
    assert list(trace["evaluations"]) == sorted(set(points[points > 0]))
    assert trace["best_fitness"].iloc[-1] == run.best_fitness
    assert (trace["mean_fitness"] <= trace["best_fitness"]).all()
    assert trace["local_search_steps"].iloc[-1] == run.local_search_steps


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_run_and_another_another(method):
    problem, _ = CASES["maxcut"]
    one, same, other = method(problem, 99, 5), method(problem, 99, 5), method(problem, 99, 6)
    drop = {"seconds": 0.0, "best_solution": None, "course": None, "improvements": None}
    assert vars(dataclasses.replace(one, **drop)) == vars(dataclasses.replace(same, **drop))
    assert (one.best_solution == same.best_solution).all()
    assert one.trace.equals(same.trace)
    assert not one.trace.equals(other.trace)
    sequence = np.random.SeedSequence(5)
    assert method(problem, 99, sequence).trace.equals(one.trace)
    # a second time, too: the sequence is not used up
    assert method(problem, 99, sequence).trace.equals(one.trace)


def test_unique_best_counts_solutions_and_not_samples():
    pair = ml.MaxCut(ml.Graph.from_edges(2, [(0, 1)]))      # 01 and 10
    assert restarts(pair, 500).unique_best == 2
    assert restarts(pair, 500).best_fitness == 1
    assert random_sampling(pair, 500).unique_best == 2
    lone = ml.MaxIndependentSet(ml.Graph.from_edges(1, []))
    assert random_sampling(lone, 50).unique_best == 1


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("arguments", "error", "message"), [
    (("mis", 10), TypeError, "problem must be a Problem, not "),
    ((CASES["mis"][0], 0), ValueError, "budget must be an integer from 1 to 1000000000000, not 0"),
    ((CASES["mis"][0], 10, -1), ValueError, "seed must be an integer of at least 0, not -1"),
])
def test_bad_arguments_are_refused(method, arguments, error, message):
    with pytest.raises(error, match=message):
        method(*arguments)
