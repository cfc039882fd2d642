"""Verdicts on the difference from a published number, each with its error rate.

*differs*: the difference is significant at the 5 % level. *equivalent*: it is not, and its 90 %
interval lies within a margin, by default one per cent, which are two one-sided tests at 5 % [1]_.
*undecided*: neither. So each cell that agrees is called different, and each that is off by the
margin equivalent, with a probability of at most about 5 %. ``p_holm`` is simultaneous: it bounds
the probability of any false alarm over all rows of the frame.

The error of a difference has two parts. That of our mean is estimated, with its degrees of freedom;
that of the published mean is known, and has a normal distribution. The quantile of both together is
the mean of Student's t and the normal quantile, weighted by the two variances [2]_: with few graphs
it keeps the stated levels, which Satterthwaite's degrees of freedom exceed.

References
----------
.. [1] D. J. Schuirmann. A comparison of the two one-sided tests procedure and the power approach
   for assessing the equivalence of average bioavailability. Journal of Pharmacokinetics and
   Biopharmaceutics 15(6), 1987.
.. [2] W. G. Cochran. Approximate significance levels of the Behrens-Fisher test. Biometrics 20(1),
   1964.
"""

import numpy as np
from scipy import stats

from ..analysis.statistics import holm

MARGIN = 1.0       # per cent; the margin of equivalence
LEVEL = 0.95       # of each verdict
PUBLISHED_BUDGET = 40_000
_PUBLISHED_GRAPHS = 7_500


def comparable(runs):
    """Return whether all runs have the paper's budget.

    Examples
    --------
    >>> import pandas as pd
    >>> comparable(pd.DataFrame({"budget": [40_000, 40_000]}))
    True
    >>> comparable(pd.DataFrame({"budget": [40_000, 5_000]}))
    False
    """
    return bool((runs["budget"] == PUBLISHED_BUDGET).all())


def published_error(between, unit):
    """Return the standard error of a number that the paper prints.

    Parameters
    ----------
    between : float or Series
        Standard deviation between graphs, of which the paper has 7,500.
    unit : float or Series
        Unit of the last printed digit, which determines the rounding error.

    Examples
    --------
    >>> round(float(published_error(1.0, 0.1)), 4)
    0.0311
    """
    return np.hypot(between / np.sqrt(_PUBLISHED_GRAPHS), unit / np.sqrt(12))


def judged(frame, scale, comparable=True, margin=MARGIN):
    """Return the frame with statistics and verdicts on the differences of two of its columns.

    Parameters
    ----------
    frame : DataFrame
        Columns mean, sem: memlab's values; degrees: of freedom of this standard error, or graphs,
        which are one more; published_mean, published_sem.
    scale : Series or float
        The value that corresponds to 100 %.
    comparable : bool
        Whether the two columns measure the same quantity.
    margin : float
        Of equivalence, in per cent.

    Returns
    -------
    DataFrame
        Its columns, and

        - difference: mean minus published_mean; z: difference over the combined standard error;
        - p: of the two-sided test;
        - p_holm: p corrected for all rows, see `memlab.analysis.statistics.holm`;
        - percent, percent_low, percent_high: the difference in per cent, and its 90 % interval;
        - detectable: the smallest difference that would be significant;
        - power: the probability that a true difference of `margin` per cent is significant, if
          the error is the estimated one, by the noncentral distribution of Student's t; NaN where
          this error is zero or unknown;
        - verdict: "differs", "equivalent" or "undecided", as defined in the module's documentation;
          an error that is zero or unknown, as of a single graph, is undecided; "not comparable" if
          `comparable` is false.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"graphs": 100, "mean": [30.5, 30.01, 30.2], "sem": [0.1, 0.05, 0.3],
    ...                       "published_mean": 30.0, "published_sem": 0.02})
    >>> judged(frame, 30.0)[["percent", "percent_low", "percent_high", "verdict"]].round(2)
       percent  percent_low  percent_high     verdict
    0     1.67         1.10          2.23     differs
    1     0.03        -0.26          0.33  equivalent
    2     0.67        -1.00          2.33   undecided
    """
    difference = frame["mean"] - frame["published_mean"]
    both = np.hypot(frame["sem"], frame["published_sem"])
    own = frame["degrees"] if "degrees" in frame else frame["graphs"] - 1.0
    share = (frame["sem"] / both) ** 2      # of the estimated variance
    bound = _quantile(0.5 + LEVEL / 2, share, own)
    percent, error = 100 * difference / scale, 100 * both / scale
    half = error * _quantile(LEVEL, share, own)
    z = difference / both
    p = _p_values(z.abs(), share, own)
    differs = (z.abs() >= bound) & (frame["sem"] > 0)
    near = (percent.abs() + half < margin) & (z.abs() < bound)
    verdict = np.select([differs, near], ["differs", "equivalent"], "undecided")
    shift = (margin / error).where(frame["sem"] > 0)
    power = [_power(*row) for row in zip(shift, share, own, strict=True)]
    return frame.assign(
        difference=difference, z=z, p=p, p_holm=holm(p), percent=percent,
        percent_low=percent - half, percent_high=percent + half, detectable=both * bound,
        power=power, verdict=verdict if comparable else "not comparable")


