"""Algorithms of other libraries are what their names say, and keep their budgets."""

import pkgutil
import sys

import numpy as np
import pytest
from scipy import stats
from significance import ERROR_RATE

import memlab as ml
from memlab.study import METHODS, Method, methods

VALUES = [0, 1, 2, 3, 3, 3, 4, 5, 6]      # a plateau, on which it matters whether equals replace
PROBLEM = ml.Unitation(VALUES)
SMALL = ml.Unitation([0, 1, 1, 2, 3])      # solved at once, so that mutations decide
N = len(VALUES) - 1
NAMES = [name for name, entry in METHODS.items() if entry.takes_trial]
EACH = pytest.mark.parametrize("name", NAMES)


def settings(name, **given):
    pytest.importorskip(name.partition("_")[0])
    return Method(name, given)


def solve(method, budget, seed=0):
    return methods.solve(PROBLEM, method, budget, seed)


@EACH
def test_the_budget_is_kept_to_the_evaluation_and_a_seed_decides(name):
    method = settings(name)
    one, same, other = (solve(method, 47, seed) for seed in (5, 5, 6))
    assert one.evaluations == 47 and one.trace.equals(same.trace)
    assert not one.trace.equals(other.trace)
    assert PROBLEM.fitness(one.best_solution) == one.best_fitness
    reached = methods.solve(PROBLEM, method, 10_000, 0, target=VALUES[-1])
    assert reached.best_fitness == VALUES[-1] and reached.evaluations < 10_000


@EACH
def test_nothing_is_printed(name, capfd, caplog):
    solve(settings(name), 30)
    assert capfd.readouterr() == ("", "") and not caplog.records


@pytest.mark.parametrize(("given", "message"), [
    ({"mu": 0}, "mu must be an integer from 1 to "),
    ({"crossover_rate": 1.5}, "crossover_rate must be a number from 0 to 1"),
    ({"tournament_size": 0}, "tournament_size must be an integer"), ({"sigma": 1}, "unknown key")])
def test_settings_are_checked_when_an_experiment_is_read(given, message):
    with pytest.raises(ValueError, match=message):
        Method("pygad_ga", given)


@pytest.mark.parametrize(("name", "mu", "message"), [
    ("inspyred_ga", 5, "mu must be even"), ("deap_mu_plus_lambda", 1, "mu must be at least 2")])
def test_populations_that_a_library_cannot_cross_are_refused(name, mu, message):
    with pytest.raises(ValueError, match=message):
        solve(settings(name, mu=mu), 30)


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "deap", None)
    with pytest.raises(ImportError, match=r"needs deap: pip install deap, or memlab\[libraries\]"):
        solve(Method("deap_mu_plus_lambda"), 30)


def values(run, budget):
    """The best value of a run, and the mean of all that it evaluated, of which its trace tells."""
    sizes = np.diff(run.trace["evaluations"], prepend=0)
    return run.best_fitness, (run.trace["mean_fitness"] * sizes).sum() / budget


def theirs(algorithm, problem=PROBLEM, **given):
    """A function of a seed: an algorithm that takes a trial."""
    return lambda budget, seed: values(ml.run(problem, algorithm, budget=budget, seed=seed,
                                              **given), budget)


def generational(flips, mu):
    """Our Darwinian mode without survivors: the population is what was evaluated last."""
    return lambda budget, seed: values(ml.evolve(
        PROBLEM, "darwinian", mu=mu, lambda_=mu, crossover_rate=0.0, survivors="comma",
        parents="tournament", tournament_size=3, expected_flips=flips, budget=budget,
        seed=[seed, 1], trace=True), budget)


