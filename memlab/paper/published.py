"""The paper's own numbers, as tidy frames in memlab's names.

They stand in ``data/published``.
"""

import pandas as pd

from ..modes import PAPER_MODES as MODES
from ..names import DATASETS, GRAPH_PROBLEMS
from ..paths import data

CELL = ["problem", "dataset", "mode"]
_NAMES = {"MIS": "mis", "MC": "maxcut", **{mode.capitalize(): mode for mode in MODES}, "LB": "lb",
          **{f"{name[:2].upper()} {name[3:].capitalize()}": name for name in DATASETS}}

# Units of the last printed digit: of scores by problem, and of two other tables.
UNITS = {"mis": 0.01, "maxcut": 0.1, "unique_solutions": 0.1, "universality_cost": 0.01}


def read(name):
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
    >>> read("scores").query("problem == 'mis' and dataset == 'er_small'").tail(2)
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


def beside(frame, theirs):
    """Add the paper's columns to a frame of cells as ``published_...``, in the paper's order.

    Examples
    --------
    >>> frame = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": ["lb", "lamarckian"],
    ...                       "mean": [32.5, 29.8]})
    >>> beside(frame, read("scores"))
      problem   dataset        mode  mean  published_mean  published_std
    0     mis  er_small  lamarckian  29.8           30.37           0.94
    1     mis  er_small          lb  32.5           32.79           0.40
    """
    return in_paper_order(frame.join(theirs.set_index(CELL).add_prefix("published_"), on=CELL))


def in_paper_order(frame):
    """Return the frame with its rows in the paper's order of problems, datasets and modes.

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
