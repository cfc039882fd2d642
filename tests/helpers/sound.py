"""Whether what came out of damaged input keeps every promise: graphs and runs."""

import numpy as np

import memlab as ml
from memlab.optima import verify


def check_graph(graph):
    """Simple, symmetric, in range, and of one mind about n and m."""
    n, indptr, indices = graph.n, graph.indptr, graph.indices
    assert isinstance(graph, ml.Graph) and n >= 1
    assert indptr.shape == (n + 1,) and indptr[0] == 0
    assert indptr[-1] == 2 * graph.m and len(indices) == 2 * graph.m
    assert (np.diff(indptr) >= 0).all()
    rows = np.repeat(np.arange(n), np.diff(indptr))
    assert not len(indices) or (indices.min() >= 0 and indices.max() < n)
    assert (rows != indices).all()
    keys = rows * n + indices
    assert (np.diff(keys) > 0).all()
    back = np.argsort(indices * np.int64(n) + rows)
    assert np.array_equal((indices * np.int64(n) + rows)[back], keys)
    if graph.weights is not None:
        assert np.array_equal(graph.weights[back], graph.weights) and (graph.weights != 1).any()


def check_evolution(e):
    """Fitness, order and the end of the trace, from the individuals alone; and it can go on."""
    problem, mu = e.problem, e.configuration.mu
    genomes, phenotypes = e.population, e.phenotypes
    assert genomes.shape == phenotypes.shape == (mu, problem.n)
    fitness = [problem.fitness(x) for x in phenotypes]
    assert e.fitness.tolist() == fitness == sorted(fitness, reverse=True)
    if e.trace is not None:
        last = e.trace.iloc[-1]
        assert len(e.trace) == e.generation + 1
        assert last["best_fitness"] == fitness[0] and last["local_search_steps"] >= 0
        assert np.isclose(last["mean_fitness"], np.mean(fitness))
        for name, solutions in (("diversity", genomes), ("phenotype_diversity", phenotypes)):
            ones = solutions.sum(axis=0, dtype=int)
            pairs = (ones * (mu - ones)).sum() / max(mu * (mu - 1) / 2, 1)
            assert np.isclose(last[name], pairs)
        assert np.isclose(last["phenotype_distance"], (genomes != phenotypes).sum() / mu)
    run = e.run()
    assert verify.confirm(problem, run.best_solution, run.best_fitness) >= fitness[0]
    assert run.unique_best >= 1 and run.local_search_steps >= 0
    assert run.evaluations <= run.budget + e.configuration.lambda_
