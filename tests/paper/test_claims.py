"""Every claim of the paper is judged by a number, and by other numbers it is judged otherwise."""

import csv
import functools
import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from memlab import theory
from memlab.paper import PAPER, claims, profile
from memlab.paper.claims import comparisons, evidence, exact, paper
from memlab.report.claims import readable
from memlab.support.paths import NOTEBOOKS, ROOT

RESULTS = ROOT / "data" / "results"
pytestmark = pytest.mark.slow      # the paper and the shipped runs are the same in every clone


@functools.cache
def frames(name):
    """The frames of a shipped study, as `judge` takes them."""
    stores = profile(name).load(RESULTS / name, [part for part in PAPER
                                                 if (RESULTS / name / part).is_dir()])
    return {part: store.runs() for part, store in stores.items()} | {
        "traces": stores["evaluation"].traces()}


@functools.cache
def judged(name):
    return claims.judge(frames(name)).set_index("claim")


@functools.cache
def without_a_study():
    return claims.judge({}).set_index("claim")


def verdict(table, beginning):
    """That of the one claim which begins so."""
    found = table[table.index.str.startswith(beginning)]
    assert len(found) == 1, list(found.index)
    return found["verdict"].iloc[0]


# The index

def test_the_index_has_a_row_a_claim_and_says_where_it_stands():
    index = claims.index()
    assert len(index) >= 55
    assert index["claim"].is_unique
    assert index["claim"].str.fullmatch(r"\S.*\.").all()
    sections = {part for section in index["section"] for part in section.split(", ")}
    assert sections >= {"Abstract", "1", "3.2", "3.3", "3.4", "4", "5", "C.1", "C.3", "D"}
    chapters = {int(path.stem[:2]) for path in NOTEBOOKS.glob("*.ipynb")}
    assert set(index["chapter"]) <= chapters


def test_every_claim_has_a_judge_or_a_reason():
    for claim in claims.index().to_dict("records"):
        judges = [module for module in (comparisons, paper, exact)
                  if hasattr(module, claim["judge"] or "")]
        assert len(judges) == (claim["reason"] is None), claim["claim"]
        assert claim["share"] is None or 0 < claim["share"] <= 1


@pytest.mark.parametrize("name", ["quick", "laptop"])
def test_every_claim_is_judged_by_a_computed_value(name):
    table = judged(name)
    assert set(table["verdict"]) <= set(claims.VERDICTS)
    valued = table["computed"].notna()
    assert table.loc[~valued, "verdict"].eq("cannot be judged").all()
    assert (table.loc[~valued, "note"] != "read as it stands").all()
    assert (~valued).sum() == claims.index()["reason"].notna().sum()
    assert not (table["low"] > table["computed"]).any()
    assert not (table["computed"] > table["high"]).any()
    counts = table[valued & (table["unit"] == "cells")]
    assert (counts["high"] <= counts["of"]).all()
    assert (counts["low"] >= 0).all()


def test_without_a_study_only_the_paper_and_the_theory_judge():
    table = without_a_study()
    assert (table["computed"].notna() | (table["verdict"] == "cannot be judged")).all()
    assert set(table["verdict"]) == {"confirmed", "contradicts itself", "cannot be judged"}
    with_runs = judged("laptop")
    itself = with_runs.index[with_runs["verdict"] == "contradicts itself"]
    assert (table.loc[itself, "verdict"] == "contradicts itself").all()
    assert verdict(table, "The Darwinian (1+1) EA takes Theta") == "confirmed"
    row = table.loc["Baldwinian evolution is the most expensive mode."]
    assert row["verdict"] == "cannot be judged" and "has no timing" in row["note"]


def test_with_another_budget_runs_do_not_judge():
    study = {part: frame.assign(budget=1_000) for part, frame in frames("quick").items()}
    table = claims.judge(study).set_index("claim")
    changed = table["verdict"] != without_a_study()["verdict"]
    assert list(table.index[changed]) == ["Small graphs have 200 to 300 vertices, large ones 700 "
                                          "to 1,200."]
    assert "another budget" in table.loc["Darwinian evolution is the weakest mode on all datasets, "
                                         "and stops at a lower score.", "note"]


