"""The hidden debt of Baldwinian evolution: blocks that only learning completes."""

import altair as alt
import numpy as np

from ..palette import GREEN, INK, SHORT_DASHED, STATES
from ..style import heading, mapped, panels, require

MEANING = {"full": "solved", "damaged": "one bit wrong, learned each time",
           "critical": "critical block", "random": "not yet met"}


def debt(frame, title="The hidden debt of one Baldwinian run", subtitle=None):
    """State of every block of the parent in the course of a run.

    Parameters
    ----------
    frame : DataFrame
        Columns iteration, block (its number, from 1) and state: full, damaged, critical or random.
        Every block must have the same iterations.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"iteration": [0, 0], "block": [1, 2], "state": ["full", "critical"]})
    >>> chart = debt(frame)
    """
    require(frame, ["iteration", "block", "state"])
    return alt.Chart(_stretches(frame)).mark_rect(stroke=None).encode(
        x=alt.X("iteration:Q", title="iteration", scale=alt.Scale(nice=False),
                axis=alt.Axis(grid=False, format=",d", tickCount=8)),
        x2="end:Q",
        y=alt.Y("top:Q", title="block", scale=alt.Scale(reverse=True, nice=False),
                axis=alt.Axis(grid=False)),
        y2="block:Q", color=meaning(),
        tooltip=["iteration:Q", "block:Q", "meaning:N"],
    ).properties(width=620, height=280, title=heading(title, subtitle))


def meaning(channel=alt.Color, states=STATES, **legend):
    """Encoding: colours of the states, for a frame with a column of their meanings."""
    colours = {MEANING[state]: colour for state, colour in states.items()}
    return mapped(channel, "meaning", colours,
                  legend=alt.Legend(**{"columns": 4, "labelLimit": 240} | legend))


def _stretches(frame):
    """Return a row per period in which a block keeps its state: few rows, which draw fast."""
    times = np.unique(frame.iteration)
    last = 2 * times[-1] - times[-2] if len(times) > 1 else 1
    blocks = frame.sort_values(["block", "iteration"]).groupby("block")
    frame = frame.assign(end=blocks.iteration.shift(-1, fill_value=last), was=blocks.state.shift())
    frame = frame.sort_values(["block", "iteration"])
    stretches = frame.groupby((frame.state != frame.was).cumsum()).agg(
        {"iteration": "first", "end": "last", "block": "first", "state": "first"})
    return stretches.assign(top=stretches.block - 1, meaning=stretches.state.map(MEANING))


def debt_rates(frame, title="What the debt does", subtitle=None):
    """Rates against the share of solved blocks: simulated points, exact lines, laws for large n.

    Parameters
    ----------
    frame : DataFrame
        Columns rate (its name; a panel each, in order of appearance), solved (share of the blocks,
        0 to 1), source ("simulated", "exact" or "large n") and value: as returned by
        `memlab.theory.debt_rates`.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import memlab as ml
    >>> chart = debt_rates(ml.theory.debt_rates(n=24, k=3, runs=2))
    """
    require(frame, ["rate", "solved", "source", "value"])

    def draw(rows, _, place):
        base = alt.Chart(rows).encode(
            x=alt.X("solved:Q", title="share of blocks solved", scale=alt.Scale(domain=[0, 1]),
                    axis=alt.Axis(format="%", grid=False)),
            y=alt.Y("value:Q", title=None, scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=5)),
            tooltip=["source:N", "solved:Q", "value:Q"])
        points, exact, law = (base.transform_filter(f"datum.source == '{source}'")
                              for source in ("simulated", "exact", "large n"))
        return alt.layer(
            points.mark_point(color=GREEN, filled=True, size=26, opacity=0.6),
            exact.mark_line(color=GREEN, strokeWidth=2),
            law.mark_line(color=INK, strokeWidth=1.5, strokeDash=SHORT_DASHED),
        )

    frame = frame.assign(problem="", dataset=frame["rate"])
    return panels(frame, draw, title, subtitle, width=200, height=180)
