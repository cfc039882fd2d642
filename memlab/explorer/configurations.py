"""Configurations of the modes in a race: the same for all, or those that the paper found best."""

import pandas as pd

from ..checks import choice
from ..names import MODES
from ..study import published

PRESETS = {
    "same": "the same for all modes",
    "best": "the paper's best for this dataset",
    "universal": "the paper's best over all datasets",
}


def same(modes, mu, lambda_, crossover_rate, lb_probability):
    """The same configuration for every mode; only mode "lb" has the LB probability.

    Returns
    -------
    dict of str to dict
        Keyword arguments of `memlab.Evolution` by mode.

    Examples
    --------
    >>> same(["lb"], 10, 50, 0.9, 0.5)
    {'lb': {'mu': 10, 'lambda_': 50, 'crossover_rate': 0.9, 'lb_probability': 0.5}}
    """
    shared = {"mu": mu, "lambda_": lambda_, "crossover_rate": crossover_rate}
    return {mode: shared | ({"lb_probability": lb_probability} if mode == "lb" else {})
            for mode in modes}


def preset(name, modes, problem, dataset):
    """What the paper selected for each mode: Table 4 for "best", Table 2 for "universal".

    Parameters
    ----------
    name : {"best", "universal"}
    modes : list of str
    problem : {"mis", "maxcut"}
    dataset : str or None
        For "best": the family of the graph.

    Returns
    -------
    dict of str to dict
        As `same` gives them.

    Raises
    ------
    ValueError
        If a name is unknown, or the best are asked for and the graph is of no dataset.

    Examples
    --------
    >>> preset("universal", ["lamarckian"], "mis", None)
    {'lamarckian': {'mu': 10, 'lambda_': 10, 'crossover_rate': 0.0}}
    """
    choice("preset", name, ("best", "universal"))
    if name == "universal":
        table = published.universal_configurations()
    elif dataset is None:
        raise ValueError("the paper's best configurations are known for its six datasets only; "
                         f"choose {PRESETS['universal']!r} for a graph of your own")
    else:
        table = published.best_configurations().query("problem == @problem and dataset == @dataset")
    rows = table.set_index("mode")
    return {choice("mode", mode, MODES): _arguments(rows.loc[mode]) for mode in modes}


def _arguments(row):
    found = {"mu": int(row["mu"]), "lambda_": int(row["lambda_"]),
             "crossover_rate": float(row["crossover_rate"])}
    if not pd.isna(row["lb_probability"]):
        found["lb_probability"] = float(row["lb_probability"])
    return found
