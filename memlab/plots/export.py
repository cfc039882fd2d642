"""Charts as text, bytes and files."""

from pathlib import Path

import vl_convert

from ..files import replacing
from .style import VEGALITE_VERSION


def to_svg(chart):
    """The chart as SVG text."""
    return vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=VEGALITE_VERSION)


def to_png(chart, scale=2, background=None):
    """The chart as PNG bytes, `scale` pixels per point, transparent unless `background` is given.

    Examples
    --------
    >>> from pathlib import Path
    >>> import memlab as ml
    >>> graph = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> size = Path("path.png").write_bytes(to_png(ml.plots.graph(graph)))  # doctest: +SKIP
    """
    spec = chart.to_dict()
    if background is not None:
        spec["config"] = {**spec.get("config", {}), "background": background}
    return vl_convert.vegalite_to_png(spec, vl_version=VEGALITE_VERSION, scale=scale)


def save(chart, path, scale=2, background=None):
    """Save a chart as SVG, PDF or PNG, as the file's suffix says.

    Parameters
    ----------
    chart : altair.Chart
    path : str or path-like
        Ends with .svg, .pdf or .png; an old file is replaced.
    scale : float
        Pixels per point of a PNG.
    background : str, optional
        A colour; by default the background is transparent.

    Raises
    ------
    ValueError
        If the suffix is another one.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> graph = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(ml.plots.graph(graph), Path(folder, "path.pdf"))
    ...     Path(folder, "path.pdf").read_bytes()[:4]
    b'%PDF'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in (".svg", ".pdf", ".png"):
        raise ValueError(f"path must end with .svg, .pdf or .png, not {str(path)!r}")
    if background is not None:
        chart = chart.configure(background=background)
    if suffix == ".png":
        content = to_png(chart, scale)
    else:
        content = to_svg(chart).encode()
        if suffix == ".pdf":
            content = vl_convert.svg_to_pdf(content.decode())
    with replacing(path) as file:
        file.write(content)
