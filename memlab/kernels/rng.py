"""The random numbers of a run: xoshiro256++ (Blackman and Vigna 2021), one state per run.

The state is an explicit argument, a uint64 array of four words that every draw advances in place;
nothing is global. The array is all that is needed to save a run and continue it later.

References
----------
.. [1] D. Blackman and S. Vigna. Scrambled linear pseudorandom number generators. ACM Transactions
   on Mathematical Software 47(4), 2021.
.. [2] D. Lemire. Fast random integer generation in an interval. ACM TOMACS 29(1), 2019.
"""

import numpy as np

from .jit import kernel
from .simd import high_product

_TO_UNIT = 2.0**-53


def seed_state(seed):
    """The generator's state for a seed.

    Parameters
    ----------
    seed : int, sequence of int, or numpy.random.SeedSequence
        Non-negative integers of any size.

    Returns
    -------
    ndarray of uint64, shape (4,)
    """
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(seed)
    return seed.generate_state(4, np.uint64)


@kernel
def draw(rng):
    """The next 64 random bits (uint64); `rng`, the uint64 (4,) state, is advanced in place."""
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    total = s0 + s3
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    rng[1] = s1 ^ s2
    rng[0] = s0 ^ s3
    rng[2] = s2 ^ shifted
    rng[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return result


@kernel
def below(rng, n):
    """A uniform integer (int64) in 0..n-1, n >= 1, by one multiplication [2]_; `rng` as in `draw`.

    The bias of the single multiplication is below n / 2**64: never measurable for n < 2**32.
    """
    return np.int64(high_product(draw(rng), np.uint64(n)))


@kernel
def uniform(rng):
    """A uniform float64 in [0, 1) with 53 random bits; `rng` as in `draw`."""
    return np.float64(draw(rng) >> np.uint64(11)) * _TO_UNIT


@kernel
def happens(rng, probability):
    """True with the given probability; certain and impossible events draw nothing from `rng`."""
    if probability <= 0.0:
        return False
    if probability >= 1.0:
        return True
    return uniform(rng) < probability
