"""Check a list of edges and turn it into the CSR arrays of a `Graph`."""

import functools
import warnings
from multiprocessing import parent_process

import numpy as np

from ..support import checks


class GraphNote(UserWarning):
    """Warns that duplicate edges were merged, or that a file may count from another number."""


@functools.cache      # once for a file, which an experiment reads for every run
def note(text):
    """Warn once of what was made of a file, and only in the main process."""
    if parent_process() is None:
        warnings.warn(GraphNote(text), stacklevel=2)


def bytes_needed(n, m):
    """Return an upper bound on the bytes needed to build a graph of n vertices and m edges: int."""
    return 16 * n + 140 * m


def edge_array(n, edges):
    """Return `edges` as int64 (m, 2), and check that they join different vertices in 0..n-1.

    Raises
    ------
    TypeError
        If they are not integers.
    ValueError
        If the shape is wrong, an edge names no vertex or is a self-loop.
    """
    edges, wanted = _integer_array("edges", edges, "(m, 2)")
    if edges.shape != (0,) and edges.shape[1:] != (2,):
        raise ValueError(f"{wanted}, not of shape {edges.shape}")
    edges = edges.reshape(-1, 2)
    for row, what in flaws(edges, 0, n - 1):
        raise ValueError(f"edges[{row}] = {what}")
    return edges.astype(np.int64)


def flaws(edges, first, last):
    """Yield what is wrong with edges, integers (m, 2), between the vertices first..last.

    Yields
    ------
    row : int
        The row of the wrong edge.
    what : str
        A message that begins with the edge. Edges that name no vertex come first, then self-loops.
    """
    u, v = edges.T      # NumPy is slow along an axis of two
    outside = (np.minimum(u, v) < first) | (np.maximum(u, v) > last)
    for row in np.flatnonzero(outside).tolist():
        yield row, f"{tuple(edges[row].tolist())} names a vertex outside {first}..{last}"
    for row in np.flatnonzero(u == v).tolist():
        yield row, (f"{tuple(edges[row].tolist())} is a self-loop; an edge joins two different "
                    "vertices")


def keys_of(n, edges):
    """Number each row of `edges`, {u, v} with u < v, as ``u * n + v``: int64, shape (m,)."""
    u, v = edges.T
    return np.minimum(u, v) * n + np.maximum(u, v)


def distinct(keys, weights):
    """Return the distinct keys, the first row of each, and a conflict of weights, if any.

    Parameters
    ----------
    keys, weights : ndarray of int64, shape (m,)

    Returns
    -------
    keys, rows : ndarray of int64
    clash : list of (int, int)
        The first row whose weight differs from that of an earlier row for the same edge, together
        with that earlier row; empty if there is none.
    """
    distinct, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    clash = np.flatnonzero(weights != weights[first][inverse])[:1].tolist()
    return distinct, first, [(row, int(first[inverse[row]])) for row in clash]


def numbered(nodes, edges):
    """Return edges and weights of edges (u, v, weight) between nodes, which are numbered: dict."""
    number = {node: i for i, node in enumerate(nodes)}
    weights = [checks.integer(f"weights of graph, such as that of its edge {edge!r},",
                              int(w) if isinstance(w, float) and w.is_integer() else w)
               for *edge, w in edges]
    return {"edges": [(number[u], number[v]) for u, v, _ in edges], "weights": weights}


def weight_array(m, weights):
    """Return `weights` as int64 (m,), and check that no sum of them can overflow.

    Raises
    ------
    TypeError
        If they are not integers.
    ValueError
        If the shape is wrong, or the absolute values sum to 2**62 or more.
    """
    weights, wanted = _integer_array("weights", weights, f"({m},), one an edge", whole=True)
    if weights.shape != (m,):
        raise ValueError(f"{wanted}, not of shape {weights.shape}")
    total = np.abs(weights.astype(np.float64)).sum()
    if total >= 2.0**62:
        raise ValueError("weights must be smaller: the sum of their absolute values must stay "
                         f"below 2**62, and is {total:.3g}")
    return weights.astype(np.int64)


def merge(n, edges, weights, name):
    """Return every edge once, and warn of duplicates.

    Parameters
    ----------
    n : int
    edges : ndarray of int64, shape (m, 2)
        As returned by `edge_array`.
    weights : ndarray of int64, shape (m,), or None
    name : str
        Name of the graph, for the warning.

    Returns
    -------
    keys : ndarray of int64, ascending
        ``u * n + v``, u < v, for every edge {u, v}.
    weights : ndarray of int64, or None
        One per key; None if all are 1.

    Raises
    ------
    ValueError
        If duplicates have different weights.
    """
    keys = keys_of(n, edges)
    if weights is None:
        keys.sort()      # np.unique would take a hundred times as long
        merged = keys[np.diff(keys, prepend=-1) > 0]
    else:
        merged, first, clash = distinct(keys, weights)
        for row, earlier in clash:
            raise ValueError(f"weights[{row}] = {weights[row]} and weights[{earlier}] = "
                             f"{weights[earlier]} are both for the edge "
                             f"{tuple(edges[row].tolist())}; duplicates must have one weight")
        weights = None if (weights == 1).all() else weights[first]
    if extra := len(keys) - len(merged):
        what = f"graph {name!r}" if name else "graph"
        warnings.warn(GraphNote(f"{what}: merged {extra} duplicate edge{'s' * (extra > 1)} "
                                "(listed more than once, or in both directions)"), stacklevel=3)
    return merged, weights


def csr(n, keys, weights):
    """Return the CSR arrays of the edges that `merge` returned, each in both directions.

    Returns
    -------
    indptr : ndarray of int64, shape (n + 1,)
    indices : ndarray of int32, shape (2 * m,)
        Ascending between any two entries of `indptr`.
    weights : ndarray of int64, shape (2 * m,), or None
    """
    u, v = np.divmod(keys, n)
    both = np.concatenate((keys, v * n + u))
    if weights is None:
        both.sort()
    else:
        order = both.argsort()
        both, weights = both[order], np.concatenate((weights, weights))[order]
    rows, columns = np.divmod(both, n)
    return np.searchsorted(rows, np.arange(n + 1)), columns.astype(np.int32), weights


def _integer_array(name, values, shape, whole=False):
    """Return `values` as an array of integers, and the requirement as text for error messages.

    Floats that are `whole` may be allowed, below 2**53, above which not every number is one.
    """
    wanted = f"{name} must be an array of integers of shape {shape}"
    try:
        array = np.asarray(values if hasattr(values, "__array__") else list(values))
    except ValueError:
        raise ValueError(f"{wanted}, not rows of different lengths") from None
    if whole and array.dtype.kind == "f" and (array == np.rint(array)).all() and (
            np.abs(array) < 2.0**53).all():
        array = array.astype(np.int64)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{wanted}, not of {array.dtype}")
    return array, wanted
