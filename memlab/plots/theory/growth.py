"""How runtimes grow with n: on logarithmic axes, flattened, and as exponents."""

import altair as alt

from ..style import INK, MODES, colour, dash, heading, labelled, require
from .axes import power_axis, ticks

_PANEL = {"width": 210, "height": 220}


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
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "n": [12, 24], "k": [3, 3],
    ...                       "iterations": [90.0, 800.0]})
    >>> chart = growth(frame)
    """
    require(frame, ["mode", "n", "k", value])
    if simulated is not None:
        require(simulated, ["mode", "n", "k", "mean", "low", "high"])
        simulated = labelled(simulated)
    frame = labelled(frame)
    sizes = [frame.n.min(), frame.n.max()]
    x = alt.X("n:Q", title="n (bits)", scale=alt.Scale(type="log", domain=sizes, nice=False),
              axis=alt.Axis(format="~s", grid=False, values=ticks(*sizes)))

    def panel(k, first):
        rows = frame[frame.k == k]
        y = power_axis(f"{value}:Q", value if first else None, *_range(frame, simulated, value))
        line = alt.Chart(rows).mark_line(strokeWidth=2, clip=True).encode(
            x=x, y=y, color=colour(frame), strokeDash=dash(frame),
            tooltip=["mode:N", "n:Q", "k:Q", alt.Tooltip(f"{value}:Q", format=",.3~g")])
        points = _points(simulated[simulated.k == k], x) if simulated is not None else []
        return alt.layer(line, *points).properties(
            **_PANEL, title=alt.Title(f"k = {k}", fontSize=12, fontWeight="normal", offset=6))

    lengths = sorted(set(frame.k))
    return alt.hconcat(*(panel(k, k == lengths[0]) for k in lengths), spacing=14,
                       title=heading(title, subtitle))


def flattened(frame, title="Divided by the asymptotic law, every curve tends to one",
              subtitle=None):
    """Exact values over constant * n**power, against n: a line per mode, a panel per block length.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, n, k and ratio.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.
    """
    require(frame, ["mode", "n", "k", "ratio"])
    frame = labelled(frame)
    sizes = [frame.n.min(), frame.n.max()]
    height = alt.Scale(domain=[min(frame.ratio.min(), 0.9), max(frame.ratio.max(), 1.1)])

    def panel(k, first):
        rows = frame[frame.k == k]
        line = alt.Chart(rows).mark_line(strokeWidth=2).encode(
            x=alt.X("n:Q", title="n (bits)", scale=alt.Scale(type="log", domain=sizes, nice=False),
                    axis=alt.Axis(format="~s", grid=False, values=ticks(*sizes))),
            y=alt.Y("ratio:Q", title="exact / asymptotic" if first else None, scale=height),
            color=colour(frame), strokeDash=dash(frame),
            tooltip=["mode:N", "n:Q", "k:Q", alt.Tooltip("ratio:Q", format=".4f")])
        one = alt.Chart(rows.assign(one=1.0).head(1)).mark_rule(color=INK).encode(
            y=alt.Y("one:Q", scale=height))
        return alt.layer(one, line).properties(
            **_PANEL, title=alt.Title(f"k = {k}", fontSize=12, fontWeight="normal", offset=6))

    lengths = sorted(set(frame.k))
    return alt.hconcat(*(panel(k, k == lengths[0]) for k in lengths), spacing=14,
                       title=heading(title, subtitle))


def exponents(frame, title="Exponents fitted to simulated runtimes", subtitle=None):
    """Fitted exponents less the theorem's, with their intervals: a panel per block length.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, k, exponent, low, high (the ends of an interval) and theorem, as
        `memlab.theory.fit_exponents` gives them.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.
    """
    require(frame, ["mode", "k", "exponent", "low", "high", "theorem"])
    frame = labelled(frame)
    frame = frame.assign(name=frame["mode"] + ", " + frame.theorem.astype(str),
                         off=frame.exponent - frame.theorem, left=frame.low - frame.theorem,
                         right=frame.high - frame.theorem, zero=0.0)
    reach = 1.1 * max(frame.left.abs().max(), frame.right.abs().max())
    scale = alt.Scale(domain=[-reach, reach], nice=False)

    def panel(k, last):
        rows = frame[frame.k == k]
        base = alt.Chart(rows).encode(
            y=alt.Y("name:N", title=None, sort=None, scale=alt.Scale(padding=0.4),
                    axis=alt.Axis(ticks=False, domain=False, minExtent=80)))
        x = alt.X("off:Q", title="fitted exponent - exponent of the theorem" if last else None,
                  scale=scale, axis=alt.Axis(labels=last, format="+.2f", grid=False))
        none = alt.Chart(rows.head(1)).mark_rule(color=INK).encode(x=alt.X("zero:Q", scale=scale))
        rule = base.mark_rule(strokeWidth=2).encode(x="left:Q", x2="right:Q",
                                                    color=colour(frame, legend=None))
        point = base.mark_point(filled=True, size=70, opacity=1).encode(
            x=x, color=colour(frame, legend=None), shape=_shape(frame),
            tooltip=["mode:N", "theorem:Q", alt.Tooltip("exponent:Q", format=".3f"),
                     alt.Tooltip("low:Q", format=".3f"), alt.Tooltip("high:Q", format=".3f")])
        return alt.layer(none, rule, point).properties(
            width=440, height=28 * len(rows),
            title=alt.Title(f"k = {k}", fontSize=12, fontWeight="normal", offset=4))

    lengths = sorted(set(frame.k))
    return alt.vconcat(*(panel(k, k == lengths[-1]) for k in lengths), spacing=8,
                       title=heading(title, subtitle))


def _points(rows, x):
    """Means with error bars, a layer per mode: encoded, they would take over the lines' legend."""
    layers = []
    for style in MODES.values():
        base = alt.Chart(rows[rows["mode"] == style.label]).encode(
            x=x, tooltip=["mode:N", "n:Q", "k:Q", alt.Tooltip("mean:Q", format=",.3~g")])
        layers += [base.mark_rule(strokeWidth=1.5, color=style.colour).encode(y="low:Q",
                                                                              y2="high:Q"),
                   base.mark_point(filled=True, size=55, opacity=1, color=style.colour,
                                   shape=style.shape).encode(y="mean:Q")]
    return layers


def _shape(frame):
    """Encoding: the modes' point shapes, for a frame whose modes are labels."""
    styles = [style for style in MODES.values() if style.label in set(frame["mode"])]
    scale = alt.Scale(domain=[style.label for style in styles],
                      range=[style.shape for style in styles])
    return alt.Shape("mode:N", sort=None, scale=scale, legend=None)


def _range(frame, simulated, value):
    low, high = frame[value].min(), frame[value].max()
    if simulated is not None:
        low, high = min(low, simulated.low.min()), max(high, simulated.high.max())
    return low, high
