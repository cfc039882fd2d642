"""Metropolis, UMDA and sig-cGA: against exact values, plain implementations and published bounds.

Seeds are fixed. There are eleven statistical comparisons, each at the common error rate.
"""

import numpy as np
import pytest
import reference_dlb
from scipy import stats
from significance import ERROR_RATE, same_distribution

from memlab import theory
from memlab.kernels import rng, sig_cga
from memlab.problems import DeceptiveLeadingBlocks
from memlab.theory import rivals


@pytest.mark.parametrize(("n", "alpha"), [(4, 3.0), (8, 3.0), (10, 3.0), (8, 1.5), (8, 20.0)])
def test_metropolis_has_its_exact_mean(n, alpha):
    times = theory.metropolis(n, runs=20_000, seed=[n, int(alpha)], alpha=alpha)
    error = times.std(ddof=1) / np.sqrt(len(times))
    exact = reference_dlb.metropolis(n, alpha)
    assert abs(times.mean() - exact) < stats.norm.isf(ERROR_RATE / 2) * error
    if alpha > 1 + np.sqrt(2):
        assert exact < rivals.metropolis_bound(n, alpha)


@pytest.mark.parametrize(("n", "mu", "lambda_"), [(6, 5, 20), (10, 20, 60), (12, 60, 240)])
def test_umda_is_the_plain_one(n, mu, lambda_):
    random = np.random.default_rng(n)
    plain = np.array([reference_dlb.umda(n, mu, lambda_, random) for _ in range(300)])
    ours = theory.umda(n, runs=3000, seed=n, mu=mu, lambda_=lambda_)
    assert same_distribution(plain, ours) > ERROR_RATE


@pytest.mark.parametrize(("n", "epsilon"), [(6, 0.5), (8, 0.7)])
def test_sig_cga_is_the_plain_one(n, epsilon):
    random = np.random.default_rng(n)
    plain = np.array([reference_dlb.sig_cga(n, epsilon, random) for _ in range(100)])
    ours = theory.sig_cga(n, runs=2000, seed=n, epsilon=epsilon)
    assert same_distribution(plain, ours) > ERROR_RATE


@pytest.mark.parametrize(("n", "epsilon", "iterations"),
                         [(12, 0.7, 1000), (20, 1.0, 1500), (70, 0.7, 600), (130, 0.6, 300)])
def test_frequencies_move_when_histories_say_so(n, epsilon, iterations, monkeypatch):
    """Bit by bit: the winners that a run recorded, fed to the plain significance test."""
    seen, run = {}, sig_cga.sig_cga_run

    def keep(model, history, limit, state):
        seen.update(model=model, history=history)
        return run(model, history, limit, state)

    monkeypatch.setattr(sig_cga, "sig_cga_run", keep)
    moved = 0
    for seed in range(2):
        theory.sig_cga(n, runs=1, seed=seed, epsilon=epsilon, budget=2 * iterations)
        done = int(seen["model"].clock[0])
        frequency, histories = np.full(n, 0.5), [[] for _ in range(n)]
        for winner in unpacked(seen["history"][:done], n):
            reference_dlb.sig_cga_update(winner, frequency, histories, n, epsilon)
        ours = np.array([1 / n, 0.5, 1 - 1 / n])[seen["model"].state]
        assert (ours == frequency).all()
        assert list(done - seen["model"].start) == [len(history) for history in histories]
        moved += (frequency != 0.5).sum()
    assert moved > 1


