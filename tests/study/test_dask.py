"""On a Dask cluster: the same tables."""

import pytest
from distributed import LocalCluster
from studying import EXPERIMENTS, assert_same
from suites import shortened

import memlab as ml
from memlab.commands import start
from memlab.report import experiment, study
from memlab.study import Store, cluster, execute, provenance
from memlab.study.worker import ForeignWorkerError


@pytest.fixture(scope="module")
def local():
    """Two worker processes of one thread each, for this machine only."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
                      dashboard_address=None) as local:
        yield local


@pytest.mark.parametrize("name", shortened(["algorithms", "tours"], ["algorithms"]))
def test_the_command_computes_on_a_cluster_and_gives_the_same_tables(name, local, tmp_path,
                                                                     monkeypatch, capsys):
    file, out = EXPERIMENTS / f"{name}.toml", tmp_path / "cluster"
    reference = ml.study.run(ml.study.read_plan(file), tmp_path / "here", progress=False)
    monkeypatch.setattr(execute, "Pool", None)      # nothing is computed here
    monkeypatch.setattr(study, "_estimate", lambda *_: None)
    monkeypatch.setattr(experiment, "write", lambda *_: None)
    assert start("study", str(file), "--out", str(out), "--dask", local.scheduler_address) == 0
    said = capsys.readouterr()
    assert "waiting for the first worker" in said.err and "2 workers now" in said.err
    assert_same(Store.load(out), reference)


def test_a_worker_with_other_code_is_refused(local, plan, tmp_path, monkeypatch):
    other = {**provenance.here(), "source": "another"}
    monkeypatch.setattr(provenance, "here", lambda: other)
    with (cluster.connected(local.scheduler_address) as (executor, workers),
          pytest.raises(ForeignWorkerError, match="'another'.*: install the same wherever")):
        ml.study.run(plan, tmp_path, executor=executor, workers=workers, progress=False)
    assert not Store.load(tmp_path, complete=False).finished().any()


def test_an_address_that_is_none_is_named(tmp_path, capsys):
    arguments = ["--profile", "smoke", "--out", str(tmp_path), "--dask", "nonsense://here"]
    assert start("study", *arguments) == 1
    assert "nonsense" in capsys.readouterr().err
