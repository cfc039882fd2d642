"""Plans for verdicts: they decide as often as they say, and cost no more than they may."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from memlab.analysis.frames import CELL
from memlab.paper import agreement, planning, profile, tables
from memlab.study import load
from memlab.support.paths import RESULTS


@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_planned_graphs_decide_as_often_as_they_say(power):
    """Normal residuals of the shipped spread, around what is expected: 4,000 draws a cell."""
    rng, table = np.random.default_rng(0), planning.needed(power=power)
    table = table[np.isfinite(table["graphs"]) & (table["graphs"] > 2)]
    for row in table.itertuples():
        ours = np.hypot(row.between, row.within) / np.sqrt(row.graphs)
        both = np.hypot(ours, row.published)
        found = np.abs(row.expected + rng.normal(0, np.hypot(ours, row.sem), 4_000))
        decided = (found + stats.norm.ppf(0.95) * both < 1) | (found > stats.norm.ppf(0.975) * both)
        assert decided.mean() > power - 0.03
    fewer = planning.needed(power=power - 0.1)["graphs"]
    assert (fewer <= planning.needed(power=power)["graphs"]).all()


def test_a_plan_costs_no_more_than_it_may_and_decides_what_is_cheap_first():
    table = planning.counts(seconds=60)
    assert (table["count"] * table["seconds"]).sum() <= 60 and table["count"].min() == 4
    left = table[~table["planned"]]
    assert (left["count"] == 4).all()
    dearest = (table["count"] * table["seconds"])[table["planned"]].max()
    assert (left["graphs"] * left["seconds"]).min() > dearest / 2
    assert planning.counts()["planned"].sum() >= table["planned"].sum()


def test_a_planned_study_has_a_seed_on_each_graph():
    plan, table = profile("quick").plan("evaluation"), profile("quick").counts()
    runs = plan.frame()
    counts = runs.groupby(CELL)["graph"].nunique()
    assert counts.sort_index().equals(table["count"].sort_index().rename("graph"))
    assert len(runs) == counts.sum() == len(plan) and plan.repetitions == 1
    assert runs["graph_index"].max() == counts.max() - 1


def test_a_margin_is_a_profile():
    half = profile("margin-0.5")
    assert half.parts == ("evaluation",) and len(half.plan("evaluation")) > len(
        profile("margin-1").plan("evaluation"))
    assert half.option == "--margin 0.5" and half.size == "quick"
    assert profile("margin-0.50") == half
    for name in ("margin-0", "margin-x", "margin-nan"):
        with pytest.raises(ValueError, match="margin"):
            profile(name)


def test_what_is_undecided_has_a_reason_and_a_price():
    runs = load(RESULTS / "replicated").runs().query("graph_index < 4 and repetition == 0")
    comparison = tables.compare_scores(runs)
    table = planning.limits(comparison)
    assert len(table) == agreement.counts(comparison)["undecided"]
    of = planning.needed().loc[pd.MultiIndex.from_frame(table[CELL])].reset_index(drop=True)
    parts = pd.DataFrame({"graphs": of["between"]**2 / 4, "seeds": of["within"]**2 / 4,
                          "the paper's graphs": of["published"]**2})
    assert (table["limit"] == parts.idxmax(axis=1)).all()
    # another study of as few graphs would not decide, and this one found more than was expected
    assert (table["needed"] > 4).mean() > 0.9
    assert np.allclose(table["seconds"], table["needed"] * of["seconds"])
    assert (planning.limits(comparison, margin=0.5)["needed"] >= table["needed"]).mean() > 0.6


def test_looks_with_a_stop_at_the_first_verdict_would_be_wrong_too_often():
    """Scores that are off by 1 %: 4,000 sequences of looks after 4, 8, ..., 256 graphs, a cell."""
    rng, wrong = np.random.default_rng(3), []
    for row in planning.needed().itertuples():
        spread, printed = np.hypot(row.between, row.within), rng.normal(0, row.published, 4_000)
        off, called, before = np.zeros(4_000), np.zeros(4_000), 0
        for graphs in 2 ** np.arange(2, 9):
            off += rng.normal(0, spread * np.sqrt(graphs - before), 4_000)
            before, both = graphs, np.hypot(spread / np.sqrt(graphs), row.published)
            found = np.abs(1 + printed + off / graphs)
            far, near = found >= 1.96 * both, found + 1.645 * both < 1
            called = np.where(called == 0, np.select([far, near], [1, -1], 0), called)
        wrong.append((called == -1).mean())
    assert 0.08 < max(wrong) < 0.12


def test_a_study_for_a_margin_is_judged_by_it():
    runs = load(RESULTS / "replicated").runs()
    near = [tables.compare_scores(runs, margin) for margin in (0.2, 1.0, 3.0)]
    same = [agreement.counts(one, margin)["equivalent"] for one, margin in zip(
        near, (0.2, 1.0, 3.0), strict=True)]
    assert same[0] < same[1] < same[2] and near[0]["p"].equals(near[2]["p"])


def test_cells_that_no_graphs_decide_get_four():
    table = planning.counts(margin=0.5)
    assert (table.loc[np.isinf(table["graphs"]), "count"] == 4).all()
    assert np.isinf(table["graphs"]).sum() >= 5
