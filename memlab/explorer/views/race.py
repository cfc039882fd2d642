"""The race: curves of all modes, and the inside of a population."""

import ipywidgets as W

from ...analysis.frames import MINIMISED
from ...evolution.modes import MODES
from ...plots.axes import cost_axis
from ...plots.curves import CURVES, course, drawn
from ...plots.style import UNITS
from ...support.names import label
from ..individuals import Individuals
from ..race import FunctionsSource, Race
from ..settings import FILE, TEXTS, fitting
from ..widgets import tables
from ..widgets.layout import classed, close, info, row, show_only
from ..widgets.messages import Message
from ..widgets.pictures import Charts
from ..widgets.runner import Runner
from .controls import Controls
from .inside import Inside, drawing


def race_charts(start, x="evaluations", log=True, before=None):
    """Return the charts of a race, for data from `memlab.plots.curves.drawn`.

    Parameters
    ----------
    start : Start
    x : {"evaluations", "local_search_steps", "seconds"}
        The horizontal axis.
    log : bool
        Whether this axis is logarithmic.
    before : DataFrame, optional
        The curves of an earlier race, which are drawn pale.

    Returns
    -------
    dict of str to altair.Chart
        The charts by their columns of the curves. Distances from phenotypes are shown if some mode
        has any.
    """
    given, words = start.configurations, dict(TEXTS["race"]["charts"])
    apart = [mode for mode, one in given.items() if MODES[mode].learns
             and MODES[mode].inheritance(one.get("lb_probability")) < 1]
    if not apart:
        del words["phenotype_distance"]
    level, certainty = start.source.level(start.problem)
    functions = isinstance(start.source, FunctionsSource)
    problem = start.problem + MINIMISED * (functions and start.source.problem.unit < 0)
    runs = f"median and quartiles of {start.repeats} runs" if start.repeats > 1 else "one run"
    told = {"runs": runs if level is None else f"{runs}; grey: the {certainty}, {level:,}",
            "thin": "; thin: of phenotypes" if apart else "",
            "unit": ("weight" if start.source.graph.is_weighted
                     else UNITS.get(problem, "fitness"))}
    first = min(one["mu"] for one in given.values())
    axis = cost_axis(x, [first, start.budget] if x == "evaluations" else None, log)
    charts = {}
    for column, (title, subtitle, unit) in words.items():
        modes = apart if column == "phenotype_distance" else given
        charts[column] = course(
            CURVES[column]._replace(unit=unit.format(**told)),
            {label(mode): MODES[mode] for mode in modes}, axis, title, subtitle.format(**told),
            level=level if column == "best_fitness" else None, problem=problem,
            before=None if before is None else drawn(before, column, x, problem))
    return charts


class RaceView:
    """The controls of a race, and its pages.

    Parameters
    ----------
    settings : dict
        Where to begin.
    page : {"race", "inside", "beside"}
        What to show: curves, a population, or both.
    changed : callable
        ``changed()`` is called after any control has changed.
    """

    def __init__(self, settings=None, page="race", changed=lambda: None):
        settings = fitting("race", settings or {}) | {
            name: value for name, value in (settings or {}).items() if name == "modes"}
        self.page, self._start, self._last, self._before = page, None, None, None
        self.message, self._info, self._table = Message(), W.HTML(), W.HTML()
        self._charts = Charts()
        self.runner = Runner(self._make, self._look, self._show, self.message,
                             lambda: self.controls.speed.value)
        self.controls = Controls(settings, self.runner.changed, self._redraw)
        self.inside = Inside(settings, self.runner.refresh)
        widgets = self.controls.named | self.inside.named
        self._valued = {name: one for name, one in widgets.items() if hasattr(one, "value")}
        speed = self.controls.speed
        controls = [one for one in self.controls.named.values() if one is not speed]
        self._results = W.VBox([self._table, classed("pages", W.Box([self._charts, self.inside]))])
        stage = [self._info, row(self.runner.box, speed), self.message, self._results]
        self.box = classed("body", W.Box([classed("controls", W.VBox(controls)),
                                          classed("stage", W.VBox(stage))]))
        self.turn(page)
        self.runner.reset()
        for control in (*self._valued.values(), *self.controls.modes.values()):
            control.observe(lambda _: changed(), "value")

    def settings(self):
        """Return the settings by name."""
        return {name: control.value for name, control in self._valued.items()} | {
            "modes": tuple(mode for mode, box in self.controls.modes.items() if box.value)}

    def turn(self, page):
        """Show the page "race", "inside", or "beside": both."""
        self.page = page
        self._info.value = info(TEXTS["race" if page == "race" else "inside"]["info"])
        show_only({self._charts: page != "inside", self.inside: page != "race"})
        self._redraw()

    def _make(self):
        """Read the controls; the race itself is created in its thread."""
        old, self._start = self._start, self.controls.start()
        same = old is not None and (old.problem, old.source) == (self._start.problem,
                                                                 self._start.source)
        self._before = (self._last or self._before) if same else None
        self._last, start = None, self._start
        self._prepare_charts()
        self.inside.begin(start)
        if self.controls.dataset.value == FILE:
            self.message.note(start.source.told)
        return lambda: Race(start)

    def _prepare_charts(self):
        start, controls = self._start, self.controls
        before = self._before and self._before["curves"].query("mode in @modes", local_dict={
            "modes": list(start.configurations)})
        charts = race_charts(start, controls.x.value, controls.axis.value == "log", before)
        if self.page == "beside":
            charts = {column: charts[column] for column in ("best_fitness", "diversity")}
        self._charts.show(charts)

    def _redraw(self):
        """Draw the same race differently."""
        if self._start is not None:
            self._prepare_charts()
            self.runner.refresh()

    def _look(self, race):
        """Return a snapshot of a race."""
        shown = {"table": race.table(), "curves": race.curves(points=60)}
        if self.page != "race":
            seen = race.evolutions.get(self.inside.mode.value,
                                       next(iter(race.evolutions.values())))
            shown["inside"] = Individuals.of(seen), drawing(race.start.source.graph)
        return shown

    def _show(self, shown):
        """Show a snapshot, or nothing."""
        show_only({self._results: shown is not None})
        if shown is None:
            return
        if len(shown["curves"]) > len(shown["table"]):
            self._last = shown      # more than the initial populations
        table = shown["table"]
        if self._before is not None:
            table = _beside(table, self._before["table"])
        self._table.value = tables.by_mode(table, TEXTS["race"]["columns"])
        if self.page != "inside":
            x = self.controls.x.value
            self._charts.update({column: drawn(shown["curves"], column, x, self._start.problem)
                                 for column in self._charts.rows})
        if "inside" in shown:
            self.inside.show(*shown["inside"])

    @property
    def _race(self):
        if self.runner.job is None:
            raise ValueError("there is no race to take along yet")
        return self.runner.job

    def program(self):
        """Return Python code that computes what is shown."""
        return self._race.code()

    def data(self):
        """Return what is shown: DataFrame."""
        return self._race.trace()

    @property
    def file(self):
        """Name of the files for code and data."""
        return f"race_{self._start.problem}"

    def close(self):
        """End the race and close all widgets."""
        self.runner.leave()
        close(self.box)


def _beside(table, before):
    """A table of a race that also has the results of an earlier one, and its other configurations.
    """
    before = before.reindex(table.index)
    was = before["configuration"].mask(before["configuration"] == table["configuration"])
    return table.assign(before=before["best_fitness"], configuration=table["configuration"]
                        + (" (before: " + was + ")").fillna(""))
