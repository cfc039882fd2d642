"""Fixed-target analysis: which runs reach a share of the best known value, and at what cost.

References
----------
.. [1] N. Hansen et al. COCO: a platform for comparing continuous optimizers in a black-box setting.
   Optimization Methods and Software 36(1), 2021.
.. [2] N. Dean, M. Pagano. Evaluating confidence interval methods for binomial proportions in
   clustered surveys. Journal of Survey Statistics and Methodology 3(4), 2015.
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..evolution.run import TRACE_POINTS
from . import frames
from .frames import CELL, GRAPH, grouped, in_paper_order, with_modes

# Relative distances to the best known value of a graph, finer and finer as in [1].
TARGETS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0)


def success_rates(runs, targets=TARGETS, known=None, cell=CELL):
    """Return the share of runs that reach each target relative to their graph's best known value.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, one configuration per cell.
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
        If a target is above 1 although a best known value is positive, or `known` lacks a graph.

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
    variance of the rate between graphs, with Student's t [2]_. The effective number is at most that
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
    """Return the empirical distribution of runtimes over all pairs of a run and a target [1]_.

    Parameters
    ----------
    traces, runs : DataFrame
        As returned by `Store.improvements` and `Store.runs`. Runtimes are those of the traced runs.
        With `Store.traces` they are rounded up to the next of 64 points, but not beyond the end of
        the run.
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
    hits = first_hits(traces, runs, targets, cell, currency, known)
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
    """Return the expected running time (ERT) to each target, with restarts until success [1]_.

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
    hits = first_hits(traces, runs, targets, cell, currency, known)
    hits["spent"] = hits["hit"].fillna(hits["spent"])
    frame = grouped(hits, [*cell, "target"]).agg(
        runs=("spent", "size"), successes=("hit", "count"), ert=("spent", "sum"))
    frame["ert"] /= frame["successes"].where(frame["successes"] > 0)
    return in_paper_order(frame.reset_index())


def first_hits(traces, runs, targets, cell, currency, known=None):
    """Return the cost of each run when it reached each target, NaN if never, and at its end.

    A trace's grid goes on to the budget, with the last values of a run that has ended before.

    Parameters
    ----------
    traces, runs, targets, cell, currency, known
        As for `ecdf`.

    Returns
    -------
    DataFrame
        hit and spent; its index is the cell, target and run.
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
    for graph in frame["graph"][~np.isin(keys[len(known):], best.index)][:1]:
        raise ValueError(f"known must have a best value for each graph, and lacks {graph!r}")
    best = best.reindex(keys[len(known):]).set_axis(frame.index)
    if wrong := [target for target in targets if not target <= 1 and (best > 0).any()]:
        raise ValueError("targets must be distances of at most 1 relative to the best known value, "
                         f"such as 0.01 for 99 % of it, not {wrong[0]}")
    gap = frames.subtraction(frame)(best, frame["best_fitness"]) / best.abs().where(best != 0, 1)
    return pd.concat([frame.assign(target=target, reached=gap <= target) for target in targets],
                     ignore_index=True)
