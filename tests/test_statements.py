"""What README, pages and chapters say of shipped runs: each statement in the table, with its test.

A line of ``tests/statements.csv`` names a statement, its page, the runs that make it true, and the
test here that shows so. The checks of a chapter hold its other numbers.
"""

import ast
import csv
import functools
import itertools
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import memlab as ml
from memlab.analysis import named
from memlab.analysis.leads import chosen, leads
from memlab.analysis.statistics import holm, signed_rank
from memlab.paper import agreement, contrasts, differences, profile, published, tables
from memlab.support import names
from memlab.support.paths import RESULTS, ROOT

with (ROOT / "tests" / "statements.csv").open(encoding="utf-8", newline="") as file:
    TABLE = list(csv.DictReader(file))
LEARNERS = ["baldwinian", "lamarckian", "lb"]
pytestmark = pytest.mark.slow      # shipped runs and sentences are the same in every clone


@pytest.fixture
def said(request):
    """The numbers in each statement of the test that asks: list of lists of float."""
    return [[float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?",
                                                                    line["statement"])]
            for line in TABLE if line["test"] == request.node.name]


@pytest.mark.parametrize("line", TABLE, ids=lambda line: line["statement"][:40])
def test_a_statement_stands_where_the_table_says(line):
    text = (ROOT / line["page"]).read_text("utf-8")
    if line["page"].endswith(".ipynb"):
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    assert line["statement"] in " ".join(text.split())
    assert all((RESULTS / name).is_dir() for name in line["runs"].split())


def test_every_test_here_has_a_statement_and_every_statement_a_test():
    tests = {node.name for node in ast.parse(Path(__file__).read_text("utf-8")).body
             if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}
    assert tests - {line["test"] for line in TABLE} == {
        "test_a_statement_stands_where_the_table_says",
        "test_every_test_here_has_a_statement_and_every_statement_a_test"}
    assert {line["test"] for line in TABLE} <= tests


@functools.cache
def runs(name):
    """The shipped runs of an experiment."""
    return ml.study.load(RESULTS / name).runs()


def test_scores_that_come_out_again(said):
    found = agreement.counts(tables.compare_scores(runs("laptop/replication")))
    readme, page = said[1:]
    assert readme == [found["equivalent"], 48, 1, found["differs"], found["after Holm"],
                      found["undecided"]]
    assert page == [found["equivalent"], 1, found["differs"], found["undecided"], 48,
                    found["after Holm"]]
    assert found["equivalent"] > 24      # most


def test_the_page_of_the_paper_counts_right(said):
    shown = (RESULTS / "laptop" / "tables" / "scores.md").read_text("utf-8")
    assert shown in (ROOT / "docs" / "results" / "paper.md").read_text("utf-8")
    evaluation, replicated = runs("laptop/evaluation"), runs("replicated")
    paired = contrasts.contrasts(replicated)
    for table, line in zip((tables.compare_scores(evaluation),
                            tables.compare_scores(runs("laptop/replication")),
                            contrasts.contrasts(evaluation), paired), said[:4], strict=True):
        found = agreement.counts(table)
        assert line == [found[key] for key in ("equivalent", "undecided", "differs",
                                               "differs within", "after Holm")]
    same = paired.query("verdict == 'equivalent'")
    tiny = same[(same["problem"] == "maxcut") & (same["mode"] != "darwinian")]
    size = (100 * tiny["published_mean"] / tiny["scale"]).abs().max()
    assert said[4] == [len(tiny), len(same), round(size, 2)]
    selected = differences.selection(evaluation, replicated)
    own, worse = selected["verdict"].value_counts(), selected[selected["verdict"] == "worse"]
    assert said[5] == [own["worse"], len(selected), (worse["percent"] > -0.4).sum(), 0.4,
                       own["better"], own["same"], own["undecided"]]


