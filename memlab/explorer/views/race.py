"""The race: curves of all modes, and what is inside one population."""

import time

import ipywidgets as W
import pandas as pd

from ... import plots
from ...plots.curves import drawn
from ...plots.style import UNITS
from ..population import Population
from ..race import CURVES, Race
from ..widgets import tables
from ..widgets.export import Export
from ..widgets.messages import Message
from ..widgets.pictures import Charts
from ..widgets.runner import Pace, Runner
from .controls import Controls
from .inside import Inside
from .layout import body, lead, row, speed

SPEEDS = {"100 evaluations a second": 100, "500 evaluations a second": 500,
          "2,000 evaluations a second": 2_000, "10,000 evaluations a second": 10_000,
          "as fast as it goes": None}
_HEIGHT = 165
_STANDING = {
    "evaluations": ("evaluations", ",.0f"), "best_fitness": ("best", ",.0f"),
    "diversity": ("diversity", ",.1f"), "phenotype_distance": ("to phenotype", ",.1f"),
    "local_search_steps": ("search steps", ",.0f"), "configuration": ("μ + λ, crossover", ""),
}
_LEAD = {
    "race": "All modes solve the same problem with the same number of evaluations. What local "
            "search finds is inherited (Lamarckian), counts as fitness and is forgotten "
            "(Baldwinian), a bit of both (LB), or there is none (Darwinian).",
    "inside": "A row is an individual, a column a vertex; coloured vertices are selected. Left "
              "what is inherited, right what local search makes of it. Click a row, or use the "
              "slider, to see an individual on its graph: selected vertices orange, conflicts "
              "red, and ringed in red what local search has changed.",
}


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
    charts = {
        "best_fitness": plots.convergence(frame, "Best fitness", unit, optimum=level),
        "diversity": plots.diversity(frame, "Diversity", "mean distance between two genomes")}
    if {"baldwinian", "lb"} & start.configurations.keys():
        charts["phenotype_distance"] = plots.phenotype_distance(
            frame, "Genome and phenotype", "mean distance from what is learned")
    charts["local_search_steps"] = plots.effort(
        frame, "Work of local search", "steps so far, all of them free")
    return charts


def blank(start):
    """A frame of the race before it begins, for axes that will hold the whole of it."""
    first = min(given["mu"] for given in start.configurations.values())
    return pd.DataFrame([[mode, evaluations, *[0] * 4] for mode in start.configurations
                         for evaluations in (first, start.budget)], columns=CURVES)


class RaceJob:
    """A race in its own time: so many evaluations a second.

    Parameters
    ----------
    start : Start
    view : RaceView
        Whose controls say how fast, and what is looked at.
    """

    def __init__(self, start, view):
        self.race, self._view = Race(start), view
        self._pace, self._due = Pace(), 0.0

    @property
    def done(self):
        return self.race.done

    def work(self):
        now, rate, passed = time.perf_counter(), SPEEDS[self._view.speed.value], self._pace.passed()
        if rate is None:
            self.race.advance(float("inf"), until=now + 0.03)
        else:
            self._due = max(self._due + rate * passed, self.race.evaluations)
            self.race.advance(self._due, until=now + 0.05)
            time.sleep(max(0.0, now + 0.02 - time.perf_counter()))
        return not self.done

    def step(self):
        self.race.step()

    def snapshot(self):
        view = self._view
        shown = {"standing": self.race.standing()}
        if view.page == "inside":
            mode = view.inside.mode.value
            evolution = self.race.evolutions.get(mode, next(iter(self.race.evolutions.values())))
            shown["population"] = Population.of(evolution)
        else:
            shown["curves"] = self.race.curves(points=100)
        return shown


class RaceView:
    """The controls of a race, and its two pages.

    Parameters
    ----------
    problem, dataset : str
        Where to begin.

    Attributes
    ----------
    box : ipywidgets.Widget
    page : {"race", "inside"}
    """

    def __init__(self, problem="mis", dataset="er_small"):
        self.page = "race"
        self.message = Message()
        self.runner = Runner(self._make, self._show, self.message, "One generation of every mode")
        self.controls = Controls(problem, dataset, self.runner.changed, self._compare,
                                 self.message)
        self.speed = speed(SPEEDS, "2,000 evaluations a second")
        self._charts = Charts()
        self._standing = W.HTML()
        self.inside = Inside(self._refresh, self.message)
        self._lead = W.HTML()
        self._stage = W.VBox()
        self._export = Export(self._give, self.message)
        self.box = body(self.controls.widgets, row(self.runner.box, self.speed), self.message,
                        self._lead, self._standing, self._stage, self._export.box)
        self.turn("race")
        self.runner.reset()

    def turn(self, page):
        """Show the page "race" or "inside"."""
        self.page = page
        self._lead.value = lead(_LEAD[page])
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

    def _show(self, shown):
        self._standing.value = tables.by_mode(shown["standing"], _STANDING)
        if "curves" in shown:
            self._charts.update({column: drawn(shown["curves"], column)
                                 for column in self._charts.rows})
        else:
            self.inside.show(shown["population"])

    def _give(self):
        if self.runner.job is None:
            raise ValueError("there is no race to export yet")
        race = self.runner.job.race
        return race.code(), race.trace(), f"race_{race.start.problem}.csv"
