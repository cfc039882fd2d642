"""Shards that are damaged, renamed, from elsewhere, or out of reach for the moment."""

import importlib.util
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from pretending import filled, pretend
from processes import output, start

from memlab.study import Store, StoreError, provenance, shards


def test_a_damaged_shard_is_named_and_its_runs_are_missing_when_it_is_moved_away(tmp_path, plan):
    store = filled(tmp_path, plan)
    shard = sorted((tmp_path / "shards").glob("*.parquet"))[1]
    rows = set(pq.read_table(shard, columns=["run"])["run"].to_pylist())
    # the last byte of a column's data pages: only their checksum can tell
    column = pq.read_metadata(shard).row_group(0).column(0)
    start = column.dictionary_page_offset or column.data_page_offset
    flipped = bytearray(shard.read_bytes())
    flipped[start + column.total_compressed_size - 1] ^= 0xFF
    for data in (flipped, flipped[:100], b""):
        shard.write_bytes(data)
        with pytest.raises(StoreError, match=f"{shard.name} is damaged .*; move it away"):
            store.runs()
    shard.unlink()
    assert set(np.flatnonzero(~store.finished())) == rows


def test_whatever_is_changed_in_a_shard_is_noticed(tmp_path, plan):
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
        except StoreError:
            continue
        unnoticed += 1
        pd.testing.assert_frame_equal(found, wanted)
    assert unnoticed < 100


def test_a_shard_says_what_computed_it(tmp_path, plan, monkeypatch):
    """Of a store that was continued under other libraries, which runs came from which."""
    store, tasks = Store.open(tmp_path / "store", plan), list(plan.tasks())
    store.add([pretend(task) for task in tasks[:5]])
    real = provenance.here()
    monkeypatch.setattr(provenance, "here", lambda: {**real, "numba": "9.9"})
    store.add([pretend(task) for task in tasks[5:9]])
    assert store.computed_otherwise() == {0, 1, 2, 3, 4}
    store = store.copy(tmp_path / "copy")
    monkeypatch.undo()
    assert store.computed_otherwise() == {5, 6, 7, 8}
    about = [shards.read(path, ["run"])[0] for path in shards.paths(store.folder / "shards")]
    assert sorted(one["numba"] for one in about) == sorted([real["numba"], "9.9"])


def test_only_code_that_can_change_a_run_counts():
    """The rooms that read results are above those that compute them, and are not imported there."""
    package = Path(provenance.__file__).parents[1]
    layers = tomllib.loads((package.parent / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"]["contracts"][0]["layers"]
    assert {*provenance._READERS} < {*layers}
    computing = [f"memlab.{room}" for room in (
        "solvers.baselines", "solvers.optima", "study.worker")
        if importlib.util.find_spec(f"memlab.{room}")]      # a room may be deleted
    assert len(computing) > 1
    rooms = {name.split(".")[1] for name in output(start(
        f"import sys, {', '.join(computing)}\nprint(*sys.modules)")).split()
        if name.startswith("memlab.")}
    assert not rooms.intersection(provenance._READERS)
    assert "kernels" in rooms


def test_no_value_is_another_result_than_a_value():
    """A function with constraints has none where a run ends without a feasible solution."""
    rows = pd.DataFrame({"run": [0, 0, 1], "best_fitness": [np.nan, np.nan, 5.0]})
    assert len(shards.once(rows, np.zeros(2, bool))) == 2
    with pytest.raises(ValueError, match="run 0 of the plan has different results"):
        shards.once(rows.assign(run=0), np.zeros(2, bool))
