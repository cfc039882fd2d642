"""What happens in the course of a run: fitness, diversity, what is learnt, and the work of that."""

import altair as alt
import pandas as pd

from .style import INK, UNITS, colour, dash, labelled, panels, require


def convergence(frame, title="Best fitness in the course of a run", subtitle=None, optimum=None):
    """Best fitness against evaluations: a line per mode, a panel per problem and dataset.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, best_fitness and, for panels, problem and dataset: as
        `memlab.study.tables.convergence` gives them, or traces of single runs put together with
        a column `mode` added.
    title : str
    subtitle : str, optional
    optimum : float, optional
        The best value that is possible, or known, drawn as a line in every panel.

    Returns
    -------
    altair.Chart
        Infeasible stretches (negative fitness) are left out: their scale would hide the rest.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "best_fitness": [20, 31]})
    >>> chart = convergence(frame)
    """
    require(frame, ["mode", "evaluations", "best_fitness"])
    feasible = frame[frame["best_fitness"] >= 0]
    return _curves(feasible, "best_fitness", title, subtitle, UNITS, "best fitness", zero=False,
                   level=optimum)


def diversity(frame, title="Population diversity in the course of a run", subtitle=None):
    """Mean pairwise Hamming distance of the population's genomes against evaluations.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, diversity (bits) and, for panels, problem and dataset.
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
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "diversity": [125.0, 60.5]})
    >>> chart = diversity(frame)
    """
    require(frame, ["mode", "evaluations", "diversity"])
    return _curves(frame, "diversity", title, subtitle, {}, "Hamming distance (bits)", zero=True)


def phenotype_distance(frame, title="Distance between genotype and phenotype", subtitle=None):
    """Mean Hamming distance of a parent's genotype from its phenotype against evaluations.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, phenotype_distance (bits) and, for panels, problem and dataset.
        Modes in which the two are the same, Darwinian and Lamarckian, are left out.
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
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "phenotype_distance": [0.0, 7.5]})
    >>> chart = phenotype_distance(frame)
    """
    require(frame, ["mode", "evaluations", "phenotype_distance"])
    apart = frame[frame["mode"].isin(["baldwinian", "lb"])]
    return _curves(apart, "phenotype_distance", title, subtitle, {}, "Hamming distance (bits)",
                   zero=True)


def effort(frame, title="Local search: free in the count of evaluations, not in work",
           subtitle=None):
    """Local-search steps so far against evaluations.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, local_search_steps and, for panels, problem and dataset.
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
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100],
    ...                       "local_search_steps": [0, 5_120]})
    >>> chart = effort(frame)
    """
    require(frame, ["mode", "evaluations", "local_search_steps"])
    return _curves(frame, "local_search_steps", title, subtitle, {}, "bits changed", zero=True)


def ecdf(frame, title="Share of targets reached in the course of a run", subtitle=None):
    """Empirical distribution of runtimes: the share of (run, target) pairs reached by then.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, evaluations, share and, for panels, problem and dataset: as
        `memlab.study.statistics.ecdf` gives them.
    title : str
    subtitle : str, optional

    Returns
    -------
    altair.Chart
        Higher is better: more targets, or the same ones earlier.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100], "share": [0, 0.7]})
    >>> chart = ecdf(frame)
    """
    require(frame, ["mode", "evaluations", "share"])
    return _curves(frame, "share", title, subtitle, {}, "share of targets", zero=True,
                   domain=(0, 1))


def _curves(frame, column, title, subtitle, units, unit, zero, domain=None, level=None):
    """Panels of lines of `column` against evaluations, on a logarithmic axis."""
    # A logarithmic axis shows the first hundred evaluations, where modes part, as well as the rest.
    first, last = int(frame["evaluations"].min()), int(frame["evaluations"].max())
    ticks = [t for t in (1, 10, 100, 1_000, 10_000, 100_000) if first <= t <= last]
    keep = [c for c in ("problem", "dataset", "mode", "evaluations", column) if c in frame]

    def draw(rows, problem, place):
        rows = labelled(rows)
        x = alt.X("evaluations:Q", title="fitness evaluations" if place.bottom else None,
                  scale=alt.Scale(type="log", domain=[first, last], nice=False),
                  axis=alt.Axis(values=ticks, format="~s", grid=False))
        y = alt.Y(f"{column}:Q", title=units.get(problem, unit) if place.left else None,
                  scale=alt.Scale(zero=zero, **({"domain": domain} if domain else {}),
                                  **({} if zero else {"padding": 5})),
                  axis=alt.Axis(tickCount=5, minExtent=40,
                                **({"format": "~s"} if zero and not domain else {})))
        lines = alt.Chart(rows).mark_line(strokeWidth=2, clip=True).encode(
            x=x, y=y, color=colour(rows), strokeDash=dash(rows),
            tooltip=["mode:N", "evaluations:Q", alt.Tooltip(f"{column}:Q", format=",.2f")])
        return lines if level is None else alt.layer(_level(column, level), lines)

    return panels(frame[keep], draw, title, subtitle)


def _level(column, value):
    """A thin line across a panel."""
    return alt.Chart(pd.DataFrame({column: [value]})).mark_rule(color=INK, strokeWidth=1).encode(
        y=f"{column}:Q", tooltip=f"{column}:Q")
