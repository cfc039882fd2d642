"""Several algorithms on one pair of axes."""

import altair as alt
import pandas as pd

from ..style import INK, MODES, heading, require
from .axes import power_axis, ticks

# The (1+1) EA, first, has the Darwinian blue; no other colour is that of a mode.
_PALETTE = ["#2b7bba", "#7d5ba6", "#a0622d", "#5a6b7a", "#c25fa3", "#7c8a1c"]
_SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]


def comparison(frame, references=None, value="fitness evaluations", title="Other algorithms",
               subtitle=None):
    """Runtimes of several algorithms against n, with reference laws: logarithmic axes.

    Parameters
    ----------
    frame : DataFrame
        Columns algorithm, n and mean, and, for error bars, low and high. Algorithms keep the order
        they come in. A mode has its colour and dashes; a variant, "Baldwinian, strict", is dotted.
    references : DataFrame, optional
        Columns law, n and value: grey lines with their names at the right end.
    value : str, optional
        Label of the axis.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If a column is missing, or there are more than six algorithms.
    """
    require(frame, ["algorithm", "n", "mean"])
    if frame.algorithm.nunique() > len(_SHAPES):
        raise ValueError(f"frame must hold at most {len(_SHAPES)} algorithms, "
                         f"not {frame.algorithm.nunique()}")
    sizes = sorted(set(frame.n))
    styles = _styles(list(dict.fromkeys(frame.algorithm)))
    x = alt.X("n:Q", title="n (bits)",
              scale=alt.Scale(type="log", domain=[sizes[0], sizes[-1]], nice=False),
              axis=alt.Axis(format="~s", grid=False,
                            values=sizes if len(sizes) < 8 else ticks(sizes[0], sizes[-1])))
    y = power_axis("mean:Q", value, frame["mean"].min(), frame["mean"].max())
    layers = [alt.Chart(frame).mark_line(strokeWidth=2).encode(
        x=x, y=y, color=_scale(alt.Color, styles.colour),
        strokeDash=_scale(alt.StrokeDash, styles.dash,
                          legend=alt.Legend(symbolType="stroke", symbolSize=700)))]
    # A layer per algorithm: as encodings, the shapes would take over the lines' legend.
    for style in styles.itertuples():
        rows = alt.Chart(frame[frame.algorithm == style.Index]).encode(x=x)
        if {"low", "high"} <= set(frame.columns):
            layers.append(rows.mark_rule(strokeWidth=1.5, color=style.colour).encode(
                y="low:Q", y2="high:Q"))
        layers.append(rows.mark_point(filled=True, size=60, opacity=1, color=style.colour,
                                      shape=style.shape).encode(
            y="mean:Q", tooltip=["algorithm:N", "n:Q", alt.Tooltip("mean:Q", format=",.3~g")]))
    if references is not None:
        require(references, ["law", "n", "value"])
        grey = alt.Chart(references).encode(x=x, y="value:Q", detail="law:N")
        layers += [grey.mark_line(color=INK, strokeWidth=1, strokeDash=[3, 3], clip=True),
                   grey.transform_filter(f"datum.n == {sizes[-1]}").mark_text(
                       align="left", dx=6, color=INK, fontSize=11).encode(text="law:N")]
    return alt.layer(*layers).properties(width=440, height=300, title=heading(title, subtitle))


def _styles(names):
    """Colour, dash pattern and point shape of each algorithm."""
    of_mode = {style.label: style for style in MODES.values()}
    others, rows = iter(_PALETTE), {}
    for name, shape in zip(names, _SHAPES, strict=False):
        style, _, variant = name.partition(",")
        shade = of_mode[style].colour if style in of_mode else next(others)
        dash = of_mode[style].dash if style in of_mode else (1, 0)
        rows[name] = {"colour": shade, "dash": [2, 3] if variant else list(dash), "shape": shape}
    return pd.DataFrame(rows).T


def _scale(channel, values, **options):
    """Encoding of the algorithms by the given values."""
    scale = alt.Scale(domain=list(values.index), range=list(values))
    return channel("algorithm:N", title=None, sort=None, scale=scale, **options)


def write_back(frame, title="From Baldwinian to Lamarckian evolution", subtitle=None):
    """Runtime of LB evolution against its probability of writing back: a line per block length.

    Parameters
    ----------
    frame : DataFrame
        Columns k, probability and iterations.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart
        Both axes are logarithmic; on the left LB is nearly Baldwinian, at 1 Lamarckian.

    Raises
    ------
    ValueError
        If a column is missing.
    """
    require(frame, ["k", "probability", "iterations"])
    ends = [frame.probability.min(), 1.0]
    x = alt.X("probability:Q", title="probability of writing back",
              scale=alt.Scale(type="log", domain=ends, nice=False),
              axis=alt.Axis(values=[10.0**p for p in range(-9, 1)], format="~g", grid=False))
    y = power_axis("iterations:Q", "iterations", frame.iterations.min() / 1.5,
                    frame.iterations.max() * 1.5)
    base = alt.Chart(frame).encode(x=x, y=y, detail="k:N", tooltip=["k:Q", "probability:Q",
                                                                    "iterations:Q"])
    last = frame.loc[frame.groupby("k").probability.idxmax()]
    label = alt.Chart(last.assign(name="k = " + last.k.astype(str))).mark_text(
        align="left", dx=6, color=INK, fontSize=11).encode(x=x, y=y, text="name:N")
    line = base.mark_line(color=MODES["lb"].colour, strokeWidth=2)
    return alt.layer(line, label).properties(width=440, height=260, title=heading(title, subtitle))
