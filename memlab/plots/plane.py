"""Where each mode wins: a map of the plane of random graphs."""

import altair as alt
import numpy as np

from .palette import MODES
from .style import BARE, DOT, heading, mapped, require, tips

_NONE = "#b4b4b4"      # no lead: between the colours of the modes, on bright and on dark pages
_SMALL, _LARGE = 45, 460
_SUBTITLE = "Squares: Baldwin leads, circles: Lamarck. Large: significant (Holm, 5 %)"


def lead_map(frame, x="graph_n", y="graph_p", title="Where it pays not to inherit",
             subtitle=_SUBTITLE, unit="lead", modes=("baldwinian", "lamarckian")):
    """Map of a lead over two parameters of graphs, a mark per point, and a map per price.

    Colours are those of the two modes, and grey for no lead. Where the first mode leads, the mark
    is a square, and else a circle, so that the map does not depend on telling colours apart. Large
    marks are significant leads.

    Parameters
    ----------
    frame : DataFrame
        Columns difference, low, high, p_holm and step_cost, and the two parameters of the graphs:
        as returned by `memlab.analysis.leads.leads` for one problem.
    x, y : str
        Columns of the parameters of the graphs.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.
    unit : str
        What the lead is counted in.
    modes : (str, str)
        The mode of positive leads, and that of negative ones.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"graph_n": [50, 70], "graph_p": 0.1, "difference": [1, -2.5],
    ...                       "low": [-1, -3], "high": [3, -2], "p_holm": [0.6, 0.01],
    ...                       "step_cost": 0})
    >>> chart = lead_map(frame)
    """
    columns = [x, y, "difference", "low", "high", "p_holm", "step_cost"]
    require(frame, columns)
    labels = [MODES[mode].label for mode in modes]
    rows = frame[columns].assign(certain=frame["p_holm"] < 0.05,
                                 leader=np.where(frame["difference"] > 0, *labels))
    top = max(float(f"{rows['difference'].abs().quantile(0.95):.1g}"), 1.0)
    first, second = (MODES[mode].colour for mode in modes)
    lead = alt.Color("difference:Q", title=unit, scale=alt.Scale(
        type="symlog", domain=[-top, 0, top], range=[second, _NONE, first], clamp=True),
        legend=alt.Legend(gradientLength=220, orient="right", format="+.3~g"))
    size = alt.Size("certain:N", legend=None,
                    scale=alt.Scale(domain=[False, True], range=[_SMALL, _LARGE]))
    shape = mapped(alt.Shape, "leader", dict(zip(labels, ("square", "circle"), strict=True)),
                   legend=None)
    marks = alt.Chart(rows).mark_point(**DOT).encode(
        x=alt.X(f"{x}:O", title=x.removeprefix("graph_"), axis=alt.Axis(labelAngle=-45, **BARE)),
        y=alt.Y(f"{y}:O", title=y.removeprefix("graph_"), sort="descending",
                axis=alt.Axis(titleAngle=0, **BARE)),
        color=lead, size=size, shape=shape,
        tooltip=[*tips("", x, y, "step_cost"), *tips("+.2f", "difference", "low", "high")])
    return marks.properties(width={"step": 24}, height={"step": 24}).facet(
        column=alt.Column("step_cost:O", title="price of a step of learning, in evaluations"),
        spacing=14, title=heading(title, subtitle))
