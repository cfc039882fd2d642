"""Execution: the same tables from any executor in any order, through kills and failures."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from pretending import Shuffled, pretend

import memlab as ml
from memlab import datasets
from memlab.study import (
    FailedRunsError,
    ForeignPlanError,
    StaleStoreError,
    Store,
    StoreError,
    costs,
    execute,
)
from memlab.study.plan import trace_grid
from memlab.study.pool import Pool
from memlab.study.worker import compute_run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch):
    """Many tasks even of a small plan."""
    monkeypatch.setattr(execute, "_SHORTEST_TASK", 0.0)
    monkeypatch.setattr(execute, "_LONGEST_TASK", 0.002)


def run(plan, folder, **options):
    return ml.study.run(plan, folder, **{"progress": False, "compute": pretend, **options})


def expected(plan):
    return pd.DataFrame([pretend(r) for r in plan.runs()])


def assert_complete(store, plan):
    columns = list(store.runs().columns)
    pd.testing.assert_frame_equal(store.runs(), expected(plan)[columns], check_dtype=False)


def test_a_plan_is_computed_once(tmp_path, plan):
    calls = []

    def counting(r):
        calls.append(r)
        return pretend(r)
    assert_complete(run(plan, tmp_path, compute=counting), plan)
    assert sorted(calls) == list(plan.runs())
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


def test_tasks_hold_every_run_once_slow_ones_first(monkeypatch):
    monkeypatch.setattr(execute, "_SHORTEST_TASK", 0.5)
    monkeypatch.setattr(execute, "_LONGEST_TASK", 20.0)
    runs = list(ml.study.grid_plan("quick").runs())
    total = sum(map(costs.seconds, runs))
    tasks = list(execute._tasks(runs, total, workers=2))
    assert sorted(r.run for task, _ in tasks for r in task) == list(range(len(runs)))
    assert sum(size for _, size in tasks) == pytest.approx(total)
    slowest = max(map(costs.seconds, runs))
    assert all(size <= 20 + slowest for _, size in tasks)
    assert tasks[0][1] > 10 * tasks[-2][1]
    means = [size / len(task) for task, size in tasks]
    assert means[0] > 2 * means[-1]


def test_an_interrupted_study_goes_on_where_it_stopped(tmp_path, plan, capsys):
    calls = []

    def interrupted(r):
        calls.append(r.run)
        if len(calls) == 20:
            raise KeyboardInterrupt
        return pretend(r)
    with pytest.raises(KeyboardInterrupt):
        run(plan, tmp_path, compute=interrupted)
    kept = int(Store.load(tmp_path).finished().sum())
    assert 10 <= kept < 20
    assert f"{kept} of 48 runs are kept" in capsys.readouterr().err
    calls.clear()

    def counting(r):
        calls.append(r.run)
        return pretend(r)
    assert_complete(run(plan, tmp_path, compute=counting), plan)
    assert len(calls) == 48 - kept + 1


def test_a_failing_run_is_named_and_costs_only_itself(tmp_path, plan):
    def failing(r):
        if r.run in (5, 17):
            raise ZeroDivisionError("of all things")
        return pretend(r)
    with pytest.raises(FailedRunsError) as error:
        run(plan, tmp_path, compute=failing)
    bad = list(plan.runs())[5]
    text = str(error.value)
    assert "2 of the 48 runs" in text
    assert "of all things" in text
    assert str(bad) in text or str(list(plan.runs())[17]) in text
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

    def changed(r):
        return {**pretend(r), "unique_best": pretend(r)["unique_best"] + 1}
    with pytest.raises(StaleStoreError, match=r"gives other numbers: run \d+.*unique_best="):
        run(plan, tmp_path, compute=changed)
    assert issubclass(StaleStoreError, StoreError)


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
    number = next(r for r in plan.runs() if r.mode == "lb" and r.problem == "maxcut")
    row = compute_run(number)
    graph = datasets.graph(number.dataset, "test", 0, number.graph)
    run_ = ml.evolve(ml.MaxCut(graph), mode="lb", mu=10, lambda_=50, crossover_rate=1.0,
                     lb_probability=0.3, budget=300, seed=number.seed)
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


def _pid(_):
    return os.getpid()


def _variables(_):
    return {name: os.environ.get(name) for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS")}


def _sleep(_):
    time.sleep(60)


def _is_alive(pid):
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def _wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def test_workers_have_one_thread_each_and_end_when_told():
    pool = Pool(1)
    assert set(pool.submit(_variables, 0).result().values()) == {"1"}
    pid = pool.submit(_pid, 0).result()
    future = pool.submit(_sleep, 0)
    _wait_until(future.running)
    pool.kill()
    assert _wait_until(lambda: not _is_alive(pid))


_SCRIPT = """
import sys
sys.path.insert(0, {root!r})
from memlab.study import execute, Plan
import memlab as ml
import json
execute._SHORTEST_TASK, execute._LONGEST_TASK, execute._WORTH_A_POOL = 0.0, 0.05, 0.0
if __name__ == "__main__":
    plan = Plan.from_dict(json.loads({plan!r}))
    ml.study.run(plan, {folder!r}, workers=2, progress=False)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_study_leaves_no_worker_and_goes_on(tmp_path, plan, how):
    plan = dataclasses.replace(plan, budget=8_000, repetitions=6)
    folder = tmp_path / "store"
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT.format(root=str(ROOT), folder=str(folder),
                                     plan=json.dumps(plan.to_dict())))
    process = subprocess.Popen([sys.executable, script], start_new_session=True,
                               stderr=subprocess.PIPE, text=True)
    shards = folder / "shards"
    assert _wait_until(lambda: len(list(shards.glob("*.parquet"))) >= 3, 60)
    group = _group(process.pid)
    if how == signal.SIGINT:
        os.killpg(process.pid, how)      # as a terminal does: to the parent and all workers
    else:
        process.kill()
    error = process.communicate(timeout=30)[1]
    assert process.returncode in (-how, 1, 130)
    assert _wait_until(lambda: not any(map(_is_alive, group)))
    if how == signal.SIGINT:
        assert "runs are kept in" in error
    assert not Store.load(folder).finished().all()
    store = ml.study.run(plan, folder, workers=1, progress=False)
    fresh = ml.study.run(plan, tmp_path / "fresh", workers=1, progress=False)
    pd.testing.assert_frame_equal(store.runs().drop(columns="seconds"),
                                  fresh.runs().drop(columns="seconds"))


def _group(leader):
    """Process ids of a session, its leader's and all that it started."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader:
            pids.append(int(path.parent.name))
    return pids


def _die_once(marker, r):
    """Ends its own process the first time that run 30 is met."""
    if r.run == 30 and r.budget == 300 and not marker.exists():
        marker.touch()
        os._exit(7)
    return pretend(r)


def test_a_worker_that_dies_is_replaced(tmp_path, plan, monkeypatch, capsys):
    monkeypatch.setattr(execute, "_WORTH_A_POOL", 0.0)
    monkeypatch.setattr(execute, "_compile", lambda runs, compute: None)
    marker = tmp_path / "marker"
    store = run(plan, tmp_path / "store", workers=2, compute=partial(_die_once, marker))
    assert marker.exists()
    assert "a worker process died" in capsys.readouterr().err
    assert_complete(store, plan)


class Breaks(Executor):
    def submit(self, function, /, *args, **kwargs):
        raise RuntimeError("no more")


def test_an_executors_own_error_is_passed_on_and_the_store_stays_good(tmp_path, plan):
    with pytest.raises(RuntimeError, match="no more"):
        run(plan, tmp_path, executor=Breaks())
    assert_complete(run(plan, tmp_path), plan)
