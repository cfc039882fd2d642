"""Train the networks again, or others: ``python -m memlab.solvers.neural.train --help``.

Training is by gradient descent, with jax and optax (extra ``neural``), which only this needs. A
training run takes less than a minute and is a function of its arguments: each batch depends only on
(seed, step). Networks whose files are there are not trained again.
"""

import argparse
import functools
import itertools
import time
from pathlib import Path
from typing import NamedTuple

import jax
import numpy as np
import optax
from tqdm import tqdm

from ...graphs import datasets
from ...problems import PROBLEMS
from ...study import provenance
from ...support.names import DATASETS, GRAPH_PROBLEMS
from ...support.paths import runs
from . import NETWORKS, VARIANTS, Network, layers
from .losses import LOSSES
from .network import file_name, probabilities
from .weights import initial, save

_RATE = 3e-3
_PROBED = 16          # vertices whose logits, as computed by jax, are stored


class Size(NamedTuple):
    """Default numbers of graphs and steps for a dataset."""

    training: int       # graphs
    validation: int
    batch: int
    steps: int


_SIZES = {"small": Size(400, 40, 8, 1_000), "large": Size(100, 16, 4, 200)}
SEEDS = 3       # default number of training runs per network


def train(network, problem, dataset, variant, steps, seed):
    """Train one network.

    Parameters
    ----------
    network, problem, dataset, variant : str
        As for `memlab.neural.load`.
    steps : int
        Total number of training steps.
    seed : int
        Seed of the initial weights and of the batches.

    Returns
    -------
    Network
        With the final weights; the course in its `about` was measured on validation graphs.

    """
    inputs, adjacencies, masks, mean, deviation = _training_graphs(dataset)
    optimiser, advance = _compiled(network, problem, variant, steps)
    weights, course, begin = initial(network, seed), [], time.process_time()
    state = weights, optimiser.init(weights)
    for done in range(1, steps + 1):
        chosen = np.random.default_rng([seed, done - 1]).choice(
            len(inputs), _size(dataset).batch, replace=False)
        state = advance(state, inputs[chosen], adjacencies[chosen], masks[chosen])
        if done & (done - 1) == 0 or done == steps:      # powers of two
            found = {name: np.asarray(value) for name, value in state[0].items()}
            made = Network(network, problem, dataset, variant, found, mean, deviation, {})
            course.append([done, *validate(made)])
    names = "steps", "value", "mean_probability", "tied"
    made.about.update(seed=seed, steps=steps, seconds=round(time.process_time() - begin, 1),
                      course=dict(zip(names, map(list, zip(*course, strict=True)), strict=True)))
    return made


def best(networks):
    """Return, of networks trained from several seeds, the one with the largest validation value.

    Its `about` then lists the values of all, and the logits that jax computes for the first
    vertices of the first validation graph.
    """
    values = [network.about["course"]["value"][-1] for network in networks]
    chosen = networks[int(np.argmax(values))]
    graph = _validation_graphs(chosen.dataset)[0]
    inputs = (layers.features(graph) - chosen.mean) / chosen.deviation
    logits = layers.logits(chosen.network, chosen.weights, VARIANTS[chosen.variant].normed,
                           inputs.astype(np.float32), graph.to_scipy().toarray().astype(np.float32),
                           np.ones(graph.n, np.float32), jax.numpy)
    chosen.about.update(values_of_seeds=values, probe=logits[:_PROBED].tolist())
    return chosen


def validate(network):
    """Measure mean value, mean probability and share of tied probabilities on validation graphs."""
    found = []
    for graph in _validation_graphs(network.dataset):
        logits = network(graph)
        p = probabilities(logits)
        _, place, counts = np.unique(p, return_inverse=True, return_counts=True)
        value = PROBLEMS[network.problem](graph).fitness(network.decode(graph, logits))
        found.append((value, p.mean(), (counts[place] > 1).mean()))
    return np.mean(found, axis=0).round(6).tolist()


def _size(dataset):
    return _SIZES[dataset[3:]]


@functools.cache
def _validation_graphs(dataset):
    return datasets.generate(dataset, _size(dataset).validation, split="validation")


@functools.lru_cache(maxsize=1)
def _training_graphs(dataset):
    """Return standardised features, adjacency matrices and masks, padded to the largest graph."""
    graphs = datasets.generate(dataset, _size(dataset).training, split="train")
    found = [layers.features(graph) for graph in graphs]
    rows = np.concatenate(found)
    mean, deviation = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    shape = len(graphs), max(graph.n for graph in graphs)
    inputs = np.zeros((*shape, 3), np.float32)
    adjacencies, masks = np.zeros((*shape, shape[1]), np.uint8), np.zeros(shape, np.float32)
    for place, (graph, values) in enumerate(zip(graphs, found, strict=True)):
        inputs[place, :graph.n] = (values - mean) / deviation
        adjacencies[place, :graph.n, :graph.n] = graph.to_scipy().toarray()
        masks[place, :graph.n] = 1
    return inputs, adjacencies, masks, mean, deviation


@functools.lru_cache(maxsize=1)
def _compiled(network, problem, variant, steps):
    """Return the optimiser and a training step: (state, batch) -> state."""
    optimiser = optax.adamw(optax.warmup_cosine_decay_schedule(
        0.0, _RATE, steps // 20, steps, _RATE / 100), weight_decay=1e-5)
    variant = VARIANTS[variant]
    loss = LOSSES[problem, variant.loss]

    def of_graph(weights, inputs, adjacency, mask):
        adjacency = adjacency.astype(np.float32)
        numbers = layers.logits(network, weights, variant.normed, inputs, adjacency, mask,
                                jax.numpy)
        return loss(jax.nn.sigmoid(numbers) * mask, adjacency, mask.sum())

    def of_batch(weights, *graphs):
        return jax.vmap(functools.partial(of_graph, weights))(*graphs).mean()

    @jax.jit
    def advance(state, *graphs):
        weights, memory = state
        updates, memory = optimiser.update(jax.grad(of_batch)(weights, *graphs), memory, weights)
        return {name: weights[name] + updates[name] for name in weights}, memory

    return optimiser, advance


def main():
    """Train each network with several seeds, and keep the best."""
    parser = argparse.ArgumentParser(
        description="Train networks for independent sets and cuts with several seeds, and keep the "
        "one that is best on validation graphs. Needs jax and optax: pip install jax optax. What "
        "is done is kept: the same command goes on after an interruption.")
    for name, choices in (("dataset", DATASETS), ("problem", GRAPH_PROBLEMS),
                          ("variant", VARIANTS), ("network", NETWORKS)):
        parser.add_argument(f"--{name}", choices=choices, nargs="+", default=choices)
    parser.add_argument("--steps", type=int, metavar="N",
                        help="of a training (default: 1000; 200 on large graphs)")
    parser.add_argument("--seeds", type=int, default=SEEDS, metavar="N",
                        help="trainings of a network (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=runs("networks"), metavar="DIR",
                        help="folder for the weights (default: runs/networks)")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for names in tqdm([*itertools.product(arguments.network, arguments.problem, arguments.dataset,
                                          arguments.variant)], unit=" networks"):
        path, steps = arguments.out / file_name(*names), arguments.steps or _size(names[2]).steps
        if not path.exists():
            network = best([train(*names, steps, seed) for seed in range(arguments.seeds)])
            network.about["versions"] = provenance.versions()
            save(network, path)


if __name__ == "__main__":
    main()
