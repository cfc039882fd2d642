"""Experiments that no profile covers, from their files: the same tables wherever they are run."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from distributed import LocalCluster
from pretending import assert_same_rows, identity
from processes import FOLDERS, alive, session, wait_until

import memlab as ml
from memlab.study import Plan, Store, batches, cluster, execute, methods
from memlab.study.plan import RESULTS

EXPERIMENTS = Path(__file__).parent / "experiments"
# files with a wildcard; a problem of one's own; local searches with a solver and restarts; blocks
# without graphs, and with
NAMES = ("files", "own", "searches", "blocks", "mixture")


def read(name, **options):
    return ml.study.read_plan(EXPERIMENTS / f"{name}.toml", **options)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(batches, "_SHORTEST_BATCH", 0.0)
    monkeypatch.setattr(batches, "_LONGEST_BATCH", 0.002)


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """Each experiment, computed in this very process: made on demand, once."""
    kept = {}

    def reference(name):
        if name not in kept:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(execute, "_WORTH_A_POOL", np.inf)
                kept[name] = ml.study.run(read(name), tmp_path_factory.mktemp(name), workers=1,
                                          progress=False)
        return kept[name]
    return reference


@pytest.fixture(scope="module")
def local():
    """Two worker processes of one thread each, for this machine only."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
                      dashboard_address=None) as local:
        yield local


def assert_same(store, reference):
    """The same tables, all columns but the time that runs took."""
    ours, theirs = (ml.study.load(each.folder) for each in (store, reference))
    pd.testing.assert_frame_equal(ours.runs().drop(columns="seconds"),
                                  theirs.runs().drop(columns="seconds"))
    pd.testing.assert_frame_equal(ours.traces(), theirs.traces())


@pytest.mark.parametrize("name", NAMES)
def test_a_pool_and_a_cluster_give_the_same_tables(name, references, local, tmp_path, monkeypatch):
    monkeypatch.setattr(execute, "_WORTH_A_POOL", 0.0)
    plan = read(name)
    assert_same(ml.study.run(plan, tmp_path / "pool", workers=2, progress=False),
                references(name))
    with cluster.connected(local.scheduler_address) as (executor, workers):
        store = ml.study.run(plan, tmp_path / "dask", executor=executor, workers=workers,
                             progress=False)
    assert_same(store, references(name))


@pytest.mark.parametrize("name", NAMES)
def test_rows_say_what_was_asked_and_what_came_out(name, references):
    store = references(name)
    runs, tasks = store.runs(), list(store.plan.tasks())
    asked = pd.DataFrame([identity(task) for task in tasks])
    assert_same_rows(runs[list(asked)], asked)
    for row, task in zip(runs.to_dict("records"), tasks, strict=True):
        problem = task.problem.problem(task.source.graph(task.graph, 3 * (name == "own"),
                                                         EXPERIMENTS), EXPERIMENTS)
        result = methods.solve(problem, task.method, task.budget, task.seed)
        assert [row[column] for column in RESULTS] == [getattr(result, c) for c in RESULTS]
        graph = getattr(problem, "graph", None)
        if graph is not None:
            assert (row["vertices"], row["edges"]) == (graph.n, graph.m)
        assert row.get("proved") in (True, None) or row["proved"] != row["proved"]


def test_proved_optima_bound_what_is_found(references):
    runs = references("searches").runs()
    best = runs[runs["method"] == "optimum"].groupby("graph")["best_fitness"]
    assert (best.nunique() == 1).all()
    assert runs["proved"][runs["method"] == "optimum"].all()
    assert runs["proved"][runs["method"] != "optimum"].isna().all()
    assert (runs["best_fitness"] <= runs["graph"].map(best.first())).all()
    assert dict(best.first())["petersen"] == 4
    assert dict(best.first())["grid"] == 10


def test_a_complement_has_the_other_edges(references):
    runs = references("files").runs()
    wheels = runs[(runs["graph"] == "wheel") & (runs["problem"] == "mis")]
    edges = wheels.groupby("dataset")["edges"].first()
    assert edges["small"] + edges["complement"] == 13 * 12 // 2
    assert wheels.groupby("dataset")["best_fitness"].max().to_dict() == {
        "small": 6, "complement": 3}
    assert set(runs["complement"].dropna()) == {True}


