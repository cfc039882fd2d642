"""Training, where jax and optax are installed: it learns, and goes on where it was killed."""

import importlib
import sys

import numpy as np
import pytest

import memlab as ml
from memlab.solvers.neural import NETWORKS, VARIANTS, layers, load
from memlab.solvers.neural.losses import LOSSES
from memlab.solvers.neural.weights import initial

REASON = "jax and optax, the extra 'neural', are optional"


@pytest.fixture
def training(monkeypatch):
    """The script that trains, with few graphs and short trainings."""
    for name in ("jax", "optax"):
        pytest.importorskip(name, reason=REASON)
    script = importlib.import_module("memlab.solvers.neural.train")
    size = script.Size(12, 3, 4, 6)
    monkeypatch.setattr(script, "_SIZES", {"small": size, "large": size})
    return script


def same(one, other):
    return all(np.array_equal(value, other.weights[name]) for name, value in one.weights.items())


@pytest.mark.parametrize("kind", NETWORKS)
def test_jax_and_numpy_give_the_same_logits_on_filled_up_batches(kind):
    jax = pytest.importorskip("jax", reason=REASON)
    graph, = ml.datasets.generate("rb_small", split="validation")
    weights, more = initial(kind, 3), 17
    inputs = layers.features(graph) / layers.features(graph).std(axis=0)
    for normed in (False, True):
        ours = layers.logits(kind, {name: value.astype(float) for name, value in weights.items()},
                             normed, inputs, layers.matrix(kind, graph), np.ones(graph.n), np)
        theirs = layers.logits(
            kind, weights, normed, np.pad(inputs, ((0, more), (0, 0))).astype(np.float32),
            np.pad(graph.to_scipy().toarray(), (0, more)).astype(np.float32),
            np.pad(np.ones(graph.n, np.float32), (0, more)), jax.numpy)[:graph.n]
        assert np.abs(ours - np.asarray(theirs)).max() < 1e-5 * max(1, np.abs(ours).max())


@pytest.mark.parametrize(("problem", "variant"), [
    ("mis", "published"), ("mis", "normed"), ("mis", "repaired"), ("maxcut", "published"),
    ("maxcut", "repaired")])
def test_training_lowers_the_loss(problem, variant, training):
    graphs = ml.datasets.generate("ba_small", 3, split="validation")
    loss = LOSSES[problem, VARIANTS[variant].loss]

    def mean_loss(network):
        found = []
        for graph in graphs:
            p = 1 / (1 + np.exp(-network(graph)))
            found.append(loss(p, graph.to_scipy().astype(float), graph.n))
        return np.mean(found)

    short, long = (training.train("gin", problem, "ba_small", variant, steps, 0)
                   for steps in (1, 40))
    assert mean_loss(long) < mean_loss(short)


def test_a_training_is_a_function_of_its_arguments(training):
    one, same_again, other = (training.train("gt", "mis", "er_small", "repaired", 9, seed)
                              for seed in (1, 1, 2))
    assert same(one, same_again) and not same(one, other)
    assert one.about["course"] == same_again.about["course"]
    assert one.about["course"]["steps"] == [1, 2, 4, 8, 9]


def test_the_script_trains_with_seeds_and_keeps_the_best(training, tmp_path, capsys, monkeypatch):
    options = ["--network", "mlp", "--problem", "mis", "--dataset", "er_small", "--variant",
               "repaired", "--seeds", "2", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["train.py", *options])
    training.main()
    assert "1/1 " in capsys.readouterr().err
    network = load("mlp", "mis", "er_small", folder=tmp_path)
    assert len(network.about["values_of_seeds"]) == 2 and network.about["steps"] == 6
    assert "memlab_source" in network.about["versions"]
    graph, = ml.datasets.generate("er_small", split="validation")
    assert network(graph)[:16] == pytest.approx(network.about["probe"], rel=1e-5, abs=1e-5)


def test_the_best_on_validation_graphs_is_chosen(training):
    made = [training.Network("mlp", "mis", "er_small", "repaired", initial("mlp", seed),
                             np.zeros(3), np.ones(3), {"seed": seed, "course": {"value": [value]}})
            for seed, value in enumerate([3.0, 5.0, 4.0])]
    chosen = training.best(made)
    assert chosen is made[1] and chosen.about["values_of_seeds"] == [3.0, 5.0, 4.0]
