"""A table of cells as HTML, Markdown and plain text; the HTML is in ``templates``."""

from typing import NamedTuple

import jinja2
import pandas as pd

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("memlab.report"), autoescape=True, trim_blocks=True,
    lstrip_blocks=True, undefined=jinja2.StrictUndefined)

# how a verdict is drawn, and whether it is good or bad news
_SIGNS = {"equivalent": ("=", "good"), "same": ("=", "good"), "as good": ("≈", "good"),
          "differs": ("≠", "bad"), "worse": ("≠", "bad"), "undecided": ("?", ""),
          "not comparable": ("–", ""), "": ("", "")}


class Cell(NamedTuple):
    """One cell: ours, its uncertainty, the paper's, how they compare, whether it is the best.

    Examples
    --------
    >>> Cell("33.09", "± 0.08", "33.00 ± 0.30", "equivalent").sign
    ('=', 'good')
    """

    ours: str
    error: str = ""
    theirs: str = ""
    verdict: str = ""
    best: bool = False

    @property
    def sign(self):
        """The verdict as a single character, and the kind of news that it is."""
        return _SIGNS[self.verdict]


class Row(NamedTuple):
    """One row: the group that it belongs to, its name, its cells, whether the paper's alone.

    Examples
    --------
    >>> Row("MIS", "Baldwinian", [Cell("33.09")]).baseline
    False
    """

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

    Examples
    --------
    >>> Table(["ER small"], [Row("MIS", "Baldwinian", [Cell("33.09", "± 0.08", "33.00 ± 0.30")])])
                                        ER small
    MIS Baldwinian  33.09 ± 0.08 (33.00 ± 0.30)
    """

    def __init__(self, columns, rows, text=None):
        self.columns, self.rows = columns, rows
        self._text = text or _in_parentheses

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        return self.html

    @property
    def html(self):
        """With ours in full size, and the paper's below it in small."""
        return TEMPLATES.get_template("table.html.j2").render(table=self)

    @property
    def markdown(self):
        """As GitHub reads it."""
        lines = [["", "", *self.columns], ["---", "---", *["---:"] * len(self.columns)]]
        group = None
        for row in self.rows:
            lines.append([row.group if row.group != group else "", row.name,
                          *map(_markdown, row.cells)])
            group = row.group
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    @property
    def text(self):
        """In columns of even width."""
        names = pd.MultiIndex.from_tuples([row[:2] for row in self.rows])
        return pd.DataFrame([map(self._text, row.cells) for row in self.rows], names,
                            self.columns).to_string(sparsify=False)


def _in_parentheses(cell):
    return f"{cell.ours} {cell.error}".rstrip() + (f" ({cell.theirs})" if cell.theirs else "")


def _markdown(cell):
    ours = f"**{cell.ours}**" if cell.best else cell.ours
    theirs = f"<br>{cell.theirs} {cell.sign[0]}".rstrip() if cell.theirs else ""
    return f"{ours} {cell.error}".rstrip() + theirs
