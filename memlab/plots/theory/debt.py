"""What Baldwinian evolution owes: blocks that are solved by learning only."""

import altair as alt
import numpy as np

from ..style import INK, MODES, heading, require

STATES = {"full": "#2b7bba", "damaged": "#f2a104", "critical": "#d1344e", "random": "#80808033"}
MEANING = {"full": "solved", "damaged": "one bit wrong, learned each time",
            "critical": "critical block", "random": "not yet met"}


def debt(frame, title="The hidden debt of one Baldwinian run", subtitle=None):
    """Every block of the parent in the course of a run, by its state.

    Parameters
    ----------
    frame : DataFrame
        Columns iteration, block (its number, from 1) and state: full, damaged, critical or random.
        Each block needs the same iterations.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If a column is missing or a state unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"iteration": [0, 0], "block": [1, 2], "state": ["full", "critical"]})
    >>> chart = debt(frame)
    """
    require(frame, ["iteration", "block", "state"])
    unknown = sorted(set(frame.state) - set(STATES), key=str)
    if unknown:
        raise ValueError(f"state in frame must be one of {', '.join(STATES)}, "
                         f"not {', '.join(map(repr, unknown))}")
    return alt.Chart(_stretches(frame)).mark_rect(stroke=None).encode(
        x=alt.X("iteration:Q", title="iteration", scale=alt.Scale(nice=False),
                axis=alt.Axis(grid=False, format=",d", tickCount=8)),
        x2="end:Q",
        y=alt.Y("top:Q", title="block", scale=alt.Scale(reverse=True, nice=False),
                axis=alt.Axis(grid=False)),
        y2="block:Q",
        color=alt.Color("meaning:N", title=None, sort=None,
                        scale=alt.Scale(domain=list(MEANING.values()),
                                        range=list(STATES.values())),
                        legend=alt.Legend(columns=4, labelLimit=220)),
        tooltip=["iteration:Q", "block:Q", "meaning:N"],
    ).properties(width=620, height=280, title=heading(title, subtitle))


def _stretches(frame):
    """A row for every stretch of time in which a block keeps its state: few, so drawn fast."""
    times = np.sort(frame.iteration.unique())
    following = dict(zip(times, [*times[1:], 2 * times[-1] - times[-2] if len(times) > 1 else 1],
                         strict=True))
    frame = frame.sort_values(["block", "iteration"])
    begins = (frame.state != frame.state.shift()) | (frame.block != frame.block.shift())
    stretches = frame.assign(end=frame.iteration.map(following)).groupby(begins.cumsum()).agg(
        {"iteration": "first", "end": "last", "block": "first", "state": "first"})
    return stretches.assign(top=stretches.block - 1, meaning=stretches.state.map(MEANING))


def debt_rates(frame, title="What the debt does", subtitle=None):
    """Rates by the share of blocks solved: simulated points, exact lines, laws for large n.

    Parameters
    ----------
    frame : DataFrame
        Columns rate (its name: one panel each, in the order they come in), solved (share of the
        blocks, 0 to 1), source ("simulated", "exact" or "large n") and value.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If a column is missing.
    """
    require(frame, ["rate", "solved", "source", "value"])
    shade = MODES["baldwinian"].colour

    def panel(rate):
        rows = alt.Chart(frame[frame.rate == rate]).encode(
            x=alt.X("solved:Q", title="share of blocks solved", scale=alt.Scale(domain=[0, 1]),
                    axis=alt.Axis(format="%", grid=False)),
            y=alt.Y("value:Q", title=None, scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=5)),
            tooltip=["source:N", "solved:Q", "value:Q"])
        return alt.layer(
            rows.transform_filter("datum.source == 'simulated'").mark_point(
                color=shade, filled=True, size=26, opacity=0.6),
            rows.transform_filter("datum.source == 'exact'").mark_line(color=shade, strokeWidth=2),
            rows.transform_filter("datum.source == 'large n'").mark_line(
                color=INK, strokeWidth=1.5, strokeDash=[4, 3]),
        ).properties(width=200, height=180,
                     title=alt.Title(rate, fontSize=12, fontWeight="normal", offset=6))

    return alt.hconcat(*(panel(rate) for rate in dict.fromkeys(frame.rate)), spacing=18,
                       title=heading(title, subtitle))
