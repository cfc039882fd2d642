"""How runtimes grow: with n, on logarithmic axes and flattened, and with p."""

import altair as alt

from ..axes import log_axis, power_axis, powers, size_axis
from ..palette import ALGORITHMS, INK, MODES, SHAPES, SOLID, SPARSE, Style
from ..style import DOT, by_value, heading, labelled, lines, modes_of, require, rule, tips


def growth(frame, simulated=None, value="iterations", title="Runtimes grow as powers of n",
           subtitle=None):
    """A quantity against n on logarithmic axes: a line per mode, a panel per block length.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, n, k and `value`, for the lines.
    simulated : DataFrame, optional
        Columns mode, n, k, mean, low and high, for points with error bars.
    value : str, optional
        The column that is drawn, and the label of its axis.
    title, subtitle : str, optional

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "n": [12, 24], "k": [3, 3],
    ...                       "iterations": [90.0, 800.0]})
    >>> chart = growth(frame)
    """
    require(frame, ["mode", "n", "k", value])
    low, high = frame[value].min(), frame[value].max()
    if simulated is not None:
        require(simulated, ["mode", "n", "k", "mean", "low", "high"])
        low, high = min(low, simulated.low.min()), max(high, simulated.high.max())
        simulated = labelled(simulated)
    y = power_axis(value, value, low, high)
    return _by_length(frame, y, tips(",.3~g", value), title, subtitle, simulated=simulated)


def flattened(frame, title="Divided by the asymptotic law, every curve tends to one",
              subtitle=None):
    """Exact values over constant * n**power, against n: a line per mode, a panel per block length.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, n, k and ratio.
    title, subtitle : str, optional
    """
    require(frame, ["mode", "n", "k", "ratio"])
    scale = alt.Scale(domain=[min(frame.ratio.min(), 0.9), max(frame.ratio.max(), 1.1)])
    y = alt.Y("ratio:Q", title="exact / asymptotic", scale=scale)
    return _by_length(frame, y, tips(".4f", "ratio"), title, subtitle,
                      below=[rule("one", scale, y=1)])


def _by_length(frame, y, facts, title, subtitle, below=(), simulated=None):
    """A line per mode against n, a panel per block length; layers below, simulated points above.
    """
    frame = labelled(frame).sort_values("k", kind="stable")
    x = size_axis(frame.n)

    def draw(rows, first):
        layers = [*below, lines(rows, modes_of(frame), x=x, y=y if first else y.title(None),
                                tooltip=["mode:N", "n:Q", "k:Q", *facts])]
        if simulated is not None:
            points = simulated[simulated.k == rows.k.iloc[0]]
            layers += _dots(points, "mode", modes_of(points), x, ["n:Q", "k:Q"])
        return alt.layer(*layers).properties(width=210, height=220)

    return by_value(frame, "k", draw, title, subtitle, name="k = {}", spacing=14)


def comparison(frame, value="fitness evaluations", title="Other algorithms", subtitle=None):
    """Runtimes of several algorithms against n, on logarithmic axes.

    Parameters
    ----------
    frame : DataFrame
        Columns algorithm, n and mean, and, for error bars, low and high. Algorithms keep the order
        they come in. A mode has its colour and dashes; a variant, "Baldwinian, strict", is dotted.
    value : str, optional
        Label of the axis.
    title, subtitle : str, optional

    Raises
    ------
    ValueError
        Also if there are more than six algorithms.
    """
    require(frame, ["algorithm", "n", "mean"])
    if frame.algorithm.nunique() > len(SHAPES):
        raise ValueError(f"frame must hold at most {len(SHAPES)} algorithms, "
                         f"not {frame.algorithm.nunique()}")
    styles, x = _styles(frame.algorithm.unique()), size_axis(frame.n)
    y = power_axis("mean", value, frame["mean"].min(), frame["mean"].max())
    line = lines(frame, styles, "algorithm", x=x, y=y)
    return alt.layer(line, *_dots(frame, "algorithm", styles, x, ["n:Q"])).properties(
        width=440, height=300, title=heading(title, subtitle))


def _styles(names):
    """How each algorithm is drawn: dict of str to Style."""
    of_mode = {style.label: style for style in MODES.values()}
    colours, styles = iter(ALGORITHMS), {}
    for name, shape in zip(names, SHAPES, strict=False):
        base, _, variant = name.partition(",")
        style = of_mode.get(base) or Style(base, next(colours), SOLID, shape)
        styles[name] = style._replace(shape=shape, dash=SPARSE if variant else style.dash)
    return styles


def lb_evolution(frame, title="From Baldwinian to Lamarckian evolution", subtitle=None):
    """Runtime of LB evolution against its probability of writing back: a line per block length.

    Both axes are logarithmic; on the left LB is nearly Baldwinian, at 1 Lamarckian.

    Parameters
    ----------
    frame : DataFrame
        Columns k, lb_probability and iterations.
    title, subtitle : str, optional
    """
    require(frame, ["k", "lb_probability", "iterations"])
    ends = frame.lb_probability.min(), 1.0
    x = log_axis(alt.X, "lb_probability", "probability of writing back", *ends, grid=False,
                 values=powers(*ends), format="~g")
    y = power_axis("iterations", "iterations", frame.iterations.min() / 1.5,
                   frame.iterations.max() * 1.5)
    line = alt.Chart(frame).mark_line(color=MODES["lb"].colour, strokeWidth=2).encode(
        x=x, y=y, detail="k:N", tooltip=["k:Q", "lb_probability:Q", "iterations:Q"])
    last = frame.loc[frame.groupby("k").lb_probability.idxmax()]
    name = alt.Chart(last.assign(name="k = " + last.k.astype(str))).mark_text(
        align="left", dx=6, color=INK, fontSize=11).encode(x=x, y=y, text="name:N")
    return alt.layer(line, name).properties(width=440, height=260, title=heading(title, subtitle))


def _dots(frame, field, styles, x, facts):
    """Layers of means, with error bars where there are columns low and high.

    There is a layer for each style, by the value of a field: as encodings, the shapes would take
    over the lines' legend. `facts` stand in the tooltip between that value and the mean.
    """
    layers = []
    for value, style in styles.items():
        base = alt.Chart(frame[frame[field] == value]).encode(
            x=x, tooltip=[f"{field}:N", *facts, *tips(",.3~g", "mean")])
        if {"low", "high"} <= set(frame.columns):
            layers.append(base.mark_rule(strokeWidth=1.5, color=style.colour).encode(
                y="low:Q", y2="high:Q"))
        layers.append(base.mark_point(size=60, color=style.colour, shape=style.shape, **DOT).encode(
            y="mean:Q"))
    return layers
