"""Reasons for differences: each in a case where it is the only one."""

import numpy as np
import pandas as pd
import pytest
from frames import runs

from memlab.study import Block, Configuration, Plan, published, run
from memlab.study.differences import explain, orders, with_ties

SCORES = published.scores().query("problem == 'mis' and dataset == 'rb_small'")
THEIRS = SCORES.set_index("type")["mean"]
MODES = ("darwinian", "baldwinian", "lamarckian", "lb")


def scattered(mean, offset=0.0):
    """Sixteen graphs, one seed each: scores spread evenly around a mean, with a sem of 0.16."""
    return [[mean + offset + step] for step in np.linspace(-1, 1, 16)]


def study(**offsets):
    """Runs of the four modes, at the paper's means but for these offsets."""
    return pd.concat([runs(scattered(THEIRS[mode], offsets.get(mode, 0.0)), mode=mode)
                      for mode in MODES], ignore_index=True)


@pytest.fixture(autouse=True)
def plain_means(monkeypatch):
    """Without the correction for sizes, which would need graphs."""
    monkeypatch.setattr("memlab.study.tables.estimate", lambda problem, dataset, values, *_:
                        (values.mean(), values.std(ddof=1) / np.sqrt(len(values))))


def test_a_study_that_agrees_needs_no_reason():
    assert explain(study(), study()).empty


def test_what_agrees_with_the_papers_configuration_is_the_selections():
    row, = explain(study(lb=-2.0), study()).to_dict("records")
    assert (row["mode"], row["reason"]) == ("lb", "selection")
    assert row["own_minus_papers"] == pytest.approx(-2.0)
    assert row["sem"] == pytest.approx(0.0, abs=1e-9)
    assert row["replicated_mean"] == pytest.approx(row["published_mean"])
    assert row["mean"] == pytest.approx(row["published_mean"] - 2.0)


def test_what_differs_beyond_all_chance_has_another_reason():
    row, = explain(study(), study(baldwinian=2.0)).to_dict("records")
    assert (row["mode"], row["reason"]) == ("baldwinian", "other")
    assert row["p_holm"] < 1e-6
    assert row["own_minus_papers"] == pytest.approx(-2.0)


def test_what_is_no_wonder_among_many_may_be_chance():
    """Three standard errors: significant alone, with p = 0.009, and not as the first of twelve."""
    sem = np.std(np.linspace(-1, 1, 16), ddof=1) / 4
    far = study(lamarckian=3 * sem)
    row, = explain(far, far).to_dict("records")
    assert row["z"] == pytest.approx(3.0, rel=1e-2)
    assert row["reason"] == "other"      # the first of four: 4 x 0.009 < 0.05
    more = [frame.assign(problem=problem, dataset=dataset, best_fitness=np.concatenate(
        [np.concatenate(scattered(mean)) for mean in published.scores().query(
            "problem == @problem and dataset == @dataset").set_index("type")["mean"][list(MODES)]]))
        for frame in [study()] for problem, dataset in (("mis", "er_small"), ("mis", "er_large"))]
    many = pd.concat([far, *more], ignore_index=True)
    row, = explain(many, many).to_dict("records")
    assert (row["mode"], row["dataset"], row["reason"]) == ("lamarckian", "rb_small",
                                                          "perhaps chance")


def test_runs_that_do_not_pair_up_are_refused():
    with pytest.raises(ValueError, match="evaluation and replication must hold the same runs"):
        explain(study(), study().iloc[1:])


def test_orders_say_what_is_clear_and_what_is_reversed():
    """On every graph: LB 4 above Darwinian, and 0.1 above Baldwinian on all graphs but half."""
    half = [0.1, -0.1] * 8
    values = {"lb": scattered(20.0), "darwinian": scattered(16.0), "lamarckian": scattered(24.0),
              "baldwinian": [[value[0] + step] for value, step in
                             zip(scattered(19.99), half, strict=True)]}
    row, = orders(pd.concat([runs(v, mode=mode) for mode, v in values.items()],
                            ignore_index=True)).to_dict("records")
    assert row["ours"] == "Lamarckian > LB ≈ Baldwinian > Darwinian"
    assert row["paper"] == "LB > Baldwinian > Lamarckian > Darwinian"      # 20.10, 20.04, 19.45
    assert row["reversed"] == 2      # Lamarckian above LB and above Baldwinian


def test_equal_published_means_are_equal():
    same = [runs(scattered(2822.0), "maxcut", mode=mode) for mode in MODES]
    row, = orders(pd.concat(same, ignore_index=True)).to_dict("records")
    assert "LB = Baldwinian" in row["paper"] or "Baldwinian = LB" in row["paper"]      # 2822.1
    assert row["ours"].count("≈") == 3
    assert row["reversed"] == 0


def test_another_rule_for_ties_changes_nothing_but_results(tmp_path):
    block = Block(["maxcut"], ["ba_small"], [Configuration("darwinian", 10, 10, 0.5),
                                            Configuration("lb", 10, 10, 0.5, 0.3)])
    plan = Plan("small", [block], graphs=3, repetitions=2, budget=2_000)
    kept = run(plan, tmp_path, workers=1, progress=False).runs()
    same, younger = with_ties(plan, kept, "random"), with_ties(plan, kept, "offspring")
    pd.testing.assert_frame_equal(same.drop(columns="seconds"), kept.drop(columns="seconds"),
                                  check_dtype=False)
    results = ["best_fitness", "unique_best", "local_search_steps", "seconds"]
    pd.testing.assert_frame_equal(younger.drop(columns=results),
                                  kept.drop(columns=results).assign(ties="offspring"),
                                  check_dtype=False)
    few = with_ties(plan, kept.iloc[[9, 2]], "offspring")
    pd.testing.assert_frame_equal(few.drop(columns="seconds"),
                                  younger.iloc[[9, 2]].drop(columns="seconds"))
    assert (younger["best_fitness"] != kept["best_fitness"]).any()
