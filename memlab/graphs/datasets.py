"""The six families of graphs of GraphBench's combinatorial optimisation tasks [1]_, generated.

Each graph is a function of (family, split, seed, index). It is the same on every machine and does
not depend on which other graphs are generated, or in which order. The script
`memlab.graphs.graphbench` reads the real data.

References
----------
.. [1] GraphBench: Next-generation graph learning benchmarking. arXiv:2512.04475, 2025.
"""

import math
from dataclasses import dataclass

import numpy as np

from ..kernels.rng import below, seed_state, uniform
from ..support import checks
from ..support.names import DATASETS, SPLITS
from . import graph_models
from .graph import Graph

__all__ = ["FAMILIES", "generate", "graph"]


@dataclass(frozen=True)
class ErdosRenyi:
    """G(n, p), n uniform in a range, redrawn (with the same n) until connected."""

    n: tuple[int, int]
    p: float

    def draw(self, rng):
        """A pair (number of vertices, edges) from the model; `rng` is advanced in place."""
        n = _integer_within(rng, self.n)
        while True:
            edges = graph_models.erdos_renyi(rng, n, self.p)
            if _is_connected(n, edges):
                return n, edges


@dataclass(frozen=True)
class BarabasiAlbert:
    """Preferential attachment with m edges per vertex, n uniform in a range."""

    n: tuple[int, int]
    m: int

    def draw(self, rng):
        """A pair (number of vertices, edges) from the model; `rng` is advanced in place."""
        n = _integer_within(rng, self.n)
        return n, graph_models.barabasi_albert(rng, n, self.m)


@dataclass(frozen=True)
class ModelRB:
    """Model RB, every parameter uniform in its range, redrawn until n is in its range."""

    cliques: tuple[int, int]
    clique_size: tuple[int, int]
    tightness: tuple[float, float]
    n: tuple[int, int]

    def draw(self, rng):
        """A pair (number of vertices, edges) from the model; `rng` is advanced in place."""
        while True:
            cliques = _integer_within(rng, self.cliques)
            size = _integer_within(rng, self.clique_size)
            low, high = self.tightness
            tightness = low + (high - low) * uniform(rng)
            # the model drops isolated vertices, but cliques of two or more vertices have none
            n = cliques * size
            if self.n[0] <= n <= self.n[1]:
                break
        alpha = math.log(size) / math.log(cliques)
        r = -alpha / math.log(1 - tightness)
        constraints = max(0, math.floor(r * cliques * math.log(cliques) - 1))
        disallowed = math.floor(tightness * cliques ** (2 * alpha))
        return n, graph_models.model_rb(rng, cliques, size, constraints, disallowed)


FAMILIES = {
    "er_small": ErdosRenyi(n=(200, 300), p=0.15),
    "er_large": ErdosRenyi(n=(700, 800), p=0.15),
    "ba_small": BarabasiAlbert(n=(200, 300), m=2),
    "ba_large": BarabasiAlbert(n=(700, 800), m=2),
    "rb_small": ModelRB(cliques=(20, 25), clique_size=(5, 12), tightness=(0.3, 1), n=(200, 300)),
    "rb_large": ModelRB(cliques=(40, 55), clique_size=(20, 25), tightness=(0.3, 1), n=(800, 1200)),
}

def generate(name, count=1, seed=0, *, split="train"):
    """Generate graphs of one of the six families.

    Parameters
    ----------
    name : str
        One of `memlab.support.names.DATASETS`.
    count : int
        Number of graphs.
    seed : int
        Non-negative; another seed gives another dataset.
    split : {"train", "validation", "test"}
        Which part of the dataset.

    Returns
    -------
    list of Graph
        Graph i depends only on (name, split, seed, i), and is named after them.

    Raises
    ------
    TypeError
        If `count` or `seed` is not an integer, or a name not a string.
    ValueError
        If an integer is negative, or `name` or `split` unknown.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.datasets.generate("ba_small", count=2, split="test")
    [Graph('ba_small/test/0/0', n=202, m=400), Graph('ba_small/test/0/1', n=206, m=408)]
    """
    count = checks.integer("count", count, minimum=0)
    return [graph(name, split, seed, index) for index in range(count)]


def graph(name, split="train", seed=0, index=0):
    """Generate the single graph at (name, split, seed, index), as `generate` does.

    Parameters
    ----------
    name : str
        One of `memlab.support.names.DATASETS`.
    split : {"train", "validation", "test"}
        Which part of the dataset.
    seed : int
        Non-negative.
    index : int
        Non-negative. GraphBench has 35,000 training, 7,500 validation and 7,500 test graphs per
        family.

    Returns
    -------
    Graph
        Named after the four arguments.

    Raises
    ------
    TypeError, ValueError
        As from `generate`.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.datasets.graph("ba_small", split="test", index=1)
    Graph('ba_small/test/0/1', n=206, m=408)
    """
    family = FAMILIES[checks.choice("name", name, DATASETS)]
    part = SPLITS.index(checks.choice("split", split, SPLITS))
    seed = checks.integer("seed", seed, minimum=0)
    index = checks.integer("index", index, minimum=0, maximum=2**32 - 1)
    # the seed contains the name, so that no family depends on the order of the table
    key = (int.from_bytes(name.encode(), "little"), part, index)
    rng = seed_state(np.random.SeedSequence(seed, spawn_key=key))
    n, edges = family.draw(rng)
    return Graph.from_edges(n, edges, name=f"{name}/{split}/{seed}/{index}")


def _integer_within(rng, bounds):
    return int(bounds[0] + below(rng, bounds[1] - bounds[0] + 1))


def _is_connected(n, edges):
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    matrix = coo_array((np.ones(len(edges), np.int8), edges.T), shape=(n, n))
    return connected_components(matrix, directed=False, return_labels=False) == 1
