"""What the networks are trained by, as published and repaired.

A network gives each vertex a probability p, and the loss is a multilinear function of these: with A
the adjacency matrix, E = p'Ap (over ordered adjacent pairs), N likewise over ordered pairs that are
not adjacent.

- Independent sets, published (GraphBench): n (beta E - N), with beta = 1.
- Independent sets, repaired: E / 2 - sum p, divided by n; at 0 and 1 it is the number of edges
  inside the set less its size.
- Cuts, published: s'As with s = 2p - 1. Repaired: the same for each edge, so that graphs weigh
  equally.

Of the published loss of independent sets, p = 1 everywhere is a strict local minimum in [0, 1]^n
exactly where each degree is below (n - 1) / (1 + beta). Proof: its derivative by p_i is there
2 n ((1 + beta) d_i - (n - 1)), with d_i the degree. If all of these are negative, each way into the
cube goes up. If one is not, p_i alone can be lowered, along which the loss is linear, and does not
go up. `threshold` solves that for beta.
"""

import numpy as np


def published_set(p, adjacency, n, beta=1.0):
    """GraphBench's loss of an independent set; `n` is the number of vertices."""
    edges = p @ (adjacency @ p)
    return n * (beta * edges - (p.sum() ** 2 - p @ p - edges))


def repaired_set(p, adjacency, n):
    """Edges inside the set less its size, as expected if vertices are drawn independently, by n."""
    return (p @ (adjacency @ p) / 2 - p.sum()) / n


def published_cut(p, adjacency, n):
    """GraphBench's loss of a cut."""
    s = 2 * p - 1
    return s @ (adjacency @ s)


def repaired_cut(p, adjacency, n):
    """The loss of a cut for each edge."""
    return published_cut(p, adjacency, n) / adjacency.sum()


LOSSES = {("mis", "published"): published_set, ("mis", "repaired"): repaired_set,
          ("maxcut", "published"): published_cut, ("maxcut", "repaired"): repaired_cut}


def threshold(graph):
    """The beta below which all-ones is a strict local minimum of `published_set`: float.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("er_small")
    >>> round(threshold(graph), 2)
    3.7
    """
    return float((graph.n - 1) / graph.degrees.max() - 1) if graph.m else np.inf
