"""Cliques that cover the edges of a graph: strong constraints for independent sets.

An independent set has at most one vertex of each clique.
"""


def neighbourhoods(graph):
    """Return the neighbours of every vertex of a graph: a list of n sets of int."""
    bounds, indices = graph.indptr.tolist(), graph.indices.tolist()
    return [set(indices[bounds[v]:bounds[v + 1]]) for v in range(graph.n)]


def cover_edges(graph):
    """Find maximal cliques, of at least two vertices each, that together contain every edge.

    Each edge that is not covered yet is extended to a clique, vertex by vertex, always by the one
    that covers most of the uncovered edges.

    Parameters
    ----------
    graph : Graph
        The graph.

    Returns
    -------
    list of list of int
        The vertices of each clique.

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
