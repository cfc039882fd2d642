"""The paper's own numbers, as tidy frames in memlab's names.

Every function reads one file of ``data/published``; the files say what the paper's tables say.
"""

import pandas as pd

from ..names import DATASETS, GRAPH_PROBLEMS, MODES
from ..paths import data

CELL = ["problem", "dataset", "mode"]
_NAMES = {"MIS": "mis", "MC": "maxcut", **{mode.capitalize(): mode for mode in MODES}, "LB": "lb",
          **{f"{name[:2].upper()} {name[3:].capitalize()}": name for name in DATASETS}}

# Of the last printed digit: of scores by problem, and of two other tables.
UNITS = {"mis": 0.01, "maxcut": 0.1, "unique_solutions": 0.1, "universality_cost": 0.01}


def scores():
    """Table 1: mean score and standard deviation of the four modes and of the baselines.

    Returns
    -------
    DataFrame
        problem, dataset, type, mean, std; `type` is a mode or one of "GIN", "GT", "MLP",
        "DeepSets" (neural baselines) and "Solver" (KaMIS or Gurobi). `std` of a mode is the mean
        over graphs of the standard deviation over three seeds.

    Examples
    --------
    >>> scores().query("problem == 'mis' and dataset == 'er_small'").tail(2)
      problem   dataset        type   mean   std
    7     mis  er_small  lamarckian  30.37  0.94
    8     mis  er_small          lb  32.79  0.40
    """
    return read("scores").rename(columns={"mode": "type"})


def best_configurations():
    """Table 4: the configuration that the paper selected for each problem, dataset and mode.

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, lambda_, crossover_rate, lb_probability (NaN outside LB).
    """
    return read("best_parameters")


def unique_solutions():
    """Table 5: different best solutions met in a run: problem, dataset, mode, mean, std."""
    return read("unique_solutions")


def runtime():
    """Table 6: seconds per run on the authors' machine: problem, dataset, mode, mean, std."""
    return read("runtime_seconds")


def universality_cost():
    """Table 2: loss of the universal configuration: problem, dataset, mode, loss_percent.

    The paper's averages over datasets are left out: they follow from the rest.
    """
    frame = read("universality_loss_percent")
    return frame[frame["dataset"] != "Avg."].reset_index(drop=True)


def universal_configurations():
    """The one configuration per mode that the paper found best across everything (Table 2).

    Returns
    -------
    DataFrame
        mode, mu, lambda_, crossover_rate, lb_probability (NaN outside LB).
    """
    return read("universal_parameters")


def read(name):
    """One file of ``data/published``, in memlab's names and the paper's order; baselines first."""
    frame = pd.read_csv(data("published") / f"{name}.csv").replace(_NAMES)
    frame = frame.rename(columns={"type": "mode", "lambda": "lambda_"})
    keys = [name for name in CELL[:2] if name in frame]
    return in_paper_order(frame[[*keys, *frame.columns.drop(keys)]])


def beside(frame, theirs):
    """Our frame of cells, with the paper's columns as ``published_...`` and in its order."""
    return in_paper_order(frame.join(theirs.set_index(CELL).add_prefix("published_"), on=CELL))


def in_paper_order(frame):
    """The frame with its rows in the paper's order of problems, datasets and modes."""
    order = {name: place for place, name in enumerate((*GRAPH_PROBLEMS, *DATASETS, *MODES))}
    keys = [column for column in CELL if column in frame]
    places = frame[keys].apply(lambda column: column.map(order)).fillna({"mode": -1.0})
    return frame.loc[places.sort_values(keys, kind="stable").index].reset_index(drop=True)
