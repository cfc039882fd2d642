"""Experiments that no profile covers, from their files: the same tables wherever they are run."""

import contextlib
import os
import signal
import time
from pathlib import Path

import asking
import numpy as np
import pytest
from distributed import LocalCluster
from pretending import assert_same_rows, identity, with_turned_dials
from processes import alive, session, wait_until
from studying import EXPERIMENTS, NAMES, assert_same, kill, read, shards, start
from suites import shortened

import memlab as ml
from memlab.study import Plan, batches, cluster, execute, methods
from memlab.study.tasks import RESULTS


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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["searches", "mixture", "algorithms"])
def test_a_pool_and_a_cluster_give_the_same_tables(name, references, local, tmp_path, monkeypatch):
    monkeypatch.setattr(execute, "_WORTH_A_POOL", 0.0)
    plan = read(name)
    assert_same(ml.study.run(plan, tmp_path / "pool", workers=2, progress=False),
                references(name))
    with cluster.connected(local.scheduler_address) as (executor, workers):
        store = ml.study.run(plan, tmp_path / "dask", executor=executor, workers=workers,
                             progress=False)
    assert_same(store, references(name))


@pytest.mark.parametrize("name", shortened(NAMES, ["files"]))
def test_rows_say_what_was_asked_and_what_came_out(name, references):
    store = references(name)
    runs, tasks = store.runs(), list(store.plan.tasks())
    asked = with_turned_dials(identity(task) for task in tasks)
    assert_same_rows(runs[list(asked)], asked)
    for row, task in zip(runs.to_dict("records"), tasks, strict=True):
        problem = task.problem.problem(task.source.graph(task.graph, 3 * (name == "own"),
                                                         EXPERIMENTS), EXPERIMENTS)
        result = methods.solve(problem, task.method, task.budget, task.seed,
                               folder=EXPERIMENTS)
        assert [row[column] for column in RESULTS] == [getattr(result, c) for c in RESULTS]
        graph = getattr(problem, "graph", None)
        if graph is not None:
            assert (row["vertices"], row["edges"]) == (graph.n, graph.m)
        assert row.get("proved") in (True, None) or row["proved"] != row["proved"]


def asked_highs(leader):
    """Processes of a session that have loaded HiGHS: who asks it, and where it is at work."""
    found = []
    for pid in session(leader):
        with contextlib.suppress(OSError):      # it has ended
            if b"_highspy" in Path(f"/proc/{pid}/maps").read_bytes():
                found.append(pid)
    return found


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


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["highs", "search"])
def test_ctrl_c_ends_a_solver_too(solver, tmp_path):
    (tmp_path / "hard.toml").write_text(_HARD.format(solver=solver))
    process = start(tmp_path, tmp_path / "hard.toml")
    try:
        # the short run is done, the solver is at work
        assert wait_until(lambda: shards(tmp_path), 120)
        time.sleep(1)
        assert wait_until(lambda: solver != "highs" or len(asked_highs(process.pid)) == 2, 60)
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


MAKERS = """
import memlab as ml

def makes(n): return ml.DeceptiveLeadingBlocks(n, 3)
def has_defaults(n=6): return ml.DeceptiveLeadingBlocks(n, 3)
def by_name(*, n=6): return ml.DeceptiveLeadingBlocks(n, 3)
def takes_nothing(): return ml.DeceptiveLeadingBlocks(6, 3)
def on_a_graph(graph, n=6): return ml.DeceptiveLeadingBlocks(n, 3)
def on_any(graph=None, n=6): return ml.DeceptiveLeadingBlocks(n, 3)
"""


@pytest.mark.parametrize(("name", "rest", "alone"), [
    ("makes", "n = 6", True), ("has_defaults", "", True), ("has_defaults", "n = [6, 9]", True),
    ("by_name", "", True), ("takes_nothing", "", True), ("on_a_graph", "n = 6", False),
    ("on_any", "", False)])
def test_a_problem_of_ones_own_gets_a_graph_only_if_it_asks_for_one(name, rest, alone, tmp_path):
    (tmp_path / "makers.py").write_text(MAKERS)
    plan = asking.read(tmp_path, asking.problem(f"makers:{name}", rest) + asking.PROBLEMS)
    spec, other = plan.blocks[0].problems[0], plan.blocks[0].problems[-1]
    assert (spec.alone, other.needs_graph) == (alone, True)
    assert {task.source.label for task in plan.tasks() if task.problem == spec} == {
        "" if alone else "ba_small"}
    graph = None if alone else ml.datasets.graph("ba_small")
    assert spec.problem(graph, tmp_path).n == 6
    assert Plan.from_dict(plan.to_dict(), folder=plan.folder) == plan
