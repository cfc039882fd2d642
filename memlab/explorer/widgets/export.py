"""What is on the screen, to take away: Python that makes it again, and its data as CSV."""

import base64
from html import escape

import ipywidgets as W

from .layout import build, classed


class Export:
    """A button that writes code and a link to the data below itself.

    Parameters
    ----------
    give : callable
        ``give()`` gives the code, str, the data, DataFrame, and a name for its file.
    message : Message
        Where errors are said.

    Attributes
    ----------
    box : ipywidgets.Widget
    code : str
        As it was last written.
    """

    def __init__(self, give, message):
        self._give, self._message = give, message
        button = build("export")["button"]
        button.on_click(lambda _: self.write())
        self._out = W.HTML()
        self.box = classed("export", W.VBox([button, self._out]))
        self.clear()

    def clear(self):
        """Take away what was written: it was about something else."""
        self.code = self._out.value = ""

    def write(self):
        """Write down the present state."""
        with self._message.attempt():
            self.code, data, name = self._give()
            self._out.value = (f'<pre class="memlab-code" tabindex="0">{escape(self.code)}</pre>'
                               f"{link(data, name)}")


def link(data, name):
    """A link that saves a frame as a CSV file, without asking any server for it: HTML."""
    content = base64.b64encode(data.to_csv(index=False).encode()).decode()
    return (f'<a class="memlab-link" download="{escape(name)}" '
            f'href="data:text/csv;charset=utf-8;base64,{content}">Save {escape(name)} '
            f"({len(data):,} rows)</a>")
