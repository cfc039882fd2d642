"""Race several modes on one problem, in step by evaluations; and what the explorer shows of it."""

import time
from pathlib import Path

import jinja2
import numpy as np
import pandas as pd

from ..evolution.configuration import Configuration, check_run
from ..evolution.evolution import Evolution
from ..evolution.modes import MODES
from ..plots.curves import CURVES, course
from ..plots.style import UNITS, cost_axis
from ..problems import PROBLEMS
from ..problems.function import FunctionProblem
from ..support.checks import choice
from ..support.names import GRAPH_PROBLEMS, label
from .settings import TEXTS, told

_TABLE = jinja2.Template((Path(__file__).parent / "widgets" / "table.html.j2").read_text("utf-8"),
                         autoescape=True)
_MOST_COLUMNS = 4_000      # maximum width of a picture: browsers fail to draw much wider ones


class Race:
    """Evolutions side by side.

    Parameters
    ----------
    problem : {"mis", "maxcut"} or FunctionProblem
        The problem.
    source : GraphSource or None
        The graph, unless the problem is a function.
    configurations : dict of str to dict
        Keyword arguments of `memlab.Evolution` by mode.
    budget : int
        Budget of every run: of evaluations, or of calls of the function.
    seed, repeats : int
        First seed, and number of successive seeds for every mode.

    Attributes
    ----------
    problem : MaxIndependentSet, MaxCut or FunctionProblem
    is_function : bool
        Whether the problem is a function.
    cost : {"evaluations", "calls"}
        What the budget counts.
    source, budget, repeats
        As given.
    runs : dict of (str, int) to Evolution
        By mode and seed.
    evolutions : dict of str to Evolution
        By mode, those from the first seed.

    Raises
    ------
    TypeError, ValueError
        As from `memlab.Evolution`; also if all runs together do not fit in the available memory.

    Examples
    --------
    >>> from memlab.analysis import named
    >>> settings = {mode: {"mu": 10, "lambda_": 10} for mode in ("darwinian", "lamarckian")}
    >>> race = Race("mis", named.from_example("petersen"), settings, 100)
    >>> race.advance(50)
    >>> {mode: e.evaluations for mode, e in race.evolutions.items()}
    {'darwinian': 50, 'lamarckian': 50}
    """

    def __init__(self, problem, source, configurations, budget=40_000, seed=0, repeats=1):
        self.is_function = isinstance(problem, FunctionProblem)
        self.cost = "calls" if self.is_function else "evaluations"
        self.problem = problem if self.is_function else PROBLEMS[
            choice("problem", problem, GRAPH_PROBLEMS)](source.graph)
        self.source, self.budget, self.repeats = source, budget, repeats
        for mode, given in configurations.items():
            if not self.is_function:
                check_run(Configuration(mode, **given), budget, True, self.problem.n,
                          self.problem.slot_bytes, repeats * len(configurations))
        self.runs = {
            (mode, one): Evolution(self.problem, mode, budget=budget, seed=one, **given)
            for mode, given in configurations.items() for one in range(seed, seed + repeats)}
        self.evolutions = {mode: self.runs[mode, seed] for mode in configurations}
        self._left = {name: getattr(e, self.cost) for name, e in self.runs.items() if not e.done}

    @property
    def done(self):
        """Whether every run has spent its budget."""
        return not self._left

    @property
    def evaluations(self):
        """Progress of the race: the largest number of evaluations, or of calls, of a run."""
        return max(getattr(e, self.cost) for e in self.runs.values())

    def advance(self, evaluations, until=float("inf")):
        """Advance every run to a number of evaluations, in whole generations, or to its end.

        Parameters
        ----------
        evaluations : float
        until : float
            Value of `time.perf_counter` after which no further generation begins.
        """
        while self._left and time.perf_counter() < until:
            name = min(self._left, key=self._left.get)
            if self._left[name] >= evaluations:
                break
            evolution = self.runs[name]
            evolution.step()
            self._left[name] = getattr(evolution, self.cost)
            if evolution.done:
                del self._left[name]

    def trace(self):
        """Return the whole course of the race so far.

        Returns
        -------
        DataFrame
            The traces of `memlab.Run`, one below the other, with columns mode and seed in front.
        """
        traces = {name: e.trace for name, e in self.runs.items()}
        return pd.concat(traces, names=["mode", "seed"]).reset_index([0, 1]).reset_index(drop=True)

    def curves(self, points=150):
        """Return at most `points` points of each mode's course for drawing, denser at the start.

        Returns
        -------
        DataFrame
            Columns mode, those of a trace, low, high and last. For several runs, medians up to the
            progress of the slowest; low and high are the quartiles of the best fitness. Fitness is
            the value as stated if the problem is a function.
        """
        return pd.concat([self._curve(mode, points) for mode in self.evolutions], ignore_index=True)

    def _curve(self, mode, points):
        courses = [self._course(e) for (name, _), e in self.runs.items() if name == mode]
        shortest = min(len(course["evaluations"]) for course in courses)
        rows = np.unique(np.rint(np.geomspace(1, shortest, points)).astype(int)) - 1
        median = {name: np.median([course[name][rows] for course in courses], axis=0)
                  for name in courses[0]}
        best = [course["best_fitness"][rows] for course in courses]
        low, high = np.percentile(best, [25, 75], axis=0)
        return pd.DataFrame(median).assign(mode=mode, low=low, high=high, last=rows == rows[-1])

    def _course(self, evolution):
        """Return the columns of a run's trace by name; of a function, its values for fitness."""
        course = evolution.result().course
        if self.is_function:
            course |= {"best_fitness": course["value"],
                       "mean_fitness": course["mean_fitness"] * course["fitness_unit"]}
        return course

    def standing(self):
        """Return the present state of each mode.

        Returns
        -------
        DataFrame
            Index mode; columns of the trace, as `curves` end; and configuration, str.
        """
        last = self.curves(2).query("last").set_index("mode").drop(columns=["low", "high", "last"])
        return last.assign(configuration=[_in_short(self.evolutions[mode].configuration)
                                          for mode in last.index])

    def table(self):
        """Return `standing` in a form for people.

        A negative best fitness is a number of conflicts.
        """
        table = self.standing()
        return table if self.is_function else table.assign(best_fitness=[
            f"{value:,.0f}" if value >= 0 else f"{-value:,.0f} conflicts"
            for value in table["best_fitness"]])


def _in_short(configuration):
    """Return a short form such as "250+50, 0.9", with LB probability if present."""
    probability = configuration.lb_probability
    return (f"{configuration.mu}+{configuration.lambda_}, {configuration.crossover_rate:g}"
            + (f", p={probability:g}" if probability is not None else ""))


def learned_by(evolution):
    """Return what the parents of a `memlab.Evolution` learn, fittest first: as its phenotypes.

    For individuals whose phenotype is their genome, such as all Darwinian and all initial ones, a
    local search with seed 0 is run for display only; the evolution is not changed. Those of a
    function are shown as they are.
    """
    genomes, phenotypes = evolution.population, evolution.phenotypes
    if not isinstance(evolution.problem, FunctionProblem):
        for rank in np.flatnonzero((genomes == phenotypes).all(axis=1)):
            phenotypes[rank] = evolution.problem.local_search(genomes[rank]).solution
    return phenotypes


def columns(phenotypes):
    """Return the vertices, sorted by decreasing frequency, then number: ndarray of int64 (n,)."""
    return np.argsort(-phenotypes.sum(axis=0, dtype=np.int64), kind="stable")


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
