"""Marks that several charts of the theory have."""

import altair as alt

from ..style import DOT, tips


def dots(frame, column, styles, x, facts):
    """Layers of means, with error bars where there are columns low and high.

    There is a layer for each style, by the value of a column: as encodings, the shapes would take
    over the lines' legend. `facts` stand in the tooltip between that value and the mean.
    """
    layers = []
    for value, style in styles.items():
        base = alt.Chart(frame[frame[column] == value]).encode(
            x=x, tooltip=[f"{column}:N", *facts, *tips(",.3~g", "mean")])
        if {"low", "high"} <= set(frame.columns):
            layers.append(base.mark_rule(strokeWidth=1.5, color=style.colour).encode(
                y="low:Q", y2="high:Q"))
        layers.append(base.mark_point(size=60, color=style.colour, shape=style.shape, **DOT).encode(
            y="mean:Q"))
    return layers
