"""The race: curves of all modes, and the inside of a population."""

import time

from ...lineage import Recorded
from ...names import label
from ...plots.axes import cost_axis
from ...plots.curves import CURVES, course, drawn
from ...plots.style import MODES, UNITS
from ..population import Population
from ..race import Race
from ..texts import TEXTS
from ..widgets.layout import info, show_only
from ..widgets.pictures import Charts
from ..widgets.runner import Job
from .controls import Controls
from .inside import Inside
from .view import JobView

_HEIGHT = 118


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
    apart = sorted({"baldwinian", "lb"} & given.keys())
    if not apart:
        del words["phenotype_distance"]
    level, certainty = start.source.level(start.problem)
    runs = f"median and quartiles of {start.repeats} runs" if start.repeats > 1 else "one run"
    told = {"runs": runs if level is None else f"{runs}; grey: the {certainty}, {level:,}",
            "thin": "; thin: of phenotypes" if apart else "",
            "unit": "weight" if start.source.graph.is_weighted else UNITS[start.problem]}
    first = min(one["mu"] for one in given.values())
    axis = cost_axis(x, [first, start.budget] if x == "evaluations" else None, log)
    charts = {}
    for column, (title, subtitle, unit) in words.items():
        modes = apart if column == "phenotype_distance" else given
        charts[column] = course(
            CURVES[column]._replace(unit=unit.format(**told)),
            {label(mode): MODES[mode] for mode in modes}, axis, title, subtitle.format(**told),
            level=level if column == "best_fitness" else None,
            before=None if before is None else drawn(before, column, x))
    return charts


class RaceJob(Job):
    """A race that advances at a number of evaluations per second.

    Parameters
    ----------
    start : Start
    view : RaceView
        The view whose controls set the speed and the population to show.
    """

    def __init__(self, start, view):
        super().__init__(lambda: view.named["speed"].value)
        self.race, self._view, self._recorded = Race(start), view, {}

    @property
    def done(self):
        return self.race.done

    def advance(self, amount, until):
        before = self.race.evaluations
        if self.follow(until):
            self.race.advance(before + amount, until)
        return self.race.evaluations - before

    def step(self):
        self.race.step()

    @property
    def _seen(self):
        """The evolution whose population is shown."""
        evolutions = self.race.evolutions
        return evolutions.get(self._view.inside.mode.value, next(iter(evolutions.values())))

    def follow(self, until=float("inf")):
        """Compute the ancestry if it is to be shown; return whether it is finished."""
        if self._view.page == "race" or self._view.inside.rows.value == "living":
            return True
        race, seen = self.race.start, self._seen
        mode = seen.configuration.mode
        if mode not in self._recorded:
            self._recorded[mode] = Recorded(self.race.problem, mode, budget=race.budget,
                                            seed=race.seed, **race.configurations[mode])
        return self._recorded[mode].follow(seen.generation, until)

    def snapshot(self):
        view, race = self._view, self.race
        self.follow(time.perf_counter() + 0.1)
        shown = {"table": race.table(), "curves": race.curves(points=60)}
        if view.page != "race":
            seen = self._seen      # the controls may change it meanwhile
            recorded = (view.inside.rows.value == "ancestors"
                        and self._recorded.get(seen.configuration.mode))
            shown["population"] = Population.line(recorded) if recorded else Population.of(seen)
        return shown

    def export(self):
        """Code, data, and what to call the files."""
        return self.race.code(), self.race.trace(), f"race_{self.race.start.problem}"


class RaceView(JobView):
    """The controls of a race, and its pages.

    Parameters
    ----------
    settings : dict
        Where to begin.
    page : {"race", "inside", "beside"}

    Attributes
    ----------
    page : str
    """

    def __init__(self, settings=None, page="race"):
        self.page, self._start, self._last, self._before = page, None, None, None
        self._charts = Charts()
        self.inside = Inside(settings, lambda: self.runner.refresh(),
                             lambda error: self.message.say(error))
        super().__init__("race", settings, self._charts, self.inside)
        self.turn(page)

    def _build(self, name, settings, changed):
        self.controls = Controls(settings, changed, self._redraw, self.message)
        self.named = self.controls.named

    @property
    def valued(self):
        return super().valued | self.inside.named | self.controls.modes

    def settings(self):
        said = super().settings()
        return said | {"modes": tuple(mode for mode in MODES if said.pop(mode))}

    def turn(self, page):
        """Show the page "race", "inside", or "beside": both."""
        self.page = page
        self._info.value = info(TEXTS["race" if page == "race" else "inside"]["info"])
        show_only({self._charts: page != "inside", self.inside: page != "race"})
        if self._start is not None:
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
        return lambda: RaceJob(start, self)

    def _prepare_charts(self):
        start, named = self._start, self.controls.named
        before = self._before and self._before["curves"].query("mode in @modes", local_dict={
            "modes": list(start.configurations)})
        charts = race_charts(start, named["x"].value, named["axis"].value == "log", before)
        if self.page == "beside":
            charts = {column: charts[column] for column in ("best_fitness", "diversity")}
        self._charts.show(charts, height=_HEIGHT, legends=False)

    def _redraw(self):
        """Draw the same race differently."""
        self._prepare_charts()
        self.runner.refresh()

    def _show(self, shown):
        if shown is not None and len(shown["curves"]) > len(shown["table"]):
            self._last = shown      # more than the initial populations
        if shown is not None and self._before is not None:
            shown = shown | {"table": _beside(shown["table"], self._before["table"])}
        super()._show(shown)

    def _draw(self, shown):
        if self.page != "inside":
            x = self.controls.x.value
            self._charts.update({column: drawn(shown["curves"], column, x)
                                 for column in self._charts.rows})
        if "population" in shown:
            self.inside.show(shown["population"])


def _beside(table, before):
    """A table of a race that also has the results of an earlier one, and its other configurations.
    """
    before = before.reindex(table.index)
    was = before["configuration"].mask(before["configuration"] == table["configuration"])
    return table.assign(before=before["best_fitness"], configuration=table["configuration"]
                        + (" (before: " + was + ")").fillna(""))