def unpacked(words, n):
    """The n bits of each row of words."""
    positions = np.arange(n, dtype=np.uint64)
    return (words[:, positions // np.uint64(64)] >> positions % np.uint64(64)) & np.uint64(1)


def test_samples_of_the_sig_cga(monkeypatch):
    """Each position has its frequency; the fitness is that of DeceptiveLeadingBlocks."""
    n, draws = 70, 20_000
    seen = []
    monkeypatch.setattr(sig_cga, "sig_cga_run",
                        lambda model, history, limit, state: seen.append(model) or 1)
    theory.sig_cga(n, runs=1)
    model, = seen
    for position in range(0, n, 2):          # every other frequency is low or high
        target = sig_cga.LOW if position % 4 else sig_cga.HIGH
        model.mask[sig_cga.HALF, position // 64] ^= np.uint64(1 << position % 64)
        model.mask[target, position // 64] ^= np.uint64(1 << position % 64)
        model.state[position] = target
    problem, state, total = DeceptiveLeadingBlocks(n, 2), rng.seed_state(3), np.zeros(n)
    for _ in range(draws):
        value = sig_cga._sample(model, 0, state)
        bits, = unpacked(model.sample[:1], n)
        assert value == problem.fitness(bits.astype(np.uint8))
        total += bits
    expected = np.array([1 / n, 0.5, 1 - 1 / n])[model.state]
    spread = np.sqrt(expected * (1 - expected) * draws)
    assert (np.abs(total - draws * expected) < stats.norm.isf(ERROR_RATE / 2 / n) * spread).all()


def test_published_bounds_hold():
    """With the published parameters, on the sizes where the experiments begin."""
    assert theory.metropolis(40, runs=500, seed=1).mean() < theory.metropolis_bound(40)
    assert theory.umda(40, runs=20, seed=1).max() < theory.umda_bound(40)
    assert np.isfinite(theory.sig_cga(20, runs=5, seed=1)).all()


def test_genetic_drift_makes_the_umda_fail():
    """Lehre and Nguyen's regime: few selected individuals, and most runs do not come back."""
    times = theory.umda(40, runs=20, seed=2, mu=20, lambda_=40, budget=10**5)
    assert np.isinf(times).sum() > 10


def test_exhausted_budgets_are_infinite_times():
    assert np.isinf(theory.metropolis(100, runs=3, budget=50)).all()
    assert np.isinf(theory.sig_cga(100, runs=3, budget=50)).all()
    assert np.isinf(theory.umda(100, runs=3, budget=50)).all()


@pytest.mark.parametrize("algorithm", [theory.metropolis, theory.umda, theory.sig_cga])
def test_runs_depend_on_seed_and_number_only(algorithm):
    few, more = algorithm(10, runs=3, seed=[4, 2]), algorithm(10, runs=9, seed=[4, 2])
    assert few.dtype == np.float64 and (few == more[:3]).all()
    assert (algorithm(10, runs=9, seed=5) != more).any()


@pytest.mark.parametrize("algorithm", [theory.metropolis, theory.umda, theory.sig_cga])
@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"n": 11}, ValueError, "n must be a multiple of k=2, not 11"),
    ({"n": 2}, ValueError, "n must be an even integer of at least 4"),
    ({"n": 10.0}, TypeError, "n must be an integer"),
    ({"runs": 0}, ValueError, "runs must be an integer of at least 1"),
    ({"seed": -3}, ValueError, "seed must be an integer of at least 0"),
    ({"budget": 0}, ValueError, "budget must be an integer of at least 1"),
])
def test_bad_arguments_are_named(algorithm, arguments, error, message):
    with pytest.raises(error, match=message):
        algorithm(**{"n": 10, **arguments})


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: theory.metropolis(10, alpha=1), ValueError, "alpha must be a finite number above 1,"),
    (lambda: theory.metropolis(10, alpha="3"), TypeError, "alpha must be a finite number"),
    (lambda: theory.metropolis_bound(10, alpha=2), ValueError, "above 2.41421, not 2"),
    (lambda: theory.umda(10, mu=0), ValueError, "mu must be an integer of at least 1"),
    (lambda: theory.umda(10, mu=9, lambda_=8), ValueError, "lambda_ must be an integer of at leas"),
    (lambda: theory.sig_cga(10, epsilon=0), ValueError, "epsilon must be a finite number above 0"),
    (lambda: theory.sig_cga(10, epsilon=float("nan")), ValueError, "epsilon must be a finite"),
])
def test_bad_parameters_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
