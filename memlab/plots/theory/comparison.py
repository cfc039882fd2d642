"""Several algorithms on one pair of axes."""

import altair as alt

from ..axes import log_axis, power_axis, powers, ticks
from ..palette import ALGORITHMS, INK, MODES, SHAPES, SHORT_DASHED, SOLID, SPARSE, Style
from ..style import LINES, NAMED, heading, mapped, require
from .marks import dots


def comparison(frame, references=None, value="fitness evaluations", title="Other algorithms",
               subtitle=None):
    """Runtimes of several algorithms against n, with reference laws: logarithmic axes.

    Parameters
    ----------
    frame : DataFrame
        Columns algorithm, n and mean, and, for error bars, low and high. Algorithms keep the order
        they come in. A mode has its colour and dashes; a variant, "Baldwinian, strict", is dotted.
    references : DataFrame, optional
        Columns law, n and value: grey lines with their names at the right end.
    value : str, optional
        Label of the axis.
    title, subtitle : str, optional

    Raises
    ------
    ValueError
        Also if there are more than six algorithms.
    """
    require(frame, ["algorithm", "n", "mean"])
    if frame.algorithm.nunique() > len(SHAPES):
        raise ValueError(f"frame must hold at most {len(SHAPES)} algorithms, "
                         f"not {frame.algorithm.nunique()}")
    sizes = sorted(set(frame.n))
    styles = _styles(dict.fromkeys(frame.algorithm))
    x = log_axis(alt.X, "n", "n (bits)", sizes[0], sizes[-1], format="~s", grid=False,
                 values=sizes if len(sizes) < 8 else ticks(sizes[0], sizes[-1]))
    y = power_axis("mean", value, frame["mean"].min(), frame["mean"].max())
    colours = {name: style.colour for name, style in styles.items()}
    dashes = {name: style.dash for name, style in styles.items()}
    layers = [alt.Chart(frame).mark_line(strokeWidth=2).encode(
        x=x, y=y, color=mapped(alt.Color, "algorithm", colours),
        strokeDash=mapped(alt.StrokeDash, "algorithm", dashes, legend=LINES)),
        *dots(frame, "algorithm", styles, x, ["n:Q"])]
    if references is not None:
        require(references, ["law", "n", "value"])
        grey = alt.Chart(references).encode(x=x, y="value:Q", detail="law:N")
        layers += [grey.mark_line(color=INK, strokeWidth=1, strokeDash=SHORT_DASHED, clip=True),
                   grey.transform_filter(f"datum.n == {sizes[-1]}").mark_text(**NAMED).encode(
                       text="law:N")]
    return alt.layer(*layers).properties(width=440, height=300, title=heading(title, subtitle))


def _styles(names):
    """How each algorithm is drawn: dict of str to Style."""
    of_mode = {style.label: style for style in MODES.values()}
    colours, styles = iter(ALGORITHMS), {}
    for name, shape in zip(names, SHAPES, strict=False):
        base, _, variant = name.partition(",")
        style = of_mode.get(base) or Style(base, next(colours), SOLID, shape)
        styles[name] = style._replace(shape=shape, dash=SPARSE if variant else style.dash)
    return styles


def write_back(frame, title="From Baldwinian to Lamarckian evolution", subtitle=None):
    """Runtime of LB evolution against its probability of writing back: a line per block length.

    Both axes are logarithmic; on the left LB is nearly Baldwinian, at 1 Lamarckian.

    Parameters
    ----------
    frame : DataFrame
        Columns k, probability and iterations.
    title, subtitle : str, optional
    """
    require(frame, ["k", "probability", "iterations"])
    ends = frame.probability.min(), 1.0
    x = log_axis(alt.X, "probability", "probability of writing back", *ends, grid=False,
                 values=powers(*ends), format="~g")
    y = power_axis("iterations", "iterations", frame.iterations.min() / 1.5,
                   frame.iterations.max() * 1.5)
    line = alt.Chart(frame).mark_line(color=MODES["lb"].colour, strokeWidth=2).encode(
        x=x, y=y, detail="k:N", tooltip=["k:Q", "probability:Q", "iterations:Q"])
    last = frame.loc[frame.groupby("k").probability.idxmax()]
    name = alt.Chart(last.assign(name="k = " + last.k.astype(str))).mark_text(**NAMED).encode(
        x=x, y=y, text="name:N")
    return alt.layer(line, name).properties(width=440, height=260, title=heading(title, subtitle))
