"""Estimates from few graphs: the known means are right, and the estimator does what it says."""

import numpy as np
import pytest
from scipy import stats
from significance import ERROR_RATE, binomial

from memlab.graphs import datasets
from memlab.paper.dataset_means import estimate, mean_prediction, prediction


@pytest.mark.parametrize(("problem", "dataset", "count"), [
    ("mis", "er_small", 300), ("mis", "ba_large", 300), ("maxcut", "er_small", 300),
    ("maxcut", "er_large", 60), ("maxcut", "ba_small", 300), ("maxcut", "rb_small", 400),
    ("maxcut", "rb_large", 30)])
def test_mean_predictions_are_those_of_generated_graphs(problem, dataset, count):
    graphs = datasets.generate(dataset, count=count, seed=5)
    values = [float(prediction(problem, dataset, graph.n, graph.m)) for graph in graphs]
    known, error = mean_prediction(problem, dataset)
    spread = np.hypot(np.std(values, ddof=1) / np.sqrt(count), error)
    assert abs(np.mean(values) - known) / spread < stats.norm.isf(ERROR_RATE / 2)


@pytest.mark.parametrize(("problem", "dataset"), [("mis", "er_large"), ("mis", "ba_small"),
                                                  ("maxcut", "er_small")])
def test_what_follows_the_prediction_is_known_exactly_from_any_graphs(problem, dataset):
    vertices, edges = np.array([210.0, 222.0, 295.0]), np.array([3000.0, 3800.0, 6600.0])
    values = 0.9 * prediction(problem, dataset, vertices, edges)
    mean, error = estimate(problem, dataset, values, vertices, edges)
    assert mean == pytest.approx(0.9 * mean_prediction(problem, dataset)[0])
    assert error == pytest.approx(0, abs=1e-9 * mean)


def test_intervals_hold_the_truth_as_often_as_they_say():
    """95 % intervals from 8 graphs, 2,000 times: the ratio estimate's bias is negligible."""
    rng = np.random.default_rng(0)
    truth = 0.93 * mean_prediction("maxcut", "er_small")[0]
    t, hits = stats.t.ppf(0.975, 7), 0
    for _ in range(2_000):
        n = rng.integers(200, 301, 8)
        edges = 0.15 * n * (n - 1) / 2
        values = 0.93 * prediction("maxcut", "er_small", n, edges) * rng.normal(1, 0.003, 8)
        mean, error = estimate("maxcut", "er_small", values, n, edges)
        hits += abs(mean - truth) < t * error
    assert binomial(hits, 2_000, 0.95) > ERROR_RATE
