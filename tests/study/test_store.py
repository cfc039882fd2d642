"""The store: what goes in comes out, and nothing wrong is ever read."""

import dataclasses
import json
import threading
import warnings

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pretending import assert_complete, filled, pretend

from memlab import study
from memlab.analysis import export_ioh
from memlab.evolution.run import trace_grid
from memlab.study import Store, StoreError, execute


def test_what_goes_in_comes_out_in_the_plans_order(tmp_path, plan):
    assert_complete(filled(tmp_path / "new" / "store", plan), plan)


def test_traces_are_kept_for_the_traced_graphs_alone(tmp_path, plan):
    traces = filled(tmp_path, plan).traces()
    traced = [task for task in plan.tasks() if task.traced]
    assert list(traces["run"].unique()) == [task.run for task in traced]
    first = traces[traces["run"] == 0]
    assert list(first["evaluations"]) == list(trace_grid(plan.budget))
    assert (first["diversity"] == pretend(traced[0])["trace_diversity"][0]).all()


def test_traces_keep_all_digits_of_fitness(tmp_path, plan):
    """Above 2**53, where not even double precision has all integers."""
    store, value = Store.open(tmp_path, plan), 2**60 + 1
    row = pretend(next(plan.tasks()))
    store.add([{**row, "trace_best_fitness": [value] * 64, "trace_mean_fitness": [1 / 3] * 64}])
    traces = store.copy(tmp_path / "copy").traces()
    assert traces["best_fitness"].dtype == traces["local_search_steps"].dtype == np.int64
    assert set(traces["best_fitness"]) == {value}
    assert set(traces["mean_fitness"]) == {1 / 3}
    export_ioh(store, tmp_path / "ioh")
    path, = (tmp_path / "ioh").rglob("*.dat")
    assert str(value) in path.read_text()


def test_traces_of_earlier_versions_are_read(tmp_path, plan):
    """They are in single precision, with NaN until the initial population is complete."""
    store = Store.open(tmp_path, plan)
    row = pretend(next(plan.tasks()))
    store.add([{**row, "trace_mean_fitness": [np.nan] * 10 + [0.1] * 54}])
    path, = (tmp_path / "shards").iterdir()
    table = pq.read_table(path)
    for number, name in enumerate(table.column_names):
        if name.startswith("trace_"):
            values = np.array(table[name].to_pylist()[0], float)
            values[:10] = np.nan
            table = table.set_column(number, name, pa.array([values], pa.list_(pa.float32())))
    pq.write_table(table, path)
    traces = store.traces()
    assert len(traces) == 54
    assert set(traces["best_fitness"]) == {int(row["trace_best_fitness"][0])}
    assert traces["best_fitness"].dtype == np.int64
    assert set(traces["mean_fitness"]) == {float(np.float32(0.1))}


def test_a_store_with_missing_runs_is_loaded_with_a_warning(tmp_path, plan):
    store = filled(tmp_path, plan)
    next((tmp_path / "shards").glob("*.parquet")).unlink()
    missing = int((~store.finished()).sum())
    with pytest.warns(UserWarning, match=f"lacks {missing} of the 48 runs of its plan"):
        study.load(tmp_path)
    with warnings.catch_warnings(action="error"):
        assert len(study.load(tmp_path, complete=False).runs()) == 48 - missing


def test_what_an_earlier_version_did_not_record_is_missing(tmp_path, plan):
    store = filled(tmp_path / "store", plan)
    whole = store.traces()
    less = ["phenotype_diversity", "reserve", "local_search_steps"]
    for path in (tmp_path / "store" / "shards").iterdir():
        table = pq.read_table(path)
        path.unlink()
        pq.write_table(table.drop_columns([f"trace_{name}" for name in less]),
                       path.with_name(f"{table['run'][0].as_py():07d}.parquet"))
    pd.testing.assert_frame_equal(store.traces().drop(columns=less), whole.drop(columns=less))
    assert store.traces()[less].isna().all(axis=None)
    pd.testing.assert_frame_equal(store.copy(tmp_path / "copy").traces(), store.traces())


def test_a_store_knows_what_it_lacks(tmp_path, plan):
    store = Store.open(tmp_path, plan)
    assert not store.finished().any()
    assert store.runs().empty
    assert store.traces().empty
    tasks = list(plan.tasks())
    store.add([pretend(tasks[7]), pretend(tasks[9])])
    assert list(np.flatnonzero(store.finished())) == [7, 9]


def test_the_manifest_says_where_numbers_come_from_and_names_no_machine(tmp_path, plan):
    import getpass
    import socket

    text = (Store.open(tmp_path / "s", plan).folder / "manifest.json").read_text()
    manifest = json.loads(text)
    assert manifest["plan"] == plan.to_dict()
    assert manifest["plan_fingerprint"] == plan.fingerprint
    assert set(manifest["versions"]) > {"memlab", "memlab_source", "python", "numpy", "numba"}
    assert set(manifest["machine"]) == {"processor", "cores", "system"}
    assert str(tmp_path) not in text
    assert socket.gethostname() not in text
    assert f'"{getpass.getuser()}"' not in text


def test_a_manifest_that_is_none_is_refused(tmp_path, plan):
    with pytest.raises(FileNotFoundError, match="no study in"):
        Store.load(tmp_path)
    whole = filled(tmp_path / "whole", plan).manifest
    changed = [{**whole, "format": "memlab study 9"}, {**whole, "plan": []}]
    for text in ("", "{", "[]", '{"plan": {"blocks": 3}}', "[" * 100_000,
                 *map(json.dumps, changed)):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(StoreError, match="not a study's manifest"):
            Store.open(tmp_path, plan)


def test_another_plan_takes_the_place_and_both_are_named(tmp_path, plan, capsys):
    filled(tmp_path, plan)
    for other, differs in (
            (dataclasses.replace(plan, budget=400, name="other"), "name, budget"),
            (dataclasses.replace(plan, target=40), "target"),
            (dataclasses.replace(plan, blocks=[dataclasses.replace(
                plan.blocks[0], problems=["mis"])]), "problems")):
        store, there = Store.open(tmp_path, other), 24 if differs == "problems" else 0
        assert (f"another plan, which differs in {differs}. Of the {len(other)} runs of plan "
                f"{other.name!r}, {there} are there; what else") in capsys.readouterr().err
        assert store.plan == Store.load(tmp_path, complete=False).plan == other
        assert Store.open(tmp_path, plan).finished().all()
        capsys.readouterr()


def test_the_second_waits_for_the_first(tmp_path, plan, capsys):
    store, entered = Store.open(tmp_path, plan), threading.Event()

    def enter():
        with execute._locked(store):
            entered.set()
    with execute._locked(store):
        thread = threading.Thread(target=enter)
        thread.start()
        assert not entered.wait(0.5)
        assert f"another process is computing in {tmp_path}" in capsys.readouterr().err
    assert entered.wait(10)
