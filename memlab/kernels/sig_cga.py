"""The significance-based compact genetic algorithm on DeceptiveLeadingBlocks, blocks of two.

Each position has a frequency, 1/2 at first, then 1/n or 1 - 1/n, and a history of the bits of the
better of two samples per iteration. A frequency moves, and its history is dropped, as soon as among
its last 2**m bits, for some m, there are significantly more ones or zeros than it predicts.

Numbers of ones in these windows are kept, and updated where the bit that comes differs from the one
that goes; histories share one array, bit-packed by iteration.
"""

from typing import NamedTuple

import numpy as np

from .bits import bit, flip
from .jit import kernel
from .rng import draw, happens, uniform
from .simd import lowest_bit

TIME, NEXT = 0, 1
LOW, HALF, HIGH = 0, 1, 2
DOWN, STAY, UP = -1, 0, 1


class Model(NamedTuple):
    """Frequencies, histories and what is counted in them; all in place, n bits in w words."""

    state: np.ndarray        # uint8 (n,), LOW, HALF or HIGH
    start: np.ndarray        # int64 (n,), iteration with which the history begins
    mask: np.ndarray         # uint64 (3, w), the positions in each state
    window: np.ndarray       # uint64 (windows, w), positions with histories longer than 2**m
    ones: np.ndarray         # int64 (windows, n), among the last 2**m bits, or all if fewer
    signal: np.ndarray       # int64 (n,), what this iteration has shown
    sample: np.ndarray       # uint64 (2, w)
    clock: np.ndarray        # int64 (2,), iterations done; when the next window fills
    half: np.ndarray         # int64 (windows,), ones (zeros) significant at frequency 1/2
    edge: np.ndarray         # int64 (windows,), ones at 1/n (zeros at 1 - 1/n)
    first: int               # windows before this one are too short for any significance


@kernel
def sig_cga_run(model, history, limit, rng):
    """Go on until the optimum is sampled, and return the evaluations that took.

    Returns 0 if `history`, uint64 (iterations, w), is full, and -1 after `limit` iterations.
    """
    n, clock = len(model.state), model.clock
    while clock[TIME] < limit:
        time = clock[TIME]
        if time == len(history):
            return 0
        first = _sample(model, 0, rng)
        if first == n:
            return 2 * time + 1
        second = _sample(model, 1, rng)
        if second == n:
            return 2 * time + 2
        winner = 0 if first > second or (first == second and happens(rng, 0.5)) else 1
        for word in range(model.sample.shape[1]):
            history[time, word] = model.sample[winner, word]
        for m in range(model.first, len(model.half)):
            _slide(model, history, time, m)
        if time == clock[NEXT]:
            _fill(model, time)
        _move(model, time)
        clock[TIME] = time + 1
    return -1


@kernel
def _sample(model, slot, rng):
    """Sample an individual; returns its fitness. Rare bits are found by geometric jumps."""
    n = len(model.state)
    for word in range(model.sample.shape[1]):
        model.sample[slot, word] = model.mask[HIGH, word] | (draw(rng) & model.mask[HALF, word])
    log_keep = np.log1p(-1.0 / n)
    position = np.int64(np.log(1.0 - uniform(rng)) / log_keep)
    while position < n:
        if model.state[position] != HALF:
            flip(model.sample, slot, position)
        position += 1 + np.int64(np.log(1.0 - uniform(rng)) / log_keep)
    for word in range(model.sample.shape[1]):
        zero = 64 * word + lowest_bit(~model.sample[slot, word])
        if zero < 64 * (word + 1):
            if zero >= n:
                return n
            block = zero - zero % 2
            return block + 1 - bit(model.sample, slot, block) - bit(model.sample, slot, block + 1)
    return n


@kernel
def _slide(model, history, time, m):
    """Let the window of the last 2**m bits slide over the newest one, for all positions."""
    gone = time - (1 << m)
    for word in range(history.shape[1]):
        new, old = history[time, word], np.uint64(0)
        if gone >= 0:
            old = history[gone, word] & model.window[m, word]
        rising, falling = new & ~old, old & ~new
        while rising:
            position = 64 * word + lowest_bit(rising)
            rising &= rising - np.uint64(1)
            model.ones[m, position] += 1
            if bit(model.window, m, position):
                _judge(model, m, position)
        while falling:
            position = 64 * word + lowest_bit(falling)
            falling &= falling - np.uint64(1)
            model.ones[m, position] -= 1
            _judge(model, m, position)


@kernel
def _judge(model, m, position):
    """Note if a full window of a position shows significance; one upwards has precedence."""
    ones, state = model.ones[m, position], model.state[position]
    zeros = (1 << m) - ones
    if state != HIGH and ones >= (model.half[m] if state == HALF else model.edge[m]):
        model.signal[position] = UP
    elif (state != LOW and model.signal[position] == STAY
          and zeros >= (model.half[m] if state == HALF else model.edge[m])):
        model.signal[position] = DOWN


@kernel
def _fill(model, time):
    """Judge the windows that are full now for the first time, and let them slide from now on."""
    upcoming = np.int64(1) << 62
    for position in range(len(model.state)):
        for m in range(model.first, len(model.half)):
            full = model.start[position] + (1 << m) - 1
            if full == time:
                _judge(model, m, position)
                flip(model.window, m, position)
            elif full > time:
                upcoming = min(upcoming, full)
                break
    model.clock[NEXT] = upcoming


@kernel
def _move(model, time):
    """Move the frequencies that have a signal, and drop their histories."""
    for position in range(len(model.state)):
        signal = model.signal[position]
        if signal == STAY:
            continue
        model.signal[position] = STAY
        flip(model.mask, model.state[position], position)
        model.state[position] = HIGH if signal == UP else LOW
        flip(model.mask, model.state[position], position)
        model.start[position] = time + 1
        for m in range(model.first, len(model.half)):
            model.ones[m, position] = 0
            if bit(model.window, m, position):
                flip(model.window, m, position)
        model.clock[NEXT] = min(model.clock[NEXT], time + (1 << model.first))
