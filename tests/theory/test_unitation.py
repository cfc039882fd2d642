"""Exact runtimes on functions of the number of ones: rational arithmetic, the engine, known limits.
"""

import itertools
from decimal import Decimal, localcontext
from fractions import Fraction
from math import e

import numpy as np
import pytest
import reference_unitation
from reference_unitation import exact
from suites import shortened

import memlab as ml
from memlab import theory
from memlab.theory import functions

MODES = {"darwinian": None, "baldwinian": None, "lamarckian": None, "lb": Fraction(3, 8)}
NAMED = {
    "onemax": lambda n: functions.onemax(n), "jump": lambda n: functions.jump(n, 3),
    "cliff": lambda n: functions.cliff(n, 3), "hurdle": lambda n: functions.hurdle(n, 3),
    "hurdle of 2": lambda n: functions.hurdle(n, 2), "twomax": lambda n: functions.twomax(n),
    "trap": lambda n: functions.trap(n), "plateau": lambda n: functions.plateau(n, 3),
}


def time_of(values, mode, **options):
    probability = MODES[mode] and float(MODES[mode])
    return theory.unitation(values, mode, lb_probability=probability, **options)


def compare(values, mode, **options):
    """The expected time is that of rational arithmetic."""
    expected, *_ = exact(
        values, {"lamarckian": 1, "lb": MODES["lb"]}.get(mode, 0),
        rate=options.get("learning_probability", 1) if mode != "darwinian" else 0,
        chi=options.get("expected_flips", 1),
        most=options.get("learning_depth"), method=options.get("search", "best"),
        strict=options.get("strict", False))
    assert time_of(values, mode, **options) == pytest.approx(float(expected), rel=1e-9)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMED)
def test_equals_rational_arithmetic(name, mode):
    compare(NAMED[name](14), mode)


def test_digits_suffice_for_runs_of_1e17_iterations(monkeypatch):
    """The needle, with systems of equations solved in 200 digits, since fractions take minutes."""
    def in_decimals(rows, sides, solve=reference_unitation.solve):
        with localcontext(prec=200):
            rows, sides = ([[Decimal(entry.numerator) / entry.denominator for entry in map(
                Fraction, line)] for line in lines] for lines in (rows, sides))
            return [list(map(Fraction, line)) for line in solve(rows, sides)]

    monkeypatch.setattr(reference_unitation, "solve", in_decimals)
    compare([0] * 57 + [1], "darwinian")


@pytest.mark.parametrize("options", [
    {"expected_flips": 1.5}, {"strict": True}, {"expected_flips": 0.25, "strict": True},
    {"learning_probability": 0.25}, {"learning_depth": 1}, {"learning_depth": 0},
    {"learning_depth": 2, "learning_probability": 0.75}, {"search": "first"},
    {"search": "first", "learning_depth": 2}], ids=str)
@pytest.mark.parametrize("mode", MODES)
def test_with_every_dial(mode, options):
    if mode != "darwinian" or not any("learn" in name for name in options):
        for name in ("jump", "hurdle of 2", "twomax", "plateau"):
            compare(NAMED[name](8), mode, **options)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", MODES)
def test_functions_of_ones_own(mode, seed):
    """Many ties and several optima, and neighbours of equal fitness on both sides."""
    values = np.random.default_rng(seed).integers(0, 5, 9)
    compare(values, mode)
    if mode != "darwinian":
        compare(values, mode, search="first", learning_depth=3)


# every function, modes and dials in turn
DIALS = [{"learning_probability": 0.5}, {}, {"learning_depth": 1}, {"strict": True},
         {"search": "first"}, {"expected_flips": 1.5}, {"search": "first", "learning_depth": 1}]
SETTINGS = [*zip(NAMED, itertools.cycle(("baldwinian", "lamarckian", "lb")), itertools.cycle(DIALS),
                 strict=False), ("cliff", "darwinian", {})]
RUNS = 400


@pytest.mark.parametrize(("name", "mode", "options"), shortened(SETTINGS, SETTINGS[::2]))
def test_the_engine_agrees(name, mode, options):
    """In the mean, within 5 standard errors: all are with p above 0.9999."""
    values, probability = NAMED[name](5 if name in ("twomax", "trap") else 8), MODES[mode] and (
        float(MODES[mode]))
    dials = dict(options)
    problem = ml.Unitation(values, dials.pop("search", "best"))
    ties = "parents" if dials.pop("strict", False) else "offspring"
    times = np.array([ml.evolve(
        problem, mode, mu=1, lambda_=1, crossover_rate=0, lb_probability=probability, ties=ties,
        target=int(values.max()), budget=10**11, trace=False, seed=[len(name), number],
        **dials).evaluations - 1 for number in range(RUNS)])
    error = times.std() / RUNS**0.5
    assert abs(times.mean() - time_of(values, mode, **options)) <= 5 * error


def test_modes_that_meet():
    values = functions.hurdle(30, 4)
    for probability, mode in ((0, "baldwinian"), (1, "lamarckian")):
        end = theory.unitation(values, "lb", lb_probability=probability)
        assert end == pytest.approx(theory.unitation(values, mode), rel=1e-12)
    darwinian = theory.unitation(values, "darwinian")
    for options in ({"learning_probability": 0.0}, {"learning_depth": 0}):
        assert theory.unitation(values, "lamarckian", **options) == darwinian


def test_probabilities_far_below_the_digits_of_a_float():
    """Of n bits, n at once: without subtractions even 1e60 has all its digits."""
    n = 38
    found = theory.unitation(functions.twomax(n), "darwinian")
    assert found == pytest.approx(n**n / 2, rel=1e-10) and found > 1e59


def test_known_values():
    """Those of the prototype, and what its table says of large sizes."""
    expected = {("hurdle", "lamarckian"): [615, 2735], ("hurdle", "baldwinian"): [1073, 8686],
                ("jump", "darwinian"): [33850, 285400], ("jump", "lamarckian"): [478, 1996]}
    for (name, mode), row in expected.items():
        found = [theory.unitation(NAMED[name](n), mode) for n in (24, 48)]
        assert found == pytest.approx(row, rel=5e-4, abs=0.6)


@pytest.mark.slow
def test_a_thousand_bits():
    n = 1000
    jump = theory.unitation(functions.jump(n, 3), "lamarckian")
    assert jump == pytest.approx(e / 3 * n**2, rel=0.01)
    assert theory.unitation(functions.onemax(n), "lamarckian") == pytest.approx(1)


@pytest.mark.parametrize(("arguments", "options", "error", "message"), [
    (([1], "darwinian"), {}, TypeError, "values must be at least two real numbers"),
    ((["a", "b"], "darwinian"), {}, TypeError, "values must be at least two real numbers"),
    (([0, np.nan], "darwinian"), {}, ValueError, "values must be finite"),
    (([0, 1], "neutral"), {}, ValueError, "mode must be one of"),
    (([0, 1], "darwinian"), {"learning_probability": 0.5}, ValueError,
     "learning_probability must be 1.0"),
    (([0, 1], "darwinian"), {"expected_flips": 2}, ValueError, "expected_flips must be"),
    (([0, 1], "lamarckian"), {"search": "worst"}, ValueError, "search must be one of"),
    (([0, 1], "lamarckian"), {"strict": 1}, TypeError, "strict must be True or False"),
    ((functions.trap(300), "darwinian"), {}, ValueError, "beyond the range of float64"),
])
def test_bad_arguments_are_named(arguments, options, error, message):
    with pytest.raises(error, match=message):
        theory.unitation(*arguments, **options)
