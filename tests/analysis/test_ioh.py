"""The IOHprofiler format: IOHinspector reads what we write, and computes what we do."""

import json
import textwrap
import types

import iohinspector
import matplotlib
import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.analysis import ioh
from memlab.support.names import label

COURSE = ["mean_fitness", "diversity", "phenotype_diversity", "phenotype_distance", "reserve",
          "local_search_steps"]


def pretended(rows):
    """A store of runs that say what their course is: [(evaluations, best fitness), ...]."""
    runs, traces = [], []
    for number, row in enumerate(rows):
        course = row.pop("course")
        runs.append({"run": number, "problem": "mis", "dataset": "er_small", "graph": "er_small/0",
                     "repetition": 0, "seed": 1, "method": "evolution", "mode": "lb", "mu": 10,
                     "vertices": 50, "evaluations": 100, **row, "best_fitness": course[-1][1]})
        traces += [{"run": number, "evaluations": evaluations, "best_fitness": float(best),
                    "mean_fitness": best - 2.5, "diversity": 7.25, "phenotype_diversity": 1.5,
                    "phenotype_distance": 0.0, "reserve": np.nan, "local_search_steps": np.nan}
                   for evaluations, best in course]
    columns = ["run", "evaluations", "best_fitness", *COURSE]
    return types.SimpleNamespace(runs=lambda: pd.DataFrame(runs),
                                 traces=lambda: pd.DataFrame(traces, columns=columns))


def read(folder):
    manager = iohinspector.DataManager()
    manager.add_folder(str(folder))
    return manager


@pytest.fixture(scope="module")
def computed(tmp_path_factory):
    """A store of real runs, its export, and that as IOHinspector reads it."""
    configurations = [ml.study.Configuration("darwinian", 10, 10, 0.5),
                      ml.study.Configuration("lamarckian", 10, 10, 0.5),
                      ml.study.Configuration("lamarckian", 20, 10, 0.5),
                      ml.study.Configuration("lb", 10, 10, 0.5, 0.3)]
    block = ml.study.Block(["mis", "maxcut"], ["er_small"], configurations)
    plan = ml.study.Plan("fields", [block], split="test", graphs=3, repetitions=3, budget=2_000,
                         traced_graphs=2)
    folder = tmp_path_factory.mktemp("ioh")
    store = ml.study.run(plan, folder / "store", workers=1, progress=False)
    ioh.export_ioh(store, folder / "ioh")
    return store, read(folder / "ioh")


@pytest.mark.slow
def test_functions_algorithms_instances_and_settings_are_as_in_the_store(computed):
    store, manager = computed
    runs = store.runs()
    traced = runs[runs["run"].isin(store.traces()["run"])].reset_index(drop=True)
    overview = manager.overview.to_pandas()
    assert len(overview) == len(traced) == 2 * 2 * 4 * 3
    assert set(zip(overview["function_id"], overview["function_name"], strict=True)) == {
        (1, "mis_er_small_test"), (2, "maxcut_er_small_test")}
    assert set(overview["algorithm_name"]) == {
        "Darwinian mu=10", "Lamarckian mu=10", "Lamarckian mu=20", "LB mu=10"}
    keys = ["problem", "mode", "mu", "instance", "dimension", "best_fitness"]
    overview = overview.assign(problem=overview["function_name"].str.split("_").str[0]).rename(
        columns={"best_y": "best_fitness"})
    order = pd.unique(traced["graph"]).tolist()
    traced = traced.assign(instance=[1 + order.index(graph) for graph in traced["graph"]],
                           dimension=traced["vertices"])
    overview, traced = (frame.sort_values(keys, ignore_index=True) for frame in (overview, traced))
    pd.testing.assert_frame_equal(overview[keys], traced[keys], check_dtype=False)
    rate = overview["lb_probability"].fillna(0)
    assert (rate == np.where(overview["mode"] == "lb", 0.3, 0)).all()
    assert (overview["crossover_rate"] == 0.5).all()
    assert (overview["evals"] == traced["evaluations"]).all()


