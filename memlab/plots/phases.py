"""A map of two settings, coloured by the mode that is best at each combination."""

import altair as alt

from .palette import BLACK, FRAME, MODES
from .style import BARE, DOT, look, panels, require


def phases(frame, x, y, title="Which mode is best?", subtitle=None, names=None):
    """Map of two settings: a square per combination, in the colour of the mode that is best there.

    Parameters
    ----------
    frame : DataFrame
        Columns `x`, `y`, best (a mode's label), lead (over the second best) and clear (bool;
        whether the lead is statistically significant, which a dot shows): as returned by
        `memlab.analysis.comparison.leaders`.
    x, y : str
        Columns of the two settings, which are numbers.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.
    names : dict of str, optional
        Labels of the axes by column.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"rate": [0.5, 1], "depth": 3, "best": ["LB", "Baldwinian"],
    ...                       "lead": [0.5, 1.5], "clear": [False, True]})
    >>> chart = phases(frame, "rate", "depth")
    """
    require(frame, [x, y, "best", "lead", "clear"])
    styles = {style.label: style for style in MODES.values()
              if style.label in set(frame["best"])}
    names = {x: x, y: y} | (names or {})
    levels = {of: {value: f"{value:g}".replace("inf", "∞") for value in sorted(set(frame[of]))}
              for of in (x, y)}
    frame = frame.drop(columns=["second", "low", "high"], errors="ignore").assign(
        initial=frame["best"].str[:2], lead=frame["lead"].round(2),
        **{of: frame[of].map(text) for of, text in levels.items()})

    def draw(rows, problem, place):
        across = alt.X(f"{x}:O", title=names[x] if place.bottom else None,
                       sort=list(levels[x].values()), scale=alt.Scale(padding=0),
                       axis=alt.Axis(labelAngle=0, **BARE))
        up = alt.Y(f"{y}:O", title=names[y] if place.left else None,
                   sort=list(levels[y].values())[::-1], scale=alt.Scale(padding=0),
                   axis=alt.Axis(**BARE))
        base = alt.Chart().encode(x=across, y=up, tooltip=["best:N", f"{x}:O", f"{y}:O",
                                                           alt.Tooltip("lead:Q", format=".2f")])
        squares = base.mark_rect(stroke=FRAME, strokeWidth=0.5).encode(
            color=look(alt.Color, styles, "best"))
        letters = base.mark_text(dy=-7, fontSize=9, color=BLACK).encode(
            text=alt.Text("initial:N"))
        dots = base.mark_point(size=25, color=BLACK, yOffset=6, **DOT).transform_filter(
            "datum.clear")
        return alt.layer(squares, letters, dots, data=rows)
    return panels(frame, draw, title, subtitle, height=170)
