"""The course of a run: fitness, diversity, the effect of learning, and the work it takes.

Every chart has a line per mode against evaluations on a logarithmic axis, which shows the first
hundred evaluations, in which the modes separate, as clearly as the rest.
"""

from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from ..analysis.frames import valued
from . import style
from .palette import INK
from .style import UNITS, heading, lines, look, mapped, modes_of, panels, prepared, rule, tips

_THIN = {"strokeWidth": mapped(
    alt.StrokeWidth, "of", {"genomes": 2.2, "phenotypes": 0.9},
    legend=alt.Legend(symbolType="stroke", symbolSize=700, symbolStrokeColor=INK))}
_ROOM = {"minExtent": 40}      # the same for all labels, so that panels are aligned
_SETS = ("mis", "clique")      # negative fitness counts conflicts
_WIDTH = 500      # more points than a panel is wide


class Curve(NamedTuple):
    """What the lines of a chart show.

    Attributes
    ----------
    column : str
        The column that is drawn.
    unit : str or None
        Label of the axis; by default what a solution counts.
    scale, ticks : dict
        Properties of the axis.
    field : str
        The column that distinguishes the lines.

    Examples
    --------
    >>> CURVES["local_search_steps"].unit
    'bits changed'
    """

    column: str
    unit: str | None = None
    scale: dict = {"zero": True}                    # noqa: RUF012 - never changed
    ticks: dict = {"format": "~s", **_ROOM}         # noqa: RUF012
    field: str = "mode"

    def axis(self, title):
        """Return the vertical axis: altair.Y."""
        return alt.Y(f"{self.column}:Q", title=title, scale=alt.Scale(**self.scale),
                     axis=alt.Axis(tickCount=5, **self.ticks))


CURVES = {curve.column: curve for curve in (
    Curve("best_fitness", None, {"zero": False, "padding": 5}, _ROOM),
    Curve("diversity", "Hamming distance (bits)"),
    Curve("phenotype_distance", "Hamming distance (bits)"),
    Curve("local_search_steps", "bits changed"))}


def convergence(frame, title="Best fitness in the course of a run", subtitle=None, optimum=None):
    """Best fitness against evaluations.

    Points with negative fitness (infeasible solutions) of independent sets are left out, because
    their scale would hide the rest; and so are those of a frame without a column problem.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, best_fitness: as returned by `memlab.paper.tables.convergence`,
        or concatenated traces of single runs with a column mode added.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.
    optimum : float, optional
        The optimum or best known value, drawn as a line in every panel.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "best_fitness": [20, 31]})
    >>> chart = convergence(frame)
    """
    return _curves(frame, "best_fitness", title, subtitle, level=optimum)


def diversity(frame, title="Population diversity in the course of a run", subtitle=None):
    """Mean pairwise Hamming distance of the population's genomes against evaluations.

    Thin lines show the diversity of the phenotypes, for modes in which these differ from the
    genomes.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, diversity (bits) and, for thin lines, phenotype_diversity.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "diversity": [125.0, 60.5]})
    >>> chart = diversity(frame)
    """
    return _curves(frame, "diversity", title, subtitle)


def phenotype_distance(frame, title="Distance between genotype and phenotype", subtitle=None):
    """Mean Hamming distance of a parent's genotype from its phenotype against evaluations.

    Modes in which the two are the same, Darwinian and Lamarckian, are left out.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, phenotype_distance (bits).
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "phenotype_distance": [0.0, 7.5]})
    >>> chart = phenotype_distance(frame)
    """
    return _curves(frame, "phenotype_distance", title, subtitle)


def effort(frame, title="Local search: free in the count of evaluations, not in work",
           subtitle=None):
    """Cumulative local-search steps against evaluations.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, local_search_steps.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "local_search_steps": [0, 5_120]})
    >>> chart = effort(frame)
    """
    return _curves(frame, "local_search_steps", title, subtitle)


