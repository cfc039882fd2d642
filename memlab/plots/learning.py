"""What learning does: to a population, with a row per individual, and to a fitness landscape."""

import base64
import struct
import zlib

import altair as alt
import numpy as np
import pandas as pd

from .palette import BLUE, DASHED, FAINT, GREEN, MODES, SOLID, Style
from .style import DOT, heading, line_looks, require, subheading

_WIDTH, _HEIGHT = 330, 200
# Darwinian evolution selects by the first kind of fitness, the other modes by the second.
_BEFORE, _AFTER = "as it is", "after local search"


def population(genomes, learned, mode, title=None, subtitle=None):
    """The genomes of a population beside the results of their local search.

    Two panels have a row per individual and a column per bit; ones are coloured.

    Parameters
    ----------
    genomes, learned : ndarray of 0 and 1, shape (mu, n)
        The same individuals before and after local search.
    mode : str
        The mode whose colour marks ones.
    title, subtitle : str, optional
        Heading of the chart, and a second line below it.

    Returns
    -------
    altair.Chart
        The chart.

    Raises
    ------
    ValueError
        If the arrays do not have two dimensions, or have different shapes.

    Examples
    --------
    >>> import numpy as np
    >>> chart = population(np.eye(3, dtype=np.uint8), np.zeros((3, 3), np.uint8), "lb")
    """
    pictures = [np.asarray(genomes), np.asarray(learned)]
    if pictures[0].ndim != 2 or pictures[0].shape != pictures[1].shape:
        raise ValueError("genomes and learned must be of the same shape (mu, n), not "
                         f"{pictures[0].shape} and {pictures[1].shape}")
    panels = [_panel(bits, name, MODES[mode].colour)
              for bits, name in zip(pictures, ("genomes", "after local search"), strict=True)]
    name = f"The {MODES[mode].label} population" if title is None else title
    return alt.hconcat(*panels, spacing=16, title=heading(name, subtitle))


def _panel(bits, name, colour):
    """A panel filled by a single image, which is much smaller than a mark per bit."""
    rows, columns = bits.shape
    x, y = (channel.scale(domain=ends, nice=False).axis(title=title, grid=False, tickCount=4)
            for channel, ends, title in (
                (alt.X("x:Q"), [0, columns], "vertices"),
                (alt.Y("y:Q"), [rows, 0], "individuals, fittest first")))
    place = pd.DataFrame({"x": [0], "y": [0], "image": [png(bits, colour)]})
    return alt.Chart(place).mark_image(
        width=_WIDTH, height=_HEIGHT, align="left", baseline="top", aspect=False,
        smooth=False).encode(x=x, y=y, url="image:N").properties(
        width=_WIDTH, height=_HEIGHT, view=alt.ViewBackground(stroke=FAINT),
        title=subheading(name))


def png(bits, colour):
    """Return a bit map as the data URL of a PNG image: ones in a colour, zeros transparent.

    Parameters
    ----------
    bits : ndarray of 0 and 1, shape (rows, columns)
    colour : str
        Colour of ones, such as "#2b7bba".

    Returns
    -------
    str
        The URL.
    """
    bits = np.asarray(bits)
    rows, columns = bits.shape
    lines = np.packbits(bits.astype(bool), axis=1)
    raw = np.column_stack([np.zeros(rows, np.uint8), lines]).tobytes()     # 0: lines unfiltered
    palette = bytes([255, 255, 255, *bytes.fromhex(colour[1:])])
    header = struct.pack(">IIBBBBB", columns, rows, 1, 3, 0, 0, 0)         # one bit, from a palette
    chunks = [(b"IHDR", header), (b"PLTE", palette), (b"tRNS", b"\0\xff"),
              (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    content = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks)
    return "data:image/png;base64," + base64.b64encode(content).decode()


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
    stages = {_BEFORE: Style(_BEFORE, BLUE, SOLID, None), after: Style(after, GREEN, DASHED, None)}
    return alt.Chart(rows).mark_line(point=points, strokeWidth=2).encode(
        x=across, y=alt.Y("fitness:Q", axis=alt.Axis(tickCount=6)),
        tooltip=[f"{x}:N", "stage:N", "fitness:Q"], **line_looks(stages, "stage")).properties(
        width=440, height=220, title=heading(title, subtitle))
