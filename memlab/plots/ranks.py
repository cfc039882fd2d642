"""Modes in order: mean ranks on each dataset."""

import altair as alt

from .palette import INK
from .style import DOT, colour, mode_axis, panels, prepared, tips


def ranks(frame, title="Mean rank of the modes, 1 is best",
          subtitle="grey: as far from the best as chance may take its equal (Nemenyi, 5 %)"):
    """Mean rank of each mode, and how far ranks must lie apart to differ significantly.

    The grey band reaches from the best mean rank to the critical difference beyond it, so that
    modes outside it are significantly worse than the best.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, rank, critical_difference: as `memlab.study.statistics.ranks` gives them.
    title, subtitle : str, optional

    Examples
    --------
    >>> import pandas as pd
    >>> chart = ranks(pd.DataFrame({"mode": ["lb", "darwinian"], "rank": [1.1, 1.9],
    ...                             "critical_difference": 0.2}))
    """
    columns = ["rank", "critical_difference"]
    frame = prepared(frame, columns)
    last = frame["mode"].nunique()

    def draw(rows, problem, place):
        best, width = rows["rank"].min(), rows["critical_difference"].iloc[0]
        rows = rows.assign(best=best, limit=min(best + width, last))
        scale = alt.Scale(domain=[0.85, last + 0.15], nice=False)
        base = alt.Chart(rows).encode(y=mode_axis(place))
        band = alt.Chart(rows.head(1)).mark_rect(color=INK, opacity=0.2).encode(
            x=alt.X("best:Q", scale=scale), x2="limit:Q")
        points = base.mark_point(size=80, **DOT).encode(
            x=alt.X("rank:Q", scale=scale, title="mean rank" if place.bottom else None,
                    axis=alt.Axis(values=list(range(1, last + 1)), format="d")),
            color=colour(rows, legend=None), tooltip=["mode:N", *tips(".2f", *columns)])
        return alt.layer(band, points)

    return panels(frame, draw, title, subtitle, height=92)
