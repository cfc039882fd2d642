"""The slow, obvious version of greedy selection, placement and passes, on networkx graphs."""

import networkx as nx


def select(graph, order, tries=None):
    """The set that takes each vertex of an order that has no neighbour in it yet."""
    chosen = set()
    for v in list(order)[:tries]:
        if not chosen.intersection(graph[v]):
            chosen.add(v)
    return chosen


def select_by_degree(graph, tries=None):
    """The set that takes a vertex of least degree in what is left, the first of these."""
    left, chosen = nx.Graph(graph), set()
    while left and (tries is None or len(chosen) < tries):
        v = min(left, key=lambda u: (left.degree(u), u))
        chosen.add(v)
        left.remove_nodes_from([v, *left[v]])
    return chosen


def cut_value(graph, side):
    """Weight of the edges between vertices of different sides, of those that have one."""
    return sum(weight for u, v, weight in graph.edges.data("weight", default=1)
               if u in side and v in side and side[u] != side[v])


def place(graph, order):
    """The sides that cut most at each vertex's turn; 0 where both cut as much."""
    side = {}
    for v in order:
        with_side = [cut_value(graph, {**side, v: s}) for s in (0, 1)]
        side[v] = int(with_side[1] > with_side[0])
    return side


def one_pass(graph, side):
    """The sides after each vertex, by number, has changed over if that cuts more."""
    side = dict(side)
    for v in sorted(graph):
        other = {**side, v: 1 - side[v]}
        if cut_value(graph, other) > cut_value(graph, side):
            side = other
    return side
