"""Functions and spaces that break a rule: each is named in an error, and no run is lost."""

import concurrent.futures
import functools
import itertools
import random
import sys
import threading

import numpy as np
import pytest

import memlab as ml

spaces = ml.spaces
BITS, TOURS, REALS = spaces.Bits(8), spaces.Permutation(8), spaces.Reals(0, 1, 8)
HERE, COUNTER = __file__, itertools.count()


def total(x):
    return float(np.sum(x))


def broken(**changes):
    """A problem with some changes, and the settings of a run that has to do with them."""
    given = {"space": BITS, "function": total, **changes}
    return ml.FunctionProblem(given.pop("space"), given.pop("function"), **given)


def changes_argument(x):
    x[0] = 1
    return 1.0


def sorts_argument(x):
    x.sort()
    return 1.0


def changes_part(x):
    x["a"] = np.ones(2)
    return 1.0


def changes_array_of_part(x):
    x["a"][0] = 1
    return 1.0


def fails(x):
    return 1 / (total(x) - total(x))


def stops(x):
    raise StopIteration


def uses_generator_wrongly(x, value, f, rng):
    yield x


def not_a_generator(x, value, f, rng):
    return x, value


def changes_start(x, value, f, rng):
    x[0] = 1
    yield x, None


def yields_text(x, value, f, rng):
    yield x, "better"


def yields_nan(x, value, f, rng):
    yield x, float("nan")


def yields_wrong_shape(x, value, f, rng):
    yield x[:3], None


def yields_wrong_values(x, value, f, rng):
    yield x + 2, None


def fails_within(x, value, f, rng):
    yield x, value
    raise KeyError("no such thing")


def negative_charge(x, value, f, rng):
    f.charge(-5)
    yield x, value


class NoMutation(spaces.Space):
    def random(self, rng):
        return 1

    def cross(self, x, y, rng):
        return 1


class NoNeighbours(NoMutation):
    def mutate(self, x, rng):
        return 1


