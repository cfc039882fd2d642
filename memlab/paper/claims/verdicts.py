"""The rule by which the cells of a claim determine its verdict.

A claim is about one or several cells: each has a number, and a range in which the claim says that
the number lies. The intervals of a claim's cells are simultaneous: with probability at least 95 %
all of them contain their true values (Bonferroni, Student's t over graphs). So the number of cells
in which the claim is true is at least the number of intervals inside the range, and at most the
number of intervals that intersect the range.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

CONFIRMED = "confirmed"
WEAKLY = "confirmed more weakly"
CONTRADICTED = "contradicted"
ITSELF = "contradicts itself"
UNJUDGED = "cannot be judged"
VERDICTS = (CONFIRMED, WEAKLY, CONTRADICTED, ITSELF, UNJUDGED)

MOST = 0.75          # the share of cells that counts as most of them
_LEVEL = 0.95
_ROUNDING = 1e-12    # a standard error below it is none


class Cell(NamedTuple):
    """A number that a claim is about.

    Attributes
    ----------
    value, sem : float
        The value is NaN if it is not known. The standard error is 0 if the value is exact, and NaN
        or infinite if it is that of a single graph.
    units : float
        Graphs behind it.
    least, most : float
        The range in which the claim says that it is, both ends included.
    papers : float
        The paper's own value, NaN if it prints none, and `papers_range` the range for it.
    scale : float
        The reference of a relative difference, 100 if it is already in per cent; 0 if the value is
        a logarithm.
    """

    value: float
    sem: float = 0.0
    units: float = np.inf
    least: float = -np.inf
    most: float = np.inf
    papers: float = np.nan
    papers_range: tuple = (None, None)
    scale: float = 1.0


def sampled(values, repetitions, least=-np.inf, most=np.inf, **about):
    """Make the cell of a mean over graphs.

    Parameters
    ----------
    values : Series
        A number for each graph.
    repetitions : int
        Runs per graph. If all graphs have the same value, the standard error is that of a change of
        one run by one.
    least, most : float
        As in `Cell`.
    **about
        Other attributes of `Cell`.
    """
    values = values.dropna()
    if values.empty:
        return Cell(np.nan, np.nan, 1, least, most, **about)
    sem = values.sem() if len(values) > 1 else np.inf
    if sem < _ROUNDING:
        sem = 1 / (max(repetitions, 1) * len(values))
    return Cell(values.mean(), sem, len(values), least, most, **about)


def row(cells, share=1.0, show=None, itself=None):
    """Summarise cells in a row of the table of claims.

    Parameters
    ----------
    cells : list of Cell
        The cells.
    share : float
        The share of cells for which the claim is said to hold.
    show : {"least", "most"}, optional
        Which of several cells is shown; by default, the number of cells in which the claim is true.
    itself : str, optional
        Why the paper says otherwise, if it does so in words.

    Returns
    -------
    dict
        computed, low, high, detectable, verdict; of: number of cells; ours: number of cells with a
        value; paper: as computed, for the paper's own numbers; and reason.
    """
    frame = pd.DataFrame(cells)
    theirs = frame[frame["papers"].notna()]
    frame = frame[frame["value"].notna()]
    found = {"of": len(frame), "ours": len(frame), "paper": np.nan, "reason": ""}
    wrong = False
    if len(theirs):
        own = pd.DataFrame(theirs["papers_range"].tolist(), theirs.index, ["least", "most"])
        own = own.astype(float).fillna(theirs[["least", "most"]])
        inside = theirs["papers"].between(own["least"], own["most"])
        wrong = inside.sum() < np.ceil(share * len(theirs) - 1e-9)
        found["paper"] = _shown(theirs, theirs["papers"], inside, show)
    if not len(frame):
        # without runs, only the paper's own numbers can contradict the claim
        value = found["paper"] if wrong else np.nan
        return found | {"computed": value, "low": value, "high": value, "detectable": np.nan,
                        "of": len(theirs) if wrong else 0, "verdict": ITSELF if wrong else UNJUDGED}
    value, ends = frame["value"], _intervals(frame)
    inside = value.between(frame["least"], frame["most"])
    sure = (ends["low"] >= frame["least"]) & (ends["high"] <= frame["most"])
    never = (ends["high"] < frame["least"]) | (ends["low"] > frame["most"])
    need = np.ceil(share * len(frame) - 1e-9)
    if wrong or (itself is not None and sure.sum() < need):
        found["verdict"] = ITSELF
    elif sure.sum() >= need:
        found["verdict"] = CONFIRMED
    elif inside.sum() >= min(need, MOST * len(frame)) and sure.sum() > never.sum():
        found["verdict"] = WEAKLY
    elif len(frame) - never.sum() < need:
        found["verdict"] = CONTRADICTED
    else:
        undecided = len(frame) - sure.sum() - never.sum()
        found["verdict"] = UNJUDGED
        found["reason"] = (f"too few graphs: {undecided} of {len(frame)} intervals hold both "
                           "values that the claim allows and others")
    low = _shown(frame, ends["low"], sure, show)
    high = _shown(frame, ends["high"], ~never, show)
    return found | {"computed": _shown(frame, value, inside, show), "low": low, "high": high,
                    "detectable": _detectable(frame, ends, show)}


def _intervals(frame):
    """Ends of the simultaneous intervals; without a standard error they are infinite."""
    tail = (1 - _LEVEL) / (2 * len(frame))
    freedom = (frame["units"] - 1).clip(lower=1)
    sem = frame["sem"].fillna(np.inf)
    margin = (stats.t.isf(tail, freedom) * sem).where(sem > 0, 0.0)
    return pd.DataFrame({"low": frame["value"] - margin, "high": frame["value"] + margin,
                         "margin": margin})


def _shown(frame, values, true, show):
    """One value, or in how many cells the claim is true."""
    if len(frame) > 1 and show is None:
        return float(true.sum())
    value = values.min() if show == "least" else values.max()
    if not np.isfinite(value):
        return np.nan
    return float(np.exp(value) if frame["scale"].iloc[0] == 0 else value)


def _detectable(frame, ends, show):
    """The margin of the median cell in per cent of what is compared; of one value, in its unit."""
    margin, scale = ends["margin"], frame["scale"].abs()
    if not np.isfinite(margin).all() or not margin.any():
        return np.nan
    logarithm = scale.iloc[0] == 0
    if len(frame) == 1 or show is not None:
        at = frame["value"].idxmin() if show == "least" else frame["value"].idxmax()
        return float(np.expm1(margin[at]) * np.exp(frame["value"][at]) if logarithm
                     else margin[at])
    return float(100 * (np.expm1(margin.median()) if logarithm else (margin / scale).median()))
