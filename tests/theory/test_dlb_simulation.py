"""Simulated runs against the exact values, against each other, and record by record.

Seeds are fixed. There are about 100 statistical comparisons, each at the common error rate: right
code would fail one of them for one choice of seeds in 100.
"""

import numpy as np
import pytest
import reference_dlb
from scipy import stats
from significance import ERROR_RATE

from memlab import theory
from memlab.problems import DeceptiveLeadingBlocks

CASES = [("darwinian", 12, 2, None), ("darwinian", 4, 4, None), ("lamarckian", 12, 3, None),
         ("lamarckian", 9, 3, None), ("baldwinian", 2, 2, None), ("baldwinian", 24, 3, None),
         ("baldwinian", 12, 6, None), ("lb", 12, 2, 0.3), ("lb", 12, 3, 0.5), ("lb", 12, 4, 0.05)]


def assert_mean(sample, mean, variance=None):
    """The sample's mean is `mean`; `variance`, if known, is the population's."""
    spread = np.sqrt((sample.var(ddof=1) if variance is None else variance) / len(sample))
    assert abs(sample.mean() - mean) <= stats.norm.isf(ERROR_RATE / 2) * spread + 1e-9 * abs(mean)


def assert_moments(times, mode, n, k, **options):
    """The means of the times and of their squared deviations are the exact ones."""
    mean, variance = theory.runtime_moments(mode, n, k, **options)
    assert_mean(times, mean, variance)
    assert_mean((times - mean) ** 2, variance)


@pytest.mark.parametrize(("mode", "n", "k", "probability"), CASES)
@pytest.mark.parametrize(("method", "runs"), [
    ("events", 40_000), pytest.param("naive", 3000, marks=pytest.mark.slow)])
def test_simulation_has_the_exact_moments(method, runs, mode, n, k, probability):
    options = {"lb_probability": probability}
    times = theory.simulate(mode, n, k, runs, seed=[1, n, k], method=method, **options)
    assert_moments(times, mode, n, k, **options)


@pytest.mark.parametrize(("mode", "n", "k"), [
    ("darwinian", 200, 4), ("darwinian", 120, 20), ("lamarckian", 1000, 10),
    ("baldwinian", 400, 2), ("baldwinian", 80, 10)])
def test_event_simulation_of_runs_that_no_one_could_wait_for(mode, n, k):
    runs = 400 if mode == "baldwinian" else 4000
    assert_moments(theory.simulate(mode, n, k, runs, seed=4), mode, n, k)


@pytest.mark.parametrize(("n", "k"), [(8, 2), (9, 3), (8, 4), (10, 5)])
def test_the_hill_climber_agrees_with_the_reference_on_every_bit_string(n, k):
    problem = DeceptiveLeadingBlocks(n, k)
    value, result, steps = reference_dlb.landscape(n, k)
    for x in range(2**n):
        end = problem.local_search(((x >> np.arange(n)) & 1).astype(np.uint8))
        assert end.solution @ (1 << np.arange(n)) == result[x]
        assert (end.fitness, end.steps) == (value[result[x]], steps[x])


def test_runs_depend_on_seed_and_number_only():
    for mode in ("darwinian", "lamarckian", "baldwinian"):
        for method in ("events", "naive"):
            few, more = (theory.simulate(mode, 12, 3, runs, seed=7, method=method)
                         for runs in (5, 50))
            assert few.dtype == np.float64 and few.shape == (5,)
            assert (few == more[:5]).all()
            assert (theory.simulate(mode, 12, 3, 50, seed=8, method=method) != more).any()


@pytest.mark.parametrize(("mode", "probability", "times"), [
    ("darwinian", None, [7455040, 6052658, 4951269]), ("lamarckian", None, [13379, 11845, 12648]),
    ("baldwinian", None, [666, 595, 486]), ("lb", 0.2, [1803, 1580, 623])])
def test_runs_from_event_to_event_are_what_they_have_always_been(mode, probability, times):
    assert theory.simulate(mode, 60, 3, 3, lb_probability=probability).tolist() == times


@pytest.mark.parametrize(("probability", "mode"), [(0, "baldwinian"), (1, "lamarckian")])
def test_the_ends_of_lb_are_the_two_modes_bit_for_bit(probability, mode):
    ends = {"lb_probability": probability}
    for method in ("events", "naive"):
        ours, theirs = (theory.simulate(name, 12, 3, 50, 5, method, **options)
                        for name, options in (("lb", ends), (mode, {})))
        assert np.array_equal(ours, theirs)
    ours, theirs = (theory.trajectory(name, 24, 3, seed=5, every=1, **options)
                    for name, options in (("lb", ends), (mode, {})))
    assert ours.frame.equals(theirs.frame) and np.array_equal(ours.blocks, theirs.blocks)


