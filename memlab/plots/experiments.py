"""Charts of any experiment: a method is drawn as its family is, an evolution mode or another one.

Frames have the columns method and family, as `memlab.study.comparison` gives them. Methods come in
the order in which they appear.
"""

import altair as alt
import pandas as pd

from .palette import FAMILIES, INK, MODES, VARIANTS
from .style import UNITS, panels, require

_UNITS = {**UNITS, "clique": "vertices in the clique"}


def intervals(frame, title, subtitle=None, value="mean", unit=None, zero=False):
    """A quantity of each method with its interval: means, or gaps to best known values.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, method, family, low, high and `value`: as
        `memlab.study.comparison.means` and `gaps` give them.
    title : str
    subtitle : str, optional
    value : str
        The column that is drawn as a point.
    unit : str, optional
        What the axis says; by default what is counted in a solution.
    zero : bool
        Whether zero is drawn, as a line.

    Returns
    -------
    altair.Chart
        A row per method, a panel per problem and dataset.

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
    styles = _styles(frame)

    def draw(rows, problem, place):
        names = list(frame.loc[frame["problem"] == problem, "method"].unique())
        return _points(rows, value, _rows("method", names, place), None,
                       _colour(styles, "method", legend=None),
                       unit or _UNITS.get(problem, "best fitness"), place, zero)

    return panels(_titled(frame), draw, title, subtitle, height=alt.Step(20))


def effects(frame, title="What each level of a factor changes",
            subtitle="right of the line the change is for the better; bars: 95 % intervals"):
    """Main effects of factors on the best fitness of each family.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, family, factor, level, difference, low, high: as
        `memlab.study.comparison.effects` gives them.
    title, subtitle : str

    Returns
    -------
    altair.Chart
        A block per level of a factor, and in it a point with its interval per family.

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
    changes, styles = list(frame["change"].unique()), _styles(frame.assign(method=frame["family"]))

    def draw(rows, problem, place):
        offset = alt.YOffset("family:N", sort=list(styles))
        return _points(rows, "difference", _rows("change", changes, place), offset,
                       _colour(styles, "family"), f"change ({_UNITS.get(problem, 'best fitness')})",
                       place, zero=True)

    chart = panels(_titled(frame), draw, title, subtitle, height=alt.Step(14), across=2, width=280)
    return chart.properties(padding=_padding(styles))


def courses(frame, column, title, subtitle=None, unit=None, zero=True):
    """The course of a quantity against evaluations: a line per method.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, method, family, evaluations and `column`: as
        `memlab.study.tables.convergence` and `memlab.study.statistics.ecdf` give them.
    column, title : str
    subtitle : str, optional
    unit : str, optional
        What the axis says; by default what is counted in a solution.
    zero : bool
        Whether the axis begins at zero.

    Returns
    -------
    altair.Chart
        A panel per problem and dataset. The axis of evaluations is logarithmic.

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
    require(frame, ["problem", "dataset", "method", "family", "evaluations", column])
    first, last = int(frame["evaluations"].min()), int(frame["evaluations"].max())
    ticks = [10 ** power for power in range(10) if first <= 10 ** power <= last]
    styles, limits = _styles(frame), {"domain": [0, 1]} if column == "share" else {}
    dash = alt.StrokeDash("method:N", title=None, sort=None, legend=_legend(
        symbolType="stroke", symbolSize=700), scale=alt.Scale(
            domain=list(styles), range=[dash for _, dash in styles.values()]))

    def draw(rows, problem, place):
        x = alt.X("evaluations:Q", title="fitness evaluations" if place.bottom else None,
                  scale=alt.Scale(type="log", domain=[first, last], nice=False),
                  axis=alt.Axis(values=ticks, format="~s", grid=False))
        y = alt.Y(f"{column}:Q", scale=alt.Scale(zero=zero, **limits), axis=alt.Axis(tickCount=5),
                  title=(unit or _UNITS.get(problem, "best fitness")) if place.left else None)
        return alt.Chart(rows).mark_line(strokeWidth=2, clip=True).encode(
            x=x, y=y, color=_colour(styles, "method"), strokeDash=dash,
            tooltip=["method:N", "evaluations:Q", alt.Tooltip(f"{column}:Q", format=",.2f")])

    return panels(_titled(frame), draw, title, subtitle).properties(padding=_padding(styles))


def _points(rows, value, y, offset, colour, unit, place, zero):
    """Points with their intervals, and a line at zero."""
    x = alt.X("low:Q", title=unit if place.bottom else None, scale=alt.Scale(zero=zero),
              axis=alt.Axis(tickCount=4))
    positions = {"y": y} if offset is None else {"y": y, "yOffset": offset}
    base = alt.Chart(rows).encode(color=colour, **positions)
    bars = base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q")
    numbers = [alt.Tooltip(f"{name}:Q", format=",.3f") for name in (value, "low", "high")]
    points = base.mark_point(filled=True, size=60, opacity=1).encode(
        x=alt.X(f"{value}:Q", scale=alt.Scale(zero=zero)), tooltip=[y.shorthand, *numbers])
    line = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=INK).encode(x="zero:Q")
    return alt.layer(*([line] if zero else []), bars, points)


def _rows(column, names, place):
    """Encoding: the names from top to bottom, written in the panels at the left edge only."""
    room = 7 * max(map(len, names)) if place.left else 0
    return alt.Y(f"{column}:N", title=None, sort=names, scale=alt.Scale(domain=names, padding=0.5),
                 axis=alt.Axis(minExtent=room, labels=place.left, ticks=False, domain=False,
                               grid=True, labelPadding=8, labelLimit=400))


def _colour(styles, column, **options):
    scale = alt.Scale(domain=list(styles), range=[colour for colour, _ in styles.values()])
    options = options or {"legend": _legend()}
    return alt.Color(f"{column}:N", title=None, sort=None, scale=scale, **options)


def _legend(**options):
    return alt.Legend(orient="right", symbolLimit=0, labelLimit=400, **options)


def _padding(names):
    """Room at the right: a reader's font may be wider than the one that legends are laid out in."""
    return {"left": 5, "top": 5, "bottom": 5, "right": 5 + 2 * max(map(len, names))}


def _styles(frame):
    """Colour and dash of every method: a family's colour, and a dash for each of its methods."""
    modes = {style.label: style for style in MODES.values()}
    others = [family for family in frame["family"].unique() if family not in modes]
    colours = {family: FAMILIES[place % len(FAMILIES)] for place, family in enumerate(others)}
    colours.update({name: style.colour for name, style in modes.items()})
    styles = {}
    for family, methods in frame.groupby("family", sort=False)["method"]:
        names = methods.unique()
        for place, name in enumerate(names):
            alone = family in modes and len(names) == 1
            dash = list(modes[family].dash) if alone else VARIANTS[place % len(VARIANTS)]
            styles[name] = (colours[family], dash)
    return styles


def _titled(frame):
    """The frame with a name for the panel of a problem that needs no graph."""
    return frame.assign(dataset=frame["dataset"].where(frame["dataset"] != "", "no graph"))