MIXED = spaces.Mixed(a=spaces.Bits(2), b=spaces.Bits(2))
# what is wrong: the words of the error, and how the problem is made
BROKEN = {
    "an exception": ("division by zero", {"function": fails}),
    "StopIteration": ("as it was after 0 calls of stops", {"function": stops}),
    "nan": ("what function returns must be a number, not nan",
            {"function": lambda x: float("nan")}),
    "nothing": ("what function returns must be a number, not None", {"function": lambda x: None}),
    "text": ("what function returns must be a number, not '1'", {"function": lambda x: "1"}),
    "a truth value": ("must be a number, not True", {"function": lambda x: True}),
    "a truth value of NumPy": ("must be a number, not np.True_",
                               {"function": lambda x: x.sum() >= 0}),
    "a complex number": ("must be a number, not 1j", {"function": lambda x: 1j}),
    "an array of one": (r"must be a number, not array\(\[1.\]\)",
                        {"function": lambda x: np.ones(1)}),
    "a list": (r"must be a number, not \[1\]", {"function": lambda x: [1]}),
    "a pair": (r"must be a number, not \(1, 2\)", {"function": lambda x: (1, 2)}),
    "too many arguments": ("positional argument", {"function": lambda x, y: 1}),
    "a changed argument": ("read-only", {"function": changes_argument}),
    "a sorted argument": ("read-only", {"function": sorts_argument}),
    "a changed part": ("a genome must not be changed", {"space": MIXED, "function": changes_part}),
    "a changed array of a part": ("read-only",
                                  {"space": MIXED, "function": changes_array_of_part}),
    "a batch of one number": ("function must return 5 numbers for as many solutions",
                              {"function": total, "batch": True}),
    "a batch of too few": ("function must return 5 numbers",
                           {"function": lambda xs: [1] * (len(xs) - 1), "batch": True}),
    "a ragged batch": ("inhomogeneous", {
        "function": lambda xs: [[1]] + [1] * (len(xs) - 1), "batch": True}),
    "a batch with nan": ("must be a number, not nan",
                         {"function": lambda xs: [np.nan] * len(xs), "batch": True}),
    "a batch of columns": ("function must return 5 numbers",
                           {"function": lambda xs: np.ones((len(xs), 1)), "batch": True}),
    "a changed batch": ("read-only", {
        "function": lambda xs: [changes_argument(x) for x in xs], "batch": True}),
    "violation nan": ("what feasible returns must be a number, not nan",
                      {"feasible": lambda x: np.nan}),
    "negative violation": ("what feasible returns must be at least 0, not -1",
                           {"feasible": lambda x: -1}),
    "no violation": ("what feasible returns must be a number, not None",
                     {"feasible": lambda x: None}),
    "a step without value": ("local_search must yield pairs", {
        "local_search": uses_generator_wrongly}),
    "no generator": ("local_search must be a generator", {"local_search": not_a_generator}),
    "a changed start": ("read-only", {"local_search": changes_start}),
    "a step with text": ("local_search must yield pairs", {"local_search": yields_text}),
    "a step with nan": ("local_search must yield pairs.*nan", {"local_search": yields_nan}),
    "a step of wrong shape": ("what local_search yields must be 8 numbers",
                              {"local_search": yields_wrong_shape}),
    "a step of wrong values": ("what local_search yields must be 8 numbers",
                               {"local_search": yields_wrong_values}),
    "an exception within a search": ("no such thing", {"local_search": fails_within}),
    "a number for a pair": ("local_search must yield pairs of a solution and a value of f", {
        "local_search": lambda x, value, f, rng: iter([(x, 5.0)]), "feasible": lambda x: True}),
    "a negative charge": ("calls must be a finite number of at least 0, not -5",
                          {"local_search": negative_charge}),
    "an endless charge": ("calls must be a finite number of at least 0, not inf", {
        "local_search": lambda x, value, f, rng: iter([f.charge(float("inf"))])}),
    "a value of 400 digits": ("what function returns must be a number that a float can hold", {
        "function": lambda x: 10**400}),
    "a violation of 400 digits": ("what feasible returns must be a number that a float can hold", {
        "feasible": lambda x: 10**400}),
    "decode to nothing": ("what decode returns must be 8 numbers", {
        "space": REALS, "decode": lambda x: None, "solutions": TOURS,
        "encode": lambda tour, x: x}),
    "encode to another space": ("what encode returns must be 8 numbers", {
        "function": lambda tour: float(tour[0]), "space": REALS, "decode": np.argsort,
        "solutions": TOURS, "encode": lambda tour, x: tour}),
    "random of wrong shape": ("what random returns must be 8 numbers", {
        "space": spaces.Bits(8, random=lambda rng: [0])}),
    "cross to floats": ("what cross returns must be 8 numbers", {
        "space": spaces.Bits(8, cross=lambda x, y, rng: (x + y) / 2)}),
    "mutate in place": ("read-only", {
        "space": spaces.Bits(8, mutate=lambda x, rng: x.sort())}),
    "mutate to nothing": ("what mutate returns must be 8 numbers", {
        "space": spaces.Bits(8, mutate=lambda x, rng: None)}),
    "mutate to no order": ("what mutate returns must hold each of 0 .. 7 once", {
        "space": spaces.Permutation(8, mutate=lambda x, rng: np.zeros(8, int))}),
    "neighbours to another space": ("what local_search yields must be 8 numbers", {
        "space": spaces.Bits(8, neighbours=lambda x, rng: iter([[9] * 8]))}),
}


def run_of(problem, **settings):
    return ml.evolve(problem, **{"mode": "lamarckian", "mu": 5, "lambda_": 5, "budget": 300,
                                 **settings})


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_rule_is_named(what):
    words, changes = BROKEN[what]
    problem = broken(**changes)
    with pytest.raises(Exception, match=words) as caught:
        for mode in ("darwinian", "lamarckian"):
            run_of(problem, mode=mode)
    note, = caught.value.__notes__
    assert "calls of" in note and HERE in note


def test_there_are_enough_broken_functions():
    assert len(BROKEN) >= 40


