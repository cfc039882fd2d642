"""An algorithm of one's own gets what it spends, and is believed nothing else."""

import random
import signal
import threading
import time
import traceback

import dishonest
import numpy as np
import pytest
from dishonest import BROKEN, HONEST, LEFT, bits, spends_all
from user_problems import onemax

import memlab as ml
from memlab.evolution.run import trace_grid

GRAPH = ml.datasets.generate("ba_small")[0]
PROBLEMS = [
    ml.MaxIndependentSet(GRAPH), ml.MaxIndependentSet(GRAPH, local_search="swap"),
    ml.MaxCut(GRAPH), ml.DeceptiveLeadingBlocks(n=12, k=3), ml.Unitation(list(range(30))),
    ml.problems.nk(n=40, k=3, seed=0), ml.problems.qubo(np.diag(np.arange(-3, 4))),
    onemax(70)]
UNDISTURBED = ml.run(ml.MaxCut(GRAPH), spends_all, budget=50, seed=1)
every = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: repr(problem)[:30])


def names(functions):
    return {"argvalues": list(functions), "ids": [one.__name__ for one in functions]}


class TestAttacks:
    """Nothing is cheated, and nothing is lost."""

    @pytest.mark.parametrize("attack", **names(HONEST))
    def test_what_is_reported_was_found_and_paid_for(self, attack):
        problem, scored = ml.MaxCut(GRAPH), []

        def watched(trial):
            attack(_Watching(trial, scored))

        run = ml.run(problem, watched, budget=100, seed=3)
        solutions = np.concatenate(scored)[:run.evaluations]
        assert run.evaluations <= 100 and len(np.concatenate(scored)) >= run.evaluations
        values = [problem.fitness(x) for x in solutions]
        # which of the solutions of several threads came first, nobody knows
        if attack is not dishonest.spends_threads:
            assert run.best_fitness == max(values)
            assert run.unique_best == len({x.tobytes() for x, value in zip(
                solutions, values, strict=True) if value == max(values)})
        assert run.best_fitness == problem.fitness(run.best_solution)
        assert run.trace["evaluations"].iloc[-1] == run.evaluations
        assert run.trace["best_fitness"].iloc[-1] == run.best_fitness

    @pytest.mark.parametrize("attack", **names(BROKEN))
    def test_a_mistake_is_told_with_file_and_line(self, attack):
        error, words = BROKEN[attack]
        with pytest.raises(error) as raised:
            ml.run(ml.MaxCut(GRAPH), attack, budget=100, seed=3)
        said = "".join(traceback.format_exception(raised.value))
        assert words in said and attack.__name__ in said
        # the next run is what it would have been
        again = ml.run(ml.MaxCut(GRAPH), spends_all, budget=50, seed=1)
        assert (again.best_solution == UNDISTURBED.best_solution).all()


class _Watching:
    """Notes what a trial was asked to score, as it was at that moment."""

    def __init__(self, trial, scored):
        vars(self).update(_trial=trial, _scored=scored)

    def __getattr__(self, name):
        return getattr(self._trial, name)

    def evaluate(self, x):
        x = np.array(x)
        self._scored.append(x.reshape(-1, self.n).astype(np.uint8))
        return self._trial.evaluate(x)

    def local_search(self, x, learning_depth=None):
        left = self._trial.left
        if not left:
            return self._trial.local_search(x, learning_depth)
        found = self._trial.local_search(x[:left], learning_depth)
        self._scored.append(found[0].copy())
        return found


@every
def test_a_trial_scores_as_the_problem_does(problem):
    def ask(trial):
        some = bits(trial, 50)
        assert trial.evaluate(some).tolist() == [problem.fitness(x) for x in some]
        assert trial.evaluate(some[0]) == problem.fitness(some[0])
        solutions, fitness, steps = trial.local_search(some)
        assert fitness.tolist() == [problem.fitness(x) for x in solutions]
        assert (steps >= (solutions != some).any(axis=1)).all()
        again, value, number = trial.local_search(some[0], learning_depth=0)
        assert (value, number) == (problem.fitness(some[0]), 0) and (again == some[0]).all()
        assert trial.left == 1_000 - 102 and trial.n == problem.n
        counted.append(int(steps.sum()))

    counted = []
    run = ml.run(problem, ask, budget=1_000, seed=5)
    assert (run.evaluations, run.local_search_steps) == (102, counted[0])
    assert run.feasible == problem.is_feasible(run.best_solution)
    assert (run.budget, run.mode) == (1_000, None)


