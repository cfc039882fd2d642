"""A small graph with a solution drawn on it."""

import altair as alt
import numpy as np
import pandas as pd

from ..support.checks import choice
from .palette import BLACK, CHOSEN, CONFLICT, EDGE, INK, OTHER, UNDECIDED, WHITE
from .style import heading

MOST_NEAR = 300      # vertices
MOST_LINES = 5_000      # edges


def layout(graph, seed=0):
    """Compute positions of the vertices for drawing, with neighbours close to each other.

    For graphs of more than 300 vertices such a layout would take long and show little: their
    vertices are arranged in a spiral.

    Parameters
    ----------
    graph : Graph
        The graph.
    seed : int
        Seed of the layout.

    Returns
    -------
    ndarray of float64, shape (n, 2)
        The same for the same graph and seed, so that several pictures can be compared.

    Examples
    --------
    >>> import memlab as ml
    >>> layout(ml.Graph.from_edges(3, [(0, 1), (1, 2)])).shape
    (3, 2)
    """
    import networkx

    drawn = graph.to_networkx()
    spots = networkx.spiral_layout(drawn, equidistant=True) if graph.n > MOST_NEAR else (
        networkx.spring_layout(drawn, weight=None, seed=seed, iterations=200))
    return np.array([*spots.values()])


def places(graph):
    """Return the positions of `layout`, scaled to a square: float64 (n, 2), from 0 to 1."""
    spots = layout(graph)
    low, high = spots.min(axis=0), spots.max(axis=0)
    return (spots - low) / np.where(high > low, high - low, 1)


def graph(graph, x=None, kind="mis", positions=None, title=None, subtitle=None, size=320,
          numbers=False):
    """Draw a graph and, if given, a solution on it.

    Of more than 5,000 edges only those are drawn that are conflicts or cut.

    Parameters
    ----------
    graph : Graph
        The graph.
    x : ndarray of uint8, shape (n,), optional
        Vertices with a 1 are drawn filled in orange, the others in blue.
    kind : {"mis", "maxcut"}
        For "mis" an edge between two chosen vertices is a conflict and red; for "maxcut" an edge
        between a chosen vertex and another is cut and drawn strong.
    positions : ndarray, shape (n, 2), optional
        As returned by `layout`.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.
    size : int
        Width and height in points.
    numbers : bool
        Whether to write the number of each vertex into it, for graphs of a few vertices.

    Returns
    -------
    altair.Chart
        The chart.

    Raises
    ------
    ValueError
        If the length of `x` or `positions` is not that of the graph, or `kind` is unknown.

    Examples
    --------
    >>> import memlab as ml
    >>> g = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> chart = ml.plots.graph(g, [1, 0, 1])
    """
    choice("kind", kind, ("mis", "maxcut"))
    chosen = np.zeros(graph.n, bool) if x is None else np.asarray(x).astype(bool)
    if chosen.shape != (graph.n,):
        raise ValueError(f"x must have shape ({graph.n},), not {chosen.shape}")
    positions = layout(graph) if positions is None else np.asarray(positions)
    if positions.shape != (graph.n, 2):
        raise ValueError(f"positions must have shape ({graph.n}, 2), not {positions.shape}")
    vertices = pd.DataFrame(positions, columns=["x", "y"]).assign(
        vertex=np.arange(graph.n), chosen=chosen)
    first, second = chosen[graph.edges].T
    marked = first & second if kind == "mis" else first != second
    drawn = marked if graph.m > MOST_LINES else np.full(graph.m, True)
    ends = positions[graph.edges[drawn]].reshape(-1, 4)
    colour = CONFLICT if kind == "mis" else INK
    x_axis, y_axis = (channel(f"{name}:Q", axis=None, scale=alt.Scale(zero=False))
                      for channel, name in ((alt.X, "x"), (alt.Y, "y")))
    edges = pd.DataFrame(ends, columns=["x", "y", "x2", "y2"]).assign(marked=marked[drawn])
    lines = alt.Chart(edges).mark_rule().encode(
        x=x_axis, y=y_axis, x2="x2", y2="y2", color=_either("marked", colour, EDGE),
        strokeWidth=_either("marked", 2.2, 1))
    base = alt.Chart(vertices).encode(x=x_axis, y=y_axis, tooltip=["vertex:Q"])
    fill, text = _either("chosen", CHOSEN, OTHER), _either("chosen", BLACK, WHITE)
    if x is None:
        fill, text = alt.value(UNDECIDED), alt.value(BLACK)
    layers = [lines, base.mark_circle(size=420 if numbers else 110, opacity=1, stroke=INK,
                                      strokeWidth=1).encode(color=fill)]
    if numbers:
        layers.append(base.mark_text(fontSize=12).encode(text="vertex:Q", color=text))
    chart = alt.layer(*layers).properties(width=size, height=size)
    return chart if title is None else chart.properties(title=heading(title, subtitle))


def _either(field, yes, no):
    """Encoding: one of two values, depending on a boolean field."""
    return alt.condition(f"datum.{field}", alt.value(yes), alt.value(no))
