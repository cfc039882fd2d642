"""The controls that say what to race, and a search for the best value to compare it with."""

import ipywidgets as W

from ... import optima
from ...names import DATASETS, label
from ...plots.style import MODES
from ...problems import PROBLEMS
from .. import configurations, graphs
from ..race import Start
from ..texts import TEXTS
from ..widgets.layout import build, show_only
from ..widgets.live import aside

_FILE = "a file of mine"


class Controls:
    """Problem, graph, modes and configurations.

    Parameters
    ----------
    problem, dataset : str
        Where to begin.
    changed : callable
        ``changed()``, after the person has changed anything.
    found : callable
        ``found()``, when there is a new best value to compare with.
    message : Message
        Where a file's errors are said, and the best value.

    Attributes
    ----------
    widgets : list of ipywidgets.Widget
        From top to bottom; each is an attribute too, by its name in explorer.toml.
    modes : dict of str to ipywidgets.Checkbox
    """

    def __init__(self, problem, dataset, changed, found, message):
        self._changed, self._found, self._message = changed, found, message
        self._uploaded, self._sources = None, {}      # sources remember their optima
        options = {f"{label(name)}, generated": name for name in DATASETS}
        options |= {example["title"]: name for name, example in graphs.EXAMPLES.items()}
        made = build("race", problem={"value": problem},
                     graph={"options": options | {_FILE: _FILE}, "value": dataset})
        vars(self).update(made)
        self.widgets = list(made.values())
        self.modes = {mode: W.Checkbox(value=True, description=style.label, indent=False)
                      for mode, style in MODES.items()}
        self.modes_box.children = list(self.modes.values())
        self.optimum.on_click(lambda _: self.seek())
        for control in (*self.widgets, *self.modes.values()):
            control.observe(self._on_file if control is self.file else self._on_change, "value")
        self._show_what_counts()

    def _on_change(self, _):
        self._show_what_counts()
        if self.graph.value != _FILE or self._uploaded is not None:
            self._changed()

    def _show_what_counts(self):
        own = self.preset.value == "same"
        show_only({self.index: self.graph.value in DATASETS, self.file: self.graph.value == _FILE,
                   self.mu: own, self.lambda_: own, self.crossover_rate: own,
                   self.lb_probability: own and self.modes["lb"].value})

    def _on_file(self, _):
        """Read the file that was brought, and say in words if it cannot be read."""
        if not self.file.value:
            return
        brought = self.file.value[-1]
        with self._message.attempt() as attempt:
            self._uploaded = graphs.from_file(brought["name"], bytes(brought["content"]))
        if attempt.succeeded:
            graph = self._uploaded.graph
            self._changed()
            self._message.note(f"{brought['name']}: {graph.n:,} vertices, {graph.m:,} edges"
                               + (f". {self._uploaded.note}" if self._uploaded.note else ""))

    def seek(self):
        """Begin to look for the optimum, beside everything else; the `Source` remembers it."""
        with self._message.attempt() as attempt:
            name, source = self.problem.value, self.source
        if not attempt.succeeded:
            return

        def solved(result, error):
            self.optimum.disabled, self.optimum.description = False, before
            if error is not None:
                self._message.say(error)
                return
            (source.optimum if result.proved else source.best_known)[name] = result.value
            self._message.note(in_words(result))
            self._found()

        before = self.optimum.description
        self.optimum.disabled, self.optimum.description = True, "Looking for it …"
        aside(lambda _: optima.solve(PROBLEMS[name](source.graph),
                                     seconds=TEXTS["race"]["seconds"]), solved)

    @property
    def source(self):
        """The graph that is chosen.

        Raises
        ------
        ValueError
            If it is to come from a file and none was brought.
        """
        name = self.graph.value
        if name == _FILE:
            if self._uploaded is None:
                raise ValueError("open a graph file first")
            return self._uploaded
        which = (name, self.index.value) if name in DATASETS else (name,)
        if which not in self._sources:
            make = graphs.from_dataset if name in DATASETS else graphs.from_example
            self._sources[which] = make(*which)
        return self._sources[which]

    def start(self):
        """What the controls say, as a `Start`.

        Raises
        ------
        ValueError
            If that is no possible race.
        """
        modes = [mode for mode, box in self.modes.items() if box.value]
        if not modes:
            raise ValueError("choose at least one mode")
        source = self.source
        if self.preset.value == "same":
            given = configurations.same(modes, self.mu.value, self.lambda_.value,
                                        self.crossover_rate.value, self.lb_probability.value)
        else:
            given = configurations.preset(self.preset.value, modes, self.problem.value,
                                          source.dataset)
        return Start(self.problem.value, source, given, self.budget.value, self.seed.value)


def in_words(result):
    """What a `memlab.optima.Optimum` says.

    Examples
    --------
    >>> graph = graphs.from_example("petersen").graph
    >>> in_words(optima.solve(PROBLEMS["maxcut"](graph)))
    'The optimum is 12, which is proved.'
    """
    if result.proved:
        return f"The optimum is {result.value:,}, which is proved."
    return (f"The best that was found is {result.value:,}; "
            f"it is proved that nothing exceeds {result.upper_bound:,}.")
