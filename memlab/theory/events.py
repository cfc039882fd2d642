"""The (1+1) EA on DeceptiveLeadingBlocks from event to event, exact in distribution.

Between two changes of the parent nothing happens, for a geometrically distributed number of
iterations: it is drawn at once. The parent is described by as little as its future depends on; the
blocks right of the critical one are drawn when they are reached. A run costs as much as it has
changes, however many iterations that takes.

A block is *damaged* if it has k-1 ones and *full* if it has k. Iterations are float64: beyond 2**53
they are rounded, not wrong.
"""

from typing import NamedTuple

import numpy as np

from ..kernels.jit import kernel
from ..kernels.rng import draw, happens, uniform

WORSENS, REPAIRS, MOVES, IS_WRITTEN = range(4)      # events of a plateau


class BlockChances(NamedTuple):
    """Probabilities of blocks of k bits under mutation.

    Arrays of length 2 are about a full block and a damaged one.
    """

    levels: int              # n // k, the number of blocks
    start: np.ndarray        # float64 (k + 1,), chances of 0 to k ones in a random block
    step: np.ndarray         # float64 (k + 1, k + 1), chances of ones before and after mutation
    leave: np.ndarray        # float64 (k + 1,), chance of an event in the critical block, by ones
    accept: np.ndarray       # float64 (2,), chance that mutation leaves the block full or damaged
    change: np.ndarray       # float64 (2,), chance that it has then gone from one to the other


@kernel
def geometric(rng, success):
    """Number of trials up to the first success, which is counted: float64.

    `rng`, here and below, is the state of the random numbers, uint64 (4,), advanced in place.
    """
    if success >= 1.0:
        return 1.0
    return 1.0 + np.floor(np.log(1.0 - uniform(rng)) / np.log1p(-success))


@kernel
def binomial(rng, trials, success, at_least_one):
    """Binomial number (int64) by inversion, conditioned on not being 0 if `at_least_one`.

    Meant for expectations of about 1: it takes as many turns as there are successes.
    """
    probability = np.exp(trials * np.log1p(-success))
    target, hits = uniform(rng), 0
    if at_least_one:
        target = probability + target * (1.0 - probability)
    while target >= probability and hits < trials:
        target -= probability
        hits += 1
        probability *= (trials - hits + 1) / hits * success / (1.0 - success)
    if at_least_one and hits == 0:
        return 1
    return hits


@kernel
def drawn_ones(rng, weights, stop, skip):
    """Draw the ones of a block, fewer than `stop` and other than `skip` (-1: none is skipped).

    `weights`, float64 (k + 1,), are proportional to the chances of 0 to k ones.
    """
    total = 0.0
    for ones in range(stop):
        if ones != skip:
            total += weights[ones]
    target, last = uniform(rng) * total, 0
    for ones in range(stop):
        if ones != skip:
            last = ones
            target -= weights[ones]
            if target < 0.0:
                break
    return last


@kernel
def darwinian_run(chances, rng):
    """Iterations of one Darwinian run: float64.

    An event: the critical block loses ones or is completed. `chances` is a `BlockChances`.
    """
    k = len(chances.start) - 1
    iterations, untouched = 0.0, 1.0
    keep_block = chances.step[k, k]
    for _ in range(chances.levels):
        ones = drawn_ones(rng, chances.start, k + 1, -1)
        while ones < k:
            leave = chances.leave[ones]
            iterations += geometric(rng, untouched * leave)
            if uniform(rng) * leave < chances.step[ones, k]:
                ones = k
            else:
                ones = drawn_ones(rng, chances.step[ones], ones, -1)
        untouched *= keep_block
    return iterations


@kernel
def lamarckian_run(levels, good, leave, rng):
    """Iterations of one Lamarckian run: float64.

    A level is jumped over with probability `good`, else left with probability ``leave[level]``,
    float64 (levels,), per iteration.
    """
    iterations = 0.0
    for level in range(levels):
        if uniform(rng) >= good:
            iterations += geometric(rng, leave[level])
    return iterations


@kernel
def plateau_run(chances, inherits, rng):
    """Iterations of one Baldwinian or LB run: float64.

    Which of the leading blocks are damaged makes no difference, only how many. `chances` is a
    `BlockChances`; `inherits` is the probability that an individual becomes its local optimum, 0 in
    Baldwinian evolution.
    """
    k = len(chances.start) - 1
    level, bad, iterations = 0, 0, 0.0
    ones, written = drawn_ones(rng, chances.start, k + 1, -1), happens(rng, inherits)
    while True:
        if written:
            bad = 0
        while ones >= k - 1:
            bad += ones == k - 1 and not written
            level += 1
            if level == chances.levels:
                return iterations
            ones = drawn_ones(rng, chances.start, k + 1, -1)
        if written:
            ones = 0
        waited, event = next_event(chances, inherits, level - bad, bad, ones, rng)
        iterations += waited
        worse, better = 0, 0
        if event == WORSENS:
            worse = binomial(rng, level - bad, chances.change[0], True)
        if event in (WORSENS, REPAIRS):
            better = binomial(rng, bad, chances.change[1], event == REPAIRS)
        bad += worse - better
        for _ in range(worse + better):
            draw(rng)       # for nothing but runs that equal those of earlier versions
        if event != IS_WRITTEN:
            ones = drawn_ones(rng, chances.step[ones], k + 1, ones if event == MOVES else -1)
        written = event == IS_WRITTEN or happens(rng, inherits)


@kernel
def next_event(chances, inherits, good, bad, ones, rng):
    """Draw the iterations (float64) up to the parent's next change, and what changes.

    Of its leading blocks, `good` are full and `bad` damaged; the critical one has so many `ones`.
    The first difference decides: a full block is damaged (WORSENS); or else a damaged one is
    repaired (REPAIRS); or else the critical one changes (MOVES); or else the parent only becomes
    its local optimum (IS_WRITTEN). What the differences after it are is drawn freely.
    """
    accept = np.exp(good * np.log(chances.accept[0]) + bad * np.log(chances.accept[1]))
    # logarithms of the chances that an accepted offspring differs in none of these
    full = good * np.log1p(-chances.change[0])
    leading = full + bad * np.log1p(-chances.change[1])
    blocks_same = leading + np.log1p(-chances.leave[ones])
    nothing = blocks_same
    if bad > 0 or ones > 0:
        nothing += np.log1p(-inherits)
    happening = -np.expm1(nothing)
    waited = geometric(rng, accept * happening)
    chance, event = uniform(rng) * happening, IS_WRITTEN
    if chance < -np.expm1(full):
        event = WORSENS
    elif chance < -np.expm1(leading):
        event = REPAIRS
    elif chance < -np.expm1(blocks_same):
        event = MOVES
    return waited, event
