"""Graphs of igraph, rustworkx and NetworKit; `memlab.Graph.from_networkx` takes networkx's.

A graph must be undirected and without loops, and its weights whole numbers: else it is refused.
Parallel edges of equal weight are merged with a note.
"""

from collections.abc import Hashable, Mapping

from ...graphs.adjacency import numbered
from ...graphs.graph import Graph
from ...support import checks
from ...support.extras import need


def from_igraph(graph):
    """Convert a graph of igraph.

    Parameters
    ----------
    graph : igraph.Graph
        The attribute "name" of its vertices, if there is one, becomes `labels`, and the attribute
        "weight" of its edges their weights, 1 where it is None.

    Returns
    -------
    Graph
        The graph.

    Raises
    ------
    ImportError
        If igraph is not installed.
    TypeError, ValueError
        If it is no such graph or directed, and as from `memlab.Graph.from_edges`.

    Examples
    --------
    >>> import igraph
    >>> path = igraph.Graph(edges=[(0, 1), (1, 2)], vertex_attrs={"name": ["a", "b", "c"]})
    >>> from_igraph(path).labels
    ('a', 'b', 'c')
    """
    igraph = need("from_igraph", "igraph", "bridges")
    checks.instance("graph", graph, igraph.Graph)
    edges = [(*edge.tuple, edge.attributes().get("weight")) for edge in graph.es]
    names = graph.vs["name"] if "name" in graph.vs.attributes() else None
    title = graph["name"] if "name" in graph.attributes() else ""
    return _graph(graph.vs.indices, edges, names, graph.is_directed(), str(title))


def from_rustworkx(graph):
    """Convert a graph of rustworkx.

    Parameters
    ----------
    graph : rustworkx.PyGraph
        The data of its nodes become `labels` if they are different and hashable, otherwise their
        indices. The weight of an edge is its data, or their entry "weight" if they are a
        dictionary; 1 if that is None or missing.

    Returns
    -------
    Graph
        The graph.

    Raises
    ------
    ImportError
        If rustworkx is not installed.
    TypeError, ValueError
        If it is no such graph, and as from `memlab.Graph.from_edges`.

    Examples
    --------
    >>> import rustworkx
    >>> path = rustworkx.PyGraph()
    >>> _ = path.extend_from_weighted_edge_list([(0, 1, 5), (1, 2, 7)])
    >>> from_rustworkx(path).edge_weights
    array([5, 7])
    """
    rustworkx = need("from_rustworkx", "rustworkx", "bridges")
    checks.instance("graph", graph, rustworkx.PyGraph)
    names, indices = graph.nodes(), [*graph.node_indices()]
    edges = [(u, v, data.get("weight") if isinstance(data, Mapping) else data)
             for u, v, data in graph.weighted_edge_list()]
    differ = all(isinstance(name, Hashable) for name in names) and len({*names}) == len(names)
    return _graph(indices, edges, names if differ else indices)


def from_networkit(graph):
    """Convert a graph of NetworKit.

    Parameters
    ----------
    graph : networkit.Graph
        Its numbers of nodes become `labels` where some are missing between them.

    Returns
    -------
    Graph
        The graph.

    Raises
    ------
    ImportError
        If NetworKit is not installed.
    TypeError, ValueError
        If it is no such graph or directed, and as from `memlab.Graph.from_edges`.

    Examples
    --------
    >>> import networkit
    >>> star = networkit.Graph(3)
    >>> star.addEdge(0, 1), star.addEdge(0, 2)
    (True, True)
    >>> from_networkit(star).edges.tolist()
    [[0, 1], [0, 2]]
    """
    networkit = need("from_networkit", "networkit", "bridges")
    nodes = [*checks.instance("graph", graph, networkit.Graph).iterNodes()]
    return _graph(nodes, [*graph.iterEdgesWeights()], nodes, graph.isDirected())


def _graph(nodes, edges, labels, is_directed=False, name=""):
    """Return a Graph of nodes, which are numbers, and of edges with their weights."""
    if is_directed:
        raise TypeError("graph must be undirected")
    edges = [(u, v, 1 if weight is None else weight) for u, v, weight in edges]
    return Graph.from_edges(len(nodes), **numbered(nodes, edges), name=name, labels=labels)
