"""Intervals of means of values that are mostly the same, as near an optimum."""

import numpy as np

from .frames import interval
from .running_times import clustered_interval

_FEW = 10      # units with another value, from which a mean is about normal


def near(beyond, unit, sides=(1,), whole=True):
    """Return the 95 % interval of the mean of distances that are mostly 0.

    Student's t over units covers too little where few units have a distance: of 20 runs of which
    each misses an optimum by one with a probability of 2 %, 36 % instead of 95 %. There, and where
    all distances are equal, the interval is that of the share of runs with a distance, see
    `memlab.analysis.running_times.clustered_interval`, times the least and the largest distance.
    With distances in fewer than ten units, a unit counts as one run: so few do not tell how much
    its runs depend on each other.

    Parameters
    ----------
    beyond : Series of float
        How far each run is from the usual value.
    unit : Series
        The unit of each run.
    sides : sequence of int
        The signs that distances may have: 1, -1 or both. With both, at least half of the units must
        have no distance, or Student's t remains.
    whole : bool
        Whether distances are whole numbers: on a side where there are none, one would be 1.

    Returns
    -------
    low, high : float
        Of one sign, if distances are; NaN with a single unit, and where nobody knows how large a
        distance would be.

    Examples
    --------
    >>> import pandas as pd
    >>> beyond, unit = pd.Series([0, 0, 1, 0, 0, 0]), pd.Series([*"abcdef"])
    >>> low, high = near(beyond, unit)
    >>> round(float(low), 2), round(float(high), 2)
    (0.02, 0.7)
    """
    beyond = beyond.dropna()
    others = (beyond != 0).groupby(unit).agg(["size", "sum"])
    few, usual = others["sum"].gt(0).sum() < _FEW, others["sum"].eq(0).mean()
    rare = few and usual >= (0.5 if len(sides) > 1 else 1e-9)
    if len(others) > 1 and (rare or beyond[beyond != 0].nunique() < 2):
        ends = np.zeros(2)
        for side in sides:
            there = beyond * side > 0
            if few or there.any():
                counts = there.groupby(unit).agg(["size", "sum"]).to_numpy(float).T
                share = clustered_interval(*counts / (counts[0].mean() if few else 1))
                sizes = beyond[there].abs().agg(["min", "max"]).fillna(1 if whole else np.nan)
                ends += np.sort(side * np.array(share) * sizes)
    else:
        _, *ends = interval(beyond.groupby(unit).mean())
    low, high = ends
    return low if -1 in sides else np.maximum(low, 0), high if 1 in sides else np.minimum(high, 0)