def _quantile(chance, share, degrees):
    """Return the quantile of a difference in errors; `share` of its variance is estimated [2]_."""
    return share * stats.t.ppf(chance, degrees) + (1 - share) * stats.norm.ppf(chance)


def _p_values(z, share, degrees):
    """Return the two-sided p values that belong to `_quantile`, by bisection."""
    low, high = np.zeros(len(z)), z.to_numpy(float)      # of the normal quantile
    for _ in range(60):
        middle = (low + high) / 2
        above = share * stats.t.isf(stats.norm.sf(middle), degrees) + (1 - share) * middle > z
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return 2 * stats.norm.sf(high)


def _power(shift, share, degrees):
    """Return how often a difference of `shift` errors is significant.

    It is computed as a mean over the distribution of the estimated variance, in units of the true
    variance of the difference.
    """
    chances = (np.arange(2_000) + 0.5) / 2_000
    estimated = share * stats.chi2.ppf(chances, degrees) / degrees
    both = estimated + 1 - share
    limits = np.sqrt(both) * _quantile(0.5 + LEVEL / 2, estimated / both, degrees)
    return (stats.norm.sf(limits - shift) + stats.norm.cdf(-limits - shift)).mean()


def counts(frame, margin=MARGIN):
    """Count the rows with each verdict, and those that differ by less than one per cent.

    Parameters
    ----------
    frame : DataFrame
        As returned by `judged`.
    margin : float
        In per cent.

    Returns
    -------
    dict
        Numbers of rows:

        - equivalent, undecided, differs, not comparable: with this verdict;
        - differs within: differ, and have a 90 % interval within the margin;
        - after Holm: differ at the level of the verdicts after the correction.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"verdict": ["differs", "differs", "equivalent"],
    ...                       "percent_low": [0.2, 1.1, -0.4], "percent_high": [0.8, 1.9, 0.4],
    ...                       "p_holm": [0.02, 0.0001, 1.0]})
    >>> numbers = counts(frame)
    >>> numbers["differs"], numbers["differs within"], numbers["after Holm"]
    (2, 1, 2)
    """
    rows = {name: frame["verdict"] == name for name in (
        "equivalent", "undecided", "differs", "not comparable")}
    near = (frame["percent_low"] > -margin) & (frame["percent_high"] < margin)
    rows["differs within"] = rows["differs"] & near
    rows["after Holm"] = rows["differs"] & (frame["p_holm"] < 1 - LEVEL)
    return {name: int(chosen.sum()) for name, chosen in rows.items()}
