"""Compare methods by paired tests, effect sizes, and fixed-target analysis.

All methods run on the same graphs with the same seeds. All comparisons are therefore between runs
on the same graph, since graphs differ, often more than methods do.

References
----------
.. [1] F. Wilcoxon. Individual comparisons by ranking methods. Biometrics Bulletin 1(6), 1945.
.. [2] S. Holm. A simple sequentially rejective multiple test procedure. Scandinavian Journal of
   Statistics 6(2), 1979.
.. [3] A. Vargha, H. D. Delaney. A critique and improvement of the CL common language effect size
   statistics of McGraw and Wong. Journal of Educational and Behavioral Statistics 25(2), 2000.
.. [4] N. Hansen et al. COCO: a platform for comparing continuous optimizers in a black-box setting.
   Optimization Methods and Software 36(1), 2021.
.. [5] J. W. Pratt. Remarks on zeros and ties in the Wilcoxon signed rank procedures. Journal of the
   American Statistical Association 54(287), 1959.
.. [6] N. Dean, M. Pagano. Evaluating confidence interval methods for binomial proportions in
   clustered surveys. Journal of Survey Statistics and Methodology 3(4), 2015.
.. [7] D. S. Kerby. The simple difference formula: an approach to teaching nonparametric
   correlation. Comprehensive Psychology 3, 2014.
"""

import itertools

import numpy as np
import pandas as pd
from scipy import stats

from ..evolution.run import TRACE_POINTS
from . import frames
from .frames import CELL, GRAPH, SOURCE, grouped, in_paper_order, interval, with_modes

LEVEL = 0.99           # confidence level at which a difference from a published number counts
FEWEST_PAIRS = 6       # with five, no two-sided signed-rank test gives a p value below 5 %
_EXACT_PAIRS = 50
# Relative distances to the best known value of a graph, finer and finer as in [4].
TARGETS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0)


def pairwise_tests(runs):
    """Compare every two modes on every dataset by Wilcoxon's signed-rank test [1]_.

    The pairs are graphs, represented by the means over their seeds, because runs on the same graph
    are not independent of each other.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, one configuration per cell.

    Returns
    -------
    DataFrame
        A row for every two modes of a problem and dataset:

        - problem, dataset;
        - first, second: the two modes;
        - pairs: the number of graphs;
        - difference: the mean of first minus second;
        - p: of `signed_rank`, NaN with fewer than six pairs;
        - p_holm: p corrected for all tests of the frame [2]_;
        - a12: Vargha and Delaney's effect size [3]_ on the same graph, the probability that a run
          of `first` beats one of `second`, ties counted half, averaged over graphs;
        - magnitude: "negligible", "small", "medium" or "large" by the thresholds 0.56, 0.64 and
          0.71 of [3]_;
        - rank_biserial: see `rank_biserial`;
        - untested: why p is missing, or "".

    Raises
    ------
    ValueError
        If a mode lacks a run that another one has.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "repetition": 0,
    ...                      "graph": list("abcdef") * 2, "mode": ["lb"] * 6 + ["darwinian"] * 6,
    ...                      "best_fitness": [31, 32, 33, 32, 30, 34, 30, 30, 30, 29, 30, 29]})
    >>> tests = pairwise_tests(runs)      # on the fifth graph the two are equal
    >>> tests[["first", "second", "pairs", "difference", "p", "a12", "magnitude"]].round(3)
           first second  pairs  difference      p    a12 magnitude
    0  darwinian     lb      6      -2.333  0.062  0.083     large
    """
    runs = with_modes(runs)
    cells = grouped(runs, [*GRAPH, "repetition"]).size()
    if len(wrong := cells[cells != runs["mode"].nunique()]):
        raise ValueError("runs must have every mode on every graph once, but not so: {}, {}, "
                         "graph {}, repetition {}".format(*wrong.index[0]))
    tests = method_tests(in_paper_order(runs), by="mode", unit=["graph"])
    return in_paper_order(tests.drop(columns=["low", "high", "wins", "ties", "losses"]))


