"""Modes in order: mean ranks on each dataset."""

import altair as alt

from .style import INK, colour, labelled, mode_axis, panels, require


def ranks(frame, title="Mean rank of the modes, 1 is best",
          subtitle="grey: as far from the best as chance may take its equal (Nemenyi, 5 %)"):
    """Mean rank of each mode, and how far ranks must lie apart to differ significantly.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, rank, critical_difference and, for panels, problem and dataset: as
        `memlab.study.statistics.ranks` gives them.
    title : str
    subtitle : str

    Returns
    -------
    altair.Chart
        A point per mode; the grey band reaches from the best mean rank to the critical difference
        beyond it, so that modes outside it are significantly worse than the best.

    Raises
    ------
    ValueError
        If a column is missing or a mode unknown.

    Examples
    --------
    >>> import pandas as pd
    >>> chart = ranks(pd.DataFrame({"mode": ["lb", "darwinian"], "rank": [1.1, 1.9],
    ...                             "critical_difference": 0.2}))
    """
    columns = ["mode", "rank", "critical_difference"]
    require(frame, columns)
    keep = [c for c in ("problem", "dataset", *columns) if c in frame]
    last = frame["mode"].nunique()

    def draw(rows, problem, place):
        best, width = rows["rank"].min(), rows["critical_difference"].iloc[0]
        rows = labelled(rows).assign(best=best, limit=min(best + width, last))
        scale = alt.Scale(domain=[0.85, last + 0.15], nice=False)
        base = alt.Chart(rows).encode(y=mode_axis(place))
        band = alt.Chart(rows.head(1)).mark_rect(color=INK, opacity=0.2).encode(
            x=alt.X("best:Q", scale=scale), x2="limit:Q")
        points = base.mark_point(filled=True, size=80, opacity=1).encode(
            x=alt.X("rank:Q", scale=scale, title="mean rank" if place.bottom else None,
                    axis=alt.Axis(values=list(range(1, last + 1)), format="d")),
            color=colour(rows, legend=None),
            tooltip=["mode:N", alt.Tooltip("rank:Q", format=".2f"),
                     alt.Tooltip("critical_difference:Q", format=".2f")])
        return alt.layer(band, points)

    return panels(frame[keep], draw, title, subtitle, height=92)
