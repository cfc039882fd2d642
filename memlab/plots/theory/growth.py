"""How runtimes grow with n: on logarithmic axes, flattened, and as exponents."""

import altair as alt

from ..axes import power_axis, size_axis
from ..palette import MODES
from ..style import BARE, DOT, by_value, colour, dash, labelled, require, rule, shape, tips
from .marks import dots

_STYLES = {style.label: style for style in MODES.values()}


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

    def points(k, x):
        rows = None if simulated is None else simulated[simulated.k == k]
        return [] if rows is None else dots(rows, "mode", _STYLES, x, ["n:Q", "k:Q"])

    return _by_length(frame, y, tips(",.3~g", value), title, subtitle, above=points)


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


def _by_length(frame, y, facts, title, subtitle, below=(), above=lambda k, x: ()):
    """A line per mode against n, a panel per block length; with layers below and above the lines.
    """
    frame = labelled(frame).sort_values("k", kind="stable")
    x = size_axis(frame.n)

    def draw(rows, first):
        line = alt.Chart(rows).mark_line(strokeWidth=2, clip=True).encode(
            x=x, y=y if first else y.title(None), color=colour(frame), strokeDash=dash(frame),
            tooltip=["mode:N", "n:Q", "k:Q", *facts])
        return alt.layer(*below, line, *above(rows.k.iloc[0], x)).properties(width=210, height=220)

    return by_value(frame, "k", draw, title, subtitle, name="k = {}", spacing=14)


def exponents(frame, title="Exponents fitted to simulated runtimes", subtitle=None):
    """Fitted exponents less the theorem's, with their intervals: a panel per block length.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, k, exponent, low, high and theorem, as `memlab.theory.fit_exponents` gives
        them.
    title, subtitle : str, optional
    """
    require(frame, ["mode", "k", "exponent", "low", "high", "theorem"])
    frame = labelled(frame).sort_values("k", kind="stable")
    frame = frame.assign(name=frame["mode"] + ", " + frame.theorem.astype(str),
                         off=frame.exponent - frame.theorem, left=frame.low - frame.theorem,
                         right=frame.high - frame.theorem)
    reach = 1.1 * frame[["left", "right"]].abs().to_numpy().max()
    scale = alt.Scale(domain=[-reach, reach], nice=False)

    def draw(rows, last):
        base = alt.Chart(rows).encode(
            y=alt.Y("name:N", title=None, sort=None, scale=alt.Scale(padding=0.4),
                    axis=alt.Axis(minExtent=80, **BARE)), color=colour(frame, legend=None))
        x = alt.X("off:Q", title="fitted exponent - exponent of the theorem" if last else None,
                  scale=scale, axis=alt.Axis(labels=last, format="+.2f", grid=False))
        interval = base.mark_rule(strokeWidth=2).encode(x="left:Q", x2="right:Q")
        point = base.mark_point(size=70, **DOT).encode(
            x=x, shape=shape(frame, legend=None),
            tooltip=["mode:N", "theorem:Q", *tips(".3f", "exponent", "low", "high")])
        return alt.layer(rule("zero", scale, x=0), interval, point).properties(
            width=440, height=28 * len(rows))

    return by_value(frame, "k", draw, title, subtitle, alt.vconcat, "k = {}", spacing=8)
