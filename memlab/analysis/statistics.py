"""Compare methods by paired tests and effect sizes; fixed-target analysis is in `running_times`.

All methods run on the same graphs with the same seeds. All comparisons are therefore between runs
on the same graph, since graphs differ, often more than methods do.

Two methods that find the same optimum of a `FunctionProblem` often differ by 1e-13, since they sum
in another order; a test of ranks would see a winner on every instance. So its values are equal
within a tolerance, see `memlab.analysis.frames.subtraction`.

References
----------
.. [1] F. Wilcoxon. Individual comparisons by ranking methods. Biometrics Bulletin 1(6), 1945.
.. [2] S. Holm. A simple sequentially rejective multiple test procedure. Scandinavian Journal of
   Statistics 6(2), 1979.
.. [3] A. Vargha, H. D. Delaney. A critique and improvement of the CL common language effect size
   statistics of McGraw and Wong. Journal of Educational and Behavioral Statistics 25(2), 2000.
.. [4] J. W. Pratt. Remarks on zeros and ties in the Wilcoxon signed rank procedures. Journal of the
   American Statistical Association 54(287), 1959.
.. [5] D. S. Kerby. The simple difference formula: an approach to teaching nonparametric
   correlation. Comprehensive Psychology 3, 2014.
.. [6] J. Demšar. Statistical comparisons of classifiers over multiple data sets. Journal of Machine
   Learning Research 7, 2006.
.. [7] D. J. Schuirmann. A comparison of the two one-sided tests procedure and the power approach
   for assessing the equivalence of average bioavailability. Journal of Pharmacokinetics and
   Biopharmaceutics 15(6), 1987.
"""

import itertools

import numpy as np
import pandas as pd
from scipy import stats

from . import frames
from .frames import METHOD, SOURCE, grouped, in_paper_order, interval, with_modes
from .running_times import ecdf, expected_running_times, success_rates  # noqa: F401

LEVEL = 0.99           # confidence level at which a difference from a published number counts
FEWEST_PAIRS = 6       # with five, no two-sided signed-rank test gives a p value below 5 %
_EXACT_PAIRS = 50


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
        - pairs: the number of graphs that both have;
        - difference: the mean of first minus second;
        - p: of `signed_rank`, NaN with fewer than six pairs;
        - p_holm: p corrected for all tests of the frame [2]_;
        - a12: Vargha and Delaney's effect size [3]_ on the same graph, the probability that a run
          of `first` beats one of `second`, ties counted half, averaged over graphs;
        - magnitude: "negligible", "small", "medium" or "large" by the thresholds 0.56, 0.64 and
          0.71 of [3]_;
        - rank_biserial: see `rank_biserial`;
        - untested: why p is missing, or "".

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
    tests = method_tests(in_paper_order(with_modes(runs)), by="mode", unit=["graph"])
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
        - wins, ties, losses: numbers of units in which the first is better, equal, worse, see
          `memlab.analysis.frames.subtraction`;
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
    rows, runs = [], with_modes(frames.scored(runs).dropna(subset="best_fitness"))
    cells, minus = grouped(runs, cell), frames.subtraction(runs)
    every = runs.groupby([cells.ngroup(), *unit, by])["best_fitness"].mean().unstack()
    of_cell = [means.to_numpy(float, na_value=np.nan) for _, means in every.groupby(level=0)]
    for (where, frame), values in zip(cells, of_cell, strict=True):
        means = dict(zip(every, values.T, strict=True))
        scores = {name: {} for name in frame[by].unique()}
        values = zip(frame["graph"], frame[by], frame["best_fitness"], strict=True)
        for graph, name, score in sorted(values, key=lambda run: str(run[0])):
            scores[name].setdefault(graph, []).append(score)
        for first, second in itertools.combinations(scores, 2):
            difference = minus(means[first], means[second])
            difference = difference[~np.isnan(difference)]
            if not difference.size:
                continue
            effect = a12(scores[first], scores[second], minus)
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


