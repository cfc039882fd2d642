"""Charts as text and bytes, and as specifications of live ones."""

import resource
import subprocess
import sys

import altair as alt
import vl_convert

from .style import VEGALITE_5, VEGALITE_VERSION


def to_svg(chart):
    """The chart as SVG text."""
    return vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=VEGALITE_VERSION)


def to_png(chart, scale=2):
    """The chart as PNG bytes, `scale` pixels per point, transparent."""
    return vl_convert.vegalite_to_png(chart.to_dict(), vl_version=VEGALITE_VERSION, scale=scale)


def check_drawing():
    """Refuse to begin where no chart could be drawn in the end.

    Within a limit of address space, V8, which draws them, ends the process without a word.

    Raises
    ------
    OSError
    """
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    trial = "import vl_convert; vl_convert.vegalite_to_svg({'mark': 'point', 'data': {}})"
    if limit != resource.RLIM_INFINITY and subprocess.run(
            [sys.executable, "-c", trial], capture_output=True).returncode != 0:
        raise OSError(f"charts cannot be drawn within ulimit -v {limit >> 10}: V8 reserves tens of "
                      "GB of address space. Lift it, or use memlab.study.run, which draws nothing")


def live(chart, name, height=alt.Undefined, legends=True):
    """A chart as a specification with named data instead of its own, and as wide as its place.

    Parameters
    ----------
    chart : altair.Chart
        A single panel, layered or not. Layers may have data of their own, which stay.
    name : str
    height : int, optional
        In points, where the chart's own is not meant.
    legends : bool
        Whether colours, dashes and widths are explained.

    Returns
    -------
    dict
        Vega-Lite.

    Examples
    --------
    >>> import pandas as pd
    >>> import memlab as ml
    >>> spec = live(ml.plots.diversity(pd.DataFrame(
    ...     {"mode": ["lb", "lb"], "evaluations": [10, 100], "diversity": [9.5, 8.0]})), "course")
    >>> spec["width"], spec["data"]
    ('container', {'name': 'course'})
    """
    chart = chart.properties(data=alt.NamedData(name=name), width="container",
                             autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
    if height is not alt.Undefined:
        chart = chart.properties(height=height)
    spec = chart.to_dict()
    for part in () if legends else (spec, *spec.get("layer", ())):
        for channel in {"color", "strokeDash", "strokeWidth"} & part.get("encoding", {}).keys():
            part["encoding"][channel]["legend"] = None
    return {**spec, "$schema": VEGALITE_5}
