"""Modes against each other: paired tests, effect sizes, ranks, and fixed-target analysis.

All modes meet the same graphs with the same seeds. So everything here compares runs of one (graph,
repetition) with each other: graphs differ far more than modes do.

References
----------
.. [1] F. Wilcoxon. Individual comparisons by ranking methods. Biometrics Bulletin 1(6), 1945.
.. [2] S. Holm. A simple sequentially rejective multiple test procedure. Scandinavian Journal of
   Statistics 6(2), 1979.
.. [3] A. Vargha, H. D. Delaney. A critique and improvement of the CL common language effect size
   statistics of McGraw and Wong. Journal of Educational and Behavioral Statistics 25(2), 2000.
.. [4] J. Demšar. Statistical comparisons of classifiers over multiple data sets. Journal of Machine
   Learning Research 7, 2006.
.. [5] N. Hansen et al. COCO: a platform for comparing continuous optimizers in a black-box setting.
   Optimization Methods and Software 36(1), 2021.
"""

import itertools

import numpy as np
import pandas as pd
from scipy import stats

from ..checks import choice
from ..names import MODES
from .tables import CELL, in_paper_order

_PAIR = ["problem", "dataset", "graph", "repetition"]
# Relative distances to the best known value of a graph, finer and finer as in [5].
TARGETS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0)


def pairwise_tests(runs, unit="run"):
    """Wilcoxon signed-rank test [1]_ of every two modes on every dataset, and how large it is.

    Parameters
    ----------
    runs : DataFrame
        As `Store.runs` gives them, one configuration per cell.
    unit : {"run", "graph"}
        What is paired: runs of the same graph and seed; or the means over the seeds of a graph,
        which are fewer and independent of each other.

    Returns
    -------
    DataFrame
        problem, dataset, first, second: two modes; pairs; difference: mean of first minus second;
        p: of the two-sided test by the normal approximation, which wants ten pairs or so;
        differences of zero count half to each side (p is 1 if there is no other); p_holm: corrected
        for all tests of the frame [2]_; a12: Vargha and Delaney's effect size [3]_ on the same
        graph, the probability that a run of `first` beats one of `second`, ties counted half,
        averaged over graphs; magnitude: "negligible", "small", "medium" or "large" by the
        thresholds 0.56, 0.64 and 0.71 of [3]_.

    Raises
    ------
    ValueError
        If a mode lacks a run that another one has, or `unit` is unknown.
    """
    choice("unit", unit, ("run", "graph"))
    wide = _paired(runs)
    rows = []
    for (problem, dataset), frame in wide.groupby(["problem", "dataset"], sort=False):
        samples = frame if unit == "run" else frame.groupby("graph").mean()
        for first, second in itertools.combinations([m for m in MODES if m in frame], 2):
            difference = (samples[first] - samples[second]).to_numpy()
            effect = _a12(frame[first], frame[second])
            rows.append((problem, dataset, first, second, len(difference), difference.mean(),
                         wilcoxon(difference), effect, magnitude(effect)))
    columns = ["problem", "dataset", "first", "second", "pairs", "difference", "p", "a12",
               "magnitude"]
    tests = pd.DataFrame(rows, columns=columns)
    tests.insert(columns.index("p") + 1, "p_holm", holm(tests["p"]))
    return in_paper_order(tests)


def wilcoxon(difference):
    """p value of Wilcoxon's signed-rank test [1]_, two-sided, by the normal approximation.

    Parameters
    ----------
    difference : ndarray of float, shape (k,)
        Of pairs, at best ten or more. Zeros count half to each side; if all are 0, p is 1.

    Examples
    --------
    >>> wilcoxon(np.array([1, 2, 3, 4, 5])), wilcoxon(np.zeros(3))
    (0.043, 1.0)
    """
    if not difference.any():
        return 1.0
    # With ties, of which there are many, an exact p value would need all 2**pairs permutations.
    return float(stats.wilcoxon(difference, zero_method="zsplit", method="asymptotic").pvalue)


