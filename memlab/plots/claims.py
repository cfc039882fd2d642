"""The paper's claims and their verdicts at a glance."""

import textwrap

import altair as alt

from .palette import VERDICTS
from .style import BARE, DOT, heading, look, require, tips


def claims(frame, title="In how many of its cells each claim is true",
           subtitle="bar: 95 % interval; claims of several cells that are judged by runs"):
    """Share of the cells of each claim in which it is true, with its interval and verdict.

    Claims about a single number, and claims that are not judged by sampled data, are left out.

    Parameters
    ----------
    frame : DataFrame
        As returned by `memlab.paper.claims.judge`: columns claim, computed, low, high, detectable,
        unit, of, verdict.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> chart = claims(pd.DataFrame({
    ...     "claim": ["A is better."], "computed": [5.0], "low": [4.0], "high": [6.0], "of": [6],
    ...     "detectable": [0.5], "unit": ["cells"], "verdict": ["confirmed more weakly"]}))
    """
    columns = ["claim", "computed", "low", "high", "detectable", "unit", "of", "verdict"]
    require(frame, columns)
    counted = (frame["unit"] == "cells") & (frame["of"] > 1) & frame["detectable"].notna()
    frame = frame.loc[counted, columns].copy()
    shares = frame[["computed", "low", "high"]].div(frame["of"], axis=0)
    present = {name: style for name, style in VERDICTS.items() if name in set(frame["verdict"])}
    frame["label"] = ["\n".join(textwrap.wrap(claim, 68, max_lines=2, placeholder=" …"))
                      for claim in frame["claim"]]
    names = list(frame["label"])
    # of a small study there may be no claims; Vega cannot lay out a legend of nothing
    legend = alt.Legend(columns=2, columnPadding=40) if present else None
    base = alt.Chart(frame.assign(**100 * shares)).encode(
        # leave room for the wider fonts of some browsers
        y=alt.Y("label:N", title=None, sort=names,
                axis=alt.Axis(labelExpr="split(datum.label, '\\n')", labelLimit=460, minExtent=440,
                              grid=True, **BARE)),
        color=look(alt.Color, present, "verdict", legend=legend),
        tooltip=["claim:N", "verdict:N", "of:Q", *tips(".0f", "computed", "low", "high")])
    bars = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title="cells (%)", scale=alt.Scale(domain=[0, 100])), x2="high:Q")
    points = base.mark_point(size=60, **DOT).encode(
        x="computed:Q", shape=look(alt.Shape, present, "verdict", legend=legend))
    return alt.layer(bars, points).properties(
        title=heading(title, subtitle), width=300,
        height=27 * max(1, len(frame)))
