"""Exact expectations for the (1+1) EA on DeceptiveLeadingBlocks, in every mode of evolution.

The runtime T is the number of offspring generated until one is the all-ones string, possibly after
local search; the initial individual counts as iteration 0. The values are neither simulated nor
asymptotic: they are those of the lumped Markov chains of `memlab.theory.darwinian`,
`memlab.theory.lamarckian`, `memlab.theory.baldwinian` and `memlab.theory.lb`. Their relative error
is about n * 1e-16 (n * 1e-15 for variances of Baldwinian and LB evolution, which are differences).
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from ..evolution.configuration import Configuration
from ..evolution.modes import MODES
from ..support import checks
from . import baldwinian, darwinian, lamarckian, lb
from .blocks import check_size, fresh_steps

CONVENTIONS = ("free", "steps", "scans")


class Moments(NamedTuple):
    """Mean and variance of a runtime, in iterations and iterations squared.

    Parameters
    ----------
    mean : float
        Expected number of iterations.
    variance : float
        Variance of the number of iterations.

    Examples
    --------
    >>> Moments(mean=3.0, variance=16.0).std
    4.0
    """

    mean: float
    variance: float

    @property
    def std(self):
        """Standard deviation, in iterations."""
        return self.variance**0.5


def chain_of(mode, lb_probability=None):
    """Return the module of a mode's chain, and the probability that learning is inherited.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    lb_probability : float, optional
        Required in mode "lb", from 0 to 1; not allowed in other modes.

    Returns
    -------
    chain : module
        `darwinian`, `baldwinian`, `lamarckian` or `lb`, all of `memlab.theory`. LB evolution with
        probability 0 is Baldwinian, and with 1 Lamarckian.
    inherits : float

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    Examples
    --------
    >>> chain, inherits = chain_of("lb", 1)
    >>> chain.__name__, inherits
    ('memlab.theory.lamarckian', 1.0)
    """
    setting = Configuration(mode, lb_probability=lb_probability)
    chains = {0.0: baldwinian, 1.0: lamarckian} if setting.learns else {0.0: darwinian}
    return chains.get(setting.inheritance, lb), setting.inheritance


def checked(mode, n, k, lb_probability, strict, sometimes=True):
    """Return a mode's chain and the arguments (n, k, inherits, strict) of its formulas.

    Raises
    ------
    TypeError, ValueError
        As from `chain_of` and `check_size`; also if `strict` is not a bool, or if the mode inherits
        only sometimes, which is allowed by `sometimes`.

    Examples
    --------
    >>> checked("lamarckian", 60, 3, None, False)[1]
    (60, 3, 1.0, False)
    """
    checks.flag("strict", strict)
    chain, inherits = chain_of(mode, lb_probability)
    if chain is lb and not sometimes:
        raise ValueError(f"mode must inherit with probability 0 or 1 for this, not {inherits}")
    return chain, (*check_size(n, k), inherits, strict)


@np.errstate(all="ignore")
def expected_runtime(mode, n, k, *, lb_probability=None, strict=False):
    """Return the expected number of iterations until the optimum is found.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`: the effect of local search on an individual.
        "darwinian": none. "lamarckian": the local optimum replaces it. "baldwinian": it gets
        the fitness of the local optimum. "lb": as "baldwinian", and with some
        probability the local optimum also replaces it.
    n : int
        Length of the bit string, a multiple of `k`, at most 10**7.
    k : int
        Length of a block, 2 to 200.
    lb_probability : float, optional
        In mode "lb", where it is required: the probability of replacement, from 0 to 1. With 0 the
        mode is "baldwinian", with 1 "lamarckian".
    strict : bool, optional
        Accept an offspring only if it is strictly better, instead of at least as good.

    Returns
    -------
    float
        The expectation.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of range, or the value is beyond the range of float64 (about
        n**(k+1) > 1e308).

    Notes
    -----
    It takes less than a second for every n, except in mode "lb", where the time grows with n/k.

    Examples
    --------
    >>> round(expected_runtime("baldwinian", n=60, k=3), 3)
    582.761
    >>> expected_runtime("lamarckian", n=2, k=2)
    0.3333333333333333
    """
    chain, arguments = checked(mode, n, k, lb_probability, strict)
    # the Baldwinian mean alone is far faster than together with the variance
    value = (chain.level_totals(n, k, strict)[0].sum() if chain is baldwinian
             else chain.moments(*arguments)[0])
    return _finite("expected runtime", value, n, k)


@np.errstate(all="ignore")
def runtime_moments(mode, n, k, *, lb_probability=None, strict=False):
    """Return the mean and variance of the number of iterations until the optimum is found.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    n, k : int
        Length of the bit string, and of a block.
    lb_probability : float, optional
        As for `expected_runtime`.
    strict : bool, optional
        As for `expected_runtime`.

    Returns
    -------
    Moments
        Named tuple ``(mean, variance)``, with a property ``std``.

    Raises
    ------
    TypeError, ValueError
        As from `expected_runtime`; the variance is in range up to about n**(2k+1) = 1e308.

    Examples
    --------
    >>> runtime_moments("darwinian", n=2, k=2)
    Moments(mean=3.0, variance=12.0)
    """
    chain, arguments = checked(mode, n, k, lb_probability, strict)
    mean, variance = chain.moments(*arguments)
    return Moments(_finite("expected runtime", mean, n, k),
                   _finite("variance of the runtime", variance, n, k))


@np.errstate(all="ignore")
def expected_local_search_steps(mode, n, k, *, lb_probability=None, strict=False):
    """Return the expected number of improving local-search steps in a whole run.

    This counts every flip that local search makes, for accepted and rejected offspring and for the
    initial individual.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    n, k : int
        Length of the bit string, and of a block.
    lb_probability : float, optional
        In mode "lb", where it is required: 0 or 1. In between, only the law for large n is known,
        see `growth`.
    strict : bool, optional
        As for `expected_runtime`.

    Returns
    -------
    float
        The expectation, 0 in the Darwinian mode.

    Raises
    ------
    TypeError, ValueError
        As from `expected_runtime`; also if the mode inherits only sometimes.

    Examples
    --------
    >>> round(expected_local_search_steps("baldwinian", n=60, k=3) / 60**3, 4)
    0.0197
    """
    chain, (n, k, _, strict) = checked(mode, n, k, lb_probability, strict, sometimes=False)
    begin = fresh_steps(n, k)[0] if MODES[mode].learns else 0.0
    return _finite("number of local-search steps",
                   begin + chain.level_totals(n, k, strict)[2].sum(), n, k)


def expected_evaluations(mode, n, k, *, convention="steps", lb_probability=None, strict=False):
    """Return the expected number of fitness evaluations under a convention for local search.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    n, k : int
        Length of the bit string, and of a block.
    convention : {"steps", "scans", "free"}
        The cost of local search in addition to the one evaluation of each individual. "steps": n
        for each improving step, as in the paper's comparison of the modes. "scans": n for each scan
        of all neighbours, including the last scan of each call, which finds no improvement. "free":
        nothing, as in the paper's experiments.
    lb_probability : float, optional
        As for `expected_local_search_steps`, unless `convention` is "free".
    strict : bool, optional
        As for `expected_runtime`.

    Returns
    -------
    float
        The expectation.

    Raises
    ------
    TypeError, ValueError
        As from `expected_local_search_steps`; also if `convention` is unknown.

    Examples
    --------
    >>> expected_evaluations("darwinian", n=2, k=2)
    4.0
    >>> [round(expected_evaluations("lamarckian", n=2, k=2, convention=c), 3) for c in CONVENTIONS]
    [1.333, 2.667, 5.333]
    """
    convention = checks.choice("convention", convention, CONVENTIONS)
    options = {"lb_probability": lb_probability, "strict": strict}
    individuals = expected_runtime(mode, n, k, **options) + 1
    if not MODES[mode].learns or convention == "free":
        return individuals
    steps = n * expected_local_search_steps(mode, n, k, **options)
    futile = n * individuals if convention == "scans" else 0.0
    return individuals + steps + futile


@np.errstate(all="ignore")
def level_profile(mode, n, k, *, lb_probability=None):
    """Return the expected time that a run spends with each number of solved leading blocks.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    n, k : int
        As for `expected_runtime`.
    lb_probability : float, optional
        In mode "lb", where it is required: 0 or 1; there is no formula for those in between.

    Returns
    -------
    DataFrame
        One row per level, with columns

        - level: number of solved leading blocks, 0 to n/k - 1;
        - iterations: expected number of them on this level;
        - accepted: expected number of accepted offspring among them;
        - local_search_steps: steps of these offspring. Those of the initial individual belong to no
          level.

    Raises
    ------
    TypeError, ValueError
        As from `expected_runtime`; also if the mode inherits only sometimes.

    Examples
    --------
    >>> level_profile("lamarckian", n=4, k=2).round(3)
       level  iterations  accepted  local_search_steps
    0      0       0.571     0.571               0.339
    1      1       0.610     0.571               0.443
    """
    chain, (n, k, _, strict) = checked(mode, n, k, lb_probability, False, sometimes=False)
    iterations, accepted, steps = chain.level_totals(n, k, strict)
    _finite("expected runtime", iterations.sum(), n, k)
    return pd.DataFrame({"level": np.arange(n // k), "iterations": iterations,
                         "accepted": accepted, "local_search_steps": steps})


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
    >>> tabulate(expected_runtime, ["lamarckian"], [2], largest=16, points=2).n.tolist()
    [8, 16]
    """
    points = checks.integer("points", points, minimum=1)
    largest = checks.integer("largest", largest, minimum=4 * max(lengths))
    return pd.DataFrame(
        [{"mode": mode, "n": int(n), "k": k, name: quantity(mode, int(n), k, **options)}
         for mode in modes for k in lengths
         for n in k * np.unique(np.geomspace(4, largest / k, points).round())])


def _finite(what, value, n, k):
    if not np.isfinite(value):
        raise ValueError(f"the {what} for n={n}, k={k} is too large for float64: choose smaller")
    return float(value)
