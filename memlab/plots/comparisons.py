"""Modes and configurations against each other: differences between modes, losses within one."""

import altair as alt
import pandas as pd

from .style import INK, colour, labelled, mode_axis, panels, require

_STROKE = "M0,-1L0,1"


def differences(frame, title="Difference between modes", subtitle=None, unit="%"):
    """Difference of each mode from a reference, with its interval.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, mean, low, high (the ends of an interval) and, where there are any,
        published_mean and, for panels, problem and dataset.
    title : str
    subtitle : str, optional
    unit : str
        Of mean, low and high.

    Returns
    -------
    altair.Chart
        Points with a bar are the differences, upright strokes the published ones. Right of the
        line at zero is better than the reference.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb"], "mean": [-0.5], "low": [-0.9], "high": [-0.1]})
    >>> chart = differences(frame)
    """
    columns = ["mode", "mean", "low", "high"]
    require(frame, columns)
    keep = [c for c in ("problem", "dataset", *columns, "published_mean") if c in frame]

    def draw(rows, problem, place):
        rows = labelled(rows)
        x = alt.X("low:Q", title=f"difference ({unit})" if place.bottom else None,
                  axis=alt.Axis(tickCount=5))
        base = alt.Chart(rows).encode(y=mode_axis(place), color=colour(rows, legend=None))
        zero = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=INK).encode(x="zero:Q")
        bars = base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q")
        points = base.mark_point(filled=True, size=60, opacity=1).encode(
            x="mean:Q", tooltip=["mode:N", *(alt.Tooltip(f"{c}:Q", format=".3f")
                                             for c in columns[1:])])
        layers = [zero, bars, points]
        if "published_mean" in rows:
            layers.append(base.mark_point(shape=_STROKE, size=260, strokeWidth=2.5,
                                          opacity=1).encode(x="published_mean:Q"))
        return alt.layer(*layers)

    return panels(frame[keep], draw, title, subtitle, height=20 * frame["mode"].nunique() + 10)


def losses(frame, title="What every configuration loses against the best of its mode",
           subtitle="a stroke for each configuration"):
    """All configurations of a grid search: what each loses against the best of its mode.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, loss_percent and, for panels, problem and dataset, a row per configuration:
        as `memlab.study.tables.configurations` gives them.
    title : str
    subtitle : str

    Returns
    -------
    altair.Chart
        The axis is linear near zero and logarithmic far from it.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> chart = losses(pd.DataFrame({"mode": ["lb", "lb"], "loss_percent": [0.0, 2.5]}))
    """
    columns = ["mode", "loss_percent"]
    require(frame, columns)
    keep = [c for c in ("problem", "dataset", *columns) if c in frame]
    most = max(1.0, float(frame["loss_percent"].max()))
    ticks = [t for t in (0, 1, 10, 100, 1_000, 10_000) if t <= most]

    def draw(rows, problem, place):
        rows = labelled(rows)
        x = alt.X("loss_percent:Q", title="loss (%)" if place.bottom else None,
                  scale=alt.Scale(type="symlog", constant=1, domain=[0, most]),
                  axis=alt.Axis(values=ticks, format=",d"))
        return alt.Chart(rows).mark_tick(thickness=1.2, size=14, opacity=0.6).encode(
            x=x, y=mode_axis(place), color=colour(rows, legend=None),
            tooltip=["mode:N", alt.Tooltip("loss_percent:Q", format=".2f")])

    return panels(frame[keep], draw, title, subtitle, height=92)
