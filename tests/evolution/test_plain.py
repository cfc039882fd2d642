"""The plain engine: budgets, identities, executors, callbacks, and what it refuses."""

import concurrent.futures
import functools
import tracemalloc

import numpy as np
import pytest
from plain_runs import (
    MODES,
    SPACES,
    every_mode,
    every_space,
    one_by_one,
    problem_of,
    same,
    settings,
    total,
    totals,
)

import memlab as ml
from memlab.evolution.configuration import Configuration

spaces = ml.spaces


@every_space
@every_mode
@pytest.mark.parametrize("minimise", [False, True])
def test_budgets_end_exactly_and_claims_are_true(space, mode, minimise):
    calls = []

    def counted(x):
        calls.append(1)
        return total(x)

    problem = problem_of(space, counted, minimise=minimise)
    for inherits, depth in (("whole", None), ("whole", 2), ("steps", 3)):
        if mode != "lb":
            inherits = "whole"
        more = {"inherits": inherits, "learning_depth": depth} if mode != "darwinian" else {}
        calls.clear()
        e = ml.Evolution(problem, **settings(mode, **more))
        run = e.run()
        assert run.calls == 333 == len(calls) and e.done
        assert run.best_value == total(run.best_solution) == run.trace["value"].iloc[-1]
        assert run.best_fitness == run.best_value * problem.unit == e.fitness[0]
        values = [total(x) for x in e.phenotypes]
        assert np.allclose(values, problem.unit * e.fitness)
        assert values == sorted(values, reverse=not minimise)
        assert run.evaluations == run.trace["evaluations"].iloc[-1]
        if mode in ("darwinian", "lamarckian"):
            assert list(map(space.key, e.population)) == list(map(space.key, e.phenotypes))
    run = ml.evolve(problem, **settings(mode, budget=60, count="offspring", lambda_=7))
    assert run.evaluations == 5 + 7 * 7 and run.configuration.count == "offspring"


@every_space
def test_identities_hold_bit_for_bit(space):
    go = functools.partial(ml.evolve, problem_of(space))
    baldwin, lamarck = go(**settings("baldwinian")), go(**settings("lamarckian"))
    assert same(go(**settings("lb", lb_probability=0)), baldwin)
    assert same(go(**settings("lb", lb_probability=1)), lamarck)
    assert same(go(**settings("lb", lb_probability=1, inherits="steps")), lamarck)
    assert same(go(**settings("lb", lb_probability=0, inherits="steps")), baldwin)
    darwin = go(**settings("darwinian"))
    for mode in ("baldwinian", "lamarckian", "lb"):
        assert same(go(**settings(mode, learning_depth=0)), darwin)
        assert same(go(**settings(mode, learning_probability=0)), darwin)
    for mode in MODES:
        assert same(go(**settings(mode)),
                    ml.evolve(problem_of(space, totals, batch=True), **settings(mode)))


def test_each_place_of_vectors_can_be_inherited():
    go = functools.partial(ml.evolve, problem_of(SPACES["bits"]))
    each = go(**settings("lb", inherits="each"))
    assert not same(each, go(**settings("lb")))
    assert same(go(**settings("lb", inherits="each", lb_probability=0)),
                go(**settings("baldwinian")))
    assert same(go(**settings("lb", inherits="each", lb_probability=1)),
                go(**settings("lamarckian")))


@every_mode
@pytest.mark.parametrize("count", ["calls", "offspring"])
def test_threads_make_no_difference(mode, count):
    problem = problem_of(SPACES["mixed"])
    go = functools.partial(ml.evolve, problem, **settings(mode, budget=200, count=count))
    for workers in (1, 3):
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            assert same(go(), go(executor=pool))


@pytest.mark.parametrize("batch", [False, True])
def test_processes_make_no_difference(batch):
    """Those of the problem, even for functions that no module has, and those of an executor."""
    def local(x):
        return totals(x) if batch else total(x)

    problem = problem_of(SPACES["mixed"], local, batch=batch)
    many = problem_of(SPACES["mixed"], local, batch=batch, workers=2)
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for mode in MODES:
            run = ml.evolve(problem, **settings(mode))
            assert same(run, ml.evolve(many, **settings(mode)))
            assert same(run, ml.evolve(problem, **settings(mode, executor=pool)))
    many.close()


@pytest.mark.parametrize("count", ["calls", "offspring"])
def test_a_target_in_the_unit_of_the_function_ends_the_run(count):
    problem = problem_of(SPACES["bits"], lambda x: total(x) / 2, minimise=True)
    run = ml.evolve(problem, **settings("darwinian", target=0.5, count=count, budget=5000))
    assert run.best_value <= 0.5 and run.evaluations < 5000
    assert (run.trace["value"][:-1] > 0.5).all()