def test_an_option_of_ones_own_is_a_factor(references):
    runs = references("own").runs()
    assert sorted(runs["price"].unique()) == [1, 3]
    assert runs.groupby("price").size().nunique() == 1
    petersen = runs[(runs["graph"] == "petersen") & (runs["method"] == "restarts")]
    assert (petersen["best_fitness"] == 4).all()


_SCRIPT = """
import sys
import memlab as ml
from memlab.study import batches, execute
from pretending import linger
# every batch is one run
batches._SHORTEST_BATCH = batches._LONGEST_BATCH = execute._WORTH_A_POOL = 0.0
if __name__ == "__main__":
    plan = ml.study.read_plan(sys.argv[1])
    ml.study.run(plan, sys.argv[2], workers=2, progress=False, compute=linger)
"""


def start(folder, experiment, script=_SCRIPT):
    path = folder / "script.py"
    path.write_text(script)
    return subprocess.Popen(
        [sys.executable, path, experiment, folder / "store"], start_new_session=True, text=True,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))})


def kill(process):
    """Whatever is left of the session that a process leads, and what that may still be starting."""
    while left := [pid for pid in session(process.pid) if alive(pid)]:
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    process.communicate(timeout=60)


def shards(folder):
    return list((folder / "store" / "shards").glob("*.parquet"))


@pytest.mark.parametrize("name", NAMES[:3])
def test_killed_in_the_middle_and_continued_the_tables_are_the_same(name, references, tmp_path):
    """The whole group of processes is killed twice, at random moments, and then it goes on here."""
    moments = random.Random(name)
    for _ in range(2):
        before = len(shards(tmp_path))
        process = start(tmp_path, EXPERIMENTS / f"{name}.toml")
        wanted = before + moments.randint(1, 12)
        assert wait_until(lambda: len(shards(tmp_path)) >= wanted, 240)      # noqa: B023
        time.sleep(moments.random() / 50)
        group = session(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait(timeout=60) == -signal.SIGKILL
        assert wait_until(lambda: not any(map(alive, group)))      # noqa: B023
        finished = Store.load(tmp_path / "store").finished()
        assert finished.sum() >= wanted
    assert not finished.all()
    kept = {path: path.read_bytes() for path in shards(tmp_path)}
    store = ml.study.run(read(name), tmp_path / "store", workers=1, progress=False)
    assert_same(store, references(name))
    assert all(path.read_bytes() == content for path, content in kept.items())


_HARD = """
name = "hard"
budget = 200
[[graphs]]
dataset = "er_large"
[[problems]]
problem = "mis"
[[methods]]
mode = "darwinian"
mu = 10
[[methods]]
method = "optimum"
solver = "{solver}"
seconds = 600
"""


@pytest.mark.parametrize("solver", ["auto", "highs", "search", "cpsat"])
def test_ctrl_c_ends_a_solver_too(solver, tmp_path):
    (tmp_path / "hard.toml").write_text(_HARD.format(solver=solver))
    process = start(tmp_path, tmp_path / "hard.toml", _SCRIPT)
    try:
        # the short run is done, the solver is at work
        assert wait_until(lambda: shards(tmp_path), 120)
        time.sleep(1)
        group = session(process.pid)
        begin = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)      # as a terminal does
        error = process.communicate(timeout=60)[1]
        took = time.monotonic() - begin
        assert process.returncode in (-signal.SIGINT, 1, 130)
        assert wait_until(lambda: not any(map(alive, group)), 10)
        assert "1 of 2 runs are kept in" in error
        assert took < 10, took
    finally:
        kill(process)


def test_plans_from_files_survive_being_written_down():
    for name in NAMES:
        plan = read(name)
        again = Plan.from_dict(plan.to_dict(), folder=plan.folder)
        assert again == plan
        assert again.fingerprint == plan.fingerprint
        assert list(again.tasks()) == list(plan.tasks())
        assert again.frame().equals(plan.frame())
