"""The common style of all charts: theme, renderer, panels and shared parts."""

import itertools
import textwrap
from typing import NamedTuple

import altair as alt
import pandas as pd
import vl_convert

from ..support.names import DATASETS, GRAPH_PROBLEMS, label
from .palette import FAINT, FAMILIES, INK, MODES, VARIANTS, Style

UNITS = {"mis": "vertices in the set", "maxcut": "edges cut", "clique": "vertices in the clique",
         "pseudo-boolean": "best value", "pseudo-boolean minimised": "value (lower is better)"}
DOT = {"filled": True, "opacity": 1}
_LONGEST_LINE = 56      # letters of a title
BARE = {"ticks": False, "domain": False}      # an axis of names

# JupyterLab draws Vega-Lite 5 without the internet; Altair writes Vega-Lite 6. The charts use only
# what is the same in both, which a test checks for every chart.
VEGALITE_5 = "https://vega.github.io/schema/vega-lite/v5.8.0.json"
VEGALITE_VERSION = "5.8"

AXES = {"evaluations": "fitness evaluations", "calls": "calls of the function",
        "local_search_steps": "steps of local search", "seconds": "seconds of computing"}


@alt.theme.register("memlab", enable=False)
def theme():
    """Altair theme: no background, one grey for text, quiet grids, titles on the left."""
    text = {"labelColor": INK, "titleColor": INK, "titleFontWeight": "normal",
            "titleFontSize": 11}
    axis = {**text, "tickColor": FAINT, "domainColor": FAINT, "gridColor": FAINT,
            "labelFontSize": 10, "titlePadding": 6}
    title = {"color": INK, "subtitleColor": INK, "anchor": "start", "fontSize": 14,
             "subtitleFontSize": 11, "fontWeight": 600, "offset": 8}
    legend = {**text, "labelFontSize": 11, "orient": "top", "symbolStrokeWidth": 2}
    return {"config": {"background": "transparent", "font": "sans-serif", "axis": axis,
                       "title": title, "legend": legend, "header": text,
                       "view": {"stroke": None}}}


def renderer(spec, **_):
    """Altair renderer for pages without internet: a MIME bundle of Vega-Lite 5 and SVG.

    JupyterLab draws the first with the Vega-Lite that it brings; pages without scripts show the
    second.
    """
    spec, title = {**spec, "$schema": VEGALITE_5}, spec.get("title", "without a title")
    title = title["text"] if isinstance(title, dict) else title
    return {"application/vnd.vegalite.v5+json": spec,
            "image/svg+xml": vl_convert.vegalite_to_svg(spec, vl_version=VEGALITE_VERSION),
            "text/plain": f"Chart: {title if isinstance(title, str) else ' '.join(title)}"}


alt.renderers.register("memlab", renderer)
if alt.renderers.active == "default":
    alt.renderers.enable("memlab")
if alt.theme.active == "default":
    alt.theme.enable("memlab")
if alt.data_transformers.active == "default":      # which refuses frames of more than 5,000 rows
    alt.data_transformers.disable_max_rows()


def mapped(channel, field, values, **options):
    """Encoding of a field without a title, given the look of each of its values as a dict."""
    scale = alt.Scale(domain=list(values), range=list(values.values()))
    return channel(f"{field}:N", **({"title": None, "sort": None, "scale": scale} | options))


def modes_of(frame):
    """Return the styles of the modes in a frame that holds their labels (see `labelled`): dict."""
    present = set(frame["mode"])
    return {style.label: style for style in MODES.values() if style.label in present}


def method_styles(frame):
    """Return the style of every method: the colour of its family, and a dash pattern of its own."""
    families = {mode.label: mode for mode in MODES.values()}
    styles, colours = {}, itertools.cycle(FAMILIES)
    for family, methods in frame.groupby("family", sort=False)["method"]:
        names = methods.unique()
        base = families.get(family) or Style(family, next(colours), None, None)
        dashes = [base.dash] if base.dash and len(names) == 1 else itertools.cycle(VARIANTS)
        styles |= {name: base._replace(dash=dash)
                   for name, dash in zip(names, dashes, strict=False)}
    return styles


