"""How many graphs decide a cell of Table 1, and what that takes.

A plan is made once, and judged once. With looks after 4, 8, 16, ... graphs and a stop at the first
verdict, a score that is off by 1 % would be called equivalent with a probability of up to 11 %, by
cell, and a score that is the paper's would be called different with 11 % on average.
One seed a graph is best, since a new graph has a new seed too. What a plan needs to know of a cell
comes from runs on training graphs (`memlab.paper.dataset_means.coefficients`).
"""

import dataclasses

import numpy as np
import pandas as pd
from scipy import stats

from ..analysis.frames import CELL
from ..study.blocks import Block
from ..study.sources import Dataset
from . import published
from .agreement import LEVEL, MARGIN, published_error
from .dataset_means import coefficients

FEWEST, MOST = 4, 1_000      # graphs of a cell
_NORMAL = stats.norm.ppf((np.arange(25) + 0.5) / 25)[:, None]
_GRID = np.unique(np.geomspace(2, 100 * MOST, 2_000).round())      # numbers of graphs to try


def needed(margin=MARGIN, power=0.8):
    """Return how many graphs, with one seed each, decide each cell with a given probability.

    Parameters
    ----------
    margin : float
        Within so many per cent a score is equivalent to the paper's.
    power : float
        The probability of a verdict.

    Returns
    -------
    DataFrame
        Index problem, dataset, mode, in the order of the paper; in per cent of the score, expected
        and sem: the difference from the paper's mean on training graphs, and its standard error;
        between: what the features leave between graphs; within: between seeds; published: the error
        of the paper's mean; graphs: how many are needed, infinite if none are enough, as where the
        difference is near the margin; seconds: of one core, for a run.

    Examples
    --------
    >>> table = needed(margin=1.0)
    >>> bool((needed(margin=0.5)["graphs"] >= table["graphs"]).mean() > 0.7)
    True
    """
    known, units = coefficients(), pd.Series(published.UNITS)
    theirs = published.read("scores").set_index(CELL)["mean"].loc[known.index]
    error = published_error(known["graph_sd"], units[known.index.get_level_values("problem")].array)
    frame = pd.DataFrame({
        "expected": known["mean"] - theirs, "sem": known["sem"], "between": known["between"],
        "within": known["within"], "published": np.hypot(error, known["error"])})
    frame = 100 * frame.div(theirs, axis=0)
    frame["graphs"] = [_fewest(*row, margin, power)
                       for row in frame.itertuples(index=False, name=None)]
    return frame.assign(seconds=known["seconds"])


def _fewest(expected, sem, between, within, published, margin, power):
    """Return the least number of graphs that decides with a probability, in per cent."""
    expected = expected + sem * _NORMAL      # which is not known better
    ours = np.hypot(between, within) / np.sqrt(_GRID)
    both = np.hypot(ours, published)
    near, far = margin - stats.norm.ppf(LEVEL) * both, stats.norm.ppf(0.5 + LEVEL / 2) * both
    chance = _within(np.maximum(near, 0), expected, ours) + 1 - _within(far, expected, ours)
    enough = (near >= far) | (chance.mean(axis=0) >= power)
    return _GRID[enough][0] if enough.any() else np.inf


def _within(bound, mean, sd):
    """Return the probability that a normal variable is between plus and minus a bound."""
    return stats.norm.cdf((bound - mean) / sd) - stats.norm.cdf((-bound - mean) / sd)


def counts(seconds=np.inf, margin=MARGIN, power=0.8):
    """Return how many graphs a study gives to each cell.

    Cells that decide at the least cost come first; those for which nothing is left get four graphs.

    Parameters
    ----------
    seconds : float
        Of one core, for all runs, of the machine on which the training runs were made.
    margin, power : float
        As for `needed`.

    Returns
    -------
    DataFrame
        As returned by `needed`; count: graphs; planned: whether they are as many as needed.

    Examples
    --------
    >>> table = counts(seconds=100)
    >>> bool((table["count"] * table["seconds"]).sum() <= 100)
    True
    """
    table = needed(margin, power)
    enough = table["graphs"].replace(np.inf, FEWEST).clip(FEWEST, MOST)
    cost = (enough - FEWEST) * table["seconds"]
    left = seconds - FEWEST * table["seconds"].sum()
    order = cost.mask(table["graphs"] > MOST, np.inf).sort_values(kind="stable")
    planned = (order.cumsum() <= left).reindex(table.index)
    return table.assign(count=enough.where(planned, FEWEST).astype(int),
                        planned=planned & (table["graphs"] <= MOST))


def limits(comparison, margin=MARGIN):
    """Return what keeps cells undecided, and what it would take to decide them.

    Parameters
    ----------
    comparison : DataFrame
        As returned by `memlab.paper.tables.compare_scores`, of the paper's configurations.
    margin : float
        As for `needed`.

    Returns
    -------
    DataFrame
        A row for each undecided cell: problem, dataset, mode, graphs; percent, percent_low,
        percent_high; limit: "graphs", if most of the error is that of few graphs, "seeds", if it is
        that of few runs on a graph, or "the paper's graphs", if the published mean is known too
        little; needed: graphs of another study, with one seed each, that would decide the cell with
        a probability of 80 %, after what was found here; seconds of one core for them. Both are
        infinite if no number of graphs would do.

    Examples
    --------
    >>> from memlab.paper import tables
    >>> from memlab.study import load
    >>> from memlab.support.paths import RESULTS
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> table = limits(tables.compare_scores(runs))
    >>> bool(table["limit"].isin(["graphs", "seeds", "the paper's graphs"]).all())
    True
    """
    rows = comparison[comparison["verdict"] == "undecided"].join(
        needed(margin)[["between", "within", "published", "seconds"]].add_prefix("of_"), on=CELL)
    variances = pd.DataFrame({
        "graphs": rows["of_between"]**2 / rows["graphs"],
        "seeds": rows["of_within"]**2 / (rows["graphs"] * rows["repetitions"]),
        "the paper's graphs": rows["of_published"]**2})
    shown = rows[[*CELL, "graphs", "percent", "percent_low", "percent_high"]]
    graphs = [_fewest(row.percent, 100 * row.sem / row.published_mean, row.of_between,
                      row.of_within, row.of_published, margin, 0.8) for row in rows.itertuples()]
    return shown.assign(limit=variances.idxmax(axis=1), needed=graphs,
                        seconds=graphs * rows["of_seconds"]).reset_index(drop=True)


def planned(plan, table):
    """Return a plan with so many graphs of each cell, and one seed.

    Parameters
    ----------
    plan : Plan
        A configuration for each cell.
    table : DataFrame
        As returned by `counts`.

    Returns
    -------
    Plan

    Examples
    --------
    >>> from memlab.paper import profile
    >>> len(profile("quick").plan("evaluation")) - int(counts(seconds=130)["count"].sum())
    0
    """
    blocks = [Block([problem], [Dataset(source.dataset, source.split, int(
        table.loc[(problem.name, source.dataset, settings.mode), "count"]))], [settings])
        for problem, source, settings in plan.cells()]
    return dataclasses.replace(plan, blocks=blocks, repetitions=1)