@pytest.mark.slow
def test_every_point_of_a_trace_is_there(computed):
    store, manager = computed
    theirs = manager.load(monotonic=False).to_pandas()
    starts = theirs[theirs["evaluations"] == 1]
    assert len(starts) == store.traces()["run"].nunique()
    assert starts[COURSE].isna().all(axis=None)
    theirs = theirs[theirs["evaluations"] > 1]
    ours = store.traces()
    ours = ours[ours["evaluations"] > 1].rename(columns={"best_fitness": "raw_y"})
    columns = ["evaluations", "raw_y", *COURSE]
    both = [frame[columns].sort_values(columns, ignore_index=True) for frame in (ours, theirs)]
    pd.testing.assert_frame_equal(*both, check_dtype=False, rtol=1e-9)


def labelled(store, problem):
    """Our traces on a problem, with IOHinspector's names of the algorithms."""
    traces = store.traces()
    runs = store.runs().set_index("run")
    mode, mu = (traces["run"].map(runs[name]) for name in ("mode", "mu"))
    traces["algorithm_name"] = mode.map(label) + " mu=" + mu.astype(str)
    return traces[traces["problem"] == problem]


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["mis", "maxcut"])
def test_running_times_to_targets_are_ours(computed, problem):
    store, manager = computed
    ours, budget = labelled(store, problem), store.plan.budget
    top = int(ours["best_fitness"].max())
    loaded = manager.select(function_ids=[1 if problem == "mis" else 2]).load(
        include_columns=["algorithm_name"])
    theirs = iohinspector.metrics.aggregate_running_time(
        loaded, f_min=top - 49, f_max=top, scale_f_log=False, eval_max=budget, maximization=True)
    theirs = theirs.set_index(["algorithm_name", "raw_y"])
    failed = 0
    for algorithm, traces in ours.groupby("algorithm_name"):
        for target in range(top - 49, top + 1):
            reached = traces[traces["best_fitness"] >= target]
            hits = reached.groupby("run")["evaluations"].min()
            row, runs = theirs.loc[(algorithm, target)], traces["run"].nunique()
            spent = hits.sum() + budget * (runs - len(hits))
            assert row["success_count"] == len(hits)
            assert row["ERT"] == pytest.approx(spent / len(hits) if len(hits) else np.inf)
            assert row["min"] == (hits.min() if len(hits) else np.inf)
            failed += runs - len(hits)
    assert failed > 0      # the targets include some that are hard


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["mis", "maxcut"])
def test_the_ecdf_is_ours(computed, problem):
    store, manager = computed
    ours = labelled(store, problem)
    low, high = ours["best_fitness"].quantile(0.1), ours["best_fitness"].max()
    low = max(low, 1)
    loaded = manager.select(function_ids=[1 if problem == "mis" else 2]).load(
        include_columns=["algorithm_name"])
    points = np.unique(ours["evaluations"])
    theirs = iohinspector.metrics.get_data_ecdf(
        loaded, eval_values=points, f_min=low, f_max=high, scale_f_log=False, maximization=True)
    theirs = theirs.set_index(["algorithm_name", "evaluations"])["eaf"]
    seen = set()
    for algorithm, traces in ours.groupby("algorithm_name"):
        course = traces.pivot(index="run", columns="evaluations", values="best_fitness")
        shares = ((course.reindex(columns=points) - low) / (high - low)).clip(0, 1).fillna(0)
        for point, share in shares.mean().items():
            assert theirs[algorithm, point] == pytest.approx(share)
            seen.add(round(share, 3))
    assert len(seen) > 10


def test_a_small_export_word_for_word(tmp_path):
    store = pretended([{"course": [(10, 3), (20, 5), (100, 5)]},
                       {"course": [(20, 5), (100, 8)], "repetition": 1, "seed": 2}])
    ioh.export_ioh(store, tmp_path)
    assert (tmp_path / "LB/data_f1_mis_er_small/IOHprofiler_f1_DIM50.dat").read_text() == (
        "evaluations raw_y mean_fitness diversity phenotype_diversity phenotype_distance\n"
        "1 2 nan nan nan nan\n10 3 0.5 7.25 1.5 0\n20 5 2.5 7.25 1.5 0\n100 5 2.5 7.25 1.5 0\n"
        "1 2 nan nan nan nan\n20 5 2.5 7.25 1.5 0\n100 8 5.5 7.25 1.5 0\n")
    about = json.loads((tmp_path / "LB/IOHprofiler_f1_mis_er_small.json").read_text())
    assert about["maximization"] is True
    assert about["algorithm"]["name"] == "LB"
    assert about["experiment_attributes"] == [{"family": "LB"}, {"mode": "lb"}, {"mu": "10"}]
    assert about["scenarios"] == [{
        "dimension": 50, "path": "data_f1_mis_er_small/IOHprofiler_f1_DIM50.dat", "runs": [
            {"instance": 1, "evals": 100, "best": {"evals": 20, "y": 5, "x": []},
             "graph": "er_small/0", "repetition": 0, "seed": 1},
            {"instance": 1, "evals": 100, "best": {"evals": 100, "y": 8, "x": []},
             "graph": "er_small/0", "repetition": 1, "seed": 2}]}]


