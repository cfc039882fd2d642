"""Simulated runs of the (1+1) EA on DeceptiveLeadingBlocks: naive, event by event, and recorded."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from .. import checks
from ..kernels import dlb_events, dlb_naive
from ..problems import DeceptiveLeadingBlocks
from . import lamarckian
from .blocks import (
    check_mode,
    check_size,
    fresh_steps,
    good_probability,
    mutation_matrix,
    uniform_block,
)
from .exact import expected_runtime

METHODS = ("events", "naive")
_MOST_BITS = 1e12      # bits that a naive simulation may look at: hours


class Trajectory(NamedTuple):
    """What happened in one run.

    Attributes
    ----------
    frame : DataFrame
        One row per record, with columns ``iteration``, ``fitness`` (the parent's, after learning),
        ``level`` (leading blocks solved, by learning or by heart), ``critical_ones`` (ones of the
        block behind them; NaN once there is none), ``damaged`` (leading blocks with k-1 ones), and,
        since the record before, ``iterations``, ``accepted`` offspring and ``local_search_steps``.
    blocks : ndarray of uint8, shape (records, n // k)
        Number of ones of each block of the parent.
    """

    frame: pd.DataFrame
    blocks: np.ndarray


def simulate(mode, n, k, runs=1000, seed=0, method="events", *, lb_probability=None, strict=False,
             return_steps=False):
    """Runtimes of independent runs.

    Parameters
    ----------
    mode : {"darwinian", "lamarckian", "baldwinian", "lb"}
        Mode of evolution.
    n, k : int
        Length of the bit string, a multiple of `k`, and of a block.
    runs : int, optional
        How many.
    seed : int, sequence of int, or numpy.random.SeedSequence, optional
        Runs are a function of it and of their number only: more runs begin with the same ones.
    method : {"events", "naive"}, optional
        "events" jumps from one change of the parent to the next: its cost does not grow with the
        iterations, which may be 10**20. "naive" flips bits and looks at all neighbours; it has the
        same distribution.
    lb_probability : float, optional
        In mode "lb", and there required: the probability that an individual becomes its local
        optimum, strictly between 0 and 1.
    strict : bool, optional
        Accept an offspring only if it is strictly better.
    return_steps : bool, optional
        Return local-search steps as well.

    Returns
    -------
    iterations : ndarray of float64, shape (runs,)
        Offspring generated until the optimum was found; 0 if the initial individual was, or learned
        to be, optimal.
    local_search_steps : ndarray of float64, shape (runs,)
        Only if `return_steps`. For "naive" the steps made, for "events" their expectation given the
        parents of the run, which has the same mean and varies less.

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
    options = {"lb_probability": lb_probability, "strict": strict}
    mode, lb_probability = check_mode(mode, lb_probability)
    n, k = check_size(n, k)
    runs = checks.integer("runs", runs, minimum=1)
    method = checks.choice("method", method, METHODS)
    sequence = checks.seed("seed", seed)
    checks.flag("strict", strict)
    checks.flag("return_steps", return_steps)
    if method == "naive":
        _refuse_hours(mode, n, k, runs, expected_runtime(mode, n, k, **options))
        run = _naive_runner(mode, n, k, lb_probability, strict)
    elif mode in ("darwinian", "lamarckian"):
        run = _darwinian_runner(n, k) if mode == "darwinian" else _lamarckian_runner(n, k)
    else:
        run = _plateau_runner(n, k, lb_probability, strict, return_steps)
    states = sequence.generate_state(4 * runs, np.uint64).reshape(runs, 4)
    results = np.array([run(state) for state in states], np.float64)
    return (results[:, 0], results[:, 1]) if return_steps else results[:, 0]


def trajectory(mode, n, k, *, seed=0, every=None, lb_probability=None, strict=False):
    """One run, bit by bit, with its parent written down at regular intervals.

    Parameters
    ----------
    mode, n, k, seed, lb_probability, strict
        As for `simulate`.
    every : int, optional
        Iterations between records; by default such that about 1,000 records are expected.

    Returns
    -------
    Trajectory
        Named tuple of a table and of the ones per block; the first record is the initial
        individual, the last the optimum.

    Raises
    ------
    TypeError, ValueError
        As `simulate`; also if more than about 10**8 block counts were to be recorded.

    Examples
    --------
    >>> run = trajectory("baldwinian", n=60, k=3, seed=1)
    >>> run.frame.fitness.is_monotonic_increasing, int(run.frame.fitness.iloc[-1])
    (True, 60)
    """
    expected = expected_runtime(mode, n, k, lb_probability=lb_probability, strict=strict)
    n, k = check_size(n, k)
    if every is None:
        every = max(1, round(expected / 1000))
    every = checks.integer("every", every, minimum=1)
    sequence = checks.seed("seed", seed)
    _refuse_hours(mode, n, k, 1, expected)
    if expected / every * (n // k) > 1e8:
        raise ValueError(f"every must be larger: with {every}, a run of about {expected:.1e} "
                         "iterations would fill the memory")
    _, lb_probability = check_mode(mode, lb_probability)
    records, blocks = _records(mode, n, k, every, lb_probability, strict, sequence)
    return Trajectory(_table(records, blocks, k), blocks)


def _table(records, blocks, k):
    """The frame of a `Trajectory`."""
    iteration, fitness, accepted, steps = records.T
    level = fitness // k
    solved = np.arange(blocks.shape[1]) < level[:, None]
    beyond = np.column_stack([blocks.astype(float), np.full(len(blocks), np.nan)])
    return pd.DataFrame({
        "iteration": iteration, "fitness": fitness, "level": level,
        "critical_ones": beyond[np.arange(len(blocks)), level],
        "damaged": ((blocks == k - 1) & solved).sum(axis=1),
        "iterations": np.diff(iteration, prepend=iteration[:1]), "accepted": accepted,
        "local_search_steps": steps})


def _records(mode, n, k, every, lb_probability, strict, sequence):
    """Raw records of one run: int64 (records, 4) and uint8 (records, n // k)."""
    problem, genomes, flipped = _genome(n, k)
    state = sequence.generate_state(4, np.uint64)
    clock = np.array([-1, 0, 0, 0])
    frames, counts = [], []
    while clock[1] < n or clock[0] < 0:
        frame = np.empty((4096, 4), np.int64)
        ones = np.empty((4096, n // k), np.uint8)
        written = dlb_naive.record(problem.instance, problem.layout, mode != "darwinian",
                                   lb_probability, strict, every, genomes, flipped, state, clock,
                                   frame, ones)
        frames.append(frame[:written])
        counts.append(ones[:written])
    return np.concatenate(frames), np.concatenate(counts)


def _genome(n, k):
    """The problem, room for three genomes, and scratch for mutation."""
    problem = DeceptiveLeadingBlocks(n, k)
    return problem, np.zeros((3, len(problem.layout.valid)), np.uint64), np.empty(n, np.int64)


def _naive_runner(mode, n, k, lb_probability, strict):
    problem, genomes, flipped = _genome(n, k)

    def run(state):
        return dlb_naive.naive_run(problem.instance, problem.layout, mode != "darwinian",
                                   lb_probability, strict, genomes, flipped, state)
    return run


def _darwinian_runner(n, k):
    blocks = _blocks(n, k, lambda ones, other: other < ones or other == k)

    def run(state):
        return dlb_events.darwinian_run(blocks, state), 0.0
    return run


def _lamarckian_runner(n, k):
    leave, cost = lamarckian.leaving_probabilities(n, k), lamarckian.steps_per_call(n, k)
    initial = fresh_steps(n, k)[0]

    def run(state):
        iterations, steps = dlb_events.lamarckian_run(n // k, good_probability(k), leave, cost,
                                                      state)
        return iterations, initial + steps
    return run


def _plateau_runner(n, k, lb_probability, strict, count_steps):
    blocks = _blocks(n, k, (lambda ones, other: other >= k - 1) if strict
                     else (lambda ones, other: other != ones))
    order, damaged = np.empty(n // k, np.int64), np.empty(n // k, np.uint8)

    def run(state):
        iterations, steps = dlb_events.plateau_run(blocks, lb_probability, strict, count_steps,
                                                   order, damaged, state)
        return iterations, blocks.fresh[0] + steps
    return run


def _blocks(n, k, is_event):
    """Tables for the kernels; ``is_event(ones, other)`` says which changes count as events."""
    step, ones = mutation_matrix(n, k), np.arange(k - 1)
    events = np.array([[is_event(before, after) for after in range(k + 1)]
                       for before in range(k + 1)])
    good = step[np.ix_([k, k - 1], [k, k - 1])]
    accept = good.sum(axis=1)
    return dlb_events.Blocks(
        levels=n // k, start=uniform_block(k), step=step, leave=(step * events).sum(axis=1),
        accept=accept, change=np.array([good[0, 1], good[1, 0]]) / accept,
        leading=step[[k, k - 1], k - 1] + step[[k, k - 1], :k - 1] @ ones,
        critical=step[:k - 1, :k - 1] @ ones + step[:k - 1, k - 1], fresh=fresh_steps(n, k))


def _refuse_hours(mode, n, k, runs, expected):
    """A naive simulation looks at n bits per iteration, and at n per neighbour when it learns."""
    bits = runs * expected * n
    if bits > _MOST_BITS:
        raise ValueError(f"simulating {runs} run(s) of mode {mode!r} with n={n}, k={k} bit by bit "
                         f"would look at about {bits:.0e} bits; choose smaller ones, or "
                         "method='events'")
