"""The results that come with memlab are what memlab computes, and what README and pages say."""

import io
import json
import random
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from suites import shortened

from memlab.analysis import comparison
from memlab.analysis.leads import leads
from memlab.analysis.statistics import holm
from memlab.evolution.run import TRACE_COLUMNS
from memlab.paper import PROFILES, agreement, contrasts, differences, profile, published, tables
from memlab.paper.profiles import PAPER
from memlab.report import archive
from memlab.report import experiment as report
from memlab.study import Plan, Store, costs, read_plan
from memlab.study.tasks import RESULTS
from memlab.study.worker import compute_run
from memlab.support.names import OLD_NAMES
from memlab.support.paths import ROOT

RESULTS_FOLDER = ROOT / "data" / "results"
ARCHIVES = [name for name in PROFILES if (RESULTS_FOLDER / name / "tables").is_dir()]
PUBLIC = {path.stem for path in (ROOT / "data" / "experiments" / "public").glob("*.toml")}
FILES = {path.stem: path for part in (".", "agreement", "carry", "libraries", "literature", "map")
         for path in (ROOT / "data" / "experiments" / part).glob("*.toml")}
EXPERIMENTS = sorted({path.parent.name for path in RESULTS_FOLDER.glob("*/manifest.json")}
                     - PUBLIC)      # of graphs that are not ours, in tests/solvers/optima
MANIFESTS = sorted(RESULTS_FOLDER.glob("*/*/manifest.json"))
README = (ROOT / "README.md").read_text("utf-8")
SITE = ROOT / "docs"


def page(name):
    """The text of a page of the site."""
    return (SITE / name).read_text("utf-8")


@pytest.fixture(scope="module", params=shortened(ARCHIVES, ["quick"]))
def stores(request):
    return load(request.param)


def load(name):
    """The stores of the parts that came with memlab, among them all of the paper's protocol."""
    folder = RESULTS_FOLDER / name
    parts = [part for part in profile(name).parts
             if part in PAPER or (folder / part / "manifest.json").exists()]
    return profile(name).load(folder, parts)


def folder(stores):
    return stores["evaluation"].folder.parent


def kept_traces(store):
    """Traces by run: frames of what the memlab that computed them recorded of the population."""
    traces = store.traces()
    kept = [name for name in TRACE_COLUMNS if traces[name].notna().any()]
    if len(traces):
        assert set(kept) >= {"best_fitness", "mean_fitness", "diversity", "phenotype_distance"}
    return {run: frame[kept] for run, frame in traces.groupby("run")}


