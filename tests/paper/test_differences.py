"""Reasons for differences: each in a case where it is the only one."""

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats

from memlab.analysis import statistics
from memlab.paper import contrasts, published, tables
from memlab.paper.differences import by_rule, compatible, explain, orders, selection, tie_rules
from memlab.study import Block, Configuration, Plan, run

SCORES = published.read("scores").query("problem == 'mis' and dataset == 'rb_small'")
THEIRS = SCORES.set_index("mode")["mean"]
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
    monkeypatch.setattr("memlab.paper.dataset_means.estimate", lambda problem, dataset, values, *_:
                        (values.mean(), values.std(ddof=1) / np.sqrt(len(values))))


def test_a_study_that_agrees_needs_no_reason():
    assert explain(study(), study()).empty


def test_what_agrees_with_the_papers_configuration_is_the_selections():
    row, = explain(study(lb=-2.0).assign(mu=50), study()).to_dict("records")
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


def test_what_is_no_wonder_among_many_is_undecided():
    """Three standard errors: significant alone, with p = 0.009, and not as the first of twelve."""
    sem = np.std(np.linspace(-1, 1, 16), ddof=1) / 4
    far = study(lamarckian=3 * sem)
    row, = explain(far, far).to_dict("records")
    assert row["z"] == pytest.approx(3.0, rel=1e-2)
    assert row["reason"] == "other"      # the first of four: 4 x 0.009 < 0.05
    more = [frame.assign(problem=problem, dataset=dataset, best_fitness=np.concatenate(
        [np.concatenate(scattered(mean)) for mean in published.read("scores").query(
            "problem == @problem and dataset == @dataset").set_index("mode")["mean"][list(MODES)]]))
        for frame in [study()] for problem, dataset in (("mis", "er_small"), ("mis", "er_large"))]
    many = pd.concat([far, *more], ignore_index=True)
    row, = explain(many, many).to_dict("records")
    assert (row["mode"], row["dataset"], row["reason"]) == ("lamarckian", "rb_small",
                                                          "undecided")


def test_a_selection_that_changes_nothing_explains_nothing():
    """Ours just differs and the paper's configuration just not; but the two hardly differ."""
    noise = np.random.default_rng(0).normal(0, 0.3, 16)
    ours = study(lb=-0.6).assign(mu=50)
    ours.loc[ours["mode"] == "lb", "best_fitness"] += noise - noise.mean()
    row, = explain(ours, study(lb=-0.45)).to_dict("records")
    assert (row["mode"], row["reason"]) == ("lb", "undecided")


def test_a_selection_is_judged_in_pairs():
    """Sixteen graphs that differ by two: a constant loss of 0.1 is seen, one of 0.1 +- 1 is not."""
    noise = np.random.default_rng(0).normal(0, 1, 16)
    ours = study(lb=-0.1, darwinian=0.1, lamarckian=-0.1).assign(mu=50)
    ours.loc[ours["mode"] == "lamarckian", "best_fitness"] += noise
    ours.loc[ours["mode"] == "baldwinian", "mu"] = 10
    frame = selection(ours, study()).set_index("mode")
    assert frame["verdict"].to_dict() == {"darwinian": "better", "baldwinian": "same",
                                          "lamarckian": "undecided", "lb": "worse"}
    assert frame.loc["lb", "percent"] == pytest.approx(-100 * 0.1 / THEIRS["lb"])
    assert frame.loc["lamarckian", "p"] == pytest.approx(stats.ttest_1samp(noise - 0.1, 0).pvalue)
    assert frame["p_holm"].isna().to_dict() == {"darwinian": False, "baldwinian": True,
                                                "lamarckian": False, "lb": False}


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


def ruled(**rules):
    """Runs under rules for ties: rule={mode: offset from the paper's mean}."""
    return pd.concat([study(**offsets).assign(ties=rule) for rule, offsets in rules.items()],
                     ignore_index=True)


def test_what_a_rule_for_ties_changes():
    """On sixteen graphs: nothing, or one for all; each compared with the paper on its own."""
    frame = tie_rules(ruled(random={"lb": -2.0}, offspring={}, parents={"lb": -2.0}))
    assert list(frame["ties"]) == ["random"] * 4 + ["offspring"] * 4 + ["parents"] * 4
    place = frame.set_index(["ties", "mode"])
    assert place.loc[("offspring", "lb"), "change"] == pytest.approx(2.0)
    assert place.loc[("offspring", "lb"), "change_p"] == pytest.approx(2 / 2 ** 16)
    assert place.loc[("offspring", "lb"), "change_p_holm"] == pytest.approx(8 * 2 / 2 ** 16)
    assert place.loc[("parents", "lb"), ["change", "change_p"]].tolist() == [0, 1]
    assert place.loc["random"]["change"].isna().all()
    verdicts = place["verdict"].unstack("mode")["lb"].to_dict()
    assert verdicts == {"random": "differs", "offspring": "undecided", "parents": "differs"}
    rows = compatible(frame).set_index("mode")
    every = "random, offspring, parents"
    assert rows["compatible"].to_dict() == dict.fromkeys(MODES[:3], every) | {
        "lb": "offspring"}
    assert set(rows["equivalent"]) == {"none"}
    assert rows.loc["lb", "random"] == rows.loc["lb", "parents"] < -5 < rows.loc["lb", "offspring"]
    tried = (frame["mode"] != "lb") | (frame["ties"] != "offspring")      # not on every cell
    assert compatible(frame[tried]).set_index("mode").loc["lb", "compatible"] == "none"


def test_contrasts_under_each_rule():
    runs = ruled(random={"lb": -2.0}, offspring={"lb": 2.0})
    runs["best_fitness"] += np.random.default_rng(1).normal(0, 0.1, len(runs))
    frame = by_rule(runs, contrasts.contrasts)
    assert frame.groupby("ties").size().to_dict() == {"random": 3, "offspring": 3}
    rows = compatible(frame).set_index("mode")
    assert rows["equivalent"].to_dict() == {"darwinian": "random, offspring", "lb": "none",
                                            "lamarckian": "random, offspring"}
    assert rows.loc["lb", "compatible"] == "none"
    assert rows.loc["lb", "random"] < 0 < rows.loc["lb", "offspring"]


@pytest.mark.parametrize("wrong", [
    ruled(random={}, offspring={}).iloc[1:], ruled(offspring={}, parents={})])
def test_rules_on_other_graphs_are_refused(wrong):
    with pytest.raises(ValueError, match="every rule on every graph of a cell, 'random' among"):
        tie_rules(wrong)


def test_rules_for_ties_are_a_factor_of_an_experiment(tmp_path):
    """Real runs: "random" comes out as without the factor; the rules differ in nothing else."""
    block = Block(["maxcut"], ["ba_small"], [
        Configuration("darwinian", 10, 10, 0.5, ties=ties) for ties in ("random", "offspring")])
    plan = Plan("small", [block], graphs=6, repetitions=2, budget=2_000)
    kept = run(plan, tmp_path, workers=1, progress=False).runs()
    frame = tie_rules(kept)
    assert set(frame["verdict"]) == {"not comparable"}
    change, = frame["change"].dropna()
    wide = kept.groupby(["graph", "ties"])["best_fitness"].mean().unstack()
    assert change == pytest.approx((wide["offspring"] - wide["random"]).mean())
    assert change != 0
    p, = frame["change_p"].dropna()
    assert p == statistics.signed_rank((wide["offspring"] - wide["random"]).to_numpy())
    chance = tables.compare_scores(kept[kept["ties"] == "random"])
    assert frame.loc[frame["ties"] == "random", "mean"].tolist() == chance["mean"].tolist()
