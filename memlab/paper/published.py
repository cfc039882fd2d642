"""The paper's own numbers, as tidy frames in memlab's names.

They stand in ``data/published``.
"""

from ..study.tuned import CELL, in_paper_order
from ..study.tuned import published as read

__all__ = ["UNITS", "beside", "read"]

# Units of the last printed digit: of scores by problem, and of two other tables.
UNITS = {"mis": 0.01, "maxcut": 0.1, "unique_solutions": 0.1, "universality_cost": 0.01}


def beside(frame, theirs):
    """Add the paper's columns to a frame of cells as ``published_...``, in the paper's order.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": ["lb", "lamarckian"],
    ...                       "mean": [32.5, 29.8]})
    >>> beside(frame, read("scores"))
      problem   dataset        mode  mean  published_mean  published_std
    0     mis  er_small  lamarckian  29.8           30.37           0.94
    1     mis  er_small          lb  32.5           32.79           0.40
    """
    return in_paper_order(frame.join(theirs.set_index(CELL).add_prefix("published_"), on=CELL))
