"""Charts of any experiment: a method has the colour of its family, such as a mode of evolution.

Frames have the columns method and family, as returned by `memlab.analysis.comparison`. Methods are
drawn in their order of appearance.
"""

import altair as alt

from . import curves, style
from .curves import Curve
from .palette import INK, PAPERS, STROKE
from .style import UNITS, estimates, in_order, look, method_styles, name_axis, panels, require, tips

_LEGEND = {"orient": "right", "symbolLimit": 0, "labelLimit": 400}
_OURS, _PAPER = "memlab, with 95 % interval", "paper"
_SHADED = "shaded: how well the paper's graphs tell its mean (95 % interval)"


def intervals(frame, title, subtitle=None, value="mean", unit=None, zero=False, order=()):
    """Values of each method with their intervals, such as means or gaps to best known values.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, method, family, low, high and `value`: as returned by
        `memlab.analysis.comparison.means` and `memlab.analysis.comparison.gaps`. A column
        published_mean, if there is one, is drawn as vertical strokes.
    title : str
        Heading of the chart.
    subtitle : str, optional
        A second line below the heading.
    value : str
        The column that is drawn as a point.
    unit : str, optional
        Label of the axis; by default what a solution counts.
    zero : bool
        Whether to draw a line at zero.
    order : sequence of str
        The order of the methods' rows; by default that in which they appear.

    Returns
    -------
    altair.Chart
        With a row per method and a panel per problem and dataset.

    Raises
    ------
    ValueError
        If a column is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"problem": "mis", "dataset": "er_small", "method": ["LB", "restarts"],
    ...                       "family": ["LB", "restarts"], "mean": [32.6, 30.0],
    ...                       "low": [31.9, 29.5], "high": [33.3, 30.5]})
    >>> chart = intervals(frame, "Means")
    """
    require(frame, ["problem", "dataset", "method", "family", "low", "high", value])
    colour = look(alt.Color, method_styles(frame), "method", legend=None)

    def draw(rows, problem, place):
        names = in_order(frame.loc[frame["problem"] == problem, "method"], order)
        base = alt.Chart(rows).encode(
            y=name_axis("method", names, place), color=colour,
            tooltip=["method:N", *tips(",.3f", value, "low", "high")])
        name = unit or UNITS.get(problem, "best fitness")
        layers = estimates(base, value, name if place.bottom else None, zero)
        if "published_mean" in rows:
            layers.append(base.mark_point(shape=STROKE, **PAPERS).encode(x="published_mean:Q"))
        return alt.layer(*layers)

    return panels(frame, draw, title, subtitle, height=alt.Step(20))


def scores(frame, title="Scores of the four modes, ours and the paper's", subtitle=None):
    """Mean score per mode with its uncertainty, beside the published value.

    Points with error bars are memlab's; vertical lines are the paper's, with their 95 % interval
    shaded.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, mean, low, high (the 95 % interval of memlab's score), published_mean and,
        where it is known, published_sem: as returned by `memlab.paper.tables.compare_scores`.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb"], "mean": [32.6], "low": [31.9], "high": [33.3],
    ...                       "published_mean": [32.79]})
    >>> chart = scores(frame)
    """
    columns = ["mean", "low", "high", "published_mean"]
    frame = style.prepared(frame, columns, ["published_sem"]).assign(ours=_OURS, paper=_PAPER)
    shaded = "published_sem" in frame
    if shaded:
        margin = 1.96 * frame["published_sem"]
        frame = frame.assign(published_low=frame["published_mean"] - margin,
                             published_high=frame["published_mean"] + margin)

    def draw(rows, problem, place):
        modes = style.modes_of(rows)
        base = alt.Chart(rows).encode(
            y=name_axis("mode", list(modes), place), color=look(alt.Color, modes, legend=None),
            tooltip=["mode:N", *tips(",.2f", *columns)])
        name = UNITS.get(problem, "score") if place.bottom else None
        interval, ours = estimates(base, "mean", name, zero=False)
        layers = [interval, ours.encode(shape=_whose("ours")), base.mark_point(**PAPERS).encode(
            x="published_mean:Q", shape=_whose("paper"))]
        if shaded:
            layers.insert(0, base.mark_bar(height=13, opacity=0.3).encode(
                x="published_low:Q", x2="published_high:Q"))
        return alt.layer(*layers)

    return panels(frame, draw, title, subtitle or (_SHADED if shaded else None), height=92)


