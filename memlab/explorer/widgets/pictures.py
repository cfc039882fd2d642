"""The widgets that draw: live charts, bit maps, and a graph before and after learning.

They are written in plain JavaScript beside this file and fetch nothing. All of them count what they
have drawn in ``data-frame``, for whoever wants to measure.
"""

import functools
from pathlib import Path

import altair as alt
import anywidget
import numpy as np
import traitlets
import vl_convert

from ...plots.palette import INK, PROPERTIES
from ...plots.style import VEGALITE_5, VEGALITE_VERSION

_HERE = Path(__file__).parent
_COLOURS = "".join(f" --memlab-{name}: {colour};" for name, colour in PROPERTIES.items())


class Door(anywidget.AnyWidget):
    """Tells Python, by a message ``{"browser": True}``, that a browser shows it.

    It also brings the style of all the others, and the palette as custom properties.
    """

    _esm = (_HERE / "door.js").read_text("utf-8")
    _css = f":root {{{_COLOURS} }}\n" + (_HERE / "style.css").read_text("utf-8")


class Charts(anywidget.AnyWidget):
    """Altair charts that are embedded once, side by side where there is room.

    Attributes
    ----------
    specs : list of dict
        Vega-Lite, each with a title and named data.
    rows : dict of str to list of dict
        The data by their names.
    least_width : int
        A chart narrower than this goes on a line of its own, in points.
    """

    specs = traitlets.List().tag(sync=True)
    rows = traitlets.Dict().tag(sync=True)
    least_width = traitlets.Int(290).tag(sync=True)

    def __init__(self, **options):
        # made when it is needed, for it takes a second
        Charts._esm = _charts_module()
        super().__init__(**options)

    def show(self, charts, **options):
        """Show charts, a dict by the names of their data, with the options of `live`.

        If only data is new, only data is sent.
        """
        with self.hold_sync():
            self.specs = [live(chart, name, **options) for name, chart in charts.items()]
            self.update({name: chart.data for name, chart in charts.items()})

    def update(self, frames):
        """Show other data, a dict of str to DataFrame, in the same charts."""
        self.rows = {name: frame.to_dict("records") for name, frame in frames.items()}


@functools.cache
def _charts_module():
    return vl_convert.javascript_bundle((_HERE / "charts.js").read_text("utf-8"),
                                        vl_version=VEGALITE_VERSION)


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
        Whether colours and dashes are explained.

    Returns
    -------
    dict
        Vega-Lite.

    Examples
    --------
    >>> import pandas as pd
    >>> from memlab import plots
    >>> spec = live(plots.diversity(pd.DataFrame(
    ...     {"mode": ["lb", "lb"], "evaluations": [10, 100], "diversity": [9.5, 8.0]})), "course")
    >>> spec["width"], spec["data"]
    ('container', {'name': 'course'})
    """
    chart = chart.properties(data=alt.NamedData(name=name), width="container",
                             autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
    if height is not alt.Undefined:
        chart = chart.properties(height=height)
    if not legends:
        chart = chart.configure_legend(disable=True)
    return {**chart.to_dict(), "$schema": VEGALITE_5}


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
    colour = traitlets.Unicode(INK).tag(sync=True)
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
