"""The course of a run: fitness, diversity, the effect of learning, and the work it takes.

Every chart has a line per mode against evaluations on a logarithmic axis, which shows the first
hundred evaluations, in which the modes separate, as clearly as the rest.
"""

import altair as alt
import pandas as pd

from .axes import powers
from .palette import INK
from .style import AXES, courses, heading, lines, look, mapped, modes_of, prepared, rule, tips

_APART = ["Baldwinian", "LB"]      # modes in which the phenotype differs from the genotype
_WIDTHS = {"genomes": 2.2, "phenotypes": 0.9}


def convergence(frame, title="Best fitness in the course of a run", subtitle=None, optimum=None):
    """Best fitness against evaluations.

    Points with negative fitness (infeasible solutions) are left out, because their scale would hide
    the rest.

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
    return _curves(frame, "best_fitness", title, subtitle, scale={"zero": False, "padding": 5},
                   level=optimum)


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
    explained = alt.Legend(symbolType="stroke", symbolSize=700, symbolStrokeColor=INK)
    thin = {"strokeWidth": mapped(alt.StrokeWidth, "of", _WIDTHS, legend=explained),
            "tip": ["of:N"]}
    return _curves(frame, "diversity", title, subtitle, "Hamming distance (bits)",
                   **thin if "of" in drawn(frame, "diversity") else {})


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
    return _curves(frame, "phenotype_distance", title, subtitle, "Hamming distance (bits)")


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
    return _curves(frame, "local_search_steps", title, subtitle, "bits changed")


def ecdf(frame, title="Share of targets reached in the course of a run", subtitle=None):
    """Empirical distribution of runtimes: the share of (run, target) pairs reached so far.

    A higher curve is better: it reaches more targets, or reaches them earlier.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, share: as returned by `memlab.analysis.statistics.ecdf`.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100], "share": [0, 0.7]})
    >>> chart = ecdf(frame)
    """
    return _curves(frame, "share", title, subtitle, "share of targets",
                   scale={"domain": (0, 1)})


def course(styles, column, title, subtitle=None, *, x="evaluations", ends=None, log=False,
           field="mode", unit=None, scale=None, thin=False, band=False, before=None, level=None):
    """Chart of a column for live display: the data follow later, as named data.

    The data have the columns `x`, `column`, `field`, last (whether the line currently ends there),
    "of" if phenotypes are drawn thin, and low and high if there is a band.

    Parameters
    ----------
    styles : dict of str to Style
        Styles of the lines by the field's values.
    column, title, subtitle, x, field, unit : str
        Columns and labels, as in `memlab.plots.style.courses`.
    ends : sequence of two numbers, optional
        Ends of the horizontal axis, if they are known.
    log : bool
        Whether the horizontal axis is logarithmic.
    scale : dict
        Properties of the vertical axis.
    thin, band : bool
        Whether there are thin lines for phenotypes, and a band from low to high.
    before : DataFrame, optional
        Rows of an earlier course, drawn pale.
    level : float, optional
        Height of a horizontal line.
    """
    ticks = {"values": powers(*ends)} if log and ends else {"tickCount": 5}
    across = alt.X(f"{x}:Q", title=AXES.get(x, x),
                   scale=alt.Scale(type="log" if log else "linear", domain=ends or alt.Undefined,
                                   nice=False),
                   axis=alt.Axis(format="~s", grid=False, **ticks))
    up = alt.Y(f"{column}:Q", title=unit, scale=alt.Scale(**scale or {"zero": True}),
               axis=alt.Axis(tickCount=5, minExtent=40, format="~s"))
    looks = {"x": across, "y": up}
    if thin:
        looks["strokeWidth"] = mapped(alt.StrokeWidth, "of", _WIDTHS)
    layers = [rule(column, y=level)] if level is not None else []
    if before is not None:
        layers.append(lines(before, styles, field, opacity=alt.value(0.35), **looks))
    colour = {"color": look(alt.Color, styles, field), "x": across}
    if band:
        layers.append(alt.Chart().mark_area(opacity=0.16, clip=True).transform_filter(
            "datum.low >= 0").encode(y=alt.Y("low:Q", title=unit), y2="high:Q", **colour))
    points = alt.Chart().mark_point(filled=True).encode(
        y=up, opacity=alt.condition("datum.last", alt.value(1), alt.value(0)),
        size=alt.condition("datum.last", alt.value(40), alt.value(300)),      # easy to hover over
        tooltip=[f"{field}:N", *tips(",.2~f", x, column, *["low", "high"] * band)], **colour)
    return alt.layer(*layers, lines(alt.Undefined, styles, field, **looks), points,
                     data=alt.NamedData("rows"), title=heading(title, subtitle))


def drawn(frame, column, x="evaluations"):
    """Return the part of a frame that the chart of a column draws, with modes by their labels."""
    more = {"diversity": ["phenotype_diversity"], "best_fitness": ["low", "high"]}.get(column, [])
    frame = prepared(frame, [column] if x == column else [x, column], [*more, "last"])
    frame = frame[frame[x] > 0]
    if column == "best_fitness":
        return frame[frame[column] >= 0]
    if column == "phenotype_distance":
        return frame[frame["mode"].isin(_APART)]
    if "phenotype_diversity" in frame:
        return _of_both(frame)
    return frame


def _of_both(frame):
    """Return the diversity of genomes, and that of phenotypes where they differ from genomes."""
    learned = frame.pop("phenotype_diversity")
    apart = frame["mode"].isin(_APART) & learned.notna()
    if not apart.any():
        return frame
    return pd.concat([frame.assign(of="genomes"),
                      frame[apart].assign(of="phenotypes", diversity=learned[apart])],
                     ignore_index=True)


def _curves(frame, column, title, subtitle, unit=None, scale=None, level=None, **looks):
    """Panels with a line per mode; without `scale` the axis begins at zero."""
    frame = drawn(frame, column).drop(columns=["low", "high", "last"], errors="ignore")
    axis = {"minExtent": 40} if scale else {"minExtent": 40, "format": "~s"}
    return courses(frame, column, modes_of(frame), title, subtitle, unit=unit,
                   scale=scale or {"zero": True}, axis=axis, level=level, **looks)
