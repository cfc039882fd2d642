"""Controls as explorer.toml has them, how they are laid out, tables, and errors in words."""

from html import escape
from pathlib import Path

import ipywidgets as W
import jinja2

from ...evolution.modes import MODES
from ..settings import TEXTS

_TABLE = jinja2.Template(Path(__file__).with_name("table.html.j2").read_text("utf-8"),
                         autoescape=True)
_RIVALS = [(f"against_{name}", mode) for name, mode in MODES.items()]


def build(group, values=None):
    """Make the controls of a group of explorer.toml.

    Parameters
    ----------
    group : str
    values : dict, optional
        Initial values, by the names of controls; those of other groups are left out.

    Returns
    -------
    dict of str to ipywidgets.Widget

    Examples
    --------
    >>> build("race", {"seed": 7})["seed"].value
    7
    """
    made = {}
    for name, given in TEXTS["controls"][group].items():
        traits = {"layout": {"width": "auto"}, **given}
        if name in (values or {}):
            traits["value"] = values[name]
        made[name] = getattr(W, traits.pop("widget"))(**traits)
    return made


def row(*widgets):
    """Widgets beside each other, as far as there is room."""
    return classed("row", W.HBox(widgets))


def info(text):
    """Return the explanation of a view as HTML, open until it is folded."""
    return (f'<details open class="memlab-info"><summary>What is this?</summary><p>{text}</p>'
            "</details>")


def classed(name, widget):
    """The widget, with a class of the style sheet."""
    widget.add_class(f"memlab-{name}")
    return widget


def close(widget):
    """Close a widget with all that it holds: its children, layouts and styles."""
    for held in [getattr(widget, name) for name in widget.keys]:
        for one in held if isinstance(held, list | tuple) else [held]:
            if isinstance(one, W.Widget):
                close(one)
    widget.close()


def show_only(counting):
    """Hide the controls without an effect at the moment, given a dict of control to bool."""
    for control, counts in counting.items():
        control.layout.display = None if counts else "none"


class Wanted(ValueError):
    """Something is still to be given, which is no mistake."""


def words(error):
    """Return the message of an exception for people.

    Examples
    --------
    >>> words(ValueError("mu must be an integer of at least 1, not 0"))
    'mu must be an integer of at least 1, not 0'
    >>> words(ZeroDivisionError("division by zero"))
    'This should not have happened: ZeroDivisionError, division by zero'
    """
    if isinstance(error, ValueError | TypeError | OSError | ImportError):
        return str(error)
    return f"This should not have happened: {type(error).__name__}, {error}"


class Message(W.HTML):
    """A line for what went wrong; empty as long as nothing did."""

    def say(self, error):
        """Show an exception, in words."""
        if isinstance(error, Wanted):
            self.note(str(error))
        else:
            self._put(words(error), "memlab-message", "alert")

    def note(self, text):
        """Show something to know."""
        self._put(text, "memlab-message memlab-note", "status")

    def _put(self, text, classes, role):
        self.value = f'<div class="{classes}" role="{role}">{escape(text)}</div>'

    def attempt(self, function, *given):
        """Call a function; show the exception that it raises, and return it, or None."""
        self.value = ""
        try:
            function(*given)
        except Exception as error:      # in the browser a traceback would not be visible
            self.say(error)
            return error
        return None


def by_mode(frame, columns):
    """Return a table with a row per mode, which begins with the mode's line and label.

    Parameters
    ----------
    frame : DataFrame
        Indexed by mode.
    columns : dict of str to (str, str, str)
        For each column its heading in HTML, its format, such as ",.1f", and a tooltip. Columns
        that the frame does not have are left out; "against" stands for one column per mode, such
        as against_lb, in whose heading and tooltip {line} and {mode} are the mode's.

    Returns
    -------
    str
        HTML.
    """
    shown = [(name, rival, *texts) for column, texts in columns.items()
             for name, rival in (_RIVALS if column == "against" else [(column, "")])
             if name in frame]
    return _TABLE.render(columns=shown, rows=frame.to_dict("index"), modes=MODES, text=_text)


def _text(value, form):
    """What a cell shows: a text as it is, a number in its format, nothing as a dash."""
    if isinstance(value, str):
        return value
    return "–" if value != value else format(value, form).replace("-", "−")
