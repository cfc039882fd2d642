"""The widgets that draw: live charts, bit maps, and a graph before and after learning.

They are written in plain JavaScript beside this file and fetch nothing. All of them count what they
have drawn in ``data-frame``, for whoever wants to measure.
"""

import functools
from pathlib import Path

import anywidget
import numpy as np
import traitlets
import vl_convert

from ...plots.style import VEGALITE_5, VEGALITE_VERSION

_HERE = Path(__file__).parent
_EXPLAINED = {"color", "strokeDash"}


class Door(anywidget.AnyWidget):
    """Tells Python, by a message ``{"browser": True}``, that a browser shows it.

    It also brings the style of all the others.
    """

    _esm = (_HERE / "door.js").read_text("utf-8")
    _css = (_HERE / "style.css").read_text("utf-8")


class Charts(anywidget.AnyWidget):
    """Altair charts that are embedded once, side by side where there is room.

    Attributes
    ----------
    specs : list of dict
        Vega-Lite, each with a title, its data named and taken out.
    rows : list of dict
        For each of `specs`, its data: lists of rows by name.
    least_width : int
        A chart narrower than this goes on a line of its own, in points.
    """

    specs = traitlets.List().tag(sync=True)
    rows = traitlets.List().tag(sync=True)
    least_width = traitlets.Int(290).tag(sync=True)

    def __init__(self, **options):
        # made when it is needed, for it takes a second
        Charts._esm = _charts_module()
        super().__init__(**options)

    def show(self, *charts, **options):
        """Show charts, with the options of `taken_apart`; if only data is new, only data is sent.
        """
        taken = [taken_apart(chart, **options) for chart in charts]
        with self.hold_sync():
            self.specs = [spec for spec, _ in taken]
            self.rows = [rows for _, rows in taken]


@functools.cache
def _charts_module():
    return vl_convert.javascript_bundle((_HERE / "charts.js").read_text("utf-8"),
                                        vl_version=VEGALITE_VERSION)


def taken_apart(chart, height=None, legends=True):
    """A chart as a specification without data, as wide as its place, and its data.

    Parameters
    ----------
    chart : altair.Chart
        A single panel, layered or not.
    height : int, optional
        In points, where the chart's own is not meant.
    legends : bool
        Whether colours and dashes are explained.

    Returns
    -------
    tuple of dict and dict
        Vega-Lite whose data sets, in the order in which they are named, are "data0", "data1", ...
        and empty; and their rows under these names.

    Examples
    --------
    >>> import pandas as pd
    >>> from memlab import plots
    >>> spec, rows = taken_apart(plots.diversity(pd.DataFrame(
    ...     {"mode": ["lb", "lb"], "evaluations": [10, 100], "diversity": [9.5, 8.0]})))
    >>> spec["width"], spec["datasets"], rows["data0"][1]
    ('container', {'data0': []}, {'mode': 'LB', 'evaluations': 100, 'diversity': 8.0})
    """
    spec = chart.to_dict()
    rows = {}

    def rename(part):
        if isinstance(part, dict):
            name = part.get("data", {}).get("name") if isinstance(part.get("data"), dict) else None
            if name in found:
                rows.setdefault(names[name], found[name])
                part["data"] = {"name": names[name]}
            for channel in () if legends else _EXPLAINED & part.get("encoding", {}).keys():
                part["encoding"][channel]["legend"] = None
            for value in part.values():
                rename(value)
        elif isinstance(part, list):
            for value in part:
                rename(value)

    found = spec.pop("datasets", {})
    names = {name: f"data{place}" for place, name in enumerate(found)}
    rename(spec)
    spec |= {"$schema": VEGALITE_5, "datasets": {name: [] for name in rows}, "width": "container",
             "autosize": {"type": "fit-x", "contains": "padding"}}
    if height is not None:
        spec["height"] = height
    return spec, rows


class Maps(anywidget.AnyWidget):
    """Two bit maps side by side, a row an individual; a click or an arrow key chooses one.

    Attributes
    ----------
    bits : list of two bytes
        Rows of eight bits a byte, each row padded.
    shape : tuple of two ints
        Rows and columns.
    colour : str
        Of ones; zeros are transparent.
    captions : list of two str
    chosen : int
        Row, set from either side.
    """

    _esm = (_HERE / "maps.js").read_text("utf-8")
    bits = traitlets.List([b"", b""]).tag(sync=True)
    shape = traitlets.Tuple((0, 0)).tag(sync=True)
    colour = traitlets.Unicode("#7b7b7b").tag(sync=True)
    captions = traitlets.List(["", ""]).tag(sync=True)
    chosen = traitlets.Int(0).tag(sync=True)

    def show(self, left, right, colour, captions):
        """Show two arrays of 0 and 1 of the same shape."""
        with self.hold_sync():
            self.shape = left.shape
            self.bits = [np.packbits(side, axis=1).tobytes() for side in (left, right)]
            self.colour, self.captions = colour, list(captions)
            self.chosen = min(self.chosen, len(left) - 1)


class Network(anywidget.AnyWidget):
    """A graph with one solution before and one after learning.

    Attributes
    ----------
    places : bytes
        float32 (n, 2): positions between 0 and 1.
    edges : bytes
        int32 (m, 2).
    solutions : list of two bytes
        uint8 (n,).
    cut : bool
        Whether edges between the two kinds of vertices stand out, rather than conflicts.
    captions : list of two str
    """

    _esm = (_HERE / "network.js").read_text("utf-8")
    places = traitlets.Bytes().tag(sync=True)
    edges = traitlets.Bytes().tag(sync=True)
    solutions = traitlets.List([b"", b""]).tag(sync=True)
    cut = traitlets.Bool(False).tag(sync=True)
    captions = traitlets.List(["", ""]).tag(sync=True)

    def set_graph(self, graph, places):
        """Show another graph."""
        with self.hold_sync():
            self.solutions = [bytes(graph.n), bytes(graph.n)]
            self.edges = graph.edges.astype(np.int32).tobytes()
            self.places = np.ascontiguousarray(places, np.float32).tobytes()

    def show(self, before, after, cut, captions):
        """Show two solutions on it."""
        with self.hold_sync():
            self.solutions = [np.asarray(x, np.uint8).tobytes() for x in (before, after)]
            self.cut, self.captions = cut, list(captions)
