"""Comparisons of modes and configurations: every panel has a row per mode."""

import altair as alt

from .palette import INK, PAPERS, STROKE
from .style import UNITS, estimates, look, mapped, modes_of, name_axis, panels, prepared, tips

_OURS, _PAPER = "memlab, with 95 % interval", "paper"
_SHADED = "shaded: how well the paper's graphs tell its mean (95 % interval)"


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
    frame = prepared(frame, columns, ["published_sem"]).assign(ours=_OURS, paper=_PAPER)
    shaded = "published_sem" in frame
    if shaded:
        margin = 1.96 * frame["published_sem"]
        frame = frame.assign(published_low=frame["published_mean"] - margin,
                             published_high=frame["published_mean"] + margin)

    def draw(rows, problem, place):
        modes = modes_of(rows)
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
    return mapped(alt.Shape, column, {_OURS: "circle", _PAPER: STROKE},
                  legend=alt.Legend(symbolFillColor=INK, symbolStrokeColor=INK, symbolSize=110,
                                    columnPadding=24))
