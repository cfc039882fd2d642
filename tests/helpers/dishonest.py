"""Algorithms that cheat, that are broken, or that are merely odd: what a trial must withstand."""

import contextlib
import random
import sys
import threading

import numpy as np

import memlab as ml


def bits(trial, k=None):
    return trial.rng.integers(0, 2, trial.n if k is None else (k, trial.n), np.uint8)


# ------------------------------------------------------------ they end well, with an honest result

def spends_all(trial):
    while True:
        trial.evaluate(bits(trial))


def spends_all_at_once(trial):
    trial.evaluate(bits(trial, 10_000))


def spends_exactly(trial):
    trial.evaluate(bits(trial, trial.left))


def returns_early(trial):
    trial.evaluate(bits(trial, 3))


def goes_on_after_the_end(trial):
    for _ in range(1_000):
        with contextlib.suppress(ml.BudgetSpent):
            trial.evaluate(bits(trial, 7))


def catches_every_exception(trial):
    while trial.left:
        with contextlib.suppress(Exception):
            trial.evaluate(bits(trial))
    trial.evaluate(bits(trial))


def says_that_the_budget_is_spent(trial):
    trial.evaluate(bits(trial))
    raise ml.BudgetSpent


def changes_what_it_handed_in(trial):
    x = bits(trial)
    while trial.left:
        trial.evaluate(x)
        x[:] = 1


def changes_what_it_was_given(trial):
    while trial.left:
        fitness = trial.evaluate(bits(trial, 5))
        fitness[:] = 10**9


def changes_what_local_search_found(trial):
    while trial.left:
        for array in trial.local_search(bits(trial, 5)):
            array[:] = 1


def changes_the_best(trial):
    while trial.left:
        trial.evaluate(bits(trial))
        trial.best[:] = 1


def changes_while_it_is_scored(trial):
    class Changing(np.ndarray):
        def __array_finalize__(self, _):
            if self.flags.writeable and self.size:
                self.view(np.ndarray)[...] = 0

    while trial.left:
        trial.evaluate(bits(trial).view(Changing))


def spends_threads(trial):
    def spend():
        with contextlib.suppress(ml.BudgetSpent):
            while True:
                trial.evaluate(bits_of_its_own.integers(0, 2, (3, trial.n)))

    bits_of_its_own = np.random.default_rng(1)
    threads = [threading.Thread(target=spend) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def leaves_a_thread_behind(trial):
    def spend():
        with contextlib.suppress(ml.BudgetSpent):
            go.wait()
            trial.evaluate(np.ones(trial.n, np.uint8))

    go = threading.Event()
    thread = threading.Thread(target=spend, daemon=True)
    thread.start()
    trial.evaluate(bits(trial))
    LEFT.append((go, thread))


LEFT = []


def evaluates_itself_within(trial):
    class Nested:
        def __array__(self, *_, **__):
            trial.evaluate(bits(trial))
            return bits(trial)

    while trial.left:
        trial.evaluate(Nested())


def runs_another_trial(trial):
    ml.run(ml.DeceptiveLeadingBlocks(n=6, k=3), spends_all, budget=50)
    trial.evaluate(bits(trial))


def reseeds_everything(trial):
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    trial.rng.bit_generator.state = np.random.default_rng(1).bit_generator.state
    trial.evaluate(bits(trial))


def evaluates_nothing_at_times(trial):
    while trial.left:
        assert trial.evaluate(np.zeros((0, trial.n), int)).shape == (0,)
        trial.evaluate(bits(trial))


def returns_a_better_solution(trial):
    trial.evaluate(bits(trial))
    return np.ones(trial.n), 10**9


HONEST = [spends_all, spends_all_at_once, spends_exactly, returns_early, goes_on_after_the_end,
          catches_every_exception, says_that_the_budget_is_spent, changes_what_it_handed_in,
          changes_what_it_was_given, changes_what_local_search_found, changes_the_best,
          changes_while_it_is_scored, spends_threads, leaves_a_thread_behind,
          evaluates_itself_within, runs_another_trial, reseeds_everything,
          evaluates_nothing_at_times, returns_a_better_solution]


# ------------------------------------------------------------------------ they fail, and are named

def never_evaluates(trial):
    return np.ones(trial.n)


def has_too_few_bits(trial):
    trial.evaluate(bits(trial)[1:])


def is_ragged(trial):
    trial.evaluate([[0] * trial.n, [0]])


def is_fractional(trial):
    trial.evaluate(trial.rng.random(trial.n))


def holds_a_two(trial):
    trial.evaluate(bits(trial) + 1)


def hides_a_seven_in_a_boolean(trial):
    trial.evaluate(np.full(trial.n, 7, np.uint8).view(bool))


def searches_to_a_negative_depth(trial):
    trial.local_search(bits(trial), learning_depth=-1)


def sets_the_budget(trial):
    trial.left = 10**9


def changes_the_graph(trial):
    trial.problem.graph.indices[:] = 0


def scores_without_counting(trial):
    trial.problem.fitness(bits(trial))


def evolves_without_counting(trial):
    ml.evolve(trial.problem, "lamarckian", budget=1_000)


def recurses(trial):
    trial.evaluate(bits(trial))
    recurses(trial)
    recurses(trial)


def recurses_for_ever(trial):
    recurses_for_ever(trial)


def leaves(trial):
    trial.evaluate(bits(trial))
    sys.exit(0)


def divides_by_zero(trial):
    trial.evaluate(bits(trial))
    return 1 // 0


BROKEN = {
    never_evaluates: (RuntimeError, "must evaluate a solution"),
    has_too_few_bits: (ValueError, "x must be "), is_ragged: (ValueError, "x must be "),
    is_fractional: (TypeError, "integers or booleans"), holds_a_two: (ValueError, "is 2"),
    hides_a_seven_in_a_boolean: (ValueError, "is 7"),
    searches_to_a_negative_depth: (ValueError, "learning_depth must be"),
    sets_the_budget: (AttributeError, "'left' of 'Trial' object has no setter"),
    changes_the_graph: (ValueError, "read-only"),
    scores_without_counting: (AttributeError, "trial's problem must not score solutions"),
    evolves_without_counting: (AttributeError, "trial's problem must not score solutions"),
    recurses_for_ever: (RecursionError, ""),
    leaves: (RuntimeError, "must return, but raised SystemExit"),
    divides_by_zero: (ZeroDivisionError, "after 1 evaluations")}
HONEST.append(recurses)