@pytest.mark.parametrize(("words", "make"), [
    ("function must be a function, not 7", lambda: broken(function=7)),
    ("space must be a Space, not 8", lambda: broken(space=8)),
    ("space must have the method mutate", lambda: broken(space=NoMutation())),
    ("minimise must be True or False", lambda: broken(minimise="yes")),
    ("batch must be True or False", lambda: broken(batch=1)),
    ("feasible must be a function", lambda: broken(feasible=True)),
    ("local_search must be a function", lambda: broken(local_search="2-opt")),
    ("decode must be a function", lambda: broken(decode=7)),
    ("solutions must be given with decode", lambda: broken(solutions=TOURS)),
    ("solutions must be given with decode", lambda: broken(decode=np.argsort, encode=np.argsort)),
    ("solutions must be a Space", lambda: broken(decode=np.argsort, solutions=8)),
    ("workers must be an integer of at least 1, not 0", lambda: broken(workers=0)),
    ("mode 'lamarckian' needs local_search, or neighbours",
     lambda: run_of(broken(space=NoNeighbours()))),
    ("learning_depth must be None or 0 for a local search of one step, not 3",
     lambda: run_of(broken(space=REALS, local_search=ml.problems.minimiser(REALS)),
                    learning_depth=3)),
    ("space must be a Reals", lambda: ml.problems.minimiser(BITS)),
])
def test_wrong_arguments_are_named(words, make):
    with pytest.raises((TypeError, ValueError), match=words):
        make()


@pytest.mark.parametrize("make", [
    lambda: broken(function=lambda x: random.random()),
    lambda: broken(function=lambda x: next(COUNTER)),
    lambda: broken(decode=lambda x: np.random.default_rng().permutation(8), space=REALS,
                   solutions=TOURS, function=lambda tour: float(tour @ np.arange(8))),
], ids=["noise", "a counter", "a random decode"])
def test_check_finds_what_is_not_a_function(make):
    with pytest.raises(ValueError, match="must depend on their argument alone, but gave"):
        make().check()


@pytest.mark.parametrize("values", [{0: 7.0}, None, [[7.0]]])
def test_a_batch_of_one_must_be_a_list_as_any_other(values):
    problem = broken(function=lambda xs: values, batch=True)
    with pytest.raises(ValueError, match="function must return 1 numbers for as many solutions"):
        problem.value(np.zeros(8))


def test_check_finds_a_search_that_does_not_tell_the_truth():
    problem = broken(local_search=lambda x, value, f, rng: iter([(1 - x, 100.0)]))
    with pytest.raises(ValueError, match="local_search must yield the value of its solution"):
        problem.check()


def test_check_finds_functions_that_change_a_genome():
    class Lists(NoNeighbours):
        def random(self, rng):
            return [3, 1, 2]

        cross = mutate = lambda self, x, *_: list(x)

    with pytest.raises(ValueError, match="functions must not change a genome"):
        broken(space=Lists(), function=lambda x: x.append(1) or 1).check()
    assert broken(space=Lists(), function=len).check() is None


def test_what_cannot_be_pickled_is_named():
    lock = threading.Lock()
    problem = broken(function=lambda x: lock.locked(), workers=1)
    with pytest.raises(TypeError, match="must be picklable for other processes.*lock"):
        run_of(problem)


def test_functions_of_a_script_reach_other_processes(monkeypatch):
    def function(x):
        return 1

    function.__module__, function.__qualname__ = "__main__", "function"
    monkeypatch.setattr(sys.modules["__main__"], "function", function, raising=False)
    assert run_of(ml.FunctionProblem(BITS, function, workers=1)).best_value == 1


@pytest.mark.parametrize("executor", [
    concurrent.futures.ThreadPoolExecutor,
    functools.partial(concurrent.futures.ProcessPoolExecutor, 1)])
def test_errors_of_others_arrive(executor):
    with executor() as pool, pytest.raises(ZeroDivisionError) as caught:
        run_of(broken(function=fails), executor=pool)
    assert HERE in " ".join(caught.value.__notes__)


def test_a_worker_that_dies_is_no_end():
    def dies(x):
        if x.all():
            import os
            os._exit(1)
        return total(x)

    problem = broken(function=dies, workers=1)
    with pytest.raises(concurrent.futures.process.BrokenProcessPool):
        run_of(problem, budget=5000)
    e = ml.Evolution(problem, "darwinian", mu=3, lambda_=3, budget=6, seed=2)      # another pool
    assert e.run().calls == 6
    problem.close()


def test_threads_of_a_search_make_no_calls_after_its_end():
    kept = []

    def local_search(x, value, f, rng):
        kept.append(f)
        yield x, value

    run = run_of(broken(local_search=local_search))
    with pytest.raises(ml.BudgetSpent):
        kept[0](np.zeros(8))
    assert run.calls == 300
