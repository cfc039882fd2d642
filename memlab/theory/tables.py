"""Tidy tables of exact values, for the charts of `memlab.plots.theory`."""

import numpy as np
import pandas as pd

from ..support.checks import integer


def tabulate(quantity, modes, lengths, largest=1000, points=30, *, name="iterations", **options):
    """Tabulate a quantity for several modes and block lengths, on a geometric grid of sizes.

    Parameters
    ----------
    quantity : callable
        ``quantity(mode, n, k, **options)``, such as `expected_runtime`.
    modes : sequence of str
        Modes of evolution.
    lengths : sequence of int
        Block lengths k.
    largest : int, optional
        Sizes range from 4k to about this value.
    points : int, optional
        Sizes per block length; fewer where they coincide.
    name : str, optional
        Name of the column of values.
    **options
        Passed on to `quantity`.

    Returns
    -------
    DataFrame
        Columns mode, n, k and `name`.

    Raises
    ------
    TypeError, ValueError
        As from `quantity`; also if `largest` or `points` is not a sufficiently large integer.

    Examples
    --------
    >>> from memlab.theory import expected_runtime
    >>> tabulate(expected_runtime, ["lamarckian"], [2], largest=16, points=2).n.tolist()
    [8, 16]
    """
    points = integer("points", points, minimum=1)
    largest = integer("largest", largest, minimum=4 * max(lengths))
    return pd.DataFrame(
        [{"mode": mode, "n": int(n), "k": k, name: quantity(mode, int(n), k, **options)}
         for mode in modes for k in lengths
         for n in k * np.unique(np.geomspace(4, largest / k, points).round())])