def test_ties_are_broken_as_asked():
    problem = problem_of(spaces.Bits(30), lambda x: 1)
    for ties, kept in (("parents", 8), ("offspring", 0)):
        e = ml.Evolution(problem, "darwinian", 8, 8, ties=ties)
        before = {x.tobytes() for x in e.population}
        e.step(1)
        assert sum(x.tobytes() in before for x in e.population) >= kept
        if not kept:
            assert sum(x.tobytes() in before for x in e.population) < 8


def test_constraints_are_compared_by_the_rules_of_deb():
    """At most 20: the violation counts first, and the value only among feasible solutions."""
    problem = problem_of(SPACES["bits"], feasible=lambda x: max(0, total(x) - 20))
    rates = {}
    for mode in MODES:
        run = ml.evolve(problem, **settings(mode, budget=2000))
        assert run.feasible and run.best_value == 20 == total(run.best_solution)
        rates[mode] = run.trace["best_fitness"].to_list()
    never = problem_of(SPACES["bits"], feasible=lambda x: False)
    run = ml.evolve(never, **settings("darwinian", target=1))
    assert run.feasible is False and run.calls == 333      # no target is reached
    scores = [problem.score(x) for x in ([1] + [0] * 11, [1] * 12, [0] * 12)]
    assert scores == [(0, 1), (-58, 78), (0, 0)]
    assert sorted(scores) == [(-58, 78), (0, 0), (0, 1)]


def test_callbacks_come_after_each_generation():
    seen = []
    ml.evolve(problem_of(SPACES["bits"]), **settings(
        "darwinian", callback=lambda e: seen.append((e.generation, e.calls))))
    assert seen[:2] == [(1, 10), (2, 15)] and seen[-1] == (66, 333)
    seen.clear()
    blocks = ml.DeceptiveLeadingBlocks(12, 3)
    run = ml.evolve(blocks, **settings("lb", callback=lambda e: seen.append(e.evaluations)))
    assert seen == run.trace["evaluations"].tolist()[1:]
    plain = ml.evolve(blocks, **settings("lb"))
    assert run.trace.equals(plain.trace)


@pytest.mark.parametrize("problem", [problem_of(SPACES["bits"]), ml.DeceptiveLeadingBlocks(12, 3)])
def test_numbers_that_a_callback_returns_are_columns_of_the_trace(problem, tmp_path):
    """Also of a run that is saved, loaded and extended."""
    def told(e):
        return {"ones": e.population.sum(), "late": 1.5} if e.generation > 1 else None

    run = ml.evolve(problem, **settings("lb", callback=told))
    plain = ml.evolve(problem, **settings("lb"))
    assert list(run.trace) == [*plain.trace, "ones", "late"]
    assert run.trace[list(plain.trace)].equals(plain.trace)
    assert run.trace["late"].isna().tolist() == [True] * 2 + [False] * (len(run.trace) - 2)
    e = ml.Evolution(problem, **settings("lb", callback=told, budget=201))
    e.run()
    assert e.trace["ones"].iloc[-1] == e.population.sum()
    e.save(tmp_path / "run")
    e = ml.Evolution.load(tmp_path / "run", problem, callback=told)
    e.extend(333)
    assert e.run().trace.equals(run.trace)
    assert ml.evolve(problem, **settings("lb", callback=told, trace=False)).trace is None
    for numbers, error in (({"diversity": 1}, ValueError), ({"ones": "many"}, TypeError)):
        with pytest.raises(error, match="callback must not return 'div|ones must be a"):
            ml.evolve(problem, **settings("lb", callback=lambda e, numbers=numbers: numbers))


@pytest.mark.parametrize("kind", ["raw", "learned", "given"])
def test_initial_populations(kind):
    problem = problem_of(SPACES["bits"])
    given = [np.eye(12, dtype=int)[i] for i in range(5)] if kind == "given" else kind
    e = ml.Evolution(problem, **settings("lamarckian", initial=given, budget=5000))
    if kind == "given":
        assert sorted(e.fitness) == [1, 2, 3, 4, 5] and e.calls == 5
        assert e.configuration.initial == "raw"
    else:
        assert (e.calls > 5) == (kind == "learned") == bool((e.fitness == 78).all())
        assert (e.population.all()) == (kind == "learned")


def test_charges_count_and_end_the_run_in_order():
    run = ml.evolve(problem_of(SPACES["bits"], local_search=one_by_one),
                    **settings("lamarckian", budget=100))
    assert 98 <= run.calls <= 100 and total(run.best_solution) == run.best_value
    half = functools.partial(ml.evolve, problem_of(
        SPACES["bits"], local_search=lambda x, value, f, rng: iter([f.charge(0.5)][:0])))
    assert half(**settings("lamarckian", budget=100)).calls <= 100


