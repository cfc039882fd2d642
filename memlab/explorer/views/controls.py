"""The controls of a race, and a search for the optimum to compare it with."""

import ipywidgets as W

from ... import optima
from ...names import DATASETS, label
from ...plots.style import MODES
from ...problems import PROBLEMS
from .. import configurations, graphs
from ..race import Start
from ..texts import FILE, TEXTS
from ..widgets.layout import build, show_only
from ..widgets.live import aside

_VIEW = ("x", "axis", "speed")      # controls that do not change the race


class Controls:
    """Problem, graph, modes and configurations.

    Parameters
    ----------
    settings : dict
        The initial settings.
    changed : callable
        ``changed(keep=False)`` is called after a change that affects the race; `keep` says whether
        to keep the message.
    seen : callable
        ``seen()`` is called when the same race must be drawn differently.
    message : Message
        Shows errors and the best known value.

    Attributes
    ----------
    named : dict of str to ipywidgets.Widget
        By their names in explorer.toml; each is an attribute too.
    modes : dict of str to ipywidgets.Checkbox
    """

    def __init__(self, settings, changed, seen, message):
        self._changed, self._seen, self._message = changed, seen, message
        self._uploaded, self._sources = None, {}      # sources remember their optima
        self.named = build("race", settings)
        vars(self).update(self.named)
        first = (settings or {}).get("modes", MODES)
        self.modes = {mode: W.Checkbox(value=mode in first, description=style.label, indent=False,
                                       tooltip=TEXTS["modes"][mode])
                      for mode, style in MODES.items()}
        self.modes_box.children = list(self.modes.values())
        self.optimum.on_click(lambda _: self.seek())
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
        show_only({self.index: self.dataset.value in DATASETS, self.file: file, self.path: file,
                   self.complement: file and self.problem.value == "mis", self.mu: own,
                   self.lambda_: own, self.crossover_rate: own,
                   self.lb_probability: own and self.modes["lb"].value})

    def take(self, name, content):
        """Take an uploaded file, which replaces any earlier one.

        Parameters
        ----------
        name : str
        content : bytes or None
            None if it is too large to be sent.
        """
        self._uploaded = None
        with self._message.attempt() as attempt:
            if content is None:
                raise ValueError(f"{name} is too large to be sent: say where it is instead")
            self._uploaded = graphs.from_file(name, content)
        self._changed(keep=True)
        if attempt.succeeded:
            self._message.note(self._uploaded.told)

    def seek(self):
        """Start to search for the optimum in the background; the `Source` stores it."""
        with self._message.attempt() as attempt:
            name, source = self.problem.value, self.source
        if not attempt.succeeded:
            return

        def solved(result, error):
            self.optimum.disabled = False
            if error is not None:
                self._message.say(error)
                return
            (source.optimum if result.proved else source.best_known)[name] = result.value
            self._message.note(f"{source.title}, {label(name)}: {in_words(result)}")
            self._seen()

        self.optimum.disabled = True
        self._message.note(f"{source.title}, {label(name)}: looking for the optimum …")
        aside(lambda _: optima.solve(PROBLEMS[name](source.graph),
                                     seconds=TEXTS["race"]["seconds"]), solved)

    @property
    def source(self):
        """Return the chosen graph.

        Raises
        ------
        ValueError, OSError
            If the graph should come from a file, but none was uploaded or it cannot be read.
        """
        name, path = self.dataset.value, self.path.value.strip()
        clique = self.complement.value and self.problem.value == "mis"
        if name == FILE and self._uploaded is None and not path:
            raise ValueError("open a graph file first, or say where it is")
        if name == FILE:
            found = self._uploaded or self._remembered(("path", path), graphs.from_path, path)
            return self._remembered((found,), graphs.complement, found) if clique else found
        if name in DATASETS:
            index = self.index.value
            return self._remembered((name, index), graphs.from_dataset, name, index)
        return self._remembered((name,), graphs.from_example, name)

    def _remembered(self, key, make, *arguments):
        if key not in self._sources:
            self._sources[key] = make(*arguments)
        return self._sources[key]

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
        source = self.source
        if self.preset.value == "same":
            given = configurations.same(modes, self.mu.value, self.lambda_.value,
                                        self.crossover_rate.value, self.lb_probability.value)
        else:
            given = configurations.preset(self.preset.value, modes, self.problem.value,
                                          source.dataset)
        given = configurations.rationed(given, self.learning_rate.value, self.learning_depth.value)
        return Start(self.problem.value, source, given, self.budget.value, self.seed.value,
                     self.repeats.value)


def in_words(result):
    """Describe a `memlab.optima.Optimum` in words.

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
