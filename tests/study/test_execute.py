"""Execution: the same tables from any executor in any order, through kills and failures."""

import dataclasses
from concurrent.futures import Executor, ThreadPoolExecutor
from types import SimpleNamespace

import asking
import numba
import numpy as np
import pandas as pd
import pytest
from pretending import Shuffled, assert_complete, pretend

import memlab as ml
from memlab.graphs import datasets
from memlab.run import trace_grid
from memlab.study import (
    FailedRunsError,
    ForeignPlanError,
    StaleStoreError,
    Store,
    StoreError,
    batches,
    execute,
    methods,
)
from memlab.study.worker import compute_run


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """Many batches even of a small plan."""
    monkeypatch.setattr(batches, "_SHORTEST_BATCH", 0.0)
    monkeypatch.setattr(batches, "_LONGEST_BATCH", 0.002)


def run(plan, folder, **options):
    return ml.study.run(plan, folder, **{"progress": False, "compute": pretend, **options})


def test_a_plan_is_computed_once(tmp_path, plan):
    calls = []

    def counting(task):
        if task.budget > 6:      # fewer evaluations only compile
            calls.append(task)
        return pretend(task)
    assert_complete(run(plan, tmp_path, compute=counting), plan)
    assert sorted(calls) == list(plan.tasks())
    calls.clear()
    assert_complete(run(plan, tmp_path, compute=counting), plan)
    assert len(calls) == 1      # the one that is repeated to see whether it still comes out
    assert len(list((tmp_path / "shards").glob("*.parquet"))) > 5


@pytest.mark.parametrize("seed", range(3))
def test_any_executor_and_any_order_give_the_same(tmp_path, plan, seed):
    executor = Shuffled(seed)
    assert_complete(run(plan, tmp_path, executor=executor, workers=3), plan)
    assert 1 < executor.most <= 6      # a bounded window


def test_threads_give_the_same(tmp_path, plan):
    with ThreadPoolExecutor(4) as executor:
        assert_complete(run(plan, tmp_path, executor=executor, workers=4), plan)


def test_an_interrupted_study_goes_on_where_it_stopped(tmp_path, plan, capsys):
    calls = []

    def interrupted(task):
        if task.budget > 6:
            calls.append(task.run)
        if len(calls) == 20:
            raise KeyboardInterrupt
        return pretend(task)
    with pytest.raises(KeyboardInterrupt):
        run(plan, tmp_path, compute=interrupted)
    kept = int(Store.load(tmp_path).finished().sum())
    assert 10 <= kept < 20
    assert f"{kept} of 48 runs are kept" in capsys.readouterr().err
    calls.clear()

    def counting(task):
        if task.budget > 6:
            calls.append(task.run)
        return pretend(task)
    assert_complete(run(plan, tmp_path, compute=counting), plan)
    assert len(calls) == 48 - kept + 1


@pytest.mark.parametrize("kind", [ZeroDivisionError, SystemExit])
def test_a_failing_run_is_named_and_costs_only_itself(tmp_path, plan, kind):
    def failing(task):
        if task.run in (5, 17):
            raise kind("of all things")
        return pretend(task)
    with pytest.raises(FailedRunsError) as error:
        run(plan, tmp_path, compute=failing)
    bad = list(plan.tasks())[5]
    text = str(error.value)
    assert "2 of the 48 runs" in text
    assert "of all things" in text
    assert str(bad) in text or str(list(plan.tasks())[17]) in text
    assert f"seed={bad.seed}" in str(bad)
    assert list((~Store.load(tmp_path).finished()).nonzero()[0]) == [5, 17]
    assert_complete(run(plan, tmp_path), plan)


def test_a_damaged_shard_is_done_again(tmp_path, plan):
    run(plan, tmp_path)
    shard = sorted((tmp_path / "shards").glob("*.parquet"))[2]
    shard.write_bytes(shard.read_bytes()[:100])
    with pytest.warns(UserWarning, match="was damaged"):
        store = run(plan, tmp_path)
    assert_complete(store, plan)


def test_a_store_of_other_numbers_is_refused(tmp_path, plan):
    run(plan, tmp_path)

    def changed(task):
        return {**pretend(task), "unique_best": pretend(task)["unique_best"] + 1}
    with pytest.raises(StaleStoreError, match=r"gives other numbers: run \d+.*unique_best"):
        run(plan, tmp_path, compute=changed)
    assert issubclass(StaleStoreError, StoreError)


@pytest.mark.parametrize("place", [0, 63])
def test_a_store_of_other_traces_is_refused(tmp_path, plan, place):
    """All results are the same; and what an earlier version did not record contradicts nothing."""
    def true(task):      # the runs that take the least are not traced
        return {**pretend(task), "seconds": 2.0 if task.traced else 1.0}

    def changed(task):
        row = true(task)
        if task.traced:
            row["trace_diversity"] = list(row["trace_diversity"])
            row["trace_diversity"][place] += 0.5
        return row

    def earlier(task):
        return {**true(task), "trace_diversity": None}
    run(plan, tmp_path / "new", compute=true)
    with pytest.raises(StaleStoreError, match=r"gave trace_diversity \S*\.0, and gives \S*\.5 now"):
        run(plan, tmp_path / "new", compute=changed)
    run(plan, tmp_path / "old", compute=earlier)
    run(plan, tmp_path / "old", compute=changed)


