"""The problems as a user meets them: constructors, solutions, feasibility, local search."""

import pickle

import cases
import numpy as np
import pytest

import memlab as ml
from memlab.evolution.modes import MODES
from memlab.support.names import label

CUT, SET = cases.problem("maxcut, rows"), cases.problem("mis, rows")
PATH = ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
PROBLEMS = {"mis": ml.MaxIndependentSet(PATH), "maxcut": ml.MaxCut(PATH),
            "blocks": ml.DeceptiveLeadingBlocks(4, 2)}
EVERY = pytest.mark.parametrize("name", PROBLEMS)
METHODS = pytest.mark.parametrize("method", ["fitness", "is_feasible", "local_search"])


# -------------------------------------------------------------------------------- constructors


@pytest.mark.parametrize("make", [ml.MaxIndependentSet, ml.MaxCut])
def test_graph_problems_take_graphs_only(make):
    for graph in (None, 5, [(0, 1)], np.eye(3), CUT):
        with pytest.raises(TypeError, match="graph must be a Graph, not "):
            make(graph)


@pytest.mark.parametrize(("n", "k", "error", "words"), [
    (7, 3, ValueError, "n must be a multiple of k = 3, not 7"),
    (6, 1, ValueError, "k must be an integer of at least 2, not 1"),
    (0, 3, ValueError, "n must be an integer of at least 3, not 0"),
    (6, 2.0, TypeError, "k must be"), (True, 2, TypeError, "n must be")])
def test_blocks_have_to_fit(n, k, error, words):
    with pytest.raises(error, match=words):
        ml.DeceptiveLeadingBlocks(n, k)


def test_only_cuts_know_weights():
    weighted, large, all_ones = (ml.Graph.from_edges(3, [(0, 1), (1, 2)], weights=weights)
                                 for weights in ([3, -2], [2**39, -2**39], [1, 1]))
    with pytest.raises(ValueError, match="graph must have no edge weights, which MaxInd.*weighted"):
        ml.MaxIndependentSet(weighted)
    with pytest.raises(ValueError, match=r"graph must have absolute weights of a sum below "
                                         rf"2\*\*40, not {2**40}"):
        ml.MaxCut(large)
    assert [ml.MaxCut(weighted).fitness(x) for x in ([1, 0, 0], [0, 1, 0], [0, 0, 1])] == [3, 1, -2]
    largest = ml.Graph.from_edges(2, [(0, 1)], weights=[2**40 - 1])
    assert ml.MaxCut(largest).local_search([0, 0]).fitness == 2**40 - 1
    assert ml.MaxIndependentSet(all_ones).fitness([1, 0, 1]) == 2


def test_the_local_search_of_independent_sets_has_a_name():
    for search, error in (("swaps", ValueError), (None, TypeError)):
        with pytest.raises(error, match="local_search must be one of 'repair', 'augment', 'swap'"):
            ml.MaxIndependentSet(PATH, local_search=search)
    assert repr(ml.MaxIndependentSet(PATH)) == f"MaxIndependentSet({PATH!r})"
    for search in ("augment", "swap"):
        problem = ml.MaxIndependentSet(PATH, search)
        assert repr(problem) == f"MaxIndependentSet({PATH!r}, local_search={search!r})"
        assert repr(pickle.loads(pickle.dumps(problem))) == repr(problem)


# ------------------------------------------------------------------------------------ solutions


@EVERY
@METHODS
def test_what_is_no_solution_is_refused(name, method):
    for x in ([], [0] * 3, [0] * 5, 1, [[0, 1, 0, 1]]):
        with pytest.raises(ValueError, match=r"x must be 4 values 0 or 1, an array of shape \(4,"):
            getattr(PROBLEMS[name], method)(np.array(x, int))
    for x in ([0.0, 1.0, 0.0, 1.0], "0101", None, [0, 1, None, 1], {0, 1}, [0, 1, 2**70, 0]):
        with pytest.raises(TypeError, match="x must be 4 values 0 or 1, integers or booleans"):
            getattr(PROBLEMS[name], method)(x)
    for x in ([0, 1, 2, 1], [0, 1, -1, 1], np.array([0, 0, 256, 0])):
        with pytest.raises(ValueError, match=r"x must be 4 values 0 or 1, but x\[2\] is "):
            getattr(PROBLEMS[name], method)(x)


@EVERY
def test_solutions_of_many_types_mean_the_same(name):
    problem, x = PROBLEMS[name], [1, 0, 0, 1]
    wide = np.zeros((4, 3), np.int16)
    wide[:, 1] = x
    same = [x, tuple(x), np.array(x, bool), np.array(x, np.uint64), np.array(x, ">i4"), wide[:, 1],
            np.array(x[::-1])[::-1], memoryview(bytes(x))]
    assert {problem.fitness(y) for y in same} == {problem.fitness(x)}
    assert {problem.local_search(y).solution.tobytes() for y in same} == {
        problem.local_search(x).solution.tobytes()}


# ------------------------------------------------------------------------- fitness, feasibility


