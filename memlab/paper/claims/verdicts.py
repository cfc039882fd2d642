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
MOSTLY = "true mostly, false somewhere"
CONTRADICTED = "contradicted"
ITSELF = "contradicts itself"
UNJUDGED = "cannot be judged"
VERDICTS = (CONFIRMED, WEAKLY, MOSTLY, CONTRADICTED, ITSELF, UNJUDGED)

MOST = 0.75          # the share of cells that counts as most of them
_LEVEL = 0.95
_ROUNDING = 1e-12    # a standard error below it is none


class Estimate(NamedTuple):
    """The number of one cell of a claim.

    Attributes
    ----------
    value, sem : float
        The value is NaN if it is not known. The standard error is 0 if the value is exact, and NaN
        or infinite if it is that of a single graph.
    units : float
        Graphs behind it.
    least, most : float
        The range in which the claim says that it is, both ends included.
    """

    value: float
    sem: float = 0.0
    units: float = np.inf
    least: float = -np.inf
    most: float = np.inf


def sampled(values, repetitions, least=-np.inf, most=np.inf):
    """Estimate a mean over graphs.

    Parameters
    ----------
    values : Series
        A number for each graph.
    repetitions : int
        Runs per graph. If all graphs have the same value, the standard error is that of a change of
        one run by one.
    least, most : float
        As in `Estimate`.

    Returns
    -------
    Estimate
        The mean, with its standard error over graphs.

    Examples
    --------
    >>> cell = sampled(pd.Series([1.0, 3.0]), repetitions=3, least=0.0)
    >>> float(cell.value), float(cell.sem), cell.units
    (2.0, 1.0, 2)
    """
    values = values.dropna()
    sem = values.sem() if len(values) > 1 else np.inf
    if sem < _ROUNDING:
        sem = 1 / (max(repetitions, 1) * len(values))
    return Estimate(values.mean(), sem, max(len(values), 1), least, most)


def row(cells, theirs=(), share=1.0, itself=None):
    """Summarise the cells of a claim in a row of the table of claims.

    Parameters
    ----------
    cells, theirs : sequence of Estimate
        The cells as the study has them, and as the paper prints them. One of the two may be empty.
    share : float
        The share of cells for which the claim is said to hold.
    itself : str, optional
        Why the paper says otherwise, if it does so in words.

    Returns
    -------
    dict
        Its values are

        - computed, low, high, verdict: as returned by `memlab.paper.claims.judge`;
        - of: the number of cells;
        - paper: as computed, for the paper's own numbers;
        - reason: why the claim cannot be judged, or "".

    Examples
    --------
    >>> cells = [Estimate(value, sem=1.0, least=0.0) for value in (5.0, 6.0, 4.0, 1.0)]
    >>> summary = row(cells)
    >>> summary["computed"], summary["low"], summary["of"], summary["verdict"]
    (4.0, 3.0, 4, 'confirmed more weakly')
    """
    ours, theirs = _judged(cells), _judged(cell._replace(sem=0) for cell in theirs)
    wrong = theirs["inside"].sum() < _needed(theirs, share)
    # without runs, only the paper's own numbers can contradict the claim
    frame = theirs if ours.empty and wrong else ours
    inside, surely, possibly = frame.sum() if len(frame) else (np.nan,) * 3
    verdict, reason = _verdict(ours, share, wrong, itself)
    return {"computed": float(inside), "low": float(surely), "high": float(possibly),
            "verdict": verdict, "of": len(frame), "reason": reason,
            "paper": float(theirs["inside"].sum()) if len(theirs) else np.nan}


def _judged(cells):
    """Return whether the claim is true in the cells whose value is known: inside (by the value),
    surely or possibly (by their simultaneous intervals).
    """
    frame = pd.DataFrame(cells, columns=Estimate._fields, dtype=float).dropna(subset="value")
    freedom = (frame["units"] - 1).clip(lower=1)
    sem = frame["sem"].fillna(np.inf)
    quantile = stats.t.isf((1 - _LEVEL) / (2 * max(len(frame), 1)), freedom)
    margin = (quantile * sem).where(sem > 0, 0.0)
    low, high = frame["value"] - margin, frame["value"] + margin
    least, most = frame["least"], frame["most"]
    return pd.DataFrame({"inside": frame["value"].between(least, most),
                         "surely": (low >= least) & (high <= most),
                         "possibly": (high >= least) & (low <= most)})


def _needed(frame, share):
    """Return in how many cells a claim must be true if it holds for a share of them."""
    return np.ceil(share * len(frame) - 1e-9)


def _verdict(frame, share, wrong, itself):
    """Return the verdict on the cells of a study, and why it cannot be judged."""
    count, needed = len(frame), _needed(frame, share)
    inside, surely, possibly = frame[["inside", "surely", "possibly"]].sum()
    if wrong or (count and itself is not None and surely < needed):
        return ITSELF, ""
    if count and surely >= needed:
        return CONFIRMED, ""
    mostly = inside >= min(needed, MOST * count) and surely > count - possibly
    if possibly < needed:
        return MOSTLY if mostly else CONTRADICTED, ""
    if mostly:
        return WEAKLY, ""
    return UNJUDGED, (f"too few graphs: {possibly - surely} of {count} intervals hold both values "
                      "that the claim allows and others")
