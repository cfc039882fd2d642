"""Triangles of a graph."""

import numpy as np

from ..kernels.jit import kernel


@kernel(allocates=True)
def triangles(indptr, indices):
    """In how many triangles each vertex is: int64 (n,). Time O(m sqrt(m)).

    Parameters
    ----------
    indptr, indices : ndarray
        The graph's lists of neighbours.
    """
    twice, near = np.zeros(len(indptr) - 1, np.int64), np.zeros(len(indptr) - 1, np.bool_)
    for u in range(len(twice)):
        own = indices[indptr[u]:indptr[u + 1]]
        near[own] = True
        for v in own:
            others = indices[indptr[v]:indptr[v + 1]]
            if (len(others), v) < (len(own), u):      # each edge once, from its busier end
                common = near[others].sum()
                twice[u] += common
                twice[v] += common
        near[own] = False
    return twice // 2