@pytest.mark.parametrize(("words", "given"), [
    ("survivors must be 'plus' for a FunctionProblem, not 'comma'", {"survivors": "comma"}),
    ("parents must be 'uniform'", {"parents": "tournament"}),
    ("parents must be 'uniform'", {"parents": "distant"}),
    ("mutation must be 'standard'", {"mutation": "fast"}),
    ("lambda_rule must be 'fixed'", {"lambda_rule": "success"}),
    ("step_cost must be 0.0", {"step_cost": 1}),
    ("expected_flips must be 1.0", {"expected_flips": 2}),
    ("crossover must be 'uniform'", {"crossover": "one-point"}),
    ("'survivor'", {"survivor": "plus"}),
    ("budget must be an integer from 5 to .*, not 4", {"budget": 4}),
    ("budget must be an integer", {"budget": 1e3}),
    ("target must be a finite number, not 'x'", {"target": "x"}),
    ("trace must be True or False, not 1", {"trace": 1}),
    ("count must be one of 'auto', 'offspring', 'calls', not 'call'", {"count": "call"}),
    ("executor must be a concurrent.futures.Executor, not 2", {"executor": 2}),
    ("callback must be a function, not 3", {"callback": 3}),
    ("initial must be mu = 5 genomes, not 1", {"initial": [[0] * 12]}),
    ("a genome of initial must be 12 numbers", {"initial": [[0] * 11] * 5}),
    ("initial must be one of 'raw', 'learned', not 'old'", {"initial": "old"}),
    ("seed must be an integer", {"seed": 0.5}),
    ("mode must be one of", {"mode": "lamarck", "lb_probability": None}),
    ("inherits must be 'whole' in mode 'lamarckian'",
     {"mode": "lamarckian", "lb_probability": None, "inherits": "steps"}),
])
def test_wrong_settings_are_refused_by_name(words, given):
    with pytest.raises((TypeError, ValueError), match=words):
        ml.evolve(problem_of(SPACES["bits"]), **{**settings("lb"), **given})


def test_what_only_functions_have_is_refused_for_kernels():
    problem = ml.DeceptiveLeadingBlocks(12, 3)
    for name, value in (("count", "calls"), ("inherits", "steps"), ("executor", 1)):
        with pytest.raises(ValueError, match=f"{name} must"):
            ml.evolve(problem, **settings("lb", **{name: value}))
    assert Configuration("darwinian").count == "auto"


def test_what_cannot_be_written_back_is_not_inherited():
    keys, tours = spaces.Reals(0, 1, 8), spaces.Permutation(8)
    one_way = problem_of(keys, decode=np.argsort, solutions=tours)
    assert ml.evolve(one_way, **settings("baldwinian")).calls == 333
    assert ml.evolve(one_way, **settings("darwinian")).calls == 333
    for mode in ("lamarckian", "lb"):
        with pytest.raises(TypeError, match=f"mode '{mode}' needs encode"):
            ml.evolve(one_way, **settings(mode))
    with pytest.raises(ValueError, match="inherits must be 'whole' or 'steps', not 'each'"):
        ml.evolve(problem_of(tours), **settings("lb", inherits="each"))
    assert ml.evolve(problem_of(keys, decode=np.argsort), **settings("lamarckian")).calls == 333


@pytest.mark.parametrize(("mode", "kinds"), [("darwinian", 1), ("baldwinian", 2)])
def test_the_memory_of_a_large_population(mode, kinds):
    """At the peak at most three times genomes and phenotypes of the 10,000, at an array of each."""
    number, genes = 5000, 1000
    problem = problem_of(spaces.Reals(0, 1, genes), lambda x: x[0],
                         local_search=lambda x, value, f, rng: iter([(1 - x, None)]))
    tracemalloc.start()
    e = ml.Evolution(problem, mode, number, number, budget=3 * number, count="offspring")
    e.run()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert e.generation == 2 and peak < 3 * (2 * number * kinds * genes * 8)


def test_long_runs_tell_the_time_that_is_left(monkeypatch, capsys):
    from memlab.support import progress
    monkeypatch.setattr(progress, "_SECONDS", 0)
    monkeypatch.setattr(progress, "pace", lambda: {"bar_format": progress.LINE, "mininterval": 0})
    ml.evolve(problem_of(SPACES["bits"]), **settings("darwinian"))
    assert "of 333 calls, 00:00 left" in capsys.readouterr().err
