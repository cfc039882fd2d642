"""Intervals where most values are the same: how often they cover, and what they are by hand."""

import numpy as np
import pandas as pd
import pytest
from experiments import MODES, rows

from memlab.analysis import comparison
from memlab.analysis.intervals import near
from memlab.analysis.running_times import clustered_interval


def coverage(units, repetitions, share, clustered, sides, samples=100):
    """How often an interval covers the mean, if runs are off by one with a chance."""
    rng, inside = np.random.default_rng([units, repetitions, clustered]), 0
    names = pd.Series(np.repeat(np.arange(units), repetitions))
    for _ in range(samples):
        chances = rng.beta(share * 7 / 3, (1 - share) * 7 / 3, units) if clustered else np.full(
            units, share)      # within a unit, runs correlate by 0.3
        off = pd.Series(rng.random(len(names)) < chances[names]).astype(int)
        usual = off.mode()[0] if len(sides) > 1 else 0
        low, high = usual + np.array(near(off - usual, names, sides))
        assert low <= off.mean() <= high and low < high and (low >= 0 or len(sides) > 1)
        inside += low <= share <= high
    return inside / samples


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(1,), (-1, 1)])
@pytest.mark.parametrize(("repetitions", "clustered"), [(1, False), (3, True)])
@pytest.mark.parametrize("units", [20, 100])
def test_intervals_near_the_optimum_cover_what_they_say(units, repetitions, clustered, sides):
    """Of gaps, and of means whose optimum is not known. Student's t covers 0.36, 0.64 and 0.89 of
    the first three, of 20 runs."""
    for share in (0.02, 0.05, 0.1, 0.2, 0.5):
        found = coverage(units, repetitions, share, clustered, sides)
        # 0.93 itself would be seen as less than this once in 1,000 times
        assert found > 0.93 - 3.1 * np.sqrt(0.93 * 0.07 / 100), share


def interval(*beyond, sides=(1,), **options):
    return near(pd.Series(beyond), pd.Series(range(len(beyond))), sides, **options)


def test_intervals_are_those_of_shares_times_sizes():
    assert interval(0, 0, 0) == clustered_interval(np.ones(3), np.zeros(3))
    assert np.isnan(interval(0.0, 0.0, whole=False)).all()      # how large would one be?
    low, high = clustered_interval(np.ones(4), np.array([0, 1, 1, 0]))
    assert interval(0, 2, 5, 0) == (2 * low, 5 * high)
    below = clustered_interval(np.ones(4), np.zeros(4))[1]
    assert interval(0, 2, 5, 0, sides=(-1, 1)) == (2 * low - below, 5 * high)
    assert interval(2, 2, 2)[1] == 2 > interval(2, 2, 2)[0]
    assert interval(0, np.nan, 0, 0) == interval(0, 0, 0)      # a run without a feasible solution
    assert interval(1, 9)[0] == 0 and np.isnan(interval(3)).all()


def test_runs_of_few_units_with_a_distance_count_once():
    """How much three runs of a unit depend on each other, one unit with a distance cannot tell."""
    beyond, unit = pd.Series([0, 1, 0] + [0] * 27), pd.Series(np.repeat(np.arange(10), 3))
    assert near(beyond, unit) == clustered_interval(np.ones(10), np.array([1 / 3] + [0] * 9))


@pytest.mark.parametrize(("optimum", "low", "high"), [(False, -1, 1), (True, -1, 0)])
@pytest.mark.parametrize("unit", [1, -1])
def test_means_end_at_an_optimum_that_is_proved(optimum, low, high, unit):
    """Six runs of one value: it is known on which sides others would be, if anything is."""
    runs = comparison.named(pd.DataFrame(rows(
        [MODES["lb"]], graphs="a", repetitions=6, best_fitness=7, fitness_unit=unit,
        upper_bound=7.0 if optimum else None, proved=optimum)))
    row = comparison.means(runs, known=comparison.optima(runs)).iloc[0]
    share = clustered_interval(np.ones(6), np.zeros(6))[1]
    ends = sorted(unit * (7 + share * np.array([low, high])))
    assert row[["low", "high"]].tolist() == pytest.approx(ends) and row["mean"] == 7 * unit
    floats = runs.astype({"best_fitness": float})
    assert comparison.means(floats)[["low", "high"]].isna().all(axis=None)