def test_random_rows_come_out_again_bit_for_bit(stores):
    """24 runs of all parts, drawn from those that took less than a third of a second."""
    draw, compared = random.Random(24), 0
    for part in stores:
        if part == "timing":
            continue
        runs = stores[part].runs().set_index("run")
        quick = list(runs.index[runs["seconds"] < 1 / 3])
        numbers = set(draw.sample(quick, 24 // min(3, len(stores))))
        traces = kept_traces(stores[part])
        for task in stores[part].plan.tasks():
            if task.run in numbers:
                now, kept = compute_run(task), runs.loc[task.run]
                names = ("vertices", "edges", *RESULTS)
                assert [now[name] for name in names] == [kept[name] for name in names], str(task)
                if task.traced:
                    points = np.stack([now[f"trace_{name}"] for name in traces[task.run]], axis=1)
                    points = points[~np.isnan(now["trace_mean_fitness"])]
                    # what was shipped had been rounded to 32 bits
                    assert np.array_equal(points.astype(np.float32),
                                          traces[task.run].to_numpy(np.float32),
                                          equal_nan=True), str(task)
                compared += 1
    assert compared >= 24


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: "/".join(path.parts[-3:-1]))
def test_the_shipped_plans_are_those_of_the_profiles(path):
    manifest = json.loads(path.read_text("utf-8"))
    name, part = path.parts[-3:-1]
    seed, searched = manifest["plan"]["seed"], path.parents[1] / "grid"
    grid = Store.load(searched).runs() if searched.exists() else None
    ours = profile(name).plan(part, seed, grid)
    again = Plan.from_dict(manifest["plan"])
    assert manifest["plan_fingerprint"] == ours.fingerprint == again.fingerprint
    assert ours == again
    assert ours.to_dict() == manifest["plan"]


def test_every_archive_has_the_parts_of_the_papers_protocol():
    there = {path.parts[-3:-1] for path in MANIFESTS}
    assert there >= {(name, part) for name in ARCHIVES for part in profile(name).parts
                     if part in PAPER}
    assert all(part in PAPER for _, part in there)


@pytest.mark.slow
def test_tables_follow_from_the_runs(stores):
    made = archive.all_tables(stores)
    shipped = {path.stem: pd.read_csv(path) for path in (folder(stores) / "tables").glob("*.csv")}
    assert shipped.keys() == made.keys()
    for name, frame in made.items():
        written = pd.read_csv(io.StringIO(frame.to_csv(index=False)))      # no text is NaN
        pd.testing.assert_frame_equal(shipped[name], written, rtol=1e-5, check_dtype=False,
                                      obj=name)


# Beyond the paper: an experiment each

@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_rows_of_an_experiment_come_out_again(name):
    """Eight of its quicker runs, or fewer that take two seconds; of a solver with a time limit,
    those with a proof, which no other value can have."""
    store = Store.load(RESULTS_FOLDER / name)
    runs = store.runs().set_index("run")
    unproved = runs.get("proved", pd.Series(True, runs.index)).eq(False)
    if "effort" in runs:
        unproved &= runs["effort"].isna()
    missing = runs.get("solver", pd.Series(index=runs.index)).isin(["kamis", "gurobi"])
    missing |= runs["method"].str.startswith("theirs:")      # of libraries that are extras
    late = runs["seconds"] > runs.get("time_limit", np.inf) / 10
    several = runs[~(unproved | missing | late)]["seconds"].nsmallest(len(runs) // 3)
    drawn = several[random.Random(8).sample(list(several.index), min(8, len(several)))]
    before = drawn.sort_values().cumsum().shift(fill_value=0.0)
    numbers = set(before.index[before < 2])
    for task in replace(store.plan, folder=str(FILES[name].parent)).tasks():
        if task.run in numbers:
            now, kept = compute_run(task), runs.loc[task.run]
            names = ["best_fitness"] if now["proved"] else RESULTS
            assert [now[name] for name in names] == [kept[name] for name in names], str(task)
    assert len(numbers) == 8 or drawn.sum() > 2 or name in {"gurobi", "solvers_cuts"}


@pytest.mark.slow
def test_every_experiment_beyond_the_paper_is_whole_and_small(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: True)      # with every solver
    unrun = {name for name, path in FILES.items() if path.parent.name == "map"}
    assert set(EXPERIMENTS) <= set(FILES) - set(PAPER) <= set(EXPERIMENTS) | unrun
    for name in EXPERIMENTS:
        store = Store.load(RESULTS_FOLDER / name)
        assert store.finished().all()
        assert store.plan == read_plan(FILES[name])
        size = sum(path.stat().st_size for path in store.folder.rglob("*.*"))
        most = {"price": 4e6, "plane": 2.6e6, "replicated": 2.3e6, "dials": 1.5e6,
                "inheritance": 1.2e6}      # traces; many runs or settings
        assert size < most.get(name, 1e6)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in EXPERIMENTS
                                  if (RESULTS_FOLDER / name / "tables").is_dir()])
def test_tables_of_an_experiment_follow_from_its_runs(name, tmp_path):
    """To eight digits: versions of SciPy agree on ten of Student's quantile, and the end of an
    interval near 0 loses two."""
    store = Store.load(RESULTS_FOLDER / name)
    report.keep(tmp_path, **report.tables(*report.frames(store)))
    for path in (store.folder / "tables").glob("*.csv"):
        shipped, made = pd.read_csv(path), pd.read_csv(tmp_path / "tables" / path.name)
        shipped = shipped.rename(columns=OLD_NAMES).replace(regex=OLD_NAMES)
        # tables of earlier versions lack columns: the settings of own methods with a name
        pd.testing.assert_frame_equal(shipped, made[list(shipped)], rtol=1e-8)


@pytest.mark.slow
def test_no_shipped_run_exceeds_what_is_proved_and_two_proofs_agree():
    runs = comparison.named(pd.concat([Store.load(RESULTS_FOLDER / name).runs()
                                       for name in EXPERIMENTS if name != "factors"]))
    known = comparison.optima(runs)      # which refuses a run above a bound
    proved = known[known["proved"] & (known["problem"] == "mis")]
    assert (proved["proofs"] >= 2).sum() >= 60


