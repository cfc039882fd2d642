"""Pseudo-Boolean functions: against the definition, other problems, and exact methods."""

import itertools
import warnings

import networkx as nx
import numpy as np
import pytest
from reference import outcomes
from reference_functions import Functions, drawn_functions, value
from significance import ERROR_RATE, fits

import memlab as ml
from memlab.problems import pseudo_boolean
from memlab.problems.pseudo_boolean import kernels


def everything(n):
    """All solutions of n bits: uint8 (2**n, n)."""
    return (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(np.uint8)


# ------------------------------------------------------------------------ against the definition


def test_fitness_and_gains_are_those_of_the_definition():
    """Of 500 problems, with gains of every type: anew, and after each of some flips."""
    rng, types = np.random.default_rng(0), set()
    for seed in range(500):
        n, m, largest = (int(rng.integers(*bounds)) for bounds in ((5, 13), (1, 20), (1, 10)))
        arguments = drawn_functions(n, m, largest**10, seed)
        problem, slow = ml.PseudoBoolean(*arguments), Functions(*arguments)
        x = rng.integers(0, 2, n).astype(np.uint8)
        instance, workspace, sides = problem.instance, problem.workspace(1), problem.pack(x[None])
        types.add(workspace.gains.dtype.name)
        fitness = kernels.count_functions(instance, workspace, sides, 0, -1)
        for bit in [None, *rng.integers(0, n, 5).tolist()]:
            if bit is not None:
                gain = kernels.gain_of(instance, sides, 0, bit)
                assert kernels.step_by_functions(instance, workspace, 0, sides, 0, bit) == gain
                fitness += gain
                x[bit] ^= 1
            assert fitness == slow.fitness(x) == value(*arguments[1:], x) == problem.recount(x)
            assert np.array_equal(workspace.gains[0, :n],
                                  slow.fitness(x ^ np.eye(n, dtype=np.uint8)) - fitness)
    assert types == {"int8", "int16", "int32", "int64"}


def following(slow):
    """All results of the next step of best improvement, each equally likely."""
    def choices(x):
        neighbours = np.array(x) ^ np.eye(len(x), dtype=int)
        fitness = slow.fitness(neighbours)
        best = fitness.max()
        return [tuple(y) for y in neighbours[(fitness == best) & (best > slow.fitness(x))].tolist()]
    return choices


@pytest.mark.parametrize("few", [2_048, 0])
@pytest.mark.parametrize("most", [1, 2, 2**63 - 1])
@pytest.mark.parametrize("largest", [2, 40])
def test_a_search_ends_where_and_as_often_as_the_definition_says(largest, most, few, monkeypatch):
    monkeypatch.setattr(pseudo_boolean, "MOST_IN_BLOCKS", few)
    arguments = drawn_functions(10, 14, largest, seed=4)
    problem, slow = ml.PseudoBoolean(*arguments), Functions(*arguments)
    assert problem.search == ("blocks" if few or largest > 2 else "buckets")
    start = max(everything(10)[:200].tolist(), key=lambda x: len(outcomes(following(slow), tuple(x),
                                                                          most)))
    exact = outcomes(following(slow), tuple(start), most)
    counts = dict.fromkeys(exact, 0)
    for seed in range(2000):
        found = problem.local_search(start, seed, learning_depth=most)
        assert found.fitness == slow.fitness(found.solution)
        counts[tuple(found.solution.tolist()), found.steps] += 1      # else it cannot end there
    assert fits([*counts.values()], [*exact.values()]) > ERROR_RATE


# ------------------------------------------------------------------------ how arguments are given

def test_a_dictionary_has_the_values():
    ising, max_sat, qubo = ml.problems.ising, ml.problems.max_sat, ml.problems.qubo
    for given, wanted in (
            (ising(3, {(0, 1): 5, (1, 2): -7}), ising(3, [(0, 1), (1, 2)], [5, -7])),
            (ising(3, {(0, 1): 5, (1, 0): 2}), ising(3, [(0, 1)], [7])),
            (qubo({(0, 0): -1, (0, 1): 2}), qubo([[-1, 2], [0, 0]])),
            (qubo({(0, 1): 1, (1, 0): 2.5}), qubo([[0, 3.5], [0, 0]])),
            (max_sat({(1, -2): 5, (2,): 3}), max_sat([(1, -2), (2,)], [5, 3]))):
        assert [given.value(x) for x in everything(given.n)] == [
            wanted.value(x) for x in everything(wanted.n)]


@pytest.mark.parametrize("kind, numbers", [
    (np.int8, (-128, 1)), (np.int32, (-2**31, 1)), (np.uint8, (255, 1)), (np.uint64, (2**31, 1))])
def test_numbers_of_small_types_do_not_overflow(kind, numbers):
    for minimise in (False, True):
        made = ml.problems.qubo(np.array([numbers, (0, 0)], kind), minimise=minimise)
        assert made.value([1, 1]) == sum(numbers)
    assert ml.problems.ising(3, [(0, 1), (1, 2)], np.array(numbers, kind)).value(
        [0, 0, 0]) == -sum(numbers)


@pytest.mark.parametrize("call, says", [
    (lambda: ml.problems.ising(3, {(0, 1): 5}, [5]), "couplings must not be given beside a dict"),
    (lambda: ml.problems.max_sat({(1,), (2,)}, [3, 4]), "clauses must be a list.*not a set"),
    (lambda: ml.problems.max_sat([["a"]]), "clauses must be sequences of signed integers, not "),
    (lambda: ml.problems.max_sat(np.ones((1, 1), np.uint8)), "clauses .* of signed integers, not "),
    (lambda: ml.problems.ising(3, ml.Graph.from_edges(2, [])), r"edges must be .* not Graph\(n=2"),
    (lambda: ml.problems.ising(3, [(0, 1)], ["a"]), "couplings must hold numbers, not .'a'."),
    (lambda: ml.problems.ising(3, [(0, 1)], unit=2), "unit must not be given: it follows from"),
    (lambda: ml.PseudoBoolean(2, None, [[0, 1]]), "subsets must be a list or .*, not None"),
    (lambda: ml.PseudoBoolean(1, [[0]], [[0, 1]], {0}), "which must be a list or .*, not a set"),
    *((lambda matrix=matrix: ml.problems.qubo(matrix), "matrix must be a square array of numbers, "
       "or a dictionary .* not ") for matrix in (
           {("a", "b"): 1}, {(0.5, 1): 1}, {(-1, 0): 1}, {}, "ab", [[1], [2, 3]],
           nx.path_graph(2)))])
def test_what_iterates_something_else_is_refused_by_name(call, says):
    with pytest.raises(TypeError, match=says):
        call()


# ---------------------------------------------------------------------------------- the makers


def test_max_sat_counts_satisfied_clauses():
    clauses, weights = [[1, -2, 3], [2], [-1, -3], [-4, 1], [4]], [2, 3, np.inf, 5, np.inf]
    problem = ml.problems.max_sat(clauses, weights)
    for x in everything(4):
        holds = [any(x[abs(i) - 1] == (i > 0) for i in clause) for clause in clauses]
        broken = [holds[2], holds[4]].count(False)
        soft = 2 * holds[0] + 3 * holds[1] + 5 * holds[3]
        assert problem.fitness(x) == soft - 11 * broken
        assert problem.is_feasible(x) == (broken == 0) == (problem.fitness(x) >= 0)


@pytest.mark.slow
def test_an_ising_glass_and_a_qubo_have_their_energies():
    edges, couplings = [(0, 1), (1, 2), (3, 0), (2, 3)], [1, -2, 0.5, 3]
    glass = ml.problems.ising(4, edges, couplings)
    matrix = np.array([[1, -2, 0, 0], [4, 0, 0.5, 0], [0, 0, -3, 0], [1, 0, 0, 0]])
    least = ml.problems.qubo(matrix, minimise=True)
    for x in everything(4):
        spins = 1 - 2 * x.astype(int)
        energy = -sum(j * spins[a] * spins[b] for (a, b), j in zip(edges, couplings, strict=True))
        assert glass.value(x) == energy and glass.fitness(x) * glass.unit == energy
        assert least.value(x) == x @ matrix @ x
    assert least.value(ml.evolve(least, mode="lamarckian", mu=5, lambda_=5, budget=200
                                 ).best_solution) == min(x @ matrix @ x for x in everything(4))


def test_an_nk_landscape_is_the_mean_of_its_functions():
    problem = ml.problems.nk(30, 3, seed=2)
    assert np.array_equal(problem.subsets.values.reshape(30, 4)[:, 0], np.arange(30))
    rng = np.random.default_rng(0)
    values = [problem.value(x) for x in rng.integers(0, 2, (200, 30))]
    assert abs(np.mean(values) - 0.5) < 0.05 and 0 < min(values) < max(values) < 1
    assert ml.problems.nk(30, 3, seed=2).to_arrays()["values"].tolist() == (
        problem.to_arrays()["values"].tolist())
    ring = ml.problems.nk(5, 2, neighbours="adjacent")
    assert ring.subsets.values.tolist() == [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 0, 4, 0, 1]


def test_the_drawn_problems_are_what_they_say():
    sat = ml.problems.random_sat(30, 200, seed=1)
    assert len(sat.which) == 200 and set(sat.subsets.sizes) == {3}
    torus = ml.problems.spin_glass(6, seed=1)
    assert np.bincount(torus.subsets.values).tolist() == [4] * 36
    dense, sparse = (ml.problems.random_qubo(100, density, seed=1) for density in (1, 0.1))
    assert 4900 < len(dense.which) <= 5050 and 400 < len(sparse.which) < 700
    for name, make in ml.problems.GENERATORS.items():
        arguments = {"nk": (20, 2), "random_sat": (20, 50), "spin_glass": (5,),
                     "random_qubo": (20, 0.5)}[name]
        one, same, other = (make(*arguments, seed=seed) for seed in ([1, 2], [1, 2], 3))
        x = np.random.default_rng(3).integers(0, 2, (50, one.n))
        assert [*map(one.recount, x)] == [*map(same.recount, x)] != [*map(other.recount, x)]


# ---------------------------------------------------------------------------- what is refused


def test_fractions_are_scaled_and_shown_in_their_own_unit():
    problem = ml.PseudoBoolean(2, [[0], [1]], [[0.1, 0.7], [1e-3, -2.5]], unit=10)
    assert problem.value([1, 1]) == pytest.approx(10 * (0.7 - 2.5), rel=1e-10)
    assert 2**37 < abs(problem.fitness([1, 1])) < 2**40
    whole = ml.PseudoBoolean(2, [[0], [1]], [[1.0, 2.0], [3.0, 4.0]])
    assert whole.fitness([1, 1]) == whole.value([1, 1]) == 6
    assert ml.PseudoBoolean(1, [[0]], [[0, 1e200]]).value([1]) == pytest.approx(1e200)


def test_what_rounding_loses_is_said():
    tables = [[0, 1e15], *([0, 300 * i] for i in range(1, 10))]
    with pytest.warns(UserWarning, match="a value may be wrong by up to ") as told:
        problem = ml.PseudoBoolean(10, np.arange(10)[:, None], tables, unit=-1)
    most = float(str(told[0].message).split()[-1])
    assert 100 < abs(problem.value([1] * 10) + 1e15 + 300 * 45) <= most < 10_000
    with pytest.warns(UserWarning, match=r"wrong by up to 1e-300"):
        ml.PseudoBoolean(2, [[0], [1]], [[0, 1], [0, 1e-300]])


@pytest.mark.parametrize("tables, unit", [
    ([[0, 5e-324]], 1), ([[0, 1e-300]], 1), ([[0.5, 1]], 1e-300), ([[0, 1]], 0), ([[0, 1]], 1e300)])
def test_values_that_floats_do_not_hold_are_refused(tables, unit):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ValueError, match="tables times unit must have values from about 1e-2"):
            ml.PseudoBoolean(1, [[0]], tables, unit=unit)
    assert ml.PseudoBoolean(1, [[0]], [[0, 1e-287]]).value([1]) == pytest.approx(1e-287, rel=1e-10)


