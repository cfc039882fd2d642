"""Convert charts to text, files for papers, and specifications of live charts."""

import json
import re
from pathlib import Path

import altair as alt
import vl_convert

from ..support.checks import choice, real
from .palette import INK
from .style import VEGALITE_5, VEGALITE_VERSION

# Millimetres: columns and pages of Springer's journals and of ACM's conferences; LNCS.
WIDTHS = {"column": 84, "page": 174, "lncs": 122}
_POINTS, _TYPE = 72 / 25.4, 0.8      # of a millimetre; of the screen's type: 8 or 9 points are left
_NARROWEST, _LEGEND = 60, 140      # points: a panel, a name in a legend


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
    return _svg(_spec(chart))


def save(chart, path, width=None):
    """Save a chart as a figure of a paper.

    Parameters
    ----------
    chart : altair.Chart
        The chart.
    path : str or path-like
        Ends in ``.pdf`` (with its fonts), ``.svg`` or ``.png``.
    width : {"column", "page", "lncs"} or float, optional
        Width of the figure, in millimetres if it is a number: "column" (84) and "page" (174) fit
        Springer's journals and ACM's conferences, "lncs" (122) Lecture Notes in Computer Science.
        The panels become narrower, the type has 8 or 9 points, and the title is left to the
        caption. By default the chart is as on the screen.

    Raises
    ------
    ValueError
        If the path ends differently, or the panels would be too narrow.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> chart = ml.plots.graph(ml.Graph.from_edges(2, [(0, 1)]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(chart, Path(folder, "edge.pdf"), "column")
    ...     Path(folder, "edge.pdf").read_bytes()[:4]
    b'%PDF'
    """
    path, scale, unit = Path(path), 1.0, ""
    convert = {".pdf": vl_convert.svg_to_pdf, ".svg": str.encode, ".png": _png}[
        choice("the suffix of path", path.suffix, (".pdf", ".svg", ".png"))]
    spec = _spec(chart)
    if width is not None:
        name = choice("width", width, tuple(WIDTHS)) if isinstance(width, str) else None
        points = real("width", WIDTHS.get(name, width), above=0) * _POINTS
        spec = json.loads(json.dumps(spec).replace(INK, "black"))
        scale = points / _fit(spec, points / _TYPE)
        unit = "pt" if path.suffix == ".svg" else ""      # the converters count points as pixels
    drawn = re.sub(r' (width|height)="([\d.]+)"', lambda size:
                   f' {size[1]}="{float(size[2]) * scale:.2f}{unit}"', _svg(spec), count=2)
    path.write_bytes(convert(drawn))


def _fit(spec, width):
    """Make a chart's specification so many points wide by its panels; return what it has become."""
    spec.pop("title", None)
    spec["config"]["legend"]["columns"] = max(1, int(width // _LEGEND))
    panels = list(_panels(spec))
    natural = [_width(panel) for panel in panels]

    def size(share):
        for panel, full in zip(panels, natural, strict=True):
            panel["width"] = share * full
        return float(re.search(r' width="([\d.]+)"', _svg(spec))[1])

    wide = size(4.0)      # so wide that no legend is wider: then the size is linear in the share
    share = 4.0 - 2 * (wide - width) / (wide - size(2.0))
    if not share * min(natural) >= _NARROWEST:
        raise ValueError(f"width must leave {_NARROWEST} points to each panel, but here it leaves "
                         f"{share * min(natural):.0f}: choose fewer panels, or another width")
    return size(share)


def _width(panel):
    """Width of a panel in points; Vega-Lite's own where the chart leaves it open."""
    width = panel.get("width")
    return width if isinstance(width, int | float) else 200


def _panels(spec):
    """Yield the specifications of the panels in that of a chart."""
    parts = [part for way in ("concat", "hconcat", "vconcat") for part in spec.get(way, ())]
    parts += [spec["spec"]] if "spec" in spec else []
    for part in parts:
        yield from _panels(part)
    if not parts:
        yield spec


def _spec(chart):
    with alt.data_transformers.enable("default", max_rows=None):      # whatever the reader's own
        return chart.to_dict()


def _svg(spec):
    return vl_convert.vegalite_to_svg(spec, vl_version=VEGALITE_VERSION)


def _png(svg):
    return vl_convert.svg_to_png(svg, ppi=600)


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
        autosize=alt.AutoSizeParams(type="fit-x", contains="padding")))
    for part in (spec, *spec.get("layer", ())):
        for channel in {"color", "strokeDash", "strokeWidth"} & part.get("encoding", {}).keys():
            part["encoding"][channel]["legend"] = None
    return {**spec, "$schema": VEGALITE_5}
