"""Problems of a user's own: the same algorithm, whatever the functions are."""

import pickle
import random

import cases
import numba
import numpy as np
import pytest
import rule_breakers
import user_problems
from reference import dlb_fitness
from significance import ERROR_RATE, uniform

import memlab as ml
from memlab.kernels.rng import below

MODES = pytest.mark.parametrize("mode", cases.MODES)
PROBLEMS = {
    "OneMax": user_problems.onemax(70),
    "NK": user_problems.nk_landscape(24, 3),
    "MaxSAT": user_problems.maxsat(40, 160),
}
EVERY = pytest.mark.parametrize("name", PROBLEMS)


# ---------------------------------------------------------------------------------- the algorithm


@MODES
@pytest.mark.parametrize("n", [3, 63, 66, 126, 129, 192])
def test_runs_equal_those_of_a_problem_of_memlabs_own(mode, n):
    """DeceptiveLeadingBlocks as a user writes it, whose climb draws no random numbers either."""
    runs = [ml.evolve(problem, **cases.settings(mode))
            for problem in (ml.DeceptiveLeadingBlocks(n, 3), user_problems.leading_blocks(n, 3))]
    assert cases.same_run(*runs)
    assert runs[0].best_fitness == dlb_fitness(n, 3, runs[1].best_solution)


def test_whether_a_solution_is_feasible_is_not_known():
    problem = user_problems.onemax(12)
    assert problem.is_feasible(np.zeros(12, np.uint8)) is None
    for run in (ml.evolve(problem, "baldwinian", mu=5, lambda_=5, budget=20),
                ml.baselines.random_sampling(problem, 20),
                ml.run(problem, lambda trial: trial.evaluate(np.ones(12, np.uint8)), budget=1)):
        assert run.feasible is None


@pytest.mark.parametrize("n", [1, 2, 63, 64, 65, 127, 128, 129])
def test_bits_arrive_where_they_belong(n):
    weights = 2 ** (np.arange(n) % 32)
    problem = ml.CustomProblem(n, weighted, invert, data=(weights,))
    for seed in range(5):
        x = np.random.default_rng(seed).integers(0, 2, n)
        assert problem.fitness(x) == x @ weights
        optimum = problem.local_search(x)
        assert np.array_equal(optimum.solution, 1 - x)
        assert (optimum.fitness, optimum.steps) == ((1 - x) @ weights, n)


@numba.njit(cache=True)
def weighted(x, weights):
    total = 0
    for i in range(len(x)):
        total += x[i] * weights[i]
    return total


@numba.njit(cache=True)
def invert(x, rng, weights):
    x[:] = 1 - x
    return len(x)


def test_random_numbers_of_a_local_search_are_fair_and_those_of_the_seed():
    problem = user_problems.onemax(9, reach=1)
    found = [problem.local_search(np.zeros(9, int), seed=seed).solution for seed in range(3000)]
    assert (np.sum(found, axis=1) == 1).all()
    assert uniform(np.sum(found, axis=0)) > ERROR_RATE
    assert np.array_equal(found[7], problem.local_search(np.zeros(9, int), seed=7).solution)


# ------------------------------------------------------------------------------- other processes


def run(problem):
    return ml.evolve(problem, **cases.settings("lb"))


def test_functions_of_modules_are_sent_by_name():
    problem = PROBLEMS["NK"]
    sent = pickle.dumps(problem)
    assert b"user_problems" in sent and len(sent) < len(pickle.dumps(problem.data)) + 400
    again = pickle.loads(sent)
    assert again._fitness is problem._fitness and again._local_search is problem._local_search
    assert repr(again) == repr(problem) == ("CustomProblem(n=24, fitness=contributions, "
                                            "local_search=climb_nk)")
    x = np.arange(24) % 2
    assert again.local_search(x, 3).fitness == problem.local_search(x, 3).fitness


# ----------------------------------------------------------------------------------- what is wrong


def plain(x):
    return 0


@numba.njit
def half(x):
    return 0.5


@numba.njit
def none(x):
    x[0] = x[0]


@numba.njit
def zero(x):
    return 0


@numba.njit
def stay(x, rng):
    return 0


@numba.njit
def change(x):
    x[2] ^= 1
    return 0


@numba.njit
def two(x, rng):
    x[1] = 2
    return 1


@numba.njit
def minus(x, rng):
    return -1


@numba.njit
def undrawn(x, rng):
    for i in range(len(x)):          # two draws of 30 bits agree once in 2**30 times
        x[i] = random.random() < 0.5
    return 1


@numba.njit
def fails(x, rng):
    return 1 // (below(rng, 1) * np.int64(x.sum()))


@numba.njit
def text(x):
    return len(x) + "1"


@numba.njit
def overwrite(x, rng, array):
    array[0] = 1
    return 0


@numba.njit
def first(x, array):
    return np.int64(array[0])


