"""What goes beyond the paper: stronger local searches, and the factors that it holds fixed."""

import altair as alt
import pandas as pd

from .style import INK, MODES, colour, labelled, mode_axis, panels, require

SEARCHES = {"repair": "circle", "augment": "diamond", "swap": "triangle-right"}
_FACTORS = {"ties": "ties: offspring first", "mutation": "mutation: fast",
            "initial": "start: learned", "step_cost": "steps: paid for"}


def local_searches(frame, title="What a mode gains by a better local search", subtitle=None):
    """How far each mode stays below the best known sets, with each of three local searches.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, local_search, shortfall, low, high and, for panels, problem and dataset: as
        `memlab.beyond.tables.local_search` gives them.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart
        A line per mode from its repair over the augmentation to the swaps; zero, at the right, is
        the best known.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb"], "local_search": ["swap"], "shortfall": [1.5],
    ...                       "low": [1.0], "high": [2.0]})
    >>> chart = local_searches(frame)
    """
    columns = ["mode", "local_search", "shortfall", "low", "high"]
    require(frame, columns)
    keep = [c for c in ("problem", "dataset", *columns) if c in frame]

    def draw(rows, problem, place):
        rows = labelled(rows)
        axis = {"title": "vertices below the best known" if place.bottom else None,
                "axis": alt.Axis(tickCount=5), "scale": alt.Scale(reverse=True, zero=True)}
        x = alt.X("shortfall:Q", **axis)
        base = alt.Chart(rows).encode(y=mode_axis(place), color=colour(rows, legend=None))
        shape = alt.Shape("local_search:N", title=None, sort=list(SEARCHES), scale=alt.Scale(
            domain=list(SEARCHES), range=list(SEARCHES.values())), legend=alt.Legend(
            symbolFillColor=INK, symbolStrokeColor=INK, symbolSize=90))
        path = base.mark_line(strokeWidth=1.5, opacity=0.5).encode(x=x, detail="mode:N")
        bars = base.mark_rule(strokeWidth=2, opacity=0.7).encode(x=alt.X("low:Q", **axis),
                                                                 x2="high:Q")
        points = base.mark_point(filled=True, size=80, opacity=1).encode(
            x=x, shape=shape, tooltip=["mode:N", "local_search:N",
                                       *(alt.Tooltip(f"{c}:Q", format=".2f")
                                         for c in columns[2:])])
        return alt.layer(path, bars, points)

    return panels(frame[keep], draw, title, subtitle, height=100)


def effects(frame, title="What the factors change that the paper holds fixed",
            subtitle="right of the line the change is for the better; bars: 95 % intervals"):
    """Main effects of the factors on the score of each mode.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, factor, percent, low, high and, for panels, problem and dataset: as
        `memlab.beyond.tables.effects` gives them.
    title, subtitle : str

    Returns
    -------
    altair.Chart
        A block per factor, and in it a point with its interval per mode.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb"], "factor": ["ties"], "percent": [0.5], "low": [0.1],
    ...                       "high": [0.9]})
    >>> chart = effects(frame)
    """
    columns = ["mode", "factor", "percent", "low", "high"]
    require(frame, columns)
    keep = [c for c in ("problem", "dataset", *columns) if c in frame]
    frame = frame[keep].assign(factor=frame["factor"].map(_FACTORS))

    def draw(rows, problem, place):
        rows = labelled(rows)
        y = alt.Y("factor:N", title=None, sort=list(_FACTORS.values()),
                  axis=alt.Axis(labels=place.left, minExtent=112 if place.left else 0, ticks=False,
                                domain=False, labelPadding=8))
        offset = alt.YOffset("mode:N", sort=[style.label for style in MODES.values()])
        x = alt.X("low:Q", title="change of the score (%)" if place.bottom else None,
                  axis=alt.Axis(tickCount=5))
        base = alt.Chart(rows).encode(y=y, yOffset=offset, color=colour(rows))
        shape = alt.Shape("mode:N", title=None, sort=None, scale=alt.Scale(
            domain=[style.label for style in MODES.values()],
            range=[style.shape for style in MODES.values()]))
        zero = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=INK).encode(x="zero:Q")
        bars = base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q")
        points = base.mark_point(filled=True, size=50, opacity=1).encode(
            shape=shape, x="percent:Q",
            tooltip=["mode:N", "factor:N", *(alt.Tooltip(f"{c}:Q", format=".3f")
                                             for c in columns[2:])])
        return alt.layer(zero, bars, points)

    return panels(frame, draw, title, subtitle, height=150, across=2, width=280)
