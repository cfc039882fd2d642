"""Cover a graph's vertices by disjoint cliques, which bounds every independent set.

An independent set has at most one vertex of each clique, so its size is at most the number of
cliques. This number depends on the order in which vertices join. If the vertices of each clique are
consecutive in the next order, the next cover has no more cliques, and often fewer [1]_.

References
----------
.. [1] J. Culberson, F. Luo. Exploring the k-colorable landscape with iterated greedy. Cliques,
   Coloring, and Satisfiability, DIMACS series 26, 1996.
"""

from ...kernels.jit import kernel

CLIQUE, SIZE, MET = range(3)        # rows of a cover: the last two are indexed by clique


@kernel
def first_fit(indptr, indices, order, cover):
    """Let each vertex in order join the first clique that it fits; return the number of cliques.

    Parameters
    ----------
    indptr : ndarray of int64, shape (n + 1,)
    indices : ndarray of int32, shape (2 m,)
        The lists of neighbours of a graph with n vertices and m edges.
    order : ndarray of int64, shape (n,)
        The vertices.
    cover : ndarray of int64, shape (3, n)
        Overwritten: row 0 becomes the clique of each vertex, row 1 the size of each clique; the
        last row is scratch.

    Returns
    -------
    int
    """
    number = 0
    for v in range(len(order)):
        cover[CLIQUE, v], cover[SIZE, v], cover[MET, v] = -1, 0, 0
    for v in order:
        joined = number
        for entry in range(indptr[v], indptr[v + 1]):
            other = cover[CLIQUE, indices[entry]]
            if other >= 0:
                cover[MET, other] += 1
                if cover[MET, other] == cover[SIZE, other] and other < joined:
                    joined = other
        for entry in range(indptr[v], indptr[v + 1]):
            if cover[CLIQUE, indices[entry]] >= 0:
                cover[MET, cover[CLIQUE, indices[entry]]] = 0
        cover[CLIQUE, v] = joined
        cover[SIZE, joined] += 1
        number = max(number, joined + 1)
    return number
