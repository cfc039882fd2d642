"""The Metropolis algorithm and the UMDA on DeceptiveLeadingBlocks with blocks of two.

Both count fitness evaluations until the optimum is sampled, that one included. A fitness is 2c, or
2c + 1 if the critical block, number c, is 00.
"""

import numpy as np

from .jit import kernel
from .rng import below, draw, happens, uniform

BOTH_ZERO, LEFT_ONE, RIGHT_ONE = 0, 1, 2


@kernel
def metropolis_run(alpha, budget, x, rng):
    """Evaluations of one run of the Metropolis algorithm, or -1 if `budget` does not suffice.

    A random bit is flipped; a solution worse by d is accepted with probability alpha**-d. `x`,
    uint8 (n,), is scratch.
    """
    n = len(x)
    for position in range(n):
        x[position] = draw(rng) & np.uint64(1)
    critical = _critical(x, 0)
    for evaluations in range(1, budget + 1):
        if 2 * critical == n:
            return evaluations
        position = below(rng, n)
        block = position >> 1
        if block > critical:
            x[position] ^= 1
        elif block == critical:
            # 01 to 00 gains one, 00 to 01 loses one, 01 to 11 gains two at least.
            from_zeros = x[2 * block] + x[2 * block + 1] == 0
            if not from_zeros or happens(rng, 1.0 / alpha):
                x[position] ^= 1
                critical = _critical(x, critical)
        else:
            zeros = x[2 * critical] + x[2 * critical + 1] == 0
            if happens(rng, alpha ** -(2.0 * (critical - block) + zeros)):
                x[position] ^= 1
                critical = block
    return -1


@kernel
def _critical(x, block):
    """The first block from `block` on that is not 11; n / 2 if there is none."""
    while 2 * block < len(x) and x[2 * block] and x[2 * block + 1]:
        block += 1
    return block


@kernel
def umda_run(mu, budget, frequency, reach, critical, kind, number, tally, rng):
    """Evaluations of one run of the univariate marginal distribution algorithm, or -1.

    Each generation samples lambda_ individuals and sets the frequencies to those of the mu best,
    ties broken at random, within [1/n, 1 - 1/n]. Only what decides the fitness of an individual is
    sampled at once; the bits behind the critical block are, once it is selected.

    Parameters
    ----------
    frequency : float64 (n,), scratch
    reach : float64 (n // 2 + 1,), scratch
        Probability that at least so many leading blocks are 11.
    critical, kind : int32 and uint8 (lambda_,), scratch
        The individuals: number and content of their critical blocks.
    number : int64 (n,), scratch
        How many individuals have each fitness.
    tally : int64 (3, n // 2), scratch
        How many of the selected have each critical block and content (see `kind`).
    """
    n, population = len(frequency), len(critical)
    frequency[:] = 0.5
    reach[0] = 1.0
    for generation in range(budget // population):
        for block in range(n // 2):
            reach[block + 1] = reach[block] * frequency[2 * block] * frequency[2 * block + 1]
        number[:] = 0
        tally[:] = 0
        for i in range(population):
            critical[i] = _sample_critical(reach, rng)
            if 2 * critical[i] == n:
                return generation * population + i + 1
            kind[i] = _sample_kind(frequency, critical[i], rng)
            number[2 * critical[i] + (kind[i] == BOTH_ZERO)] += 1
        _select(mu, critical, kind, number, tally, rng)
        _learn(mu, frequency, tally, rng)
    return -1


@kernel
def _sample_critical(reach, rng):
    """Number of leading 11 blocks: how many entries of the falling `reach` exceed a uniform."""
    target, low, high = uniform(rng), 0, len(reach)
    while high - low > 1:
        middle = (low + high) // 2
        if reach[middle] > target:
            low = middle
        else:
            high = middle
    return low


@kernel
def _sample_kind(frequency, block, rng):
    """Content of a block that is not 11."""
    left, right = frequency[2 * block], frequency[2 * block + 1]
    target = uniform(rng) * (1.0 - left * right)
    if target < left * (1.0 - right):
        return LEFT_ONE
    if target < left * (1.0 - right) + (1.0 - left) * right:
        return RIGHT_ONE
    return BOTH_ZERO


@kernel
def _select(mu, critical, kind, number, tally, rng):
    """Tally the mu best individuals; ties at the cut are broken at random."""
    worst, wanted = len(number) - 1, mu
    while number[worst] < wanted:
        wanted -= number[worst]
        worst -= 1
    left = number[worst]
    for i in range(len(critical)):
        value = 2 * critical[i] + (kind[i] == BOTH_ZERO)
        if value > worst:
            tally[kind[i], critical[i]] += 1
        elif value == worst:
            if below(rng, left) < wanted:
                tally[kind[i], critical[i]] += 1
                wanted -= 1
            left -= 1


@kernel
def _learn(mu, frequency, tally, rng):
    """Set the frequencies to those of the selected individuals."""
    n = len(frequency)
    before, beyond = 0, mu
    for block in range(n // 2):
        here = tally[BOTH_ZERO, block] + tally[LEFT_ONE, block] + tally[RIGHT_ONE, block]
        beyond -= here
        for side in range(2):
            position = 2 * block + side
            ones = beyond + tally[LEFT_ONE + side, block]
            for _ in range(before):
                ones += happens(rng, frequency[position])
            frequency[position] = min(max(ones / mu, 1.0 / n), 1.0 - 1.0 / n)
        before += here
