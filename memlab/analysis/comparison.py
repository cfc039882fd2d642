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

from ..evolution.modes import MODES
from ..problems.pseudo_boolean.pbo import FUNCTIONS
from . import frames
from .currencies import CURRENCIES
from .frames import GRAPH, METHOD, PARAMETERS, SOURCE, in_paper_order, interval, question
from .known import best_known
from .method_names import distinct as distinct
from .method_names import named as named
from .method_names import settings as settings
from .method_names import text, varied, with_columns
from .running_times import clustered_interval
from .statistics import both_ways, method_tests

_FEW = 10      # units with a gap, from which their mean is about normal


def means(runs, column="best_fitness"):
    """Return the mean of a column for each method, with its 95 % interval.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`.
    column : str

    Returns
    -------
    DataFrame
        A row for each method:

        - problem, dataset, method, family;
        - units: their number; unit: "graphs" or "repetitions";
        - mean, std, sem, low, high: as returned by `memlab.analysis.frames.means`.

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
    return about.join(frames.means(runs, column, METHOD, "unit")).reset_index()


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
    ends = frame.groupby(METHOD, sort=False)[["unit", "gap", "mean"]].apply(_ends)
    low, high = ends.str[0], ends.str[1]
    percent = 100 * table["gap"] / table["best_known"].abs().replace(0, np.nan)
    return frames.scored(table.assign(low=low, high=high, gap_percent=percent).reset_index(),
                         "best_known", "mean")


def _ends(runs):
    """Return the ends of the 95 % interval of the mean gap of a method: not below 0."""
    missed = runs["gap"] > 0
    units = missed.groupby(runs["unit"]).agg(["size", "sum"])
    if len(units) > 1 and (runs["gap"][missed].nunique() < 2 or (
            units["sum"].eq(0).any() and units["sum"].gt(0).sum() < _FEW)):
        share = clustered_interval(*units.to_numpy().T)
        step = 1 if runs["mean"].dtype.kind == "i" else np.nan      # no run shows how large it is
        sizes = runs["gap"][missed].agg(["min", "max"]).fillna(step)
        return tuple(np.array(share) * sizes)
    _, low, high = interval(runs["gap"].groupby(runs["unit"]).mean())
    return np.maximum(low, 0), high


def effects(runs):
    """Return the main effect of each factor: each level against the first, paired on all else.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`. The factors are those that `varied` returns; the level that appears
        first is the reference. Where LB's lb_probability is one, Baldwinian and Lamarckian runs
        are its levels 0 and 1.

    Returns
    -------
    DataFrame
        A row for each level of a factor but the first:

        - problem, dataset, family, factor, level, reference;
        - units: the number of units that have both levels;
        - difference: by how much the level is better, averaged over the levels of all other
          factors; low, high: the ends of its 95 % interval over units;
        - percent: the difference in per cent of the mean at the reference, NaN if that is 0.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": ["a", "b"] * 2,
    ...                      "repetition": 0, "mode": "lb", "mu": [10, 10, 50, 50],
    ...                      "best_fitness": [31, 33, 32, 36]})
    >>> effects(named(runs))[["factor", "level", "reference", "units", "difference", "percent"]]
      factor level reference  units  difference  percent
    0     mu    50        10      2         2.0     6.25
    """
    factors, cell, rows = varied(runs), [*SOURCE, "family"], []
    runs = frames.scored(runs).assign(is_end=False)
    runs = _with_ends(runs) if "lb_probability" in factors else runs
    runs = runs.assign(**{name: runs[name].map(text) for name in factors})
    for where, every in runs.groupby(cell, sort=False):
        for factor in factors:
            frame = every if factor == "lb_probability" else every[~every["is_end"]]
            others = [name for name in factors if name != factor]
            reference, *levels = frame[factor].unique()
            wide = frame.pivot_table("best_fitness", ["unit", "repetition", *others], factor)
            for level in levels:
                pairs = wide[[reference, level]].dropna().groupby("unit").mean()
                difference = frames.subtraction(runs)(pairs[level], pairs[reference])
                mean = abs(pairs[reference].mean())      # of nothing, there is no percentage
                percent = 100 * difference.mean() / (mean or np.nan)
                rows.append((*where, factor, level, reference, len(pairs),
                             *interval(difference), percent))
    return pd.DataFrame(rows, columns=[*cell, "factor", "level", "reference", "units", "difference",
                                       "low", "high", "percent"])


def _with_ends(runs):
    """Return the runs, with Baldwinian and Lamarckian ones as LB's of equal other settings."""
    ends = {name: mode.inherits for name, mode in MODES.items()
            if mode.learns and mode.inherits in (0, 1)}
    same = [*SOURCE, *(name for name in PARAMETERS[:3] if name in runs)]
    having = runs.loc[runs["lb_probability"].notna(), [*same, "family"]].drop_duplicates()
    lent = runs.assign(lb_probability=runs["mode"].map(ends).astype(float), is_end=True)
    lent = lent.dropna(subset="lb_probability").drop(columns="family").merge(having, on=same)
    return pd.concat([runs, lent]) if len(lent) else runs


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
