"""The generated families have the optima that GraphBench's have, on average.

Two graphs of a family differ most in their size, whose distribution is known exactly: a regression
on the size takes its part of the variance out, and the mean is that at the expected size.
"""

import numpy as np
import pytest
from reference_solvers import independence_number, large_independent_set

import memlab as ml

COUNT = 40
MOST_SIGMAS = 4         # exceeded by a correct program once in 16,000 times
SIZES = np.arange(200, 301)
EXPECTED_N = SIZES.mean()
EXPECTED_M = 0.15 * (SIZES * (SIZES - 1) / 2).mean()     # in er_small


def mean_at(values, sizes, expected):
    """(mean, its standard error) of `values`, regressed on `sizes` (count, k), at the expected."""
    design = np.column_stack((np.ones(len(values)), sizes - np.asarray(expected)))
    solution, *_ = np.linalg.lstsq(design, values, rcond=None)
    residuals = values - design @ solution
    variance = residuals @ residuals / (len(values) - design.shape[1])
    return solution[0], np.sqrt(variance * np.linalg.inv(design.T @ design)[0, 0])


def cut(graph):
    """The largest cut of three Lamarckian runs: nearly always the best that is known."""
    problem = ml.MaxCut(graph)
    return max(ml.evolve(problem, "lamarckian", mu=250, lambda_=250, seed=seed,
                         trace=False).best_fitness for seed in range(3))


def large_set(graph):
    return large_independent_set(graph, moves=100_000, seed=0)


# family, value of a graph, mean and its standard error over other graphs of the same model
MEANS = [("er_small", cut, 2899.8, 0.9), ("ba_small", cut, 413.6, 0.4),
         ("er_small", large_set, 33.42, 0.08), ("ba_small", independence_number, 143.97, 0.37)]


@pytest.mark.slow
@pytest.mark.parametrize(("family", "value", "mean", "error"), MEANS)
def test_mean_optimum_of_a_family(family, value, mean, error):
    graphs = ml.datasets.generate(family, COUNT, seed=4)
    sizes, expected = np.array([[graph.n, graph.m] for graph in graphs]), (EXPECTED_N, EXPECTED_M)
    if family == "ba_small":         # its number of edges is 2 n - 4
        sizes, expected = sizes[:, :1], (EXPECTED_N,)
    ours, our_error = mean_at(np.array([value(graph) for graph in graphs]), sizes, expected)
    assert our_error < 0.01 * mean
    assert abs(ours - mean) < MOST_SIGMAS * np.hypot(our_error, error)


def test_the_solvers_agree_as_far_as_they_can():
    for graph in ml.datasets.generate("ba_small", 5, seed=5):
        assert large_independent_set(graph, 100_000, seed=1) <= independence_number(graph)
    complete = ml.Graph.from_edges(9, [(u, v) for u in range(9) for v in range(u)])
    path = ml.Graph.from_edges(9, [(v, v + 1) for v in range(8)])
    for solver in (independence_number, large_set):
        assert [solver(graph) for graph in (complete, path)] == [1, 5]