def test_the_course_is_what_happened_at_the_points_of_the_grid():
    problem, scored = ml.MaxCut(GRAPH), []

    def ask(trial):
        for size in (1, 2, 700, 1, 96, 3_000):
            x = bits(trial, size)
            scored.extend(problem.fitness(one) for one in x)
            trial.evaluate(x)

    run = ml.run(problem, ask, budget=2_000, seed=2)
    scored = np.array(scored)[:2_000]
    points = run.trace["evaluations"].to_numpy()
    assert points.tolist() == np.unique(trace_grid(2_000))[1:].tolist()
    assert run.trace["best_fitness"].tolist() == [scored[:point].max() for point in points]
    parts = np.split(scored, points[:-1])
    assert np.allclose(run.trace["mean_fitness"], [part.mean() for part in parts])
    assert run.trace["diversity"].isna().all()


def test_a_target_ends_the_run_with_the_call_that_reaches_it():
    run = ml.run(PROBLEMS[3], lambda trial: [trial.evaluate(bits(trial, 10)) for _ in range(99)],
                 budget=900, seed=1, target=4)
    assert run.best_fitness >= 4 and run.evaluations % 10 == 0 and run.evaluations < 900
    sizes = []
    ml.run(PROBLEMS[3], lambda trial: (trial.evaluate(bits(trial)), sizes.append(trial.left)),
           target=-1)
    assert sizes == [0]


def test_a_run_is_a_function_of_its_seed():
    def draws(trial, much=3):
        x = bits(trial, much)
        x[:, 0] = random.random() < 0.5
        x[:, 1:9] = np.random.random(8) < 0.5  # noqa: NPY002
        trial.local_search(x)

    random.seed(8)
    state = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
    runs = [ml.run(PROBLEMS[0], draws, seed=seed, much=50) for seed in (1, 1, 2)]
    assert (random.getstate(), np.random.get_state()[1].tolist()) == state  # noqa: NPY002
    assert (runs[0].best_solution == runs[1].best_solution).all()
    assert runs[0].trace.equals(runs[1].trace) and not runs[0].trace.equals(runs[2].trace)


def test_the_generator_is_the_one_that_a_reader_would_make():
    drawn = []

    def draw(trial):
        drawn.append(trial.rng.random())
        trial.rng.spawn(3)
        trial.evaluate(bits(trial))

    seed = np.random.SeedSequence(7)
    for one in (7, seed, seed):
        ml.run(PROBLEMS[0], draw, seed=one)
    assert drawn == [np.random.default_rng(7).random()] * 3


def test_a_thread_that_is_left_behind_spends_nothing():
    run = ml.run(PROBLEMS[0], dishonest.leaves_a_thread_behind, budget=50)
    go, thread = LEFT[-1]
    go.set()
    thread.join(timeout=10)
    assert not thread.is_alive() and run.evaluations == 1


def test_ctrl_c_ends_an_algorithm_that_never_returns():
    def never(trial):
        trial.evaluate(bits(trial))      # which compiles: Ctrl-C comes after it
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        while True:
            time.sleep(0.01)

    # a process that was started in the background may ignore the signal
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            ml.run(PROBLEMS[0], never)
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_the_problem_shows_can_be_read():
    def read(trial):
        assert isinstance(trial.problem, ml.MaxIndependentSet)
        assert trial.problem.graph is GRAPH and trial.problem.n == GRAPH.n
        x = ml.baselines.greedy(trial.problem)
        assert trial.problem.is_feasible(x)
        assert trial.evaluate(x) == x.sum()

    assert ml.run(PROBLEMS[0], read).evaluations == 1


@pytest.mark.parametrize(("arguments", "error", "words"), [
    ((GRAPH, spends_all), TypeError, "problem must be a Problem"),
    ((PROBLEMS[0], "umda"), TypeError, "function must be one that takes a trial"),
    ((PROBLEMS[0], spends_all, 0), ValueError, "budget must be an integer from 1"),
    ((PROBLEMS[0], spends_all, 9, -1), ValueError, "seed must be"),
    ((PROBLEMS[0], spends_all, 9, 1, "high"), TypeError, "target must be"),
])
def test_bad_arguments_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        ml.run(*arguments)
