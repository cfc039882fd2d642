"""The configurations that a grid search selects: the best of each cell, and the universal ones.

A cell is a (problem, dataset, mode).
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..analysis.frames import CELL, PARAMETERS
from ..analysis.statistics import LEVEL
from ..study import tuned
from ..study.tuned import configurations, sensitivity, universal_configurations
from . import published
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
        A row for each cell:

        - problem, dataset, mode, mu, ``lambda_``, crossover_rate, lb_probability, mean, tied: as
          returned by `memlab.study.tuned.best_configurations`;
        - published_mu, ..., published_lb_probability: the paper's selection;
        - published_loss_percent, sem: loss of the paper's configuration against this one on these
          graphs, and its standard error with paired graphs; NaN if the grid does not contain the
          paper's configuration;
        - z: their quotient;
        - verdict: "same" if the two are the same, "as good" if the loss is not significant at the
          99 % level, else "worse"; "undecided" with a single graph or if the grid does not contain
          the paper's configuration.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "laptop" / "grid").runs()
    >>> table = best_configurations(runs.query("problem == 'maxcut' and dataset == 'er_small'"))
    >>> table[["mode", "mu", "tied", "published_mu", "published_loss_percent"]].round(2)
             mode   mu  tied  published_mu  published_loss_percent
    0   darwinian  250     1            10                    0.49
    1  baldwinian  250     1           250                    0.00
    2  lamarckian  250     1           250                    0.00
    3          lb  250     1           250                    0.01
    """
    frame = beside(tuned.best_configurations(runs), published.read("best_parameters"))
    theirs = [f"published_{name}" for name in PARAMETERS]
    scores = [runs.merge(frame[[*CELL, *names]].set_axis([*CELL, *PARAMETERS], axis=1)).groupby(
        [*CELL, "graph"])["best_fitness"].mean() for names in (PARAMETERS, theirs)]
    means = scores[0].groupby(CELL).transform("mean").abs()
    losses = (100 * (scores[0] - scores[1]) / means).groupby(CELL)
    # not the mean of the losses, whose rounding errors would turn an exact tie into a difference
    ours, papers = (values.groupby(CELL).mean() for values in scores)
    table = pd.DataFrame({"published_loss_percent": 100 * (ours - papers) / ours.abs(),
                          "sem": losses.sem()})
    # infinite for a loss of the same size on every graph
    table["z"] = (table["published_loss_percent"] / table["sem"]).where(losses.any(), 0.0)
    frame = frame.join(table, on=CELL)
    graphs = frame.join(losses.count().rename("graphs"), on=CELL)["graphs"]
    same = (frame[PARAMETERS].fillna(0).to_numpy() == frame[theirs].fillna(0)).all(axis=1)
    worse = frame["z"] >= stats.t.ppf(0.5 + LEVEL / 2, graphs - 1)
    return frame.assign(verdict=np.select([graphs == 0, same, graphs == 1, worse], [
        "undecided", "same", "undecided", "worse"], "as good"))
