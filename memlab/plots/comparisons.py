"""Modes and configurations against each other: differences between modes, losses within one."""

import altair as alt

from .axes import powers
from .palette import STROKE
from .style import DOT, colour, mode_axis, panels, prepared, rule, tips


def differences(frame, title="Difference between modes", subtitle=None, unit="%"):
    """Difference of each mode from a reference, with its interval.

    Points with a bar are the differences, upright strokes the published ones. Right of the line at
    zero is better than the reference.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, mean, low, high and, where there are any, published_mean.
    title, subtitle : str, optional
    unit : str
        Of mean, low and high.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb"], "mean": [-0.5], "low": [-0.9], "high": [-0.1]})
    >>> chart = differences(frame)
    """
    columns = ["mean", "low", "high"]
    frame = prepared(frame, columns, ["published_mean"])

    def draw(rows, problem, place):
        x = alt.X("low:Q", title=f"difference ({unit})" if place.bottom else None,
                  axis=alt.Axis(tickCount=5))
        base = alt.Chart(rows).encode(y=mode_axis(place), color=colour(rows, legend=None))
        layers = [rule("zero", x=0), base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q"),
                  base.mark_point(size=60, **DOT).encode(
                      x="mean:Q", tooltip=["mode:N", *tips(".3f", *columns)])]
        if "published_mean" in rows:
            layers.append(base.mark_point(shape=STROKE, size=260, strokeWidth=2.5, opacity=1)
                          .encode(x="published_mean:Q"))
        return alt.layer(*layers)

    return panels(frame, draw, title, subtitle, height=20 * frame["mode"].nunique() + 10)


def losses(frame, title="What every configuration loses against the best of its mode",
           subtitle="a stroke for each configuration"):
    """All configurations of a grid search: what each loses against the best of its mode.

    The axis is linear near zero and logarithmic far from it.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, loss_percent, a row per configuration: as
        `memlab.study.tables.configurations` gives them.
    title, subtitle : str, optional

    Examples
    --------
    >>> import pandas as pd
    >>> chart = losses(pd.DataFrame({"mode": ["lb", "lb"], "loss_percent": [0.0, 2.5]}))
    """
    frame = prepared(frame, ["loss_percent"])
    most = max(1.0, float(frame["loss_percent"].max()))

    def draw(rows, problem, place):
        x = alt.X("loss_percent:Q", title="loss (%)" if place.bottom else None,
                  scale=alt.Scale(type="symlog", constant=1, domain=[0, most]),
                  axis=alt.Axis(values=[0, *powers(1, most)], format=",d"))
        return alt.Chart(rows).mark_tick(thickness=1.2, size=14, opacity=0.6).encode(
            x=x, y=mode_axis(place), color=colour(rows, legend=None),
            tooltip=["mode:N", *tips(".2f", "loss_percent")])

    return panels(frame, draw, title, subtitle, height=92)