def test_one_graph_a_dataset_confirms_and_contradicts_nothing():
    study = {part: frame[frame["graph_index"] == 0] for part, frame in frames("quick").items()}
    table = claims.judge(study).set_index("claim")
    exact_ones = without_a_study()["verdict"] != "cannot be judged"
    exact_ones |= table.index.str.startswith(("Small graphs have", "The best solution of a run"))
    assert set(table.loc[~exact_ones, "verdict"]) == {"cannot be judged"}
    assert table.loc[~exact_ones, "computed"].notna().sum() > 40


def test_a_part_alone_is_judged_alone():
    table = claims.judge({"timing": frames("laptop")["timing"]}).set_index("claim")
    assert verdict(table, "Baldwinian evolution is the most expensive mode") == "confirmed"
    assert "has no evaluation" in table["note"].iloc[0]


def test_a_study_of_two_datasets_is_judged_on_these():
    study = {part: frame[frame["dataset"].isin(["er_small", "ba_small"])]
             for part, frame in frames("laptop").items()}
    table = claims.judge(study).set_index("claim")
    assert table.loc["Baldwinian evolution is the most expensive mode.", "of"] == 12
    lost = table.loc["Baldwinian evolution takes less than 18 seconds on Max-Cut of RB large."]
    assert "none of these datasets" in lost["note"]


# The verdicts follow the runs

@pytest.fixture(scope="module")
def exchanged():
    """The laptop study with Darwinian and Baldwinian runs under each other's names."""
    names = {"darwinian": "baldwinian", "baldwinian": "darwinian"}
    study = {part: frame.assign(mode=frame["mode"].replace(names)) if part != "grid" else frame
             for part, frame in frames("laptop").items()}
    return claims.judge(study).set_index("claim")


@pytest.mark.parametrize(("beginning", "before", "after"), [
    ("Darwinian evolution is the weakest mode", "confirmed", "contradicted"),
    ("On independent sets Baldwinian evolution is better than", "confirmed", "contradicted"),
    ("Baldwinian evolution nearly matches KaMIS", "confirmed", "contradicted"),
    ("Baldwinian evolution is the most consistent", "confirmed more weakly", "contradicted"),
    ("Local search accelerates convergence", "confirmed", "contradicted"),
    ("Baldwinian evolution is the most expensive mode", "confirmed", "contradicted"),
    ("Lamarckian evolution costs much less", "confirmed", "contradicted"),
    ("Darwinian evolution is the most sensitive mode", "confirmed", "contradicted"),
    ("One configuration for everything loses below 1 %", "confirmed", "confirmed more weakly"),
    ("Baldwinian evolution offers the best trade-off", "cannot be judged", "contradicted"),
    ("Darwinian evolution is the fastest", "contradicts itself", "contradicts itself"),
    ("LB offers no systematic advantage", "confirmed", "contradicted"),
])
def test_other_runs_get_other_verdicts(exchanged, beginning, before, after):
    assert verdict(judged("laptop"), beginning) == before
    assert verdict(exchanged, beginning) == after


def test_exchanged_modes_leave_alone_what_is_about_neither(exchanged):
    about = claims.index()["topic"].isin(["Runtime analysis", "Protocol, captions, appendix"])
    same = claims.index().loc[about & (claims.index()["judge"] != "level"), "claim"]
    before, after = judged("laptop").loc[same], exchanged.loc[same]
    pd.testing.assert_series_equal(before["computed"], after["computed"])
    pd.testing.assert_series_equal(before["verdict"], after["verdict"])
    assert len(same) > 30


