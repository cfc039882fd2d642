"""The paper's configurations of the modes, for a race."""

import pandas as pd

from ..checks import choice
from ..modes import PAPER_MODES
from ..study.tuned import PARAMETERS, published


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
        If a name is unknown.

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
