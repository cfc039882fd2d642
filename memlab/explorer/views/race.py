"""The race: curves of all modes, and what is inside one population."""

import ipywidgets as W
import pandas as pd

from ... import plots
from ...plots.curves import drawn
from ...plots.style import UNITS
from ..population import Population
from ..race import CURVES, Race
from ..texts import TEXTS
from ..widgets.layout import lead
from ..widgets.pictures import Charts
from ..widgets.runner import Job
from .controls import Controls
from .inside import Inside
from .view import JobView

_HEIGHT = 165


def race_charts(frame, start):
    """The charts of a race, as `memlab.explorer.race.Race.curves` gives it.

    Returns
    -------
    dict of str to altair.Chart
        By what they show, a column of the frame. Distances from phenotypes are shown if some mode
        has any.
    """
    weighted = start.problem == "maxcut" and start.source.graph.is_weighted
    unit = "weight of the cut" if weighted else UNITS[start.problem]
    level = {**start.source.best_known, **start.source.optimum}.get(start.problem)
    if level is not None:
        name = "optimum" if start.problem in start.source.optimum else "best known"
        unit += f"; the grey line is the {name}, {level:,}"
    apart = {"baldwinian", "lb"} & start.configurations.keys()
    thin = "; thin: between two phenotypes" if apart else ""
    charts = {
        "best_fitness": plots.convergence(frame, "Best fitness", unit, optimum=level),
        "diversity": plots.diversity(frame, "Diversity",
                                     f"mean distance between two genomes{thin}")}
    if apart:
        charts["phenotype_distance"] = plots.phenotype_distance(
            frame, "Genome and phenotype", "mean distance from what is learned")
    charts["local_search_steps"] = plots.effort(
        frame, "Work of local search", "steps so far, all of them free")
    return charts


def blank(start):
    """A frame of the race before it begins, for axes that will hold the whole of it."""
    first = min(given["mu"] for given in start.configurations.values())
    return pd.DataFrame([[mode, evaluations, *[0] * 5] for mode in start.configurations
                         for evaluations in (first, start.budget)], columns=CURVES)


class RaceJob(Job):
    """A race in its own time: so many evaluations a second.

    Parameters
    ----------
    start : Start
    view : RaceView
        Whose controls say how fast, and what is looked at.
    """

    def __init__(self, start, view):
        super().__init__(lambda: view.speed.value)
        self.race, self._view = Race(start), view

    @property
    def done(self):
        return self.race.done

    def advance(self, amount, until):
        before = self.race.evaluations
        self.race.advance(before + amount, until)
        return self.race.evaluations - before

    def step(self):
        self.race.step()

    def snapshot(self):
        view, shown = self._view, {"table": self.race.standing()}
        if view.page == "inside":
            mode = view.inside.mode.value
            evolution = self.race.evolutions.get(mode, next(iter(self.race.evolutions.values())))
            shown["population"] = Population.of(evolution)
        else:
            shown["curves"] = self.race.curves(points=100)
        return shown

    def export(self):
        """Code, data and the name of a file."""
        return self.race.code(), self.race.trace(), f"race_{self.race.start.problem}.csv"


class RaceView(JobView):
    """The controls of a race, and its two pages.

    Parameters
    ----------
    problem, dataset : str
        Where to begin.

    Attributes
    ----------
    page : {"race", "inside"}
    """

    def __init__(self, problem="mis", dataset="er_small"):
        super().__init__("race")
        self.controls = Controls(problem, dataset, self.runner.changed, self._compare,
                                 self.message)
        self.inside = Inside(self._refresh, self.message)
        self._charts, self._stage = Charts(), W.VBox()
        self._lay_out(self.controls.widgets, self._stage)
        self.turn("race")
        self.runner.reset()

    def turn(self, page):
        """Show the page "race" or "inside"."""
        self.page = page
        self._lead.value = lead(TEXTS[page]["lead"])
        self._stage.children = [self._charts if page == "race" else self.inside.box]
        self._refresh()

    def _make(self):
        """Read the controls; the race itself is made in its thread."""
        self._start = start = self.controls.start()
        self._prepare_charts()
        self._export.clear()
        self.inside.begin(start)
        return lambda: RaceJob(start, self)

    def _prepare_charts(self):
        charts = race_charts(blank(self._start), self._start)
        self._charts.show(charts, height=_HEIGHT, legends=False)

    def _compare(self):
        """Draw the line of a best value that has become known."""
        self._prepare_charts()
        self._refresh()

    def _refresh(self):
        """Show the present state, unless it is about to be shown anyway."""
        if self.runner.idle and self.runner.job is not None:
            self._show(self.runner.job.snapshot())

    def _draw(self, shown):
        if "curves" in shown:
            self._charts.update({column: drawn(shown["curves"], column)
                                 for column in self._charts.rows})
        else:
            self.inside.show(shown["population"])
