"""The controls as explorer.toml has them, and the race that they describe."""

import functools

import ipywidgets as W

from ..analysis import named
from ..evolution.modes import MODES, PAPER_MODES
from ..study.tuned import preset
from ..support.names import DATASETS
from .race import Race
from .settings import CONTROLS, FILE, IMPLIED, TEXTS, told

_OF_GRAPHS = ("problem", "dataset", "index", "path", "format", "base", "relabel", "preset")


def build(group):
    """Make the controls of a group of explorer.toml: dict of str to ipywidgets.Widget.

    Examples
    --------
    >>> build("race")["seed"].value
    0
    """
    made = {}
    for name, given in TEXTS["controls"][group].items():
        traits = {"layout": {"width": "auto"}, **given}
        made[name] = getattr(W, traits.pop("widget"))(**traits)
    return made


def classed(name, widget):
    """The widget, with a class of the style sheet."""
    widget.add_class(f"memlab-{name}")
    return widget


def row(*widgets):
    """Widgets beside each other, as far as there is room."""
    return classed("row", W.HBox(widgets))


def show_only(wanted):
    """Hide some widgets, given a dict of widget to bool."""
    for widget, is_shown in wanted.items():
        widget.layout.display = None if is_shown else "none"


class Controls:
    """All controls; ``controls["mu"]`` is the value of one of them.

    Parameters
    ----------
    changed : callable
        ``changed(name)`` is called after one of them has changed, but not by `fill`.
    function : FunctionProblem, optional
        The problem, instead of one on a graph.

    Attributes
    ----------
    named : dict of str to ipywidgets.Widget
        By their names in explorer.toml.
    modes : dict of str to ipywidgets.Checkbox
    """

    def __init__(self, changed, function=None):
        self._changed, self._filling, self._function = changed, False, function
        self.named = build("race") | build("inside")
        self.modes = {name: W.Checkbox(value=True, description=mode.label, indent=False,
                                       tooltip=told(mode))
                      for name, mode in MODES.items()}
        self.named["modes_box"].children = list(self.modes.values())
        for name, control in (self.named | self.modes).items():
            if hasattr(control, "value"):
                control.observe(functools.partial(self._on_change, name), "value")
        show_only(dict.fromkeys(map(self.named.get, _OF_GRAPHS), function is None))

    def __getitem__(self, name):
        return self.named[name].value

    def values(self):
        """Return the values by name."""
        chosen = tuple(mode for mode, box in self.modes.items() if box.value)
        return {"modes": chosen} | {name: control.value for name, control in self.named.items()
                                    if hasattr(control, "value")}

    def fill(self, settings):
        """Set all controls: those that are not in a dict of settings as usual."""
        self._filling = True
        settings = {name: control["value"] for name, control in CONTROLS.items()} | settings
        for mode, box in self.modes.items():
            box.value = mode in settings["modes"]
        for name in CONTROLS.keys() - {"modes"}:
            self.named[name].value = settings[name]
        self._filling = False
        self._show_what_counts()

    def _on_change(self, name, _):
        if not self._filling:
            if name in IMPLIED:      # so that what is moved counts
                other, value = IMPLIED[name]
                self.named[other].value = value
            self._show_what_counts()
            self._changed(name)

    def _show_what_counts(self):
        """Show no value of those that do not count until they are moved."""
        for name, (other, value) in IMPLIED.items():
            (self.named[name].remove_class if self[other] == value
             else self.named[name].add_class)("memlab-idle")

    def _graph(self):
        name, path = self["dataset"], self["path"].strip()
        if name in DATASETS:
            return named.from_dataset(name, self["index"])
        if name != FILE:
            return named.from_example(name)
        if not path:
            raise ValueError("path must say where the file is")
        return named.from_path(path, **{name: self[name] for name in ("format", "base", "relabel")
                                        if self[name] != CONTROLS[name]["value"]})

    def race(self):
        """Return the race that they describe, at its beginning.

        Raises
        ------
        ValueError, OSError
            If no race is possible with them.
        """
        value = self.values()
        if not value["modes"]:
            raise ValueError("choose at least one mode")
        function, selected, given = self._function, {}, {}
        source = self._graph() if function is None else None
        if function is None and value["preset"] != "same":      # the paper knows its modes only
            known = [mode for mode in value["modes"] if mode in PAPER_MODES]
            selected = preset(value["preset"], known, value["problem"], source.dataset)
        for mode in value["modes"]:
            own = {name: value[name] for name in ("mu", "lambda_", "crossover_rate")}
            if MODES[mode].inherits is None:
                own["lb_probability"] = value["lb_probability"]
            given[mode] = selected.get(mode, own)
        return Race(function or value["problem"], source, given,
                    *map(value.get, ("budget", "seed", "repeats")))
