"""What a race shows: its curves, a table, and the inside of a population."""

from pathlib import Path

import jinja2
import numpy as np

from ..evolution.modes import MODES
from ..plots.curves import CURVES, course
from ..plots.style import UNITS, cost_axis
from ..support.names import label
from .race import columns, learned_by
from .settings import TEXTS, told

_TABLE = jinja2.Template((Path(__file__).parent / "widgets" / "table.html.j2").read_text("utf-8"),
                         autoescape=True)
_MOST_COLUMNS = 4_000      # maximum width of a picture: browsers fail to draw much wider ones


def race_charts(race, x="evaluations"):
    """Return the charts of a race, for data from `memlab.plots.curves.drawn`.

    Parameters
    ----------
    race : Race
    x : {"evaluations", "calls", "local_search_steps"}
        The horizontal axis.

    Returns
    -------
    dict of str to altair.Chart
        The charts by their columns of the curves.
    """
    level, certainty = (None, "") if race.is_function else race.source.level(race.problem.name)
    runs = f"median and quartiles of {race.repeats} runs" if race.repeats > 1 else "one run"
    if level is not None:
        runs += f"; grey: the {certainty}, {level:,}"
    if race.is_function:
        unit = "value (lower is better)" if race.problem.unit < 0 else "value"
    else:
        unit = "weight" if race.source.graph.is_weighted else UNITS[race.problem.name]
    first = min(e.configuration.mu for e in race.evolutions.values())
    axis = cost_axis(x, [first, race.budget] if x == race.cost else None)
    modes = {label(mode): MODES[mode] for mode in race.evolutions}
    return {column: course(
        CURVES[column]._replace(unit=name.format(unit=unit)), modes, axis, title,
        subtitle.format(runs=runs), level=level if column == "best_fitness" else None,
        problem=race.problem.name)
        for column, (title, subtitle, name) in texts(race)["charts"].items()}


def texts(race):
    """Return what the explorer says of a race: that of a function has no bits."""
    return TEXTS["function" if race.is_function else "race"]


def by_mode(frame, columns):
    """Return a table with a row per mode, which begins with the mode's line and label.

    Parameters
    ----------
    frame : DataFrame
        Indexed by mode.
    columns : dict of str to (str, str, str)
        For each column its heading in HTML, its format, such as ",.1f", and a tooltip.

    Returns
    -------
    str
        HTML.
    """
    return _TABLE.render(columns=columns, rows=frame.to_dict("index"), modes=MODES, text=_text,
                         told=told)


def _text(value, form):
    """What a cell shows: a text as it is, a number in its format, nothing as a dash."""
    if isinstance(value, str):
        return value
    return "–" if value != value else format(value, form).replace("-", "−")


def bit_maps(race, mode):
    """Return the genomes of a mode's population, and what they learn, as `Maps.show` takes them.

    If the mode does not take part, another one is shown. Of a function, genomes are shown that are
    arrays, place by place, and what they learn if it has the same shape.
    """
    one = race.evolutions.get(mode, next(iter(race.evolutions.values())))
    entry, genomes, phenotypes = MODES[one.configuration.mode], one.population, learned_by(one)
    seen = {f"{entry.label} genomes": genomes}
    if np.ndim(genomes) != 2:
        return [np.zeros((1, 1), np.uint8)], entry.colour, [
            f"genomes of {race.problem.space!r} are not arrays of one length, and cannot be shown"]
    if entry.learns and np.shape(phenotypes) == genomes.shape:
        seen["after local search"] = phenotypes
    n = genomes.shape[1]
    places = (np.arange(n) if race.is_function else columns(phenotypes))[:_MOST_COLUMNS]
    captions = [f"{what}, {len({row.tobytes() for row in side})} different"
                for what, side in seen.items()]
    if len(places) < n:
        captions[0] += f"; {len(places):,} of {n:,} columns"
    return [side[:, places] for side in seen.values()], entry.colour, captions