def method_tests(runs, by="method", cell=SOURCE, unit=("unit",), fewest=FEWEST_PAIRS):
    """Compare every two methods in each cell by paired tests, with Holm's correction [2]_ over all.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.analysis.comparison.named`.
    by : str
        The column whose values are compared, in the order in which they appear.
    cell : sequence of str
        Columns that identify the groups within which methods are compared.
    unit : sequence of str
        Columns that identify the paired units; the values are means over the runs of a unit.
    fewest : int
        With fewer pairs there is no test, and p and p_holm are NaN.

    Returns
    -------
    DataFrame
        A row for every two methods of a cell:

        - the columns of the cell;
        - first, second: the two methods;
        - pairs: the number of units that both have;
        - difference: by how much first is better, the mean over units; it is first minus second,
          or second minus first if values are minimised;
        - low, high: the ends of its 95 % interval (Student's t over units);
        - wins, ties, losses: numbers of units in which the first is better, equal, worse;
        - p, p_holm, a12, magnitude, rank_biserial, untested: as in `pairwise_tests`.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "repetition": 0,
    ...                      "graph": list("abcdef") * 2, "mode": ["lb"] * 6 + ["darwinian"] * 6,
    ...                      "best_fitness": [31, 32, 33, 32, 30, 34, 30, 30, 30, 29, 30, 29]})
    >>> tests = method_tests(runs, by="mode", unit=["graph"])
    >>> tests[["first", "second", "difference", "low", "high", "wins", "ties", "losses"]].round(2)
      first     second  difference  low  high  wins  ties  losses
    0    lb  darwinian        2.33  0.5  4.17     5     1       0
    """
    rows, runs = [], with_modes(frames.scored(runs))
    cells = grouped(runs, cell)
    every = runs.groupby([cells.ngroup(), *unit, by])["best_fitness"].mean().unstack()
    of_cell = [means.to_numpy(float, na_value=np.nan) for _, means in every.groupby(level=0)]
    for (where, frame), values in zip(cells, of_cell, strict=True):
        means = dict(zip(every, values.T, strict=True))
        scores = {name: {} for name in frame[by].unique()}
        values = zip(frame["graph"], frame[by], frame["best_fitness"], strict=True)
        for graph, name, score in sorted(values, key=lambda run: str(run[0])):
            scores[name].setdefault(graph, []).append(score)
        for first, second in itertools.combinations(scores, 2):
            difference = means[first] - means[second]
            difference = difference[~np.isnan(difference)]
            if not difference.size:
                continue
            effect = a12(scores[first], scores[second])
            tested = len(difference) >= fewest
            rows.append((*where, first, second, len(difference),
                         *interval(pd.Series(difference)),
                         (difference > 0).sum(), (difference == 0).sum(), (difference < 0).sum(),
                         signed_rank(difference) if tested else np.nan,
                         None, effect, magnitude(effect), rank_biserial(difference),
                         "" if tested else f"fewer than {fewest} pairs"))
    tests = pd.DataFrame(rows, columns=[
        *cell, "first", "second", "pairs", "difference", "low", "high", "wins", "ties", "losses",
        "p", "p_holm", "a12", "magnitude", "rank_biserial", "untested"])
    return tests.assign(p_holm=holm(tests["p"]))


