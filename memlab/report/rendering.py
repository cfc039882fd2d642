"""A table of cells as HTML, Markdown and plain text."""

from html import escape
from typing import NamedTuple

_STYLE = """<style>
.memlab-table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.memlab-table th, .memlab-table td { padding: 0.3em 0.6em; text-align: right; border: none;
  white-space: nowrap; line-height: 1.25; vertical-align: baseline; background: none; }
.memlab-table th { font-weight: 600; }
.memlab-table th.name, .memlab-table td.name { text-align: left; }
.memlab-table tr.first > * { border-top: 1px solid #80808080; }
.memlab-table small { opacity: 0.7; font-size: 80%; font-weight: normal; }
.memlab-table .baseline td { opacity: 0.7; }
.memlab-table .bad { color: #d1344e; opacity: 1; }
.memlab-table .good { color: #00a375; opacity: 1; }
</style>"""

# how a verdict is drawn, and whether it is good or bad news
_SIGNS = {"agrees": ("=", "good"), "same": ("=", "good"), "as good": ("≈", "good"),
          "differs": ("≠", "bad"), "worse": ("≠", "bad"), "cannot tell": ("?", ""),
          "not comparable": ("–", ""), "": ("", "")}


class Cell(NamedTuple):
    """One cell: ours, its uncertainty, the paper's, how they compare, whether it is the best."""

    ours: str
    error: str = ""
    theirs: str = ""
    verdict: str = ""
    best: bool = False

    @property
    def sign(self):
        """The verdict as a single character."""
        return _SIGNS[self.verdict][0]


class Row(NamedTuple):
    """One row: the group that it belongs to, its name, its cells, whether the paper's alone."""

    group: str
    name: str
    cells: list
    baseline: bool = False


class Table:
    """A table that notebooks show as HTML and that prints as text.

    Parameters
    ----------
    columns : list of str
        Over the cells.
    rows : list of Row
    text : callable, optional
        A cell as plain text; by default ours with its uncertainty, and the paper's in
        parentheses.
    """

    def __init__(self, columns, rows, text=None):
        self.columns, self.rows = columns, rows
        self._text = text or _in_parentheses

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return self.text

    __str__ = __repr__

    @property
    def html(self):
        """With ours in full size, and the paper's below it in small."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        lines = []
        for row, new in self._rows():
            classes = " ".join(["first"] * new + ["baseline"] * row.baseline)
            values = "".join(f"<td>{_html(cell)}</td>" for cell in row.cells)
            lines.append(f"<tr class='{classes}'><th class='name'>"
                         f"{escape(row.group) if new else ''}</th>"
                         f"<td class='name'>{escape(row.name)}</td>{values}</tr>")
        return (f"{_STYLE}<table class='memlab-table'><thead><tr><th></th><th></th>{head}</tr>"
                f"</thead><tbody>{''.join(lines)}</tbody></table>")

    @property
    def markdown(self):
        """As GitHub reads it."""
        lines = [["", "", *self.columns], ["---", "---", *["---:"] * len(self.columns)]]
        for row, new in self._rows():
            lines.append([row.group if new else "", row.name, *map(_markdown, row.cells)])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    @property
    def text(self):
        """In columns of even width."""
        lines = [["", "", *self.columns]]
        lines += [[row.group, row.name, *map(self._text, row.cells)] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(text.ljust(w) if place < 2 else text.rjust(w)
                                   for place, (text, w) in enumerate(zip(line, widths,
                                                                         strict=True)))
                         for line in lines)

    def _rows(self):
        """The rows, each with whether its group begins there."""
        groups = [None, *(row.group for row in self.rows)]
        return ((row, row.group != before)
                for row, before in zip(self.rows, groups[:-1], strict=True))


def _in_parentheses(cell):
    return f"{cell.ours} {cell.error}".rstrip() + (f" ({cell.theirs})" if cell.theirs else "")


def _html(cell):
    ours, error, theirs = map(escape, cell[:3])
    text = f"<b>{ours}</b>" if cell.best else ours
    text += f"<small> {error}</small>" if error else ""
    if cell.theirs:
        kind = _SIGNS[cell.verdict][1]
        sign = f" <span class='{kind}' title='{cell.verdict}'>{cell.sign}</span>"
        text += f"<br><small>{theirs}{sign if cell.sign else ''}</small>"
    return text


def _markdown(cell):
    ours = f"**{cell.ours}**" if cell.best else cell.ours
    theirs = f"<br>{cell.theirs} {cell.sign}".rstrip() if cell.theirs else ""
    return f"{ours} {cell.error}".rstrip() + theirs
