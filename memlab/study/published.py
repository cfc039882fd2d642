"""The paper's own numbers, as tidy frames in memlab's names.

Every function reads one file of ``data/published``; the files say what the paper's tables say.
"""

from pathlib import Path

import pandas as pd

from ..names import DATASETS, GRAPH_PROBLEMS, MODES

_NAMES = {"MIS": "mis", "MC": "maxcut", **{mode.capitalize(): mode for mode in MODES}, "LB": "lb",
          **{f"{name[:2].upper()} {name[3:].capitalize()}": name for name in DATASETS}}


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
    return _read("scores.csv")


def best_configurations():
    """Table 4: the configuration that the paper selected for each problem, dataset and mode.

    Returns
    -------
    DataFrame
        problem, dataset, mode, mu, lambda_, crossover_rate, lb_probability (NaN outside LB).
    """
    frame = _read("best_parameters.csv")
    return frame.rename(columns={"type": "mode", "lambda": "lambda_"})


def unique_solutions():
    """Table 5: different best solutions met in a run: problem, dataset, mode, mean, std."""
    return _read("unique_solutions.csv").rename(columns={"type": "mode"})


def runtime():
    """Table 6: seconds per run on the authors' machine: problem, dataset, mode, mean, std."""
    return _read("runtime_seconds.csv").rename(columns={"type": "mode"})


def universality_cost():
    """Table 2: loss of the universal configuration: problem, dataset, mode, loss_percent.

    The paper's averages over datasets are left out: they follow from the rest.
    """
    frame = _read("universality_loss_percent.csv").rename(columns={"type": "mode"})
    return frame[frame["dataset"] != "Avg."].reset_index(drop=True)


def universal_configurations():
    """The one configuration per mode that the paper found best across everything (Table 2).

    Returns
    -------
    DataFrame
        mode, mu, lambda_, crossover_rate, lb_probability (NaN outside LB).
    """
    rows = [("darwinian", 50, 250, 1.0, None), ("baldwinian", 250, 50, 0.9, None),
            ("lamarckian", 10, 10, 0.0, None), ("lb", 250, 250, 1.0, 0.15)]
    columns = ["mode", "mu", "lambda_", "crossover_rate", "lb_probability"]
    return pd.DataFrame(rows, columns=columns)


def _read(name):
    """One file, with the paper's names replaced by memlab's and rows in the paper's order."""
    frame = pd.read_csv(_folder() / name)
    for column in ("problem", "type", "dataset"):
        frame[column] = frame[column].map(lambda text: _NAMES.get(text, text))
    order = {name: place for place, name in enumerate((*GRAPH_PROBLEMS, *DATASETS, *MODES))}
    frame = frame[["problem", "dataset", *frame.columns.drop(["problem", "dataset"])]]
    by = frame[["problem", "dataset"]].apply(lambda column: column.map(order))
    by["type"] = frame["type"].map(order).fillna(-1)
    return frame.loc[by.sort_values(list(by), kind="stable").index].reset_index(drop=True)


def _folder():
    """``data/published`` of the checkout, or of the installed package."""
    package = Path(__file__).parents[1]
    candidates = [package / "data" / "published", package.parent / "data" / "published"]
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise FileNotFoundError("the published numbers are missing; looked in "
                            + " and ".join(str(folder) for folder in candidates))
