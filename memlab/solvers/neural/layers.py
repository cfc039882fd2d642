"""The networks: they compute a number for each vertex from its features and neighbours.

All four are residual networks that normalise the input of each block. They differ in what a vertex
receives from the others: the sum over its neighbours (GIN [1]_), all vertices by attention with a
preference for neighbours (GT, after [2]_), the mean over the graph (DeepSets [3]_), or nothing
(MLP). GraphBench's own layers, widths and features are not public; these are memlab's.

References
----------
.. [1] K. Xu, W. Hu, J. Leskovec, S. Jegelka. How powerful are graph neural networks? ICLR 2019.
.. [2] V. P. Dwivedi, X. Bresson. A generalization of transformer networks to graphs. 2020.
.. [3] M. Zaheer et al. Deep sets. NeurIPS 2017.
"""

import numpy as np

from ...support import memory

BLOCKS = {"gin": 4, "gt": 2, "mlp": 2, "deepsets": 2}      # number of blocks per network
WIDTH = 24


def features(graph):
    """Return degree, clustering coefficient and triangles of each vertex: float64 (n, 3)."""
    degrees, links = graph.degrees.astype(float), graph.to_scipy().astype(bool).astype(np.int64)
    triangles = (links @ links).multiply(links).sum(axis=1) // 2      # ordered pairs of neighbours
    pairs = np.maximum(degrees * (degrees - 1) / 2, 1)
    return np.stack([degrees, triangles / pairs, triangles], axis=1)


def logits(kind, weights, normed, inputs, adjacency):
    """Compute the network's output for each vertex.

    Parameters
    ----------
    kind : {"gin", "gt", "mlp", "deepsets"}
        The network.
    weights : dict of ndarray
        A matrix and a shift for each linear layer, and the weights of neighbours.
    normed : bool
        Whether the input of the last layer is normalised, which keeps the numbers small.
    inputs : ndarray of float64, shape (n, 3)
        Standardised features.
    adjacency : ndarray or sparse array of float64, shape (n, n)

    Returns
    -------
    ndarray of float64, shape (n,)
    """
    def linear(name, values):
        return values @ weights[f"{name}.matrix"] + weights[f"{name}.shift"]

    hidden = linear("in", inputs)
    for block in range(BLOCKS[kind]):
        own = hidden if normed else _norm(hidden)
        if kind == "gin":
            seen = (1 + weights[f"{block}.weight"]) * own + adjacency @ own
        elif kind == "gt":
            query, key, value = (linear(f"{block}.{part}", own)
                                 for part in ("query", "key", "value"))
            affinity = query @ key.T / np.sqrt(WIDTH) + weights[f"{block}.weight"] * adjacency
            share = np.exp(affinity - affinity.max(axis=1, keepdims=True))
            seen = own + share @ value / share.sum(axis=1, keepdims=True)
        elif kind == "deepsets":
            mean = own.sum(axis=0) / len(own)
            seen = np.concatenate([own, np.broadcast_to(mean, own.shape)], axis=1)
        else:
            seen = own
        seen = _norm(seen) if normed else seen
        hidden = hidden + linear(f"{block}.second",
                                 np.maximum(linear(f"{block}.first", seen), 0))
    return linear("out", _norm(hidden) if normed else hidden)[:, 0]


def matrix(kind, graph):
    """Return the adjacency matrix of a single graph in the form that `logits` needs."""
    sparse = graph.to_scipy().astype(bool).astype(float)
    if kind != "gt":
        return sparse
    memory.check(6 * 8 * graph.n**2, f"attention between {graph.n} vertices")
    return sparse.toarray()


def _norm(values):
    """Scale each vertex's numbers to mean 0 and standard deviation 1."""
    centred = values - values.mean(axis=1, keepdims=True)
    return centred / ((centred**2).mean(axis=1, keepdims=True) + 1e-5) ** 0.5
