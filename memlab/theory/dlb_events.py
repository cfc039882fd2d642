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
from ..kernels.rng import below, happens, uniform


class Blocks(NamedTuple):
    """Probabilities and costs of one block under mutation; `k` bits, n / k = `levels` blocks."""

    levels: int
    start: np.ndarray        # float64 (k+1,), ones of a random block
    step: np.ndarray         # float64 (k+1, k+1), ones before and after mutation
    leave: np.ndarray        # float64 (k+1,), the mode's events that change the critical block
    accept: np.ndarray       # float64 (2,), a full, a damaged block is one or the other again
    change: np.ndarray       # float64 (2,), given that, it is the other
    leading: np.ndarray      # float64 (2,), expected local-search steps in a leading block
    critical: np.ndarray     # float64 (k-1,), and in the critical one
    fresh: np.ndarray        # float64 (levels+1,), and in the random blocks from here on


@kernel
def geometric(rng, success):
    """Number of trials (float64) up to the first success, which is counted."""
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
def drawn_ones(rng, chances, stop, skip):
    """Ones of a block, by its chances, given that they are below `stop` and not `skip` (-1: any).
    """
    total = 0.0
    for ones in range(stop):
        if ones != skip:
            total += chances[ones]
    target, last = uniform(rng) * total, 0
    for ones in range(stop):
        if ones != skip:
            last = ones
            target -= chances[ones]
            if target < 0.0:
                break
    return last


@kernel
def darwinian_run(blocks, rng):
    """Iterations of one Darwinian run, and 0 steps: two float64.

    The critical block loses ones or is completed.
    """
    k = len(blocks.start) - 1
    iterations, untouched = 0.0, 1.0
    keep_block = blocks.step[k, k]
    for _ in range(blocks.levels):
        ones = drawn_ones(rng, blocks.start, k + 1, -1)
        while ones < k:
            leave = blocks.leave[ones]
            iterations += geometric(rng, untouched * leave)
            if uniform(rng) * leave < blocks.step[ones, k]:
                ones = k
            else:
                ones = drawn_ones(rng, blocks.step[ones], ones, -1)
        untouched *= keep_block
    return iterations, 0.0


@kernel
def lamarckian_run(levels, good, leave, cost, rng):
    """Iterations of one Lamarckian run and expected steps given its parents, two float64.

    A level is jumped over with probability `good`, else left with probability ``leave[level]`` per
    iteration, each of which costs ``cost[level]`` steps in expectation.
    """
    iterations, steps = 0.0, 0.0
    for level in range(levels):
        if uniform(rng) >= good:
            wait = geometric(rng, leave[level])
            iterations += wait
            steps += wait * cost[level]
    return iterations, steps


@kernel
def plateau_run(blocks, lb_probability, strict, count_steps, order, damaged, rng):
    """Iterations of one Baldwinian or LB run and expected steps given its parents, two float64.

    With `lb_probability`, 0 for Baldwinian, an individual becomes its local optimum. The scratch
    arrays int64 `order` and uint8 `damaged`, both (levels,), hold the leading blocks, the damaged
    ones first, and the state of each. Steps are left at 0 unless `count_steps`: they take a pass
    over the leading blocks for each parent.
    """
    k = len(blocks.start) - 1
    level, bad = 0, 0
    iterations, steps = 0.0, 0.0
    ones, written = drawn_ones(rng, blocks.start, k + 1, -1), happens(rng, lb_probability)
    while True:
        if written:
            damaged[order[:bad]] = 0
            bad = 0
        while ones >= k - 1:
            order[level], damaged[level] = level, ones == k - 1 and not written
            if damaged[level]:
                order[level], order[bad] = order[bad], level
                bad += 1
            level += 1
            if level == blocks.levels:
                return iterations, steps
            ones = drawn_ones(rng, blocks.start, k + 1, -1)
        if written:
            ones = 0
        good = level - bad
        accept = np.exp(good * np.log(blocks.accept[0]) + bad * np.log(blocks.accept[1]))
        # Logarithms of the chances that an accepted offspring differs in none of these.
        full = good * np.log1p(-blocks.change[0])
        leading = full + bad * np.log1p(-blocks.change[1])
        blocks_same = -np.inf if strict else leading + np.log1p(-blocks.leave[ones])
        nothing = blocks_same
        if bad > 0 or ones > 0:
            nothing += np.log1p(-lb_probability)
        wait = geometric(rng, accept * (blocks.leave[ones] if strict else -np.expm1(nothing)))
        iterations += wait
        if count_steps:
            steps += wait * _call_steps(blocks, damaged, level, ones)
        # Given that something differs: full blocks, or else damaged ones, or else the critical one,
        # or else the parent is merely written back. Whatever comes later in this list is free.
        chance = 1.0 if strict else uniform(rng) * -np.expm1(nothing)
        worsens = chance < -np.expm1(full)
        repairs = not worsens and chance < -np.expm1(leading)
        moves = not (worsens or repairs) and chance < -np.expm1(blocks_same)
        worse, better = 0, 0
        if strict or worsens:
            worse = binomial(rng, good, blocks.change[0], worsens)
        if strict or worsens or repairs:
            better = binomial(rng, bad, blocks.change[1], repairs)
        bad = _exchange(order, damaged, level, bad, worse, better, rng)
        if strict:
            ones = k if uniform(rng) * blocks.leave[ones] < blocks.step[ones, k] else k - 1
        elif worsens or repairs or moves:
            ones = drawn_ones(rng, blocks.step[ones], k + 1, ones if moves else -1)
        differs = strict or worsens or repairs or moves
        written = not differs or happens(rng, lb_probability)


@kernel
def _exchange(order, damaged, level, bad, worse, better, rng):
    """Damage `worse` random full blocks and repair `better` damaged ones, at the same time."""
    for i in range(better):
        j = below(rng, bad - i)
        last = bad - 1 - i
        order[j], order[last] = order[last], order[j]
        damaged[order[last]] = 0
    for i in range(worse):
        j = bad + i + below(rng, level - bad - i)
        order[j], order[bad + i] = order[bad + i], order[j]
        damaged[order[bad + i]] = 1
    low, high = bad - better, bad + worse - 1
    while low < high:
        order[low], order[high] = order[high], order[low]
        low += 1
        high -= 1
    return bad + worse - better


@kernel
def _call_steps(blocks, damaged, level, ones):
    """Expected local-search steps of one offspring: from the left, until a block is emptied."""
    reach, steps = 1.0, 0.0
    for block in range(level):
        steps += reach * blocks.leading[damaged[block]]
        reach *= blocks.accept[damaged[block]]
    k = len(blocks.start) - 1
    solve = blocks.step[ones, k - 1] + blocks.step[ones, k]
    return steps + reach * (blocks.critical[ones] + solve * blocks.fresh[level + 1])
