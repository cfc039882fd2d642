"""Tidy tables of exact and simulated values, for the charts of `memlab.plots.theory`."""

import itertools

import numpy as np
import pandas as pd

from ..checks import integer
from ..modes import MODES
from .blocks import check_size
from .constants import growth
from .exact import level_profile
from .simulation import simulate, trajectory

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


def fit_exponents(table, smallest=100):
    """Fit slopes of log mean against log n by weighted least squares, with 95 % intervals.

    The intervals cover the statistical error. The systematic error of a slope, from corrections of
    order 1/n, is also about 1/n, so that small sizes must be left out: see `smallest`.

    Parameters
    ----------
    table : DataFrame
        As returned by `tabulate_runs`.
    smallest : int, optional
        Rows with fewer bits are ignored.

    Returns
    -------
    DataFrame
        Columns mode, k, exponent, low, high and theorem.

    Raises
    ------
    ValueError
        If fewer than two sizes are left for a mode and a block length.

    Examples
    --------
    >>> fits = fit_exponents(tabulate_runs(["darwinian"], [2], sizes=[120, 240, 480], runs=1000))
    >>> bool(abs(fits.exponent[0] - 3) < 0.02)
    True
    """
    rows = []
    for (mode, k), group in table[table.n >= smallest].groupby(["mode", "k"], sort=False):
        if group.n.nunique() < 2:
            raise ValueError(f"table must have two sizes of at least {smallest} for mode {mode!r} "
                             f"and k={k}, not {group.n.nunique()}")
        weights = group["mean"] / group.error
        (slope, _), covariance = np.polyfit(np.log(group.n), np.log(group["mean"]), 1, w=weights,
                                            cov="unscaled")
        margin = _NORMAL_95 * np.sqrt(covariance[0, 0])
        # the power is the same for all probabilities between 0 and 1
        between = 0.5 if MODES[mode].inherits is None else None
        power = growth(mode, k, lb_probability=between).power
        rows.append((mode, k, slope, slope - margin, slope + margin, power))
    return pd.DataFrame(rows, columns=["mode", "k", "exponent", "low", "high", "theorem"])


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
    >>> debt_table(trajectory("lamarckian", n=24, k=3, seed=1), k=3).state.iloc[-1]
    'full'
    """
    number = np.arange(run.blocks.shape[1])
    level = run.frame.level.to_numpy()[:, None]
    state = np.select([number > level, number == level, run.blocks == k - 1],
                      ["random", "critical", "damaged"], "full")
    return pd.DataFrame({"iteration": np.repeat(run.frame.iteration.to_numpy(), number.size),
                         "block": np.tile(number + 1, len(level)), "state": state.ravel()})


def debt_rates(n, k, runs=20, seed=0):
    """Return damage, acceptance and search steps of Baldwinian runs by share of solved blocks.

    Parameters
    ----------
    n, k : int
        Length of the bit string, a multiple of `k`, and of a block.
    runs : int, optional
        Number of trajectories to average.
    seed : int, optional
        Seed of the trajectories.

    Returns
    -------
    DataFrame
        Columns rate, solved (share, 0 to 1), source and value. Sources are "simulated", "exact"
        (the ratio of expectations per level, where there is a formula) and "large n".

    Raises
    ------
    TypeError, ValueError
        If an argument has the wrong type or is out of range.

    Examples
    --------
    >>> sorted(set(debt_rates(n=24, k=3, runs=2).source))
    ['exact', 'large n', 'simulated']
    """
    n, k = check_size(n, k)
    runs, seed = integer("runs", runs, minimum=1), integer("seed", seed, minimum=0)
    frames = [trajectory("baldwinian", n, k, seed=[seed, i], every=1).frame for i in range(runs)]
    # An iteration belongs to the level of its parent, which is that of the previous record.
    frames = [frame.assign(level=frame.level.shift(), damaged=frame.damaged.shift()).iloc[1:]
              for frame in frames]
    met = pd.concat(frames).groupby("level").sum().reset_index()
    exact = level_profile("baldwinian", n, k)
    accepted = np.exp(-exact.level * k / n * (k - 1) / (k + 1))
    late = met.level * k >= n / 10     # the share among the first few blocks is too noisy
    damaged = (met.damaged / met.iterations / met.level).where(late)
    sources = {"simulated": (met, damaged, met.accepted, met.local_search_steps),
               "exact": (exact, np.nan, exact.accepted, exact.local_search_steps),
               "large n": (exact.assign(iterations=1), k / (k + 1), accepted,
                           n * (1 - accepted) / (k - 1))}
    return pd.concat([pd.DataFrame({
        "source": source, "solved": frame.level * k / n, "damaged blocks, share": share,
        "offspring accepted, share": accepted / frame.iterations,
        "local-search steps per call": steps / frame.iterations,
    }).melt(["source", "solved"], var_name="rate")
        for source, (frame, share, accepted, steps) in sources.items()]).dropna(ignore_index=True)