def holm(p):
    """Holm's step-down correction [2]_ of p values for the number of tests.

    Parameters
    ----------
    p : array_like of float, shape (k,)

    Returns
    -------
    ndarray of float64, shape (k,)
        In the same order; rejecting those below a level makes a single false rejection with at
        most this probability, however the tests depend on each other.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    p = np.asarray(p, float)
    order = np.argsort(p)
    factors = np.arange(len(p), 0, -1)
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return corrected


def magnitude(a12):
    """What an effect size is called [3]_.

    Examples
    --------
    >>> magnitude(0.5), magnitude(0.3), magnitude(0.95)
    ('negligible', 'medium', 'large')
    """
    thresholds = [0.06, 0.14, 0.21]
    return ("negligible", "small", "medium", "large")[
        int(np.searchsorted(thresholds, round(abs(a12 - 0.5), 12), side="right"))]


def ranks(runs):
    """Mean rank of each mode over all (graph, repetition) of a dataset, 1 being the best.

    Parameters
    ----------
    runs : DataFrame
        As for `pairwise_tests`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, rank; critical_difference: that of Nemenyi's test at the 5 % level
        [4]_, beyond which mean ranks over so many graphs differ significantly; friedman_p: of
        Friedman's test that all modes are equal. Both count graphs and not runs, since the runs on
        one graph are not independent.
    """
    rows = []
    for (problem, dataset), frame in _paired(runs).groupby(["problem", "dataset"], sort=False):
        mean = frame.rank(axis=1, ascending=False).groupby("graph").mean().mean()
        scores = frame.groupby("graph").mean()
        k, graphs = scores.shape[1], len(scores)
        critical = (stats.studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2)
                    * np.sqrt(k * (k + 1) / (6 * graphs)))
        p = stats.friedmanchisquare(*scores.to_numpy().T).pvalue if graphs > 1 else np.nan
        rows += [(problem, dataset, mode, rank, critical, p) for mode, rank in mean.items()]
    return in_paper_order(pd.DataFrame(rows, columns=[*CELL, "rank", "critical_difference",
                                                      "friedman_p"]))


def success_rates(runs, targets=TARGETS):
    """Share of runs that come as near to the best known value of their graph as each target says.

    Parameters
    ----------
    runs : DataFrame
        As for `pairwise_tests`. The best known value of a graph is the best of all these runs.
    targets : sequence of float
        Relative distances: 0.01 means 99 % of the best known value.

    Returns
    -------
    DataFrame
        problem, dataset, mode, target, runs, successes, rate; low, high: the ends of its 95 %
        Wilson interval, as if runs were independent.
    """
    best = runs.groupby(["problem", "dataset", "graph"])["best_fitness"].transform("max")
    gap = (best - runs["best_fitness"]) / best.abs()
    frames = []
    for target in targets:
        reached = (gap <= target).groupby([runs[name] for name in CELL]).agg(["size", "sum"])
        frames.append(reached.set_axis(["runs", "successes"], axis=1).assign(target=target))
    frame = pd.concat(frames).reset_index()
    frame["rate"] = frame["successes"] / frame["runs"]
    intervals = [stats.binomtest(int(row.successes), int(row.runs)).proportion_ci(method="wilson")
                 for row in frame.itertuples()]
    frame["low"], frame["high"] = np.array(intervals).T
    return in_paper_order(frame[[*CELL, "target", "runs", "successes", "rate", "low", "high"]])


def ecdf(traces, runs, targets=TARGETS):
    """Empirical distribution of runtimes over all pairs of a run and a target [5]_.

    Parameters
    ----------
    traces, runs : DataFrame
        As `Store.traces` and `Store.runs` give them. Targets are set by all runs, runtimes are
        known of the traced ones, to the next point of their grid.
    targets : sequence of float
        As for `success_rates`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, evaluations, share: of the pairs, those that are reached within so
        many evaluations.
    """
    best = runs.groupby(["problem", "dataset", "graph"])["best_fitness"].max().rename("best")
    frame = traces.merge(best.reset_index(), on=["problem", "dataset", "graph"])
    gap = ((frame["best"] - frame["best_fitness"]) / frame["best"].abs()).to_numpy()
    frame["share"] = (gap[:, None] <= np.asarray(targets)).mean(axis=1)
    # Points before a run's initial population is complete have no row: nothing is reached there.
    total = frame.groupby(CELL)["run"].nunique().rename("total")
    course = frame.groupby([*CELL, "evaluations"])["share"].sum().reset_index()
    course = course.merge(total.reset_index(), on=CELL)
    course["share"] /= course.pop("total")
    return in_paper_order(course)


def _paired(runs):
    """Best fitness with a column per mode, a row per problem, dataset, graph and repetition."""
    wide = runs.pivot(index=_PAIR, columns="mode", values="best_fitness")
    wide = wide[[mode for mode in MODES if mode in wide]]
    if wide.isna().any(axis=None):
        where = wide.index[wide.isna().any(axis=1)][0]
        raise ValueError("runs must have every mode on every graph, but not so: {}, {}, graph {}, "
                         "repetition {}".format(*where))
    return wide


def _a12(first, second):
    """Probability that a run of `first` beats one of `second` on the same graph, mean of graphs."""
    graphs = first.groupby("graph").indices.values()
    first, second = first.to_numpy(), second.to_numpy()
    return float(np.mean([(0.5 + 0.5 * np.sign(first[g][:, None] - second[g])).mean()
                          for g in graphs]))
