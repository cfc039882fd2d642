"""Best known values of public instances, and whether they are optimal.

``data/best_known.csv`` holds values of DIMACS, BHOSLIB and Gset, not the instances themselves.
"""

import functools

import pandas as pd

from ..support.paths import data


def best_known(instance, problem, vertices, edges):
    """Look up a public instance: a dict with best_known, status and source, or an empty dict.

    Parameters
    ----------
    instance : str
        Its name, such as that of the file without suffix; case does not matter.
    problem : {"mis", "clique", "maxcut"}
        The problem.
    vertices, edges : int
        Size of the graph in the file. If the recorded size differs, the file is another instance
        and the result is empty. (For some instances the number of edges is not recorded.)

    Examples
    --------
    >>> best_known("brock200_2", "clique", 200, 9_876)["best_known"]
    12
    >>> best_known("brock200_2", "mis", 200, 9_876)
    {}
    """
    known = _table().get((instance.lower(), problem))
    if known is None or known["vertices"] != vertices or known["edges"] not in (None, edges):
        return {}
    return {name: known[name] for name in ("best_known", "status", "source")}


@functools.cache
def _table():
    """Return the rows by instance and problem."""
    frame = pd.read_csv(data("best_known.csv")).astype(object)
    rows = frame.where(frame.notna(), None).to_dict("records")
    return {(row["instance"].lower(), row["problem"]): row for row in rows}
