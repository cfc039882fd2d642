"""Shards that are damaged, renamed, from elsewhere, or out of reach for the moment."""

import errno
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pretending import assert_complete, filled, pretend

from memlab.files import replacing
from memlab.study import ForeignPlanError, Store, StoreError, provenance, shards
from memlab.study.shards import SCHEMA


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


def test_a_row_that_lacks_a_result_is_damage(tmp_path, plan):
    store, tasks = filled(tmp_path, plan, parts=1), list(plan.tasks())
    store.add([{**pretend(tasks[0]), "best_fitness": None}])
    with pytest.raises(StoreError, match="is damaged .rows lack best_fitness"):
        store.runs()


def test_a_problem_of_ones_own_has_no_vertices(tmp_path, plan):
    store = Store.open(tmp_path, plan)
    store.add([{**pretend(next(plan.tasks())), "vertices": None, "edges": None}])
    assert store.runs().vertices.isna().tolist() == [True]


def test_a_trace_with_a_hole_is_damage(tmp_path, plan):
    store, tasks = filled(tmp_path, plan, parts=1), list(plan.tasks())
    store.add([{**pretend(tasks[0]), "trace_diversity": [None] + [0.5] * 63}])
    with pytest.raises(StoreError, match="is damaged .a trace_diversity has not 64 points"):
        store.traces()


def test_a_folder_in_place_of_the_manifest_is_refused(tmp_path, plan):
    filled(tmp_path, plan, parts=1)
    manifest = tmp_path / "manifest.json"
    manifest.unlink()
    manifest.mkdir()
    with pytest.raises(StoreError, match="manifest"):
        Store.load(tmp_path)


@pytest.mark.parametrize("points", [0, 63, 65])
def test_a_trace_of_another_length_is_damage(tmp_path, plan, points):
    store, tasks = filled(tmp_path, plan, parts=1), list(plan.tasks())
    store.add([{**pretend(tasks[0]), "trace_reserve": [0.5] * points}])
    with pytest.raises(StoreError, match="is damaged .a trace_reserve has not 64 points"):
        store.traces()


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


def test_what_somebody_is_writing_is_not_tidied_up(tmp_path, plan):
    """Whoever holds the store: the lock may have been removed, and be held twice."""
    store = Store.open(tmp_path, plan)
    with replacing(tmp_path / "shards" / "a.parquet") as file:
        file.write(b"half")
        file.flush()
        with store.locked():
            pass
    assert (tmp_path / "shards" / "a.parquet").read_bytes() == b"half"


def test_a_shard_says_what_computed_it(tmp_path, plan, monkeypatch):
    """Of a store that was continued under other libraries, which runs came from which."""
    store, tasks = Store.open(tmp_path / "store", plan), list(plan.tasks())
    store.add([pretend(task) for task in tasks[:5]])
    real = provenance.versions()
    monkeypatch.setattr(provenance, "versions", lambda: {**real, "numba": "9.9"})
    store.add([pretend(task) for task in tasks[5:9]])
    assert store.computed_otherwise().tolist() == [0, 1, 2, 3, 4]
    store = store.copy(tmp_path / "copy")
    monkeypatch.undo()
    assert store.computed_otherwise().tolist() == [5, 6, 7, 8]
    about = [shards.read(path, ["run"])[0] for path in shards.found(store.folder / "shards")]
    assert [one["numba"] for one in about] == [real["numba"], "9.9"]


def test_shards_of_earlier_versions_have_the_manifests_libraries(tmp_path, plan, monkeypatch):
    store = filled(tmp_path, plan, parts=1)
    path, = (tmp_path / "shards").iterdir()
    table = pq.read_table(path)
    path.unlink()
    pq.write_table(table.replace_schema_metadata({"plan": plan.fingerprint}),
                   path.with_name("0000000.parquet"))
    assert store.computed_otherwise().tolist() == []
    real = provenance.versions()
    monkeypatch.setattr(provenance, "versions", lambda: {**real, "scipy": "9.9"})
    assert len(store.computed_otherwise()) == len(plan)

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
