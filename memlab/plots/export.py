"""Convert charts to SVG, and to specifications of live charts."""

import altair as alt
import vl_convert

from .style import VEGALITE_5, VEGALITE_VERSION


def to_svg(chart):
    """Draw a chart as SVG.

    Parameters
    ----------
    chart : altair.Chart
        The chart.

    Returns
    -------
    str
        The SVG document.

    Examples
    --------
    >>> import memlab as ml
    >>> to_svg(ml.plots.graph(ml.Graph.from_edges(2, [(0, 1)])))[:4]
    '<svg'
    """
    return vl_convert.vegalite_to_svg(_spec(chart), vl_version=VEGALITE_VERSION)


def _spec(chart, **how):
    with alt.data_transformers.enable("default", max_rows=None):      # whatever the reader's own
        return chart.to_dict(**how)


def live(chart, name):
    """Return the specification of a low chart without legends, which fills its container's width.

    Parameters
    ----------
    chart : altair.Chart
        A single panel, layered or not. Layers keep data of their own.
    name : str
        Name of the data.

    Returns
    -------
    dict
        The specification in Vega-Lite.

    Examples
    --------
    >>> import pandas as pd
    >>> import memlab as ml
    >>> spec = live(ml.plots.diversity(pd.DataFrame(
    ...     {"mode": ["lb", "lb"], "evaluations": [10, 100], "diversity": [9.5, 8.0]})), "course")
    >>> spec["width"], spec["data"]
    ('container', {'name': 'course'})
    """
    spec = _spec(chart.properties(
        data=alt.NamedData(name=name), width="container", height=118,
        autosize=alt.AutoSizeParams(type="fit-x", contains="padding")), validate=False)
    for part in (spec, *spec.get("layer", ())):
        for channel in {"color", "strokeDash", "strokeWidth"} & part.get("encoding", {}).keys():
            part["encoding"][channel]["legend"] = None
    return {**spec, "$schema": VEGALITE_5}
