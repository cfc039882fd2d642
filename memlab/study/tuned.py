"""The parameters of Algorithm 1 that were chosen: by the paper, or by a grid search.

A cell is a (problem, dataset, mode). The rows of all tables are in the paper's order.
"""

import pandas as pd

from ..evolution.modes import MODES, PAPER_MODES
from ..support.checks import choice
from ..support.names import DATASETS, GRAPH_PROBLEMS
from ..support.paths import data

CELL = ["problem", "dataset", "mode"]
PARAMETERS = ["mu", "lambda_", "crossover_rate", "lb_probability"]
CHOICES = ("published", "published universal", "selected", "selected universal")
_NAMES = {"MIS": "mis", "MC": "maxcut", **{mode.capitalize(): mode for mode in MODES}, "LB": "lb",
          **{f"{name[:2].upper()} {name[3:].capitalize()}": name for name in DATASETS}}


def published(name):
    """Return one of the paper's tables, in memlab's names and the paper's order; baselines first.

    Parameters
    ----------
    name : str
        Name of a file, which holds the numbers of a table:

        - "scores" (Table 1): mean; std, the mean over graphs of the standard deviation over three
          seeds; the mode is also one of "GIN", "GT", "MLP", "DeepSets" (networks) and "Solver"
          (KaMIS or Gurobi);
        - "universality_loss_percent" (2): loss_percent of the universal configuration;
        - "universal_parameters" (2): mode, mu, ``lambda_``, crossover_rate, lb_probability (NaN
          outside LB) of that configuration;
        - "best_parameters" (4): the configuration selected for each cell;
        - "unique_solutions" (5): mean, std of the number of different best solutions in a run;
        - "runtime_seconds" (6): mean, std of a run's seconds on the authors' machine.

    Returns
    -------
    DataFrame
        problem, dataset, mode, if the table has them, and its numbers. Averages over datasets are
        left out, since they follow from the rest.

    Examples
    --------
    >>> published("scores").query("problem == 'mis' and dataset == 'er_small'").tail(2)
      problem   dataset        mode   mean   std
    7     mis  er_small  lamarckian  30.37  0.94
    8     mis  er_small          lb  32.79  0.40
    """
    frame = pd.read_csv(data("published") / f"{name}.csv").replace(_NAMES)
    frame = frame.rename(columns={"type": "mode", "lambda": "lambda_"})
    keys = [name for name in CELL[:2] if name in frame]
    if "dataset" in frame:
        frame = frame[frame["dataset"] != "Avg."]
    return in_paper_order(frame[[*keys, *frame.columns.drop(keys)]])


def preset(name, modes, problem, dataset):
    """Return the paper's configuration of each mode: Table 4 for "best", Table 2 for "universal".

    Parameters
    ----------
    name : {"best", "universal"}
    modes : list of str
    problem : {"mis", "maxcut"}
    dataset : str or None
        For "best": the family of the graph; for other graphs (None), "universal" is used.

    Returns
    -------
    dict of str to dict
        Keyword arguments of `memlab.Evolution` by mode.

    Raises
    ------
    ValueError
        If a name is unknown, or the paper did not run a mode.

    Examples
    --------
    >>> preset("universal", ["lamarckian"], "mis", None)
    {'lamarckian': {'mu': 10, 'lambda_': 10, 'crossover_rate': 0.0}}
    """
    if choice("preset", name, ("best", "universal")) == "universal" or dataset is None:
        table = published("universal_parameters")
    else:
        table = published("best_parameters").query(
            "problem == @problem and dataset == @dataset")
    rows = table.set_index("mode")[PARAMETERS].to_dict("index")
    return {mode: {name: value for name, value in rows[choice("mode", mode, PAPER_MODES)].items()
                   if pd.notna(value)} for mode in modes}


def with_modes(runs):
    """Return the runs with the name of the method as their mode where they have no mode.

    Examples
    --------
    >>> runs = pd.DataFrame({"mode": ["lb", None], "method": ["evolution", "mine:climb"]})
    >>> with_modes(runs)["mode"].tolist()
    ['lb', 'mine:climb']
    """
    if not {"mode", "method"} <= set(runs):
        return runs
    return runs.assign(mode=runs["mode"].where(runs["mode"].notna(), runs["method"]))


def grouped(frame, keys):
    """Group a frame by columns, in order of appearance; what is missing in them is a group, too.

    Examples
    --------
    >>> grouped(pd.DataFrame({"mode": ["lb", None, None]}), ["mode"]).size().tolist()
    [1, 2]
    """
    return frame.groupby(list(keys), sort=False, dropna=False)


