"""The controls that say what to race."""

import ipywidgets as W

from ...names import DATASETS, label
from ...plots.style import MODES
from .. import configurations, graphs
from ..race import Start
from .layout import WIDE, choices, classed, seed, show_only
from .optimum import Optimum

_FILE = "a file of mine"
_NAMES = {"mis": "Maximum Independent Set", "maxcut": "Maximum Cut"}


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
        Where a file's errors are said.

    Attributes
    ----------
    widgets : list of ipywidgets.Widget
        From top to bottom.
    """

    def __init__(self, problem, dataset, changed, found, message):
        self._changed, self._message = changed, message
        self._uploaded, self._sources = None, {}      # sources remember their optima
        self.optimum = Optimum(lambda: (self.problem.value, self.source), found, message)
        self._make_graph_controls(problem, dataset)
        self._make_run_controls()
        for control in (self.problem, self.graph, self.index, *self.modes.values(), *self._runs):
            control.observe(self._on_change, "value")
        self.file.observe(self._on_file, "value")
        self._show_what_counts()
        modes = classed("modes", W.HBox(list(self.modes.values())))
        self.widgets = [
            _heading("Problem"), self.problem, self.graph, self.index, self.file,
            self.optimum.button, _heading("Modes"), modes, _heading("Configurations"), *self._runs]

    def _make_graph_controls(self, problem, dataset):
        examples = [(example.title, name) for name, example in graphs.EXAMPLES.items()]
        datasets = [(f"{label(name)}, generated", name) for name in DATASETS]
        self.problem = W.Dropdown(description="problem", value=problem, options=choices(_NAMES),
                                  **WIDE)
        self.graph = W.Dropdown(description="graph", value=dataset, **WIDE,
                                options=[*datasets, *examples, (_FILE, _FILE)])
        self.index = W.BoundedIntText(description="number", min=0, max=7499, **WIDE,
                                      tooltip="which of the 7,500 test graphs")
        self.file = W.FileUpload(description="Open a graph file", **WIDE,
                                 tooltip="DIMACS, METIS, Gset, edge list or npz, by its suffix")

    def _make_run_controls(self):
        self.modes = {mode: W.Checkbox(value=True, description=style.label, indent=False)
                      for mode, style in MODES.items()}
        slider = {"continuous_update": False, **WIDE}
        self.preset = W.Dropdown(options=choices(configurations.PRESETS),
                                 tooltip="which configurations", **WIDE)
        self.mu = W.IntSlider(50, 1, 500, description="μ parents", **slider)
        self.lambda_ = W.IntSlider(50, 1, 500, description="λ offspring", **slider)
        self.crossover_rate = W.FloatSlider(0.9, min=0, max=1, step=0.05, description="crossover",
                                            **slider)
        self.lb_probability = W.FloatSlider(0.5, min=0.05, max=0.95, step=0.05,
                                            description="LB prob.", **slider)
        self.budget = W.BoundedIntText(40_000, min=1, max=10_000_000, step=1_000,
                                       description="budget", **WIDE)
        self.seed = seed()
        self._runs = [self.preset, self.mu, self.lambda_, self.crossover_rate,
                      self.lb_probability, self.budget, self.seed]

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


def _heading(text):
    return classed("heading", W.HTML(f"<b>{text}</b>", layout={"margin": "4px 0 0"}))
