"""Shards that are damaged, renamed, from elsewhere, or out of reach for the moment."""

import errno
import importlib.util
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from pretending import filled, pretend
from processes import output, start

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


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "denied"), MemoryError("full"),
                                   OSError(errno.EIO, "Input/output error")])
def test_a_shard_that_the_system_does_not_give_out_is_kept(tmp_path, plan, monkeypatch, error):
    store = filled(tmp_path, plan)
    before = sorted((tmp_path / "shards").iterdir())

    def refuse(path):
        raise error
    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
    for read in (store.repair, store.runs):
        with pytest.raises(type(error)):
            read()
    assert sorted((tmp_path / "shards").iterdir()) == before


def test_whatever_is_changed_in_a_shard_is_noticed_and_kept_aside(tmp_path, plan):
    """Or nobody reads it."""
    store, rng = filled(tmp_path, plan, parts=2), np.random.default_rng(11)
    path, wanted = sorted((tmp_path / "shards").iterdir())[0], store.runs()
    content, unnoticed = path.read_bytes(), 0
    for end in rng.choice([0, len(content) // 2], 200):
        data = bytearray(content)
        # the second half describes the rest, and is not covered by the checksums of pages
        for place in rng.integers(end, len(data), rng.integers(1, 9)):
            data[place] ^= 1 << rng.integers(8)
        path.write_bytes(data)
        try:
            found = store.runs()
        except ForeignPlanError:      # what it says of its plan is changed
            continue
        except StoreError:
            with pytest.warns(UserWarning, match=f"{path.name} was damaged"):
                store.repair()
            assert not path.exists()
        else:
            unnoticed += 1
            pd.testing.assert_frame_equal(found, wanted)
    assert unnoticed < 100
    assert list((tmp_path / "shards").glob("*.damaged"))


def test_a_shard_that_lacks_a_column_is_damaged(tmp_path, plan):
    store = filled(tmp_path, plan, parts=1)
    path, = (tmp_path / "shards").iterdir()
    table = pq.read_table(path).rename_columns(
        {"best_fitness": "best_fitnesr"} | {name: name for name in SCHEMA.names[:3]}
        | {name: name for name in SCHEMA.names[4:-1]}).replace_schema_metadata(
            {"plan": plan.fingerprint})
    path.unlink()
    pq.write_table(table, path.with_name("0000000.parquet"))
    with pytest.raises(StoreError, match="is damaged .*best_fitness"):
        store.runs()


def test_a_shard_says_what_computed_it(tmp_path, plan, monkeypatch):
    """Of a store that was continued under other libraries, which runs came from which."""
    store, tasks = Store.open(tmp_path / "store", plan), list(plan.tasks())
    store.add([pretend(task) for task in tasks[:5]])
    real = provenance.here()
    monkeypatch.setattr(provenance, "here", lambda: {**real, "numba": "9.9"})
    store.add([pretend(task) for task in tasks[5:9]])
    assert store.computed_otherwise().tolist() == [0, 1, 2, 3, 4]
    store = store.copy(tmp_path / "copy")
    monkeypatch.undo()
    assert store.computed_otherwise().tolist() == [5, 6, 7, 8]
    about = [shards.read(path, ["run"])[0] for path in shards.paths(store.folder / "shards")]
    assert sorted(one["numba"] for one in about) == sorted([real["numba"], "9.9"])


def test_only_code_that_can_change_a_run_counts():
    """The rooms that read results are above those that compute them, and are not imported there."""
    package = Path(provenance.__file__).parents[1]
    layers = tomllib.loads((package.parent / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"]["contracts"][0]["layers"]
    assert {*provenance._READERS} < {*layers}
    computing = [f"memlab.{room}" for room in (
        "solvers.baselines", "solvers.neural", "solvers.optima", "study.worker")
        if importlib.util.find_spec(f"memlab.{room}")]      # a room may be deleted
    assert len(computing) > 2
    rooms = {name.split(".")[1] for name in output(start(
        f"import sys, {', '.join(computing)}\nprint(*sys.modules)")).split()
        if name.startswith("memlab.")}
    assert not rooms.intersection(provenance._READERS)
    assert "kernels" in rooms
