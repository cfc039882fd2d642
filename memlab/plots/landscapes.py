"""Charts of graphs and fitness landscapes: adjacency, and fitness before and after local search."""

import altair as alt
import numpy as np
import pandas as pd

from ..checks import integer
from .palette import BLUE, DASHED, GREEN, SOLID, Style
from .populations import bitmap
from .style import BARE, DOT, heading, line_looks, look, panels, require

# Darwinian evolution selects by the first kind of fitness, the other modes by the second.
_BEFORE, _AFTER = "as it is", "after local search"
_STAGES = {_BEFORE: Style(_BEFORE, BLUE, SOLID, None), _AFTER: Style(_AFTER, GREEN, DASHED, None)}
_BINS = 25


def adjacency(graphs, corner=60, across=3, title="Corners of adjacency matrices", subtitle=None):
    """Adjacency matrices in a panel each, cropped to the first vertices so that edges are visible.

    There is a square for each edge and direction, with vertex 0 at the top left.

    Parameters
    ----------
    graphs : dict of str to Graph
        The graphs by the names of their panels.
    corner : int
        Number of vertices to show, at least 2.
    across : int
        Panels in a row.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Raises
    ------
    TypeError, ValueError
        If `corner` is not an integer of at least 2.

    Examples
    --------
    >>> import memlab as ml
    >>> path = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> chart = adjacency({"path": path}, corner=3)
    """
    corner = integer("corner", corner, minimum=2)
    axis = alt.Axis(title=None, values=[0, corner - 1], grid=False, **BARE)
    charts = []
    for name, graph in graphs.items():
        bits = np.zeros((corner, corner), np.uint8)
        u, v = graph.edges[(graph.edges < corner).all(axis=1)].T
        bits[u, v] = bits[v, u] = 1
        charts.append(bitmap(bits, name, BLUE, axis, axis, 180, 180, first=-0.5))
    return alt.concat(*charts, columns=across, spacing=18, title=heading(title, subtitle))


def smoothing(frame, title="Fitness of random solutions, before and after local search",
              subtitle=None):
    """Histograms of the fitness of solutions and of the local optima reached from them.

    The fitness axis is linear near zero and logarithmic far from it, since the fitness of
    independent sets is in the tens and that of random sets is below minus a thousand.

    Parameters
    ----------
    frame : DataFrame
        Columns before and after, with a row per solution.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> chart = smoothing(pd.DataFrame({"before": [-5, -9], "after": [3, 4]}))
    """
    require(frame, ["before", "after"])

    def draw(rows, problem, place):
        bars = pd.concat([_histogram(rows["before"], _BEFORE), _histogram(rows["after"], _AFTER)])
        infeasible = (rows["before"] < 0).any()
        scale = alt.Scale(type="symlog", constant=20) if infeasible else alt.Scale(zero=False)
        ticks = {"values": _symlog_ticks(rows)} if infeasible else {"tickCount": 4}
        return alt.Chart(bars).mark_bar(opacity=0.8, binSpacing=0).encode(
            x=alt.X("low:Q", bin="binned", title="fitness" if place.bottom else None, scale=scale,
                    axis=alt.Axis(format=",d", grid=False, **ticks)),
            x2="high:Q",
            y=alt.Y("share:Q", title="share of solutions" if place.left else None, stack=None,
                    axis=alt.Axis(format="%", tickCount=3)),
            color=look(alt.Color, _STAGES, "stage"))

    return panels(frame, draw, title, subtitle, height=80)


def landscape(frame, x, title="Fitness before and after local search", subtitle=None,
              xlabel=None, after=_AFTER):
    """Fitness along a line through the search space, before and after local search.

    Parameters
    ----------
    frame : DataFrame
        Columns before, after and the one that `x` names, with a row per solution.
    x : str
        The column with the position of the solution on the line.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.
    xlabel : str, optional
        Label of the horizontal axis.
    after : str
        Label of the second line.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ones": [0, 1, 2], "before": [1, 0, 3], "after": [1, 3, 3]})
    >>> chart = landscape(frame, "ones")
    """
    require(frame, [x, "before", "after"])
    rows = frame.rename(columns={"before": _BEFORE, "after": after}).melt(
        id_vars=[x], value_vars=[_BEFORE, after], var_name="stage", value_name="fitness")
    points = {"size": 45, **DOT} if len(frame) <= 40 else False
    steps = min(10, int(frame[x].max() - frame[x].min()))      # places are whole numbers
    across = alt.X(f"{x}:Q", title=xlabel or x, axis=alt.Axis(grid=False, tickCount=steps),
                   scale=alt.Scale(nice=False, padding=8))
    stages = dict(zip((_BEFORE, after), _STAGES.values(), strict=True))
    return alt.Chart(rows).mark_line(point=points, strokeWidth=2).encode(
        x=across, y=alt.Y("fitness:Q", axis=alt.Axis(tickCount=6)),
        tooltip=[f"{x}:N", "stage:N", "fitness:Q"], **line_looks(stages, "stage")).properties(
        width=440, height=220, title=heading(title, subtitle))


def _histogram(values, stage):
    counts, edges = np.histogram(values, bins=min(_BINS, 1 + int(values.max() - values.min())))
    return pd.DataFrame({"stage": stage, "low": edges[:-1], "high": edges[1:],
                         "share": counts / len(values)})


def _symlog_ticks(rows):
    """Return the powers of ten on both sides of zero, over the range of the data."""
    low, high = rows["before"].min(), rows["after"].max()
    return [tick for tick in (-10_000, -1_000, -100, 0, 100, 1_000) if 2 * low <= tick <= 2 * high]
