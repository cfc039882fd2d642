"""How one offspring comes to be, bit by bit, in each mode."""

import altair as alt

from .palette import BLACK, EDGE, INK, MODES
from .style import BARE, heading, labelled, require

_STEP, _ROW = 19, 64      # points between two bits, and between two modes
_MARGIN = 30      # points beside the first and the last bit, for notes wider than the bits


def generation(frame, title="One offspring in each mode, bit by bit", subtitle=None):
    """The stages through which an offspring comes to be: a row of squares per mode.

    Ones are filled in the mode's colour. Bits that are marked have a strong outline. A stage that a
    mode does not have is left blank.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, stage (its name; one mode at least has all of them, in their order), position
        (of the bit, from 0), bit, marked (bool) and note (str: what is written below the stage).
    title, subtitle : str, optional

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": "lb", "stage": ["parent", "parent", "offspring", "offspring"],
    ...                       "position": [0, 1, 0, 1], "bit": [0, 1, 1, 1],
    ...                       "marked": [False, False, True, False], "note": ""})
    >>> chart = generation(frame)
    """
    require(frame, ["mode", "stage", "position", "bit", "marked", "note"])
    stages = max(frame.groupby("mode", sort=False)["stage"].unique(), key=len).tolist()
    length = int(frame["position"].max()) + 1
    group = frame["stage"].map(stages.index) * (length + 1)
    colours = frame["mode"].map(lambda mode: MODES[mode].colour)
    ones = frame["bit"].astype(bool)
    squares = labelled(frame).assign(
        place=group + frame["position"], middle=group + (length - 1) / 2,
        fill=colours.where(ones, "#00000000"), ink=ones.map({True: BLACK, False: INK}),
        edge=frame["marked"].map({True: INK, False: EDGE}),
        width=frame["marked"].map({True: 2.5, False: 1}))
    notes = squares.drop_duplicates(["mode", "stage"])[["mode", "stage", "middle", "note"]]
    squares = squares.drop(columns=["middle", "note", "marked"])
    names = notes.drop_duplicates("stage")[["stage", "middle"]].assign(mode=notes["mode"].iloc[0])
    y = alt.Y("mode:N", title=None, sort=None, scale=alt.Scale(padding=0.5),
              axis=alt.Axis(labelPadding=8, labelFontSize=12, grid=False, **BARE))
    across = {"axis": None, "scale": alt.Scale(nice=False, zero=False, padding=_MARGIN)}
    at_bit, at_stage = (alt.X(f"{name}:Q", **across) for name in ("place", "middle"))
    bits = alt.Chart(squares).encode(
        x=at_bit, y=y, tooltip=["mode:N", "stage:N", "position:Q", "bit:Q"])
    raw = {"scale": None, "legend": None}
    return alt.layer(
        bits.mark_square(size=220, opacity=1).encode(
            fill=alt.Fill("fill:N", **raw), stroke=alt.Stroke("edge:N", **raw),
            strokeWidth=alt.StrokeWidth("width:Q", **raw)),
        bits.mark_text(fontSize=10).encode(text="bit:Q", color=alt.Color("ink:N", **raw)),
        alt.Chart(notes).mark_text(fontSize=11, color=INK, dy=20).encode(
            x=at_stage, y=y, text="note:N"),
        alt.Chart(names).mark_text(fontSize=11, fontWeight=600, color=INK, dy=-22).encode(
            x=at_stage, y=y, text="stage:N"),
    ).properties(width=2 * _MARGIN + _STEP * (len(stages) * (length + 1) - 2),
                 height=_ROW * frame["mode"].nunique(), title=heading(title, subtitle))
