"""Cliques that cover a graph: bounds and strong constraints for independent sets.

An independent set has at most one vertex of each clique.
"""


def neighbourhoods(graph):
    """The neighbours of every vertex, a list of sets."""
    bounds, indices = graph.indptr.tolist(), graph.indices.tolist()
    return [set(indices[bounds[v]:bounds[v + 1]]) for v in range(graph.n)]


def cover_vertices(graph):
    """Disjoint cliques that hold every vertex; as many as no independent set has vertices more.

    Vertices join, those of fewest neighbours first, the largest clique that takes them.

    Parameters
    ----------
    graph : Graph

    Returns
    -------
    list of list of int

    Examples
    --------
    >>> import memlab as ml
    >>> cover_vertices(ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]))
    [[3], [0, 1, 2]]
    """
    near = neighbourhoods(graph)
    cliques = []
    for v in sorted(range(graph.n), key=lambda v: len(near[v])):
        fitting = [clique for clique in cliques if near[v].issuperset(clique)]
        if fitting:
            max(fitting, key=len).append(v)
        else:
            cliques.append([v])
    return cliques


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
