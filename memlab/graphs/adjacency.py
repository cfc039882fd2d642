"""The arrays of a Graph: from any list of edges, with every check on the way, to CSR."""

import warnings

import numpy as np

from .. import memory

_MOST_WEIGHT = 2.0**62


class GraphNote(UserWarning):
    """Says what was tidied while a graph was built: duplicate edges that were merged."""


def bytes_needed(n, m):
    """How much memory it takes, at most, to make the arrays of n vertices and m edges: int."""
    return 16 * n + 140 * m


def edge_array(n, edges):
    """`edges` as int64 (m, 2), checked: different vertices in 0..n-1.

    Raises
    ------
    TypeError
        If they are not integers.
    ValueError
        If the shape is wrong, an edge names no vertex or is a self-loop.
    """
    edges, wanted = _integer_array("edges", edges, "(m, 2)")
    if edges.shape == (0,):
        edges = edges.reshape(0, 2)
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(f"{wanted}, not of shape {edges.shape}")
    for row, what in flaws(edges, 0, n - 1):
        raise ValueError(f"edges[{row}] = {what}")
    return edges.astype(np.int64)


def flaws(edges, first, last):
    """What is wrong with edges, integers (m, 2), between the vertices first..last.

    Yields
    ------
    row : int
    what : str
        Begins with the edge. First come edges that name no vertex, then self-loops.
    """
    outside = ((edges < first) | (edges > last)).any(axis=1)
    for row in np.flatnonzero(outside).tolist():
        yield row, f"{tuple(edges[row].tolist())} names a vertex outside {first}..{last}"
    for row in np.flatnonzero(edges[:, 0] == edges[:, 1]).tolist():
        yield row, (f"{tuple(edges[row].tolist())} is a self-loop; an edge joins two different "
                    "vertices")


def keys_of(n, edges):
    """A number for each edge {u, v}, u < v: ``u * n + v``, ndarray of int64, shape (m,)."""
    return edges.min(axis=1) * n + edges.max(axis=1)


def distinct(keys, weights):
    """Every key once, the row in which it comes first, and a clash of weights, if there is one.

    Returns
    -------
    keys, rows : ndarray of int64
    clash : list of (int, int)
        The first row that gives its edge another weight than an earlier row, and that row; empty
        if none does.
    """
    distinct, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    clash = np.flatnonzero(weights != weights[first][inverse])[:1].tolist()
    return distinct, first, [(row, int(first[inverse[row]])) for row in clash]


def weight_array(m, weights):
    """`weights` as int64 (m,), so small that no sum of them overflows.

    Raises
    ------
    TypeError
        If they are not integers.
    ValueError
        If the shape is wrong, or the absolute values sum to 2**62 or more.
    """
    weights, wanted = _integer_array("weights", weights, f"({m},), one an edge")
    if weights.shape != (m,):
        raise ValueError(f"{wanted}, not of shape {weights.shape}")
    total = np.abs(weights.astype(np.float64)).sum()
    if total >= _MOST_WEIGHT:
        raise ValueError("weights must be smaller: the sum of their absolute values must stay "
                         f"below 2**62, and is {total:.3g}")
    return weights.astype(np.int64)


def merge(n, edges, weights, name):
    """Every edge once; duplicates are noted.

    Parameters
    ----------
    n : int
    edges : ndarray of int64, shape (m, 2)
        As `edge_array` gives them.
    weights : ndarray of int64, shape (m,), or None
    name : str
        The graph's, for the note.

    Returns
    -------
    keys : ndarray of int64, ascending
        ``u * n + v``, u < v, for every edge {u, v}.
    weights : ndarray of int64, or None
        One a key; None if all are 1.

    Raises
    ------
    ValueError
        If duplicates have different weights.
    """
    keys = keys_of(n, edges)
    if weights is None:
        keys.sort()
        merged = keys[np.diff(keys, prepend=-1) > 0]
    else:
        merged, first, clash = distinct(keys, weights)
        for row, earlier in clash:
            raise ValueError(f"weights[{row}] = {weights[row]} and weights[{earlier}] = "
                             f"{weights[earlier]} are both for the edge "
                             f"{tuple(edges[row].tolist())}; duplicates must have one weight")
        weights = None if (weights == 1).all() else weights[first]
    extra = len(keys) - len(merged)
    if extra:
        what = f"graph {name!r}" if name else "graph"
        warnings.warn(GraphNote(f"{what}: merged {extra} duplicate edge{'s' * (extra > 1)} "
                                "(listed more than once, or in both directions)"), stacklevel=3)
    return merged, weights


def csr(n, keys, weights):
    """The adjacency of the edges that `merge` gave, each in both directions.

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
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=n), out=indptr[1:])
    return indptr, columns.astype(np.int32), weights


def complement(n, indptr, indices):
    """CSR arrays (indptr, indices) of the pairs that are no edges, as `csr` gives them."""
    bounds = np.zeros(n + 1, np.int64)
    np.cumsum(n - 1 - np.diff(indptr), out=bounds[1:])
    memory.check(4 * int(bounds[-1]), f"a complement of {bounds[-1] // 2} edges")
    others = np.empty(bounds[-1], np.int32)
    absent = np.empty(n, bool)
    for v in range(n):
        absent[:] = True
        absent[v] = False
        absent[indices[indptr[v]:indptr[v + 1]]] = False
        others[bounds[v]:bounds[v + 1]] = np.flatnonzero(absent)
    return bounds, others


def _integer_array(name, values, shape):
    """`values` as an array of integers, and what error messages ask for; `shape` is for them."""
    wanted = f"{name} must be an array of integers of shape {shape}"
    try:
        array = np.asarray(values if hasattr(values, "__array__") else list(values))
    except ValueError:
        raise ValueError(f"{wanted}, not rows of different lengths") from None
    except TypeError:
        raise TypeError(f"{wanted}, not {values!r}") from None
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{wanted}, not of {array.dtype}")
    return array, wanted
