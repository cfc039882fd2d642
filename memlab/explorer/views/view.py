"""What the views have in common."""

import ipywidgets as W

from ..texts import TEXTS
from ..widgets import tables
from ..widgets.export import Export
from ..widgets.layout import body, build, row
from ..widgets.messages import Message
from ..widgets.runner import Runner


class View:
    """Controls, a line for messages, an introduction, pictures, and an export.

    A view gives what is exported: ``_give()`` returns code, data and the name of a file.

    Attributes
    ----------
    box : ipywidgets.Widget
    message : Message
    """

    def __init__(self):
        self.message = Message()
        self._lead = W.HTML()
        self._export = Export(self._give, self.message)

    def _lay_out(self, controls, *stage):
        self.box = body(controls, *stage, self._export.box)


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
    speed : ipywidgets.Dropdown
    """

    def __init__(self, name):
        super().__init__()
        self._name, self._words = name, TEXTS[name]
        self.runner = Runner(self._make, self._show, self.message, self._words["step"])
        self.speed = build("runs", speed={"options": self._words["speeds"],
                                          "value": self._words["speed"]})["speed"]
        self._table = W.HTML()

    def _lay_out(self, controls, *stage):
        super()._lay_out(controls, row(self.runner.box, self.speed), self.message, self._lead,
                         self._table, *stage)

    def _show(self, shown):
        self._table.value = tables.by_mode(shown["table"], self._words["columns"])
        self._draw(shown)

    def _give(self):
        if self.runner.job is None:
            raise ValueError(f"there is no {self._name} to export yet")
        return self.runner.job.export()
