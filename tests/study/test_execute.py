"""Execution: the same tables from any executor in any order, through kills and failures."""

import contextlib
import dataclasses
import sys
import threading
import time
from types import SimpleNamespace

import numba
import pandas as pd
import pytest
from pretending import Shuffled, assert_complete, pretend

import memlab as ml
from memlab.evolution.run import trace_grid
from memlab.graphs import datasets
from memlab.study import (
    Block,
    FailedRunsError,
    Method,
    Plan,
    Store,
    batches,
    execute,
    methods,
    worker,
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
    assert not calls
    assert len(list((tmp_path / "shards").glob("*.parquet"))) > 5


def test_any_executor_and_any_order_give_the_same(tmp_path, plan):
    executor = Shuffled(1)
    assert_complete(run(plan, tmp_path, executor=executor, workers=3), plan)
    assert 1 < executor.most <= 6      # a bounded window


def test_a_failing_run_is_named_and_costs_only_itself(tmp_path, plan):
    def failing(task):
        if task.run in (5, 17):
            raise SystemExit("of all things")
        return pretend(task)
    with pytest.raises(FailedRunsError) as error:
        run(plan, tmp_path, compute=failing)
    bad = list(plan.tasks())[5]
    text = str(error.value)
    assert "2 of the 48 runs" in text
    assert "of all things" in text
    assert str(bad) in text or str(list(plan.tasks())[17]) in text
    assert f"seed={bad.seed}" in str(bad)
    assert list((~Store.load(tmp_path, complete=False).finished()).nonzero()[0]) == [5, 17]
    assert_complete(run(plan, tmp_path), plan)


def test_bad_arguments_are_refused(tmp_path, plan):
    with pytest.raises(ValueError, match="workers must be an integer of at least 1, not 0"):
        run(plan, tmp_path, workers=0)
    with pytest.raises(TypeError, match="workers"):
        run(plan, tmp_path, workers=1.5)
    with pytest.raises(TypeError, match="plan must be a Plan, not "):
        run("quick", tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="file"):
        run(plan, tmp_path / "file")


def test_a_run_is_what_evolve_gives(plan):
    task = next(task for task in dataclasses.replace(plan, traced_graphs=2).tasks()
                if task.method.mode == "lb" and task.problem.name == "maxcut" and task.graph == 1)
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


def test_runs_that_must_not_share_the_machine_go_one_at_a_time(tmp_path, plan, monkeypatch):
    monkeypatch.setattr(execute, "_WORTH_A_POOL", 0.0)
    monkeypatch.setattr(execute, "Pool", None)
    alone = dataclasses.replace(plan, one_at_a_time=True)
    assert_complete(run(alone, tmp_path / "1", workers=4), plan)
    assert_complete(run(plan, tmp_path / "3", workers=1), plan)


def test_kernels_are_counted_from_none_to_all(plan, monkeypatch, capsys):
    monkeypatch.setattr(execute, "_small", lambda tasks: tasks[:2])
    monkeypatch.setattr(batches, "outcomes", lambda executor, dealt, *_: iter(dealt))
    execute.compile_kernels(list(plan.tasks()), None, lambda: 1)
    shown = capsys.readouterr().err
    assert "compiling: 0 of 2 kernels" in shown and "compiling: 2 of 2 kernels" in shown


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
                        SimpleNamespace(solve=solve, method_of=methods.method_of))
    again = compute_run(task)
    assert made == [0, 1]
    compute_run(task)
    assert made == [0, 1, 1]
    compute_run(task._replace(method=Method("optimum", {"seconds": 0.1})))
    assert made == [0, 1, 1, 1] and len(late.signatures) == 2, "a solver is not asked twice"
    assert {**again, "seconds": 0} == {**kept, "seconds": 0}


def test_what_numba_cannot_raise_is_raised_in_its_thread_and_its_hook_is_put_back():
    """Two runs of a problem that fails begin at once; each waits a little for the other."""
    before, both, found = sys.unraisablehook, threading.Barrier(2), {}

    def fail(word):
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(1)
        with pytest.raises(ValueError, match=f"^{word}$"), worker._raising():
            with contextlib.suppress(threading.BrokenBarrierError):
                both.wait(1)
            sys.unraisablehook(SimpleNamespace(exc_value=ValueError(word)))
            time.sleep(0.1 if word == "first" else 0.3)
        found[word] = True

    threads = [threading.Thread(target=fail, args=(word,)) for word in ("first", "second")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {"first": True, "second": True}
    assert sys.unraisablehook is before


def test_solvers_are_compiled_with_a_short_limit():
    block = Block(["mis"], ["er_small"], [Method("optimum", {"effort": 1e9})])
    (small,) = execute._small(Plan("one", [block], budget=100).tasks())
    assert dict(small.method.options) == {"solver": "auto", "seconds": 1.0, "effort": None}
