"""Simulated runs against the exact values, against each other, and record by record.

Seeds are fixed. There are about 150 statistical comparisons, each at the common error rate: right
code would fail one of them for one choice of seeds in 70.
"""

import numpy as np
import pytest
import reference_dlb
from scipy import stats
from significance import ERROR_RATE, same_distribution

from memlab import theory
from memlab.evolution.modes import MODES
from memlab.kernels import rng
from memlab.problems import DeceptiveLeadingBlocks
from memlab.problems.deceptive_blocks import kernels as dlb
from memlab.theory import bitwise

# mode, n, k, lb_probability, strict
CASES = [
    ("darwinian", 2, 2, None, False),
    ("darwinian", 12, 2, None, False),
    ("darwinian", 9, 3, None, True),
    ("darwinian", 4, 4, None, False),
    ("lamarckian", 12, 2, None, False),
    ("lamarckian", 12, 3, None, False),
    ("lamarckian", 8, 4, None, True),
    ("lamarckian", 9, 3, None, False),
    ("baldwinian", 2, 2, None, False),
    ("baldwinian", 16, 2, None, False),
    ("baldwinian", 24, 3, None, False),
    ("baldwinian", 16, 4, None, False),
    ("baldwinian", 12, 6, None, False),
    ("baldwinian", 12, 3, None, True),
    ("lb", 12, 2, 0.3, False),
    ("lb", 12, 3, 0.5, False),
    ("lb", 12, 4, 0.05, False),
    ("lb", 9, 3, 0.7, True),
]
IDS = [f"{mode}-{n}-{k}{'-strict' if strict else ''}" for mode, n, k, _, strict in CASES]


def assert_mean(sample, mean, variance=None):
    """The sample's mean is `mean`; `variance`, if known, is the population's."""
    spread = np.sqrt((sample.var(ddof=1) if variance is None else variance) / len(sample))
    assert abs(sample.mean() - mean) <= stats.norm.isf(ERROR_RATE / 2) * spread + 1e-9 * abs(mean)


def assert_variance(sample, mean, variance):
    """The mean of squared deviations from the exact mean is the exact variance."""
    assert_mean((sample - mean) ** 2, variance)


@pytest.mark.parametrize(("mode", "n", "k", "probability", "strict"), CASES, ids=IDS)
@pytest.mark.parametrize(("method", "runs"), [
    ("events", 40_000), pytest.param("naive", 3000, marks=pytest.mark.slow)])
def test_simulation_has_the_exact_moments(method, runs, mode, n, k, probability, strict):
    options = {"lb_probability": probability, "strict": strict}
    times = theory.simulate(mode, n, k, runs, seed=[1, n, k], method=method, **options)
    mean, variance = theory.runtime_moments(mode, n, k, **options)
    assert_mean(times, mean, variance)
    assert_variance(times, mean, variance)


@pytest.mark.parametrize(("mode", "n", "k", "probability", "strict"), CASES, ids=IDS)
def test_runs_take_the_expected_steps_of_local_search(mode, n, k, probability, strict):
    problem, steps = DeceptiveLeadingBlocks(n, k), []
    learns, inherits = MODES[mode].learns, MODES[mode].inheritance(probability)
    genomes, flipped = np.zeros((4, len(problem.layout.valid)), np.uint64), np.empty(n, np.int64)
    for seed in range(3000):
        state, clock = rng.seed_state([1, n, k, seed]), np.array([-1, 0, 0, 0])
        frame, ones = np.empty((3, 4), np.int64), np.empty((3, n // k), np.uint8)
        written = bitwise.record(problem.instance, problem.layout, n, learns, learns, inherits,
                                 strict, 2**62, genomes, flipped, state, clock, frame, ones, True)
        assert written < 3 and frame[written - 1, 1] == n
        steps.append(frame[:written, 3].sum())
    options = {"lb_probability": probability, "strict": strict}
    if mode == "lb":
        with pytest.raises(ValueError, match="must inherit with probability 0 or 1 for this"):
            theory.expected_local_search_steps(mode, n, k, **options)
    else:
        assert_mean(np.array(steps), theory.expected_local_search_steps(mode, n, k, **options))


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "n", "k", "probability", "strict"), CASES, ids=IDS)
def test_both_methods_have_the_same_distribution(mode, n, k, probability, strict):
    options = {"lb_probability": probability, "strict": strict}
    first = theory.simulate(mode, n, k, 20_000, seed=[2, n, k], **options)
    second = theory.simulate(mode, n, k, 3000, seed=[3, n, k], method="naive", **options)
    assert same_distribution(first, second) > ERROR_RATE


