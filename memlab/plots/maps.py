"""Maps: where each mode wins on the plane of random graphs, and the influence of the parameters."""

import altair as alt
import numpy as np

from .palette import BLACK, FRAME, MODES, SCHEME
from .style import BARE, DOT, heading, labelled, mapped, require, tips

_NONE = "#b4b4b4"      # no lead: between the colours of the modes, on bright and on dark pages
_SMALL, _LARGE = 45, 460
_LEADERS = "Squares: Baldwin leads, circles: Lamarck. Large: significant (Holm, 5 %)"
_GRID = "μ: population size, λ: offspring per generation; a dot marks the best of each mode"


def lead_map(frame, x="graph_n", y="graph_p", title="Where it pays not to inherit",
             subtitle=_LEADERS, unit="lead", modes=("baldwinian", "lamarckian")):
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


def sensitivity(frame, title="What a configuration loses against the best of its mode",
                subtitle=_GRID):
    """Map of the parameter grid, with a square per configuration, coloured by its loss.

    There is a row of maps per mode (and per LB probability) and a column per crossover rate; each
    map shows population size against number of offspring. A dot marks the best configuration of
    each mode.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, mu, ``lambda_``, crossover_rate, lb_probability, loss_percent, one row per
        configuration of one problem: as returned by `memlab.paper.tables.sensitivity`.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": "lb", "mu": [10, 50], "lambda_": 10, "crossover_rate": 0.5,
    ...                       "lb_probability": 0.3, "loss_percent": [2.5, 0.0]})
    >>> chart = sensitivity(frame)
    """
    columns = ["mode", "mu", "lambda_", "crossover_rate", "lb_probability", "loss_percent"]
    require(frame, columns)
    name, probability = labelled(frame)["mode"], frame["lb_probability"]
    named = name + ", p = " + probability.map("{:g}".format)
    rows = frame[columns].assign(row=name.where(probability.isna(), named),
                                 place=frame["mode"].map(list(MODES).index))
    rows["best"] = rows.index.isin(rows.groupby("mode")["loss_percent"].idxmin())
    order = list(rows.sort_values(["place", "lb_probability"])["row"].unique())

    # A few very bad configurations would use up the colour scale: they share the darkest colour.
    top = max(float(f"{rows['loss_percent'].quantile(0.95):.1g}"), 0.001)
    beyond = "≥ " if rows["loss_percent"].max() > top else ""
    label = f"datum.value < {top} ? datum.label : '{beyond}' + datum.label"
    x = alt.X("lambda_:O", title="λ", axis=alt.Axis(labelAngle=0, **BARE))
    y = alt.Y("mu:O", title="μ", sort="descending", axis=alt.Axis(titleAngle=0, **BARE))
    loss = alt.Color("loss_percent:Q", title="loss (%)", scale=alt.Scale(
        scheme=SCHEME, reverse=True, domain=[0, top], clamp=True),
        legend=alt.Legend(gradientLength=220, orient="right", format=".4~f",
                          values=[top * part / 4 for part in range(5)], labelExpr=label))
    squares = alt.Chart().mark_rect(stroke=FRAME, strokeWidth=0.5).encode(
        x=x, y=y, color=loss,
        tooltip=[*(f"{c}:N" for c in columns[:5]), *tips(".2f", "loss_percent")])
    best = alt.Chart().mark_point(size=50, color=BLACK, **DOT).encode(
        x=x, y=y).transform_filter("datum.best")
    return alt.layer(squares, best, data=rows).properties(
        width={"step": 26}, height={"step": 18}).facet(
        row=alt.Row("row:N", title=None, sort=order,
                    header=alt.Header(labelAngle=0, labelAlign="left")),
        column=alt.Column("crossover_rate:O", title="crossover rate"),
        spacing=10, title=heading(title, subtitle))
