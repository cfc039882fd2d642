"""Cliques that cover the edges of a graph: strong constraints for independent sets.

An independent set has at most one vertex of each clique.
"""


def neighbourhoods(graph):
    """The neighbours of every vertex, a list of sets."""
    bounds, indices = graph.indptr.tolist(), graph.indices.tolist()
    return [set(indices[bounds[v]:bounds[v + 1]]) for v in range(graph.n)]


def cover_edges(graph):
    """Maximal cliques, at least two vertices each, that together hold every edge.

    Each edge that is not covered yet is grown to a clique by the vertex that covers most of what
    is still uncovered.

    Parameters
    ----------
    graph : Graph

    Returns
    -------
    list of list of int

    Examples
    --------
    >>> import memlab as ml
    >>> cover_edges(ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]))
    [[0, 1, 2], [2, 3]]
    """
    near = neighbourhoods(graph)
    uncovered = [set(neighbours) for neighbours in near]
    cliques = []
    for u, v in graph.edges.tolist():
        if v not in uncovered[u]:
            continue
        clique, common = [u, v], near[u] & near[v]
        while common:
            w = max(common, key=lambda w: (len(uncovered[w].intersection(clique)), -w))
            clique.append(w)
            common &= near[w]
        for w in clique:
            uncovered[w].difference_update(clique)
        cliques.append(clique)
    return cliques