def _whose(column):
    """Encoding: a disc for memlab's values, a vertical line for the paper's, in one legend."""
    return style.mapped(alt.Shape, column, {_OURS: "circle", _PAPER: STROKE},
                  legend=alt.Legend(symbolFillColor=INK, symbolStrokeColor=INK, symbolSize=110,
                                    columnPadding=24))


def effects(frame, title="What each level of a factor changes",
            subtitle="right of the line the change is for the better; bars: 95 % intervals"):
    """Main effects of factors on the best fitness of each family.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, family, factor, level, difference, low, high: as returned by
        `memlab.analysis.comparison.effects`.
    title, subtitle : str
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        With a block per level of a factor, which has a point with its interval per family.

    Raises
    ------
    ValueError
        If a column is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"problem": "mis", "dataset": "er_small", "family": ["LB"],
    ...     "factor": ["ties"], "level": ["offspring"], "difference": [0.5], "low": [0.1],
    ...     "high": [0.9]})
    >>> chart = effects(frame)
    """
    require(frame, ["problem", "dataset", "family", "factor", "level", "difference", "low", "high"])
    frame = frame.assign(change=frame["factor"].str.rstrip("_") + ": " + frame["level"])
    changes = list(frame["change"].unique())
    styles = method_styles(frame.assign(method=frame["family"]))
    colour = look(alt.Color, styles, "family", legend=alt.Legend(**_LEGEND))

    def draw(rows, problem, place):
        base = alt.Chart(rows).encode(
            y=name_axis("change", changes, place), color=colour,
            yOffset=alt.YOffset("family:N", sort=list(styles)),
            tooltip=["change:N", *tips(",.3f", "difference", "low", "high")])
        name = f"change ({UNITS.get(problem, 'best fitness')})" if place.bottom else None
        return alt.layer(*estimates(base, "difference", name))

    chart = panels(frame, draw, title, subtitle, height=alt.Step(14), across=2, width=280)
    return chart.properties(padding=_padding(styles))


def courses(frame, column, title, subtitle=None, unit=None, zero=True, over="evaluations"):
    """A quantity in the course of runs, with a line per method.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, method, family, `over` and `column`: as returned by
        `memlab.paper.tables.convergence` and `memlab.analysis.statistics.ecdf`.
    column, title : str
        The column to draw, and the heading of the chart.
    subtitle : str, optional
        A second line below the heading.
    unit : str, optional
        Label of the axis; by default what a solution counts.
    zero : bool
        Whether the axis begins at zero.
    over : {"evaluations", "local_search_steps", "seconds"}
        The cost of a run so far, on a logarithmic axis.

    Returns
    -------
    altair.Chart
        With a panel per problem and dataset.

    Raises
    ------
    ValueError
        If a column is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"problem": "mis", "dataset": "er_small", "method": "restarts",
    ...                       "family": "restarts", "evaluations": [10, 100], "share": [0.0, 0.5]})
    >>> chart = courses(frame, "share", "Share of targets reached", unit="share of targets")
    """
    columns = ["problem", "dataset", "method", "family", over, column]
    require(frame, columns)
    frame = frame.loc[frame[over] > 0, columns]
    styles, limits = method_styles(frame), {"domain": [0, 1]} if column == "share" else {}
    curve = Curve(column, unit, {"zero": zero, **limits}, {}, "method")
    chart = curves.courses(frame.drop(columns="family"), curve, styles, title, subtitle, over=over,
                           **_LEGEND)
    return chart.properties(padding=_padding(styles))


def _padding(names):
    """Space on the right, since a reader's font may be wider than the one used for the layout."""
    return {"left": 5, "top": 5, "bottom": 5, "right": 5 + 2 * max(map(len, names))}