@pytest.mark.parametrize(("fitness", "local_search", "error", "words"), [
    (plain, stay, TypeError, "fitness must be a function compiled by numba.njit, not <function "
                             "plain.*; put @numba.njit above its definition"),
    (zero, lambda x, rng: 0, TypeError, "local_search must be a function compiled by numba.njit"),
    (None, stay, TypeError, "fitness must be a function compiled by numba.njit, not None"),
    (stay, stay, TypeError, r"fitness must take 1 arguments, x and 0 of data, not \(x, rng\)"),
    (zero, zero, TypeError, r"local_search must take 2 arguments, x, rng and 0 of data, not \(x\)"),
    (half, stay, TypeError, "fitness must return an integer, not float64"),
    (none, stay, TypeError, "fitness must return an integer, not none"),
    (text, stay, TypeError, r"fitness cannot be compiled for .* array\(uint8, 1d, C\)"),
    (change, stay, ValueError, r"fitness must not change x, but changed x\[2\]"),
    (zero, two, ValueError, r"local_search must leave 0 or 1 .*, but left 2 in x\[1\]"),
    (zero, minus, ValueError, "local_search must return its number of steps, not -1"),
    (zero, undrawn, ValueError, "must depend on their arguments alone, but gave two results"),
    (zero, fails, ZeroDivisionError, "by zero"),
])
def test_functions_that_break_the_rules(fitness, local_search, error, words):
    with pytest.raises(error, match=words):
        ml.CustomProblem(30, fitness, local_search)


RULES = {
    "large": (0, 2**40, "integers below 2.*40 in size"),
    "far too large": (0, 2**62, "integers below 2.*40 in size"),
    "unsigned": (0, -1, "integers below 2.*40 in size"),
    "written": (2, 0, "fitness must not change x, but changed"),
    "twos": (5, 0, "leave 0 or 1 everywhere in x"),
    "backwards": (6, 0, "local_search its number of steps, .*, but did not in a run"),
}


@pytest.mark.slow
@MODES
@pytest.mark.parametrize("rule", RULES)
def test_rules_that_are_broken_on_the_way_are_noticed_at_the_end(rule, mode):
    """The trial at the beginning meets only solutions that are too few ones for the mistake."""
    kind, value, words = RULES[rule]
    if mode == "darwinian" and rule in ("twos", "backwards"):
        return
    function = rule_breakers.unsigned if rule == "unsigned" else rule_breakers.fitness
    problem = ml.CustomProblem(60, function, rule_breakers.climb, data=(kind, 45, value))
    with pytest.raises(ValueError, match=words):
        ml.evolve(problem, **cases.settings(mode, budget=3000))
    assert problem.fitness([0] * 60) == 0
    if rule == "written":
        with pytest.raises(ValueError, match=words):
            problem.fitness([1] * 60)


@numba.njit
def refuses(x, most_ones):
    if x.sum() > most_ones:
        raise ZeroDivisionError("too many ones")
    return np.int64(x.sum())


@numba.njit
def add_one(x, rng, most_ones):
    for i in range(len(x)):
        if x[i] == 0:
            x[i] = 1
            return 1
    return 0


@MODES
def test_an_exception_on_the_way_is_raised_once(mode, capfd):
    problem = ml.CustomProblem(30, refuses, add_one, data=(22,))
    with pytest.raises(ZeroDivisionError, match="too many ones"):
        ml.evolve(problem, **cases.settings(mode, budget=3000))
    assert capfd.readouterr() == ("", "")
    assert problem.local_search(np.arange(30) < 15).fitness == 16      # it can go on


@pytest.mark.parametrize("value", [2**40, -2**40, 2**62])
def test_a_single_fitness_that_is_too_large(value):
    problem = ml.CustomProblem(60, rule_breakers.fitness, rule_breakers.climb, data=(0, 60, value))
    with pytest.raises(ValueError, match=f"below 2.*40 in size, not {value}"):
        problem.fitness([1] * 60)
    for at_most in (2**40 - 1, 1 - 2**40):
        sound = ml.CustomProblem(60, rule_breakers.fitness, rule_breakers.climb,
                                 data=(0, 60, at_most))
        assert sound.fitness([1] * 60) == at_most


@pytest.mark.parametrize(("data", "words"), [
    (np.ones(3), "data must be a tuple, not array"),
    ([1], r"data must be a tuple, not \[1\]"),
    (("a",), r"data\[0\] must be a number or a NumPy array of real numbers, not 'a'"),
    ((1, None), r"data\[1\] must be a number or a NumPy array of real numbers, not None"),
    ((np.array(["a"]),), r"data\[0\] must be .*, not an array of <U1"),
    ((np.array([1j]),), r"data\[0\] must be .*, not an array of complex128"),
])
def test_data_that_are_none(data, words):
    with pytest.raises(TypeError, match=words):
        ml.CustomProblem(30, zero, stay, data)


def test_data_are_copies_that_functions_can_only_read():
    array = np.arange(5.0)[::2]
    with pytest.raises(TypeError, match=r"local_search cannot be compiled .*(?s:.)*readonly"):
        ml.CustomProblem(5, first, overwrite, (array,))
    problem = ml.CustomProblem(5, weighted, invert, (np.arange(10)[::2],))
    assert problem.data[0].flags.c_contiguous and not problem.data[0].flags.writeable
    integers = np.arange(5)
    problem = ml.CustomProblem(5, weighted, invert, (integers,))
    integers[:] = 0
    assert problem.fitness([1, 1, 1, 1, 1]) == 10


def test_sizes_that_are_none():
    with pytest.raises(ValueError, match="n must be an integer of at least 1, not 0"):
        ml.CustomProblem(0, zero, stay)
    with pytest.raises(TypeError, match="n must be an integer"):
        ml.CustomProblem(2.0, zero, stay)


def test_runs_cannot_be_saved(tmp_path):
    e = ml.Evolution(PROBLEMS["OneMax"], **cases.settings("lb"))
    with pytest.raises(TypeError, match=r"a run of CustomProblem\(n=70, .* cannot be saved: its "
                                        "functions are code"):
        e.save(tmp_path / "run.npz")
    assert list(tmp_path.iterdir()) == []
