"""Problems given by a function: values, encodings and local searches."""

import copy
import pickle
import time

import numpy as np
import pytest

import memlab as ml

spaces = ml.spaces
KEYS, TOURS = spaces.Reals(0, 1, 8), spaces.Permutation(8, cyclic=True)
BOX = spaces.Reals(-5, 5, 3)
SHORT = {"mu": 5, "lambda_": 5, "budget": 400, "seed": 1}


def roughness(tour):
    return float(np.abs(np.diff(tour, append=tour[0])).sum())


def bowl(x):
    return ((x - 1) ** 2).sum()


def deal(tour, keys):
    new = np.empty(8)
    new[tour] = np.linspace(0, 1, 8)
    return new


@pytest.mark.parametrize("minimise", [False, True])
def test_values_have_the_sign_of_the_function(minimise):
    problem = ml.FunctionProblem(BOX, bowl, minimise=minimise)
    run = ml.evolve(problem, "darwinian", **SHORT)
    assert run.best_value == bowl(run.best_solution) == problem.value(run.best_solution)
    assert run.best_fitness == run.best_value * problem.unit
    assert run.trace["value"].is_monotonic_decreasing == minimise
    assert (run.trace["fitness_unit"] == problem.unit).all()
    assert isinstance(run.best_value, float) and run.feasible is None
    assert problem.is_feasible(run.best_solution) is None


@pytest.mark.parametrize("kind", [int, np.int32, np.uint64, np.float32, float])
def test_numbers_of_all_kinds_become_floats(kind):
    run = ml.evolve(ml.FunctionProblem(spaces.Bits(5), lambda x: kind(x.sum())), "lamarckian",
                    **SHORT)
    assert run.best_value == 5 and type(run.best_value) is float


def test_infinity_is_the_worst_value():
    problem = ml.FunctionProblem(BOX, lambda x: bowl(x) if x[0] > 0 else np.inf, minimise=True)
    assert ml.evolve(problem, "lamarckian", **SHORT).best_value < 40


def test_genes_or_solutions_learn():
    """Without solutions, learning changes keys, and can be inherited; the function gets tours."""
    genes = ml.FunctionProblem(KEYS, roughness, minimise=True, decode=np.argsort)
    e = ml.Evolution(genes, "lamarckian", **SHORT)
    assert e.run().best_solution.tolist() == np.argsort(e.population[0]).tolist()
    both = ml.FunctionProblem(KEYS, roughness, minimise=True, decode=np.argsort, solutions=TOURS,
                              encode=deal)
    e = ml.Evolution(both, "lamarckian", **SHORT)
    run = e.run()
    assert run.best_value == roughness(run.best_solution) == 14
    assert np.argsort(e.population, axis=1).tolist() == e.phenotypes.tolist()
    e = ml.Evolution(both, "baldwinian", **SHORT)
    e.run()
    assert np.argsort(e.population, axis=1).tolist() != e.phenotypes.tolist()


@pytest.mark.parametrize(("encode", "share"), [
    (deal, 1.0), (lambda tour, keys: keys, 0.0), (None, None)])
def test_check_says_how_often_encode_inverts_decode(encode, share):
    problem = ml.FunctionProblem(KEYS, roughness, minimise=True, decode=np.argsort,
                                 solutions=TOURS, encode=encode)
    assert problem.check(tries=5, seed=2) == share
    with pytest.raises(ValueError, match="tries must be an integer of at least 1"):
        problem.check(tries=0)


@pytest.mark.parametrize("method", ["Nelder-Mead", "Powell", "L-BFGS-B", "COBYLA"])
def test_a_minimiser_of_scipy_is_one_step_within_its_calls(method):
    def counted(x):
        calls.append(1)
        return bowl(x)

    calls = []
    for minimise, function in ((True, counted), (False, lambda x: -counted(x))):
        problem = ml.FunctionProblem(BOX, function, minimise=minimise,
                                     local_search=ml.problems.minimiser(BOX, method, calls=40))
        calls.clear()
        run = ml.evolve(problem, "lamarckian", **SHORT)
        assert run.calls == 400 == len(calls)
        assert run.local_search_steps <= run.evaluations - 5
        assert abs(run.best_value) < 1
        assert np.allclose(problem.value(run.best_solution), run.best_value)
    one = ml.evolve(problem, "baldwinian", mu=1, lambda_=1, budget=2, count="offspring")
    assert one.calls <= 2 + 40


def test_problems_are_pickled_with_functions_that_no_module_has():
    shift = 3
    problem = ml.FunctionProblem(BOX, lambda x: bowl(x - shift), minimise=True, workers=2)
    again = pickle.loads(pickle.dumps(problem))
    assert again.workers == 2 and again.value(np.ones(3)) == 27
    assert copy.deepcopy(problem).value(np.ones(3)) == 27
    assert "FunctionProblem(Reals(n=3), " in repr(problem) and __file__ in repr(problem)


def test_custom_problem_names_the_way_for_plain_functions():
    with pytest.raises(TypeError, match="compiled by numba.njit.*memlab.FunctionProblem"):
        ml.CustomProblem(5, np.sum, np.sum)


def test_paired_tests_take_values_within_the_tolerance_as_equal():
    """Two methods with the same optimum, but for rounding: no winner on any instance."""
    import pandas as pd

    from memlab.analysis import statistics
    rows = [{"problem": "own", "dataset": "d", "graph": str(i), "repetition": 0, "mode": mode,
             "calls": 9.0,
             "best_fitness": -0.0012 * (i + 1) - (1e-13 if mode == "lamarckian" else 0)}
            for i in range(20) for mode in ("baldwinian", "lamarckian")]
    test, = statistics.method_tests(pd.DataFrame(rows), by="mode", unit=["graph"]).to_dict(
        "records")
    assert (test["wins"], test["ties"], test["losses"]) == (0, 20, 0)
    assert test["p"] == 1 and test["a12"] == 0.5


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_workers_end_without_a_word_amid_calls_that_were_cancelled():
    problem = ml.FunctionProblem(BOX, lambda x: time.sleep(0.002) or bowl(x), workers=2)
    for mode in ("lamarckian", "baldwinian"):
        ml.evolve(problem, mode, mu=20, lambda_=20, budget=200)
        manager = problem.pool()._executor_manager_thread
        problem.close()
        manager.join(60)
        assert not manager.is_alive()
