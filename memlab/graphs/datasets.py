"""The six families of graphs of GraphBench's combinatorial optimisation tasks [1]_, generated.

Each graph is a function of (family, split, seed, index). It is the same on every machine and does
not depend on which other graphs are generated, or in which order. The script
`memlab.graphs.graphbench` reads the real data.

References
----------
.. [1] GraphBench: Next-generation graph learning benchmarking. arXiv:2512.04475, 2025.
"""

import math
from functools import partial

import numpy as np

from ..kernels.rng import below, seed_state, uniform
from ..support import checks
from ..support.names import DATASETS, SPLITS
from . import graph_models
from .graph import Graph

__all__ = ["FAMILIES", "generate", "graph"]


def erdos_renyi(rng, n, p):
    """Draw a G(n, p) with n uniform in a range, again (with the same n) until it is connected.

    Parameters
    ----------
    rng : ndarray of uint64, shape (4,)
        The generator's state, advanced in place.
    n : (int, int)
        The range.
    p : float

    Returns
    -------
    n : int
        Number of vertices.
    edges : ndarray of int64, shape (m, 2)
    """
    n = _integer_within(rng, n)
    while True:
        edges = graph_models.erdos_renyi(rng, n, p)
        if _is_connected(n, edges):
            return n, edges


def barabasi_albert(rng, n, m):
    """Draw by preferential attachment with m edges per vertex, n uniform in a range.

    `rng` and what is returned are those of `erdos_renyi`.
    """
    n = _integer_within(rng, n)
    return n, graph_models.barabasi_albert(rng, n, m)


def model_rb(rng, cliques, clique_size, tightness, n):
    """Draw by Model RB, every parameter uniform in its range, again until n is in its range.

    `rng` and what is returned are those of `erdos_renyi`.
    """
    low, high = tightness
    while True:
        number, size = _integer_within(rng, cliques), _integer_within(rng, clique_size)
        tightness = low + (high - low) * uniform(rng)
        # the model drops isolated vertices, but cliques of two or more vertices have none
        vertices = number * size
        if n[0] <= vertices <= n[1]:
            break
    alpha = math.log(size) / math.log(number)
    r = -alpha / math.log(1 - tightness)
    constraints = max(0, math.floor(r * number * math.log(number) - 1))
    disallowed = math.floor(tightness * number ** (2 * alpha))
    return vertices, graph_models.model_rb(rng, number, size, constraints, disallowed)


FAMILIES = {
    "er_small": partial(erdos_renyi, n=(200, 300), p=0.15),
    "er_large": partial(erdos_renyi, n=(700, 800), p=0.15),
    "ba_small": partial(barabasi_albert, n=(200, 300), m=2),
    "ba_large": partial(barabasi_albert, n=(700, 800), m=2),
    "rb_small": partial(model_rb, cliques=(20, 25), clique_size=(5, 12), tightness=(0.3, 1),
                        n=(200, 300)),
    "rb_large": partial(model_rb, cliques=(40, 55), clique_size=(20, 25), tightness=(0.3, 1),
                        n=(800, 1200)),
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
    n, edges = family(rng)
    return Graph.from_edges(n, edges, name=f"{name}/{split}/{seed}/{index}")


def _integer_within(rng, bounds):
    return int(bounds[0] + below(rng, bounds[1] - bounds[0] + 1))


def _is_connected(n, edges):
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    matrix = coo_array((np.ones(len(edges), np.int8), edges.T), shape=(n, n))
    return connected_components(matrix, directed=False, return_labels=False) == 1