def test_what_fresh_graphs_say_of_the_doubtful_differences(said):
    paired = contrasts.contrasts(runs("replicated"))
    doubted = paired[paired["verdict"] == "differs"].set_index(tables.CELL)
    more = pd.concat([runs("doubtful_sets"), runs("doubtful_cuts")])
    # not on the graphs on which they were found doubtful
    fresh = more[more["graph_index"] >= 100]
    judged = pd.concat({rule: contrasts.contrasts(frame).set_index(tables.CELL)
                        for rule, frame in fresh.groupby("ties")})
    found = judged["verdict"] == "equivalent"
    other = ("maxcut", "rb_large", "darwinian")
    assert doubted.loc[other, ["percent_low", "percent_high"]].abs().max() < 0.5
    cells = doubted.index.drop(other)
    chance, younger = (found[rule].reindex(cells) for rule in ("random", "offspring"))
    assert len(cells) == 6 and fresh.groupby("dataset")["graph"].nunique().eq(300).all()
    assert chance.sum() == 2 and (younger & ~chance).sum() == 1
    assert set(cells[~(chance | younger)]) == {
        ("mis", "er_large", "lb"), ("mis", "ba_small", "lamarckian"),
        ("maxcut", "ba_large", "darwinian")}
    barely = judged.loc[("offspring", "mis", "ba_small", "lamarckian"), "p"]
    assert said == [[300, round(barely, 3)]]
    assert judged["verdict"].eq("differs").groupby(level=0).any().all()


def test_a_plan_decides_as_many_cells_as_it_says(said):
    quick, laptop = (agreement.counts(tables.compare_scores(runs(name)))
                     for name in ("quick/evaluation", "laptop/replication"))
    assert said[0] == [quick["equivalent"] + quick["differs"]]
    assert said[1][0] == laptop["equivalent"] + laptop["differs"]
    seconds = [runs(name)["seconds"].sum() for name in ("laptop/replication", "replicated")]
    assert 1 / 7 < seconds[0] / seconds[1] < 1 / 5
    plan = profile("laptop").counts()
    assert said[3] == [plan["count"].min(), plan["count"].max()]
    assert (plan["graphs"] > plan["count"]).sum() == 1
    assert said[5] == [(plan["count"] <= 100).sum()]


def test_leads_of_tuned_modes(said):
    gap = contrasts.contrasts(runs("laptop/evaluation"))
    gap = gap.query("mode == 'lamarckian' and problem == 'mis'")
    assert len(gap) == 6 and (gap["high"] < 0).all()
    scores = runs("laptop/evaluation").groupby(["problem", "dataset", "graph", "mode"])
    scores, (bound,) = scores["best_fitness"].mean().unstack("mode"), said[0]
    for _, pairs in scores.loc["maxcut"].groupby("dataset"):      # all six at once: Bonferroni
        gap = pairs["baldwinian"] - pairs["lamarckian"]
        ends = np.array(stats.t.interval(1 - 0.05 / 6, len(gap) - 1, gap.mean(), gap.sem()))
        assert 100 * np.abs(ends).max() / pairs["lamarckian"].mean() < bound
    lb = -scores.loc["mis", "rb_large"].sub(scores.loc["mis", "rb_large"]["lb"], axis=0)
    lb = lb[["baldwinian", "lamarckian"]]
    assert (lb.mean() > 4 * lb.sem()).all()


def test_leads_on_cuts_with_the_papers_configurations(said):
    cuts = runs("replicated").query("problem == 'maxcut'")
    level = cuts.groupby(["dataset", "graph", "mode"])["best_fitness"].mean().unstack("mode")
    lead = (level["lamarckian"] - level["baldwinian"]).groupby("dataset")
    chance = 2 * stats.t.sf((lead.mean() / lead.sem()).abs(), lead.size() - 1)
    ahead = lead.mean().index[(holm(chance) < 0.05) & (lead.mean() > 0)]
    assert set(ahead) == {"er_small", "er_large", "ba_small"}
    size = 100 * lead.mean() / level["baldwinian"].groupby("dataset").mean()
    assert said == [[size[ahead].min().round(2), size[ahead].max().round(2)]]


def test_the_modes_tuned_on_seventy_graphs(said):
    printed = published.read("scores").query("problem == 'mis' and dataset == 'rb_large'")
    printed = printed.set_index("mode")["mean"]
    assert printed["lamarckian"] > printed["baldwinian"]
    settings = ["ties", "mode", "mu", "lambda_", "crossover_rate", "lb_probability"]
    grid = runs("rb_large_grid").fillna({"lb_probability": 0})
    assert grid.groupby(settings)["graph"].nunique().eq(70).all()
    means = grid.groupby(settings)["best_fitness"].mean()
    best = {key: mean.idxmax() for key, mean in means.groupby(["ties", "mode"])}
    tuned = runs("rb_large_tuned").fillna({"lb_probability": 0})
    values = tuned.set_index([*settings, "graph"])["best_fitness"].sort_index()
    judged = {key: values.loc[choice] for key, choice in best.items()}
    assert all(len(one) == 400 for one in judged.values())

    def lead(ties, first, second):
        each = judged[ties, first] - judged[ties, second]
        return each.mean(), *stats.t.interval(0.95, 399, each.mean(), each.sem())

    for ties in ("random", "offspring"):
        _, low, high = lead(ties, "baldwinian", "lamarckian")
        assert -0.5 < low < high < 0.5 and (low > 0) == (ties == "random")
        assert all(lead(ties, "lb", other)[1] > 0 for other in ("baldwinian", "lamarckian"))
    assert said == [[], [70, round(lead("random", "baldwinian", "lamarckian")[0], 2), 400]]


