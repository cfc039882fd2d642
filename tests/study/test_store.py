"""The store: what goes in comes out, and nothing wrong is ever read."""

import dataclasses
import errno
import json
import os
import threading
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pretending import assert_complete, pretend

from memlab.run import trace_grid
from memlab.study import ForeignPlanError, Store, StoreError, export_ioh, shards
from memlab.study.shards import SCHEMA


def filled(folder, plan, parts=5):
    """A store of the plan's pretended runs, in so many shards, the last ones first."""
    store = Store.open(folder, plan)
    tasks = list(plan.tasks())
    for part in np.array_split(np.arange(len(tasks)), parts)[::-1]:
        store.add([pretend(tasks[i]) for i in part])
    return store


def test_what_goes_in_comes_out_in_the_plans_order(tmp_path, plan):
    assert_complete(filled(tmp_path / "new" / "store", plan), plan)


def test_traces_are_kept_for_the_traced_graphs_alone(tmp_path, plan):
    traces = filled(tmp_path, plan).traces()
    traced = [task for task in plan.tasks() if task.traced]
    assert list(traces["run"].unique()) == [task.run for task in traced]
    first = traces[traces["run"] == 0]
    assert list(first["evaluations"]) == list(trace_grid(plan.budget))
    assert (first["diversity"] == pretend(traced[0])["trace_diversity"][0]).all()


def test_points_before_the_initial_population_are_left_out(tmp_path, plan):
    store = Store.open(tmp_path, plan)
    row = pretend(next(plan.tasks()))
    row["trace_best_fitness"] = [np.nan] * 10 + [1.0] * 54
    store.add([row])
    assert len(store.traces()) == 54


def test_what_an_earlier_version_did_not_record_is_missing(tmp_path, plan):
    store = filled(tmp_path / "store", plan)
    whole = store.traces()
    for path in (tmp_path / "store" / "shards").iterdir():
        table = pq.read_table(path)
        path.unlink()
        pq.write_table(table.drop_columns(["trace_phenotype_diversity", "trace_reserve"]),
                       path.with_name(f"{table['run'][0].as_py():07d}.parquet"))
    less = ["phenotype_diversity", "reserve"]
    pd.testing.assert_frame_equal(store.traces().drop(columns=less), whole.drop(columns=less))
    assert store.traces()[less].isna().all(axis=None)
    pd.testing.assert_frame_equal(store.copy(tmp_path / "copy").traces(), store.traces())
    export_ioh(store, tmp_path / "ioh")
    head, = {path.open().readline() for path in (tmp_path / "ioh").rglob("*.dat")}
    assert head.split() == ["evaluations", "raw_y", "mean_fitness", "diversity",
                            "phenotype_distance"]


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


def test_opening_again_finds_the_same_store(tmp_path, plan):
    before = filled(tmp_path, plan).manifest
    again = Store.open(tmp_path, plan)
    assert again.manifest == before
    assert again.finished().all()
    assert Store.load(tmp_path).plan == plan


def test_another_plan_is_refused_and_both_are_named(tmp_path, plan):
    filled(tmp_path, plan)
    other = dataclasses.replace(plan, budget=400, name="other")
    with pytest.raises(ForeignPlanError) as error:
        Store.open(tmp_path, other)
    text = str(error.value)
    assert plan.fingerprint in text
    assert other.fingerprint in text
    assert "budget (300, not 400)" in text
    assert "name ('small', not 'other')" in text
    assert "graphs" not in text.partition("differ in")[2].partition(".")[0]
    assert Store.load(tmp_path).finished().all()
    for other, differs in ((dataclasses.replace(plan, target=40), "target (None, not 40)."),
                           (dataclasses.replace(plan, blocks=[dataclasses.replace(
                               plan.blocks[0], problems=["mis"])]), "problems (")):
        with pytest.raises(ForeignPlanError) as error:
            Store.open(tmp_path, other)
        assert f"they differ in {differs}" in str(error.value)


def test_a_shard_of_another_plan_is_refused(tmp_path, plan):
    filled(tmp_path / "a", plan)
    other = dataclasses.replace(plan, seed=1)
    shard = next((filled(tmp_path / "b", other).folder / "shards").glob("*.parquet"))
    shard.rename(tmp_path / "a" / "shards" / "9999999.parquet")
    with pytest.raises(ForeignPlanError, match=r"9999999\.parquet belongs to another plan"):
        Store.load(tmp_path / "a").runs()


def test_other_graphs_are_refused(tmp_path, plan):
    filled(tmp_path, plan)
    path = tmp_path / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, "data_fingerprint": "0" * 16}))
    with pytest.raises(StoreError, match="other graphs"):
        Store.open(tmp_path, plan)