@pytest.mark.parametrize(("mode", "n", "k"), [
    ("darwinian", 200, 4), ("darwinian", 1000, 5), ("darwinian", 120, 20),
    ("lamarckian", 200, 4), ("lamarckian", 1000, 10), ("baldwinian", 400, 2),
    ("baldwinian", 300, 5), ("baldwinian", 80, 10)])
def test_event_simulation_of_runs_that_no_one_could_wait_for(mode, n, k):
    runs = 400 if mode == "baldwinian" else 4000
    times = theory.simulate(mode, n, k, runs, seed=4)
    mean, variance = theory.runtime_moments(mode, n, k)
    assert_mean(times, mean, variance)
    assert_variance(times, mean, variance)


@pytest.mark.parametrize(("n", "k"), [(8, 2), (9, 3), (8, 4), (10, 5)])
def test_hill_climbers_agree_on_every_bit_string(n, k):
    """The generic one, the one of the engine, and the reference: same result, same steps."""
    problem = DeceptiveLeadingBlocks(n, k)
    value, result, steps = reference_dlb.landscape(n, k)
    state = rng.seed_state(0)
    for x in range(2**n):
        solution = ((x >> np.arange(n)) & 1).astype(np.uint8)
        climbed = []
        for climb in (lambda genomes: bitwise.climb(problem.instance, n, genomes, 0, state),
                      lambda genomes: dlb.climb_blocks(problem.instance, genomes, 0, k * n, state)):
            genomes = problem.pack(solution[None])
            climbed.append((*climb(genomes), int(genomes[0, 0])))
        assert climbed == [(value[result[x]], steps[x], result[x])] * 2


def test_runs_depend_on_seed_and_number_only():
    for mode in ("darwinian", "lamarckian", "baldwinian"):
        for method in ("events", "naive"):
            few, more = (theory.simulate(mode, 12, 3, runs, seed=7, method=method)
                         for runs in (5, 50))
            assert few.dtype == np.float64 and few.shape == (5,)
            assert (few == more[:5]).all()
            assert (theory.simulate(mode, 12, 3, 50, seed=8, method=method) != more).any()
            sequence = np.random.SeedSequence(7)
            assert (theory.simulate(mode, 12, 3, 5, seed=sequence, method=method) == few).all()


@pytest.mark.parametrize(("probability", "mode"), [(0, "baldwinian"), (1, "lamarckian")])
@pytest.mark.parametrize("strict", [False, True])
def test_the_ends_of_lb_are_the_two_modes_bit_for_bit(probability, mode, strict):
    ends = {"lb_probability": probability, "strict": strict}
    for method in ("events", "naive"):
        ours, theirs = (theory.simulate(name, 12, 3, 50, 5, method, **options)
                        for name, options in (("lb", ends), (mode, {"strict": strict})))
        assert np.array_equal(ours, theirs)
    ours, theirs = (theory.trajectory(name, 24, 3, seed=5, every=1, **options)
                    for name, options in (("lb", ends), (mode, {"strict": strict})))
    assert ours.frame.equals(theirs.frame) and np.array_equal(ours.blocks, theirs.blocks)


