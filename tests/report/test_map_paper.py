"""The short paper on the map: what it says is computed here from the shipped runs, word by word.

What is left of its text has no digit but those of the method, which the experiment's file holds.
"""

import re

import numpy as np
import pandas as pd
import predictions
import pytest
from scipy import stats

import memlab as ml
from memlab.analysis.leads import chosen
from memlab.analysis.statistics import holm, method_tests
from memlab.paper import published
from memlab.playground import plane
from memlab.report import site as build
from memlab.support.paths import RESULTS, data

pytestmark = pytest.mark.slow

PATH = build.SOURCE / "results" / "where_each_mode_wins.md"
RIVALS = ["baldwinian", "lamarckian"]


def plain(text):
    return re.sub(r"\s+", " ", text)


@pytest.fixture(scope="module")
def text():
    """The page without its heading numbers, pictures, links and block of code."""
    page = re.sub(r"```.*?```|!\[.*?\]\(.*?\)|<a [^>]*>|\{doc\}`.*?`", " ", PATH.read_text("utf-8"),
                  flags=re.S)
    return plain(re.sub(r"^## \d+\. ", "", page, flags=re.M))


@pytest.fixture(scope="module")
def facts():
    """The map, as arrays of n x p by problem and price."""
    found = plane.found()

    def arrays(problem, price):
        one = found["leads"][problem][price]
        lead, result = (np.array(one[name], float).reshape(12, 12) for name in ("lead", "result"))
        sure = np.array([*one["sure"]]).reshape(12, 12) == "1"
        return {"lead": lead, "result": result, "sure": sure,
                "baldwin": sure & (lead > 0), "lamarck": sure & (lead < 0)}

    return found | {(problem, price): arrays(problem, price)
                    for problem in ("mis", "maxcut") for price in ("0", "0.1", "1")}


def runs(name):
    return ml.study.load(RESULTS / name).runs()


def of_the_map(facts):
    """Sentences on the map."""
    n, p = facts["n"], facts["p"]
    count = {key: (one["baldwin"].sum(), one["lamarck"].sum())
             for key, one in facts.items() if isinstance(key, tuple)}
    for price, words in (("0", "a step is free"), ("0.1", "it costs 0.1 evaluations"),
                         ("1", "it costs 1 evaluation")):
        yield f"| {words} | {' | '.join(map(str, count['mis', price] + count['maxcut', price]))} |"
    free, tenth, whole = (facts["mis", price] for price in ("0", "0.1", "1"))
    lead, result = free["lead"], free["result"]
    yield (f"not inheriting is ahead at {count['mis', '0'][0]} of {lead.size} kinds of graphs, and "
           "inheriting at none")
    assert count["mis", "0"][1] == 0 and count["maxcut", "0"][0] == 0
    at = {size: lead[n.index(size), 0] for size in (330, 620, 1600)}
    yield (f"With p = {p[0]} it is {at[330]:.1f} vertices for n = 330, {at[620]:.1f} for n = 620, "
           f"and {at[1600]:.1f} for n = 1,600, where Baldwin finds sets of {result[-1, 0]:.1f} "
           f"vertices and Lamarck of {result[-1, 0] - lead[-1, 0]:.1f}")
    yield f"With p = 0.6 it is at most {lead[:, p.index(0.6)].max():.1f}"
    share = 100 * lead[-1] / result[-1]
    yield (f"with 1,600 vertices the lead is {share.min():.0f} to {share.max():.0f} % at every p")
    rows, columns = np.nonzero(tenth["lamarck"])
    yield (f"Lamarck is ahead at points with {n[rows.min()]} vertices or more and p up to "
           f"{p[columns.max()]}, by up to {-tenth['lead'][tenth['lamarck']].min():.1f} vertices; "
           f"Baldwin keeps {count['mis', '0.1'][0]} points")
    rows, columns = np.nonzero(whole["lamarck"])
    yield (f"Lamarck is ahead from {n[rows.min()]} vertices on, with p up to {p[columns.max()]}")
    yield f"where it costs a whole one, on sparse graphs from {n[rows.min()]} vertices on"
    at = [lead[n.index(size), p.index(0.06)] for size in (1170, 1600)]
    yield (f"with p = 0.06 it falls from {at[0]:.0f} vertices at n = 1,170 to {at[1]:.0f} at "
           "n = 1,600")
    cuts = facts["maxcut", "0"]
    part = -100 * (cuts["lead"] / cuts["result"])[cuts["lamarck"]]
    assert all(count["maxcut", price][0] == 0 for price in ("0", "0.1", "1")) and len(part) == 1
    priced = [-100 * (one["lead"] / one["result"])[one["lamarck"]].min()
              for one in (facts["maxcut", "0.1"], facts["maxcut", "1"])]
    yield f"Lamarck is ahead at one point, by {part[0]:.2f} % of the cut"
    tenth, whole = (count["maxcut", price][1] / cuts["lead"].size for price in ("0.1", "1"))
    yield (f"he is ahead at {100 * tenth:.0f} and {100 * whole:.0f} % of the points, by up to "
           f"{max(priced):.1f} % of Baldwin's cut")