def holm(p):
    """Correct p values for the number of tests by Holm's step-down method [2]_.

    Parameters
    ----------
    p : array_like of float, shape (k,)
        NaN does not count as a test, and stays NaN.

    Returns
    -------
    ndarray of float64, shape (k,)
        In the same order. If all tests below a level are rejected, the probability of any false
        rejection is at most this level, even if the tests depend on each other.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    p = np.asarray(p, float)
    order = np.argsort(p)
    factors = np.maximum(np.count_nonzero(~np.isnan(p)) - np.arange(len(p)), 1)
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return corrected


def both_ways(tests):
    """Return the rows of `method_tests`, and each once more with its two methods exchanged.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "repetition": 0,
    ...                      "graph": list("abcdef") * 2, "mode": ["lb"] * 6 + ["darwinian"] * 6,
    ...                      "best_fitness": [31, 32, 33, 32, 30, 34, 30, 30, 30, 29, 30, 29]})
    >>> tests = both_ways(method_tests(runs, by="mode", unit=["graph"]))
    >>> tests[["first", "second", "difference", "wins", "losses", "a12"]].round(2)
           first     second  difference  wins  losses   a12
    0         lb  darwinian        2.33     5       0  0.92
    1  darwinian         lb       -2.33     0       5  0.08
    """
    turned = tests.rename(columns={"first": "second", "second": "first", "low": "high",
                                   "high": "low", "wins": "losses", "losses": "wins"})
    turned[["difference", "low", "high", "rank_biserial"]] *= -1
    return pd.concat([tests, turned.assign(a12=1 - turned["a12"])], ignore_index=True)


def signed_rank(difference):
    """Return the two-sided p value of Wilcoxon's signed-rank test [1]_, exact for up to 50 pairs.

    The test is conditional on the sizes of the differences: each sign has probability 1/2, so that
    ties need no approximation. Zeros are ranked with the other differences and have no sign [5]_.

    Parameters
    ----------
    difference : ndarray of float, shape (k,)

    Examples
    --------
    >>> signed_rank(np.array([1, 2, 3, 4, 5])), signed_rank(np.zeros(3))
    (0.0625, 1.0)
    """
    signed = _signed_ranks(difference)
    observed, ranks = abs(int(signed.sum())), np.abs(signed)
    if len(ranks) > _EXACT_PAIRS:
        return float(2 * stats.norm.sf(observed / np.sqrt((ranks.astype(float) ** 2).sum())))
    chances = np.ones(1)      # of every sum of signed ranks, the least first
    for rank in ranks:
        signs = np.zeros(2 * rank + 1)
        signs[[0, -1]] = 0.5
        chances = np.convolve(chances, signs)
    sums = np.arange(len(chances)) - ranks.sum()
    return float(min(chances[np.abs(sums) >= observed].sum(), 1.0))


def rank_biserial(difference):
    """Return the matched-pairs rank-biserial correlation [7]_, an effect size.

    It is the share of the ranks of positive differences less that of negative ones, from -1 to 1.
    Differences of zero have ranks as in `signed_rank`, but count in neither share.

    Parameters
    ----------
    difference : ndarray of float, shape (k,)

    Examples
    --------
    >>> rank_biserial(np.array([1, 2, -3, 4])), rank_biserial(np.zeros(3))
    (0.4, 0.0)
    """
    ranks = _signed_ranks(difference)
    return float(ranks.sum() / max(np.abs(ranks).sum(), 1))


def _signed_ranks(difference):
    """Return twice the ranks of the differences that are not zero, with their signs: int64 (k,)."""
    # rounding errors of means would break ties
    size = np.floor(np.log10(np.abs(difference).max(initial=1e-290)))
    difference = np.round(np.asarray(difference, float), 9 - int(min(size, 0)))
    ranks = np.rint(2 * stats.rankdata(np.abs(difference))).astype(np.int64)
    return (np.sign(difference).astype(np.int64) * ranks)[difference != 0]


def magnitude(a12):
    """Return the name of an effect size [3]_.

    Examples
    --------
    >>> magnitude(0.5), magnitude(0.3), magnitude(0.95)
    ('negligible', 'medium', 'large')
    """
    thresholds = [0.06, 0.14, 0.21]
    return ("negligible", "small", "medium", "large")[
        int(np.searchsorted(thresholds, round(abs(a12 - 0.5), 12), side="right"))]


def success_rates(runs, targets=TARGETS, known=None, cell=CELL):
    """Return the share of runs that reach each target relative to their graph's best known value.

    Parameters
    ----------
    runs : DataFrame
        As for `pairwise_tests`.
    targets : sequence of float
        Relative distances: 0.01 means 99 % of the best known value, and 1 a value of 0. Where the
        best known value is 0, distances are absolute.
    known : DataFrame, optional
        Columns problem, dataset, graph and best_fitness, of which the largest is the best known
        value of a graph; by default the runs themselves.
    cell : sequence of str
        Columns that identify the groups of runs.

    Returns
    -------
    DataFrame
        A row for each cell and target:

        - problem, dataset, mode, or the columns of another cell; the mode is the name of the method
          where runs have none;
        - target: the relative distance;
        - runs, successes: the number of runs, and of those that reach the target;
        - rate: their quotient;
        - low, high: the ends of its 95 % interval, see `clustered_interval`.

    Raises
    ------
    ValueError
        If a target is above 1 although a best known value is positive.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb",
    ...                      "graph": ["a", "a", "b", "b", "c", "c"],
    ...                      "best_fitness": [20, 19, 40, 40, 30, 24]})
    >>> table = success_rates(runs, targets=[0.05, 0.0])
    >>> table[["target", "runs", "successes", "rate", "low", "high"]].round(2)
       target  runs  successes  rate   low  high
    0    0.05     6          5  0.83  0.15  0.99
    1    0.00     6          4  0.67  0.11  0.97
    """
    frame = _at_targets(runs, runs if known is None else known, targets)
    cell = [*cell, "target"]
    reached = grouped(frame, [*cell, "graph"])["reached"].agg(runs="size", successes="sum")
    cells = grouped(reached, cell)
    frame = cells.sum()
    frame["rate"] = frame["successes"] / frame["runs"]
    frame[["low", "high"]] = [clustered_interval(*graphs.to_numpy().T) for _, graphs in cells]
    return in_paper_order(frame.reset_index())


def clustered_interval(runs, successes):
    """Return the 95 % interval of a success rate when runs on the same graph are not independent.

    This is Wilson's interval for the effective number of independent runs, which follows from the
    variance of the rate between graphs, with Student's t [6]_. The effective number is at most that
    of all runs. If all graphs have rate 0 or all have rate 1, the variance cannot be estimated and
    the effective number is that of the graphs.

    Parameters
    ----------
    runs, successes : ndarray, shape (k,)
        Numbers per graph. With a single graph, all runs count, and the interval is for this graph.

    Returns
    -------
    tuple of float
        The ends.

    Examples
    --------
    >>> low, high = clustered_interval(np.array([3, 3, 3, 3]), np.array([3, 0, 3, 0]))
    >>> round(float(low), 2), round(float(high), 2)
    (0.06, 0.94)
    """
    graphs, total = len(runs), runs.sum()
    rate, quantile = successes.sum() / total, stats.norm.ppf(0.975)
    if graphs > 1:
        quantile = stats.t.ppf(0.975, graphs - 1)
        variance = ((successes - rate * runs) ** 2).sum() * graphs / (graphs - 1) / total ** 2
        independent = rate * (1 - rate) / variance if variance else np.inf
        total = graphs if rate in (0, 1) else min(independent, total)
    spread = quantile ** 2 / total
    middle = (rate + spread / 2) / (1 + spread)
    half = np.sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    return middle - half, middle + half


def ecdf(traces, runs, targets=TARGETS, cell=CELL, currency="evaluations", known=None):
    """Return the empirical distribution of runtimes over all pairs of a run and a target [4]_.

    Parameters
    ----------
    traces, runs : DataFrame
        As returned by `Store.traces` and `Store.runs`. Runtimes are those of the traced runs,
        rounded up to the next point of their grid, but not beyond the end of the run.
    targets, cell, known
        As for `success_rates`.
    currency : str
        A column of the traces, one of `memlab.analysis.currencies.CURRENCIES`.

    Returns
    -------
    DataFrame
        At most 64 rows for each cell:

        - problem, dataset, mode, or the columns of another cell;
        - evaluations, or the name of another currency: the cost;
        - share: of the pairs that are reached at this cost.

    Examples
    --------
    >>> traces = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb", "graph": "a",
    ...                        "run": [0, 0, 1, 1, 1], "evaluations": [10, 20, 10, 20, 30],
    ...                        "best_fitness": [27, 30, 25, 27, 28]})
    >>> runs = traces.groupby("run").tail(1)
    >>> ecdf(traces, runs, targets=[0.1, 0.0])[["evaluations", "share"]]
       evaluations  share
    0           10   0.25
    1           20   0.75
    2           30   0.75
    """
    traces, courses = with_modes(frames.valued(traces)), []
    hits = _first_hits(traces, runs, targets, cell, currency, known)
    for key, frame in grouped(traces, cell):
        costs = np.unique(frame[currency])
        costs = costs[np.unique(np.linspace(0, len(costs) - 1, TRACE_POINTS).astype(int))]
        hit = hits["hit"][hits.index.isin(frame["run"], level="run")]
        share = np.searchsorted(np.sort(hit.dropna()), costs, side="right") / len(hit)
        courses.append(pd.DataFrame({**dict(zip(cell, key, strict=True)), currency: costs,
                                     "share": share}))
    return in_paper_order(pd.concat(courses, ignore_index=True))


def expected_running_times(traces, runs, targets=TARGETS, cell=CELL, currency="evaluations",
                           known=None):
    """Return the expected running time (ERT) to each target, with restarts until success [4]_.

    Parameters
    ----------
    traces, runs, targets, cell, currency, known
        As for `ecdf`.

    Returns
    -------
    DataFrame
        A row for each cell and target:

        - problem, dataset, mode, or the columns of another cell;
        - target: the relative distance;
        - runs, successes: the number of runs, and of those that reach the target;
        - ert: the total cost of all runs, each until it reaches the target or ends, divided by
          successes; NaN if that is 0.

    Examples
    --------
    >>> traces = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb", "graph": "a",
    ...                        "run": [0, 0, 1, 1, 1], "evaluations": [10, 20, 10, 20, 30],
    ...                        "best_fitness": [27, 30, 25, 27, 28]})
    >>> runs = traces.groupby("run").tail(1)
    >>> table = expected_running_times(traces, runs, targets=[0.1, 0.0])
    >>> table[["target", "runs", "successes", "ert"]]      # (10 + 20) / 2 and (20 + 30) / 1
       target  runs  successes   ert
    0     0.1     2          2  15.0
    1     0.0     2          1  50.0
    """
    hits = _first_hits(traces, runs, targets, cell, currency, known)
    hits["spent"] = hits["hit"].fillna(hits["spent"])
    frame = grouped(hits, [*cell, "target"]).agg(
        runs=("spent", "size"), successes=("hit", "count"), ert=("spent", "sum"))
    frame["ert"] /= frame["successes"].where(frame["successes"] > 0)
    return in_paper_order(frame.reset_index())


def _first_hits(traces, runs, targets, cell, currency, known):
    """Return the cost of each run when it reached each target, NaN if never, and at its end.

    A trace's grid goes on to the budget, with the last values of a run that has ended before.
    """
    hits = _at_targets(traces, runs if known is None else known, targets)
    hits["spent"] = hits["run"].map(runs.set_index("run")[currency])
    hits["hit"] = hits[["spent", currency]].min(axis=1).where(hits["reached"])
    return grouped(hits, [*cell, "target", "run"]).agg(
        hit=("hit", "min"), spent=("spent", "first"))


def _at_targets(frame, known, targets):
    """Return the rows of a frame once for each target, with whether it is reached.

    A target is a distance from the best known value of a graph, relative to this value, or absolute
    if it is 0.
    """
    frame, known = with_modes(frames.scored(frame)), frames.scored(known)
    keys = grouped(pd.concat([known[GRAPH], frame[GRAPH]]), GRAPH).ngroup().to_numpy()
    best = known["best_fitness"].groupby(keys[:len(known)]).max()
    best = best.reindex(keys[len(known):]).set_axis(frame.index)
    if wrong := [target for target in targets if not target <= 1 and (best > 0).any()]:
        raise ValueError("targets must be distances of at most 1 relative to the best known value, "
                         f"such as 0.01 for 99 % of it, not {wrong[0]}")
    gap = (best - frame["best_fitness"]) / best.abs().where(best != 0, 1)
    return pd.concat([frame.assign(target=target, reached=gap <= target) for target in targets],
                     ignore_index=True)


def a12(first, second):
    """Return the probability that a run of `first` beats a run of `second` on the same graph.

    Ties count half; the result is the mean over graphs.

    Parameters
    ----------
    first, second : dict
        For each graph, a sequence of its runs' best fitness. Graphs that only one of the two
        has are ignored.

    Examples
    --------
    >>> first = {"a": np.array([3, 5]), "b": np.array([4])}
    >>> second = {"a": np.array([3, 4]), "b": np.array([6])}
    >>> a12(first, second)      # the mean of 2.5 / 4 and 0
    0.3125
    """
    return float(np.mean([(0.5 + 0.5 * np.sign(np.subtract.outer(scores, second[graph]))).mean()
                          for graph, scores in first.items() if graph in second]))
