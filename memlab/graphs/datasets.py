"""The six families of graphs of GraphBench's combinatorial optimisation tasks [1]_, generated.

Each graph is a function of (family, split, seed, index). It is the same on every machine and does
not depend on which other graphs are generated, or in which order. The script
``data/graphbench/convert_graphbench.py`` makes graph files of the real data.

References
----------
.. [1] GraphBench: Next-generation graph learning benchmarking. arXiv:2512.04475, 2025.
"""

import math

import numpy as np

from .. import checks, memory
from ..kernels.rng import below, seed_state, uniform
from ..names import DATASETS, SPLITS
from . import graph_models
from .graph import Graph

__all__ = ["FAMILIES", "generate", "graph"]


def draw_er(rng, n, p):
    """Draw n from a range, and edges until the graph is connected."""
    n = _integer_within(rng, n)
    while True:
        edges = graph_models.erdos_renyi(rng, n, p)
        if _is_connected(n, edges):
            return n, edges


def draw_ba(rng, n, m):
    """Draw n from a range, and a graph."""
    n = _integer_within(rng, n)
    return n, graph_models.barabasi_albert(rng, n, m)


def draw_rb(rng, cliques, clique_size, tightness, n):
    """Draw all parameters from ranges, until the number of vertices is in the range `n`."""
    (low, high), (fewest, most) = tightness, n
    while True:
        number = _integer_within(rng, cliques)
        size = _integer_within(rng, clique_size)
        tight = low + (high - low) * uniform(rng)
        # the model drops isolated vertices, but cliques of two or more vertices have none
        if fewest <= number * size <= most:
            break
    alpha = math.log(size) / math.log(number)
    r = -alpha / math.log(1 - tight)
    constraints = max(0, math.floor(r * number * math.log(number) - 1))
    disallowed = math.floor(tight * number ** (2 * alpha))
    return number * size, graph_models.model_rb(rng, number, size, constraints, disallowed)


# how each is drawn, and with which parameters
FAMILIES = {
    "er_small": (draw_er, {"n": (200, 300), "p": 0.15}),
    "er_large": (draw_er, {"n": (700, 800), "p": 0.15}),
    "ba_small": (draw_ba, {"n": (200, 300), "m": 2}),
    "ba_large": (draw_ba, {"n": (700, 800), "m": 2}),
    "rb_small": (draw_rb, {"cliques": (20, 25), "clique_size": (5, 12), "tightness": (0.3, 1),
                           "n": (200, 300)}),
    "rb_large": (draw_rb, {"cliques": (40, 55), "clique_size": (20, 25), "tightness": (0.3, 1),
                           "n": (800, 1200)}),
}


def generate(name, count=1, seed=0, *, split="train", start=0):
    """Generate graphs of one of the six families.

    Parameters
    ----------
    name : str
        One of `memlab.names.DATASETS`.
    count : int
        Number of graphs.
    seed : int
        Non-negative; another seed gives another dataset.
    split : {"train", "validation", "test"}
        Which part of the dataset.
    start : int
        Index of the first graph within its split.

    Returns
    -------
    list of Graph
        Graph i depends only on (name, split, seed, start + i), and is named after them.

    Raises
    ------
    TypeError
        If `count`, `seed` or `start` is not an integer, or a name not a string.
    ValueError
        If an integer is negative, `name` or `split` unknown, or there is not enough memory.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.datasets.generate("ba_small", count=2, split="test")
    [Graph('ba_small/test/0/0', n=202, m=400), Graph('ba_small/test/0/1', n=206, m=408)]
    """
    count = checks.integer("count", count, minimum=0)
    start = checks.integer("start", start, minimum=0)
    graphs = []
    for index in range(start, start + count):
        graphs.append(graph(name, split, seed, index))
        memory.check((count - len(graphs)) * graphs[-1].indices.nbytes,
                     f"count = {count}: what is left of that many graphs")
    return graphs


def graph(name, split="train", seed=0, index=0):
    """Generate the single graph at (name, split, seed, index), as `generate` does.

    Parameters
    ----------
    name : str
        One of `memlab.names.DATASETS`.
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
    draw, parameters = FAMILIES[checks.choice("name", name, DATASETS)]
    part = SPLITS.index(checks.choice("split", split, SPLITS))
    seed = checks.integer("seed", seed, minimum=0)
    index = checks.integer("index", index, minimum=0, maximum=2**32 - 1)
    # the seed contains the name, so that no family depends on the order of the table
    key = (int.from_bytes(name.encode(), "little"), part, index)
    rng = seed_state(np.random.SeedSequence(seed, spawn_key=key))
    n, edges = draw(rng, **parameters)
    return Graph.from_edges(n, edges, name=f"{name}/{split}/{seed}/{index}")


def _integer_within(rng, bounds):
    return int(bounds[0] + below(rng, bounds[1] - bounds[0] + 1))


def _is_connected(n, edges):
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    matrix = coo_array((np.ones(len(edges), np.int8), edges.T), shape=(n, n))
    return connected_components(matrix, directed=False, return_labels=False) == 1
