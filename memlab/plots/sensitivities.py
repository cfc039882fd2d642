"""The influence of the parameters: the whole grid in one picture."""

import altair as alt

from .palette import BLACK, FRAME, MODES, SCHEME
from .style import BARE, DOT, heading, labelled, require, tips

_SUBTITLE = "μ: population size, λ: offspring per generation; a dot marks the best of each mode"


def sensitivity(frame, title="What a configuration loses against the best of its mode",
                subtitle=_SUBTITLE):
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
