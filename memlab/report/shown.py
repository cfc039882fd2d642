"""How an experiment's report shows and keeps its tables."""

from pathlib import Path

import numpy as np
import pandas as pd

from ..analysis.csv_tables import csv_text
from ..analysis.frames import SOURCE, scored
from ..plots import to_svg
from ..support.files import replacing
from ..support.names import label
from .tables import Cell, Table, number, ranged

_KEPT = {pd.DataFrame: ("tables/{}.csv", lambda frame: csv_text(frame, float_format="%.15g")),
         Table: ("tables/{}.tex", lambda table: table.latex)}


def keep(out, **made):
    """Write frames to ``tables/NAME.csv``, what is shown of them to ``tables/NAME.tex``, and charts
    to ``charts/NAME.svg`` in a folder, if any.

    Returns
    -------
    DataFrame, Table or altair.Chart
        The last one.

    Examples
    --------
    >>> keep(None, means=pd.DataFrame({"mean": [33.1]}))
       mean
    0  33.1
    """
    for name, one in made.items():
        if out:
            place, text = _KEPT.get(type(one), ("charts/{}.svg", to_svg))
            path = Path(out, place.format(name))
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path, "w") as file:
                file.write(text(one))
    return one


def table(frame, columns, value=None, names="method", best=None):
    """Return columns of a frame as a table for people.

    Parameters
    ----------
    frame : DataFrame
        Its rows are called by problem, dataset and method.
    columns : dict
        By headings: the name of a column of numbers, the names of the two ends of an interval, or
        a sequence of texts or cells.
    value : str, optional
        The column whose uncertainties say how many decimals there are; none without it.
    names : str or sequence of str
        What the rows are called besides.
    best : sequence of bool, optional
        Where the first column is bold.

    Returns
    -------
    Table

    Examples
    --------
    >>> frame = pd.DataFrame({"problem": ["mis"], "dataset": "er_small", "method": "LB",
    ...                       "mean": 33.128, "low": 32.9, "high": 33.354, "sem": 0.1, "std": 0.2})
    >>> table(frame, {"mean": "mean", "95 % interval": ("low", "high")}, value="mean")
                       mean   95 % interval
    MIS, ER small LB  33.13  32.90 to 33.35
    """
    digits = [0] * len(frame)
    if value:
        half = frame[["sem", "std"]].min(axis=1) if "std" in frame else (
            frame["high"] - frame[value])
        digits = half.groupby([frame[name] for name in SOURCE]).transform(_digits)
    cells = {}
    for heading, column in columns.items():
        if isinstance(column, str):
            column = map(number, frame[column], digits)
        elif isinstance(column, tuple):
            column = map(ranged, *(frame[end] for end in column), digits)
        cells[heading] = [one if isinstance(one, Cell) else Cell(str(one)) for one in column]
    if best is not None:
        heading = next(iter(cells))
        cells[heading] = [cell._replace(best=bool(one))
                          for cell, one in zip(cells[heading], best, strict=True)]
    where = [", ".join(filter(None, map(label, pair)))
             for pair in frame[SOURCE].itertuples(index=False)]
    besides = [*frame[names]] if isinstance(names, str) else [*names]
    return Table(pd.DataFrame(cells, pd.MultiIndex.from_arrays([where, besides])))


def _digits(uncertainties):
    """Decimals that show two digits of most of some uncertainties; two if none is known."""
    known = [value for value in uncertainties if value > 0 and np.isfinite(value)]
    return int(np.clip(1 - np.floor(np.log10(np.median(known))), 1, 4)) if known else 2


def tops(means):
    """Return which means are the best of their problem and dataset: Series of bool.

    Examples
    --------
    >>> tops(pd.DataFrame({"problem": ["mis", "mis"], "dataset": "", "mean": [3, 4]})).tolist()
    [False, True]
    """
    are_times = "successes" in means
    means = means if are_times else scored(means, "mean")
    return means.groupby(SOURCE)["mean"].rank(ascending=are_times, method="min") == 1
