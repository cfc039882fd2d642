"""DeceptiveLeadingBlocks with limited learning and any mutation rate: brute force, the engine."""

import numpy as np
import pytest
import reference_dlb

import memlab as ml
from memlab import theory
from memlab.theory import dials

MODES = {"darwinian": None, "baldwinian": None, "lamarckian": None, "lb": 0.3}
LEARN = [{"learning_depth": 1}, {"learning_depth": 2}, {"learning_probability": 0.4},
         {"learning_probability": 0.7, "learning_depth": 1}, {"learning_depth": 0},
         {"learning_depth": 3, "expected_flips": 1.5}]


def probability(mode):
    return {"lb_probability": MODES[mode]}


@pytest.mark.parametrize("strict", [False, True], ids=["weak", "strict"])
@pytest.mark.parametrize("options", LEARN, ids=str)
@pytest.mark.parametrize("mode", ["baldwinian", "lamarckian", "lb"])
@pytest.mark.parametrize(("n", "k"), [(6, 2), (6, 3), (8, 4)])
def test_equals_the_chain_on_all_bit_strings(mode, n, k, options, strict):
    options = {**options, **probability(mode), "strict": strict}
    assert theory.expected_runtime(mode, n, k, **options) == pytest.approx(
        reference_dlb.runtime(mode, n, k, **options), rel=1e-9)


@pytest.mark.parametrize("rate", [0.5, 1.7])
@pytest.mark.parametrize("mode", MODES)
def test_any_mutation_rate(mode, rate):
    options = {**probability(mode), "expected_flips": rate}
    assert theory.expected_runtime(mode, 6, 3, **options) == pytest.approx(
        reference_dlb.runtime(mode, 6, 3, **options), rel=1e-9)


@pytest.mark.parametrize("strict", [False, True], ids=["weak", "strict"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("n", "k"), [(12, 2), (60, 5)])
def test_with_the_usual_settings_it_is_the_other_chain(mode, n, k, strict):
    """Two derivations of the same number, by equations that have little in common."""
    inherits = {"lamarckian": 1.0, "lb": MODES["lb"]}.get(mode, 0.0)
    found = dials.mean(n, k, inherits, strict, float(mode != "darwinian"), None, 1.0)
    assert found == pytest.approx(
        theory.expected_runtime(mode, n, k, strict=strict, **probability(mode)), rel=1e-11)


def test_a_depth_that_is_never_exhausted_is_no_limit():
    for mode in ("baldwinian", "lamarckian", "lb"):
        unlimited = theory.expected_runtime(mode, 24, 3, **probability(mode))
        deep = theory.expected_runtime(mode, 24, 3, learning_depth=24, **probability(mode))
        assert deep == pytest.approx(unlimited, rel=1e-12)


def test_the_engine_agrees():
    """Within 5 standard errors in 8 settings: all do with a probability above 0.99999."""
    problem, runs = ml.DeceptiveLeadingBlocks(15, 3), 400
    for number, (mode, options) in enumerate(
            (mode, options) for mode in ("baldwinian", "lb") for options in LEARN[:4]):
        times = np.array([ml.evolve(
            problem, mode, mu=1, lambda_=1, crossover_rate=0, initial="learned", ties="offspring",
            target=15, budget=10**9, trace=False, seed=[number, i], **options,
            **probability(mode)).evaluations - 1 for i in range(runs)])
        expected = theory.expected_runtime(mode, 15, 3, **options, **probability(mode))
        assert abs(times.mean() - expected) <= 5 * times.std(ddof=1) / runs**0.5


def test_bad_dials_are_named():
    for options, message in (({"expected_flips": 0}, "expected_flips must be"),
                             ({"learning_probability": 2}, "learning_probability must be"),
                             ({"learning_depth": -1}, "learning_depth must be")):
        with pytest.raises(ValueError, match=message):
            theory.expected_runtime("baldwinian", 12, 3, **options)
    with pytest.raises(ValueError, match=r"learning_probability must be 1\.0 in mode 'darwinian'"):
        theory.expected_runtime("darwinian", 12, 3, learning_probability=0.5)
