"""What a race shows: its curves, and a table."""

from pathlib import Path

import jinja2

from ..evolution.modes import MODES
from ..plots.axes import cost_axis
from ..plots.curves import CURVES, course
from ..plots.style import UNITS
from ..support.names import label
from .settings import TEXTS

_TABLE = jinja2.Template((Path(__file__).parent / "widgets" / "table.html.j2").read_text("utf-8"),
                         autoescape=True)


def race_charts(race, x="evaluations"):
    """Return the charts of a race, for data from `memlab.plots.curves.drawn`.

    Parameters
    ----------
    race : Race
    x : {"evaluations", "local_search_steps"}
        The horizontal axis.

    Returns
    -------
    dict of str to altair.Chart
        The charts by their columns of the curves.
    """
    level, certainty = race.source.level(race.problem.name)
    runs = f"median and quartiles of {race.repeats} runs" if race.repeats > 1 else "one run"
    if level is not None:
        runs += f"; grey: the {certainty}, {level:,}"
    unit = "weight" if race.source.graph.is_weighted else UNITS[race.problem.name]
    first = min(e.configuration.mu for e in race.evolutions.values())
    axis = cost_axis(x, [first, race.budget] if x == "evaluations" else None)
    modes = {label(mode): MODES[mode] for mode in race.evolutions}
    return {column: course(
        CURVES[column]._replace(unit=name.format(unit=unit)), modes, axis, title,
        subtitle.format(runs=runs), level=level if column == "best_fitness" else None,
        problem=race.problem.name)
        for column, (title, subtitle, name) in TEXTS["race"]["charts"].items()}


def by_mode(frame, columns):
    """Return a table with a row per mode, which begins with the mode's line and label.

    Parameters
    ----------
    frame : DataFrame
        Indexed by mode.
    columns : dict of str to (str, str, str)
        For each column its heading in HTML, its format, such as ",.1f", and a tooltip. Columns
        that the frame does not have are left out; "against" stands for one column per mode, such
        as against_lb, in whose heading and tooltip {line} and {mode} are the mode's.

    Returns
    -------
    str
        HTML.
    """
    names = {"against": [name for name in frame if name.startswith("against_")]}
    shown = [(name, MODES.get(name.removeprefix("against_")), *texts)
             for column, texts in columns.items() for name in names.get(column, [column])]
    return _TABLE.render(columns=shown, rows=frame.to_dict("index"), modes=MODES, text=_text)


def _text(value, form):
    """What a cell shows: a text as it is, a number in its format, nothing as a dash."""
    if isinstance(value, str):
        return value
    return "–" if value != value else format(value, form).replace("-", "−")
