"""The critical block as a cube, and the ways out of its trap."""

import itertools

import altair as alt
import numpy as np
import pandas as pd

from ...checks import integer
from ..palette import BLACK, INK, MODES, SHADES, SHORT_DASHED, SOLID, WHITE
from ..style import DOT, heading

_THEOREM = ("darwinian", "lamarckian", "baldwinian")
_SIDE = 250      # of a panel, in points


def mechanism(k=3, title="One critical block: how each mode leaves the trap", subtitle=None):
    """The cube of all contents of a critical block, and the way out of its all-zeros trap.

    There is a panel per mode. Columns hold the strings with 0, 1, ..., k ones; the colour of a
    string is the fitness that selection sees, k - 1 being the trap's, and k at least that of a
    completed block. Solid arrows are mutations, dashed ones steps of local search.

    Parameters
    ----------
    k : int
        Length of the block, 2 to 4.
    title, subtitle : str, optional

    Raises
    ------
    TypeError, ValueError
        If `k` is not an integer from 2 to 4.

    Examples
    --------
    >>> chart = mechanism(3)
    """
    k = integer("k", k, minimum=2, maximum=4)
    panels = [_cube(_nodes(k), mode, k) for mode in _THEOREM]
    return alt.hconcat(*panels, spacing=30, title=heading(title, subtitle))


def _nodes(k):
    """The strings of k bits and where they stand, in points: a column for each number of ones."""
    nodes = pd.DataFrame([{"block": "".join(bits), "ones": bits.count("1")}
                          for bits in itertools.product("10", repeat=k)])
    column = nodes.groupby("ones").ones
    spacing = min(60, 190 / (column.size().max() - 1))
    nodes["x"] = 30 + nodes.ones * (_SIDE - 60) / k
    nodes["y"] = _SIDE / 2 + spacing * ((column.transform("size") - 1) / 2 - column.cumcount())
    return nodes


def _cube(nodes, mode, k):
    """One panel of `mechanism`."""
    learned = (nodes.ones == k) | ((nodes.ones == k - 1) & (mode != "darwinian"))
    trap = k - 1 - nodes.ones * (mode == "darwinian")
    nodes = nodes.assign(seen=trap.where(~learned, k))
    power, lower = "²³⁴"[k - 2], " ²³"[k - 2].strip()
    words, flips = {
        "darwinian": (f"flips {k} bits at once: rate 1 / n{power}", [(0, k)]),
        "lamarckian": (f"flips {k - 1} at once, learns one: rate {k} / n{lower}", [(0, k - 1)]),
        "baldwinian": ("walks bit by bit, learns one: rate ~ 1 / n",
                       [(ones, ones + 1) for ones in range(k - 1)])}[mode]
    shade, learning = MODES[mode].colour, [(k - 1, k)] if mode != "darwinian" else []
    arrows = [*(_arrow(nodes, *way, shade, SOLID) for way in flips),
              *(_arrow(nodes, *way, shade, SHORT_DASHED) for way in learning)]
    x = alt.X("x:Q", title="ones in the critical block", scale=alt.Scale(domain=[0, _SIDE]),
              axis=alt.Axis(values=sorted(set(nodes.x)), grid=False, tickSize=0, domain=False,
                            labelExpr=f"round((datum.value - 30) * {k} / {_SIDE - 60})"))
    height = _SIDE + 50 * (k == 4)
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, height]))
    circles = alt.Chart(nodes).mark_circle(size=1000, opacity=1, stroke=INK).encode(
        color=alt.Color("seen:O", title="fitness that selection sees",
                        scale=alt.Scale(domain=list(range(k + 1)), range=SHADES[-k - 1:])))
    labels = alt.Chart(nodes).mark_text(fontSize=11, font="monospace").encode(
        text="block:N", color=alt.condition(f"datum.seen >= {k - 1}", alt.value(WHITE),
                                            alt.value(BLACK)))
    edges = alt.Chart(_edges(nodes)).mark_rule(color=INK, opacity=0.3).encode(x2="x2:Q", y2="y2:Q")
    title = alt.Title(MODES[mode].label, subtitle=words, fontSize=13, color=shade, frame="group")
    layers = [edges, circles, labels, *itertools.chain(*arrows)]
    return alt.layer(*(layer.encode(x=x, y=y) for layer in layers)).properties(
        width=_SIDE, height=height, title=title)


def _edges(nodes):
    """Pairs of strings of which the second has one more one, by their places."""
    codes = nodes.assign(code=[int(block, 2) for block in nodes.block])
    pairs = codes.merge(codes, how="cross", suffixes=("", "2"))
    return pairs[(pairs.ones2 == pairs.ones + 1) & (pairs.code & pairs.code2 == pairs.code)]


def _arrow(nodes, first, last, shade, dash):
    """Shaft and head of an arrow along the top row, bent where it passes over others.

    It goes from the string with as many ones as `first` says to the one with `last`.
    """
    top = nodes.groupby("ones")[["x", "y"]].first()
    start, end = top.loc[first].to_numpy(), top.loc[last].to_numpy()
    middle = (start + end) / 2 + [0, (last - first - 1) * 82]
    # A shaft begins at the rim of a circle, 18 points from its centre, and ends in its head.
    along, back = (ray / np.hypot(*ray) for ray in (end - middle, start - middle))
    tip = end - 23 * along
    shaft = pd.DataFrame([start - 18 * back, middle, tip], columns=["x", "y"])
    head = pd.DataFrame({"x": tip[:1], "y": tip[1:], "angle": np.degrees(np.arctan2(*along))})
    return (alt.Chart(shaft.reset_index()).mark_line(
                color=shade, strokeWidth=3, interpolate="basis", strokeDash=dash).encode(
                order="index:Q"),
            alt.Chart(head).mark_point(shape="triangle", size=130, color=shade, **DOT).encode(
                angle=alt.Angle("angle:Q", scale=None)))
