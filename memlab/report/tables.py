"""The tables as a person reads them: each is a `Table`, which is HTML, Markdown and text.

Problems and types run down, datasets across, as in the paper. What is ours stands in full size,
what is the paper's below it in small; the best mode of a column is bold.
"""

import pandas as pd

from ..modes import PAPER_MODES as MODES
from ..names import DATASETS, GRAPH_PROBLEMS, label
from ..paper.tables import PARAMETERS
from .rendering import Cell, Row, Table


def scores(comparison, baselines=None):
    """Table 1: our scores beside the paper's.

    Parameters
    ----------
    comparison : DataFrame
        As `memlab.paper.tables.compare_scores` gives it.
    baselines : DataFrame, optional
        The table "scores" of `memlab.paper.published`; rows of the modes are passed over.

    Returns
    -------
    Table
        Ours: mean ± standard error. Paper: mean ± its standard deviation over seeds, and whether
        the means are equivalent within one per cent (=), differ (≠), are not told apart or
        together by so few graphs (?), or cannot be compared (–).

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.study import profile, tables
    >>> stores = profile("quick").load(archive.shipped("quick"), ["evaluation"])
    >>> comparison = tables.compare_scores(stores["evaluation"].runs())
    >>> scores(comparison).columns
    ['ER small', 'ER large', 'BA small', 'BA large', 'RB small', 'RB large']
    """
    tops = comparison.groupby(["problem", "dataset"])["mean"].transform("max")
    frame = comparison.assign(best=comparison["mean"] == tops)
    if baselines is not None:
        others = baselines[~baselines["mode"].isin(MODES)
                           & baselines["dataset"].isin(comparison["dataset"])]
        frame = pd.concat([frame, others.rename(columns={"std": "sem"}).assign(
            verdict="", best=False)])
    return _compared(frame, "mean", "sem", "published_mean", "published_std",
                     {"mis": ".2f", "maxcut": ".1f"}, lambda cell: f"{cell.ours} {cell.sign[0]}")


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

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.study import profile, tables
    >>> stores = profile("quick").load(archive.shipped("quick"), ["evaluation"])
    >>> comparison = tables.compare_scores(stores["evaluation"].runs())
    >>> len(side_by_side(comparison, error="sem").rows)      # 4 modes on 2 problems
    8
    """
    return _compared(frame, ours, error, published, published_error,
                     dict.fromkeys(GRAPH_PROBLEMS, f",.{digits}f"))


def configurations(best):
    """The selected configurations, mu/lambda/crossover rate (LB probability), ours and the paper's.

    Parameters
    ----------
    best : DataFrame
        As `memlab.paper.configurations.best_configurations` gives it.

    Returns
    -------
    Table
        With a sign after the paper's: the same (=), as good on these graphs (≈), worse (≠),
        not in the grid or on a single graph (?).

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.study import configurations as search, profile
    >>> stores = profile("quick").load(archive.shipped("quick"), ["grid"])
    >>> len(configurations(search.best_configurations(stores["grid"].runs())).rows)
    8
    """
    cells = {}
    for row in best.to_dict("records"):
        theirs = " ".join(_parameters(row, "published_")).rstrip()
        cells[row["problem"], row["mode"], row["dataset"]] = Cell(
            *_parameters(row), theirs, row["verdict"])
    return _table(cells)


def universal(ours, published):
    """The universal configurations, ours and the paper's.

    Parameters
    ----------
    ours, published : DataFrame
        As `universal_configurations` of `memlab.paper.configurations` and of
        `memlab.paper.published` give them.

    Returns
    -------
    Table

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.study import configurations as search, profile, published
    >>> stores = profile("quick").load(archive.shipped("quick"), ["grid"])
    >>> ours = search.universal_configurations(stores["grid"].runs())
    >>> len(universal(ours, published.read("universal_parameters")).rows)
    4
    """
    theirs = {row["mode"]: _parameters(row) for row in published.to_dict("records")}
    rows = []
    for row in ours.to_dict("records"):
        mine, paper = _parameters(row), theirs[row["mode"]]
        cell = Cell(*mine, " ".join(paper).rstrip(), "same" if mine == paper else "")
        rows.append(Row("", label(row["mode"]), [cell]))
    return Table(["configuration"], rows)


def _compared(frame, ours, error, published, published_error, formats, text=None):
    """A quantity per cell, in each problem's format; what is missing or NaN is left out."""
    cells = {}
    for row in frame.to_dict("records"):
        pairs = [[format(row[name], formats[row["problem"]])
                  for name in pair if pd.notna(row.get(name))]
                 for pair in ((ours, error), (published, published_error))]
        (mine, *uncertain), theirs = pairs
        cells[row["problem"], row["mode"], row["dataset"]] = Cell(
            mine, "".join(f"± {text}" for text in uncertain), " ± ".join(theirs),
            row.get("verdict", ""), row.get("best", False))
    return _table(cells, text)


def _parameters(row, prefix=""):
    """A configuration in short, and LB's probability apart."""
    mu, lambda_, rate, p = (row[prefix + name] for name in PARAMETERS)
    return f"{mu:.0f}/{lambda_:.0f}/{rate:.1f}", f"p={p:g}" if pd.notna(p) else ""


def _table(cells, text=None):
    """Cells by (problem, type, dataset) as a table in the paper's order."""
    types = list(dict.fromkeys(key[1] for key in cells))
    types = [*(name for name in types if name not in MODES), *MODES]
    datasets = [name for name in DATASETS if name in {key[2] for key in cells}]
    rows = [Row(label(problem), label(name),
                [cells.get((problem, name, dataset), Cell("")) for dataset in datasets],
                baseline=name not in MODES)
            for problem in GRAPH_PROBLEMS for name in types
            if any(key[:2] == (problem, name) for key in cells)]
    return Table([label(name) for name in datasets], rows, text)
