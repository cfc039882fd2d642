"""Two dials of learning: how often an offspring learns, and how many steps it may take.

Whole runs against the plain implementation, over a grid of both dials: a correct program fails a
comparison at 5 sigma, p < 6e-7. What does not learn is bit for bit what never learns.
"""

import itertools

import cases
import numpy as np
import pytest
import user_problems
from plainly import as_functions
from plainly import evolve as plain_evolve
from prepared import KINDS, force
from reference import UNBOUNDED, Reference, mean_distance
from reference_sets import augment_rows
from significance import ERROR_RATE, binomial, same_distribution
from suites import shortened

import memlab as ml
from memlab.evolution import modes

LEARNING = [name for name, mode in modes.MODES.items() if mode.learns]
FIVE_SIGMA = 6e-7
RATES, DEPTHS = (0, 0.3, 1), (0, 1, 3, 10, None)
GRID = list(itertools.product(RATES, DEPTHS))
LEARNS = [(rate, depth) for rate, depth in GRID if rate > 0 and depth != 0]
NEVER = [(rate, depth) for rate, depth in GRID if rate == 0 or depth == 0]
MEASURES = ("best_fitness", "mean_fitness", "diversity", "local_search_steps", "unique_best")
OURS, THEIRS = 80, 25
SHORT = {"mu": 5, "lambda_": 8, "budget": 29}       # three generations


class Ones:
    """The number of ones; a search fills up to `reach` zeros, drawn at random."""

    def __init__(self, n, reach):
        self.n, self.reach = n, reach

    def fitness(self, x):
        return x.sum(axis=-1, dtype=int)

    def local_search(self, x, rng, most=UNBOUNDED):
        y, steps = x.copy(), 0
        for row in y.reshape(-1, self.n):
            zeros = rng.permutation(np.flatnonzero(row == 0))[:min(self.reach, most)]
            row[zeros] = 1
            steps += len(zeros)
        return y, steps


def both(case):
    """A problem of memlab, and its slow version."""
    if case == "custom":
        return user_problems.onemax(40, 12, limited=True), Ones(40, 12)
    if case.startswith("augment"):
        _, graph, representation = cases.CASES[case.replace("augment", "swap")]
        graph = cases.GRAPHS[graph]
        return (force(KINDS["augment"](graph), representation),
                Reference("mis", graph, augment_rows))
    return cases.problem(case), cases.reference(case)


ALL = [*cases.CASES, "augment, rows", "augment, lists", "custom"]
PROBLEMS = pytest.mark.parametrize("case", shortened(ALL, cases.COMMON))
MODES = pytest.mark.parametrize("mode", LEARNING)


def evolved(problem, mode, rate, depth, **others):
    return ml.evolve(problem, **cases.settings(mode, **others), learning_probability=rate,
                     learning_depth=depth)


# ---------------------------------------------------------------------- against the slow version


def measured(run):
    return [run.unique_best, *(run.trace[name].iloc[-1] for name in MEASURES[:4])]


@pytest.mark.parametrize("case", shortened(ALL, ("maxcut, rows", "mis, lists")))
@MODES
def test_runs_have_the_references_distribution(case, mode):
    """At every rate and one of the four depths, which are shared out over the cases and modes."""
    problem, plain = both(case)
    for rate, depth in LEARNS[(ALL.index(case) * len(LEARNING) + LEARNING.index(mode)) % 4::4]:
        ours = [measured(evolved(problem, mode, rate, depth, **SHORT, seed=seed))
                for seed in range(OURS)]
        theirs = []
        for seed in range(THEIRS):
            run = plain_evolve(as_functions(plain), **cases.settings(mode, **SHORT, seed=seed),
                               learning_probability=rate, learning_depth=depth)
            run["diversity"] = mean_distance(run["genomes"])
            theirs.append([run["unique_best"], *(run[name] for name in MEASURES[:4])])
        for one, other in zip(np.transpose(ours), np.transpose(theirs), strict=True):
            assert same_distribution(one, other) > FIVE_SIGMA, (rate, depth)


@PROBLEMS
@MODES
def test_everybody_is_what_the_dials_allow(case, mode):
    """Fitness is that of the phenotype, which is within so many steps, after any history."""
    problem, plain = both(case)
    for rate, depth in (0.3, 0), (0.3, 3), (1, 1):
        e = ml.Evolution(problem, **cases.settings(mode, mu=6, budget=200),
                         initial="learned", learning_probability=rate, learning_depth=depth)
        assert e.local_search_steps <= 6 * depth
        for _ in range(6):
            before = e.local_search_steps
            e.step(3)
            assert e.fitness.tolist() == plain.fitness(e.phenotypes).tolist()
            assert (e.population != e.phenotypes).sum(axis=1).max() <= depth
            assert e.local_search_steps - before <= 27 * depth


@MODES
def test_as_many_learn_as_the_rate_says(mode, rate=0.3):
    """Of a first generation; nobody is a local optimum who did not learn."""
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings(mode, mu=5, lambda_=2000,
                                                                     budget=2005),
                     learning_probability=rate)
    e.step()
    problem, slots = e.problem, e.state.population
    genomes, phenotypes = problem.unpack(slots.genomes), problem.unpack(slots.phenotypes)
    optima = np.array([problem.local_search(y).steps == 0 for y in phenotypes])
    assert binomial(optima.sum(), 2000, rate) > ERROR_RATE       # the parents are no optima
    same = (genomes == phenotypes).all(axis=1)
    assert same[~optima].all()
    wanted = modes.MODES[mode].inheritance(cases.MODES[mode])
    assert binomial(same[optima].sum(), optima.sum(), wanted) > ERROR_RATE


# -------------------------------------------------------------------------------- bit for bit


def same_course(one, other):
    """Whether two runs differ in no more than what they are called."""
    return (one.trace.equals(other.trace)
            and np.array_equal(one.best_solution, other.best_solution)
            and one.unique_best == other.unique_best)


@PROBLEMS
def test_who_never_learns_is_darwinian(case):
    problem, _ = both(case)
    darwinian = evolved(problem, "darwinian", 1, None)
    for mode, (rate, depth), initial in zip(LEARNING, ((0, None), (0, 1), (0.3, 0)),
                                            ("raw", "learned", "raw"), strict=True):
        run = evolved(problem, mode, rate, depth, initial=initial)
        assert run.local_search_steps == 0
        assert same_course(run, darwinian), (mode, rate, depth)


@PROBLEMS
def test_a_depth_that_is_never_reached_is_none(case):
    problem, _ = both(case)
    for mode, rate in zip(LEARNING, (0.3, 1, 1), strict=True):
        endless = evolved(problem, mode, rate, None)
        # a search changes no bit more than some times; the longest gain of a cut is its weight
        for depth in (4000, 10**30):
            assert same_course(evolved(problem, mode, rate, depth), endless)
        assert not same_course(evolved(problem, mode, rate, 1), endless)


@PROBLEMS
def test_a_local_search_of_so_many_steps(case):
    problem, plain = both(case)
    for x in np.random.default_rng(0).integers(0, 2, (20, problem.n), np.uint8):
        end = problem.local_search(x)
        for depth in (0, 1, 2, 3, 7, end.steps, end.steps + 1):
            found = problem.local_search(x, learning_depth=depth)
            assert found.fitness == plain.fitness(found.solution)
            missing = min(depth, end.steps) - found.steps
            assert 0 <= missing <= 2 * case.startswith("swap")
            assert (found.solution != x).sum() <= found.steps
            if depth >= end.steps:
                assert np.array_equal(found.solution, end.solution)
