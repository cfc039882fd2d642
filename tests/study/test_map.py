"""Where each mode wins, and why: eight experiments, whose heads say what was expected."""

import importlib.util
import re
import tomllib
from types import SimpleNamespace

import nbformat
import numpy as np
import predictions
import pytest
from scipy import stats
from significance import ERROR_RATE
from suites import shortened

import memlab as ml
from memlab import plots
from memlab.support.paths import RESULTS, ROOT, data

FOLDER = data("experiments") / "map"
FILES = sorted(FOLDER.glob("*.toml"))
CHAPTER = ROOT / "notebooks" / "09_where_each_mode_wins.ipynb"
PAGE = ROOT / "docs" / "results" / "where_each_mode_wins.md"


@pytest.fixture(scope="module")
def evolve():
    specification = importlib.util.spec_from_file_location("reserve", FOLDER / "reserve.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.evolve


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_says_what_is_expected_and_what_is_fresh_and_is_short(path):
    text = path.read_text("utf-8")
    head = re.match(r"(#.*\n)+", text)[0]
    words = re.sub(r"\n# *", " ", head)
    assert "Expected, written before the runs:" in words and "Fresh graphs: only this file" in words
    numbers = re.findall(r"^# (\d)\.", head, re.M)
    assert len(numbers) >= 3 and numbers == [*"12345"][:len(numbers)]
    assert re.search(r"5 %|95 %", words)      # how certain a lead has to be
    assert text.count("\n") <= 40 and max(map(len, text.splitlines())) <= 100


def test_graphs_are_fresh():
    """No other experiment of memlab has one of the seeds from which these graphs are drawn."""
    seeds = [tomllib.loads(path.read_text("utf-8")).get("seed", 0)
             for path in data("experiments").rglob("*.toml")]
    ours = [tomllib.loads(path.read_text("utf-8"))["seed"] for path in FILES]
    assert len(FILES) == 8 and {seed: seeds.count(seed) for seed in ours} == {
        **dict.fromkeys(ours, 1), 327: 2}      # two judge the same advice


@pytest.mark.parametrize("path", shortened(FILES, FILES[:1]), ids=lambda path: path.stem)
def test_an_experiment_runs_in_its_small_size(path, tmp_path):
    plan = ml.study.read_plan(path, profile="smoke")
    runs = ml.study.run(plan, tmp_path, workers=1, progress=False).runs()
    assert len(runs) == len(plan) and (runs["evaluations"] <= 400).all()
    assert set(runs["problem"]) == {"mis", "maxcut"}
    drawn = runs[runs["dataset"].str.contains("=")]
    if len(drawn):
        assert (drawn["graph_n"] == drawn["vertices"]).all()
        assert set(drawn["graph_model"]) == set(drawn["dataset"].str.partition(" ")[0])


@pytest.mark.slow
def test_with_nothing_added_the_algorithm_is_ours(evolve):
    """In distribution: Baldwin and Lamarck, on one graph."""
    problem = ml.MaxIndependentSet(ml.datasets.graph("er_small", seed=1))
    settings = {"mu": 20, "lambda_": 20, "crossover_rate": 0.9}
    for mode, inherits in (("baldwinian", 0.0), ("lamarckian", 1.0)):
        ours = [ml.evolve(problem, mode, budget=1_500, seed=seed, **settings) for seed in range(60)]
        theirs = [ml.run(problem, evolve, budget=1_500, seed=seed, inherits=inherits, **settings)
                  for seed in range(60)]
        for column in ("best_fitness", "local_search_steps"):
            values = [[getattr(run, column) for run in runs] for runs in (ours, theirs)]
            assert stats.mannwhitneyu(*values).pvalue > ERROR_RATE, (mode, column)


@pytest.mark.parametrize("added", [0.0, 0.1, 0.35])
def test_added_ones_are_so_many_and_uniform(evolve, added):
    """Of a local search that removes everything, what the next offspring inherit is the reserve."""
    n, seen = 40, []

    def local_search(x):
        seen.append(x.copy())
        trial.left -= len(x)
        return np.zeros_like(x), np.full(len(x), len(seen)), None

    trial = SimpleNamespace(rng=np.random.default_rng(5), n=n, left=4_000,
                            local_search=local_search, evaluate=lambda x: np.zeros(len(x), int))
    evolve(trial, added=added, mu=50, lambda_=50, crossover_rate=0.0)
    ones = np.concatenate(seen[2:])
    expected = round(added * n) / n * (1 - 2 / n) + 1 / n      # and then each bit flips with 1/n
    error = np.sqrt(expected * (1 - expected) / ones.size)
    assert abs(ones.mean() - expected) < -stats.norm.ppf(ERROR_RATE) * error
    assert np.ptp(ones.mean(axis=0)) < 8 * np.sqrt(expected * (1 - expected) / len(ones))


def made_up(path, worth):
    """The runs of a whole experiment, if each were worth what a function of its columns says."""
    runs = ml.study.read_plan(path).frame()
    noise = np.random.default_rng(1).normal(0, 0.3, len(runs))
    return runs.assign(best_fitness=worth(runs) + noise, local_search_steps=1_000.0)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_prediction_can_be_judged_and_can_fail(path):
    head = path.read_text("utf-8").partition("\ntitle")[0]
    numbers = {int(number) for number in re.findall(r"^# (\d)\.", head, re.M)}
    flat = predictions.verdicts(path.stem, made_up(path, lambda runs: 1000.0))
    assert set(flat) - {0} == numbers and set(flat.values()) <= {"confirmed", "refuted"}
    if path.stem == "reserve_of_ones":      # 3 says that nothing happens, 1 that something does
        assert flat == {0: "confirmed", 1: "refuted", 2: "confirmed", 3: "refuted"}
    elif path.stem == "advice":     # 4 says nothing of results
        assert [number for number in flat if flat[number] == "confirmed"] == [4]
    elif path.stem == "papers_best":      # 1000 is far above all sets, and below all cuts
        assert "confirmed" not in flat.values()
    else:
        assert flat[1] == "refuted" or path.stem in ("share", "degree")


@pytest.mark.slow
def test_worlds_in_which_predictions_come_out():
    """Not that they are true: that the functions see it if they are."""
    def plane(runs):
        n, p = runs["graph_n"], runs["graph_p"]
        lead = 8 * np.minimum(np.log(n / 50), 2) / 2 * np.clip(1 - p / 0.5, 0, 1)
        price = {0: 0, 0.1: 4.5 * np.log(n / 50) / 2, 1: 30 * np.log(n / 50)}
        cost = sum((runs["step_cost"] == one) * value for one, value in price.items())
        baldwin = (runs["mode"] == "baldwinian") * (lead - cost)
        between = (runs["lb_probability"] == 0.05) * (n >= 1170) * (lead + 3) * (p < 0.2)
        cuts = -9 * (n >= 1170) * (runs["mode"] == "baldwinian")
        return 2_000 + np.where(runs["problem"] == "mis", baldwin + between, cuts)

    found = predictions.plane(made_up(FOLDER / "plane.toml", plane))
    assert found[1] and found[2] and found[3] and found[4]

    def reserve(runs):
        base, dose = runs["mode"].eq("lamarckian") | runs["inherits"].eq(1), runs["added"].fillna(0)
        closed = np.where(runs["local_search"] == "repair", np.minimum(dose / 0.1, 1), 1)
        cuts = 1_000 - 5 * (dose >= 0.1)
        return np.where(runs["problem"] == "mis", 35 - 3 * base * (1 - closed), cuts)

    assert all(predictions.reserve_of_ones(
        made_up(FOLDER / "reserve_of_ones.toml", reserve)).values())

    def crossing(runs):
        lead = (1 - runs["crossover_rate"]) * 50 * (runs["dataset"] != "rb_large")
        growing = np.where(runs["dataset"] == "rb_large", 4 * runs["crossover_rate"] - 2,
                           1 + 3 * runs["crossover_rate"])
        baldwin, lamarck = runs["mode"] == "baldwinian", runs["mode"] == "lamarckian"
        return np.where(runs["problem"] == "maxcut", 20_000 + lead * baldwin,
                        40 + growing * baldwin - 2 * runs["crossover_rate"] * lamarck
                        + 2 * runs["crossover_rate"] * lamarck * (runs["dataset"] == "rb_large"))

    assert all(predictions.crossover(made_up(FOLDER / "crossover.toml", crossing)).values())


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in FILES if (RESULTS / path.stem).is_dir()],
                         ids=lambda path: path.stem)
