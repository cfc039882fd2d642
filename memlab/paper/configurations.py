"""The configurations that a grid search selects: the best of each cell, and the universal ones.

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
    """Return the mean score of every configuration of a grid search, and its loss against the best.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, ``lambda_``, crossover_rate, lb_probability, mean, loss_percent;
        the loss is against the best configuration of the same cell.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "grid").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small' and mode == 'lamarckian'")
    >>> table = configurations(runs)
    >>> table[["mu", "lambda_", "crossover_rate", "mean", "loss_percent"]].head(3).round(2)
       mu  lambda_  crossover_rate  mean  loss_percent
    0  10       10             0.0  28.0         12.50
    1  10       10             0.5  28.0         12.50
    2  10       10             0.9  29.0          9.38
    """
    by_graph = runs.groupby([*CELL, *PARAMETERS, "graph"], dropna=False, sort=False)
    frame = by_graph["best_fitness"].mean().groupby(
        [*CELL, *PARAMETERS], dropna=False, sort=False).mean().rename("mean").reset_index()
    best = frame.groupby(CELL)["mean"].transform("max")
    frame["loss_percent"] = 100 * (best - frame["mean"]) / best.abs()
    return in_paper_order(frame)


def best_configurations(runs):
    """Return the configuration of highest mean score per cell, beside the paper's selection.

    Parameters
    ----------
    runs : DataFrame
        Of a grid search, as returned by `memlab.study.Store.runs`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, ``lambda_``, crossover_rate, lb_probability, mean; tied: number
        of configurations with this mean, of which the first in the grid's order is selected;
        published_mu, ..., published_lb_probability; published_loss_percent and sem: loss of the
        paper's configuration against this one on these graphs, and its standard error with paired
        graphs (NaN if the grid does not contain the paper's configuration); z: their quotient;
        verdict: "same" if the two are the same, "as good" if the loss is not significant at the
        99 % level, else "worse"; "undecided" with a single graph or if the grid does not contain
        the paper's configuration.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "grid").runs()
    >>> table = best_configurations(runs.query("problem == 'maxcut' and dataset == 'er_small'"))
    >>> table[["mode", "mu", "tied", "published_mu", "published_loss_percent"]].round(2)
             mode   mu  tied  published_mu  published_loss_percent
    0   darwinian  250     1            10                    0.89
    1  baldwinian   10    14           250                    0.00
    2  lamarckian   10     7           250                    0.09
    3          lb   10    29           250                    0.09
    """
    every = configurations(runs)
    top = every[every["loss_percent"] == 0].drop(columns="loss_percent")
    top["tied"] = top.groupby(CELL)["mean"].transform("size")
    frame = beside(top.drop_duplicates(CELL), published.read("best_parameters"))
    return frame.join(_against_published(runs, frame))


def _against_published(runs, best):
    """Return the loss of the paper's configuration for each row of `best`, and its significance."""
    # Outside LB the probability is NaN, which cannot be a key.
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
        # not the mean of `loss`, whose rounding errors would turn an exact tie into a difference
        mean = 100 * (ours.mean() - scores.loc[(*cell, *theirs)].mean()) / abs(ours.mean())
        with np.errstate(divide="ignore"):      # a loss of the same size on every graph
            z = mean / loss.sem() if loss.any() else 0.0
        bound = stats.t.ppf(0.5 + LEVEL / 2, len(loss) - 1)
        verdict = ("same" if mine == theirs else "undecided" if len(loss) == 1 else
                   "worse" if z >= bound else "as good")
        found.append((mean, loss.sem(), z, verdict))
    return pd.DataFrame(found, columns=["published_loss_percent", "sem", "z", "verdict"])


def sensitivity(runs):
    """Return the loss of every configuration against the best of its mode, averaged over cells.

    Parameters
    ----------
    runs : DataFrame
        Of a grid search: of one problem and dataset, or of several.

    Returns
    -------
    DataFrame
        mode, mu, ``lambda_``, crossover_rate, lb_probability, loss_percent.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "grid").runs()
    >>> table = sensitivity(runs.query("mode == 'lamarckian'"))      # 36 configurations
    >>> table.nsmallest(3, "loss_percent").round(2)
              mode   mu  lambda_  crossover_rate  lb_probability  loss_percent
    19  lamarckian   50       50             1.0             NaN          1.99
    3   lamarckian   10       10             1.0             NaN          2.06
    30  lamarckian  250       50             0.9             NaN          2.45
    """
    keys = ["mode", *PARAMETERS]
    frame = configurations(runs).groupby(keys, dropna=False, sort=False)["loss_percent"].mean()
    return in_paper_order(frame.reset_index())


def universal_configurations(runs):
    """Return the configuration per mode that is best across all problems and datasets.

    The paper's rule: scores are divided by the best of their cell, averaged over the problems and
    datasets, and the highest average wins.

    Returns
    -------
    DataFrame
        mode, mu, ``lambda_``, crossover_rate, lb_probability, loss_percent (average).

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "grid").runs()
    >>> table = universal_configurations(runs)
    >>> table[["mode", "mu", "lambda_", "crossover_rate", "loss_percent"]].round(2)
             mode   mu  lambda_  crossover_rate  loss_percent
    0   darwinian   10       10             0.0          2.97
    1  baldwinian  250       10             1.0          0.44
    2  lamarckian   50       50             1.0          1.99
    3          lb  250       50             1.0          1.14
    """
    frame = sensitivity(runs)
    return in_paper_order(frame.loc[frame.groupby("mode")["loss_percent"].idxmin()])