def test_who_is_ahead_on_the_map_while_learning_is_free_and_at_a_price(said):
    plane = runs("plane").query("problem == 'mis'")
    leads_at = {price: leads(one, 3) for price, one in plane.groupby("step_cost")}
    ahead = {price: [int(((one["p_holm"] < 0.05) & (one["difference"] * sign > 0)).sum())
                     for sign in (1, -1)] for price, one in leads_at.items()}
    assert said == [[len(leads_at[0]), ahead[0][0], ahead[1][1]]]
    assert ahead[0][1] == ahead[1][0] == 0


def test_a_single_line_is_above_the_papers_networks():
    line = runs("coin_to_optimum_sets").query("order == 'min_degree'")
    line = line.groupby(["dataset", "graph"])["best_fitness"].first()
    printed = published.read("scores").query("problem == 'mis'").pivot(
        index="dataset", columns="mode", values="mean")[["GIN", "GT", "MLP", "DeepSets"]]
    lead = line.groupby("dataset").mean() - printed.max(axis=1)
    assert len(lead) == 6 and (lead > 4 * line.groupby("dataset").sem()).all()
    large = runs("replicated").query("problem == 'mis' and dataset == 'ba_large'")
    scores = large.groupby(["mode", "graph"])["best_fitness"].mean()
    ahead = -scores.unstack("mode").sub(line["ba_large"], axis=0)
    assert (ahead.mean() > 4 * ahead.sem()).all()


def test_baldwinian_evolution_is_nearly_perfect_on_ba_graphs(said):
    largest = runs("large_sets").query("proved").set_index("graph")["best_fitness"]
    baldwin = runs("replicated").query("problem == 'mis' and mode == 'baldwinian'")
    missing = baldwin["graph"].map(largest) - baldwin["best_fitness"]
    small, large = (missing[baldwin["dataset"] == name] for name in ("ba_small", "ba_large"))
    assert small.notna().all() and large.notna().all() and (missing.dropna() >= 0).all()
    assert said == [[(small == 0).sum(), len(small)], [(small > 0).sum(), len(small)]]
    large = large.groupby(baldwin["graph"]).mean()
    assert large.mean() + 4 * large.sem() < 0.5


def test_how_much_faster_memlab_is(said):
    bench = pd.read_csv(RESULTS / "bench" / "bench.csv")
    times = bench["reference_seconds"].sum() / bench["memlab_seconds"].sum()
    assert said == [[round(times)]]


def repaired(name):
    """Of them, those of modes on independent sets with the paper's repair."""
    found = runs(name)
    return found[(found["problem"] == "mis") & (found["local_search"] == "repair")
                 & found["mode"].notna()]


def test_the_share_of_genomes_that_hold_anothers_set():
    found = repaired("price").query("mode == 'baldwinian'")
    traces = ml.study.load(RESULTS / "price").traces().merge(found[["run"]], on="run")
    at = traces[traces["evaluations"] <= 10_000].sort_values("evaluations").groupby("run").last()
    reserve = at.groupby("dataset")["reserve"].mean()
    assert reserve["er_large"] > 0.5 and 0.15 < reserve["er_small"] < 0.2


def test_planted_sets_are_found_while_learning_is_free():
    found = runs("degree").query("problem == 'mis' and graph_model == 'planted'")
    found = chosen(found[found["graph_size"] == 100], 6)
    share = (found["best_fitness"] >= 100).groupby([found["step_cost"], found["mode"]]).mean()
    assert share[0, "baldwinian"] == 1 and 0.18 < share[0, "lamarckian"] < 0.22
    assert share[0.1, "baldwinian"] < 0.8


