"""Tidy tables of exact and simulated values, for the charts of `memlab.plots.theory`."""

import itertools

import numpy as np
import pandas as pd

from ..checks import integer
from .simulation import simulate

_NORMAL_95 = 1.959963984540054


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
    >>> tabulate(simulate, ["lamarckian"], [2], largest=8, points=2, runs=3).n.tolist()
    [8]
    """
    points = integer("points", points, minimum=1)
    largest = integer("largest", largest, minimum=4 * max(lengths))
    return pd.DataFrame(
        [{"mode": mode, "n": int(n), "k": k, name: quantity(mode, int(n), k, **options)}
         for mode in modes for k in lengths
         for n in k * np.unique(np.geomspace(4, largest / k, points).round())])


def tabulate_runs(modes, lengths, sizes, runs=100, seed=0, **options):
    """Tabulate mean runtimes of simulated runs, with 95 % confidence intervals.

    Parameters
    ----------
    modes, lengths : sequence
        Modes of evolution and block lengths.
    sizes : sequence of int
        Numbers of bits, multiples of every block length.
    runs : int, optional
        Runs per row, at least 2.
    seed : int, optional
        Rows have independent random numbers.
    **options
        Passed on to `simulate`.

    Returns
    -------
    DataFrame
        Columns mode, n, k, mean, error (standard error of the mean), low and high.

    Raises
    ------
    TypeError, ValueError
        As from `simulate`.

    Examples
    --------
    >>> table = tabulate_runs(["lamarckian"], [2, 3], sizes=[12, 24], runs=50)
    >>> bool((table.low < table["mean"]).all()), len(table)
    (True, 4)
    """
    runs, seed = integer("runs", runs, minimum=2), integer("seed", seed, minimum=0)
    rows = []
    for number, (mode, k, n) in enumerate(itertools.product(modes, lengths, sizes)):
        times = simulate(mode, n, k, runs, seed=[seed, number], **options)
        rows.append((mode, n, k, times.mean(), times.std(ddof=1) / np.sqrt(runs)))
    table = pd.DataFrame(rows, columns=["mode", "n", "k", "mean", "error"])
    return table.assign(low=table["mean"] - _NORMAL_95 * table.error,
                        high=table["mean"] + _NORMAL_95 * table.error)


def debt_table(run, k):
    """Return the state of every block at every record of a trajectory.

    Parameters
    ----------
    run : Trajectory
        As returned by `trajectory`.
    k : int
        The run's block length.

    Returns
    -------
    DataFrame
        Columns iteration, block (from 1) and state: "full", "damaged" (k-1 ones, before the
        critical block), "critical" or "random" (behind the critical block).

    Examples
    --------
    >>> from memlab.theory import trajectory
    >>> debt_table(trajectory("lamarckian", n=24, k=3, seed=1), k=3).state.iloc[-1]
    'full'
    """
    number = np.arange(run.blocks.shape[1])
    level = run.frame.level.to_numpy()[:, None]
    state = np.select([number > level, number == level, run.blocks == k - 1],
                      ["random", "critical", "damaged"], "full")
    return pd.DataFrame({"iteration": np.repeat(run.frame.iteration.to_numpy(), number.size),
                         "block": np.tile(number + 1, len(level)), "state": state.ravel()})
