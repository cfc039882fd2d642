"""Configurations of the modes in a race: the same for all, or the paper's selection."""

import pandas as pd

from ..checks import choice
from ..modes import MODES
from ..paper import published
from ..paper.tables import PARAMETERS
from .texts import TEXTS

UNBOUNDED = TEXTS["controls"]["race"]["learning_depth"]["value"]


def same(modes, mu, lambda_, crossover_rate, lb_probability):
    """Return the same configuration for every mode; only mode "lb" has the LB probability.

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


def rationed(given, learning_rate, learning_depth):
    """Add learning rate and depth to the configurations of modes that learn, unless default.

    Examples
    --------
    >>> rationed({"darwinian": {"mu": 5}, "lb": {"mu": 5}}, 0.5, UNBOUNDED)
    {'darwinian': {'mu': 5}, 'lb': {'mu': 5, 'learning_rate': 0.5}}
    """
    dials = {"learning_rate": learning_rate} if learning_rate < 1 else {}
    dials |= {"learning_depth": learning_depth} if learning_depth < UNBOUNDED else {}
    return {mode: settings | (dials if mode != "darwinian" else {})
            for mode, settings in given.items()}


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
        As returned by `same`.

    Raises
    ------
    ValueError
        If a name is unknown.

    Examples
    --------
    >>> preset("universal", ["lamarckian"], "mis", None)
    {'lamarckian': {'mu': 10, 'lambda_': 10, 'crossover_rate': 0.0}}
    """
    choice("preset", name, ("best", "universal"))
    if name == "universal" or dataset is None:
        table = published.read("universal_parameters")
    else:
        table = published.read("best_parameters").query(
            "problem == @problem and dataset == @dataset")
    rows = table.set_index("mode")[PARAMETERS].to_dict("index")
    return {mode: {name: value for name, value in rows[choice("mode", mode, MODES)].items()
                   if pd.notna(value)} for mode in modes}