def test_a_run_that_begins_where_the_one_above_ended_is_read_whole(tmp_path):
    ioh.export_ioh(pretended([{"course": [(10, 5)]}, {"course": [(10, 5), (20, 6)]}]), tmp_path)
    theirs = read(tmp_path).load(monotonic=True)
    assert theirs["evaluations"].to_list() == [1, 10, 1, 10, 20]
    assert theirs["run_id"].to_list() == [1, 1, 2, 2, 2]


def test_a_run_known_from_its_first_evaluation_on_needs_no_other_start(tmp_path):
    """A small budget's grid has points before the first evaluation, and points twice."""
    ioh.export_ioh(pretended([{"course": [(0, 4), (1, 4), (1, 4), (2, 6)]}]), tmp_path)
    data, = tmp_path.rglob("*.dat")
    assert [line.split()[:2] for line in data.read_text().splitlines()] == [
        ["evaluations", "raw_y"], ["1", "4"], ["2", "6"]]
    assert read(tmp_path).load(monotonic=False)["raw_y"].to_list() == [4, 6]


def test_settings_that_tell_nothing_apart_are_not_in_the_name(tmp_path):
    """One configuration a mode on each function: the same algorithm, whatever its settings."""
    course = [(10, 5)]
    ioh.export_ioh(pretended([
        {"mu": 10, "course": course}, {"mu": 20, "problem": "maxcut", "course": course},
        {"mode": "darwinian", "mu": 30, "course": course},
        {"mode": None, "method": "restarts", "mu": None, "course": course}]), tmp_path)
    overview = read(tmp_path).overview.sort(["function_id", "algorithm_name"])
    assert overview["algorithm_name"].to_list() == ["Darwinian", "LB", "restarts", "LB"]
    assert overview["mu"].to_list() == [30, 10, None, 20]


def test_algorithms_with_similar_names_keep_folders_of_their_own(tmp_path):
    ioh.export_ioh(pretended([{"ties": text, "course": [(10, 5)]}
                              for text in ("a/b", "a_b", "a b", "../c")]), tmp_path)
    assert sorted(read(tmp_path).overview["algorithm_name"]) == [
        "LB ties=../c", "LB ties=a b", "LB ties=a/b", "LB ties=a_b"]
    assert len(list(tmp_path.iterdir())) == 1 + 4


def test_a_problem_without_graphs_has_one_instance_and_its_length_as_dimension(tmp_path):
    rows = [{"problem": "dlb", "dataset": "", "graph": "", "vertices": None, "n": n, "k": k,
             "course": [(10, n)]} for n, k in ((60, 3), (120, 3), (60, 2))]
    ioh.export_ioh(pretended(rows), tmp_path)
    overview = read(tmp_path).overview.sort(["function_id", "dimension"])
    assert overview["function_name"].to_list() == ["dlb k=3", "dlb k=3", "dlb k=2"]
    assert overview["dimension"].to_list() == [60, 120, 60]
    assert set(overview["instance"]) == {1}


def test_a_problem_of_ones_own_has_its_setting_n_as_dimension_or_none(tmp_path):
    rows = [{"problem": "covers", "dataset": "", "graph": "", "vertices": None,
             "course": [(10, 3)]}]
    ioh.export_ioh(pretended(rows), tmp_path)
    overview = read(tmp_path).overview
    assert (overview["function_name"][0], overview["dimension"][0]) == ("covers", 0)