def equivalence(tests, margin):
    """Test whether methods differ by less than a margin, by two one-sided t tests [7]_.

    Parameters
    ----------
    tests : DataFrame
        As returned by `method_tests`.
    margin : float or Series
        The least difference that matters, above 0.

    Returns
    -------
    DataFrame
        Its columns, and

        - margin;
        - p_equivalent: the greater p value of the two tests, NaN with one pair, or if all
          differences are equal, so that their spread is not known;
        - p_equivalent_holm: corrected for all tests of the frame [2]_. Below 5 % the two methods
          are equivalent within the margin.

    Examples
    --------
    >>> tests = pd.DataFrame({"pairs": [4], "difference": 0.1, "high": 0.5})
    >>> equivalence(tests, 1.0)["p_equivalent"].round(4).tolist()
    [0.0028]
    """
    freedom = tests["pairs"] - 1
    error = (tests["high"] - tests["difference"]) / stats.t.ppf(0.975, freedom)
    p = stats.t.sf((margin - tests["difference"].abs()) / error.where(error > 0), freedom)
    return tests.assign(margin=margin, p_equivalent=p, p_equivalent_holm=holm(p))


def mean_ranks(runs):
    """Rank the methods on every unit, and test whether any differs, by Friedman's test [6]_.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.analysis.comparison.named`.

    Returns
    -------
    DataFrame
        A row for each method, where there are at least three of them and two units:

        - problem, dataset, method, family;
        - units: those that all methods have;
        - rank: the mean rank, of which 1 is the best; equal values share the mean of their ranks;
        - low, high: half a critical difference of Nemenyi's test below and above. With 5 %
          probability of any error, two methods differ if their intervals do not overlap;
        - p: of Friedman's test that no method differs, NaN if all values are equal.

    Examples
    --------
    >>> from memlab.analysis.comparison import named
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": [*"abcd"] * 3,
    ...                      "repetition": 0, "mode": ["lb"] * 4 + ["lamarckian"] * 4
    ...                      + ["darwinian"] * 4,
    ...                      "best_fitness": [33, 32, 35, 31, 32, 31, 35, 30, 27, 28, 29, 30]})
    >>> mean_ranks(named(runs))[["method", "units", "rank", "low", "high", "p"]].round(3)
           method  units   rank    low   high     p
    0          LB      4  1.125  0.296  1.954  0.03
    1  Lamarckian      4  2.000  1.171  2.829  0.03
    2   Darwinian      4  2.875  2.046  3.704  0.03
    """
    runs, rows = frames.scored(runs), []
    minus = frames.subtraction(runs)
    for where, frame in grouped(runs, SOURCE):
        wide = frame.pivot_table("best_fitness", "unit", ["method", "family"], sort=False).dropna()
        (units, methods), values = wide.shape, wide.to_numpy(float)
        if methods > 2 and units > 1:
            ahead = np.sign(minus(values[:, :, None], values[:, None, :])).sum(axis=2)
            ranks = (methods + 1 - ahead) / 2
            with np.errstate(invalid="ignore"):
                p = stats.friedmanchisquare(*ranks.T).pvalue
            half = stats.studentized_range.ppf(0.95, methods, np.inf) * np.sqrt(
                methods * (methods + 1) / units / 48)
            rows += [(*where, *names, units, rank, rank - half, rank + half, p)
                     for names, rank in zip(wide, ranks.mean(axis=0), strict=True)]
    return pd.DataFrame(rows, columns=[*METHOD, "family", "units", "rank", "low", "high", "p"])


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
    ties need no approximation. Zeros are ranked with the other differences and have no sign [4]_.

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
    """Return the matched-pairs rank-biserial correlation [5]_, an effect size.

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


def a12(first, second, minus=np.subtract):
    """Return the probability that a run of `first` beats a run of `second` on the same graph.

    Ties count half; the result is the mean over graphs.

    Parameters
    ----------
    first, second : dict
        For each graph, a sequence of its runs' best fitness. Graphs that only one of the two
        has are ignored.
    minus : callable
        Subtracts them, see `memlab.analysis.frames.subtraction`.

    Examples
    --------
    >>> first = {"a": np.array([3, 5]), "b": np.array([4])}
    >>> second = {"a": np.array([3, 4]), "b": np.array([6])}
    >>> a12(first, second)      # the mean of 2.5 / 4 and 0
    0.3125
    """
    return float(np.mean([
        (0.5 + 0.5 * np.sign(minus(*np.ix_(scores, second[graph])))).mean()
        for graph, scores in first.items() if graph in second]))