def fractions():
    """The QUBO of the minimum -1.25."""
    matrix = np.diag([-0.5, -1.25, 0.75])
    matrix[0, 1], matrix[1, 2] = 0.5, -0.25
    return ml.problems.qubo(matrix, minimise=True)


def climb(trial):
    while trial.left:
        trial.local_search(trial.rng.random((2, trial.n)) < 0.5)


def test_a_run_has_the_value_of_the_problem_as_stated():
    runs = [ml.evolve(fractions(), "lamarckian", mu=5, lambda_=5, budget=100),
            ml.run(fractions(), climb, budget=50), ml.baselines.restarts(fractions(), 50)]
    for run in runs:
        assert run.best_value == fractions().value(run.best_solution) == -1.25
        assert "best_value=-1.25" in repr(run) and run.best_fitness == 171798691840
    trace = runs[0].trace
    assert trace["value"].iloc[-1] == -1.25 and trace["fitness_unit"].eq(fractions().unit).all()
    whole = ml.evolve(ml.problems.random_sat(10, 30), "darwinian", mu=5, lambda_=5, budget=50)
    assert whole.best_value == whole.best_fitness and isinstance(whole.best_value, int)
    assert "value" not in whole.trace


def test_a_target_is_a_value(tmp_path):
    settings = {"mode": "darwinian", "mu": 1, "lambda_": 1, "budget": 10_000, "initial": [[0] * 3]}
    for target in (-1.25, -1.2, -1):
        e = ml.Evolution(fractions(), **settings, target=target)
        e.save(tmp_path / "run.npz")
        again = ml.Evolution.load(tmp_path / "run.npz")
        assert e.target == target and again.target == pytest.approx(target)
        assert e.run().evaluations == again.run().evaluations < 10_000
        assert again.result().best_value == -1.25
    assert ml.evolve(fractions(), **settings, target=-1.26).evaluations == 10_000
    assert ml.evolve(fractions(), **settings, target=0).evaluations == 1
    assert ml.run(fractions(), climb, budget=5_000, target=-1.25).evaluations < 5_000
    with pytest.raises(TypeError, match="target must be an integer, not 2.5"):
        ml.evolve(ml.problems.random_sat(10, 30), "darwinian", target=2.5)