@pytest.mark.parametrize("mode", ["darwinian", "lamarckian", "baldwinian", "lb"])
def test_trajectory_is_consistent(mode):
    probability = 0.4 if mode == "lb" else None
    frame, blocks = theory.trajectory(mode, 24, 3, seed=3, every=1, lb_probability=probability)
    assert list(frame.iteration) == list(range(len(frame)))
    assert frame.fitness.is_monotonic_increasing
    assert frame.fitness.iloc[-1] == 24 and (frame.fitness.iloc[:-1] < 24).all()
    assert (frame.accepted.iloc[1:] <= 1).all() and frame.accepted.iloc[0] == 0
    assert (frame.critical_ones.iloc[:-1] < 3).all() and np.isnan(frame.critical_ones.iloc[-1])
    solved = np.arange(8) < frame.level.to_numpy()[:, None]
    assert (blocks[solved] >= (3 if mode in ("darwinian", "lamarckian") else 2)).all()
    assert (frame.damaged == ((blocks == 2) & solved).sum(axis=1)).all()
    if mode == "lamarckian":
        assert not frame.critical_ones.iloc[:-1].any()
    if mode == "darwinian":
        assert not frame.local_search_steps.any()
        assert (frame.fitness[:-1] == 3 * frame.level[:-1] + 2 - frame.critical_ones[:-1]).all()


@pytest.mark.parametrize("every", [7, 1000])
def test_records_cover_the_run_whatever_their_spacing(every):
    """Same seed, same run: totals do not depend on how often it is looked at."""
    fine, coarse = (theory.trajectory("baldwinian", 60, 3, seed=1, every=spacing).frame
                    for spacing in (1, every))
    for column in ("iterations", "accepted", "local_search_steps"):
        assert coarse[column].sum() == fine[column].sum()
    assert coarse.iteration.iloc[-1] == fine.iteration.iloc[-1] == coarse["iterations"].sum()
    assert (coarse.iteration.iloc[:-1] % every == 0).all()


def test_trajectories_have_the_exact_means():
    """Time, accepted offspring and steps of 400 recorded runs."""
    n, k = 24, 3
    for mode in ("lamarckian", "baldwinian"):
        frames = [theory.trajectory(mode, n, k, seed=[9, i], every=10**6).frame
                  for i in range(400)]
        total = np.array([frame[["iterations", "accepted", "local_search_steps"]].sum()
                          for frame in frames])
        assert_moments(total[:, 0], mode, n, k)
        # The profile counts the offspring that are accepted on a level and those that leave it.
        assert_mean(total[:, 1], theory.level_profile(mode, n, k).accepted.sum())
        assert_mean(total[:, 2], theory.expected_local_search_steps(mode, n, k))


def test_default_spacing_gives_about_a_thousand_records():
    assert 300 < len(theory.trajectory("baldwinian", 120, 3, seed=0).frame) < 3000


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"mode": "neutral"}, ValueError, "mode must be one of"),
    ({"lb_probability": 0.5}, ValueError, "lb_probability must be None in mode 'darwinian'"),
    ({"n": 13}, ValueError, "n must be a multiple of k=3, not 13"),
    ({"runs": 0}, ValueError, "runs must be an integer of at least 1, not 0"),
    ({"runs": 2**40}, ValueError, "1099511627776 runs needs about"),
    ({"seed": "one"}, TypeError, "seed must be"),
    ({"method": "fast"}, ValueError, "method must be one of 'events', 'naive', not 'fast'"),
    ({"n": 300, "method": "naive"}, ValueError, "choose smaller ones, or method='events'"),
])
def test_bad_arguments_are_refused_before_any_work(arguments, error, message):
    with pytest.raises(error, match=message):
        theory.simulate(**{"mode": "darwinian", "n": 12, "k": 3, **arguments})


def test_bad_arguments_of_a_trajectory_are_named():
    with pytest.raises(ValueError, match="every must be an integer from 1 to .*, not 0"):
        theory.trajectory("darwinian", 12, 3, every=0)
    with pytest.raises(ValueError, match="would fill the memory"):
        theory.trajectory("darwinian", 60, 3, every=1)
    with pytest.raises(ValueError, match="would look at about"):
        theory.trajectory("darwinian", 300, 4)
