"""How charts look, everywhere: the modes' colours and dashes, the theme, the renderer, panels."""

from typing import NamedTuple

import altair as alt
import vl_convert

from ..names import DATASETS, GRAPH_PROBLEMS, label


class Style(NamedTuple):
    """How a mode is drawn: its label, colour, dash pattern and point shape."""

    label: str
    colour: str
    dash: tuple[int, ...]
    shape: str


# The paper's colours and dashes, in shades that colour-blind people tell apart.
MODES = {
    "darwinian": Style("Darwinian", "#2b7bba", (1, 0), "circle"),
    "baldwinian": Style("Baldwinian", "#00a375", (6, 3), "square"),
    "lamarckian": Style("Lamarckian", "#d1344e", (7, 3, 1, 3), "triangle-up"),
    "lb": Style("LB", "#f2a104", (2, 2), "diamond"),
}

UNITS = {"mis": "vertices in the set", "maxcut": "edges cut"}

INK = "#7b7b7b"    # one grey for all text, with equal contrast on white and on near-black
FAINT = "#80808040"

# JupyterLab draws Vega-Lite 5 without the internet; Altair writes Vega-Lite 6. What the charts use
# is the same in both, which a test checks for every chart.
VEGALITE_5 = "https://vega.github.io/schema/vega-lite/v5.8.0.json"
VEGALITE_VERSION = "5.8"


@alt.theme.register("memlab", enable=False)
def theme():
    """Altair theme: no background, one grey for text, quiet grids, titles on the left."""
    axis = {"labelColor": INK, "titleColor": INK, "tickColor": FAINT, "domainColor": FAINT,
            "gridColor": FAINT, "titleFontWeight": "normal", "titleFontSize": 11,
            "labelFontSize": 10, "titlePadding": 6}
    title = {"color": INK, "subtitleColor": INK, "anchor": "start", "fontSize": 14,
             "subtitleFontSize": 11, "fontWeight": 600, "offset": 8}
    legend = {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "orient": "top",
              "titleFontWeight": "normal", "titleFontSize": 11, "symbolStrokeWidth": 2}
    return {"config": {"background": "transparent", "font": "sans-serif", "axis": axis,
                       "title": title, "legend": legend, "view": {"stroke": None}}}


def renderer(spec, **_):
    """Altair renderer for pages without internet: a MIME bundle of Vega-Lite 5 and SVG.

    JupyterLab draws the first with the Vega-Lite that it brings; pages without scripts show the
    second.
    """
    spec = {**spec, "$schema": VEGALITE_5}
    return {"application/vnd.vegalite.v5+json": spec,
            "image/svg+xml": vl_convert.vegalite_to_svg(spec, vl_version=VEGALITE_VERSION),
            "text/plain": f"Chart: {_title(spec)}"}


def _title(spec):
    title = spec.get("title", "without a title")
    text = title["text"] if isinstance(title, dict) else title
    return text if isinstance(text, str) else " ".join(text)


alt.renderers.register("memlab", renderer)
if alt.renderers.active == "default":
    alt.renderers.enable("memlab")
if alt.theme.active == "default":
    alt.theme.enable("memlab")


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


def colour(frame, **options):
    """Encoding: the modes' colours, for a frame whose modes are labels (see `labelled`)."""
    return _of_mode(alt.Color, frame, "colour", **options)


def dash(frame):
    """Encoding: the modes' dash patterns, with a legend long enough to see them."""
    return _of_mode(alt.StrokeDash, frame, "dash",
                    legend=alt.Legend(symbolType="stroke", symbolSize=700))


def _of_mode(channel, frame, attribute, **options):
    present = set(frame["mode"])
    styles = [style for style in MODES.values() if style.label in present]
    scale = alt.Scale(domain=[style.label for style in styles],
                      range=[getattr(style, attribute) for style in styles])
    return channel("mode:N", title=None, sort=None, scale=scale, **options)


def mode_axis(place):
    """Encoding: modes from top to bottom, named in the panels at the left edge only."""
    order = [style.label for style in MODES.values()]
    return alt.Y("mode:N", title=None, sort=order, scale=alt.Scale(padding=0.5),
                 axis=alt.Axis(minExtent=62 if place.left else 0, labels=place.left, ticks=False,
                               domain=False, grid=True, labelPadding=8))


def labelled(frame):
    """The frame with modes' labels in place of modes."""
    return frame.assign(mode=frame["mode"].map(lambda mode: MODES[mode].label))


class Place(NamedTuple):
    """Where a panel stands, so that only the panels at the edge name their axes."""

    left: bool
    bottom: bool


def panels(frame, draw, title, subtitle=None, across=3, width=220, height=150):
    """A panel per problem and dataset of the frame, in the paper's order; or one large panel.

    Parameters
    ----------
    frame : DataFrame
        Without columns problem and dataset there is one panel.
    draw : callable
        ``draw(rows, problem, place)`` gives the chart of a panel; `problem` is None without panels.
    title : str
    subtitle : str, optional
    across : int
        Panels in a row.
    width, height : int
        Of a panel in points; a single panel is drawn larger.
    """
    title = heading(title, subtitle)
    if not {"problem", "dataset"} <= set(frame.columns):
        chart = draw(frame, None, Place(left=True, bottom=True))
        return chart.properties(title=title, width=2 * width, height=1.6 * height)
    blocks = []
    for problem in in_order(frame["problem"], GRAPH_PROBLEMS):
        of_problem = frame[frame["problem"] == problem]
        datasets = in_order(of_problem["dataset"], DATASETS)
        charts = []
        for number, dataset in enumerate(datasets):
            place = Place(number % across == 0, number + across >= len(datasets))
            name = alt.Title(f"{label(problem)}, {label(dataset)}", fontSize=12,
                             fontWeight="normal", frame="group", offset=6)
            rows = of_problem[of_problem["dataset"] == dataset]
            charts.append(draw(rows, problem, place).properties(title=name, width=width,
                                                                height=height))
        blocks.append(alt.concat(*charts, columns=across, spacing=12))
    return alt.vconcat(*blocks, spacing=24, title=title)


def heading(title, subtitle=None):
    """A chart's title, with or without a second line."""
    return alt.Title(title, **({"subtitle": subtitle} if subtitle else {}))


def in_order(values, order):
    """The different values: those of `order` first, in its order, then others as they come."""
    values = list(dict.fromkeys(values))
    return [v for v in order if v in values] + [v for v in values if v not in order]


def require(frame, columns):
    """Refuse a frame that lacks one of the columns, or holds an unknown mode."""
    missing = [column for column in columns if column not in frame.columns]
    if missing:
        raise ValueError(f"frame must have the columns {', '.join(columns)}, but of these it lacks "
                         f"{', '.join(missing)}")
    unknown = sorted(set(frame["mode"]) - set(MODES), key=str) if "mode" in columns else []
    if unknown:
        raise ValueError(f"mode in frame must be one of {', '.join(MODES)}, "
                         f"not {', '.join(map(repr, unknown))}")