@pytest.mark.parametrize("unit", [1 / 3, -1 / 3, 2.0**-37, -7e-12, 1e100, -1])
def test_the_fitness_of_a_value_is_the_least_that_is_as_good(unit):
    problem, rng = ml.PseudoBoolean(1, [[0]], [[0, 1]], unit=unit), np.random.default_rng(0)
    better = np.sign(unit)
    for fitness in [0, 1, -1, 2**40, *rng.integers(-2**40, 2**40, 1_000).tolist()]:
        value = problem.value_of(fitness)
        assert problem.target_fitness(value) == fitness
        between = value - better * abs(unit) * 0.5
        assert problem.target_fitness(between) == fitness
        assert problem.target_fitness(np.nextafter(value, np.inf * better)) == fitness + 1


@pytest.mark.parametrize("arguments, error, message", [
    ((0, [[0]], [[0, 1]]), ValueError, "n must be an integer of at least 1, not 0"),
    ((10**15, [[0]], [[0, 1]]), ValueError, "n = 1000000000000000 bits needs about"),
    ((2, [[]], [[1]]), ValueError, "subsets must not be empty, and no entry may be"),
    ((2, [[0.0]], [[0, 1]]), TypeError, "subsets must be sequences of integers, not "),
    ((2, [[2]], [[0, 1]]), ValueError, r"subsets\[0\] must hold numbers from 0 to 1"),
    ((2, [[0, 1], [0, 0]], [[0] * 4] * 2), ValueError, r"subsets\[1\] must not repeat a bit"),
    ((25, [range(21)], [[0, 1]]), ValueError, r"must have k of 1 to 20 bits, .* have 21 and 2"),
    ((2, [[0]], [[0, 1, 2]]), ValueError, r"its table 2\*\*k values; they have 1 and 3"),
    ((2, [[0]], [[0, float("nan")]]), ValueError, "tables must hold finite numbers"),
    ((2, [[0], [1]], [[0, 2**39]] * 2), ValueError, r"less than 2\*\*40, and do to 1099511627776"),
    ((2, [[0]], [[0, -2**63]]), ValueError, "tables must have smaller values"),
    *(((2, [[0]], [[0, 1], [1, 2]], which), ValueError, "which must hold 1 integers, one for each")
      for which in ([0], [0.5], [0, 1], None)),
])
def test_arguments_that_make_no_problem_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        ml.PseudoBoolean(*arguments)


