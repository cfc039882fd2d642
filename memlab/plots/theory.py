"""Charts of the theory of DeceptiveLeadingBlocks: tidy frame in, Altair chart out.

The documentation of `memlab.plots` holds for these charts too, except that panels stand for block
lengths or rates, if there are several.
"""

import altair as alt
import numpy as np
import pandas as pd

from . import style
from .palette import STATES
from .style import DOT, heading, labelled, lines, modes_of, panels, require, tips

__all__ = ["growth", "debt", "comparison"]

_MEANING = {"full": "solved", "damaged": "one bit wrong, always learned",
            "critical": "critical block", "random": "not yet met"}


def growth(frame, simulated=None, value="iterations", title="Runtimes grow as powers of n",
           subtitle=None):
    """A quantity against n on logarithmic axes, with a line per mode and a panel per block length.

    Parameters
    ----------
    frame : DataFrame
        Columns mode, n, k and `value`, for the lines.
    simulated : DataFrame, optional
        Columns mode, n, k, mean, low and high, for points with error bars.
    value : str, optional
        The column that is drawn, and the label of its axis.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"mode": ["lb", "lb"], "n": [12, 24], "k": [3, 3],
    ...                       "iterations": [90.0, 800.0]})
    >>> chart = growth(frame)
    """
    require(frame, ["mode", "n", "k", value])
    low, high = frame[value].min(), frame[value].max()
    if simulated is not None:
        require(simulated, ["mode", "n", "k", "mean", "low", "high"])
        low, high = min(low, simulated.low.min()), max(high, simulated.high.max())
        simulated = labelled(simulated)
    frame = labelled(frame).sort_values("k", kind="stable")
    frame = frame.assign(problem="", dataset="k = " + frame.k.astype(str))
    x, y = style.size_axis(frame.n), style.power_axis(value, value, low, high)

    def draw(rows, _, place):
        layers = [lines(rows, modes_of(frame), x=x, y=y if place.left else y.title(None),
                        tooltip=["mode:N", "n:Q", "k:Q", *tips(",.3~g", value)])]
        if simulated is not None:
            layers += _dots(simulated[simulated.k == rows.k.iloc[0]], x)
        return alt.layer(*layers)

    return panels(frame, draw, title, subtitle, width=210, height=220)


def comparison(frame, x="n", xlabel="n (bits)", value="iterations", title="Runtimes",
               subtitle=None):
    """Runtimes of several algorithms on logarithmic axes, with a line each.

    Parameters
    ----------
    frame : DataFrame
        Columns algorithm, `x` and mean. A mode has its usual colour and dashes; variants of a mode,
        such as "LB, k = 3", differ in their dashes.

    x, xlabel, value : str, optional
        The column on which the runtimes depend, and the labels of both axes.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> import pandas as pd
    >>> chart = comparison(pd.DataFrame({"algorithm": ["LB", "LB"], "n": [12, 24],
    ...                                  "mean": [90.0, 800.0]}))
    """
    require(frame, ["algorithm", x, "mean"])
    styles = style.method_styles(frame.assign(method=frame.algorithm,
                                              family=frame.algorithm.str.partition(",")[0]))
    y = style.power_axis("mean", value, frame["mean"].min(), frame["mean"].max())
    line = lines(frame, styles, "algorithm", x=style.size_axis(frame[x], x, xlabel), y=y,
                 tooltip=["algorithm:N", f"{x}:Q", *tips(",.3~g", "mean")])
    return panels(frame, lambda *_: line, title, subtitle, height=180)


def _dots(frame, x):
    """Layers of means with error bars, in the colours of the lines."""
    base = alt.Chart(frame).encode(x=x, color=style.look(alt.Color, modes_of(frame)),
                                   tooltip=["mode:N", "n:Q", "k:Q", *tips(",.3~g", "mean")])
    return [base.mark_rule(strokeWidth=1.5).encode(y="low:Q", y2="high:Q"),
            base.mark_point(size=60, **DOT).encode(y="mean:Q")]


def debt(run, k, title="The hidden debt of one Baldwinian run", subtitle=None):
    """State of every block of the parent in the course of a run.

    Parameters
    ----------
    run : Trajectory
        As returned by `memlab.theory.trajectory`, with two records or more.
    k : int
        The run's block length.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Examples
    --------
    >>> from memlab.theory import trajectory
    >>> chart = debt(trajectory("baldwinian", n=24, k=3, seed=1), k=3)
    """
    times, level = run.frame.iteration.to_numpy(), run.frame.level.to_numpy()
    ends, stretches = np.append(times[1:], 2 * times[-1] - times[-2]), []
    for block, ones in enumerate(run.blocks.T):
        states = np.select([block > level, block == level, ones == k - 1],
                           ["random", "critical", "damaged"], "full")
        last = np.flatnonzero(np.append(states[1:] != states[:-1], True))
        stretches.append(pd.DataFrame({     # a row per period in which the block keeps its state
            "iteration": times[np.append(0, last[:-1] + 1)], "end": ends[last],
            "top": block, "block": block + 1, "meaning": [_MEANING[s] for s in states[last]]}))
    colours = {_MEANING[state]: colour for state, colour in STATES.items()}
    legend = alt.Legend(columns=4, labelLimit=240, columnPadding=24)
    return alt.Chart(pd.concat(stretches)).mark_rect(stroke=None).encode(
        x=alt.X("iteration:Q", title="iteration", scale=alt.Scale(nice=False),
                axis=alt.Axis(grid=False, format=",d", tickCount=8)),
        x2="end:Q",
        y=alt.Y("top:Q", title="block", scale=alt.Scale(reverse=True, nice=False),
                axis=alt.Axis(grid=False)),
        y2="block:Q", color=style.mapped(alt.Color, "meaning", colours, legend=legend),
        tooltip=["iteration:Q", "block:Q", "meaning:N"],
    ).properties(width=620, height=280, title=heading(title, subtitle))