@EVERY
def test_types_of_what_comes_back(name):
    problem, x = PROBLEMS[name], np.array([1, 1, 0, 1])
    assert type(problem.fitness(x)) is int and type(problem.is_feasible(x)) is bool
    optimum = problem.local_search(x)
    assert type(optimum.fitness) is int and type(optimum.steps) is int
    assert optimum.solution.dtype == np.uint8 and optimum.solution.shape == (4,)
    assert problem.fitness(optimum.solution) == optimum.fitness
    assert x.tolist() == [1, 1, 0, 1]       # left as it is


# --------------------------------------------------------------------------------- local search


@pytest.mark.parametrize("problem", [SET, CUT])
def test_local_search_depends_on_the_seed_alone(problem):
    x = np.ones(problem.n, np.uint8)
    found = {seed: problem.local_search(x, seed).solution.tobytes() for seed in range(10)}
    assert len(set(found.values())) > 1
    for seed, solution in found.items():
        for same in (seed, [seed], np.random.SeedSequence(seed), np.int64(seed)):
            assert problem.local_search(x, seed=same).solution.tobytes() == solution


# ------------------------------------------------------------------------------------- packing


@pytest.mark.parametrize("case", cases.EACH)
def test_pack_and_unpack_are_inverse(case):
    problem = cases.problem(case)
    solutions = np.random.default_rng(1).integers(0, 2, (5, problem.n)).astype(np.uint8)
    genomes = problem.pack(solutions)
    assert np.array_equal(problem.unpack(genomes), solutions)
    assert not (genomes & ~problem.layout.valid).any()
    assert np.array_equal(np.bitwise_count(genomes).sum(axis=1), solutions.sum(axis=1))


@pytest.mark.parametrize("case", cases.EACH)
def test_problems_travel_light_and_arrive_whole(case):
    problem = cases.problem(case)
    problem.fitness(np.zeros(problem.n, int))
    bare = len(pickle.dumps(getattr(problem, "graph", None) or problem.to_arrays()))
    sent = pickle.dumps(problem)
    assert len(sent) < bare + 300               # no prepared arrays
    x = np.random.default_rng(2).integers(0, 2, problem.n)
    assert pickle.loads(sent).fitness(x) == problem.fitness(x)


# ---------------------------------------------------------------------------------- the registry


def instances(kind):
    """Small problems of a class."""
    if kind is ml.Unitation:
        return [kind(ml.theory.functions.jump(6, 2), search) for search in ("best", "first")]
    if not kind.needs_graph:
        return [kind(*kind.example)]
    options = [{name: value} for name, values in kind.options.items() for value in values]
    return [kind(PATH, **chosen) for chosen in options or [{}]]


@pytest.mark.parametrize("kind", ml.problems.PROBLEMS.values(), ids=ml.problems.PROBLEMS)
def test_an_entry_of_the_registry_says_all_about_itself(kind):
    assert kind.label == label(kind.name) != kind.name
    for problem in instances(kind):
        rng = np.random.default_rng(0)
        for x in rng.integers(0, 2, (20, problem.n)):
            assert problem.recount(x) == problem.fitness(x)
            assert (problem.fitness(x) < 0) <= problem.has_constraints
            assert problem.is_feasible(x) == (problem.fitness(x) >= 0)
            learned = problem.local_search(x)
            assert learned.fitness == problem.recount(learned.solution) >= problem.fitness(x)
            assert problem.is_feasible(learned.solution)
            assert problem.local_search(learned.solution).steps == 0
            still = problem.local_search(x, learning_depth=0)
            assert still.steps == 0 and np.array_equal(still.solution, x)
        again = kind.from_arrays(problem.to_arrays())
        assert repr(again) == repr(problem) and type(again) is kind
        for order in kind.greedy_orders:
            assert problem.is_feasible(ml.baselines.greedy(problem, order))


def test_a_subclass_must_not_compute_something_else_under_the_same_name():
    with pytest.raises(TypeError, match="Cut must not override fitness of MaxCut, whose kernels"):
        class Cut(ml.MaxCut):
            def fitness(self, x):
                return 0

    class Named(ml.MaxCut):
        def __repr__(self):
            return "a cut"

    assert Named(PATH).fitness([0, 1, 0, 1]) == 3


@pytest.mark.slow
@pytest.mark.parametrize("mode", cases.MODES)
@pytest.mark.parametrize("kind", ml.problems.PROBLEMS.values(), ids=ml.problems.PROBLEMS)
def test_every_mode_runs_on_every_problem(kind, mode, tmp_path):
    for problem in instances(kind):
        runs = [ml.Evolution(problem, **cases.settings(mode, budget=120)) for _ in range(3)]
        runs[0].step(3)
        runs[0].save(tmp_path / "run.npz")
        one, again, resumed = *(run.run() for run in runs[1:]), ml.Evolution.load(
            tmp_path / "run.npz").run()
        assert cases.same_run(one, again) and cases.same_run(one, resumed)
        assert problem.recount(one.best_solution) == one.best_fitness
        assert (one.local_search_steps > 0) == MODES[mode].learns
