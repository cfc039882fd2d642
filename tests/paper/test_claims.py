"""Every claim of the paper is judged by its cells, and by other numbers it is judged otherwise."""

import functools
import types

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from memlab.paper import PAPER, claims, profile
from memlab.paper.claims import evidence, forms
from memlab.report.claims import readable
from memlab.support.paths import NOTEBOOKS, RESULTS

pytestmark = pytest.mark.slow      # the paper and the shipped runs are the same in every clone
KNOWN = "cannot be judged"


@functools.cache
def stores(name):
    """A shipped study."""
    return profile(name).load(RESULTS / name, [part for part in PAPER
                                               if (RESULTS / name / part).is_dir()])


def changed(name, change):
    """A shipped study with other runs and traces."""
    return {part: types.SimpleNamespace(runs=lambda store=store: change(store.runs()),
                                        traces=lambda store=store: change(store.traces()))
            for part, store in stores(name).items()}


@functools.cache
def judged(name=None):
    shipped = stores("laptop") if name == "quick" else None
    return claims.judge(stores(name) if name else {}, shipped).set_index("claim")


def verdict(table, beginning):
    """That of the one claim which begins so."""
    found = table[table.index.str.startswith(beginning)]
    assert len(found) == 1, list(found.index)
    return found["verdict"].iloc[0]


def test_the_index_says_where_a_claim_stands_and_what_judges_it():
    index = claims.index()
    assert len(index) >= 70 and index["claim"].is_unique
    assert index["claim"].str.fullmatch(r"\S.*\.").all()
    sections = {part for section in index["section"] for part in section.split(", ")}
    assert sections >= {"Abstract", "1", "3.3", "3.4", "4", "5", "C.1", "D"}
    assert set(index["chapter"]) <= {int(path.stem[:2]) for path in NOTEBOOKS.glob("[0-9]*.ipynb")}
    for claim in index.to_dict("records"):
        assert hasattr(forms, claim["judge"] or "") == (claim["reason"] is None), claim["claim"]
        assert claim["share"] is None or 0 < claim["share"] <= 1


@pytest.mark.parametrize("name", ["quick", "laptop"])
def test_every_claim_is_judged_by_a_number_of_cells(name):
    table = judged(name)
    assert set(table["verdict"]) <= set(claims.VERDICTS)
    known = table["computed"].notna()
    assert table.loc[~known, "verdict"].eq(KNOWN).all()
    assert (table.loc[~known, "note"] != "read as it stands").all()
    assert (~known).sum() == claims.index()["reason"].notna().sum()
    numbers = table.loc[known, ["low", "computed", "high", "of"]]
    assert (numbers.diff(axis=1).iloc[:, 1:] >= 0).all(axis=None) and (numbers >= 0).all(axis=None)


def test_without_runs_of_the_papers_budget_only_the_paper_and_the_theory_judge():
    table = judged()
    assert set(table["verdict"]) == {"confirmed", "contradicts itself", KNOWN}
    itself = judged("laptop")["verdict"] == "contradicts itself"
    assert (table.loc[itself, "verdict"] == "contradicts itself").all()
    assert verdict(table, "The Darwinian (1+1) EA takes Theta") == "confirmed"
    assert "has no timing" in table.loc["Baldwinian evolution is the most expensive mode.", "note"]
    other = claims.judge(changed("quick", lambda runs: runs.assign(budget=1_000)))
    assert other["verdict"].tolist() == table["verdict"].tolist()
    assert "another budget" in other["note"].iloc[0]


def test_a_study_of_little_judges_little():
    """One graph a dataset confirms and contradicts nothing; a part and a dataset speak for it."""
    # of other configurations than the paper's, whose spread is known
    one = changed("laptop", lambda runs: runs[runs["graph_index"] == 0])
    one["evaluation"] = types.SimpleNamespace(
        runs=lambda: stores("laptop")["evaluation"].runs().query("graph_index == 0").assign(mu=7),
        traces=one["evaluation"].traces)
    table = claims.judge(one).set_index("claim")
    runs_judge = judged()["verdict"] == KNOWN
    assert set(table.loc[runs_judge, "verdict"]) == {KNOWN}
    assert table.loc[runs_judge, "computed"].notna().sum() > 40
    few = {"timing": changed("laptop", lambda runs: runs[
        runs["dataset"].isin(["er_small", "ba_small"])])["timing"]}
    table = claims.judge(few).set_index("claim")
    most = table.loc["Baldwinian evolution is the most expensive mode."]
    assert (most["verdict"], most["of"]) == ("confirmed", 12)
    lost = table.loc["Baldwinian evolution takes less than 18 seconds on Max-Cut of RB large."]
    assert "none of these datasets" in lost["note"]
    assert table["note"].str.contains("has no evaluation").sum() > 30