def test_the_chapter_says_what_came_out(path):
    """By the rules that were written down before the runs: a row of a table per prediction."""
    source = "\n".join(cell.source for cell in nbformat.read(CHAPTER, 4).cells)
    for number, verdict in predictions.verdicts(
            path.stem, ml.study.load(RESULTS / path.stem).runs()).items():
        row, = re.findall(rf"^\| `{path.stem}` {number} .*$", source, re.M)
        assert f"**{verdict}**" in row
    counts = [len(re.findall(rf"^\| `(?!inheritance).*\*\*{verdict}\*\*", source, re.M))
              for verdict in ("confirmed", "refuted")]
    assert counts == [20, 15] and "Fifteen of 35 were wrong in some part" in source
    assert len(re.findall(r"^\| `inheritance` .*\*\*refuted\*\*", source, re.M)) == 3


@pytest.mark.slow
def test_the_page_says_what_the_runs_show():
    """Also where it generalises: over sizes and densities, from 0 to 1, from no lead to none."""
    text = re.sub(r"\s+", " ", PAGE.read_text("utf-8"))
    runs = ml.study.load(RESULTS / "plane").runs()
    points = predictions.at_points(runs, 3).set_index("problem")
    ahead = {key: [int(one[f"{which}_ahead"].sum()) for which in ("first", "second")]
             for key, one in points.groupby(["problem", "step_cost"])}
    for price, said in ((0, "a step is free"), (0.1, "it costs 0.1 evaluations"),
                        (1, "it costs 1 evaluation")):
        row = " | ".join(map(str, [*ahead["mis", price], *ahead["maxcut", price]]))
        assert f"| {said} | {row} |" in text
    assert not points.loc["maxcut", "first_ahead"].any()
    assert "On cuts of the same graphs, inheriting is nowhere shown to be behind" in text
    dear = points.loc["mis"].query("second_ahead and step_cost == 1")
    assert dear["graph_n"].min() == 180 and dear["graph_p"].max() <= 0.25
    assert "on sparse graphs from 180 vertices on" in text

    free = points.loc["mis"].query("step_cost == 0").set_index(["graph_n", "graph_p"])
    lead = free["difference"].unstack()
    assert [*lead.loc[[1600], 0.01].round(), *lead.loc[[1170, 1600], 0.06].round()] == [40, 12, 5]
    assert (lead[0.06] > lead[0.01])[130:450].all()
    assert "falls from 12 vertices at n = 1,170 to 5 at n = 1,600" in text
    assert lead.to_numpy()[~free["first_ahead"].unstack()].max() > 3
    assert "one of several vertices may be there" in text
    shares = runs.query("problem == 'mis' and step_cost == 0")
    shares = shares.assign(mode=shares["mode"].where(
        shares["lb_probability"].isna(), "lb " + shares["lb_probability"].astype(str)))
    assert not any(predictions.at_points(shares, 3, (f"lb {share}", "baldwinian"))[
        "first_ahead"].any() for share in (0.05, 0.15, 0.5))


