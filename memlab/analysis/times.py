"""Time as the answer: when a run reached a target, where all runs end equally good.

A run that ends before is *censored*: its time is known to be more than what it spent. Expected
running times and medians allow for that; means of logarithms do not, and are then left out.

>>> runs = pd.DataFrame({"problem": "dlb", "dataset": "", "graph": "", "repetition": [0, 1, 0, 1],
...                      "run": range(4), "mode": ["lb", "lb", "lamarckian", "lamarckian"],
...                      "evaluations": [9, 9, 99, 99], "best_fitness": [6, 6, 6, 6]})
>>> better = runs.assign(evaluations=[2, 8, 20, 80])
>>> timed = times(named(runs), better)
>>> expected(timed)[["method", "mean", "median"]].values.tolist()
[['LB', 5.0, 2.0], ['Lamarckian', 50.0, 20.0]]

References
----------
.. [1] A. Auger, N. Hansen. Performance evaluation of an advanced local search evolutionary
   algorithm. IEEE Congress on Evolutionary Computation, 2005.
.. [2] E. L. Kaplan, P. Meier. Nonparametric estimation from incomplete observations. Journal of the
   American Statistical Association 53, 1958.
.. [3] N. Mantel. Evaluation of survival data and two new rank order statistics arising in its
   consideration. Cancer Chemotherapy Reports 50, 1966.
"""

import warnings

import numpy as np
import pandas as pd
from scipy import stats

from .frames import GRAPH, METHOD, MINIMISED, SOURCE, grouped
from .method_names import named as named
from .running_times import clustered_interval, first_hits
from .statistics import holm, method_tests

_RESAMPLES = 2000


def absolute(runs, values):
    """Return the values that are to be reached, as `times` takes them.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.analysis.comparison.named`.
    values : float or dict
        For all instances; or by names of graphs, or of problems without their options.

    Returns
    -------
    DataFrame
        problem, dataset, graph, best_fitness.

    Raises
    ------
    ValueError
        If an instance has none.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er", "graph": ["a", "b", "b"]})
    >>> absolute(runs, {"mis": 30, "b": 45})["best_fitness"].tolist()
    [30.0, 45.0]
    """
    if isinstance(values, dict):
        problems = runs["problem"].str.split().str[0]
        values = runs["graph"].map(values).fillna(problems.map(values))
        for at in values.index[values.isna()][:1]:
            raise ValueError(f"values must have one for graph {runs['graph'][at]!r}, or for problem"
                             f" {problems[at]!r}")
    return runs[GRAPH].assign(best_fitness=values).drop_duplicates()


def times(runs, improvements, known=None, target=0.0, currency="evaluations"):
    """Return the runs with the time that each took to its target.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.analysis.comparison.named`.
    improvements : DataFrame
        As returned by `memlab.study.Store.improvements`; runs that it lacks are left out. Points of
        `memlab.study.Store.traces` may be among them.
    known : DataFrame, optional
        What is to be reached on each instance: as returned by `absolute`, or the best known
        values from `memlab.analysis.comparison.optima`. By default the best of the runs.
    target : float
        The distance to that which is enough, relative: 0.05 for 95 % of it.
    currency : str
        A column of both frames, such as "evaluations", "local_search_steps" or "calls".

    Returns
    -------
    DataFrame
        The runs, and

        - time: the cost at which the target was first reached, or the whole cost of the run;
        - reached: whether it was;
        - best_fitness: minus the natural logarithm of the time, so that functions that compare
          values compare times: a difference is the logarithm of a factor. Of a time of 0 it is that
          of 1/2.
    """
    better = improvements.drop(columns=["problem", "method"], errors="ignore").merge(
        runs[["run", "problem"]], on="run")
    hits = first_hits(better, runs, [target], [], currency, known).droplevel("target")
    runs = runs[runs["run"].isin(hits.index)]
    hits = hits.loc[runs["run"]].set_axis(runs.index)
    time = hits["hit"].fillna(hits["spent"])
    return runs.assign(time=time, reached=hits["hit"].notna(),
                       problem=runs["problem"].str.removesuffix(MINIMISED),
                       best_fitness=-np.log(time.clip(lower=0.5)))


