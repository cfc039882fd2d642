"""The controls of a race."""

import functools
import os

import ipywidgets as W

from ...analysis import named
from ...evolution.modes import MODES, PAPER_MODES
from ...study.tuned import preset
from ...support.names import DATASETS
from ..race import FUNCTIONS, FunctionsSource, Start, from_path
from ..settings import FILE, controls
from ..widgets.layout import build, show_only
from ..widgets.messages import Wanted

_VIEW = ("x", "axis", "speed")      # controls that do not change the race


class Controls:
    """Problem, graph, modes and configurations.

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
        By their names in explorer.toml; each is an attribute too.
    modes : dict of str to ipywidgets.Checkbox
    """

    def __init__(self, settings, changed, seen):
        self._changed, self._seen, self._uploaded = changed, seen, None
        self._remembered = functools.lru_cache(maxsize=2)(      # a graph, and its complement
            lambda make, *given, version=None, **how: make(*given, **how))
        self.named = build("race", settings)
        vars(self).update(self.named)
        first = settings.get("modes", MODES)
        self.modes = {name: W.Checkbox(value=name in first, description=mode.label, indent=False,
                                       tooltip=mode.told)
                      for name, mode in MODES.items()}
        self.modes_box.children = list(self.modes.values())
        for name, control in (*self.named.items(), *self.modes.items()):
            if name not in _VIEW and hasattr(control, "value"):
                control.observe(self._on_change, "value")
        for control in (self.x, self.axis):
            control.observe(lambda _: self._seen(), "value")
        self._show_what_counts()

    def _on_change(self, change):
        if change["owner"] is self.path:
            self._uploaded = None
        self._show_what_counts()
        self._changed()

    def _show_what_counts(self):
        own, file = self.preset.value == "same", self.dataset.value == FILE
        brought = self._uploaded[0] if self._uploaded else self.path.value.strip()
        functions = not self.format.value and brought.lower().endswith(FUNCTIONS)
        graph = not (file and functions)
        coin = any(box.value and MODES[name].inherits is None for name, box in self.modes.items())
        show_only({self.index: self.dataset.value in DATASETS, self.file: file, self.path: file,
                   self.format: file, self.base: file and graph, self.relabel: file and graph,
                   self.complement: file and graph and self.problem.value == "mis",
                   self.problem: graph, self.mu: own, self.lambda_: own, self.crossover_rate: own,
                   self.lb_probability: own and coin})

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

    @property
    def source(self):
        """Return the chosen graph.

        Raises
        ------
        ValueError, OSError
            If the graph should come from a file, but none was uploaded or it cannot be read.
        """
        name, path = self.dataset.value, self.path.value.strip()
        if name in DATASETS:
            return self._remembered(named.from_dataset, name, self.index.value)
        if name != FILE:
            return self._remembered(named.from_example, name)
        how = self._unusual("format", "base", "relabel")
        if self._uploaded is not None:
            source = self._remembered(named.from_file, *self._uploaded, from_path, **how)
        elif path:
            now = os.stat(path)
            source = self._remembered(from_path, path, **how, version=(
                now.st_mtime_ns, now.st_ctime_ns, now.st_size, now.st_ino))
        else:
            raise Wanted("open a file, or say where it is")
        clique = (self.complement.value and self.problem.value == "mis"
                  and not isinstance(source, FunctionsSource))
        return self._remembered(named.complement, source) if clique else source

    def _unusual(self, *names):
        """Return the values of those of the controls that are not as usual."""
        usual = controls("race")
        return {name: value for name in names
                if (value := self.named[name].value) != usual[name]["value"]}

    def start(self):
        """Return the settings of the controls as a `Start`.

        Raises
        ------
        ValueError
            If no race is possible with them.
        """
        modes = [mode for mode, box in self.modes.items() if box.value]
        if not modes:
            raise ValueError("choose at least one mode")
        source, value = self.source, {name: self.named[name].value for name in controls("race")
                                      if name in self.named}
        if isinstance(source, FunctionsSource):
            value["problem"] = source.problem.name
        given = {mode: {name: value[name] for name in ("mu", "lambda_", "crossover_rate")}
                 | ({"lb_probability": value["lb_probability"]}
                    if MODES[mode].inherits is None else {}) for mode in modes}
        if value["preset"] != "same":      # of the paper, which knows its modes only
            known = [mode for mode in modes if mode in PAPER_MODES]
            given |= preset(value["preset"], known, value["problem"], source.dataset)
        turned = self._unusual("learning_probability", "learning_depth")
        given = {mode: one | turned if MODES[mode].learns else one for mode, one in given.items()}
        return Start(value["problem"], source, given, value["budget"], value["seed"],
                     value["repeats"])
