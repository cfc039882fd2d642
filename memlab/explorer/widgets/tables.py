"""Small HTML tables in JupyterLab's colours, with the modes' lines as their legend."""

from html import escape

from ...modes import MODES


def _swatch(mode):
    """A piece of a mode's line, as SVG."""
    dash = " ".join(map(str, mode.dash)) if mode.dash[1] else "none"
    return (f'<svg width="34" height="8" aria-hidden="true"><line x1="1" y1="4" x2="33" y2="4" '
            f'stroke="{mode.colour}" stroke-width="2.5" stroke-dasharray="{dash}"/></svg>')


_SWATCHES = {name: _swatch(mode) for name, mode in MODES.items()}
_RIVALS = [(f"against_{name}", _SWATCHES[name], mode.label) for name, mode in MODES.items()]


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
    columns = {name: (title.format(line=line), form, tip.format(mode=mode))
               for column, (title, form, tip) in columns.items()
               for name, line, mode in (_RIVALS if column == "against" else [(column, "", "")])
               if name in frame}
    head = "".join(f'<th title="{escape(tip)}">{title}</th>' for title, _, tip in columns.values())
    body = "".join(
        f'<tr data-mode="{mode}"><td title="{escape(MODES[mode].told)}">{_SWATCHES[mode]} '
        f"{MODES[mode].label}</td>"
        + "".join(f'<td data-column="{column}">{_text(row[column], form)}</td>'
                  for column, (_, form, _) in columns.items()) + "</tr>"
        for mode, row in frame.iterrows())
    return ('<div class="memlab-scroll" tabindex="0" role="region" aria-label="table">'
            f'<table class="memlab-table"><thead><tr><th>mode</th>{head}'
            f"</tr></thead><tbody>{body}</tbody></table></div>")


def _text(value, form):
    """A number as HTML."""
    if isinstance(value, str):
        return escape(value)
    if value != value:      # NaN: there is none
        return "–"
    return format(value, form).replace("-", "−")
