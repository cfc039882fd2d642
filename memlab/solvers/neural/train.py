"""Train the networks again, or others: ``python -m memlab.solvers.neural.train --help``.

Training is by gradient descent, with jax and optax (extra ``neural``), which only this needs. A
training run is a function of its arguments and resumes after an interruption: each batch depends
only on (seed, step), and the weights and the optimiser's state are stored in a file.
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
from ...support.files import read_arrays, replacing
from ...support.names import DATASETS, GRAPH_PROBLEMS
from ...support.paths import runs
from . import NETWORKS, VARIANTS, Network, layers
from .losses import LOSSES
from .network import file_name, probabilities
from .weights import initial, save

_RATE = 3e-3
_KEPT_EVERY = 100     # steps
_PROBED = 16          # vertices whose logits, as computed by jax, are stored


class Size(NamedTuple):
    """Default numbers of graphs and steps for a dataset."""

    training: int       # graphs
    validation: int
    batch: int
    steps: int


_SIZES = {"small": Size(400, 40, 8, 1_000), "large": Size(100, 16, 4, 200)}
SEEDS = 3       # default number of training runs per network


def train(network, problem, dataset, variant, steps, seed, folder, progress=lambda steps: None):
    """Train one network, or resume its training.

    Parameters
    ----------
    network, problem, dataset, variant : str
        As for `memlab.neural.load`.
    steps : int
        Total number of training steps.
    seed : int
        Seed of the initial weights and of the batches.
    folder : str or path-like
        Where the state of the training is stored.
    progress : callable
        Called with the number of steps since the previous call.

    Returns
    -------
    Network
        With the final weights; the course in its `about` was measured on validation graphs.

    """
    inputs, adjacencies, masks, mean, deviation = _training_graphs(dataset)
    batch = _size(dataset).batch
    path = Path(folder) / f"{file_name(network, problem, dataset, variant)[:-4]}-{seed}.state.npz"
    optimiser, advance = _compiled(network, problem, variant, steps)
    weights = initial(network, seed)
    state = weights, optimiser.init(weights)
    done, course, seconds = 0, [], 0.0
    if path.exists():
        kept = read_arrays(path)
        if int(kept["steps"]) != steps:
            raise ValueError(f"steps must be {kept['steps']}, not {steps}: {path} is a training "
                             "of that length; remove it, or choose another folder")
        done, course, seconds = int(kept["done"]), kept["course"].tolist(), float(kept["seconds"])
        leaves, form = jax.tree.flatten(state)
        state = jax.tree.unflatten(form, [kept[f"leaf{i}"] for i in range(len(leaves))])
        progress(done)
    about = {"seed": seed, "steps": steps}
    made = lambda: Network(network, problem, dataset, variant,      # noqa: E731
                           {name: np.asarray(value) for name, value in state[0].items()}, mean,
                           deviation, about)
    begin = time.process_time()
    while done < steps:
        chosen = np.random.default_rng([seed, done]).choice(len(inputs), batch, replace=False)
        state = advance(state, inputs[chosen], adjacencies[chosen], masks[chosen])
        done += 1
        if done & (done - 1) == 0 or done == steps:      # powers of two
            course.append([done, *validate(made())])
        if done % _KEPT_EVERY == 0 or done == steps:
            spent = seconds + time.process_time() - begin
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                np.savez(file, steps=steps, done=done, course=np.array(course), seconds=spent,
                         **{f"leaf{i}": leaf for i, leaf in enumerate(jax.tree.leaves(state))})
        progress(1)
    about["seconds"] = round(seconds + time.process_time() - begin, 1)
    about["course"] = {name: [row[i] for row in course] for i, name in enumerate(
        ("steps", "value", "mean_probability", "tied"))}
    return made()


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
    wanted = list(itertools.product(arguments.network, arguments.problem, arguments.dataset,
                                    arguments.variant))
    steps = {names: arguments.steps or _size(names[2]).steps for names in wanted}
    with tqdm(total=sum(steps.values()) * arguments.seeds, unit=" steps") as bar:
        for names in wanted:
            network = best([train(*names, steps[names], seed, arguments.out, bar.update)
                            for seed in range(arguments.seeds)])
            network.about["versions"] = provenance.versions()
            save(network, arguments.out / file_name(*names))


if __name__ == "__main__":
    main()
