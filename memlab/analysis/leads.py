"""The lead of one mode over another, each in its best configuration, at every point of a map."""

from dataclasses import fields

import numpy as np
import pandas as pd
from scipy import stats

from ..evolution.configuration import Configuration
from .frames import SOURCE, grouped, scored, subtraction, valued, with_modes
from .statistics import holm, method_tests

POINT = (*SOURCE, "step_cost")


def chosen(runs, graphs, cell=POINT, by="mode"):
    """Keep of each mode the configurations of the best mean on the first graphs, on the others.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`.
    graphs : int
        How many graphs of each source choose; they are left out of the result.
    cell : sequence of str
        Columns that identify the points at which a mode may have another configuration.
    by : str
        The column of the modes.

    Returns
    -------
    DataFrame
        The runs of the chosen configurations: of a mode, all that are equally good.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er", "step_cost": 0, "mode": "lb",
    ...                      "mu": [10, 50, 10, 50], "lambda_": 50, "crossover_rate": 0.9,
    ...                      "lb_probability": 0.5, "graph_index": [0, 0, 1, 1],
    ...                      "best_fitness": [30, 31, 29, 28]})
    >>> chosen(runs, 1)[["mu", "graph_index", "best_fitness"]].values.tolist()
    [[50, 1, 28]]
    """
    runs = with_modes(valued(runs))
    key, settings = [*cell, by], [field.name for field in fields(Configuration)]
    varied = [name for name in settings
              if name not in key and name in runs and runs[name].notna().any()]
    first = runs["graph_index"] < graphs
    groups = grouped(scored(runs[first]), [*key, *varied])
    means = groups["best_fitness"].mean().reset_index()
    highest = grouped(means, key)["best_fitness"].transform("max")
    best = means[subtraction(runs)(highest, means["best_fitness"]) == 0]
    return runs[~first].merge(best.drop(columns="best_fitness"), on=[*key, *varied])


def chosen_by_halves(runs, cell=POINT, by="mode"):
    """Keep of each mode, on each half of the graphs, what `chosen` takes on the other half.

    So each graph judges, and none judges what it has chosen. The halves are the graphs of even and
    of odd index.

    Parameters
    ----------
    runs, cell, by
        As for `chosen`.

    Returns
    -------
    DataFrame
        As returned by `chosen`; graph_index is 1 throughout.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "mode": "lb", "mu": [10, 50, 10, 50],
    ...                      "graph_index": [0, 0, 1, 1], "best_fitness": [30, 31, 29, 28]})
    >>> chosen_by_halves(runs, ["problem"])[["mu", "best_fitness"]].values.tolist()
    [[50, 28], [10, 30]]
    """
    halves = (runs.assign(graph_index=(runs["graph_index"] + one) % 2) for one in (0, 1))
    return pd.concat([chosen(half, 1, cell, by) for half in halves])


def leads(runs, graphs, modes=("baldwinian", "lamarckian"), cell=POINT, by="mode"):
    """Compare two modes at every point, each in the configurations that other graphs have chosen.

    Where several configurations of a mode are chosen, its value on a graph is their mean.

    Parameters
    ----------
    runs, graphs, cell, by
        As for `chosen`; every run of a mode has another graph or configuration.
    modes : (str, str)
        The two modes.

    Returns
    -------
    DataFrame
        As returned by `memlab.analysis.statistics.method_tests`, but p and p_holm are those of
        Student's paired t test, corrected over all points of the frame: with few graphs, no
        test of ranks could be significant after the correction. `difference` is the lead.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er", "step_cost": 0, "mu": 10,
    ...                      "lambda_": 50, "crossover_rate": 0.9, "lb_probability": 0.5,
    ...                      "mode": ["lb", "lamarckian"] * 4, "graph": [*"aabbccdd"],
    ...                      "graph_index": [0, 0, 1, 1, 2, 2, 3, 3],
    ...                      "best_fitness": [30, 31, 32, 28, 32, 29, 32, 30]})
    >>> leads(runs, 1, ("lb", "lamarckian"))[["difference", "low", "high", "p_holm"]].round(3)
       difference    low   high  p_holm
    0         3.0  0.516  5.484   0.035
    """
    rivals = chosen(runs[runs[by].isin(modes)], graphs, cell, by)
    rivals = rivals.sort_values(by, key=lambda names: names.map(modes.index), kind="stable")
    tests = method_tests(rivals, by, cell, ["graph"])
    freedom = tests["pairs"] - 1
    error = (tests["high"] - tests["difference"]) / stats.t.ppf(0.975, freedom)
    with np.errstate(divide="ignore", invalid="ignore"):      # where all graphs say the same
        p = 2 * stats.t.sf(np.abs(tests["difference"] / error), freedom)
    p = np.where(tests["difference"] == 0, 1.0, p)
    return tests.assign(p=p, p_holm=holm(p))
