"""The results that come with memlab are what memlab computes, and say what is said of them."""

import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.beyond import compute, experiments, results, tables

RUNS = 12
FOLDER = results.FOLDER


@pytest.fixture(scope="module")
def shipped():
    return ml.beyond.shipped()


def test_rows_come_out_again_bit_for_bit(shipped):
    """A few of each part, drawn at random."""
    rng = np.random.default_rng(0)
    for part in experiments.PARTS:
        frame = getattr(shipped, part)
        cheap = frame[frame["seconds"] < 1.0]
        assert len(cheap) > len(frame) / 2
        every = experiments.runs(part, shipped.manifest["profile"], shipped.manifest["seed"])
        for place in rng.choice(cheap.index, RUNS, replace=False):
            again = compute.compute_run(every[place])
            for name in (*experiments.Run._fields, *compute.RESULTS, "verified"):
                expected = frame.loc[place, name]
                assert again[name] == expected or (again[name] is None and pd.isna(expected)), name


def test_proofs_come_out_again(shipped):
    frame = shipped.references
    quick = frame[frame["proved"] & (frame["taken"] < 1.0)]
    every = experiments.tasks(shipped.manifest["profile"], shipped.manifest["seed"])
    for place in np.random.default_rng(1).choice(quick.index, RUNS, replace=False):
        again = compute.compute_reference(every[place])
        assert (again["value"], again["upper_bound"]) == (frame.loc[place, "value"],
                                                          frame.loc[place, "upper_bound"])


@pytest.mark.parametrize("name", results._TABLES)
def test_tables_are_those_of_the_rows(shipped, name):
    kept = pd.read_csv(FOLDER / f"{name}.csv")
    made = getattr(shipped, name)()
    pd.testing.assert_frame_equal(kept, made, check_dtype=False, rtol=1e-4)


def test_the_results_are_whole_and_small(shipped):
    assert shipped.manifest["profile"] == "laptop"
    for part in experiments.PARTS:
        assert results._finished(FOLDER, part, experiments.runs(part, "laptop"))
    assert results._finished(FOLDER, "references", experiments.tasks("laptop"))
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2_000_000
    assert not any(path.name.startswith(".") for path in FOLDER.iterdir())


def test_no_shipped_run_exceeds_a_bound_and_every_one_was_verified(shipped):
    bounds = tables.optima(shipped.references)
    frame = pd.concat([shipped.search, shipped.cut]).merge(
        bounds, on=["problem", "dataset", "graph"])
    assert len(frame) == len(shipped.search) + len(shipped.cut)
    assert (frame["best_fitness"] <= frame["upper_bound"]).all()
    assert (frame["verified"] == frame["best_fitness"]).all()


def test_proofs_by_two_methods_agree(shipped):
    frame = shipped.references.query("proved and problem == 'mis'")
    twice = frame.groupby(["dataset", "graph"]).filter(lambda rows: len(rows) > 1)
    agreed = twice.groupby(["dataset", "graph"]).agg(
        values=("value", "nunique"), methods=("method", "nunique"))
    assert len(agreed) >= 60 and (agreed["values"] == 1).all() and (agreed["methods"] == 2).all()


def test_swaps_beat_repairs_in_baldwinian_evolution_on_large_er_graphs(shipped):
    table = shipped.tests().set_index(["dataset", "mode", "local_search"])
    test = table.loc["er_large", "baldwinian", "swap"]
    assert test["graphs"] == 20 and test["difference"] > 0 and test["p_holm"] < 0.01
    scores = shipped.local_search().set_index(["dataset", "mode", "local_search"])
    assert scores.loc[("er_large", "baldwinian", "swap"), "shortfall"] < 1.5


def test_a_users_problem_runs_at_a_quarter_of_the_speed_or_more():
    frame = pd.read_csv(FOLDER.parent / "bench" / "custom.csv")
    assert len(frame) == 4 and (frame["speed"] >= 0.25).all()
