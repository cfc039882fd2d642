"""The leading constants: the paper's powers, printed values, and what the exact values tend to."""

from fractions import Fraction
from math import e, exp

import numpy as np
import pytest

from memlab import theory

THEOREM = ("darwinian", "lamarckian", "baldwinian")


def limit(mode, k, quantity, sizes, **options):
    """What exact / asymptotic tends to: corrections 1/n and 1/n**2 removed (Richardson)."""
    exact = (theory.expected_runtime if quantity == "runtime"
             else theory.expected_local_search_steps)
    law = theory.growth(mode, k, quantity, **options)
    coarse, middle, fine = (exact(mode, n * k, k, **options) / law(n * k) for n in sizes)
    first, second = 2 * middle - coarse, 2 * fine - middle
    return (4 * second - first) / 3


@pytest.mark.parametrize("k", [2, 3, 6])
def test_exact_values_tend_to_the_constants(k):
    for mode in THEOREM:
        assert limit(mode, k, "runtime", (480, 960, 1920)) == pytest.approx(1, abs=1e-7)
        if mode != "darwinian":
            assert limit(mode, k, "local_search_steps", (480, 960, 1920)) == pytest.approx(
                1, abs=1e-7)
    assert theory.growth("darwinian", k, "local_search_steps")(100) == 0
    assert [theory.growth(mode, k).power for mode in THEOREM] == [k + 1, k, 2]


@pytest.mark.parametrize("k", [2, 5])
@pytest.mark.parametrize("probability", [0.3, 0.9])
def test_lb_tends_to_its_constants(probability, k):
    value = limit("lb", k, "runtime", (120, 240, 480), lb_probability=probability)
    assert value == pytest.approx(1, abs=1e-4)


def test_constants_by_hand():
    assert theory.growth("darwinian", 3).constant == pytest.approx((e - 1) / 4, rel=1e-14)
    assert theory.growth("lamarckian", 3).constant == pytest.approx(1 / 18, rel=1e-14)
    assert theory.growth("baldwinian", 2).constant == pytest.approx(3 / 16 * (exp(1 / 3) - 1))
    assert theory.growth("baldwinian", 3).constant == pytest.approx((exp(1 / 2) - 1) / 4)
    for k in range(2, 8):       # half a step per call
        steps = theory.growth("lamarckian", k, "local_search_steps")
        assert steps.constant == pytest.approx(theory.growth("lamarckian", k).constant / 2)


def test_lb_is_faster_than_lamarckian_by_fubini_numbers():
    """At probability 1/2: in how many orders, ties allowed, can k-1 competitors finish?"""
    for k, orders in zip(range(2, 8), (1, 3, 13, 75, 541, 4683), strict=True):
        faster = (theory.growth("lamarckian", k).constant
                  / theory.growth("lb", k, lb_probability=0.5).constant)
        assert faster == pytest.approx(orders)


def test_hitting_times_solve_the_walk():
    """One flip of k: h(l) = 1 + (l h(l-1) + (k-l) h(l+1)) / k, and h(k-1) = 0; in fractions."""
    for k in range(2, 12):
        times = [Fraction(h).limit_denominator(10**9) for h in theory.hitting_times(k)] + [0]
        for ones in range(k - 1):
            below = ones * times[ones - 1] if ones else 0
            assert abs(times[ones] - 1 - (below + (k - ones) * times[ones + 1]) / k) < 1e-9


@pytest.mark.parametrize(("arguments", "error", "message"), [
    (("neutral", 3), ValueError, "mode must be one of"),
    (("darwinian", 1), ValueError, "k must be an integer from 2 to 200"),
    (("darwinian", 2.0), TypeError, "k must be an integer"),
    (("darwinian", 3, "median"), ValueError, "quantity must be one of 'runtime', 'local"),
])
def test_bad_arguments_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        theory.growth(*arguments)


def test_block_lengths_may_be_numpys_integers():
    assert theory.growth("darwinian", np.int64(3)) == theory.growth("darwinian", 3)