@pytest.mark.parametrize("damage", ["truncated", "empty", "flipped"])
def test_a_damaged_shard_is_noticed_and_its_runs_are_missing_after_repair(tmp_path, plan, damage):
    store = filled(tmp_path, plan)
    shard = sorted((tmp_path / "shards").glob("*.parquet"))[1]
    rows = set(pq.read_table(shard, columns=["run"])["run"].to_pylist())
    data = bytearray(shard.read_bytes())
    if damage == "flipped":
        # the last byte of a column's data pages: only their checksum can tell
        column = pq.read_metadata(shard).row_group(0).column(0)
        start = column.dictionary_page_offset or column.data_page_offset
        data[start + column.total_compressed_size - 1] ^= 0xFF
    shard.write_bytes(data[:len(data) // 2] if damage == "truncated" else
                      b"" if damage == "empty" else data)
    with pytest.raises(StoreError, match=f"{shard.name} is damaged"):
        store.runs(), store.traces()
    with pytest.warns(UserWarning, match=f"{shard.name} was damaged"):
        store.repair()
    assert set(np.flatnonzero(~store.finished())) == rows


@pytest.fixture
def failing(monkeypatch):
    """Makes reading shards fail so many times; nobody waits long then."""
    monkeypatch.setattr(shards, "_WAITS", (0.0, 0.0, 0.0))
    real = Path.read_bytes

    def fail(error, times):
        left = [error] * times

        def read_bytes(path):
            if path.suffix == ".parquet" and left:
                raise left.pop()
            return real(path)
        monkeypatch.setattr(Path, "read_bytes", read_bytes)
    return fail


@pytest.mark.parametrize("number", [errno.EIO, errno.ESTALE, errno.EMFILE, errno.ENOMEM])
def test_errors_that_pass_cost_nothing(tmp_path, plan, failing, number):
    store = filled(tmp_path, plan)
    before = sorted((tmp_path / "shards").iterdir())
    for read in (store.repair, store.runs, store.finished):
        failing(OSError(number, os.strerror(number)), times=3)
        with pytest.warns(UserWarning, match=rf"{os.strerror(number)}.*trying again"):
            read()
    assert sorted((tmp_path / "shards").iterdir()) == before
    assert_complete(store, plan)


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "denied"), MemoryError("full"),
                                   OSError(errno.EIO, "Input/output error")])
@pytest.mark.filterwarnings("ignore:.*trying again")
def test_a_shard_that_the_system_does_not_give_out_is_kept(tmp_path, plan, failing, error):
    store = filled(tmp_path, plan)
    before = sorted((tmp_path / "shards").iterdir())
    failing(error, times=10**6)
    for read in (store.repair, store.runs):
        with pytest.raises(type(error)):
            read()
    assert sorted((tmp_path / "shards").iterdir()) == before


def test_memory_that_is_short_while_a_shard_is_read_is_no_damage(tmp_path, plan, monkeypatch):
    store = filled(tmp_path, plan)
    before = sorted((tmp_path / "shards").iterdir())

    def refuse(*args, **kwargs):
        raise pa.ArrowMemoryError("full")
    monkeypatch.setattr(pq, "ParquetFile", refuse)
    with pytest.raises(pa.ArrowMemoryError):
        store.repair()
    assert sorted((tmp_path / "shards").iterdir()) == before