def look(channel, styles, field="mode", **options):
    """Encoding of a field by the colours, dash patterns or point shapes of a dict of `Style`."""
    attribute = {alt.Color: "colour", alt.StrokeDash: "dash", alt.Shape: "shape"}[channel]
    values = {name: getattr(style, attribute) for name, style in styles.items()}
    return mapped(channel, field, values, **options)


def line_looks(styles, field="mode", **legend):
    """Encodings of colours and dashes of lines, with a common legend."""
    return {"color": look(alt.Color, styles, field, legend=alt.Legend(**legend)),
            "strokeDash": look(alt.StrokeDash, styles, field,
                               legend=alt.Legend(symbolType="stroke", symbolSize=700, **legend))}


def lines(rows, styles, field="mode", legend=None, **encodings):
    """A line for each value of a field, in its style, and with other encodings."""
    width = {} if "strokeWidth" in encodings else {"strokeWidth": 2}      # a mark's would override
    return alt.Chart(rows).mark_line(clip=True, **width).encode(
        **line_looks(styles, field, **legend or {}), **encodings)


def estimates(base, value, title, zero=True, ticks=4):
    """Layers of points, at a column of a chart's frame, with their intervals from low to high.

    With `zero` there is a line at zero below the other layers; `title` is that of the axis.
    """
    x = alt.X("low:Q", title=title, scale=alt.Scale(zero=zero),
              axis=alt.Axis(tickCount=ticks, labelSeparation=10))      # else labels may touch
    bars = base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q")
    points = base.mark_point(size=60, **DOT).encode(x=f"{value}:Q")
    return [*([rule("zero", x=0)] if zero else []), bars, points]


def name_axis(field, names, place):
    """Encoding: names from top to bottom, labelled only in the panels at the left edge."""
    room = 7 * max(map(len, names)) if place.left else 0
    return alt.Y(f"{field}:N", title=None, sort=names, scale=alt.Scale(domain=names, padding=0.5),
                 axis=alt.Axis(minExtent=room, labels=place.left, grid=True, labelPadding=8,
                               labelLimit=400, **BARE))


def tips(form, *columns):
    """Tooltips of columns of numbers in a format."""
    return [alt.Tooltip(f"{column}:Q", format=form) for column in columns]


def rule(name, scale=alt.Undefined, **place):
    """A thin grey line across a panel at ``x=`` or ``y=`` a number, explained by `name`."""
    (channel, value), = place.items()
    axis = {"x": alt.X, "y": alt.Y}[channel](f"{name}:Q", scale=scale)
    return alt.Chart(pd.DataFrame({name: [value]})).mark_rule(color=INK).encode(
        tooltip=f"{name}:Q", **{channel: axis})


def labelled(frame):
    """Return the frame with the labels of modes in place of the modes."""
    return frame.assign(mode=frame["mode"].map(lambda mode: MODES[mode].label))


class Place(NamedTuple):
    """The position of a panel, so that only the panels at the edges label their axes."""

    left: bool
    bottom: bool


