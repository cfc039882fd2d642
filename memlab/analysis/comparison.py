"""Compare the methods of any experiment: tidy frame of runs in, tidy frame out.

`named` is the first step: it adds the name of the method to each run. The other functions average
over the seeds of a graph, and give intervals and tests over graphs, which are independent of each
other. If a problem has a single graph or none, repetitions take their place, and the results hold
for this instance alone.

>>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": ["a", "b"] * 2,
...                      "repetition": 0, "mode": "lb", "mu": [10, 10, 50, 50],
...                      "best_fitness": [31, 33, 32, 36]})
>>> means(named(runs))[["method", "units", "unit", "mean", "sem"]].values.tolist()
[['LB mu=10', 2, 'graphs', 32.0, 1.0], ['LB mu=50', 2, 'graphs', 34.0, 2.0]]
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..problems.pseudo_boolean.pbo import FUNCTIONS
from . import frames
from .currencies import CURRENCIES
from .factors import effects  # noqa: F401 - so are others below: names of this module too
from .frames import GRAPH, METHOD, MINIMISED, SOURCE, in_paper_order, question
from .intervals import near
from .known import best_known
from .method_names import named, varied, with_columns  # noqa: F401
from .statistics import both_ways, method_tests


def means(runs, column="best_fitness", known=None):
    """Return the mean of a column for each method, with its 95 % interval.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`.
    column : str
    known : DataFrame, optional
        As returned by `optima`. If all instances of a source have the same proved optimum, no
        interval goes beyond it.

    Returns
    -------
    DataFrame
        A row for each method:

        - problem, dataset, method, family;
        - units: their number; unit: "graphs" or "repetitions";
        - mean, std, sem: as returned by `memlab.analysis.frames.means`;
        - low, high: the ends of the 95 % interval. Student's t over units, unless most runs have
          the same value: see `memlab.analysis.intervals.near`. NaN where nobody knows how far from
          it other runs would be;
        - median, median_low, median_high: of units; the interval, of at least 95 %, is that of the
          sign test, and NaN with fewer than six units.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": ["a", "a", "b", "b"],
    ...                      "repetition": [0, 1, 0, 1], "mode": "lb",
    ...                      "best_fitness": [30, 32, 33, 37]})
    >>> means(named(runs))[["method", "units", "unit", "mean", "std", "sem"]].round(2)
      method  units    unit  mean   std  sem
    0     LB      2  graphs  33.0  2.12  2.0
    """
    about = runs.groupby(METHOD, sort=False).agg(
        family=("family", "first"), units=("unit", "nunique"), unit=("unit_kind", "first"))
    table, proved = about.join(frames.means(runs, column, METHOD, "unit")), {}
    if known is not None:
        level = known["best_fitness"].where(known["proved"]).groupby([known[c] for c in SOURCE])
        proved = level.first()[level.nunique(dropna=False) == 1].dropna()
    for where, one in runs.dropna(subset=column).groupby(METHOD, sort=False):
        usual, sides = one[column].mode()[0], (-1, 1)
        if where[:2] in proved:
            usual, sides = proved[where[:2]], (1 if where[0].endswith(MINIMISED) else -1,)
        beyond = frames.subtraction(runs)(one[column], usual)
        low, high = near(beyond, one["unit"], sides, one[column].dtype.kind == "i")
        units = one.groupby("unit")[column].mean()
        ends = stats.quantile_test(units, p=0.5).confidence_interval(0.95)
        table.loc[where, ["low", "high", "median", "median_low", "median_high"]] = (
            usual + low, usual + high, units.median(), *ends)
    return table.reset_index()


def optima(runs):
    """Return the best known value of each graph, from the runs and from public records.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`, those of solvers included.

    Returns
    -------
    DataFrame
        A row for each graph:

        - problem, dataset, graph, vertices, edges;
        - best_fitness: the best known value;
        - upper_bound: the least upper bound, NaN without one;
        - proved: whether the two are equal;
        - proofs: the number of methods of the experiment that proved it;
        - basis: "proved", "best known" (of a public instance), or "best found" (here).

    Raises
    ------
    ValueError
        If a run is better than an upper bound, so that one of the two must be wrong.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> known = optima(named(load(RESULTS / "optima").runs()))
    >>> known[["graph", "best_fitness", "upper_bound", "proofs", "basis"]].tail(3)
                     graph  best_fitness  upper_bound  proofs   basis
    57  rb_small/test/0/17          20.0         20.0       2  proved
    58  rb_small/test/0/18          21.0         21.0       2  proved
    59  rb_small/test/0/19          19.0         19.0       2  proved
    """
    runs = frames.scored(runs)
    runs = with_columns(runs, upper_bound=np.nan, proved=False, vertices=np.nan, edges=np.nan)
    graphs = runs.groupby(GRAPH, sort=False)
    frame = graphs.agg(vertices=("vertices", "first"), edges=("edges", "first"),
                       best_fitness=("best_fitness", "max"), upper_bound=("upper_bound", "min"))
    proofs = runs[runs["proved"].eq(True)].groupby(GRAPH)["method"].nunique()
    public = pd.DataFrame(
        [_public_record(row) for row in graphs.first().reset_index().to_dict("records")],
        index=frame.index, columns=["best_known", "status"])
    value = public["best_known"].astype(float)
    bound = value.where(public["status"] == "optimal")
    frame["upper_bound"] = np.fmin(frame["upper_bound"].astype(float), bound)
    frame["best_fitness"] = np.fmax(frame["best_fitness"], value)
    beyond = frames.subtraction(runs)(frame["best_fitness"], frame["upper_bound"])
    wrong = frame[beyond > 0]
    if len(wrong):
        value, bound = wrong.iloc[0][["best_fitness", "upper_bound"]]
        raise ValueError("runs must not exceed upper bounds, but on {}, {}, graph {!r} a value is "
                         "{:.15g} and a bound {:.15g}".format(*wrong.index[0], value, bound))
    frame["proved"] = beyond == 0
    frame["proofs"] = proofs.reindex(frame.index, fill_value=0)
    frame["basis"] = np.where(frame["proved"], "proved", np.where(
        frame["best_fitness"] == value, "best known", "best found"))
    return frames.scored(frame.reset_index())


def gaps(runs, known):
    """Return how far each method stays below the best known values.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`.
    known : DataFrame
        As returned by `optima`; runs on graphs that it lacks are left out.

    Returns
    -------
    DataFrame
        A row for each method:

        - problem, dataset, method, family;
        - graphs, proved: the number of graphs, and of those with a proved optimum;
        - best_known, mean: means over graphs;
        - gap: by how much the mean is worse than best_known; low, high: the ends of its 95 %
          interval, Student's t over units unless most of them have no gap or all gaps are equal:
          then that of the share of runs with a gap, see `clustered_interval`, times the least and
          the largest gap. NaN where the size of a gap is not known;
        - reached_percent: the percentage of runs without a gap;
        - gap_percent: gap in per cent of best_known, NaN if that is 0.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": ["a", "b"] * 2,
    ...                      "repetition": 0, "mode": ["lb", "lb", "lamarckian", "lamarckian"],
    ...                      "best_fitness": [31, 33, 32, 29]})
    >>> runs = named(runs)
    >>> table = gaps(runs, optima(runs))      # the best known values are 32 and 33
    >>> table[["method", "graphs", "best_known", "mean", "gap", "reached_percent"]]
           method  graphs  best_known  mean  gap  reached_percent
    0          LB       2        32.5  32.0  0.5             50.0
    1  Lamarckian       2        32.5  30.5  2.0             50.0
    """
    known = frames.scored(known)[[*GRAPH, "best_fitness", "proved"]].rename(
        columns={"best_fitness": "best_known"})
    frame = frames.scored(runs).rename(columns={"best_fitness": "mean"}).merge(
        known, on=GRAPH, suffixes=("_by_run", ""))
    frame["gap"] = frames.subtraction(frame)(frame["best_known"], frame["mean"])
    frame["reached_percent"] = 100.0 * (frame["gap"] == 0)
    columns = ["best_known", "mean", "gap", "reached_percent"]
    cells = frame.groupby([*METHOD, "unit"], sort=False)[columns].mean().groupby(METHOD, sort=False)
    graphs = frame.drop_duplicates([*METHOD, "graph"]).groupby(METHOD, sort=False).agg(
        family=("family", "first"), graphs=("graph", "size"), proved=("proved", "sum"))
    table = graphs.join(cells.mean())
    low, high = [*zip(*(near(one["gap"], one["unit"], whole=one["mean"].dtype.kind == "i")
                        for _, one in frame.groupby(METHOD, sort=False)), strict=True)]
    percent = 100 * table["gap"] / table["best_known"].abs().replace(0, np.nan)
    return frames.scored(table.assign(low=low, high=high, gap_percent=percent).reset_index(),
                         "best_known", "mean")


def winners(runs, factors=None):
    """Return the mean of each family at every combination of factors, and the best family.

    A family without a factor is compared at each of its levels. Combinations with only one family
    are left out.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`.
    factors : sequence of str, optional
        Columns; by default those that `varied` returns.

    Returns
    -------
    DataFrame
        A row for each combination:

        - problem, dataset, the factors;
        - a column for each family: its mean;
        - best: the family of best mean; of equal means, the one that appears first in `runs`.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": "a", "repetition": 0,
    ...                      "mode": ["lb", "lb", "lamarckian", "lamarckian"],
    ...                      "mu": [10, 50, 10, 50], "best_fitness": [31, 34, 32, 33]})
    >>> winners(named(runs))
      problem   dataset  mu    LB  Lamarckian        best
    0     mis  er_small  10  31.0        32.0  Lamarckian
    1     mis  er_small  50  34.0        33.0          LB
    """
    factors = varied(runs) if factors is None else list(factors)
    wide = _at_each_level(frames.scored(runs), factors).pivot_table(
        "best_fitness", [*SOURCE, *factors], "family", sort=False, dropna=False)
    wide = wide.loc[wide.notna().sum(axis=1) > 1, runs["family"].unique()]
    return frames.scored(wide.assign(best=wide.idxmax(axis=1)).rename_axis(columns=None)
                         .reset_index(), *wide)


def leaders(runs, factors):
    """Return the best family at every combination of factors, and the certainty of its lead.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`.
    factors : sequence of str
        Columns. A family without one is compared at each of its levels.

    Returns
    -------
    DataFrame
        A row for each combination:

        - problem, dataset, the factors;
        - best: the family of best mean;
        - second: the family whose distance to it is least certain;
        - lead: by how much best is better than second, the mean over units; low, high: the ends of
          its 95 % interval, not corrected for the number of combinations;
        - clear: whether low is above zero, which is then the case for every other family.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": ["a", "b"] * 4,
    ...                      "repetition": 0, "mode": ["lb"] * 4 + ["lamarckian"] * 4,
    ...                      "mu": [10, 10, 50, 50] * 2,
    ...                      "best_fitness": [31, 30, 34, 35, 32, 30, 31, 32]})
    >>> leaders(named(runs), ["mu"])[["mu", "best", "second", "lead", "clear"]]
       mu        best      second  lead  clear
    0  10  Lamarckian          LB   0.5  False
    1  50          LB  Lamarckian   3.0   True
    """
    cell = [*SOURCE, *factors]
    best = winners(runs, factors).set_index(cell)["best"]
    pairs = both_ways(method_tests(_at_each_level(runs, factors), by="family", cell=cell))
    pairs = pairs[pairs["first"] == best.loc[pd.MultiIndex.from_frame(pairs[cell])].to_numpy()]
    least = pairs.loc[frames.grouped(pairs, cell)["low"].idxmin()]
    least = least[[*cell, "first", "second", "difference", "low", "high"]].rename(
        columns={"first": "best", "difference": "lead"})
    least = least.assign(clear=least["low"] > 0).sort_values(list(factors), ignore_index=True)
    return in_paper_order(least)


def _at_each_level(runs, factors):
    """Return the runs, with those that lack a factor repeated for each of its levels."""
    for factor in factors:
        idle = runs[factor].isna()
        levels = runs.loc[~idle, [*SOURCE, factor]].drop_duplicates()
        everywhere = runs[idle].drop(columns=factor).merge(levels, on=SOURCE, how="left")
        runs = pd.concat([runs[~idle], everywhere])
    return runs


def median_costs(runs):
    """Return what a run of each method costs.

    Returns
    -------
    DataFrame
        problem, dataset, method, and medians over runs: evaluations, local_search_steps, seconds,
        and the calls of a function, if there are any.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "method": ["LB"] * 3,
    ...                      "evaluations": 1000, "local_search_steps": [40, 50, 90],
    ...                      "seconds": [0.2, 0.1, 0.4]})
    >>> median_costs(runs)
      problem   dataset method  evaluations  local_search_steps  seconds
    0     mis  er_small     LB       1000.0                50.0      0.2
    """
    paid = [*CURRENCIES, *runs.columns.intersection(["calls"])]
    return runs.groupby(METHOD, sort=False)[paid].median().reset_index()


def _public_record(row):
    """Return the public record of the instance of a run."""
    kind = row["problem"].split()[0]
    if kind == "pbo" and (value := FUNCTIONS[row["function"]][1](int(row["n"]))) is not None:
        sign = -1 if row["problem"].endswith(frames.MINIMISED) else 1      # as in `frames.scored`
        return {"best_known": sign * value, "status": "optimal"}
    if kind in ("dlb", "leadingones") and "n" in row:
        return {"best_known": row["n"], "status": "optimal"}
    return {} if pd.isna(row["vertices"]) else best_known(row["graph"], *question(row))
