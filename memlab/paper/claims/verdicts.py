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
    scale : float
        The reference of a relative difference, 100 if it is already in per cent; 0 if the value is
        a logarithm.
    """

    value: float
    sem: float = 0.0
    units: float = np.inf
    least: float = -np.inf
    most: float = np.inf
    scale: float = 1.0


def sampled(values, repetitions, least=-np.inf, most=np.inf, **about):
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
    **about
        Other attributes of `Estimate`.

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
    return Estimate(values.mean(), sem, max(len(values), 1), least, most, **about)


def row(cells, theirs=(), share=1.0, show=None, itself=None):
    """Summarise the cells of a claim in a row of the table of claims.

    Parameters
    ----------
    cells, theirs : sequence of Estimate
        The cells as the study has them, and as the paper prints them. One of the two may be empty.
    share : float
        The share of cells for which the claim is said to hold.
    show : {"least", "most"}, optional
        Which of several cells is shown; by default, the number of cells in which the claim is true.
    itself : str, optional
        Why the paper says otherwise, if it does so in words.

    Returns
    -------
    dict
        Its values are

        - computed, low, high, detectable, verdict: as returned by `memlab.paper.claims.judge`;
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
    ours, theirs = _with_intervals(cells), _with_intervals(cell._replace(sem=0) for cell in theirs)
    wrong = theirs["inside"].sum() < _needed(theirs, share)
    # without runs, only the paper's own numbers can contradict the claim
    frame = theirs if ours.empty and wrong else ours
    verdict, reason = _verdict(ours, share, wrong, itself)
    return {"computed": _shown(frame, "value", "inside", show),
            "low": _shown(frame, "low", "surely", show),
            "high": _shown(frame, "high", "possibly", show),
            "detectable": _detectable(frame, show), "verdict": verdict, "of": len(frame),
            "paper": _shown(theirs, "value", "inside", show), "reason": reason}


def _with_intervals(cells):
    """Return the cells whose value is known, the ends of their simultaneous intervals, and whether
    the claim is true in them, by their value, surely or possibly.
    """
    frame = pd.DataFrame(cells, columns=Estimate._fields, dtype=float).dropna(subset="value")
    freedom = (frame["units"] - 1).clip(lower=1)
    sem = frame["sem"].fillna(np.inf)
    quantile = stats.t.isf((1 - _LEVEL) / (2 * max(len(frame), 1)), freedom)
    margin = (quantile * sem).where(sem > 0, 0.0)
    low, high = frame["value"] - margin, frame["value"] + margin
    least, most = frame["least"], frame["most"]
    return frame.assign(margin=margin, low=low, high=high,
                        inside=frame["value"].between(least, most),
                        surely=(low >= least) & (high <= most),
                        possibly=(high >= least) & (low <= most))


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


def _shown(frame, values, true, show):
    """Return one value, or in how many cells the claim is true."""
    if len(frame) > 1 and show is None:
        return float(frame[true].sum())
    value = frame[values].min() if show == "least" else frame[values].max()
    if not np.isfinite(value):
        return np.nan
    return float(np.exp(value) if frame["scale"].iloc[0] == 0 else value)


def _detectable(frame, show):
    """Return the margin of the median cell in per cent of what is compared; of one value, in its
    unit.
    """
    margin, scale = frame["margin"], frame["scale"].abs()
    if not np.isfinite(margin).all() or not margin.any():
        return np.nan
    logarithm = scale.iloc[0] == 0
    if len(frame) > 1 and show is None:
        return float(100 * (np.expm1(margin.median()) if logarithm else (margin / scale).median()))
    cell = frame.loc[frame["value"].idxmin() if show == "least" else frame["value"].idxmax()]
    return float(np.expm1(cell["margin"]) * np.exp(cell["value"]) if logarithm else cell["margin"])
