"""Small HTML tables in JupyterLab's colours, with the modes' lines as their legend."""

from html import escape

from ...plots.style import MODES


def swatch(mode):
    """A piece of a mode's line, as SVG."""
    style = MODES[mode]
    dash = " ".join(map(str, style.dash)) if style.dash[1] else "none"
    return (f'<svg width="34" height="8" aria-hidden="true"><line x1="1" y1="4" x2="33" y2="4" '
            f'stroke="{style.colour}" stroke-width="2.5" stroke-dasharray="{dash}"/></svg>')


def by_mode(frame, columns):
    """A row per mode, led by its line and label.

    Parameters
    ----------
    frame : DataFrame
        Indexed by mode.
    columns : dict of str to (str, str)
        For each column its heading and its format, such as ",.1f", or "power".

    Returns
    -------
    str
        HTML.
    """
    head = "".join(f"<th>{escape(title)}</th>" for title, _ in columns.values())
    body = "".join(
        f'<tr data-mode="{mode}"><td>{swatch(mode)} {MODES[mode].label}</td>'
        + "".join(f'<td data-column="{column}">{_text(row[column], form)}</td>'
                  for column, (_, form) in columns.items()) + "</tr>"
        for mode, row in frame.iterrows())
    return (f'<div class="memlab-scroll"><table class="memlab-table"><thead><tr><th>mode</th>{head}'
            f"</tr></thead><tbody>{body}</tbody></table></div>")


def _text(value, form):
    """A number as HTML; the format "power" writes large ones as powers of ten."""
    if isinstance(value, str):
        return escape(value)
    if value != value:      # NaN: there is none
        return "–"
    if form == "power" and value >= 1e7:
        digits, power = f"{value:.2e}".split("e")
        return f"{digits} · 10<sup>{int(power)}</sup>"
    return format(value, ",.0f" if form == "power" else form).replace("-", "−")
