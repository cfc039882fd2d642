"""The tables as a person reads them: HTML for notebooks and the report, plain text for a terminal.

Problems and types run down, datasets across, as in the paper. What is ours stands in full size,
what is the paper's below it in small; the best mode of a column is bold.
"""

from html import escape

from .names import DATASETS, MODES, PROBLEMS, label
from .tables import CELL

_STYLE = """<style>
.memlab-table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.memlab-table th, .memlab-table td { padding: 0.3em 0.6em; text-align: right; border: none;
  white-space: nowrap; line-height: 1.25; vertical-align: baseline; background: none; }
.memlab-table th { font-weight: 600; }
.memlab-table th.name, .memlab-table td.name { text-align: left; }
.memlab-table tr.first > * { border-top: 1px solid #80808080; }
.memlab-table small { opacity: 0.7; font-size: 80%; font-weight: normal; }
.memlab-table .baseline td { opacity: 0.7; }
.memlab-table .differs { color: #d1344e; opacity: 1; }
.memlab-table .agrees { color: #00a375; opacity: 1; }
</style>"""

_SIGNS = {"agrees": "=", "differs": "≠", "cannot tell": "?", "not comparable": "–"}


class Table:
    """A table that notebooks show as HTML and that prints as text.

    Attributes
    ----------
    html, text : str
    """

    def __init__(self, html, text):
        self.html, self.text = html, text

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return self.text

    __str__ = __repr__


def scores(comparison, baselines=None):
    """Table 1: our scores beside the paper's.

    Parameters
    ----------
    comparison : DataFrame
        As `memlab.study.tables.compare_scores` gives it.
    baselines : DataFrame, optional
        As `memlab.study.published.scores` gives it; rows of the modes are passed over.

    Returns
    -------
    Table
        Ours: mean ± standard error. Paper: mean ± its standard deviation over seeds, and whether
        the means agree (=), differ (≠), or cannot be compared (?, –).
    """
    digits = {problem: 2 if problem == "mis" else 1 for problem in PROBLEMS}

    def ours(row):
        d = digits[row.problem]
        error = "" if row.sem != row.sem else f" ± {row.sem:.{d}f}"
        return f"{row.mean:.{d}f}", error

    def paper(row):
        d = digits[row.problem]
        return (f"{row.published_mean:.{d}f} ± {row.published_std:.{d}f}",
                _SIGNS[row.verdict], row.verdict)

    cells, texts = {}, {}
    best = comparison.groupby(["problem", "dataset"])["mean"].transform("max")
    for row, top in zip(comparison.itertuples(), best, strict=True):
        (mean, error), (theirs, sign, verdict) = ours(row), paper(row)
        mean_html = f"<b>{mean}</b>" if row.mean == top else mean
        kind = f' class="{verdict}"' if verdict in ("agrees", "differs") else ""
        key = (row.problem, row.mode, row.dataset)
        cells[key] = (f"{mean_html}<small>{error}</small><br><small>{theirs} "
                      f"<span{kind} title='{verdict}'>{sign}</span></small>")
        texts[key] = f"{mean} {sign}"
    if baselines is not None:
        for row in baselines[~baselines["type"].isin(MODES)].itertuples():
            d = digits[row.problem]
            cells[row.problem, row.type, row.dataset] = (
                f"{row.mean:.{d}f}<small> ± {row.std:.{d}f}</small>")
    return Table(_html(cells, comparison), _text(texts, comparison))


def side_by_side(frame, ours="mean", published="published_mean", digits=1):
    """Any quantity per cell, ours beside the paper's.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, mode, and the two that are named next.
    ours, published : str
    digits : int
        After the decimal point.

    Returns
    -------
    Table
    """
    cells, texts = {}, {}
    for row in frame[[*CELL, ours, published]].itertuples(index=False, name=None):
        problem, dataset, mode, mine, theirs = row
        key = (problem, mode, dataset)
        cells[key] = f"{mine:,.{digits}f}<br><small>{theirs:,.{digits}f}</small>"
        texts[key] = f"{mine:,.{digits}f} ({theirs:,.{digits}f})"
    return Table(_html(cells, frame), _text(texts, frame))


def configurations(best):
    """The selected configurations, mu/lambda/crossover rate (LB probability), ours and the paper's.

    Parameters
    ----------
    best : DataFrame
        As `memlab.study.tables.best_configurations` gives it.

    Returns
    -------
    Table
    """
    cells, texts = {}, {}
    for row in best.itertuples():
        key = (row.problem, row.mode, row.dataset)
        mine = _parameters(row.mu, row.lambda_, row.crossover_rate, row.lb_probability)
        theirs = _parameters(row.published_mu, row.published_lambda_,
                             row.published_crossover_rate, row.published_lb_probability)
        cells[key] = f"{mine.replace(' ', '<br>')}<br><small>{theirs}</small>"
        texts[key] = f"{mine} ({theirs})"
    return Table(_html(cells, best), _text(texts, best))


def _parameters(mu, lambda_, crossover_rate, lb_probability):
    probability = "" if lb_probability != lb_probability else f" p={lb_probability:g}"
    return f"{mu:.0f}/{lambda_:.0f}/{crossover_rate:.1f}{probability}"


def _rows(cells, frame):
    """(problem, type) of the table's rows and the datasets of its columns, in the paper's order."""
    datasets = [name for name in DATASETS if name in set(frame["dataset"])]
    rows = []
    for problem in PROBLEMS:
        types = dict.fromkeys(key[1] for key in cells if key[0] == problem and key[2] in datasets)
        others = [name for name in types if name not in MODES]
        rows += [(problem, name) for name in (*others, *MODES) if name in types]
    return rows, datasets


def _html(cells, frame):
    rows, datasets = _rows(cells, frame)
    head = "".join(f"<th>{escape(label(name))}</th>" for name in datasets)
    lines, previous = [], None
    for problem, kind in rows:
        new = problem != previous
        classes = " ".join(["first"] * new + ["baseline"] * (kind not in MODES))
        values = "".join(f"<td>{cells.get((problem, kind, name), '')}</td>" for name in datasets)
        lines.append(f"<tr class='{classes}'><th class='name'>{label(problem) if new else ''}</th>"
                     f"<td class='name'>{escape(label(kind))}</td>{values}</tr>")
        previous = problem
    return (f"{_STYLE}<table class='memlab-table'><thead><tr><th></th><th></th>{head}</tr></thead>"
            f"<tbody>{''.join(lines)}</tbody></table>")


def _text(texts, frame):
    rows, datasets = _rows(texts, frame)
    table = [["", "", *map(label, datasets)]]
    for problem, kind in rows:
        table.append([label(problem), label(kind),
                      *(texts.get((problem, kind, name), "") for name in datasets)])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(text.ljust(w) if place < 2 else text.rjust(w)
                               for place, (text, w) in enumerate(zip(line, widths, strict=True)))
                     for line in table)
