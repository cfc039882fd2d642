"""The random graph models behind the datasets, as edge lists.

They are jitted for reproducibility rather than for speed: they draw from kernels/rng.py, so that a
seed gives the same graph with every version of NumPy.
"""

import numpy as np

from ..kernels.jit import kernel
from ..kernels.rng import below, happens


@kernel(allocates=True)
def erdos_renyi(rng, n, p):
    """G(n, p): every pair is an edge with probability p, independently [1]_.

    Parameters
    ----------
    rng : uint64 (4,), advanced in place
    n : int
    p : float

    Returns
    -------
    int64 (m, 2), u < v in each row, rows sorted

    References
    ----------
    .. [1] E. N. Gilbert. Random graphs. Annals of Mathematical Statistics 30(4), 1959.
    """
    edges = np.empty((n * (n - 1) // 2, 2), np.int64)
    m = 0
    for u in range(n):
        for v in range(u + 1, n):
            if happens(rng, p):
                edges[m] = u, v
                m += 1
    return edges[:m].copy()


@kernel(allocates=True)
def barabasi_albert(rng, n, m):
    """Preferential attachment [1]_, grown from a star on m + 1 vertices as networkx does.

    Each new vertex gets m different neighbours, drawn in proportion to the degrees before it joins.

    Parameters
    ----------
    rng : uint64 (4,), advanced in place
    n, m : int, n > m >= 1

    Returns
    -------
    int64 (m * (n - m), 2)

    References
    ----------
    .. [1] A.-L. Barabasi and R. Albert. Emergence of scaling in random networks. Science 286, 1999.
    """
    edges = np.empty((m * (n - m), 2), np.int64)
    # a vertex stands among the endpoints of all edges so far as often as its degree
    endpoints = edges.reshape(-1)
    for leaf in range(m):
        edges[leaf] = 0, leaf + 1
    for vertex in range(m + 1, n):
        first = (vertex - m) * m
        for drawn in range(m):
            neighbour = endpoints[below(rng, 2 * first)]
            while (edges[first:first + drawn, 0] == neighbour).any():
                neighbour = endpoints[below(rng, 2 * first)]
            edges[first + drawn] = neighbour, vertex
    return edges


@kernel(allocates=True)
def model_rb(rng, cliques, clique_size, constraints, disallowed):
    """Model RB [1]_ as a graph: disjoint cliques, and random edges between random pairs of them.

    Each constraint draws an ORDERED pair (i, j) of different cliques and joins `disallowed` vertex
    pairs of i x j, without replacement among those not yet drawn for that ordered pair. What
    (j, i) has drawn is not excluded: the two may repeat each other, and such a repetition adds no
    edge.

    Parameters
    ----------
    rng : uint64 (4,), advanced in place
    cliques, clique_size : int, at least 2 and 1
        The vertices of clique i are ``i * clique_size, ..., (i + 1) * clique_size - 1``.
    constraints : int
    disallowed : int

    Returns
    -------
    int64 (m, 2), every edge once

    References
    ----------
    .. [1] K. Xu, F. Boussemart, F. Hemery and C. Lecoutre. A simple model to generate hard
       satisfiable instances. IJCAI 2005.
    """
    n, pairs = cliques * clique_size, clique_size * clique_size
    within = cliques * (clique_size * (clique_size - 1) // 2)
    edges = np.empty((within + constraints * disallowed, 2), np.int64)
    joined = np.zeros((n, n), np.bool_)
    # per ordered pair of cliques, a shuffle under way: the first drawn[i, j] pairs are spent
    deck = np.empty((cliques, cliques, pairs), np.int32)
    deck[:, :] = np.arange(pairs)
    drawn = np.zeros((cliques, cliques), np.int64)

    m = 0
    for i in range(cliques):
        for u in range(i * clique_size, (i + 1) * clique_size):
            for v in range(u + 1, (i + 1) * clique_size):
                edges[m] = u, v
                m += 1
    for _ in range(constraints):
        i, j = below(rng, cliques), below(rng, cliques - 1)
        j += j >= i
        for spent in range(drawn[i, j], min(drawn[i, j] + disallowed, pairs)):
            other = spent + below(rng, pairs - spent)
            pair = deck[i, j, other]
            deck[i, j, other] = deck[i, j, spent]
            u, v = i * clique_size + pair // clique_size, j * clique_size + pair % clique_size
            if not joined[u, v]:
                joined[u, v] = joined[v, u] = True
                edges[m] = u, v
                m += 1
        drawn[i, j] = min(drawn[i, j] + disallowed, pairs)
    return edges[:m].copy()