def of_the_reserve(_):
    """Sentences on the mechanism."""
    all_runs = runs("reserve_of_ones")
    dosed = all_runs[(all_runs["method"] != "evolution") & (all_runs["local_search"] == "repair")]
    baldwin, lamarck = (dosed[dosed["inherits"] == one] for one in (0, 1))
    each = baldwin.drop(columns="added").merge(lamarck[["added"]].drop_duplicates(), how="cross")
    tests = method_tests(pd.concat([each, lamarck]), "inherits", ["problem", "dataset", "added"],
                         ["graph"]).set_index(["added", "dataset"])
    without, fifth = tests["difference"][0.0], tests.loc[0.2]
    yield (f"Without a reserve, Lamarck is behind by {without['er_small']:.2f} vertices on ER "
           f"small, {without['ba_small']:.2f} on BA small, and {without['rb_small']:.2f} on RB "
           "small")
    assert (fifth["difference"] < 0).all() and (tests["pairs"] == 40).all()
    yield f"the intervals end where he is {fifth['high'].max():.1f} vertices behind"
    yield "*Figure 2. Lamarck with a reserve, on 40 fresh graphs of each dataset.*"
    modes = all_runs[all_runs["mode"].isin(RIVALS) & (all_runs["local_search"] == "augment")]
    close = method_tests(modes, "mode", ["problem", "dataset"], ["graph"])["difference"].abs()
    yield f"the means of memlab's own modes are within {close.max():.1f} vertices of each other"


def of_crossover(_):
    """Sentences on crossover."""
    rivals = runs("crossover").query("mu == 250")
    rivals = rivals[rivals["mode"].isin(RIVALS)]
    sets = rivals[(rivals["problem"] == "mis") & (rivals["dataset"].str[:2] != "rb")]
    none = method_tests(sets[sets["crossover_rate"] == 0], "mode", ["dataset"], ["graph"])
    assert len(none) == 4 and (none["low"] > 0).all()
    yield "on ER and BA graphs he is ahead without it, too"
    of_lamarck = sets[sets["mode"] == "lamarckian"].pivot_table(
        "best_fitness", "dataset", "crossover_rate").loc[["ba_small", "ba_large"]]
    assert (of_lamarck[1.0] > of_lamarck[0.0] + 3).all()
    yield "(On BA graphs, with 250 parents, it helps him.)"
    rivals = rivals[rivals["dataset"] == "er_large"]
    own = rivals.groupby(["problem", "mode", "crossover_rate"])["best_fitness"].mean()
    tests = method_tests(rivals, "mode", ["problem", "crossover_rate"], ["graph"]).set_index(
        ["problem", "crossover_rate"])
    lead, own = tests["difference"], own["mis", "lamarckian"]
    assert tests["low"]["maxcut", 1.0] < 0 < tests["low"]["maxcut", 0.0]
    yield (f"from {lead['mis', 0.0]:.1f} vertices to {lead['mis', 1.0]:.1f}, and Lamarck himself "
           f"becomes worse, from {own[0.0]:.1f} to {own[1.0]:.1f}")
    assert tests["high"]["maxcut", 0.5] < 0
    yield (f"Baldwin is ahead by {lead['maxcut', 0.0]:.1f} edges on ER large. If half of the "
           "offspring have two parents, Lamarck is; if all have, the lead is "
           f"{lead['maxcut', 1.0]:.1f}, which is no more than chance")
    yield "*Figure 3. The lead of Baldwin at crossover rates of 0, 0.5 and 1, with 250 parents.*"


