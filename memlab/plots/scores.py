"""Our scores beside the paper's."""

import altair as alt

from .style import INK, UNITS, colour, labelled, mode_axis, panels, require

_OURS, _PAPER = "memlab, with 95 % interval", "paper"


def scores(frame, title="Scores of the four modes, ours and the paper's", subtitle=None):
    """Mean score per mode with its uncertainty, beside the published value.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, mean, low, high (the ends of ours' 95 % interval), published_mean and, where
        it is known, published_sem, and for panels problem and dataset: as
        `memlab.study.tables.compare_scores` gives them.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart
        Points on a bar are ours, upright lines the paper's; shaded is its 95 % interval.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb"], "mean": [32.6], "low": [31.9], "high": [33.3],
    ...                       "published_mean": [32.79]})
    >>> chart = scores(frame)
    """
    columns = ["mode", "mean", "low", "high", "published_mean"]
    require(frame, columns)
    shaded = "published_sem" in frame
    if shaded:
        margin = 1.96 * frame["published_sem"]
        frame = frame.assign(published_low=frame["published_mean"] - margin,
                             published_high=frame["published_mean"] + margin)
        subtitle = subtitle or "shaded: how well the paper's graphs tell its mean (95 % interval)"
    keep = [c for c in ("problem", "dataset", *columns, "published_low", "published_high")
            if c in frame]

    def draw(rows, problem, place):
        rows = labelled(rows)
        rows = rows.assign(ours=_OURS, paper=_PAPER)
        x = alt.X("mean:Q", title=UNITS.get(problem, "score") if place.bottom else None,
                  scale=alt.Scale(zero=False),
                  axis=alt.Axis(tickCount=4))
        tooltip = ["mode:N", *(alt.Tooltip(f"{c}:Q", format=",.2f") for c in columns[1:])]
        base = alt.Chart(rows).encode(y=mode_axis(place), color=colour(rows, legend=None),
                                      tooltip=tooltip)
        interval = base.mark_rule(strokeWidth=2).encode(
            x=alt.X("low:Q", title=None), x2="high:Q")
        ours = base.mark_point(filled=True, size=70, opacity=1).encode(x=x, shape=_whose("ours"))
        paper = base.mark_point(size=260, strokeWidth=2.5, opacity=1).encode(
            x="published_mean:Q", shape=_whose("paper"))
        layers = [interval, ours, paper]
        if shaded:
            layers.insert(0, base.mark_bar(height=13, opacity=0.3).encode(
                x=alt.X("published_low:Q", title=None), x2="published_high:Q"))
        return alt.layer(*layers)

    return panels(frame[keep], draw, title, subtitle, height=92)


def _whose(column):
    """Encoding: a disc for ours, an upright line for the paper's, in one legend."""
    return alt.Shape(f"{column}:N", title=None, scale=alt.Scale(
        domain=[_OURS, _PAPER], range=["circle", "M0,-1L0,1"]), legend=alt.Legend(
        symbolFillColor=INK, symbolStrokeColor=INK, symbolSize=110))
