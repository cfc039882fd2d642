"""Our scores beside the paper's."""

import altair as alt

from .palette import INK, STROKE
from .style import DOT, UNITS, colour, mapped, mode_axis, panels, prepared, tips

_OURS, _PAPER = "memlab, with 95 % interval", "paper"
_SHADED = "shaded: how well the paper's graphs tell its mean (95 % interval)"


def scores(frame, title="Scores of the four modes, ours and the paper's", subtitle=None):
    """Mean score per mode with its uncertainty, beside the published value.

    Points on a bar are ours, upright lines the paper's; shaded is its 95 % interval.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, mean, low, high (of ours' 95 % interval), published_mean and, where it is
        known, published_sem: as `memlab.study.tables.compare_scores` gives them.
    title, subtitle : str, optional

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
        x = alt.X("mean:Q", title=UNITS.get(problem, "score") if place.bottom else None,
                  scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=4))
        base = alt.Chart(rows).encode(y=mode_axis(place), color=colour(rows, legend=None),
                                      tooltip=["mode:N", *tips(",.2f", *columns)])
        interval = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=None), x2="high:Q")
        ours = base.mark_point(size=70, **DOT).encode(x=x, shape=_whose("ours"))
        paper = base.mark_point(size=260, strokeWidth=2.5, opacity=1).encode(
            x="published_mean:Q", shape=_whose("paper"))
        shade = base.mark_bar(height=13, opacity=0.3).encode(
            x=alt.X("published_low:Q", title=None), x2="published_high:Q")
        return alt.layer(*[shade] * shaded, interval, ours, paper)

    return panels(frame, draw, title, subtitle or (_SHADED if shaded else None), height=92)


def _whose(column):
    """Encoding: a disc for ours, an upright line for the paper's, in one legend."""
    return mapped(alt.Shape, column, {_OURS: "circle", _PAPER: STROKE},
                  legend=alt.Legend(symbolFillColor=INK, symbolStrokeColor=INK, symbolSize=110))
