import numpy as np
import pytest
from scipy import stats
from significance import ERROR_RATE, binomial

from memlab.kernels import rng
from memlab.kernels.jit import kernel

WORD = 2**64


def rotate_left(x, by):
    return ((x << by) | (x >> (64 - by))) % WORD


def xoshiro(state):
    """xoshiro256++ on Python's integers, as its authors' C code reads."""
    s = list(state)
    while True:
        yield (rotate_left((s[0] + s[3]) % WORD, 23) + s[0]) % WORD
        shifted = (s[1] << 17) % WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate_left(s[3], 45)


@kernel
def many_uniform(state, values):
    for i in range(len(values)):
        values[i] = rng.uniform(state)


@kernel
def many_happens(state, probability):
    total = 0
    for _ in range(100_000):
        total += rng.happens(state, probability)
    return total


def test_draw_gives_the_published_first_outputs():
    state = np.array([1, 2, 3, 4], np.uint64)
    published = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205,
                 9973669472204895162, 14011001112246962877, 12406186145184390807,
                 15849039046786891736, 10450023813501588000]
    assert [int(rng.draw(state)) for _ in published] == published


@pytest.mark.parametrize("n", [1, 750, 2**32 + 1])
def test_below_is_the_high_half_of_one_product(n):
    state = rng.seed_state(n)
    expected = xoshiro(state.tolist())
    assert all(rng.below(state, n) == next(expected) * n // WORD for _ in range(300))


def test_uniform_has_53_bits_and_is_uniform():
    state = rng.seed_state(11)
    expected = xoshiro(state.tolist())
    values = np.empty(100_000)
    many_uniform(state, values)
    assert values[:1000].tolist() == [(next(expected) >> 11) / 2**53 for _ in range(1000)]
    assert values.min() >= 0 and values.max() < 1
    assert stats.kstest(values, "uniform").pvalue > ERROR_RATE


@pytest.mark.parametrize("probability", [0.001, 0.3, 0.9])
def test_happens_with_its_probability(probability):
    successes = many_happens(rng.seed_state(13), probability)
    assert binomial(successes, 100_000, probability) > ERROR_RATE


@pytest.mark.parametrize("probability, result", [(0.0, False), (1.0, True)])
def test_certain_and_impossible_events_draw_nothing(probability, result):
    state = rng.seed_state(17)
    before = state.copy()
    assert bool(rng.happens(state, probability)) is result
    assert np.array_equal(state, before)