@pytest.mark.parametrize("numbered", [False, True], ids=["checksum", "earlier version"])
def test_whatever_is_changed_in_a_shard_is_noticed_and_kept_aside(tmp_path, plan, numbered):
    """Some shards of earlier versions, which have no checksum, raised other errors than Arrow's."""
    store, rng = filled(tmp_path, plan, parts=2), np.random.default_rng(11)
    whole, wanted = sorted((tmp_path / "shards").iterdir())[0], store.runs()
    content = whole.read_bytes()
    path = whole.with_name("0000000.parquet") if numbered else whole
    whole.rename(path)
    for end in rng.choice([0, len(content) // 2], 200):
        data = bytearray(content)
        # the second half describes the rest, and is not covered by the checksums of pages
        for place in rng.integers(end, len(data), rng.integers(1, 9)):
            data[place] ^= 1 << rng.integers(8)
        path.write_bytes(data)
        try:
            found = store.runs()
        except ForeignPlanError:      # what it says of its plan is changed
            assert numbered
        except StoreError:
            with pytest.warns(UserWarning, match=f"{path.name} was damaged"):
                store.repair()
            assert not path.exists()
        else:      # what nobody reads is changed
            assert numbered
            pd.testing.assert_frame_equal(found, wanted)
    assert list((tmp_path / "shards").glob("*.damaged"))


@pytest.mark.parametrize("name", ["{} (1)", "{}_copy", "copy of {}"])
def test_a_renamed_shard_is_still_checked(tmp_path, plan, name):
    store = filled(tmp_path, plan)
    first, *_ = (tmp_path / "shards").iterdir()
    path = first.rename(first.with_stem(name.format(first.stem)))
    assert_complete(store, plan)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(StoreError, match="is damaged .*checksum"):
        store.runs()


def test_a_shard_that_lacks_a_column_is_damaged(tmp_path, plan):
    store = filled(tmp_path, plan, parts=1)
    path, = (tmp_path / "shards").iterdir()
    table = pq.read_table(path).rename_columns(
        {"best_fitness": "best_fitnesr"} | {name: name for name in SCHEMA.names[:3]}
        | {name: name for name in SCHEMA.names[4:]})
    path.unlink()
    pq.write_table(table, path.with_name("0000000.parquet"))
    with pytest.raises(StoreError, match="is damaged .*lacks best_fitness"):
        store.runs()


@pytest.mark.parametrize("run", [-1, 48])
def test_runs_that_the_plan_does_not_have_are_refused(tmp_path, plan, run):
    store = filled(tmp_path, plan)
    store.add([{**pretend(next(plan.tasks())), "run": run}])
    for read in (store.finished, store.runs):
        with pytest.raises(StoreError, match="runs that the plan of 48 runs does not have"):
            read()


def test_what_is_no_file_is_no_shard(tmp_path, plan):
    store = filled(tmp_path, plan)
    (tmp_path / "shards" / "a.parquet").mkdir()
    (tmp_path / "shards" / "b.parquet").symlink_to("nowhere")
    (tmp_path / "shards" / ".c.0123456789abcdef").mkdir()
    (tmp_path / "shards" / ".d.0123456789abcdef").touch()
    with store.locked():
        assert not (tmp_path / "shards" / ".d.0123456789abcdef").exists()
    assert_complete(store, plan)


@pytest.mark.filterwarnings("ignore:.*trying again")
def test_writing_is_tried_again(tmp_path, plan, monkeypatch):
    monkeypatch.setattr(shards, "_WAITS", (0.0, 0.0, 0.0))
    real, left = os.fsync, [errno.ESTALE, errno.EIO]
    store = Store.open(tmp_path, plan)

    def fsync(number):
        if left:
            raise OSError(left.pop(), "not now")
        real(number)
    monkeypatch.setattr(os, "fsync", fsync)
    store.add([pretend(next(plan.tasks()))])
    assert store.finished().sum() == 1 and not left


def test_a_store_whose_shards_folder_was_not_copied_can_be_filled(tmp_path, plan):
    Store.open(tmp_path, plan)
    (tmp_path / "shards").rmdir()
    with Store.open(tmp_path, plan).locked():
        Store.load(tmp_path).add([pretend(next(plan.tasks()))])


def test_a_manifest_that_is_none_is_refused(tmp_path, plan):
    with pytest.raises(FileNotFoundError, match="no study in"):
        Store.load(tmp_path)
    whole = filled(tmp_path / "whole", plan).manifest
    changed = [{**whole, "format": "memlab study 9"}, {**whole, "versions": []},
               {**whole, "plan_fingerprint": "0" * 16},
               {name: value for name, value in whole.items() if name != "data_fingerprint"}]
    for text in ("", "{", "[]", '{"plan": {"blocks": 3}}', "[" * 100_000,
                 *map(json.dumps, changed)):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(StoreError, match="not a study's manifest"):
            Store.open(tmp_path, plan)


def test_a_file_is_no_store(tmp_path, plan):
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(StoreError, match="store must be a folder, but .* is a file"):
        Store.open(path, plan)
    assert path.read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_named(tmp_path, plan, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(errno.EACCES, "Permission denied")
    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    with pytest.raises(PermissionError, match=r"store .*locked cannot be written"):
        Store.open(tmp_path / "locked", plan)


def test_a_full_disk_leaves_no_half_a_shard(tmp_path, plan, monkeypatch):
    store = filled(tmp_path, plan)
    before = sorted((tmp_path / "shards").iterdir())

    def fill(_table, file, **_options):
        file.write(b"PAR1 half of it")
        raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr("pyarrow.parquet.write_table", fill)
    with pytest.raises(OSError, match=r"store .* cannot be written.*No space left"):
        store.add([pretend(next(plan.tasks()))])
    assert sorted((tmp_path / "shards").iterdir()) == before


def test_the_second_waits_for_the_first(tmp_path, plan):
    first, second = Store.open(tmp_path, plan), Store.open(tmp_path, plan)
    told, entered = threading.Event(), threading.Event()

    def enter():
        with second.locked(waiting=told.set):
            entered.set()
    with first.locked():
        thread = threading.Thread(target=enter)
        thread.start()
        assert told.wait(10)
        assert not entered.is_set()
    thread.join(10)
    assert entered.is_set()
