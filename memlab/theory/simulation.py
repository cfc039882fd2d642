"""Simulated runs of the (1+1) EA on DeceptiveLeadingBlocks: naive, event by event, and recorded."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from ..evolution.modes import MODES
from ..problems import DeceptiveLeadingBlocks
from ..support import checks, memory
from . import bitwise, blocks, darwinian, events, lamarckian
from .exact import checked, expected_runtime

METHODS = ("events", "naive")
_MOST_BITS = 1e12      # limit on the bits that a naive simulation looks at; it takes hours


class Trajectory(NamedTuple):
    """The course of one run.

    Parameters
    ----------
    frame : DataFrame
        One row per record, with columns

        - iteration;
        - fitness: the parent's, after learning;
        - level: leading blocks that are solved, in the genome or after learning;
        - critical_ones: ones of the block behind them; NaN if there is none;
        - damaged: leading blocks with k-1 ones;
        - iterations, accepted, local_search_steps: numbers of iterations, accepted offspring and
          steps since the previous record.
    blocks : ndarray of uint8, shape (records, n // k)
        Number of ones of each block of the parent.

    Examples
    --------
    >>> run = trajectory("lamarckian", n=24, k=3, seed=1)
    >>> len(run.frame) == len(run.blocks), run.blocks[-1].tolist()
    (True, [3, 3, 3, 3, 3, 3, 3, 3])
    """

    frame: pd.DataFrame
    blocks: np.ndarray


def simulate(mode, n, k, runs=1000, seed=0, method="events", *, lb_probability=None):
    """Simulate the runtimes of independent runs.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    n, k : int
        Length of the bit string, a multiple of `k`, and of a block.
    runs : int, optional
        Number of runs.
    seed : int, sequence of int, or numpy.random.SeedSequence, optional
        Run i depends only on the seed and on i, so that more runs start with the same ones.
    method : {"events", "naive"}, optional
        "events" jumps from one change of the parent to the next, so that its cost does not grow
        with the number of iterations, which may be 10**20. "naive" flips bits; its results have
        the same distribution.
    lb_probability : float, optional
        In mode "lb", where it is required: the probability from 0 to 1 that the local optimum
        replaces an individual. With 0 the runs are those of mode "baldwinian", with 1 those of
        "lamarckian".

    Returns
    -------
    ndarray of float64, shape (runs,)
        Number of offspring until the optimum was found; 0 if the initial individual, or its local
        optimum, was the optimum.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of range, or a naive simulation would take hours.

    Examples
    --------
    >>> times = simulate("darwinian", n=200, k=4, runs=1000)
    >>> bool(abs(times.mean() / expected_runtime("darwinian", 200, 4) - 1) < 0.02)
    True
    """
    chain, (n, k, inherits, _) = checked(mode, n, k, lb_probability, False)
    runs = checks.integer("runs", runs, minimum=1)
    method = checks.choice("method", method, METHODS)
    sequence = checks.seed("seed", seed)
    memory.check(100 * runs, f"{runs} runs")
    if method == "naive":
        expected = expected_runtime(mode, n, k, lb_probability=lb_probability)
        _refuse_hours(mode, n, k, runs, expected)
    states = sequence.generate_state(4 * runs, np.uint64).reshape(runs, 4)
    if method == "events":
        kernel, arguments = _from_event_to_event(chain, n, k, inherits)
        return np.array([kernel(*arguments, state) for state in states])
    courses = [_bit_by_bit(mode, n, k, inherits, 2**62, state) for state in states]
    return np.array([frame[-1, 0] for frame, _ in courses], np.float64)


def trajectory(mode, n, k, *, seed=0, every=None, lb_probability=None):
    """Simulate one run bit by bit, and record its parent at regular intervals.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    n, k : int
        Length of the bit string, a multiple of `k`, and of a block.
    seed : int, sequence of int, or numpy.random.SeedSequence, optional
        Seed of the run.
    every : int, optional
        Iterations between records; by default such that about 1,000 records are expected.
    lb_probability : float, optional
        As for `simulate`.

    Returns
    -------
    Trajectory
        Named tuple of a table and of the ones per block; the first record is the initial
        individual, the last one the optimum.

    Raises
    ------
    TypeError, ValueError
        As from `simulate`; also if more than about 10**8 block counts would be recorded.

    Examples
    --------
    >>> run = trajectory("baldwinian", n=60, k=3, seed=1)
    >>> run.frame.fitness.is_monotonic_increasing, int(run.frame.fitness.iloc[-1])
    (True, 60)
    """
    expected = expected_runtime(mode, n, k, lb_probability=lb_probability)
    _, (n, k, inherits, _) = checked(mode, n, k, lb_probability, False)
    every = checks.optional("every", every, minimum=1, maximum=2**62)
    every = every or max(1, round(expected / 1000))
    sequence = checks.seed("seed", seed)
    _refuse_hours(mode, n, k, 1, expected)
    if expected / every * (n // k) > 1e8:
        raise ValueError(f"every must be larger: with {every}, a run of about {expected:.1e} "
                         "iterations would fill the memory")
    records, counts = _bit_by_bit(mode, n, k, inherits, every,
                                  sequence.generate_state(4, np.uint64))
    return Trajectory(_table(records, counts, k), counts)


def _table(records, counts, k):
    """Return the frame of a `Trajectory`."""
    iteration, fitness, accepted, steps = records.T
    level = fitness // k
    solved = np.arange(counts.shape[1]) < level[:, None]
    beyond = np.column_stack([counts.astype(float), np.full(len(counts), np.nan)])
    return pd.DataFrame({
        "iteration": iteration, "fitness": fitness, "level": level,
        "critical_ones": beyond[np.arange(len(counts)), level],
        "damaged": ((counts == k - 1) & solved).sum(axis=1),
        "iterations": np.diff(iteration, prepend=iteration[:1]), "accepted": accepted,
        "local_search_steps": steps})


def _bit_by_bit(mode, n, k, inherits, every, state):
    """Walk to the optimum; return the records: int64 (records, 4) and uint8 (records, n // k)."""
    problem, learns = DeceptiveLeadingBlocks(n, k), MODES[mode].learns
    rules, parts = bitwise.Rules(n, learns, learns, inherits), []
    walk = bitwise.begun(problem.layout, state)
    while walk.clock[0] < 0 or walk.clock[1] < n:
        frame, ones = np.empty((4096, 4), np.int64), np.empty((4096, n // k), np.uint8)
        written = bitwise.record(problem.instance, problem.layout, rules, walk, every, frame, ones)
        parts.append((frame[:written], ones[:written]))
    return map(np.concatenate, zip(*parts, strict=True))


def _from_event_to_event(chain, n, k, inherits):
    """Return the kernel of a chain's runs, and all its arguments but the random numbers."""
    if chain is lamarckian:
        return events.lamarckian_run, (
            n // k, blocks.good_probability(k), chain.leaving_probabilities(n, k))
    if chain is darwinian:
        return events.darwinian_run, (_block_chances(
            n, k, lambda before, after: (after < before) | (after == k)),)
    return events.plateau_run, (_block_chances(n, k, np.not_equal), inherits)


def _refuse_hours(mode, n, k, runs, expected):
    """Refuse naive simulations that would take hours.

    They look at n bits per iteration, and at n bits per neighbour in local search.
    """
    bits = runs * expected * n
    if bits > _MOST_BITS:
        raise ValueError(f"{runs} run(s) of mode {mode!r} with n={n}, k={k} would look at about "
                         f"{bits:.0e} bits; choose smaller ones, or method='events'")


def _block_chances(n, k, is_event):
    """Return the chances of blocks of k bits, of n.

    Parameters
    ----------
    n, k : int
    is_event : callable
        ``is_event(before, after)``: whether such a change of the number of ones in the critical
        block, arrays of integers, is an event in this mode.
    """
    step = blocks.mutation_matrix(n, k)
    good = step[np.ix_([k, k - 1], [k, k - 1])]
    accept = good.sum(axis=1)
    return events.BlockChances(
        levels=n // k, start=blocks.uniform_block(k), step=step,
        leave=(step * is_event(*np.indices((k + 1, k + 1)))).sum(axis=1), accept=accept,
        change=np.array([good[0, 1], good[1, 0]]) / accept)
