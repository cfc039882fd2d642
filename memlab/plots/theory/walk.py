"""A walk of the (1+1) EA on DeceptiveLeadingBlocks: its bits, and how far it has come."""

import altair as alt

from ..style import colour, dash, heading, labelled, require
from .axes import power_axis
from .debt import MEANING, STATES

_GAP = 0.6      # between two blocks, in bits


def bits(frame, title="The parent of each walk, bit by bit", subtitle=None):
    """The bit strings of several walks, a row each, in their blocks.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, position, block, bit and state (full, damaged, critical or random), as
        `memlab.explorer.walk.picture` gives them.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart
        Ones are filled, zeros hollow; a bit that only learning supplies is half filled.

    Raises
    ------
    ValueError
        If a column is missing, or a mode or state unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": "baldwinian", "position": [0, 1], "block": 0, "bit": [1, 0],
    ...                       "state": ["full", "damaged"]})
    >>> chart = bits(frame)
    """
    rows = bit_rows(frame)
    modes = frame["mode"].nunique()
    x = alt.X("left:Q", axis=None, scale=alt.Scale(nice=False, zero=False, padding=2))
    fill = alt.Scale(domain=list(MEANING.values()), range=list(STATES.values()))
    return alt.Chart(rows).mark_rect(cornerRadius=2, strokeWidth=1.2).encode(
        x=x, x2="right:Q", y=alt.Y("mode:N", title=None, sort=None, scale=alt.Scale(padding=0.4),
                                  axis=alt.Axis(ticks=False, domain=False, labelPadding=8)),
        color=alt.Color("meaning:N", title=None, sort=None, scale=fill,
                        legend=alt.Legend(columns=4, labelLimit=240, symbolType="square")),
        stroke=alt.Stroke("meaning:N", scale=fill, legend=None),
        fillOpacity=alt.FillOpacity("filled:Q", legend=None,
                                    scale=alt.Scale(domain=[0, 1], range=[0, 1])),
        tooltip=["mode:N", "block:Q", "position:Q", "bit:Q", "meaning:N"],
    ).properties(width=620, height=38 * modes, title=heading(title, subtitle))


def bit_rows(frame):
    """What `bits` draws: the frame with places, meanings and fillings of its squares."""
    require(frame, ["mode", "position", "block", "bit", "state"])
    unknown = sorted(set(frame["state"]) - set(STATES), key=str)
    if unknown:
        raise ValueError(f"state in frame must be one of {', '.join(STATES)}, "
                         f"not {', '.join(map(repr, unknown))}")
    left = frame["position"] + _GAP * frame["block"]
    learned = frame["state"] == "damaged"
    return labelled(frame).assign(left=left + 0.06, right=left + 0.94,
                                  meaning=frame["state"].map(MEANING),
                                  filled=frame["bit"].where(~learned, 0.5))


def progress(frame, expected, title="Blocks solved, and when the theory expects the last one",
             subtitle=None):
    """How far walks have come against their iterations.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, iterations and level (blocks solved), in the order of time.
    expected : DataFrame
        Columns mode, expected_iterations and blocks (how many there are).
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart
        A line per mode on a logarithmic axis, and an upright line at its expected runtime.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

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
    x = power_axis("iterations:Q", "iterations", 1, last, alt.X)
    y = alt.Y("level:Q", title="blocks solved", axis=alt.Axis(tickMinStep=1, tickCount=5),
              scale=alt.Scale(domain=[0, int(expected["blocks"].max())], nice=False))
    lines = alt.Chart(progress_rows(frame)).mark_line(
        interpolate="step-after", strokeWidth=2, clip=True).encode(
        x=x, y=y, color=colour(rules), strokeDash=dash(rules),
        tooltip=["mode:N", "iterations:Q", "level:Q"])
    ends = alt.Chart(rules).mark_rule(strokeWidth=1.5, opacity=0.7).encode(
        x="expected_iterations:Q", color=colour(rules), strokeDash=dash(rules),
        tooltip=["mode:N", alt.Tooltip("expected_iterations:Q", format=",.4~r")])
    return alt.layer(ends, lines).properties(width=440, height=220,
                                             title=heading(title, subtitle))


def progress_rows(frame):
    """What `progress` draws: a logarithmic axis begins at one iteration."""
    return labelled(frame).assign(iterations=frame["iterations"].clip(lower=1))
