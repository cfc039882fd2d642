"""Hinton and Nowlan's experiment while it happens."""

import altair as alt
import pandas as pd

from ...names import label
from ..palette import ALLELES, DASHED, DOTTED, SOLID, Style
from ..style import MODES, heading, lines

STYLES = {name: Style(name, colour, dash, None) for (name, colour), dash in zip(
    ALLELES.items(), (SOLID, DOTTED, DASHED), strict=True)}


def alleles(mode, generations):
    """Axes for the shares of right, wrong and undecided genes over so many generations.

    Its data, which is still to come, has columns generation, allele and share.
    """
    return _over(generations, pd.DataFrame(columns=["generation", "allele", "share"]), STYLES,
                 "allele", "share", "share of genes", [0, 1],
                 heading(f"{label(mode)}: genes"))


def needle_fitness(modes, generations):
    """Axes for the mean fitness of modes; its data has columns generation, mode and fitness."""
    styles = {MODES[mode].label: MODES[mode] for mode in modes}
    return _over(generations, pd.DataFrame(columns=["generation", "mode", "fitness"]), styles,
                 "mode", "fitness", "mean fitness", [0, 20], heading("Fitness"))


def _over(generations, rows, styles, field, value, title, domain, name):
    x = alt.X("generation:Q", scale=alt.Scale(domain=[0, generations], nice=False),
              axis=alt.Axis(grid=False, tickCount=5))
    y = alt.Y(f"{value}:Q", title=title, scale=alt.Scale(domain=domain), axis=alt.Axis(tickCount=4))
    tip = [f"{field}:N", "generation:Q", f"{value}:Q"]
    return lines(rows, styles, field, x=x, y=y, tooltip=tip).mark_line(
        strokeWidth=2, point={"size": 14}).properties(title=name)
