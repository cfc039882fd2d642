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

# ---------------------------------------------------------------------------------- the algorithm


@pytest.mark.parametrize(("mode", "n"), [*zip(cases.MODES, (63, 66, 129, 192), strict=True)])
def test_runs_equal_those_of_a_problem_of_memlabs_own(mode, n):
    """DeceptiveLeadingBlocks as a user writes it, whose climb draws no random numbers either."""
    runs = [ml.evolve(problem, **cases.settings(mode))
            for problem in (ml.DeceptiveLeadingBlocks(n, 3), user_problems.leading_blocks(n, 3))]
    assert cases.same_run(*runs)
    assert runs[0].best_fitness == dlb_fitness(n, 3, runs[1].best_solution)


def test_whether_a_solution_is_feasible_is_not_known():
    problem = user_problems.onemax(12)
    assert problem.is_feasible(np.zeros(12, np.uint8)) is None
    assert ml.evolve(problem, "baldwinian", mu=5, lambda_=5, budget=20).feasible is None


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


def test_problems_can_be_sent_to_other_processes():
    problem, x = user_problems.nk_landscape(24, 3), np.arange(24) % 2
    again = pickle.loads(pickle.dumps(problem))
    assert repr(again) == repr(problem) == ("CustomProblem(n=24, fitness=contributions, "
                                            "local_search=climb_nk)")
    assert again.local_search(x, 3).fitness == problem.local_search(x, 3).fitness


# ----------------------------------------------------------------------------------- what is wrong


@numba.njit
def half(x):
    return 0.5


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
    (lambda x: 0, stay, TypeError, "fitness must be a function compiled by numba.njit, not <funct"),
    (zero, None, TypeError, "local_search must be a function compiled by numba.njit, not None"),
    (stay, stay, TypeError, "fitness cannot be compiled .* 1 argument types given, but function "),
    (half, stay, TypeError, "fitness must return an integer, not float64"),
    (text, stay, TypeError, r"fitness cannot be compiled for .* array\(uint8, 1d, C\)"),
    (change, stay, ValueError, "a rule was broken by the functions of .* and not change x"),
    *((zero, search, ValueError, "a rule was broken by .*local_search=" + search.__name__)
      for search in (two, minus, undrawn)),
    (zero, fails, ZeroDivisionError, "by zero"),
])
def test_functions_that_break_the_rules(fitness, local_search, error, words):
    with pytest.raises(error, match=words):
        ml.CustomProblem(30, fitness, local_search)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "value"), [(0, 2**40), (0, 2**62), (2, 0), (5, 0), (6, 0)])
def test_rules_that_are_broken_on_the_way_are_noticed_at_the_end(kind, value):
    """The trial at the beginning meets only solutions that are too few ones for the mistake."""
    for function in (rule_breakers.fitness, rule_breakers.unsigned):
        problem = ml.CustomProblem(60, function, rule_breakers.climb, data=(kind, 45, value))
        for mode in cases.MODES if kind == 0 else ("lamarckian", "baldwinian"):
            with pytest.raises(ValueError, match="a rule was broken by the functions of Custom"):
                ml.evolve(problem, **cases.settings(mode, budget=3000))


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


def test_an_exception_on_the_way_is_raised_once(capfd):
    problem = ml.CustomProblem(30, refuses, add_one, data=(22,))
    with pytest.raises(ZeroDivisionError, match="too many ones"):
        ml.evolve(problem, **cases.settings("baldwinian", budget=3000))
    assert capfd.readouterr() == ("", "")
    assert problem.local_search(np.arange(30) < 15).fitness == 16      # it can go on


@pytest.mark.parametrize("member", ["a", None, np.array(["a"]), np.array([1j])])
def test_data_that_are_none(member):
    with pytest.raises(TypeError, match="data must be a tuple, not "):
        ml.CustomProblem(30, zero, stay, [member])
    with pytest.raises(TypeError, match="data must be numbers and NumPy arrays of real numbers"):
        ml.CustomProblem(30, zero, stay, (member,))


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