def of_shares(_):
    """Sentences on how much to inherit, and on steps."""
    free = runs("share").query("problem == 'mis' and step_cost == 0")
    whole, each = (free[(free["inherits"] == "each") == one] for one in (False, True))

    def table(frame, value="best_fitness"):
        return frame.pivot_table(value, ["graph_n", "graph_p"], "lb_probability")

    size, steps = table(whole), table(whole, "local_search_steps")
    few = size.index.get_level_values("graph_n") <= 400
    saved = 100 * (1 - steps[0.01] / steps[0.0])[few]
    yield "no probability between the ends is shown to be ahead of 0 on sets of G(n, p)"
    every = whole.pivot_table("best_fitness", ["graph_n", "graph_p", "graph_index"],
                              "lb_probability")
    tests = [stats.ttest_rel(one[share], one[0.0], alternative="greater").pvalue
             for _, one in every.groupby(["graph_n", "graph_p"]) for share in every.columns[1:-1]]
    assert not (holm(tests) < 0.05).any()
    yield (f"up to 400 vertices, a probability of 0.01 costs at most "
           f"{(size[0.0] - size[0.01])[few].max():.2f} vertices in the mean (no interval reaches "
           f"0.6), and takes {saved.min():.0f} to {saved.max():.0f} % fewer steps")
    some = [place for place in size.index[few] if place[0] >= 200]
    assert (size[[0.1, 0.3]] > table(each)[[0.1, 0.3]]).loc[some].all(axis=None)
    yield "with 200 and 400 vertices, at probabilities of 0.1 and 0.3"
    yield (f"with 400 vertices and p = 0.1 they need "
           f"{steps[0.0][400, 0.1] / steps[1.0][400, 0.1]:.0f} times as many steps")
    yield "*Figure 4. From Baldwin (0) to Lamarck (1), on 30 fresh graphs of each dataset.*"
    graphs = runs("inheritance").groupby(["problem", "dataset"])["graph"].nunique()
    assert set(graphs) == {30}


def of_degrees_and_ties(_):
    """Sentences on the two last experiments."""
    some = runs("degree")
    frame = predictions.at_points(some, 6).query("problem == 'mis' and step_cost == 0")
    line = {model: one["difference"].to_numpy() for model, one in frame.groupby("graph_model")}
    apart = np.abs(line["regular"] - line["er"]).max()
    yield (f"With free steps, on regular graphs of 400 vertices the lead differs from that of "
           f"random graphs of the same mean degree by at most {np.ceil(apart):.0f} vertices")
    assert (line["ba"][:2] < line["er"][:2] / 2).all()
    yield "On scale-free graphs of degrees 2 and 4 it is less than half of it"
    best = chosen(some.query("problem == 'mis' and step_cost == 0 and graph_model == 'planted'"), 6)
    reached = best.assign(reached=best["best_fitness"] >= best["graph_size"]).groupby(
        ["graph_size", "mode"])["reached"].agg(["sum", "count"])
    of = reached.loc[100]
    assert of["sum"]["baldwinian"] == of["count"]["baldwinian"]
    yield (f"Planted sets of 100 among 400 vertices are found by Baldwin on all "
           f"{of['count']['baldwinian']} graphs, and by Lamarck on {of['sum']['lamarckian']}")
    late = reached.loc[(140, "lamarckian")]
    yield (f"Lamarck misses planted sets of 140 on {late['count'] - late['sum']} of "
           f"{late['count']} graphs")
    level = runs("ties_and_sizes").query("problem == 'mis' and mu == 250").pivot_table(
        "best_fitness", ["mode", "dataset"], "ties")
    assert (level["random"] - level["parents"]).abs().max() < 1
    yield ("with 250 parents and 50 offspring, no mean changes by a whole vertex if the older "
           "survive; but 15 graphs leave a few vertices possible on BA large")


def of_predictions(_):
    """The table of what came out."""
    all_of, right = 0, 0
    for name in predictions.RULES:
        verdicts = predictions.verdicts(name, runs(name))
        confirmed = [*verdicts.values()].count("confirmed")
        all_of, right = all_of + len(verdicts), right + confirmed
        yield f"| `{name}` | {len(verdicts)} | {confirmed} |"
    yield f"{all_of - right} of {all_of} predictions were wrong in some part"
    frame = predictions.at_points(runs("plane").query("problem == 'mis'"), 3)
    errors = [predictions.law_errors(one, by) for _, one in frame.groupby("step_cost")
              for by in ("graph_n", "graph_p")]
    yield f"by {min(errors):.2f} to {max(errors):.2f} of the leads' own deviation on sets"
    yield "the lead is smaller on sparse graphs of 330 vertices"
    yield "on RB large sets nobody leads with 10 parents"


