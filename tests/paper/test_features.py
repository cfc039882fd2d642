"""Features of graphs: what they mean, that names of vertices do not matter, and their means."""

from types import SimpleNamespace

import numpy as np
import pytest
from make_estimates import EDGES, KNOWN, population
from reference_rb import mean_edges
from scipy import stats
from significance import ERROR_RATE

import memlab as ml
from memlab.graphs import datasets
from memlab.paper import dataset_means
from memlab.paper.features import FEATURES, features
from memlab.support.names import DATASETS


def test_features_of_a_small_graph_by_hand():
    """The house: a square, a roof and a chimney."""
    house = ml.Graph.from_edges(6, [(0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (3, 4), (4, 5)])
    found = dict(zip(FEATURES, features(house), strict=True))
    assert (found["n"], found["m"], found["root"]) == (6, 7, pytest.approx(42**0.5))
    assert found["turan"] == pytest.approx(2 / 3 + 3 / 4 + 1 / 2) and found["leaves"] == 3
    assert found["greedy"] == found["greedy_static"] == 3
    assert 1 <= found["mean_sets"] <= 3 and 4 <= found["mean_cuts"] <= found["best_cuts"] <= 6


@pytest.mark.parametrize("dataset", ["ba_small", "rb_small"])
def test_the_numbering_of_vertices_does_not_matter(dataset):
    """In 200 graphs, the mean change of each feature under a new numbering is zero."""
    rng, changes = np.random.default_rng(0), []
    for graph in datasets.generate(dataset, 200, seed=11):
        other = ml.Graph.from_edges(graph.n, rng.permutation(graph.n)[graph.edges])
        changes.append(features(other) - features(graph))
    changes = np.array(changes)
    assert (np.abs(changes[:, :5]) < 1e-9).all()      # sizes and degrees
    z = changes[:, 5:].mean(axis=0) / changes[:, 5:].std(axis=0, ddof=1) * np.sqrt(200)
    assert (np.abs(z) < stats.norm.isf(ERROR_RATE / 2 / len(z))).all()


def test_shipped_features_are_those_that_are_computed():
    """The tables hold for these random numbers only: whoever changes them makes the tables anew."""
    for dataset in DATASETS:
        for index in (0, KNOWN[dataset] - 1):
            graph = datasets.graph(dataset, "test", 0, index)
            assert dataset_means.known_features()[graph.name] == pytest.approx(
                features(graph), rel=1e-7), graph.name


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_mean_number_of_edges_is_exact(dataset):
    family = SimpleNamespace(**datasets.FAMILIES[dataset].keywords)
    n = np.arange(family.n[0], family.n[1] + 1)
    exact = (mean_edges(dataset) if dataset.startswith("rb") else
             (family.p * n * (n - 1) / 2 if dataset.startswith("er") else family.m * (n - family.m)
              ).mean())
    assert exact == pytest.approx(EDGES[dataset], rel=1e-6)


def test_means_of_a_dataset_are_corrected_for_what_is_known_exactly():
    """Means from 200 graphs: nearer to those from thousands than plain means, and unbiased."""
    rows = np.array([features(graph) for graph in datasets.generate("er_small", 200, seed=9)])
    mean, covariances = population("er_small", rows)
    truth, _ = dataset_means.population("er_small")
    assert mean[:2] == pytest.approx([250, 4732.5])
    at = [FEATURES.index(name) for name in ("root", "turan", "greedy", "mean_cuts")]
    z = (mean - truth)[at] / np.sqrt(np.diag(covariances)[at])
    assert (np.abs(z) < stats.norm.isf(ERROR_RATE / 8)).all()
    assert (np.diag(covariances)[at] < rows.var(axis=0)[at] / 200).all()