def panels(frame, draw, title, subtitle=None, across=3, width=220, height=150):
    """Draw a panel per problem and dataset of the frame, in the paper's order, or one large panel.

    Parameters
    ----------
    frame : DataFrame
        Without columns problem and dataset there is one panel.
    draw : callable
        ``draw(rows, problem, place)`` returns the chart of a panel; ``problem`` is None if the
        frame names none, or several for a single panel.
    title : str
    subtitle : str, optional
    across : int
        Panels per row.
    width, height : int
        Size of a panel in points; a single panel is larger.
    """
    alone = not {"problem", "dataset"} <= set(frame.columns)
    if alone and len(title) > _LONGEST_LINE:      # browsers with wide fonts would cut it
        title = textwrap.wrap(title, _LONGEST_LINE)
    title = heading(title, subtitle)
    if alone:
        problems = frame["problem"].unique() if "problem" in frame else []
        chart = draw(frame, problems[0] if len(problems) == 1 else None, Place(True, True))
        return chart.properties(title=title, width=2 * width, height=1.6 * height)
    blocks = []
    for problem in in_order(frame["problem"], GRAPH_PROBLEMS):
        of_problem = frame[frame["problem"] == problem]
        datasets = in_order(of_problem["dataset"], DATASETS)
        charts = []
        for number, dataset in enumerate(datasets):
            rows = of_problem[of_problem["dataset"] == dataset].drop(columns=["problem", "dataset"])
            place = Place(number % across == 0, number + across >= len(datasets))
            name = ", ".join(label(one) for one in (problem, dataset) if one)
            charts.append(draw(rows, problem, place).properties(
                title=subheading(name, frame="group"), width=width, height=height))
        blocks.append(alt.concat(*charts, columns=across, spacing=12))
    return alt.vconcat(*blocks, spacing=24, title=title)


def heading(title, subtitle=None):
    """Return a chart's title, with or without a second line."""
    return alt.Title(title, subtitle=subtitle or alt.Undefined)


def subheading(name, **options):
    """Return a panel's title."""
    return alt.Title(name, fontSize=12, fontWeight="normal", offset=6, **options)


def in_order(values, order):
    """Return the distinct values: those in `order` first, in its order, then the others."""
    values = list(dict.fromkeys(values))
    return [v for v in order if v in values] + [v for v in values if v not in order]


def prepared(frame, columns, optional=()):
    """Return the columns that `panels` needs for a chart of modes, with modes by their labels.

    Parameters
    ----------
    frame : DataFrame
        The data.
    columns : list of str
        Required columns besides the mode.
    optional : list of str
        Columns to keep if the frame has them.
    """
    require(frame, ["mode", *columns])
    keep = ["problem", "dataset", "mode", *columns, *optional]
    return labelled(frame[[column for column in keep if column in frame]])


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


def log_axis(channel, field, title, ends, **axis):
    """Return a logarithmic axis from end to end, with the properties of an `altair.Axis`."""
    scale = alt.Scale(type="log", domain=ends, nice=False)
    return channel(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(**axis))


def cost_axis(field, ends=None):
    """Return the logarithmic axis of the cost of a run so far, from end to end if these are given.

    Parameters
    ----------
    field : {"evaluations", "calls", "local_search_steps", "seconds"}
    ends : sequence of two numbers, optional
    """
    ticks = {"values": powers(*ends)} if ends else {"tickCount": 5}
    return log_axis(alt.X, field, AXES[field], ends or alt.Undefined, format="~s", grid=False,
                    **ticks)


def size_axis(sizes, field="n", title="n (bits)"):
    """Return the horizontal axis of a column of sizes."""
    sizes = sorted(set(sizes))
    digits = [digit * power for power in powers(1e-9, 1e8) for digit in (1, 2, 5)]
    inside = [value for value in digits if sizes[0] <= value <= sizes[-1]]
    values = next(choice for choice in (sizes, inside, powers(sizes[0], sizes[-1]))
                  if len(choice) < 8)
    return log_axis(alt.X, field, title, [sizes[0], sizes[-1]], format="~g", grid=False,
                    values=values)


def power_axis(field, title, low, high, channel=alt.Y):
    """Return an axis labelled with a few powers of ten."""
    decades = powers(low, high)
    return log_axis(channel, field, title, [low, high], format=".0e",
                    values=decades[::-(-len(decades) // 8)])


def powers(low, high):
    """Return the powers of ten from low to high."""
    return [10.0**power for power in range(-9, 31) if low <= 10.0**power <= high]


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