def test_a_tenth_is_a_low_estimate_of_what_a_step_of_the_repair_takes():
    found = runs("plane").query("problem == 'mis' and mu == 250 and not step_cost > 0")
    found = found.groupby(["mode", "graph_n", "graph_p"])[
        ["seconds", "evaluations", "local_search_steps"]].sum()
    one = found.loc["darwinian", "seconds"] / found.loc["darwinian", "evaluations"]
    for mode in LEARNERS[:2]:
        rest = found.loc[mode, "seconds"] / one - found.loc[mode, "evaluations"]
        assert 0.1 < (rest / found.loc[mode, "local_search_steps"]).median() < 0.25


def test_how_the_first_race_of_the_page_ends(said):
    ends = {}
    for mode in "baldwinian", "lamarckian":
        e = ml.Evolution(ml.MaxIndependentSet(named.from_dataset("er_small").graph), mode, mu=250,
                         lambda_=50, crossover_rate=0.9, budget=40_000, seed=1)
        e.run()
        ends[mode] = e
    assert [e.trace["best_fitness"].iloc[-1] for e in ends.values()] == said[0]
    winner = ends["baldwinian"]
    assert said[1] == [243]      # and four
    assert [len(np.unique(rows, axis=0)) for rows in (winner.population, winner.phenotypes)] == [
        243, 4]
    steps = [e.trace["local_search_steps"].iloc[-1] for e in ends.values()]
    assert 47 < steps[0] / steps[1] < 50


def test_what_came_out_of_the_predictions_on_inheritance(said):
    found = runs("inheritance")
    found = found[found["mode"] == "lb"]
    way = found["name"].str.split(", ", expand=True)
    level = found.assign(family=way[0], coin=way[1]).pivot_table(
        index=["problem", "dataset", "graph"], columns=["family", "coin", "lb_probability"],
        values="best_fitness")
    cells = ["universal", "selected"], (0.15, 0.3, 0.5, 0.7, 0.85)

    def certain(problem, datasets):
        """Where bit by bit is surely worse (-1) or better (1), Holm over all cases."""
        differences = {(family, dataset, p): (level[family]["each"][p] - level[family]["whole"][p])[
            problem, dataset] for family, p in itertools.product(*cells) for dataset in datasets}
        corrected = holm([signed_rank(one.to_numpy()) for one in differences.values()])
        return pd.Series(np.where(corrected < 0.05, np.sign(
            [one.mean() for one in differences.values()]), 0), [*differences])

    sets = certain("mis", ["er_small", "er_large", "rb_small", "rb_large"])
    assert [(sets < 0).sum(), len(sets)] == said[0] and not (sets > 0).any()
    assert all(dataset.startswith("er") for _, dataset, _ in sets[sets < 0].index)
    assert not certain("maxcut", [*names.DATASETS]).any()
    gain = (level["universal"]["offspring first"] - level["universal"]["whole"]).loc["mis"]
    means = gain.groupby("dataset").mean()
    assert [(means < -1e-9).sum().sum(), means.size] == said[1]
    assert (holm([signed_rank(gain.loc[dataset][p].to_numpy())
                  for dataset in means.index for p in means]) >= 0.05).all()


def test_how_often_the_best_configurations_of_baldwin_ration(said):
    taken = chosen(runs("rationed").query("mode == 'baldwinian' and graph_n >= 330"), 3)
    rations = taken[["learning_probability", "learning_depth"]].ne([1, np.inf]).any(axis=1)
    share = rations.groupby(taken["dataset"]).mean()
    assert len(share) == 9 and (share == 1).sum() == 4      # four, and three more, as said
    assert share.between(0, 1, inclusive="neither").sum() == 3
    assert said == [[round(share.sum(), 1)]]


def test_two_leads_on_cuts_are_larger_than_expected():
    free = runs("plane").query("problem == 'maxcut' and step_cost == 0")
    found = leads(free, 3)
    level = free[free["mode"].isin(LEARNERS[:2])].groupby("dataset")["best_fitness"].mean()
    part = 100 * found.set_index("dataset")["difference"].abs() / level
    assert (part > 0.5).sum() == 2 and part.max() < 0.6
    sizes = runs("plane").drop_duplicates("dataset").set_index("dataset")["graph_n"]
    assert [*sizes[found[found["p_holm"] < 0.05]["dataset"]]] == [1600]
