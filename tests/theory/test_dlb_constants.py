"""The leading constants: the paper's powers, printed values, and what the exact values tend to."""

from fractions import Fraction
from math import e, exp

import pytest

from memlab import theory
from memlab.theory.blocks import MODES
from memlab.theory.constants import QUANTITIES


def exact(mode, n, k, quantity):
    if quantity == "local_search_steps":
        return theory.expected_local_search_steps(mode, n, k)
    return getattr(theory.runtime_moments(mode, n, k), {"runtime": "mean"}.get(quantity, quantity))


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("k", range(2, 7))
@pytest.mark.parametrize("mode", MODES)
def test_exact_values_tend_to_the_constants(mode, k, quantity):
    """Richardson extrapolation from three sizes removes the corrections 1/n and 1/n**2."""
    if (mode, quantity) == ("darwinian", "local_search_steps"):
        assert theory.growth(mode, k, quantity)(100) == exact(mode, 10 * k, k, quantity) == 0
        return
    law = theory.growth(mode, k, quantity)
    coarse, middle, fine = (exact(mode, n, k, quantity) / law(n)
                            for n in (480 * k, 960 * k, 1920 * k))
    first, second = 2 * middle - coarse, 2 * fine - middle
    assert (4 * second - first) / 3 == pytest.approx(1, abs=1e-7)


@pytest.mark.parametrize("k", range(2, 7))
def test_powers_are_those_of_the_theorem(k):
    assert [theory.growth(mode, k).power for mode in MODES] == [k + 1, k, 2]


def test_constants_by_hand():
    assert theory.growth("darwinian", 2).constant == pytest.approx((e - 1) / 4, rel=1e-14)
    assert theory.growth("darwinian", 3).constant == pytest.approx((e - 1) / 4, rel=1e-14)
    assert theory.growth("lamarckian", 2).constant == 1 / 16
    assert theory.growth("lamarckian", 3).constant == pytest.approx(1 / 18, rel=1e-14)
    assert theory.growth("baldwinian", 2).constant == pytest.approx(3 / 16 * (exp(1 / 3) - 1))
    assert theory.growth("baldwinian", 3).constant == pytest.approx((exp(1 / 2) - 1) / 4)


def test_hitting_times_solve_the_walk():
    """One flip of k: h(l) = 1 + (l h(l-1) + (k-l) h(l+1)) / k, and h(k-1) = 0; in fractions."""
    for k in range(2, 12):
        times = [Fraction(h).limit_denominator(10**9) for h in theory.hitting_times(k)] + [0]
        for ones in range(k - 1):
            below = ones * times[ones - 1] if ones else 0
            assert abs(times[ones] - 1 - (below + (k - ones) * times[ones + 1]) / k) < 1e-9


def test_lamarckian_local_search_takes_half_a_step_per_call():
    for k in range(2, 8):
        steps = theory.growth("lamarckian", k, "local_search_steps")
        calls = theory.growth("lamarckian", k)
        assert steps.power == calls.power
        assert steps.constant == pytest.approx(calls.constant / 2)


@pytest.mark.parametrize(("arguments", "error", "message"), [
    (("lb", 3), ValueError, "mode must be one of"),
    (("darwinian", 1), ValueError, "k must be an integer from 2 to 200"),
    (("darwinian", 2.0), TypeError, "k must be an integer"),
    (("darwinian", 3, "median"), ValueError, "quantity must be one of 'runtime', 'variance'"),
])
def test_bad_arguments_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        theory.growth(*arguments)
