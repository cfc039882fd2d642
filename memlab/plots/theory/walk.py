"""Walks of the (1+1) EA on DeceptiveLeadingBlocks: their bits and their progress."""

import altair as alt

from ..axes import power_axis
from ..palette import BIT_STATES
from ..style import BARE, heading, labelled, line_looks, modes_of, require, tips
from .debt import MEANING, meaning

_GAP = 0.6      # between two blocks, in bits


def bits(frame, title="The parent of each walk, bit by bit", subtitle=None):
    """The bit strings of several walks in a row each, divided into blocks.

    Ones are filled, zeros hollow; a zero that only learning turns into a one is half filled.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, position, block, bit and state (full, damaged, critical or random), as
        returned by `memlab.explorer.walk.picture`.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": "baldwinian", "position": [0, 1], "block": 0, "bit": [1, 0],
    ...                       "state": ["full", "damaged"]})
    >>> chart = bits(frame)
    """
    return alt.Chart(bit_rows(frame)).mark_rect(cornerRadius=2, strokeWidth=1.2).encode(
        x=alt.X("left:Q", axis=None, scale=alt.Scale(nice=False, zero=False, padding=2)),
        x2="right:Q", y=alt.Y("mode:N", title=None, sort=None, scale=alt.Scale(padding=0.4),
                              axis=alt.Axis(labelPadding=8, **BARE)),
        color=meaning(states=BIT_STATES, symbolType="square", columns=2),
        stroke=meaning(alt.Stroke, BIT_STATES).legend(None),
        fillOpacity=alt.FillOpacity("filled:Q", legend=None,
                                    scale=alt.Scale(domain=[0, 1], range=[0, 1])),
        tooltip=["mode:N", "block:Q", "position:Q", "bit:Q", "meaning:N"],
    ).properties(width=620, height=38 * frame["mode"].nunique(), title=heading(title, subtitle))


def bit_rows(frame):
    """Return the frame with positions, meanings and fillings of the squares that `bits` draws."""
    require(frame, ["mode", "position", "block", "bit", "state"])
    left = frame["position"] + _GAP * frame["block"]
    learned = frame["state"] == "damaged"
    return labelled(frame).assign(left=left + 0.06, right=left + 0.94,
                                  meaning=frame["state"].map(MEANING),
                                  filled=frame["bit"].where(~learned, 0.5))


def progress(frame, expected, title="Blocks solved, and when the theory expects the last one",
             subtitle=None):
    """Progress of walks against their iterations.

    There is a line per mode on a logarithmic axis, and a vertical line at its expected runtime.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, iterations and level (solved blocks), in order of time.
    expected : DataFrame
        Columns mode, expected_iterations and blocks (their number).
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "iterations": [0, 40], "level": [1, 2]})
    >>> expected = pd.DataFrame({"mode": ["lb"], "expected_iterations": [30.0], "blocks": [2]})
    >>> chart = progress(frame, expected)
    """
    require(frame, ["mode", "iterations", "level"])
    require(expected, ["mode", "expected_iterations", "blocks"])
    last = 10 * expected["expected_iterations"].max()
    rules = labelled(expected)
    look = line_looks(modes_of(rules))
    x = power_axis("iterations", "iterations", 1, last, alt.X)
    y = alt.Y("level:Q", title="blocks solved", axis=alt.Axis(tickMinStep=1, tickCount=5),
              scale=alt.Scale(domain=[0, int(expected["blocks"].max())], nice=False))
    lines = alt.Chart().mark_line(interpolate="step-after", strokeWidth=2, clip=True).encode(
        x=x, y=y, tooltip=["mode:N", "iterations:Q", "level:Q"], **look)
    ends = alt.Chart(rules).mark_rule(strokeWidth=1.5, opacity=0.7).encode(
        x="expected_iterations:Q",
        tooltip=["mode:N", *tips(",.4~r", "expected_iterations")], **look)
    return alt.layer(ends, lines, data=progress_rows(frame)).properties(
        width=440, height=220, title=heading(title, subtitle))


def progress_rows(frame):
    """Return the rows that `progress` draws; its logarithmic axis begins at one iteration."""

    return labelled(frame).assign(iterations=frame["iterations"].clip(lower=1))
