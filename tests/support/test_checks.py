"""The checks of arguments: what passes, and what the others are told."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.support import checks


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


@pytest.mark.parametrize("value", [0, 0.5, 1, np.float32(0.5), np.int64(1), Fraction(1, 3)])
def test_real_numbers_pass_as_float(value):
    number = checks.real("rate", value, minimum=0, maximum=1)
    assert number == float(value) and type(number) is float


@pytest.mark.parametrize(("bounds", "allowed", "inside", "outside"), [
    ({}, "a finite number", [-1e308, 5], []),
    ({"minimum": 0, "maximum": 1}, "a number from 0 to 1", [0, 1], [-0.1, 1.1, 10**400]),
    ({"minimum": 0}, "a finite number of at least 0", [0, 1e308], [-1e-9, 10**400]),
    ({"above": 0}, "a finite number above 0", [5e-324], [0, -1]),
    ({"above": 0, "maximum": 1}, "a finite number above 0 and of at most 1", [1], [0, 1.5]),
    ({"maximum": 2}, "a finite number of at most 2", [2, -9], [2.5])])
def test_bounds_of_real_numbers(bounds, allowed, inside, outside):
    for value in inside:
        assert checks.real("rate", value, **bounds) == value
    for value in [*outside, float("nan"), float("inf"), -float("inf")]:
        with pytest.raises(ValueError, match=f"rate must be {allowed}, not {value}"):
            checks.real("rate", value, **bounds)
    for value in (True, np.True_, "0.5", None, 1j):
        with pytest.raises(TypeError, match=f"rate must be {allowed}, not"):
            checks.real("rate", value, **bounds)


@pytest.mark.parametrize("value", [0, 1, None, "yes", np.array([True])])
def test_what_is_no_flag(value):
    assert checks.flag("trace", np.True_) is True and checks.flag("trace", False) is False
    with pytest.raises(TypeError, match="trace must be True or False, not"):
        checks.flag("trace", value)


def test_choices_are_listed():
    assert checks.choice("ties", "random", ("random", "offspring")) == "random"
    with pytest.raises(ValueError, match="ties must be one of 'random', 'offspring', not 'x'"):
        checks.choice("ties", "x", ("random", "offspring"))
    with pytest.raises(TypeError, match="ties must be one of 'random', 'offspring', not None"):
        checks.choice("ties", None, ("random", "offspring"))


def test_iterators_views_and_tables_are_read_as_lists():
    edges, couplings = [(0, 1), (1, 2)], [2.5, -3.0]
    wanted = ml.problems.ising(3, edges, couplings).to_arrays()
    both, frame = dict(zip(edges, couplings, strict=True)), pd.DataFrame(edges)
    for given in ((iter(edges), map(float, couplings)), (both.keys(), both.values()),
                  (frame, pd.Series(couplings))):
        made = ml.problems.ising(3, *given).to_arrays()
        assert all(np.array_equal(made[name], wanted[name]) for name in wanted)
    assert ml.PseudoBoolean(2, [[0], [1]], [[0, 1]], iter([0, 0])).m == 2
    assert ml.problems.max_sat(frame + 1, (n for n in (3, 4))).value([1, 0, 0]) == 3
