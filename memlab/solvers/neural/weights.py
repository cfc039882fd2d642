"""The weights of networks before training, and the files in which trained ones are kept."""

import json

import numpy as np

from ...support.files import replacing
from . import layers
from .network import FORMAT


def initial(kind, seed):
    """Draw random weights of an untrained network: dict of float32 arrays."""
    rng, weights = np.random.default_rng(seed), {}

    def linear(name, inputs, outputs, scale=1.0):
        noise = rng.standard_normal((inputs, outputs)) * scale * np.sqrt(2 / inputs)
        weights[f"{name}.matrix"] = noise.astype(np.float32)
        weights[f"{name}.shift"] = np.zeros(outputs, np.float32)

    linear("in", 3, layers.WIDTH)      # three features
    for block in range(layers.BLOCKS[kind]):
        if kind == "gt":
            for part in ("query", "key", "value"):
                linear(f"{block}.{part}", layers.WIDTH, layers.WIDTH, 0.5)
        if kind in ("gin", "gt"):      # the weight of the vertex itself, or of its neighbours
            weights[f"{block}.weight"] = np.zeros(1, np.float32)
        linear(f"{block}.first", layers.WIDTH * (2 if kind == "deepsets" else 1), layers.WIDTH)
        linear(f"{block}.second", layers.WIDTH, layers.WIDTH)
    linear("out", layers.WIDTH, 1, 0.1)
    return weights


def save(network, path):
    """Write a network to a file (.npz), which `memlab.neural.load` reads.

    Parameters
    ----------
    network : Network
        The network.
    path : str or path-like
        The file.
    """
    about = {name: getattr(network, name)
             for name in ("network", "problem", "dataset", "variant", "about")}
    weights = {f"weights.{name}": value for name, value in network.weights.items()}
    with replacing(path) as file:
        np.savez_compressed(file, head=np.array(json.dumps({"format": FORMAT, **about})),
                            mean=network.mean, deviation=network.deviation, **weights)
