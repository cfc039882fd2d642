"""Disks that are full, folders that are read-only, files from elsewhere: an error, or repair."""

import contextlib
import dataclasses
import errno
import resource
import shutil
from pathlib import Path

import pandas as pd
import pytest
from pretending import assert_complete, pretend

import memlab as ml
from memlab.study import Block, ForeignPlanError, Method, Plan, Store, StoreError


def run(plan, folder):
    return ml.study.run(plan, folder, workers=1, progress=False, compute=pretend)


def assert_no_half(folder):
    """Every file of the store is whole: none has a temporary name, and all can be read."""
    assert not [path for path in Path(folder).rglob(".*") if path.name != ".lock"]
    Store.load(folder, complete=False).runs()


@contextlib.contextmanager
def files_of_at_most(size):
    """The kernel refuses to let a file grow beyond `size` bytes, in the middle of a write."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def test_a_write_that_is_cut_off_leaves_no_half(tmp_path, plan):
    store = Store.open(tmp_path, plan)
    with files_of_at_most(4_000), pytest.raises(OSError, match=r"too large.*\.parquet"):
        store.add([pretend(task) for task in plan.tasks()])
    assert_no_half(tmp_path)
    assert not store.finished().any()
    assert_complete(run(plan, tmp_path), plan)


def test_a_shard_of_another_plan_stops_the_study_before_it_computes(tmp_path, plan):
    run(plan, tmp_path / "a")
    run(dataclasses.replace(plan, seed=1), tmp_path / "b")
    stray = next((tmp_path / "b" / "shards").glob("*.parquet"))
    shutil.copy(stray, tmp_path / "a" / "shards" / "9999999.parquet")
    with pytest.raises(ForeignPlanError, match=r"9999999\.parquet belongs to another plan"):
        run(plan, tmp_path / "a")
    (tmp_path / "a" / "shards" / "9999999.parquet").unlink()
    assert_complete(run(plan, tmp_path / "a"), plan)


@pytest.mark.parametrize(("name", "values"), [
    ("best_fitness", (5, 6)), ("trace_reserve", ([0.5] * 64, [0.5] * 63 + [0.25]))])
def test_shards_that_contradict_each_other_are_refused(tmp_path, plan, name, values):
    store, row = Store.open(tmp_path / "store", plan), pretend(next(plan.tasks()))
    for value in values:
        store.add([{**row, name: value}])
    for read in (store.rows, lambda: store.copy(tmp_path / "copy").rows()):
        with pytest.raises(StoreError, match=rf"run 0 .* has different results .*\({name}\)"):
            read()


def test_of_different_results_of_a_solver_that_ran_out_of_time_the_best_is_kept(tmp_path):
    """As when two honest stores are merged, or two studies ran without locks."""
    solver = Block(["mis"], ["ba_small"], [Method("optimum")])
    plan = Plan("solved", [solver], graphs=4)
    store, rows = Store.open(tmp_path, plan), [pretend(task) for task in plan.tasks()]
    for results in ([(90, 99, False), (90, 95, False), (7, 7, True), (8, 9, False)],
                    [(91, 99, False), (90, 94, False), (7, 7, True), (9, 9, True)]):
        store.add([{**row, "best_fitness": value, "upper_bound": bound, "proved": proved}
                   for row, (value, bound, proved) in zip(rows, results, strict=True)])
    runs = store.runs()
    assert runs["best_fitness"].tolist() == [91, 90, 7, 9]
    assert runs["upper_bound"].tolist() == [99, 94, 7, 9]
    assert runs["proved"].tolist() == [False, False, True, True]
    assert run(plan, tmp_path).finished().all()
    store.add([{**rows[2], "best_fitness": 6, "upper_bound": 6, "proved": True}])
    with pytest.raises(StoreError, match=r"run 2 .* has different results"):
        store.runs()


@pytest.mark.parametrize("results", [
    [(11, 11, True), (12, 20, False)], [(10, 12, False), (14, 15, False)],
    [(11, 11, True), (12, 12, True), (10, 20, False)]])
def test_a_value_above_what_another_proved_is_refused(tmp_path, results):
    solver = Block(["mis"], ["ba_small"], [Method("optimum")])
    store = Store.open(tmp_path, Plan("solved", [solver]))
    row = pretend(next(store.plan.tasks()))
    for value, bound, proved in results:
        store.add([{**row, "best_fitness": value, "upper_bound": bound, "proved": proved}])
    with pytest.raises(StoreError, match=r"run 0 .* has different results"):
        store.runs()


def test_a_file_system_without_locks_is_used_with_a_warning(tmp_path, plan, monkeypatch):
    def no_locks(*_):
        raise OSError(errno.ENOSYS, "Function not implemented")
    monkeypatch.setattr("fcntl.flock", no_locks)
    with pytest.warns(UserWarning, match=r"\.lock cannot be locked .*do the same work twice"):
        store = run(plan, tmp_path)
    assert_complete(store, plan)


def test_a_copy_has_one_shard_and_the_same_rows(tmp_path, plan):
    store = run(plan, tmp_path / "store")
    copy = store.copy(tmp_path / "copy")
    assert len(list((tmp_path / "copy" / "shards").iterdir())) == 1
    pd.testing.assert_frame_equal(copy.runs(), store.runs())
    pd.testing.assert_frame_equal(copy.traces(), store.traces())
    assert copy.manifest == store.manifest
    assert_complete(run(plan, tmp_path / "copy"), plan)
    with pytest.raises(StoreError, match="must not hold a store"):
        store.copy(tmp_path / "copy")