def interval(values):
    """The 95 % interval of a mean over graphs."""
    return stats.t.interval(0.95, len(values) - 1, values.mean(), values.sem())


def test_the_page_says_what_the_smaller_experiments_show():
    text = re.sub(r"\s+", " ", PAGE.read_text("utf-8"))
    runs = {name: ml.study.load(RESULTS / name).runs()
            for name in ("crossover", "share", "ties_and_sizes")}
    crossing = runs["crossover"].query("mu == 250 and dataset == 'er_large'").pivot_table(
        "best_fitness", ["problem", "crossover_rate", "graph"], "mode")
    lead = crossing["baldwinian"] - crossing["lamarckian"]
    mean = lead.groupby(["problem", "crossover_rate"]).mean()
    assert [*mean["maxcut"].round(1)][::2] == [72, 3.2] and mean["maxcut", 0.5] < 0
    low, high = interval(lead["maxcut", 1.0])
    assert low < 0 < high and "if all have, the lead is 3.2, which is no more than chance" in text
    assert [*mean["mis"].round(1)][::2] == [1.7, 6.8]

    sets = runs["share"].query("problem == 'mis' and step_cost == 0 and inherits != 'each'")
    sizes = sets.query("graph_n <= 400").pivot_table(
        "best_fitness", ["graph_n", "graph_p", "graph"], "lb_probability")
    costs = (sizes[0.0] - sizes[0.01]).groupby(["graph_n", "graph_p"])
    assert costs.mean().max() < 0.25 and max(interval(one)[1] for _, one in costs) < 0.6
    assert "vertices in the mean (no interval reaches 0.6)" in text

    tied = runs["ties_and_sizes"].query("problem == 'mis' and mu == 250").pivot_table(
        "best_fitness", ["mode", "dataset", "graph"], "ties")
    cost = tied["random"] - tied["parents"]
    assert cost.groupby(["mode", "dataset"]).mean().abs().max() < 1
    low, high = interval(cost["lamarckian", "ba_large"])
    assert len(cost["lamarckian", "ba_large"]) == 15 and low < -3 and high > 3
    assert "15 graphs leave a few vertices possible on BA large" in text


@pytest.mark.slow
def test_the_picture_of_the_map_is_what_the_chapter_draws():
    """To make it again, write what `plots.to_svg` returns under this name."""
    cells, names = {cell.id: cell.source for cell in nbformat.read(CHAPTER, 4).cells}, {}
    drawn = cells["map-01"].replace("\nlead_map(", "\nchart = lead_map(")
    exec(cells["cell-02"] + "\n" + drawn, names)
    picture = CHAPTER.parent / "images" / "where_each_mode_wins.svg"
    # A renderer counts the gradients that it has drawn, in this process for other tests too.
    drawn, shown = (re.sub(r"gradient_\d+", "gradient", svg)
                    for svg in (plots.to_svg(names["chart"]), picture.read_text("utf-8")))
    assert drawn == shown