def words(text):
    return re.sub(r"\s+", " ", text)


def shipped(experiments):
    return pd.concat([Store.load(RESULTS_FOLDER / name).runs() for name in experiments],
                     ignore_index=True)


@pytest.mark.slow
def test_the_page_of_the_paper_shows_the_shipped_table_and_counts_right():
    folder = RESULTS_FOLDER / "laptop"
    assert (folder / "tables" / "scores.md").read_text("utf-8") in page("results/paper.md")
    runs = {name: store.runs() for name, store in load("laptop").items()}
    evaluation, replicated = runs["evaluation"], shipped(["replicated"])
    for name, table in (("evaluation", tables.compare_scores(evaluation)),
                        ("replication", tables.compare_scores(runs["replication"])),
                        ("evaluation", contrasts.contrasts(evaluation)),
                        ("paper's configurations", contrasts.contrasts(replicated))):
        found = agreement.counts(table)
        counts = [found[key] for key in ("equivalent", "undecided", "differs", "differs within",
                                         "after Holm")]
        assert f"| {name} | {' | '.join(map(str, counts))} |" in page("results/paper.md")
    found = agreement.counts(tables.compare_scores(runs["replication"]))
    assert (f"{found['equivalent']} are equivalent to the paper's within 1 %, {found['differs']} "
            f"differ, and {found['undecided']} is undecided; over all 48 together, "
            f"{found['after Holm']} differ") in words(page("results/paper.md"))
    same = contrasts.contrasts(replicated).query("verdict == 'equivalent'")
    tiny = same[(same["problem"] == "maxcut") & (same["mode"] != "darwinian")]
    size = (100 * tiny["published_mean"] / tiny["scale"]).abs().max()
    assert (f"{len(tiny)} of the {len(same)} equivalent differences are between two learning modes "
            f"on cuts, and these are at most {size:.2f} % in the paper") in words(
                page("results/paper.md"))
    selected = differences.selection(evaluation, replicated)
    own, worse = selected["verdict"].value_counts(), selected[selected["verdict"] == "worse"]
    counts = [own["worse"], (worse["percent"] > -0.4).sum(), own["better"], own["same"],
              own["undecided"]]
    assert ("worse in {} of 48 cells (in {} of these by less than 0.4 %), better in {}, the same "
            "in {}, and undecided in {}").format(*counts) in words(page("results/paper.md"))


