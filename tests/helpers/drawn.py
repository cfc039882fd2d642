"""What a chart says, for the tests of charts."""

import base64
import re
import struct
import zlib

import numpy as np
import vl_convert

from memlab import plots


def compiled(chart):
    """The chart as Vega, by the compiler that JupyterLab has; it must have nothing to warn of."""
    return vl_convert.vegalite_to_vega(chart.to_dict(), vl_version="5.8")


def rows(chart):
    """All data of a chart, put together."""
    return [row for values in chart.to_dict()["datasets"].values() for row in values]


def texts(chart):
    """Every piece of text that is drawn."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", plots.to_svg(chart))


def decoded(url):
    """Width, height, palette and pixels of a PNG image, read by the book."""
    content = base64.b64decode(url.removeprefix("data:image/png;base64,"))
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        data = content[at + 8:at + 8 + length]
        assert struct.unpack(">I", content[at + 8 + length:at + 12 + length])[0] == zlib.crc32(
            kind + data)
        chunks[kind], at = data, at + 12 + length
    width, height, depth, palette, *_ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, palette) == (1, 3)
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, -1)
    assert (lines[:, 0] == 0).all()
    return np.unpackbits(lines[:, 1:], axis=1)[:, :width], chunks
