"""The widgets that draw: live charts and bit maps.

They are written in plain JavaScript beside this file and fetch nothing. All of them count their
drawings in ``data-frame``, for measurements.
"""

import functools
from pathlib import Path

import anywidget
import numpy as np
import traitlets
import vl_convert

from ...plots.curves import drawn
from ...plots.palette import PROPERTIES
from ...plots.style import VEGALITE_VERSION, live

_HERE = Path(__file__).parent
_VEGA = "globalThis.memlabVega = vegaEmbed; export default { render() {} };"
_COLOURS = "".join(f" --memlab-{name}: {colour};" for name, colour in PROPERTIES.items())


class Door(anywidget.AnyWidget):
    """Notifies Python, by a message ``{"browser": True}``, that a browser displays it.

    It also loads the style of all other widgets, and the palette as custom properties.
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
    """

    _esm = (_HERE / "charts.js").read_text("utf-8")
    specs = traitlets.List().tag(sync=True)
    rows = traitlets.Dict().tag(sync=True)

    def show(self, charts):
        """Show charts, given as a dict by the names of their data, which follow later."""
        with self.hold_sync():
            self.specs = [live(chart, name) for name, chart in charts.items()]
            self.rows = {name: [] for name in charts}

    def draw(self, curves, *how):
        """Draw the curves of a race in the same charts; `how` as for `memlab.plots.curves.drawn`.
        """
        self.rows = {name: drawn(curves, name, *how).to_dict("records") for name in self.rows}


class Vega(anywidget.AnyWidget):
    """Loads the code that draws all `Charts`, once, since a page never unloads a module."""

    def __init__(self):
        # made on demand, since it takes a second
        Vega._esm = vl_convert.javascript_bundle(_VEGA, vl_version=VEGALITE_VERSION)
        super().__init__()


class Maps(anywidget.AnyWidget):
    """Bit maps or maps of numbers side by side, of the same shape.

    Attributes
    ----------
    bits : list of bytes
        By map: padded rows of eight bits per byte, or a byte a number.
    depth : int
        Number of bits of a place: 1, or 8 for numbers.
    shape : tuple of two ints
        Rows and columns.
    colour : str
        The colour of ones and of the largest numbers; zeros and the least are transparent.
    captions : list of str
        By map.
    """

    _esm = (_HERE / "maps.js").read_text("utf-8")
    bits = traitlets.List().tag(sync=True)
    depth = traitlets.Int(1).tag(sync=True)
    shape = traitlets.Tuple((0, 0)).tag(sync=True)
    colour = traitlets.Unicode().tag(sync=True)
    captions = traitlets.List().tag(sync=True)

    def show(self, maps, colour, captions):
        """Show maps, arrays of the same shape: bits if they are uint8, else any numbers."""
        with self.hold_sync():
            self.shape, self.depth = maps[0].shape, 1 if maps[0].dtype == np.uint8 else 8
            draw = functools.partial(np.packbits, axis=1) if self.depth == 1 else _shades
            self.bits = [draw(one).tobytes() for one in maps]
            self.colour, self.captions = colour, list(captions)


def _shades(numbers):
    """Return numbers as shades from 0, the least, to 255, the largest: ndarray of uint8."""
    low, high = numbers.min(), numbers.max()
    return np.rint(255 * ((numbers - low) / ((high - low) or 1))).astype(np.uint8)