def of_advice(_):
    """Sentences on what the map is good for."""
    frame = predictions.gains(data("experiments") / "map" / "advice.toml", runs("advice"))
    between = frame[frame["dataset"].str.contains("=")]
    mean = between.groupby(["problem", "step_cost"])[["announced", "gain"]].mean()
    for price, words in ((0, "a step is free"), (0.1, "it costs 0.1 evaluations"),
                         (1, "it costs 1 evaluation")):
        values = [*mean.loc["mis", price], *mean.loc["maxcut", price]]
        yield f"| {words} | " + " | ".join(f"{value:.1f}" for value in values) + " |"
    yield f"On {between['graph'].nunique()} fresh graphs *between* the points"
    yield "of 14 configurations the best"
    theirs = predictions.against_the_papers_best(runs("papers_best"))
    loss = -theirs.query("problem == 'mis' and dataset == 'rb_large' and step_cost == 0")["gain"]
    yield (f"it loses {loss.mean():.0f} % on RB large sets with free steps, with a standard error "
           f"of {loss.sem():.0f}")
    # tests/solvers/optima/test_public.py has the number
    yield "Against the universal configuration it loses nowhere more than 0.1 % on ten"


def of_the_paper(_):
    """What it found, in its own table."""
    scores = published.read("scores").pivot(
        index=["problem", "dataset"], columns="mode", values="mean")
    lead = scores["baldwinian"] - scores["lamarckian"]
    assert (lead["mis"] > 0).sum() == 5
    assert (lead["maxcut"].abs() < 0.001 * scores["lamarckian"]["maxcut"]).all()
    yield ("ahead of Lamarckian evolution on independent sets of five of six kinds of graphs, and "
           "both modes level on cuts")


def of_the_method(facts):
    """Sentences that the experiment's file holds."""
    plan = ml.study.read_plan(data("experiments") / "map" / "plane.toml").frame()
    n, p = facts["n"], facts["p"]
    assert len(n) == len(p) == 12 and plan.groupby("dataset")["graph_index"].nunique().eq(12).all()
    yield (f"twelve values of n, from {n[0]} to {n[-1]:,}, and twelve of p, from {p[0]} to "
           f"{p[-1]}: {len(n) * len(p)} points, with twelve graphs each")
    budget, = plan["budget"].unique()
    yield (f"A run may spend {budget:,} evaluations. A step of local search costs 0, 0.1 or 1 of "
           "them")
    assert facts["prices"] == [0, 0.1, 1]
    rivals = [(one["mu"], one["lambda"], one["crossover"])
              for one in facts["setups"]["lamarckian"]]
    assert sorted(rivals) == [(10, 10, 0), (50, 50, 0.9), (250, 50, 0.9)]
    listed = plan[plan["mode"] == "lamarckian"]["mu"].unique()
    assert [*listed] == [50, 250, 10]      # of equally good ones the first counts
    yield ("50 or 250 parents with 50 offspring and a crossover rate of 0.9, or 10 parents with 10 "
           "offspring and no crossover")
    yield "at the 5 % level, with Holm's correction for the 144 points of a problem and price"
    yield "Intervals are those of 95 %."
    yield "*Figure 1."
    yield "| points at which a mode is ahead, of 144 |"
    yield "G(n, p)"


def test_every_number_of_the_paper_is_one_of_the_runs(text, facts):
    for part in (of_the_map, of_the_reserve, of_crossover, of_shares, of_degrees_and_ties,
                 of_predictions, of_advice, of_the_paper, of_the_method):
        for sentence in part(facts):
            assert plain(sentence) in text, (part.__name__, sentence)
            text = text.replace(plain(sentence), "·")
    assert re.findall(r"[^ ]* ?[^ ]*\d[^ ]* ?[^ ]*", text) == []


def test_the_paper_has_its_parts_and_its_figures_are_charts_of_the_chapter():
    page = PATH.read_text("utf-8")
    headings = re.findall(r"^## \d+\. (.*)$", page, re.M)
    assert [headings[0], headings[1], headings[-2], headings[-1]] == [
        "The question", "The method", "The limits", "How to repeat it"]
    assert len(re.findall(r"static/charts/09_where_each_mode_wins-[\w-]+-0\.svg", page)) == 4
    assert 1_300 < len(page.split()) < 2_200      # about four printed pages, with the figures
    assert 'href="../_static/playground.html#view=map"' in page