def test_a_contrast_of_two_modes_is_a_paired_t_interval():
    runs = frames("laptop")["evaluation"].query("problem == 'mis' and dataset == 'er_large'")
    scores = runs.groupby(["graph", "mode"])["best_fitness"].mean().unstack("mode")
    test = stats.ttest_rel(scores["baldwinian"], scores["lb"])
    low, high = test.confidence_interval(0.95)
    found = judged("laptop").loc["On independent sets of ER large LB does not have the highest "
                                 "score."]
    assert (found["low"], found["high"]) == pytest.approx((low, high), rel=1e-9)
    assert found["detectable"] == pytest.approx((high - low) / 2, rel=1e-9)


def test_a_gap_is_a_ratio_estimate():
    """Against the jackknife, which knows nothing of linearisation."""
    runs = frames("laptop")["evaluation"].query("problem == 'mis' and dataset == 'er_large'")
    scores = runs.groupby(["graph", "mode"])["best_fitness"].mean().unstack("mode")
    gaps = evidence.Evidence(frames("laptop")).table("gap").loc[("mis", "er_large"),
                                                                  "darwinian"]

    def gap(of):
        return 100 * (1 - of["darwinian"].mean() / of["baldwinian"].mean())
    left_out = np.array([gap(scores.drop(graph)) for graph in scores.index])
    n = len(scores)
    jackknife = np.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())
    assert gaps.mean() == pytest.approx(gap(scores), rel=1e-9)
    assert gaps.sem() == pytest.approx(jackknife, rel=0.02)


# What the paper's own tables say, counted once more

