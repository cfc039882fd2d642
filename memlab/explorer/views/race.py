"""The race: its controls, curves of all modes, and the inside of a population."""

import os

import ipywidgets as W

from ...analysis import named
from ...evolution.modes import MODES, PAPER_MODES
from ...plots.axes import cost_axis
from ...plots.curves import CURVES, course, drawn
from ...plots.style import UNITS
from ...study.tuned import preset
from ...support.names import DATASETS, label
from ..race import Individuals, Race, Start
from ..settings import FILE, TEXTS, controls
from ..widgets import layout
from ..widgets.pictures import Charts
from ..widgets.runner import Runner
from .inside import Inside, drawing


def race_charts(start, x="evaluations", log=True, before=None):
    """Return the charts of a race, for data from `memlab.plots.curves.drawn`.

    Parameters
    ----------
    start : Start
    x : {"evaluations", "local_search_steps"}
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
    unit = "weight" if start.source.graph.is_weighted else UNITS[start.problem]
    runs = f"median and quartiles of {start.repeats} runs" if start.repeats > 1 else "one run"
    if level is not None:
        runs += f"; grey: the {certainty}, {level:,}"
    told = {"runs": runs, "thin": "; thin: of phenotypes" if apart else "", "unit": unit}
    first = min(one["mu"] for one in given.values())
    axis = cost_axis(x, [first, start.budget] if x == "evaluations" else None, log)
    charts = {}
    for column, (title, subtitle, unit) in words.items():
        modes = apart if column == "phenotype_distance" else given
        charts[column] = course(
            CURVES[column]._replace(unit=unit.format(**told)),
            {label(mode): MODES[mode] for mode in modes}, axis, title, subtitle.format(**told),
            level=level if column == "best_fitness" else None, problem=start.problem,
            before=None if before is None else drawn(before, column, x, start.problem))
    return charts


class Controls:
    """Problem, graph, modes and configurations; ``controls["mu"]`` is the value of one of them.

    Parameters
    ----------
    settings : dict
        The initial settings.
    changed : callable
        ``changed()`` is called after a change that affects the race.
    seen : callable
        ``seen()`` is called when the same race must be drawn differently.

    Attributes
    ----------
    named : dict of str to ipywidgets.Widget
        By their names in explorer.toml.
    modes : dict of str to ipywidgets.Checkbox
    """

    def __init__(self, settings, changed, seen):
        self._changed, self._uploaded, self._read = changed, None, (None, None)
        self.named = layout.build("race", settings)
        chosen = settings.get("modes", MODES)
        self.modes = {name: W.Checkbox(value=name in chosen, description=mode.label, indent=False,
                                       tooltip=mode.told)
                      for name, mode in MODES.items()}
        self.named["modes_box"].children = list(self.modes.values())
        for name, control in (self.named | self.modes).items():
            if name in ("x", "axis"):
                control.observe(lambda _: seen(), "value")
            elif name != "speed" and hasattr(control, "value"):
                control.observe(self._on_change, "value")
        self._show_what_counts()

    def __getitem__(self, name):
        return self.named[name].value

    def settings(self):
        """Return the settings by name."""
        chosen = tuple(mode for mode, box in self.modes.items() if box.value)
        return {name: control.value for name, control in self.named.items()
                if hasattr(control, "value")} | {"modes": chosen}

    def take(self, name, content):
        """Take an uploaded file, which replaces any earlier one.

        Parameters
        ----------
        name : str
        content : bytes or None
            None if it is too large to be sent.
        """
        self._uploaded = name, content
        self._show_what_counts()
        self._changed()

    def _on_change(self, change):
        if change["owner"] is self.named["path"]:
            self._uploaded = None
        self._show_what_counts()
        self._changed()

    def _show_what_counts(self):
        own, file = self["preset"] == "same", self["dataset"] == FILE
        coin = any(box.value and MODES[name].inherits is None for name, box in self.modes.items())
        counts = {"index": self["dataset"] in DATASETS, "lb_probability": own and coin}
        counts |= dict.fromkeys(("file", "path", "format", "base", "relabel"), file)
        counts |= dict.fromkeys(("mu", "lambda_", "crossover_rate"), own)
        layout.show_only({self.named[name]: shown for name, shown in counts.items()})

    def _source(self):
        """Return the chosen graph, which is read again only if that may change it.

        Raises
        ------
        ValueError, OSError
            If the graph should come from a file, but none was uploaded or it cannot be read.
        """
        name, path, how, state = self["dataset"], self["path"].strip(), {}, None
        if name in DATASETS:
            make, given = named.from_dataset, (name, self["index"])
        elif name != FILE:
            make, given = named.from_example, (name,)
        else:
            how = self._unusual("format", "base", "relabel")
            if self._uploaded is not None:
                make, given = named.from_file, self._uploaded
            elif path:
                make, given, state = named.from_path, (path,), os.stat(path).st_ctime_ns
            else:
                raise layout.Wanted("open a file, or say where it is")
        wanted = make, given, how, state
        if self._read[0] != wanted:
            self._read = wanted, make(*given, **how)
        return self._read[1]

    def _unusual(self, *names):
        """Return the values of those of the controls that are not as usual."""
        usual = controls("race")
        return {name: self[name] for name in names if self[name] != usual[name]["value"]}

    def start(self):
        """Return the settings of the controls as a `Start`.

        Raises
        ------
        ValueError
            If no race is possible with them.
        """
        value = self.settings()
        if not value["modes"]:
            raise ValueError("choose at least one mode")
        source, selected = self._source(), {}
        if value["preset"] != "same":      # of the paper, which knows its modes only
            known = [mode for mode in value["modes"] if mode in PAPER_MODES]
            selected = preset(value["preset"], known, value["problem"], source.dataset)
        turned, given = self._unusual("learning_probability", "learning_depth"), {}
        for mode in value["modes"]:
            own = {name: value[name] for name in ("mu", "lambda_", "crossover_rate")}
            if MODES[mode].inherits is None:
                own["lb_probability"] = value["lb_probability"]
            given[mode] = selected.get(mode, own) | (turned if MODES[mode].learns else {})
        return Start(value["problem"], source, given, value["budget"], value["seed"],
                     value["repeats"])


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

    def __init__(self, settings, page="race", changed=lambda: None):
        self.file = "race"      # of what is taken along
        self.page, self._start, self._last, self._before = page, None, None, None
        self.message, self._info, self._table = layout.Message(), W.HTML(), W.HTML()
        self._charts = Charts()
        self.runner = Runner(self._make, self._look, self._show, self.message,
                             lambda: self.controls["speed"])
        self.controls = Controls(settings, self.runner.changed, self._redraw)
        self.inside = Inside(settings, self.runner.refresh)
        named = dict(self.controls.named)
        speed, others = named.pop("speed"), named.values()
        pages = layout.classed("pages", W.Box([self._charts, self.inside]))
        self._results = W.VBox([self._table, pages])
        stage = [self._info, layout.row(self.runner.box, speed), self.message, self._results]
        self.box = layout.classed("body", W.Box([layout.classed("controls", W.VBox([*others])),
                                          layout.classed("stage", W.VBox(stage))]))
        self.turn(page)
        self.runner.reset()
        for control in (*others, speed, *self.controls.modes.values(),
                        *self.inside.named.values()):
            if hasattr(control, "value"):
                control.observe(lambda _: changed(), "value")

    def settings(self):
        """Return the settings by name."""
        return self.controls.settings() | {
            name: control.value for name, control in self.inside.named.items()}

    def turn(self, page):
        """Show the page "race", "inside", or "beside": both."""
        self.page = page
        self._info.value = layout.info(TEXTS["race" if page == "race" else "inside"]["info"])
        layout.show_only({self._charts: page != "inside", self.inside: page != "race"})
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
        if self.controls["dataset"] == FILE:
            self.message.note(start.source.told)
        return lambda: Race(start)

    def _prepare_charts(self):
        start = self._start
        before = self._before and self._before["curves"].query("mode in @modes", local_dict={
            "modes": list(start.configurations)})
        charts = race_charts(start, self.controls["x"], self.controls["axis"] == "log", before)
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
        layout.show_only({self._results: shown is not None})
        if shown is None:
            return
        if len(shown["curves"]) > len(shown["table"]):
            self._last = shown      # more than the initial populations
        table = shown["table"]
        if self._before is not None:
            table = _beside(table, self._before["table"])
        self._table.value = layout.by_mode(table, TEXTS["race"]["columns"])
        if self.page != "inside":
            x, problem = self.controls["x"], self._start.problem
            self._charts.update({column: drawn(shown["curves"], column, x, problem)
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

    def close(self):
        """End the race and close all widgets."""
        self.runner.leave()
        layout.close(self.box)


def _beside(table, before):
    """A table of a race that also has the results of an earlier one, and its other configurations.
    """
    before = before.reindex(table.index)
    was = before["configuration"].mask(before["configuration"] == table["configuration"])
    return table.assign(before=before["best_fitness"], configuration=table["configuration"]
                        + (" (before: " + was + ")").fillna(""))