@pytest.mark.parametrize("mode", ["darwinian", "lamarckian", "baldwinian", "lb"])
def test_trajectory_is_consistent(mode):
    probability = 0.4 if mode == "lb" else None
    run = theory.trajectory(mode, 24, 3, seed=3, every=1, lb_probability=probability)
    frame, blocks = run
    assert list(frame.iteration) == list(range(len(frame)))
    assert frame.fitness.is_monotonic_increasing
    assert frame.fitness.iloc[-1] == 24 and (frame.fitness.iloc[:-1] < 24).all()
    assert (frame.accepted.iloc[1:] <= 1).all() and frame.accepted.iloc[0] == 0
    assert (frame.critical_ones.iloc[:-1] < 3).all() and np.isnan(frame.critical_ones.iloc[-1])
    solved = np.arange(8) < frame.level.to_numpy()[:, None]
    if mode in ("darwinian", "lamarckian"):
        assert (blocks[solved] == 3).all() and not frame.damaged.any()
    else:
        assert (blocks[solved] >= 2).all()
        assert (frame.damaged == ((blocks == 2) & solved).sum(axis=1)).all()
    if mode == "lamarckian":
        assert not frame.critical_ones.iloc[:-1].any()
    if mode == "darwinian":
        assert not frame.local_search_steps.any()
        assert (frame.fitness[:-1] == 3 * frame.level[:-1] + 2 - frame.critical_ones[:-1]).all()


@pytest.mark.parametrize("every", [1, 7, 1000])
def test_records_cover_the_run_whatever_their_spacing(every):
    """Same seed, same run: totals do not depend on how often it is looked at."""
    fine = theory.trajectory("baldwinian", 60, 3, seed=1, every=1).frame
    coarse = theory.trajectory("baldwinian", 60, 3, seed=1, every=every).frame
    for column in ("iterations", "accepted", "local_search_steps"):
        assert coarse[column].sum() == fine[column].sum()
    assert coarse.iteration.iloc[-1] == fine.iteration.iloc[-1] == coarse["iterations"].sum()
    assert (coarse.iteration.iloc[:-1] % every == 0).all()


def test_trajectories_have_the_exact_means():
    """Time, accepted offspring and steps of 400 recorded runs; the climber is the engine's."""
    n, k = 24, 3
    for mode in ("lamarckian", "baldwinian"):
        frames = [theory.trajectory(mode, n, k, seed=[9, i], every=10**6).frame
                  for i in range(400)]
        total = np.array([frame[["iterations", "accepted", "local_search_steps"]].sum()
                          for frame in frames])
        mean, variance = theory.runtime_moments(mode, n, k)
        assert_mean(total[:, 0], mean, variance)
        # The profile counts the offspring that are accepted on a level and those that leave it.
        assert_mean(total[:, 1], theory.level_profile(mode, n, k).accepted.sum())
        assert_mean(total[:, 2], theory.expected_local_search_steps(mode, n, k))


def test_default_spacing_gives_about_a_thousand_records():
    assert 300 < len(theory.trajectory("baldwinian", 120, 3, seed=0).frame) < 3000


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"mode": "neutral"}, ValueError, "mode must be one of"),
    ({"mode": "lb"}, ValueError, "lb_probability must be given in mode 'lb'"),
    ({"mode": "lb", "lb_probability": 1.5}, ValueError, "lb_probability must be a number from 0"),
    ({"lb_probability": 0.5}, ValueError, "lb_probability must be None in mode 'darwinian'"),
    ({"n": 13}, ValueError, "n must be a multiple of k=3, not 13"),
    ({"k": 1}, ValueError, "k must be an integer from 2 to 200"),
    ({"runs": 0}, ValueError, "runs must be an integer of at least 1, not 0"),
    ({"runs": 2.0}, TypeError, "runs must be an integer"),
    ({"runs": 2**40}, ValueError, "1099511627776 runs needs about"),
    ({"seed": -1}, ValueError, "seed must be an integer of at least 0"),
    ({"seed": "one"}, TypeError, "seed must be"),
    ({"method": "fast"}, ValueError, "method must be one of 'events', 'naive', not 'fast'"),
    ({"strict": "no"}, TypeError, "strict must be True or False, not 'no'"),
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