@pytest.fixture(scope="module")
def exchanged():
    """The laptop study with Darwinian and Baldwinian runs under each other's names."""
    names = {"darwinian": "baldwinian", "baldwinian": "darwinian"}
    study = changed("laptop", lambda runs: runs.assign(mode=runs["mode"].replace(names)))
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
    ("Baldwinian evolution offers the best trade-off", KNOWN, "contradicted"),
    ("Darwinian evolution is the fastest", "contradicts itself", "contradicts itself"),
    ("LB offers no systematic advantage", "confirmed", "contradicted"),
])
def test_other_runs_get_other_verdicts(exchanged, beginning, before, after):
    assert verdict(judged("laptop"), beginning) == before
    assert verdict(exchanged, beginning) == after


def test_exchanged_modes_leave_the_theorems_alone(exchanged):
    theorems = judged("laptop")["topic"] == "Runtime analysis"
    pd.testing.assert_frame_equal(exchanged[theorems], judged("laptop")[theorems])
    assert theorems.sum() > 10


def test_cells_are_paired_differences_and_ratio_estimates():
    """A contrast against SciPy's t interval, a gap against the jackknife, a lead over the best."""
    found = evidence.Evidence(stores("laptop"))
    runs = found.runs("evaluation").query("problem == 'mis' and dataset == 'er_large'")
    scores = runs.groupby(["graph", "mode"])["best_fitness"].mean().unstack("mode")
    here = {"problems": ["mis"], "datasets": ["er_large"]}
    cell, = forms.level(found, ["baldwinian"], ["lb"], **here)
    test = stats.ttest_rel(scores["baldwinian"], scores["lb"])
    margin = stats.t.ppf(0.975, len(scores) - 1) * cell.sem
    assert (cell.value - margin, cell.value + margin) == pytest.approx(test.confidence_interval())
    gaps = found.table("gap").loc[("mis", "er_large"), "darwinian"]

    def gap(of):
        return 100 * (1 - of["darwinian"].mean() / of["baldwinian"].mean())
    left_out = np.array([gap(scores.drop(graph)) for graph in scores.index])
    jackknife = np.sqrt((len(scores) - 1) * left_out.var())
    assert gaps.mean() == pytest.approx(gap(scores), rel=1e-9)
    assert gaps.sem() == pytest.approx(jackknife, rel=0.02)
    cell, = forms.near(found, ["baldwinian"], ["best"], **here)
    others = scores.drop(columns="baldwinian")
    lead = scores["baldwinian"] - others[others.mean().idxmax()]
    assert (cell.value, cell.sem) == pytest.approx((lead.mean(), lead.sem()))
    assert cell.least < 0 and cell.most == float("inf")


def test_a_paper_without_its_exceptions_would_not_contradict_itself(monkeypatch):
    claim = "Each mode is substantially better than all four networks"
    assert verdict(judged(), claim) == "contradicts itself"
    better = evidence.papers("comparison").sort_index()
    better.loc[("mis", "rb_small", "darwinian"), "mean"] = 17.5
    true = evidence.papers
    monkeypatch.setattr(evidence, "papers",
                        lambda measure: better if measure == "comparison" else true(measure))
    assert verdict(claims.judge({}).set_index("claim"), claim) == KNOWN


def test_the_table_says_what_the_frame_says():
    shown = readable(judged("laptop").reset_index()).set_index("claim")
    weakest = shown.loc["Darwinian evolution is the weakest mode on all datasets, and stops at a "
                        "lower score."]
    assert weakest[["came out", "95 % interval", "paper"]].tolist() == [
        "36 of 36", "36 to 36", "36"]
    unknown = shown.loc["On nine graphs of ER large a mode finds a larger independent set than "
                        "KaMIS (Baldwinian evolution six, LB three)."]
    assert unknown["came out"] == unknown["95 % interval"] == unknown["paper"] == ""