@np.errstate(divide="ignore", invalid="ignore")
def expected(timed, cell=METHOD):
    """Return the expected running time [1]_ of each method, with intervals of 95 %.

    Parameters
    ----------
    timed : DataFrame
        As returned by `times`.
    cell : sequence of str
        Columns that identify the groups of runs.

    Returns
    -------
    DataFrame
        A row for each method:

        - problem, dataset, method, or the columns of another cell;
        - units, unit: as from `memlab.analysis.comparison.means`;
        - mean: the expected time until success, with restarts; infinite without a success;
        - low, high: by the bootstrap over units; NaN for a single one, or without a success;
        - std: of the times of runs;
        - runs, successes, rate, rate_low, rate_high: see `clustered_interval`, which is Wilson's on
          a single instance;
        - median, median_low, median_high: of the time of a run, by the estimate of Kaplan and Meier
          [2]_, infinite where more than half of the runs may not reach the target. The interval
          treats runs as independent.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "dlb", "dataset": "", "method": "EA", "graph": "",
    ...                      "unit": ["0", "1"], "unit_kind": "repetitions", "time": [40, 20],
    ...                      "reached": [True, False]})
    >>> expected(runs)[["mean", "runs", "successes", "median"]].values.tolist()
    [[60.0, 2.0, 1.0, 40.0]]
    """
    rows = []
    for where, frame in grouped(timed, cell):
        units = frame.groupby("unit")[["time", "reached"]].sum().to_numpy(float).T
        graphs = frame.groupby("graph")["reached"].agg(["size", "sum"]).to_numpy().T
        runs, successes = graphs.sum(axis=1)
        alive = stats.ecdf(_censored(frame)).sf
        with warnings.catch_warnings(action="ignore"):      # where all or none are on their way
            ends = alive.confidence_interval(0.95, method="log-log")
        rows.append((*where, units.shape[1], frame["unit_kind"].iloc[0], float(_ratio(*units)),
                     *_bootstrapped(*units), frame["time"].std(), runs, successes,
                     successes / runs, *clustered_interval(*graphs),
                     *map(_median, (alive, ends.low, ends.high))))
    return pd.DataFrame(rows, columns=[
        *cell, "units", "unit", "mean", "low", "high", "std", "runs", "successes", "rate",
        "rate_low", "rate_high", "median", "median_low", "median_high"])


@np.errstate(invalid="ignore")
def time_tests(timed):
    """Compare the times of every two methods, as `memlab.analysis.statistics.method_tests` does.

    Parameters
    ----------
    timed : DataFrame
        As returned by `times`.

    Returns
    -------
    DataFrame
        Its columns, and

        - difference, low, high: of the logarithms of times; positive if the first is faster;
        - factor: how many times as long the second takes, the mean of the quotients being
          geometric; factor_low, factor_high: its 95 % interval;
        - censored: the number of runs of both that did not reach the target. If there are any, the
          differences and factors are not known, and p over repetitions is that of the log-rank
          test [3]_; over graphs that of the signed ranks of the times within the budget.
    """
    tests = method_tests(timed).assign(censored=0)
    for i, row in tests.iterrows():
        here = (timed[SOURCE] == row[SOURCE]).all(axis=1)
        first, second = (timed[here & (timed["method"] == row[one])] for one in ("first", "second"))
        censored = (~first["reached"]).sum() + (~second["reached"]).sum()
        tests.loc[i, "censored"] = censored
        if censored and not row["untested"] and (first["unit_kind"] == "repetitions").all():
            tests.loc[i, "p"] = stats.logrank(_censored(first), _censored(second)).pvalue
    unknown = tests["censored"] > 0
    tests.loc[unknown, ["difference", "low", "high"]] = np.nan
    factors = np.exp(tests[["difference", "low", "high"]])
    return tests.assign(p_holm=holm(tests["p"])).join(
        factors.set_axis(["factor", "factor_low", "factor_high"], axis=1))


def _ratio(time, reached, axis=-1):
    """Return the expected running time, infinite without a success."""
    return time.sum(axis=axis) / reached.sum(axis=axis)


def _bootstrapped(time, reached):
    """Return the ends of the bootstrap's 95 % interval of the expected running time."""
    if len(time) < 2 or not reached.any():
        return np.nan, np.nan
    # the correction for bias and skewness needs a finite time without any one unit
    method = "BCa" if np.ptp(time) and (reached > 0).all() else "percentile"
    return stats.bootstrap((time, reached), _ratio, paired=True, vectorized=True, method=method,
                           n_resamples=_RESAMPLES, rng=0).confidence_interval


def _censored(timed):
    """Return the times of runs for SciPy's methods of survival analysis: CensoredData."""
    return stats.CensoredData.right_censored(timed["time"], ~timed["reached"])


def _median(alive):
    """Return the first time at which no more than half of the runs are on their way."""
    return float(np.append(alive.quantiles[alive.probabilities <= 0.5], np.inf)[0])
