"""Every improvement of a run is known: at which evaluation, step and call, whatever ran it."""

import cases
import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.evolution import state
from memlab.kernels import engine

SETTINGS = [{"initial": initial, **more} for initial in ("raw", "learned") for more in (
    {}, {"survivors": "comma", "lambda_": 40}, {"learning_depth": 2, "learning_probability": 0.5})]


def better(entries):
    """Of (evaluation, fitness, steps) in order, those with a better fitness than all before."""
    found = []
    for entry in entries:
        if not found or entry[1] > found[-1][1]:
            found.append(entry)
    return found


def rows(run):
    return list(zip(*(run.improvements[name].tolist() for name in (
        "evaluations", "best_fitness", "local_search_steps")), strict=True))


@pytest.mark.parametrize("settings", SETTINGS)
def test_offspring_by_offspring(monkeypatch, settings):
    """A kernel that makes one individual at a time shows what it has found so far."""
    given = cases.settings("lb", mu=20, budget=500, trace=False) | settings
    whole = ml.evolve(cases.problem("mis, lists"), **given)
    seen, settle, advance = [], engine.settle, engine.advance

    def shown(kernel):
        def call(*arguments):
            kernel(*arguments)
            book = next(one for one in arguments if hasattr(one, "champion"))
            born = book.born[0] if kernel is advance else arguments[-1] - given["mu"]
            seen.append((int(book.evaluations[0] + born), int(book.best[0]), int(book.steps[0])))
        return call
    monkeypatch.setattr(state, "_BITS_AT_ONCE", 0)
    monkeypatch.setattr(engine, "settle", shown(settle))
    monkeypatch.setattr(engine, "advance", shown(advance))
    again = ml.evolve(cases.problem("mis, lists"), **given)
    assert cases.same_run(again, whole)
    assert len(seen) >= 490 and rows(whole) == rows(again) == better(seen)


def test_a_table_of_thousands_grows():
    """From nothing to all ones, one flip at a time or a few; with one offspring, each has a row."""
    run = ml.evolve(ml.Unitation(ml.theory.functions.onemax(2_000)), "darwinian", mu=1, lambda_=1,
                    initial=[[0] * 2_000], budget=30_000, seed=3)
    trace = run.trace[["evaluations", "best_fitness", "local_search_steps"]]
    assert rows(run) == better(trace.itertuples(index=False, name=None))
    assert len(rows(run)) > 1_030


def test_a_run_that_was_saved_knows_them(tmp_path):
    whole = ml.evolve(cases.problem("maxcut, rows"), **cases.settings("lb"))
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings("lb"))
    e.step(5)
    assert rows(e.result()) == [row for row in rows(whole) if row[0] <= e.evaluations]
    e.save(tmp_path / "run.npz")
    assert rows(ml.Evolution.load(tmp_path / "run.npz").run()) == rows(whole)


def test_of_a_run_that_an_earlier_version_saved_they_are_unknown(tmp_path, monkeypatch):
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings("lb"))
    from memlab.evolution import saving
    written = saving.write_arrays
    monkeypatch.setattr(saving, "write_arrays", lambda path, arrays: written(path, {
        name: array for name, array in arrays.items() if name != "state.improvements"}))
    e.save(tmp_path / "run.npz")
    assert ml.Evolution.load(tmp_path / "run.npz").run().improvements is None


@pytest.mark.parametrize("method", ["random_sampling", "restarts"])
def test_baselines(method):
    problem = cases.problem("mis, lists")
    run = getattr(ml.baselines, method)(problem, budget=3_000, seed=5)
    found = pd.DataFrame(run.improvements)
    joined = pd.merge_asof(run.trace, found, on="evaluations", suffixes=("", "_then"))
    assert (joined["best_fitness"] == joined["best_fitness_then"]).all()
    steps = np.interp(found["evaluations"], [0, *run.trace["evaluations"]],
                      [0, *run.trace["local_search_steps"]])
    assert (abs(found["local_search_steps"] - steps) <= problem.n * 60).all()
    assert found["best_fitness"].is_monotonic_increasing and found["evaluations"].is_unique


def test_an_algorithm_of_ones_own():
    scored = []

    def sample(trial):
        while trial.left:
            _, fitness, steps = trial.local_search(trial.rng.random((7, trial.n)) < 0.5, 3)
            scored.extend(zip(fitness.tolist(), steps.tolist(), strict=True))
    run = ml.run(cases.problem("maxcut, rows"), sample, budget=700, seed=2)
    steps = np.cumsum([taken for _, taken in scored]).tolist()
    assert rows(run) == better((i, fitness, steps[i - 1])
                               for i, (fitness, _) in enumerate(scored, 1))


def test_calls_of_a_function():
    """Of the plain engine: a life is over, and its calls are made, when its fitness is known."""
    problem = ml.FunctionProblem(ml.spaces.Bits(12), lambda x: float(x @ np.arange(12)),
                                 minimise=True)
    run = ml.evolve(problem, "darwinian", mu=5, lambda_=7, budget=300, seed=4)
    assert run.improvements["calls"].tolist() == run.improvements["evaluations"].tolist()
    learned = ml.evolve(problem, "lamarckian", mu=5, lambda_=7, budget=300, seed=4)
    ends = learned.trace.set_index("calls")["best_fitness"]
    for calls, fitness in zip(learned.improvements["calls"],
                              learned.improvements["best_fitness"], strict=True):
        assert (ends[ends.index >= calls] >= fitness).all()
        assert (ends[ends.index < calls] < fitness).all()