def plus(flips, **given):
    """Our Darwinian mode on a function that records what is evaluated."""
    def run(budget, seed):
        def function(x):
            seen.append(VALUES[x.sum()])
            return seen[-1]

        seen = []
        space = ml.spaces.Bits(N, mutate=lambda x, rng: x ^ (rng.random(N) < flips / N))
        found = ml.evolve(ml.FunctionProblem(space, function), "darwinian", budget=budget,
                          ties="parents", seed=[seed, 1], **given)
        return found.best_value, np.mean(seen)
    return run


def climb(trial, flips):
    """The (1+1) EA whose offspring is never a copy."""
    x = trial.rng.integers(0, 2, trial.n)
    fitness = trial.evaluate(x)
    while True:
        flip = np.zeros(trial.n, bool)
        while not flip.any():
            flip = trial.rng.random(trial.n) < flips / trial.n
        value = trial.evaluate(x ^ flip)
        if value >= fitness:
            x, fitness = x ^ flip, value


def genetic(trial, flips, draw, pairs):
    """A generational GA of six: ``draw(fitness, rng)`` six parents, uniform crossover of pairs."""
    x = trial.rng.integers(0, 2, (6, trial.n))
    while True:
        x = x[draw(trial.evaluate(x), trial.rng)]
        first = trial.rng.random((6, trial.n)) < 0.5
        if pairs:      # two complementary offspring
            first[1::2] = first[::2]
        others = np.arange(6) ^ 1 if pairs else np.roll(np.arange(6), -1)
        x = np.where(first, x, x[others]) ^ (trial.rng.random(x.shape) < flips / trial.n)


def by_rank(fitness, rng):
    return np.argsort(fitness, kind="stable")[rng.choice(6, 6, p=np.arange(1, 7) / 21)]


def by_tournaments(fitness, rng):
    drawn = rng.integers(0, 6, (6, 3))
    return drawn[np.arange(6), fitness[drawn].argmax(axis=1)]


def likeness(a, b):
    """The smaller p-value of the normal test of the means and of Kolmogorov's and Smirnov's."""
    return min(stats.ttest_ind(a, b, equal_var=False).pvalue, stats.ks_2samp(a, b).pvalue)


# the method, its settings, evaluations of a run, and the same algorithm by the expected flips
ALIKE = {
    "pymoo": ("pymoo_ga", {"mu": 1, "lambda_": 10}, 401, lambda flips: plus(
        flips, mu=1, lambda_=10)),
    "DEAP": ("deap_mu_plus_lambda", {"mu": 5, "lambda_": 5, "crossover_rate": 0.0}, 105, lambda
             flips: plus(flips, mu=5, lambda_=5, crossover_rate=0.0)),
    "PyGAD": ("pygad_ga", {"mu": 5, "crossover_rate": 0.0}, 205, lambda flips: generational(
        flips, mu=5)),
    "PyGAD, crossed": ("pygad_ga", {"mu": 6}, 206, lambda flips: theirs(
        genetic, flips=flips, draw=by_tournaments, pairs=False)),
    "inspyred": ("inspyred_ga", {"mu": 6}, 206, lambda flips: theirs(
        genetic, flips=flips, draw=by_rank, pairs=True)),
    "nevergrad": ("nevergrad_one_plus_one", {"problem": SMALL}, 40, lambda flips: theirs(
        climb, SMALL, flips=flips))}


@pytest.mark.slow
@pytest.mark.parametrize("case", ALIKE)
def test_libraries_are_the_same_in_distribution_and_ten_per_cent_are_seen(case):
    """Best values, and mean values of all that was evaluated, of 1,000 runs each, in four tests. Of
    correct programs, one in 2,500 fails.
    """
    name, given, budget, same = ALIKE[case]
    settings(name)
    algorithm = pkgutil.resolve_name(METHODS[name].function)
    runs = [[run(budget, seed) for seed in range(1_000)]
            for run in (theirs(algorithm, **given), same(1.0), same(1.1))]
    found, right, wrong = np.array(runs).transpose(0, 2, 1)
    assert min(map(likeness, found, right)) > ERROR_RATE > likeness(found[1], wrong[1])