def table(name):
    """One of the paper's tables: value by problem, dataset, type; read plainly."""
    with open(ROOT / "data" / "published" / f"{name}.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    last = "loss_percent" if "loss_percent" in rows[0] else "mean"
    return {(r["problem"], r["dataset"], r["type"]): (float(r[last]), float(r.get("std") or 0))
            for r in rows}


PLACES = list(itertools.product(
    ("MIS", "MC"), ("ER Small", "ER Large", "BA Small", "BA Large", "RB Small", "RB Large")))
OTHERS = ("Baldwinian", "Lamarckian", "LB")


def test_counts_of_the_papers_scores():
    scores = table("scores")
    found = judged("laptop")["paper"]
    networks = {place: max(scores[*place, name][0] for name in ("GIN", "GT", "MLP", "DeepSets"))
                for place in PLACES}
    assert found["Each mode is substantially better than all four networks, on all datasets of "
                 "both problems."] == sum(
        scores[*place, mode][0] > networks[place]
        for place in PLACES for mode in ("Darwinian", *OTHERS)) == 47
    assert found["Darwinian evolution has a higher deviation over seeds than any other mode, on "
                 "all datasets."] == sum(
        scores[*place, "Darwinian"][1] > scores[*place, mode][1]
        for place in PLACES for mode in OTHERS) == 35
    assert found["Baldwinian evolution depends least of all modes on its seed."] == sum(
        scores[*place, "Baldwinian"][1] <= scores[*place, mode][1]
        for place in PLACES for mode in ("Darwinian", "Lamarckian", "LB")) == 28
    assert found["The solvers' values are an upper bound to compare with."] == sum(
        max(scores[*place, mode][0] for mode in ("Darwinian", *OTHERS))
        <= scores[*place, "Solver"][0] for place in PLACES) == 10
    least = min(scores[*place, mode][0] / networks[place]
                for place in PLACES for mode in ("Baldwinian", "Lamarckian"))
    assert found["Baldwinian and Lamarckian evolution are substantially better than the neural "
                 "networks."] == pytest.approx(100 * least)


def test_counts_of_the_papers_seconds_solutions_and_losses():
    found = judged("laptop")["paper"]
    seconds, unique, loss = map(table, ("runtime_seconds", "unique_solutions",
                                        "universality_loss_percent"))
    assert found["Darwinian evolution is the fastest mode."] == sum(
        seconds[*place, "Darwinian"][0] < seconds[*place, mode][0]
        for place in PLACES for mode in OTHERS) == 33
    hours = [3_600 / seconds[*place, "Baldwinian"][0] for place in PLACES if place[0] == "MC"]
    assert found["Baldwinian evolution is 200 to 2,000 times faster than the Max-Cut "
                 "solver."] == sum(200 <= times <= 2_000 for times in hours) == 3
    assert found["Baldwinian evolution takes less than 18 seconds on Max-Cut of RB "
                 "large."] == pytest.approx(seconds["MC", "RB Large", "Baldwinian"][0])
    assert found["Darwinian evolution meets fewer different best solutions than any mode with "
                 "local search, on all datasets."] == sum(
        unique[*place, "Darwinian"][0] < unique[*place, mode][0]
        for place in PLACES for mode in OTHERS) == 35
    assert found["The universal Baldwinian configuration nowhere loses more than 0.22 %."] == max(
        loss[*place, "Baldwinian"][0] for place in PLACES) == 0.22
    assert found["The universal configuration is sometimes better on new graphs than the one that "
                 "was tuned for them."] == sum(
        loss[*place, mode][0] < 0 for place in PLACES for mode in ("Darwinian", *OTHERS)) == 5


def test_bold_marks_follow_overlapping_deviations_and_no_narrower_rule():
    scores = table("scores")
    marked, best = (scores["MIS", "RB Small", mode] for mode in ("Lamarckian", "LB"))
    assert max(marked[1], best[1]) < best[0] - marked[0] < marked[1] + best[1]
    row = without_a_study().loc["Bold in Table 1 are the modes within a standard deviation of the "
                                "best one."]
    assert (row["computed"], row["of"], row["verdict"]) == (48, 48, "confirmed")


def test_the_best_mode_is_compared_with_the_best_of_the_others():
    runs = evidence.Evidence(frames("laptop"))
    scores = runs.table("score").loc[("mis", "er_small")]
    others = scores.drop(columns="baldwinian")
    lead = scores["baldwinian"] - others[others.mean().idxmax()]
    cell, = comparisons.near(runs, ["baldwinian"], ["best"], problems=["mis"],
                             datasets=["er_small"])
    assert cell.value == pytest.approx(lead.mean()) and cell.value > 0
    assert cell.sem == pytest.approx(lead.sem())
    assert cell.least < 0 and cell.most == float("inf")


def test_a_paper_without_its_exceptions_would_not_contradict_itself(monkeypatch):
    claim = "Each mode is substantially better than all four networks"
    assert verdict(without_a_study(), claim) == "contradicts itself"
    better = evidence.papers("comparison").copy()
    better.loc[("mis", "rb_small", "darwinian"), "mean"] = 17.5
    true = evidence.papers
    monkeypatch.setattr(evidence, "papers",
                        lambda measure: better if measure == "comparison" else true(measure))
    assert verdict(claims.judge({}).set_index("claim"), claim) == "cannot be judged"


def test_the_proofs_misprint_is_a_lower_bound_up_to_k_12_only():
    """By the exact constants (1 - (k + 1) / 2**k) / k**2."""
    lengths = (2, 3, 4, 6, 8, 10, 12, 14, 16)
    below = sum(1 / (12 * (k + 1)) <= theory.growth("lamarckian", k).constant for k in lengths)
    same = sum(12 * (k + 1) == 4 * k * (k + 1) for k in lengths)
    assert below == 7 and same == 1
    found = without_a_study().loc["Lamarckian evolution takes n^k/(12(k+1)) iterations or more."]
    assert (found["computed"], found["of"]) == (8, 18)


# For people

def test_the_table_says_what_the_frame_says():
    shown = readable(judged("laptop").reset_index()).set_index("claim")
    best = shown.loc["Darwinian evolution is the weakest mode on all datasets, and stops at a "
                     "lower score."]
    assert best["came out"] == "36 of 36" and best["95 % interval"] == "36 to 36"
    assert best["seen from"].endswith(" %") and best["paper"] == "36"
    unknown = shown.loc["On nine graphs of ER large a mode finds a larger independent set than "
                        "KaMIS (Baldwinian evolution six, LB three)."]
    assert unknown["came out"] == unknown["95 % interval"] == unknown["paper"] == ""