@pytest.mark.parametrize("make, arguments, options, message", [
    ("max_sat", ([[1, 0]],), {}, r"clauses\[0\] must hold literals of the variables 1 to 1"),
    ("max_sat", ([[1], [-2**63]],), {"n": 2}, r"clauses\[1\] must hold literals of the variables"),
    ("max_sat", ([[1, -1]],), {}, r"clauses\[0\] must not repeat a variable"),
    ("max_sat", ([range(1, 22)],), {}, r"clauses\[0\] must have at most 20 literals, not 21"),
    ("max_sat", ([[1]], [-1]), {}, "weights must be 1 integers of at least 0, or inf"),
    ("qubo", ([[1, 2]],), {}, r"matrix must be square, not of shape \(1, 2\)"),
    ("qubo", ([[0]],), {}, "matrix must hold a number other than 0"),
    *(("qubo", ([[5, value]] * 2,), {}, rf"matrix must hold finite .*2\*\*900 in size, not {text}")
      for value, text in ((1e300, r"1e\+300"), (float("inf"), "inf"), (float("nan"), "nan"))),
    ("qubo", ([[-2**63]],), {}, r"below 2\*\*40 in size, not -9223372036854775808"),
    ("qubo", (np.array([[2**64 - 1]], np.uint64),), {}, "40 in size, not 18446744073709551615"),
    ("ising", (3, [(0, 1)], [float("nan")]), {}, "couplings must hold finite .*, not nan"),
    ("ising", (3, [(0, 1, 2)]), {}, "edges must be pairs of spins"),
    ("ising", (3, [(0, 1), (2, 2)]), {}, r"edges\[1\] = \(2, 2\) must be two different spins "),
    ("nk", (50, 20), {}, "k must be an integer from 0 to 19, not 20"),
])
def test_makers_refuse_what_is_no_such_problem(make, arguments, options, message):
    with pytest.raises(ValueError, match=message):
        getattr(ml.problems, make)(*arguments, **options)


def test_everything_comes_through_arrays(tmp_path):
    for problem in (ml.problems.max_sat([[1, 2], [-1]], [1, np.inf], instance_name="mine"),
                    ml.problems.nk(10, 2)):
        again = ml.PseudoBoolean.from_arrays(problem.to_arrays())
        np.savez_compressed(tmp_path / "problem.npz", **problem.to_arrays())
        for copy in (again, ml.read_problem(tmp_path / "problem.npz")):
            for name in ("n", "unit", "has_constraints", "instance_name"):
                assert getattr(copy, name) == getattr(problem, name)
            for x in itertools.islice(everything(problem.n), 4):
                assert copy.value(x) == problem.value(x)