@pytest.mark.slow
def test_the_readme_says_in_five_sentences_what_the_shipped_runs_show():
    runs = {name: store.runs() for name, store in load("laptop").items()}
    found = agreement.counts(tables.compare_scores(runs["replication"]))
    assert (f"{found['equivalent']} of 48 are equivalent within 1 %, {found['differs']} differ "
            f"({found['after Holm']} over all together), and {found['undecided']} is undecided"
            ) in words(README)
    assert "Most of the paper's scores come out again" in README and found["equivalent"] > 24
    gap = contrasts.contrasts(runs["evaluation"]).query("mode == 'lamarckian' and problem == 'mis'")
    assert len(gap) == 6 and (gap["high"] < 0).all()
    assert ("is ahead of Lamarckian evolution on independent sets of all six datasets, and on cuts "
            "the two are within 0.1 % of each other") in words(README)
    scores = runs["evaluation"].groupby(["problem", "dataset", "graph", "mode"])["best_fitness"]
    scores = scores.mean().unstack("mode")
    for _, pairs in scores.loc["maxcut"].groupby("dataset"):      # all six at once: Bonferroni
        gap = pairs["baldwinian"] - pairs["lamarckian"]
        ends = np.array(stats.t.interval(1 - 0.05 / 6, len(gap) - 1, gap.mean(), gap.sem()))
        assert (np.abs(ends) < 0.001 * pairs["lamarckian"].mean()).all()
    lb = -scores.loc["mis", "rb_large"].sub(scores.loc["mis", "rb_large"]["lb"], axis=0)
    lb = lb[["baldwinian", "lamarckian"]]
    assert (lb.mean() > 4 * lb.sem()).all()
    assert "LB, which inherits sometimes, is ahead of both on independent sets" in words(README)
    plane = Store.load(RESULTS_FOLDER / "plane").runs().query("problem == 'mis'")
    leads_at = {price: leads(one, 3) for price, one in plane.groupby("step_cost")}
    ahead = {price: [int(((one["p_holm"] < 0.05) & (one["difference"] * sign > 0)).sum())
                     for sign in (1, -1)] for price, one in leads_at.items()}
    assert ahead[0] == [46, 0] and ahead[1] == [0, 48] and len(leads_at[0]) == 144
    assert ("for independent sets of 144 kinds of random graphs, Baldwinian evolution is ahead on "
            "46 while learning is free, and Lamarckian evolution on none") in words(README)
    assert "costs an evaluation, on none and on 48" in words(README)
    greedy = shipped(["coin_to_optimum_sets"]).query("order == 'min_degree'")
    line = greedy.groupby(["dataset", "graph"])["best_fitness"].first()
    printed = published.read("scores").query("problem == 'mis'").pivot(
        index="dataset", columns="mode", values="mean")[["GIN", "GT", "MLP", "DeepSets"]]
    lead = line.groupby("dataset").mean() - printed.max(axis=1)
    assert (lead > 4 * line.groupby("dataset").sem()).all() and "all four of them" in README
    replicated = shipped(["replicated"])
    large = replicated.query("problem == 'mis' and dataset == 'ba_large'")
    scores = large.groupby(["mode", "graph"])["best_fitness"].mean()
    ahead = -scores.unstack("mode").sub(line["ba_large"], axis=0)
    assert (ahead.mean() > 4 * ahead.sem()).all() and "than every mode on BA large" in words(README)
    largest = shipped(["large_sets"]).query("proved").set_index("graph")["best_fitness"]
    baldwin = replicated.query("problem == 'mis' and mode == 'baldwinian'")
    missing = baldwin["graph"].map(largest) - baldwin["best_fitness"]
    small, large = (missing[baldwin["dataset"] == name] for name in ("ba_small", "ba_large"))
    assert small.notna().all() and large.notna().all() and (missing.dropna() >= 0).all()
    assert (f"optimum of BA small graphs in {(small == 0).sum()} of {len(small)} runs, and on BA "
            "large it misses less than half a vertex on average") in words(README)
    chapter = (ROOT / "notebooks" / "08_from_coin_flip_to_optimum.ipynb").read_text("utf-8")
    assert f"misses the optimum of BA small in {(small > 0).sum()} of {len(small)} runs" in chapter
    large = large.groupby(baldwin["graph"]).mean()
    assert large.mean() + 4 * large.sem() < 0.5


@pytest.mark.slow
def test_the_readme_says_how_small_two_leads_are_with_the_papers_configurations():
    cuts = shipped(["replicated"]).query("problem == 'maxcut'")
    level = cuts.groupby(["dataset", "graph", "mode"])["best_fitness"].mean().unstack("mode")
    lead = (level["lamarckian"] - level["baldwinian"]).groupby("dataset")
    chance = 2 * stats.t.sf((lead.mean() / lead.sem()).abs(), lead.size() - 1)
    ahead = lead.mean().index[(holm(chance) < 0.05) & (lead.mean() > 0)]
    assert set(ahead) == {"er_small", "er_large", "ba_small"}
    size = lead.mean() / level["baldwinian"].groupby("dataset").mean()
    assert size[ahead].between(0.0001, 0.0005).all()
    assert ("Lamarckian evolution is ahead on cuts of ER small, ER large and BA small, by less "
            "than 0.05 % on average") in words(README)
    runs = shipped(["doubtful_sets"]).query("dataset == 'rb_large' and graph_index >= 100")
    level = runs.pivot_table("best_fitness", ["ties", "graph"], "mode")
    lead = (level["baldwinian"] - level["lamarckian"]).groupby("ties")
    assert lead.size().eq(300).all()
    ends = {rule: stats.t.interval(0.95, 299, lead.mean()[rule], lead.sem()[rule])
            for rule in ("random", "offspring")}
    assert ends["random"][0] > 0 and ends["offspring"][0] < 0 < ends["offspring"][1]
    printed = published.read("scores").query("problem == 'mis' and dataset == 'rb_large'")
    printed = printed.set_index("mode")["mean"]
    assert printed["lamarckian"] > printed["baldwinian"]
    assert (f"On independent sets of RB large, where the paper has Lamarckian evolution ahead, "
            f"Baldwinian evolution then leads by {lead.mean()['random']:.2f} vertices on 300 fresh "
            "graphs, and no lead is shown if the younger of equally fit individuals survives"
            ) in words(README)


