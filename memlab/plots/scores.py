"""Our scores beside the paper's."""

import altair as alt

from .style import INK, MODES, UNITS, colour, labelled, panels, require

_OURS, _PAPER = "memlab, with 95 % interval", "paper"


def scores(frame, title="Scores of the four modes, ours and the paper's", subtitle=None):
    """Mean score per mode with its uncertainty, beside the published value.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, mean, low, high (the ends of ours' 95 % interval), published_mean and, for
        panels, problem and dataset: as `memlab.study.tables.compare_scores` gives them.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart
        Filled points with a bar are ours, open ones the paper's.

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
    keep = [c for c in ("problem", "dataset", *columns) if c in frame]
    order = [style.label for style in MODES.values()]

    def draw(rows, problem, place):
        rows = labelled(rows)
        rows = rows.assign(ours=_OURS, paper=_PAPER)
        x = alt.X("mean:Q", title=UNITS.get(problem, "score") if place.bottom else None,
                  scale=alt.Scale(zero=False),
                  axis=alt.Axis(tickCount=4))
        y = alt.Y("mode:N", title=None, sort=order, scale=alt.Scale(padding=0.5),
                  axis=alt.Axis(minExtent=62 if place.left else 0, labels=place.left, ticks=False,
                                domain=False, grid=True))
        base = alt.Chart(rows).encode(y=y, color=colour(rows, legend=None))
        tooltip = ["mode:N", *(alt.Tooltip(f"{c}:Q", format=",.2f") for c in columns[1:])]
        whose = alt.Shape("ours:N", title=None, scale=alt.Scale(
            domain=[_OURS, _PAPER], range=["circle", "diamond"]), legend=alt.Legend(
            symbolFillColor="transparent", symbolStrokeColor=INK, symbolSize=90))
        bars = base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q").transform_calculate(
            mean="datum.low")
        ours = base.mark_point(filled=True, size=60, opacity=1).encode(x=x, shape=whose,
                                                                      tooltip=tooltip)
        paper = base.mark_point(filled=False, size=120, strokeWidth=1.8, opacity=1).encode(
            x="published_mean:Q", shape=alt.Shape("paper:N"), tooltip=tooltip)
        return alt.layer(bars, paper, ours)

    return panels(frame[keep], draw, title, subtitle, height=92)
