"""The base classes of the views."""

import ipywidgets as W

from ..texts import TEXTS
from ..widgets import tables
from ..widgets.layout import build, classed, info, row
from ..widgets.messages import Message
from ..widgets.runner import Runner


class View:
    """A view: controls, a line for messages, pictures and their explanation.

    A view has ``give()``, which returns what can be exported: code, str; data, DataFrame; and the
    name of the files.

    Attributes
    ----------
    box : ipywidgets.Widget
    message : Message
    named : dict of str to ipywidgets.Widget
        The controls, by name.
    """

    def __init__(self):
        self.message, self._info, self.named = Message(), W.HTML(), {}

    def _build(self, name, settings, changed):
        """Make the controls of a group; ``changed()`` is called after one of them has."""
        self.named = build(name, settings)
        for place, control in self.named.items():
            if place != "speed":
                control.observe(lambda _: changed(), "value")

    def _lay_out(self, controls, *stage):
        parts = {"controls": controls, "stage": [*stage, self._info]}
        self.box = classed("body", W.Box([classed(name, W.VBox(one))
                                          for name, one in parts.items()]))

    @property
    def valued(self):
        """The controls that have a value, by name: dict."""
        return {name: one for name, one in self.named.items() if hasattr(one, "value")}

    def settings(self):
        """Return the settings by name."""
        return {name: control.value for name, control in self.valued.items()}

    def close(self):
        """Close all widgets."""
        def closed(widget):
            for child in getattr(widget, "children", ()):
                closed(child)
            widget.close()

        closed(self.box)


class JobView(View):
    """A view of a running job, whose snapshots have a table by mode.

    Subclasses make the job in ``_make()``, as for `Runner`, and draw its snapshots in
    ``_draw(shown)``; the job's ``export()`` returns the values of ``give()``.

    Parameters
    ----------
    name : str
        Of the job, whose words and controls are in explorer.toml.
    settings : dict or None
        Where to begin.
    *pictures : ipywidgets.Widget
        The widgets to draw on, each with a method ``clear()``.

    Attributes
    ----------
    runner : Runner
    """

    def __init__(self, name, settings, *pictures):
        super().__init__()
        self._name, self._words, self._pictures = name, TEXTS[name], pictures
        self.runner = Runner(self._make, self._show, self.message, self._words)
        self._table = W.HTML()
        self._build(name, settings, self.runner.changed)
        self._info.value = info(self._words["info"])
        controls = [one for one in self.named.values() if one is not self.named["speed"]]
        self._lay_out(controls, row(self.runner.box, self.named["speed"]), self.message,
                      self._table, classed("pages", W.Box(pictures)))
        self.runner.reset()

    def _show(self, shown):
        """Show a snapshot, or nothing."""
        if shown is None:
            self._table.value = ""
            for picture in self._pictures:
                picture.clear()
            return
        self._table.value = tables.by_mode(shown["table"], self._words["columns"])
        self._draw(shown)

    def give(self):
        """Return the code, the data, and the name of the files."""
        if self.runner.job is None:
            raise ValueError(f"there is no {self._name} to take along yet")
        return self.runner.job.export()

    def close(self):
        self.runner.leave()
        super().close()
