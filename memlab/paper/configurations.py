"""The configurations that a grid search selects: the best of each cell, and the universal ones.

A cell is a (problem, dataset, mode).
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..study import tuned
from ..study.tuned import (
    CELL,
    PARAMETERS,
    configurations,
    sensitivity,
    universal_configurations,
)
from . import published
from .agreement import LEVEL
from .published import beside

__all__ = ["best_configurations", "configurations", "sensitivity", "universal_configurations"]


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
    frame = beside(tuned.best_configurations(runs), published.read("best_parameters"))
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
