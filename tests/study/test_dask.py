"""On a Dask cluster: the same tables, also from one that loses a worker in the middle."""

import os
import signal
import threading
import time

import pandas as pd
import pytest
from distributed import LocalCluster

import memlab as ml
from memlab.commands import start
from memlab.report import chapters as notebooks
from memlab.study import Store, batches, cluster, execute, provenance
from memlab.study.worker import ForeignWorkerError


@pytest.fixture(scope="module")
def local():
    """Two worker processes of one thread each, for this machine only."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
                      dashboard_address=None) as local:
        yield local


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(batches, "_SHORTEST_BATCH", 0.0)
    monkeypatch.setattr(batches, "_LONGEST_BATCH", 0.002)


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """The small plan of a module: computed in one process."""
    block = ml.study.Block(["mis", "maxcut"], ["ba_small"], [
        ml.study.Configuration("baldwinian", 10, 10, 0.5),
        ml.study.Configuration("lb", 10, 50, 1.0, 0.3)])
    plan = ml.study.Plan("small", [block], split="test", graphs=3, repetitions=4, budget=2_000,
                         traced_graphs=1)
    return ml.study.run(plan, tmp_path_factory.mktemp("one"), workers=1, progress=False)


def assert_same(store, reference):
    pd.testing.assert_frame_equal(store.runs().drop(columns="seconds"),
                                  reference.runs().drop(columns="seconds"))
    pd.testing.assert_frame_equal(store.traces(), reference.traces())


def test_a_cluster_gives_the_same_tables(local, reference, tmp_path):
    with cluster.connected(local.scheduler_address) as (executor, workers):
        assert workers() == 2
        store = ml.study.run(reference.plan, tmp_path, executor=executor, workers=workers,
                             progress=False)
    assert_same(store, reference)


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_in_the_middle_gives_the_same_tables(
        local, reference, tmp_path):
    killed = []

    def kill_one(pids):
        while len(list(tmp_path.glob("shards/*.parquet"))) < 3:
            time.sleep(0.005)
        os.kill(min(pids), signal.SIGKILL)
        killed.append(Store.load(tmp_path, complete=False).finished().sum())
    with cluster.connected(local.scheduler_address) as (executor, workers):
        pids = executor._client.run(os.getpid).values()
        thread = threading.Thread(target=kill_one, args=(pids,))
        thread.start()
        store = ml.study.run(reference.plan, tmp_path, executor=executor, workers=workers,
                             progress=False)
        thread.join()
    assert 0 < killed[0] < len(reference.plan)
    assert_same(store, reference)


@pytest.mark.parametrize("part", ["source", "numba"])
def test_a_worker_with_other_code_or_libraries_is_refused(local, reference, tmp_path, monkeypatch,
                                                          part):
    other = {**provenance.here(), part: "another"}
    monkeypatch.setattr(provenance, "here", lambda: other)
    with (cluster.connected(local.scheduler_address) as (executor, workers),
          pytest.raises(ForeignWorkerError, match="'another'.*: install the same wherever")):
        ml.study.run(reference.plan, tmp_path, executor=executor, workers=workers,
                     progress=False)
    assert not Store.load(tmp_path, complete=False).finished().any()


@pytest.mark.slow
def test_the_command_computes_on_a_cluster(local, tmp_path, monkeypatch, capsys):
    def no_pool(_):
        raise AssertionError("computed here")
    monkeypatch.setattr(execute, "Pool", no_pool)
    monkeypatch.setattr(notebooks, "CHAPTERS", {})
    assert start("study", "--profile", "smoke", "--out", str(tmp_path), "--dask",
                 local.scheduler_address) == 0
    assert "2 workers now" in capsys.readouterr().out
    assert Store.load(tmp_path / "evaluation").finished().all()


def test_a_scheduler_that_is_not_there_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    arguments = ["--profile", "smoke", "--out", str(tmp_path), "--dask"]
    assert start("study", *arguments, "tcp://127.0.0.1:1") == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err
    assert start("study", *arguments, "nonsense://here") == 1
    assert "no Dask scheduler answers at nonsense://here" in capsys.readouterr().err


def test_a_scheduler_without_workers_is_waited_for_and_given_up(monkeypatch):
    monkeypatch.setattr(cluster, "_WAIT_FOR_WORKERS", 0.2)
    with LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=None) as empty:
        address = empty.scheduler_address
        with (pytest.raises(cluster.ClusterError, match=f"{address} has no worker: start one"),
              cluster.connected(address)):
            pass
