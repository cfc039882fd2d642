"""The tables as a person reads them: each is a `Table`, which is HTML, Markdown and text.

Problems and types run down, datasets across, as in the paper. What is ours stands in full size,
what is the paper's below it in small; the best mode of a column is bold.
"""

import numpy as np

from ..names import DATASETS, GRAPH_PROBLEMS, MODES, label
from .rendering import Cell, Row, Table


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
    digits = {problem: 2 if problem == "mis" else 1 for problem in GRAPH_PROBLEMS}
    cells = {}
    best = comparison.groupby(["problem", "dataset"])["mean"].transform("max")
    for row, top in zip(comparison.itertuples(), best, strict=True):
        d = digits[row.problem]
        cells[row.problem, row.mode, row.dataset] = Cell(
            f"{row.mean:.{d}f}", _error(row.sem, d),
            f"{row.published_mean:.{d}f} ± {row.published_std:.{d}f}", row.verdict, row.mean == top)
    if baselines is not None:
        for row in baselines[~baselines["type"].isin(MODES)].itertuples():
            d = digits[row.problem]
            cells[row.problem, row.type, row.dataset] = Cell(
                f"{row.mean:.{d}f}", _error(row.std, d))
    return _table(cells, comparison, text=lambda cell: f"{cell.ours} {cell.sign}")


def side_by_side(frame, ours="mean", published="published_mean", error=None,
                 published_error=None, digits=1):
    """Any quantity per cell, ours beside the paper's.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, mode, those that are named next, and verdict if there is one.
    ours, published : str
    error, published_error : str, optional
        Their uncertainties.
    digits : int
        After the decimal point.

    Returns
    -------
    Table
    """
    cells = {}
    for row in frame.to_dict("records"):
        theirs = f"{row[published]:,.{digits}f} {_error(row.get(published_error), digits)}"
        cells[row["problem"], row["mode"], row["dataset"]] = Cell(
            f"{row[ours]:,.{digits}f}", _error(row.get(error), digits), theirs.rstrip(),
            row.get("verdict", ""))
    return _table(cells, frame)


def configurations(best):
    """The selected configurations, mu/lambda/crossover rate (LB probability), ours and the paper's.

    Parameters
    ----------
    best : DataFrame
        As `memlab.study.configurations.best_configurations` gives it.

    Returns
    -------
    Table
        With a sign after the paper's: the same (=), as good on these graphs (≈), worse (≠).
    """
    cells = {}
    for row in best.to_dict("records"):
        mine, probability = _parameters(row)
        theirs = " ".join(filter(None, _parameters(row, "published_")))
        cells[row["problem"], row["mode"], row["dataset"]] = Cell(mine, probability, theirs,
                                                                  row["verdict"])
    return _table(cells, best)


def universal(ours, published):
    """The universal configurations, ours and the paper's.

    Parameters
    ----------
    ours, published : DataFrame
        As `selection.universal_configurations` and `published.universal_configurations` give them.

    Returns
    -------
    Table
    """
    theirs = {row["mode"]: _parameters(row) for row in published.to_dict("records")}
    rows = []
    for row in ours.to_dict("records"):
        mine, paper = _parameters(row), theirs[row["mode"]]
        cell = Cell(*mine, " ".join(filter(None, paper)), "same" if mine == paper else "")
        rows.append(Row("", label(row["mode"]), [cell]))
    return Table(["configuration"], rows)


def by_method(frame, columns, name="method"):
    """The rows of any experiment's table, those of a problem and a source of graphs together.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, `name`, and what `columns` needs.
    columns : dict of str to callable
        What stands above each column, and what makes its `Cell` (or text) of a row as a dict.
    name : str
        The column that names a row.

    Returns
    -------
    Table
    """
    rows = []
    for row in frame.to_dict("records"):
        cells = (make(row) for make in columns.values())
        rows.append(Row(source(row["problem"], row["dataset"]), str(row[name]),
                        [cell if isinstance(cell, Cell) else Cell(cell) for cell in cells]))
    return Table(list(columns), rows)


def source(problem, dataset):
    """A problem and where its graphs come from, in words.

    Examples
    --------
    >>> source("mis", "er_small"), source("dlb n=60", "")
    ('MIS, ER small', 'dlb n=60')
    """
    return ", ".join(label(name) for name in (problem, dataset) if name)


def number(value, digits=0):
    """A number as text, or a dash if it is not known.

    Examples
    --------
    >>> number(24_098.26, 1), number(float("nan"))
    ('24,098.3', '–')
    """
    if value is None or not np.isfinite(value):
        return "–"
    return f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", "−")      # no minus zero


def digits(uncertainties):
    """Decimals that show two digits of most of some uncertainties; two if none is known.

    Examples
    --------
    >>> digits([0.031, 0.027, float("nan")]), digits([41.0]), digits([0.0])
    (3, 1, 2)
    """
    known = [value for value in uncertainties if value > 0 and np.isfinite(value)]
    return int(np.clip(1 - np.floor(np.log10(np.median(known))), 1, 4)) if known else 2


def chance(p):
    """A p value as text.

    Examples
    --------
    >>> chance(0.0312), chance(0.0000021), chance(float("nan"))
    ('0.031', '< 0.001', '–')
    """
    return "< 0.001" if p < 0.001 else number(p, 3)


def _error(value, digits):
    """An uncertainty, or nothing if it is not known."""
    return "" if value is None or value != value else f"± {value:,.{digits}f}"


def _parameters(row, prefix=""):
    """A configuration in short, and LB's probability apart."""
    mu, lambda_, rate, p = (row[prefix + name] for name in (
        "mu", "lambda_", "crossover_rate", "lb_probability"))
    return f"{mu:.0f}/{lambda_:.0f}/{rate:.1f}", "" if p is None or p != p else f"p={p:g}"


def _table(cells, frame, text=None):
    """Cells by (problem, type, dataset) as a table in the paper's order."""
    datasets = [name for name in DATASETS if name in set(frame["dataset"])]
    rows = []
    for problem in GRAPH_PROBLEMS:
        types = dict.fromkeys(key[1] for key in cells if key[0] == problem and key[2] in datasets)
        others = [name for name in types if name not in MODES]
        rows += [Row(label(problem), label(name),
                     [cells.get((problem, name, dataset), Cell("")) for dataset in datasets],
                     baseline=name not in MODES)
                 for name in (*others, *MODES) if name in types]
    return Table([label(name) for name in datasets], rows, text)
