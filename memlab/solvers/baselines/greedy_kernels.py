"""Independent sets and cuts, built up or improved vertex by vertex."""

import heapq

import numpy as np

from ...kernels.jit import kernel

UNPLACED = 2      # of a vertex that is on neither side of the cut yet


@kernel(allocates=True)
def select(indptr, indices, order, tries, taken):
    """Take the vertices in order, each if it still has no neighbour in the set.

    Parameters
    ----------
    indptr, indices : ndarray
        The graph's lists of neighbours.
    order : ndarray of int64
    tries : int
        How many vertices of `order` are looked at.
    taken : ndarray of uint8, shape (n,)
        Zeros; becomes the set, in place.
    """
    blocked = np.zeros(len(taken), np.bool_)
    for v in order[:tries]:
        if not blocked[v]:
            taken[v] = 1
            for e in range(indptr[v], indptr[v + 1]):
                blocked[indices[e]] = True


@kernel(allocates=True)
def select_by_degree(indptr, indices, tries, taken):
    """Take vertices of least degree in the remaining graph, ties by number, until none is left.

    A vertex that is taken is removed together with its neighbours. A queue holds (degree, vertex)
    as one number, and skips outdated entries when they come up. It holds at most n + 2 m entries,
    so that the time is O((n + m) log n).

    Parameters
    ----------
    indptr, indices : ndarray
        The graph's lists of neighbours.
    tries : int
        The maximum number of vertices to take.
    taken : ndarray of uint8, shape (n,)
        Zeros; becomes the set, in place.
    """
    n = len(taken)
    degree = (indptr[1:] - indptr[:-1]).astype(np.int64)
    queue = [degree[v] * n + v for v in range(n)]
    heapq.heapify(queue)
    while len(queue) > 0 and tries > 0:
        entry = heapq.heappop(queue)
        v = entry % n
        if degree[v] != entry // n:      # removed, or its degree has decreased
            continue
        taken[v] = 1
        tries -= 1
        degree[v] = -1
        for e in range(indptr[v], indptr[v + 1]):
            u = indices[e]
            if degree[u] >= 0:
                degree[u] = -1
                for f in range(indptr[u], indptr[u + 1]):
                    w = indices[f]
                    if degree[w] > 0:
                        degree[w] -= 1
                        heapq.heappush(queue, degree[w] * n + w)


@kernel
def place(indptr, indices, weights, order, side):
    """Put each vertex in order on the side where it cuts more of the edges to placed vertices.

    Parameters
    ----------
    indptr, indices, weights : ndarray
        The graph's lists of neighbours, and the weight of each entry.
    order : ndarray of int64
    side : ndarray of uint8, shape (n,)
        The cut so far, changed in place; `UNPLACED` for vertices that are on no side yet. If both
        sides are equal, these go to side 0, and other vertices stay.
    """
    for v in order:
        pull = np.int64(0)
        for e in range(indptr[v], indptr[v + 1]):
            other = side[indices[e]]
            if other != UNPLACED:
                pull += weights[e] if other == 1 else -weights[e]
        if pull < 0:
            side[v] = 1
        elif pull > 0 or side[v] == UNPLACED:
            side[v] = 0