def test_a_problem_of_ones_own_is_asked_again_in_every_kind(folder, capsys):
    """What its module imports is not part of the plan, and may have changed."""
    plan = asking.read(folder, asking.problem("own:make", "weight = [1, 2]"))

    def changed(task):
        heavy = dict(task.problem.options)["weight"] == 2
        return {**pretend(task), "best_fitness": pretend(task)["best_fitness"] + heavy}
    run(plan, folder / "store")
    run(plan, folder / "store")
    assert "repeating 2 runs to see whether they come out the same" in capsys.readouterr().err
    with pytest.raises(StaleStoreError, match=r"weight=2.* gave best_fitness"):
        run(plan, folder / "store", compute=changed)


def test_a_run_that_comes_back_as_another_has_failed(tmp_path, plan):
    def mistaken(task):
        return pretend(task) | ({"run": 8} if task.run == 7 else {})
    with pytest.raises(FailedRunsError, match="the row of run 7 says that it is run 8"):
        run(plan, tmp_path, compute=mistaken)
    assert list(np.flatnonzero(~Store.load(tmp_path).finished())) == [7]


def test_a_foreign_plan_is_refused_before_any_work(tmp_path, plan):
    run(plan, tmp_path)
    with pytest.raises(ForeignPlanError):
        run(dataclasses.replace(plan, seed=3), tmp_path, compute=None)


def test_bad_arguments_are_refused(tmp_path, plan):
    with pytest.raises(ValueError, match="workers must be an integer of at least 1, not 0"):
        run(plan, tmp_path, workers=0)
    with pytest.raises(TypeError, match="workers"):
        run(plan, tmp_path, workers=1.5)
    with pytest.raises(TypeError, match="plan must be a Plan, not str"):
        run("quick", tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is a file"):
        run(plan, tmp_path / "file")


def test_a_run_is_what_evolve_gives(plan):
    task = next(task for task in plan.tasks()
                if task.method.mode == "lb" and task.problem.name == "maxcut")
    row = compute_run(task)
    graph = datasets.graph(task.source.dataset, "test", 0, task.graph)
    run_ = ml.evolve(ml.MaxCut(graph), mode="lb", mu=10, lambda_=50, crossover_rate=1.0,
                     lb_probability=0.3, budget=300, seed=task.seed)
    assert (row["vertices"], row["edges"]) == (graph.n, graph.m)
    for name in ("best_fitness", "unique_best", "evaluations", "local_search_steps"):
        assert row[name] == getattr(run_, name)
    trace = run_.trace
    for point, value in zip(trace_grid(300), row["trace_mean_fitness"], strict=True):
        before = trace[trace["evaluations"] <= point]["mean_fitness"]
        assert value == pytest.approx(before.iloc[-1], rel=1e-6) if len(before) else value != value


def test_processes_give_the_same_as_one(tmp_path, plan, monkeypatch):
    monkeypatch.setattr(execute, "_WORTH_A_POOL", 0.0)
    one = ml.study.run(plan, tmp_path / "1", workers=1, progress=False)
    two = ml.study.run(plan, tmp_path / "2", workers=2, progress=False)
    pd.testing.assert_frame_equal(one.runs().drop(columns="seconds"),
                                  two.runs().drop(columns="seconds"))
    pd.testing.assert_frame_equal(one.traces(), two.traces())


class Breaks(Executor):
    def submit(self, function, /, *args, **kwargs):
        raise RuntimeError("no more")


def test_an_executors_own_error_is_passed_on_and_the_store_stays_good(tmp_path, plan):
    with pytest.raises(RuntimeError, match="no more"):
        run(plan, tmp_path, executor=Breaks())
    assert_complete(run(plan, tmp_path), plan)


def test_runs_that_must_not_share_the_machine_go_one_at_a_time(tmp_path, plan, monkeypatch):
    monkeypatch.setattr(execute, "_WORTH_A_POOL", 0.0)
    monkeypatch.setattr(execute, "Pool", None)
    alone = dataclasses.replace(plan, one_at_a_time=True)
    assert_complete(run(alone, tmp_path / "1", workers=4), plan)
    assert_complete(run(alone, tmp_path / "2", executor=Breaks(), workers=lambda: 4), plan)


def test_a_run_that_compiled_is_made_again_for_its_seconds(plan, monkeypatch):
    """Its first time includes the compiler's; its result is the same either way."""
    task, made = next(task for task in plan.tasks() if not task.traced), []
    kept = compute_run(task)

    def solve(*arguments, **options):
        made.append(len(late.signatures))
        late(1.0 if len(made) < 4 else 1)      # the fourth time compiles anew
        return methods.solve(*arguments, **options)

    @numba.njit
    def late(x):
        return x + 1
    monkeypatch.setattr("memlab.study.worker.methods",
                        SimpleNamespace(solve=solve, Optimum=methods.Optimum))
    again = compute_run(task)
    assert made == [0, 1]
    compute_run(task)
    assert made == [0, 1, 1]
    compute_run(task._replace(method=methods.Optimum(seconds=0.1)))
    assert made == [0, 1, 1, 1] and len(late.signatures) == 2, "a solver is not asked twice"
    assert {**again, "seconds": 0} == {**kept, "seconds": 0}
