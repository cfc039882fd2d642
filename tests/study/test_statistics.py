"""Tests, effect sizes, ranks and targets: by hand, and against a second way to compute them."""

import itertools

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats
from significance import ERROR_RATE, binomial

from memlab.study import statistics


def modes(**values):
    """Runs of several modes on the same graphs: mode=[[score of each seed] of each graph]."""
    return pd.concat([runs(of_mode, mode=mode) for mode, of_mode in values.items()],
                     ignore_index=True)


def test_holm_is_the_textbooks():
    """Holm (1979): p values in order times 4, 3, 2, 1, never falling, at most 1."""
    assert list(statistics.holm([0.01, 0.04, 0.03, 0.005])) == pytest.approx(
        [0.03, 0.06, 0.06, 0.02])
    assert list(statistics.holm([0.6, 0.5])) == [1, 1]


def test_holm_rejects_falsely_no_more_than_it_says():
    """At the 5 % level, 2,000 families of 10 true hypotheses, half of which are the same test."""
    rng = np.random.default_rng(3)
    p = rng.random((2_000, 10))
    p[:, 5:] = p[:, :1]
    false = sum((statistics.holm(family) < 0.05).any() for family in p)
    # six independent tests, each rejected at 0.05 / 10
    assert binomial(false, 2_000, 1 - (1 - 0.005) ** 6) > ERROR_RATE
    assert false < 0.05 * 2_000


def test_a12_counts_wins_on_the_same_graph():
    """Graph 0: 5 of 6 (a tie is half); graph 1: never. Graphs themselves are not compared."""
    frame = modes(baldwinian=[[3, 3], [10, 10]], lb=[[2, 3, 1], [20, 20, 20]])
    with pytest.raises(ValueError, match="every mode on every graph.*graph 0, repetition 2"):
        statistics.pairwise_tests(frame)
    frame = modes(baldwinian=[[3, 3], [10, 10]], lb=[[2, 3], [20, 20]])
    row = statistics.pairwise_tests(frame).iloc[0]
    assert (row["first"], row["second"], row["pairs"]) == ("baldwinian", "lb", 4)
    assert row["a12"] == pytest.approx((3 / 4 + 0) / 2)
    assert row["difference"] == pytest.approx((1 + 0 - 10 - 10) / 4)


@pytest.mark.parametrize("unit", ["run", "graph"])
def test_p_values_are_wilcoxons_and_corrected_over_all(unit):
    rng = np.random.default_rng(1)
    values = {mode: rng.integers(20, 30, (15, 3)) + shift
              for mode, shift in (("darwinian", -4), ("baldwinian", 0), ("lb", 0))}
    frame = statistics.pairwise_tests(modes(**values), unit=unit)
    expected = []
    for first, second in itertools.combinations(values, 2):
        a, b = (values[mode] if unit == "run" else values[mode].mean(axis=1, keepdims=True)
                for mode in (first, second))
        expected.append(stats.wilcoxon(a.ravel() - b.ravel(), zero_method="zsplit",
                                       method="asymptotic").pvalue)
    assert list(frame["p"]) == pytest.approx(expected)
    assert list(frame["p_holm"]) == pytest.approx(statistics.holm(expected))
    assert set(frame["pairs"]) == {45 if unit == "run" else 15}
    assert frame["p_holm"][0] < 0.01 < frame["p_holm"][2]


def test_equal_modes_do_not_differ():
    row = statistics.pairwise_tests(modes(baldwinian=[[3, 4]], lb=[[3, 4]])).iloc[0]
    assert (row["p"], row["p_holm"], row["a12"]) == (1, 1, 0.5)
    assert row["magnitude"] == "negligible"


@pytest.mark.parametrize(("a12", "name"), [
    (0.56, "small"), (0.559, "negligible"), (0.36, "medium"), (0.29, "large"), (1.0, "large")])
def test_effect_sizes_have_names(a12, name):
    assert statistics.magnitude(a12) == name


def test_an_unknown_unit_is_refused():
    with pytest.raises(ValueError, match="unit must be one of 'run', 'graph', not 'seed'"):
        statistics.pairwise_tests(modes(lb=[[1]]), unit="seed")


def test_ranks_by_hand():
    """Ties share their ranks; Nemenyi's difference for 3 modes and 4 graphs is 2.343 sqrt(1/2)."""
    frame = statistics.ranks(modes(darwinian=[[1], [1], [1], [1]], baldwinian=[[3], [3], [3], [2]],
                                   lb=[[3], [2], [2], [3]])).set_index("mode")
    assert list(frame["rank"]) == pytest.approx([3, (1.5 + 1 + 1 + 2) / 4, (1.5 + 2 + 2 + 1) / 4])
    assert set(frame["critical_difference"].round(3)) == {round(2.343 * np.sqrt(0.5), 3)}
    assert frame["friedman_p"].nunique() == 1


def test_targets_are_relative_to_the_best_of_a_graph():
    frame = modes(darwinian=[[90, 99], [50, 40]], lb=[[100, 100], [50, 49]])
    rates = statistics.success_rates(frame, targets=(0.1, 0.01, 0.0)).set_index(["mode", "target"])
    assert rates.loc[("darwinian", 0.1), "successes"] == 3
    assert rates.loc[("darwinian", 0.01), "successes"] == 2
    assert rates.loc[("lb", 0.0), "rate"] == 0.75
    assert (rates["runs"] == 4).all()
    assert (rates["low"] <= rates["rate"]).all()
    assert (rates["rate"] <= rates["high"]).all()


def test_the_ecdf_joins_runs_and_targets():
    """Two runs of LB, two targets; what is not yet initialised has reached nothing."""
    frame = modes(lb=[[100, 90]])
    keys = {"problem": "mis", "dataset": "rb_small", "graph": 0, "mode": "lb"}
    traces = pd.DataFrame([
        {**keys, "run": 0, "repetition": 0, "evaluations": 10, "best_fitness": 95},
        {**keys, "run": 0, "repetition": 0, "evaluations": 20, "best_fitness": 100},
        {**keys, "run": 1, "repetition": 1, "evaluations": 20, "best_fitness": 90}])
    course = statistics.ecdf(traces, frame, targets=(0.1, 0.0))
    assert list(course["evaluations"]) == [10, 20]
    assert list(course["share"]) == [1 / 4, 3 / 4]
