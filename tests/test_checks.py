"""The checks of arguments: what passes, and what the others are told."""

import numpy as np
import pytest

from memlab import checks


@pytest.mark.parametrize("value", [1, 7, np.int64(7), np.uint8(7)])
def test_integers_pass_as_int(value):
    number = checks.integer("mu", value, minimum=1, maximum=7)
    assert number == value
    assert type(number) is int


@pytest.mark.parametrize("value", [True, np.True_, 2.0, np.float64(2), "2", None, [2]])
def test_what_is_no_integer_is_a_type_error(value):
    with pytest.raises(TypeError, match="mu must be an integer of at least 1, not"):
        checks.integer("mu", value, minimum=1)


@pytest.mark.parametrize(("bounds", "allowed"), [
    ({"minimum": 1}, "of at least 1"), ({"maximum": -1}, "of at most -1"),
    ({"minimum": 1, "maximum": 9}, "from 1 to 9")])
def test_integers_out_of_bounds(bounds, allowed):
    with pytest.raises(ValueError, match=f"mu must be an integer {allowed}, not 0"):
        checks.integer("mu", 0, **bounds)


@pytest.mark.parametrize("value", [0, 0.5, 1, np.float32(0.5), np.int64(1)])
def test_rates_pass_as_float(value):
    assert checks.rate("rate", value) == value
    assert type(checks.rate("rate", value)) is float


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_rates_out_of_bounds(value):
    with pytest.raises(ValueError, match="rate must be a number from 0 to 1, not"):
        checks.rate("rate", value)


@pytest.mark.parametrize("value", [0, 1, float("nan")])
def test_strict_rates_are_strictly_between(value):
    assert checks.rate("rate", 0.5, strict=True) == 0.5
    with pytest.raises(ValueError, match="rate must be a number strictly between 0 and 1, not"):
        checks.rate("rate", value, strict=True)


@pytest.mark.parametrize("value", [True, np.True_, "0.5", None, 1j])
def test_what_is_no_number_is_no_rate(value):
    with pytest.raises(TypeError, match="rate must be a number from 0 to 1, not"):
        checks.rate("rate", value)


def test_choices_are_listed():
    assert checks.choice("ties", "random", ("random", "offspring")) == "random"
    with pytest.raises(ValueError, match="ties must be one of 'random', 'offspring', not 'x'"):
        checks.choice("ties", "x", ("random", "offspring"))
    with pytest.raises(TypeError, match="ties must be one of 'random', 'offspring', not None"):
        checks.choice("ties", None, ("random", "offspring"))