def course(curve, modes, x, *headings, level=None, problem="mis"):
    """Chart of a curve per mode for live display: the data follow later, as named data.

    The data have the columns that `drawn` returns. Best fitness has a band from low to high, and
    diversity thin lines for phenotypes.

    Parameters
    ----------
    curve : Curve
    modes : dict of str to Mode
        The modes by their labels.
    x : altair.X
        As returned by `memlab.plots.style.cost_axis`.
    *headings : str
        Title and subtitle.
    level : float, optional
        Height of a horizontal line.
    problem : str
        Of independent sets, there is no band from below 0.

    Returns
    -------
    altair.Chart
        The chart, without data.
    """
    column, band = f"{curve.column}:Q", curve.column == "best_fitness"
    y, colour = curve.axis(curve.unit), {"color": look(alt.Color, modes), "x": x}
    width = _THIN if curve.column == "diversity" and _apart(modes) else {}
    layers = [rule(curve.column, y=level)] if level is not None else []
    if band:
        area = alt.Chart().mark_area(opacity=0.16, clip=True)
        feasible = area.transform_filter("datum.low >= 0") if problem in _SETS else area
        layers.append(feasible.encode(y=alt.Y("low:Q", title=curve.unit), y2="high:Q", **colour))
    points = alt.Chart().mark_point(filled=True).encode(
        y=y, opacity=alt.condition("datum.last", alt.value(1), alt.value(0)),
        size=alt.condition("datum.last", alt.value(40), alt.value(300)),      # easy to hover over
        tooltip=["mode:N", *tips(",.2~f", x.shorthand[:-2], column[:-2], *["low", "high"] * band)],
        **colour)
    return alt.layer(*layers, lines(alt.Undefined, modes, x=x, y=y, **width), points,
                     data=alt.NamedData("rows"), title=heading(*headings))


def drawn(frame, column, x="evaluations", problem="mis"):
    """Return the part of a frame that the chart of a column draws, with modes by their labels.

    Of independent sets these are feasible ones; `problem` counts if the frame names none.
    """
    more = {"diversity": ["phenotype_diversity"], "best_fitness": ["low", "high"]}.get(column, [])
    frame = prepared(frame, [column] if x == column else [x, column], [*more, "last"])
    frame = frame[frame[x] > 0]
    apart = frame["mode"].isin(_apart(modes_of(frame)))
    if column == "best_fitness":
        problems = frame["problem"] if "problem" in frame else pd.Series(problem, frame.index)
        return frame[(frame[column] >= 0) | ~problems.isin(_SETS) & frame[column].notna()]
    if column == "phenotype_distance":
        return frame[apart]
    if "phenotype_diversity" in frame:
        learned = frame.pop("phenotype_diversity")
        apart &= learned.notna()
        if apart.any():
            thin = frame[apart].assign(of="phenotypes", diversity=learned[apart])
            return pd.concat([frame.assign(of="genomes"), thin], ignore_index=True)
    return frame


def courses(frame, curve, styles, *headings, over="evaluations", level=None, **legend):
    """Panels of a curve over the cost of a run, with a line for each value of its field.

    Parameters
    ----------
    frame : DataFrame
        Columns `over`, and those of the curve. A column "of" tells lines of genomes from thin ones.
    curve : Curve
    styles : dict of str to Style
        Styles of the lines by the values of the curve's field.
    *headings : str
        Title and subtitle.
    over : str
        The horizontal, logarithmic axis: one of `AXES`.
    level : float, optional
        Height of a horizontal line across every panel.
    **legend
        Properties of the legend.

    Returns
    -------
    altair.Chart
        The chart.
    """
    ends = float(frame[over].min()), float(frame[over].max())
    levels = [] if level is None else [rule(curve.column, y=level)]
    tip, width = (["of:N"], _THIN) if "of" in frame else ([], {})
    tooltip = [f"{curve.field}:N", *tip, f"{over}:Q", *tips(",.2f", curve.column)]

    def draw(rows, problem, place):
        x, unit = style.cost_axis(over, ends), curve.unit or UNITS.get(problem, "best fitness")
        line = lines(alt.Undefined, styles, curve.field, legend, tooltip=tooltip, **width,
                     x=x if place.bottom else x.title(None),
                     y=curve.axis(unit if place.left else None))
        return alt.layer(*levels, line, data=_thinned(rows, over, curve))

    return panels(frame, draw, *headings)


def _curves(frame, column, title, subtitle, level=None):
    """Panels with a line per mode."""
    frame = drawn(valued(frame), column).drop(columns=["low", "high", "last"], errors="ignore")
    return courses(frame, CURVES[column], modes_of(frame), title, subtitle, level=level)


def _thinned(rows, x, curve):
    """Return the rows of short lines, and of long ones the ends and one in each point of width."""
    by, rows = [name for name in (curve.field, "of") if name in rows], rows.reset_index(drop=True)
    long = rows.groupby(by, observed=True)[x].transform("size") > 2 * _WIDTH
    placed = rows[by].assign(place=pd.cut(np.log(rows[x]), _WIDTH, labels=False))
    placed = placed.loc[rows[x].sort_values(kind="stable").index]
    kept = ~placed.duplicated(keep="last") | ~placed.duplicated(by)
    return rows[~long | kept]      # which has the same index


def _apart(modes):
    """The labels of the modes whose phenotypes may differ from their genotypes."""
    return [label for label, mode in modes.items() if mode.learns and mode.inherits != 1]
