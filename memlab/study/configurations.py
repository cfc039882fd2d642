"""Which configurations a grid search selects: the best of each cell, and the universal ones.

A cell is a (problem, dataset, mode).
"""

import numpy as np
import pandas as pd
from scipy import stats

from . import published
from .agreement import LEVEL
from .published import CELL, beside, in_paper_order
from .tables import PARAMETERS


def configurations(runs):
    """Mean score of every configuration of a grid search, and its loss against the best.

    Parameters
    ----------
    runs : DataFrame
        As `Store.runs` gives them.

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, lambda_, crossover_rate, lb_probability, mean, loss_percent;
        the loss is against the best configuration of the same cell.
    """
    by_graph = runs.groupby([*CELL, *PARAMETERS, "graph"], dropna=False, sort=False)
    frame = by_graph["best_fitness"].mean().groupby(
        [*CELL, *PARAMETERS], dropna=False, sort=False).mean().rename("mean").reset_index()
    best = frame.groupby(CELL)["mean"].transform("max")
    frame["loss_percent"] = 100 * (best - frame["mean"]) / best.abs()
    return in_paper_order(frame)


def best_configurations(runs):
    """The configuration of highest mean score per cell, beside the one that the paper selected.

    Parameters
    ----------
    runs : DataFrame
        Of a grid search, as `Store.runs` gives them.

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, lambda_, crossover_rate, lb_probability, mean; tied: how many
        configurations reach this mean, of which the first in the grid's order is taken;
        published_mu, ..., published_lb_probability; published_loss_percent and sem: what the
        paper's configuration loses against ours on these graphs, and its standard error, pairing
        the graphs (NaN if the grid does not hold it); z: their quotient; verdict: "same" if the
        two are the same, "as good" if the loss is not significant at the 99 % level, else "worse",
        or "undecided", on a single graph or without the paper's configuration in the grid.
    """
    every = configurations(runs)
    top = every[every["loss_percent"] == 0].drop(columns="loss_percent")
    top["tied"] = top.groupby(CELL)["mean"].transform("size")
    frame = beside(top.drop_duplicates(CELL), published.read("best_parameters"))
    return frame.join(_against_published(runs, frame))


def _against_published(runs, best):
    """For each row of `best`: what the paper's configuration loses, and whether that is chance."""
    # Outside LB the probability is NaN, which is no key.
    keys = runs.assign(lb_probability=runs["lb_probability"].fillna(0.0))
    scores = keys.groupby([*CELL, *PARAMETERS, "graph"], sort=True)["best_fitness"].mean()
    found = []
    for row in best.fillna({"lb_probability": 0.0, "published_lb_probability": 0.0}).itertuples():
        cell = (row.problem, row.dataset, row.mode)
        mine = tuple(getattr(row, name) for name in PARAMETERS)
        theirs = tuple(getattr(row, f"published_{name}") for name in PARAMETERS)
        if (*cell, *theirs) not in scores.index:
            found.append((np.nan, np.nan, np.nan, "undecided"))
            continue
        ours = scores.loc[(*cell, *mine)]
        loss = 100 * (ours - scores.loc[(*cell, *theirs)]) / abs(ours.mean())
        # not the mean of `loss`, whose rounding errors would leave something of an exact tie
        mean = 100 * (ours.mean() - scores.loc[(*cell, *theirs)].mean()) / abs(ours.mean())
        with np.errstate(divide="ignore"):      # a loss of the same size on every graph
            z = mean / loss.sem() if loss.any() else 0.0
        bound = stats.t.ppf(0.5 + LEVEL / 2, len(loss) - 1)
        verdict = ("same" if mine == theirs else "undecided" if len(loss) == 1 else
                   "worse" if z >= bound else "as good")
        found.append((mean, loss.sem(), z, verdict))
    return pd.DataFrame(found, columns=["published_loss_percent", "sem", "z", "verdict"])


def sensitivity(runs):
    """Loss of every configuration against the best of its mode, averaged over all it ran on.

    Parameters
    ----------
    runs : DataFrame
        Of a grid search: of one problem and dataset, or of several.

    Returns
    -------
    DataFrame
        mode, mu, lambda_, crossover_rate, lb_probability, loss_percent.
    """
    keys = ["mode", *PARAMETERS]
    frame = configurations(runs).groupby(keys, dropna=False, sort=False)["loss_percent"].mean()
    return in_paper_order(frame.reset_index())


def universal_configurations(runs):
    """The one configuration per mode that is best across all problems and datasets.

    The paper's rule: scores are divided by the best of their cell, averaged over the problems and
    datasets, and the highest average wins.

    Returns
    -------
    DataFrame
        mode, mu, lambda_, crossover_rate, lb_probability, loss_percent (average).
    """
    frame = sensitivity(runs)
    return in_paper_order(frame.loc[frame.groupby("mode")["loss_percent"].idxmin()])