def test_the_page_of_the_paper_says_what_fresh_graphs_say_of_the_doubtful_differences():
    paired = contrasts.contrasts(shipped(["replicated"]))
    doubted = paired[paired["verdict"] == "differs"].set_index(tables.CELL)
    runs = shipped(["doubtful_sets", "doubtful_cuts"])
    # not on the graphs on which they were found doubtful
    fresh = runs[runs["graph_index"] >= 100]
    found = pd.concat({rule: contrasts.contrasts(frame).set_index(tables.CELL)["verdict"]
                       for rule, frame in fresh.groupby("ties")}) != "differs"
    other = ("maxcut", "rb_large", "darwinian")
    assert doubted.loc[other, ["percent_low", "percent_high"]].abs().max() < 0.5
    cells = doubted.index.drop(other)
    chance, younger = (found[rule].reindex(cells) for rule in ("random", "offspring"))
    assert len(cells) == 6 and fresh.groupby("dataset")["graph"].nunique().eq(300).all()
    assert chance.sum() == 2 and (younger & ~chance).sum() == 1
    assert set(cells[~(chance | younger)]) == {
        ("mis", "er_large", "lb"), ("mis", "ba_small", "lamarckian"),
        ("maxcut", "ba_large", "darwinian")}
    assert not any(found[rule].all() for rule in ("random", "offspring", "parents"))
    assert ("The six others ran on 300 fresh graphs: two do not differ after all; one more does "
            "not if the younger survive; and three stay unexplained by our rules for ties: LB on "
            "ER large independent sets, Lamarckian evolution on BA small independent sets, and "
            "Darwinian evolution on BA large cuts. No rule is compatible with all of the paper's "
            "differences.") in words(page("results/paper.md"))


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_the_page_to_reproduce_the_paper_says_what_a_profile_costs(name):
    plans = PROFILES[name].plans()
    runs, hours = sum(map(len, plans.values())), sum(map(costs.plan_seconds, plans.values())) / 3600
    line, = (line for line in page("howto/reproduce.md").splitlines()
             if line.startswith(f"| `{name}` |"))
    trained = plans["grid"].graphs if "grid" in plans else "none"
    graphs = plans["evaluation"].frame().groupby(tables.CELL)["graph"].nunique()
    tested = sorted({graphs.min(), graphs.max()})
    assert f"| {trained}, {' to '.join(f'{count:,}' for count in tested)}" in line
    assert f"| {runs:,} | {hours:.1f} |" in line
    if name == "quick":
        assert f"these are {runs:,} runs" in words(page("howto/reproduce.md"))


def test_a_plan_decides_as_many_cells_as_the_pages_say():
    """The changelog's numbers, and what the page of the paper says of the plan."""
    changelog, paper = words((ROOT / "CHANGELOG.md").read_text("utf-8")), words(
        page("results/paper.md"))
    for name, part, said in (("quick", "evaluation", "a first study decides {}, where"),
                             ("laptop", "replication", "and `laptop` {}, where it decided 33")):
        found = agreement.counts(tables.compare_scores(load(name)[part].runs()))
        assert said.format(found["equivalent"] + found["differs"]) in changelog
    seconds = [frame["seconds"].sum() for frame in (
        load("laptop")["replication"].runs(), shipped(["replicated"]))]
    assert 1 / 7 < seconds[0] / seconds[1] < 1 / 5 and "with a sixth of the runs' time" in changelog
    plan = profile("laptop").counts()
    assert "on 4 to 1,000 test graphs" in paper
    assert (plan["count"].min(), plan["count"].max()) == (4, 1_000)
    assert (plan["graphs"] > plan["count"]).sum() == 1 and "in all cells but one" in paper
    assert (plan["count"] <= 100).sum() == 34 and "In 34 cells" in paper


def test_a_page_says_how_much_faster_memlab_is():
    bench = pd.read_csv(RESULTS_FOLDER / "bench" / "bench.csv")
    times = bench["reference_seconds"].sum() / bench["memlab_seconds"].sum()
    assert f"{times:.0f} times faster" in words(page("about/built.md"))
