"""A chart of a fitness landscape, before and after local search."""

import altair as alt

from .palette import BLUE, DASHED, GREEN, SOLID, Style
from .style import DOT, heading, line_looks, require

# Darwinian evolution selects by the first kind of fitness, the other modes by the second.
_BEFORE, _AFTER = "as it is", "after local search"
_STAGES = {_BEFORE: Style(_BEFORE, BLUE, SOLID, None), _AFTER: Style(_AFTER, GREEN, DASHED, None)}


def landscape(frame, x, title="Fitness before and after local search", subtitle=None,
              xlabel=None, after=_AFTER):
    """Fitness along a line through the search space, before and after local search.

    Parameters
    ----------
    frame : DataFrame
        Columns before, after and the one that `x` names, with a row per solution.
    x : str
        The column with the position of the solution on the line.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.
    xlabel : str, optional
        Label of the horizontal axis.
    after : str
        Label of the second line.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ones": [0, 1, 2], "before": [1, 0, 3], "after": [1, 3, 3]})
    >>> chart = landscape(frame, "ones")
    """
    require(frame, [x, "before", "after"])
    rows = frame.rename(columns={"before": _BEFORE, "after": after}).melt(
        id_vars=[x], value_vars=[_BEFORE, after], var_name="stage", value_name="fitness")
    points = {"size": 45, **DOT} if len(frame) <= 40 else False
    steps = min(10, int(frame[x].max() - frame[x].min()))      # places are whole numbers
    across = alt.X(f"{x}:Q", title=xlabel or x, axis=alt.Axis(grid=False, tickCount=steps),
                   scale=alt.Scale(nice=False, padding=8))
    stages = dict(zip((_BEFORE, after), _STAGES.values(), strict=True))
    return alt.Chart(rows).mark_line(point=points, strokeWidth=2).encode(
        x=across, y=alt.Y("fitness:Q", axis=alt.Axis(tickCount=6)),
        tooltip=[f"{x}:N", "stage:N", "fitness:Q"], **line_looks(stages, "stage")).properties(
        width=440, height=220, title=heading(title, subtitle))
