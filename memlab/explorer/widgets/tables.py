"""Small HTML tables in JupyterLab's colours, with the modes' lines as their legend."""

from pathlib import Path

import jinja2

from ...evolution.modes import MODES

_TABLE = jinja2.Template(Path(__file__).with_name("table.html.j2").read_text("utf-8"),
                         autoescape=True)
_RIVALS = [(f"against_{name}", mode) for name, mode in MODES.items()]


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
