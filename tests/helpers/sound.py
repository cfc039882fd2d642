"""Whether a graph that came out of damaged input keeps every promise."""

import numpy as np

import memlab as ml


def check_graph(graph):
    """Simple, symmetric, in range, and of one mind about n and m."""
    n, indptr, indices = graph.n, graph.indptr, graph.indices
    assert isinstance(graph, ml.Graph) and n >= 1
    assert indptr.shape == (n + 1,) and indptr[0] == 0
    assert indptr[-1] == 2 * graph.m and len(indices) == 2 * graph.m
    assert (np.diff(indptr) >= 0).all()
    rows = np.repeat(np.arange(n), np.diff(indptr))
    assert not len(indices) or (indices.min() >= 0 and indices.max() < n)
    assert (rows != indices).all()
    keys = rows * n + indices
    assert (np.diff(keys) > 0).all()
    back = np.argsort(indices * np.int64(n) + rows)
    assert np.array_equal((indices * np.int64(n) + rows)[back], keys)
    if graph.weights is not None:
        assert np.array_equal(graph.weights[back], graph.weights) and (graph.weights != 1).any()