def in_paper_order(frame):
    """Return the frame with its rows in the paper's order of problems, datasets and modes.

    Other modes follow the paper's in the order of `memlab.evolution.modes.MODES`. What is no
    mode, such as a solver, comes first.

    Examples
    --------
    >>> frame = pd.DataFrame({"dataset": ["rb_small", "er_small", "er_small"],
    ...                       "mode": ["lb", "lb", "darwinian"]})
    >>> in_paper_order(frame)
        dataset       mode
    0  er_small  darwinian
    1  er_small         lb
    2  rb_small         lb
    """
    order = {name: place for place, name in enumerate((*GRAPH_PROBLEMS, *DATASETS, *MODES))}
    keys = [column for column in CELL if column in frame]
    places = frame[keys].apply(lambda column: column.map(order)).fillna({"mode": -1.0})
    return frame.loc[places.sort_values(keys, kind="stable").index].reset_index(drop=True)


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
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "laptop" / "grid").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small' and mode == 'lamarckian'")
    >>> table = configurations(runs)
    >>> table[["mu", "lambda_", "crossover_rate", "mean", "loss_percent"]].head(3).round(2)
       mu  lambda_  crossover_rate  mean  loss_percent
    0  10       10             0.0  30.3          0.00
    1  10       10             0.5  29.2          3.63
    2  10       10             0.9  29.8          1.65
    """
    by_graph = grouped(with_modes(runs), [*CELL, *PARAMETERS, "graph"])["best_fitness"].mean()
    frame = grouped(by_graph, [*CELL, *PARAMETERS]).mean().rename("mean").reset_index()
    best = frame.groupby(CELL)["mean"].transform("max")
    frame["loss_percent"] = 100 * (best - frame["mean"]) / best.abs()
    return in_paper_order(frame)


def best_configurations(runs):
    """Return the configuration of highest mean score per cell.

    Parameters
    ----------
    runs : DataFrame
        Of a grid search, as returned by `memlab.study.Store.runs`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, ``lambda_``, crossover_rate, lb_probability, mean; tied: number
        of configurations with this mean, of which the first in the grid's order is selected.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "laptop" / "grid").runs()
    >>> table = best_configurations(runs.query("problem == 'maxcut' and dataset == 'er_small'"))
    >>> table[["mode", "mu", "lambda_", "tied"]]
             mode   mu  lambda_  tied
    0   darwinian  250       10     1
    1  baldwinian  250       50     1
    2  lamarckian  250      250     1
    3          lb  250      250     1
    """
    every = configurations(runs)
    top = every[every["loss_percent"] == 0].drop(columns="loss_percent")
    top["tied"] = top.groupby(CELL)["mean"].transform("size")
    return top.drop_duplicates(CELL).reset_index(drop=True)


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
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "laptop" / "grid").runs()
    >>> table = sensitivity(runs.query("mode == 'lamarckian'"))      # 36 configurations
    >>> table.nsmallest(3, "loss_percent").round(2)
              mode  mu  lambda_  crossover_rate  lb_probability  loss_percent
    0   lamarckian  10       10             0.0             NaN          0.66
    12  lamarckian  50       10             0.0             NaN          0.85
    2   lamarckian  10       10             0.9             NaN          0.95
    """
    keys = ["mode", *PARAMETERS]
    frame = grouped(configurations(runs), keys)["loss_percent"].mean()
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
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "laptop" / "grid").runs()
    >>> table = universal_configurations(runs)
    >>> table[["mode", "mu", "lambda_", "crossover_rate", "loss_percent"]].round(2)
             mode   mu  lambda_  crossover_rate  loss_percent
    0   darwinian   50      250             1.0          1.68
    1  baldwinian  250       10             1.0          0.11
    2  lamarckian   10       10             0.0          0.66
    3          lb  250       10             1.0          0.39
    """
    frame = sensitivity(runs)
    return in_paper_order(frame.loc[frame.groupby("mode")["loss_percent"].idxmin()])


def chosen(parameters, grid=None):
    """Return the parameters that the paper, or a grid search, chose.

    Parameters
    ----------
    parameters : str
        "published", by the paper, or "selected", by a grid search: the best of each cell;
        "published universal", "selected universal": the best of each mode.
    grid : DataFrame, optional
        Runs of the grid search. Without it, the published parameters stand in for the selected.

    Returns
    -------
    DataFrame
        problem and dataset, unless universal; mode, mu, ``lambda_``, crossover_rate,
        lb_probability, and more.

    Examples
    --------
    >>> chosen("published universal")[["mode", "mu"]].values.tolist()
    [['darwinian', 50], ['baldwinian', 250], ['lamarckian', 10], ['lb', 250]]
    """
    universal = parameters.endswith("universal")
    if parameters.startswith("published") or grid is None:
        return published("universal_parameters" if universal else "best_parameters")
    return universal_configurations(grid) if universal else best_configurations(grid)