def test_large_integers_keep_all_digits(tmp_path):
    large = 2**40 + 12_345
    store = pretended([{"course": [(10, large - 1), (20, large)]}])
    traces = store.traces()
    traces["best_fitness"] = np.array([large - 1, large])
    traces["mean_fitness"] = traces["best_fitness"] - 0.5
    store.traces = lambda: traces
    ioh.export_ioh(store, tmp_path)
    data, = tmp_path.rglob("*.dat")
    assert [line.split()[1] for line in data.read_text().splitlines()[1:]] == [
        str(large - 2), str(large - 1), str(large)]
    assert data.read_text().splitlines()[3].split()[2] == str(large - 0.5)
    about, = tmp_path.rglob("*.json")
    assert json.loads(about.read_text())["scenarios"][0]["runs"][0]["best"]["y"] == large


def test_without_traced_runs_it_says_what_to_set(tmp_path):
    with pytest.raises(ValueError, match="store must hold traced runs.*set traced_graphs"):
        ioh.export_ioh(pretended([]), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_earlier_export_is_replaced_and_nothing_else(tmp_path):
    course = [(10, 5)]
    ioh.export_ioh(pretended([{"mode": "darwinian", "course": course}]), tmp_path / "out")
    ioh.export_ioh(pretended([{"mode": "lb", "course": course}]), tmp_path / "out")
    assert read(tmp_path / "out").overview["algorithm_name"].to_list() == ["LB"]

    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "ABOUT.txt").write_text("my own")
    with pytest.raises(ValueError, match="earlier one of its kind, not .*mine"):
        ioh.export_ioh(pretended([{"course": course}]), tmp_path / "mine")
    assert [path.read_text() for path in (tmp_path / "mine").iterdir()] == ["my own"]
    with pytest.raises(ValueError, match=r"folder must be a folder, but .*ABOUT\.txt is a file"):
        ioh.export_ioh(pretended([{"course": course}]), tmp_path / "mine" / "ABOUT.txt")


KINDS = """
budget = 200
repetitions = 2
traced_graphs = 2
[[graphs]]
dataset = "er_small"
count = 2
[[instances]]
generate = "nk"
n = 20
k = 2
[[problems]]
problem = ["mis", "maxcut", "pseudo-boolean"]
[[problems]]
problem = "dlb"
n = 30
k = 3
[[problems]]
problem = "unitation"
values = "jump(20, 3)"
[[problems]]
problem = "losses:make"
[[methods]]
mode = ["darwinian", "lamarckian"]
mu = 10
lambda = 10
[[methods]]
method = "restarts"
"""
LOSSES = """
import memlab as ml
from numba import njit

@njit
def loss(x):
    return x.sum() - len(x)

@njit
def search(x, rng):
    x[0] = 1
    return 1

def make(graph):
    return ml.CustomProblem(12, loss, search)
"""


@pytest.mark.slow
def test_the_call_in_about_txt_draws_every_kind_of_problem(tmp_path, monkeypatch):
    (tmp_path / "kinds.toml").write_text(KINDS)
    (tmp_path / "losses.py").write_text(LOSSES)
    plan = ml.study.read_plan(tmp_path / "kinds.toml")
    store = ml.study.run(plan, tmp_path / "store", workers=1, progress=False)
    folder = ioh.export_ioh(store, tmp_path / "ioh")
    about = (folder / "ABOUT.txt").read_text("utf-8")
    call = textwrap.dedent(about.partition("::\n")[2].partition("References")[0])
    assert "plot_ecdf" in call
    drawn, plot = {}, iohinspector.plots.plot_ecdf

    def watched(data, **options):
        axes, drawn[options["file_name"]] = plot(data, **options)
        return axes, drawn[options["file_name"]]
    monkeypatch.setattr(iohinspector.plots, "plot_ecdf", watched)
    monkeypatch.chdir(folder)
    matplotlib.use("agg")
    exec(call, {})
    names = read(folder).overview.to_pandas().groupby("function_id")["function_name"].first()
    assert len(names) == 7      # the reader's problem takes graphs and the sum of functions
    for number, name in names.items():
        share = drawn[f"function_{number}.png"].groupby("algorithm_name")["eaf"]
        assert (folder / f"function_{number}.png").stat().st_size > 10_000
        assert len(share) == 3 and share.min().min() >= 0 and share.max().max() <= 1
        if "losses" not in name:      # all negative: there the text says that f_min is to be chosen
            assert share.max().max() > 0.5
