"""What the views have in common."""

import ipywidgets as W

from ..texts import TEXTS
from ..widgets import tables
from ..widgets.export import Export
from ..widgets.layout import body, info, row
from ..widgets.messages import Message
from ..widgets.runner import Runner


class View:
    """Controls, a line for messages, pictures, what they mean, and an export.

    A view gives what is exported: ``_give()`` returns code, data and the name of a file.

    Attributes
    ----------
    box : ipywidgets.Widget
    message : Message
    named : dict of str to ipywidgets.Widget
        The controls that are settings, by name.
    """

    def __init__(self):
        self.message, self._info, self.named = Message(), W.HTML(), {}
        self._export = Export(self._give, self.message)

    def _lay_out(self, controls, *stage):
        self.box = body(controls, *stage, self._info, self._export.box)

    def _explain(self, text):
        self._info.value = info(text)

    def settings(self):
        """What is set, by name."""
        return {name: control.value for name, control in self.named.items()
                if hasattr(control, "value")}

    def close(self):
        """Let go of everything on the screen."""
        def closed(widget):
            for child in getattr(widget, "children", ()):
                closed(child)
            widget.close()

        closed(self.box)


class JobView(View):
    """A view of a job that is run, whose `snapshot` has a table by mode.

    It makes the job as `Runner` says, in ``_make()``, and draws its snapshots, in ``_draw(shown)``;
    the job's ``export()`` gives what `View` exports.

    Parameters
    ----------
    name : str
        Of the job, whose words are in explorer.toml.

    Attributes
    ----------
    runner : Runner
    """

    def __init__(self, name):
        super().__init__()
        self._name, self._words = name, TEXTS[name]
        self.runner = Runner(self._make, self._show, self.message, self._words)
        self._table = W.HTML()

    def _lay_out(self, controls, *stage):
        super()._lay_out(controls, row(self.runner.box, self.named["speed"]), self.message,
                         self._table, *stage)

    def _show(self, shown):
        """Show a snapshot, or that there is nothing."""
        self._table.value = "" if shown is None else tables.by_mode(shown["table"],
                                                                    self._words["columns"])
        self._draw(shown)

    def _give(self):
        if self.runner.job is None:
            raise ValueError(f"there is no {self._name} to export yet")
        return self.runner.job.export()

    def close(self):
        self.runner.leave()
        super().close()
