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


def pretended(rows):
    """A store of runs that say what their course is: [(evaluations, best fitness), ...]."""
    runs, traces = [], []
    for number, row in enumerate(rows):
        course = row.pop("course")
        runs.append({"run": number, "problem": "mis", "dataset": "er_small", "graph": "er_small/0",
                     "repetition": 0, "seed": 1, "method": "evolution", "mode": "lb", "mu": 10,
                     "vertices": 50, "evaluations": 100, **row, "best_fitness": course[-1][1]})
        traces += [{"run": number, "evaluations": evaluations, "best_fitness": best}
                   for evaluations, best in course]
    columns = ["run", "evaluations", "best_fitness"]
    return types.SimpleNamespace(runs=lambda: pd.DataFrame(runs),
                                 traces=lambda: pd.DataFrame(traces, columns=columns),
                                 improvements=lambda: pd.DataFrame(traces[:0], columns=columns))


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
    return store, read(folder / "ioh"), folder / "ioh"


@pytest.mark.slow
def test_every_improvement_is_there(computed):
    """And the end of each run."""
    store, manager, _ = computed
    theirs, runs = manager.load(monotonic=False).to_pandas(), store.traces()["run"].nunique()
    assert theirs["evaluations"].isin([1, 2_000]).sum() == 2 * runs
    theirs, ours = (frame[frame["evaluations"] < 2_000] for frame in (
        theirs, store.improvements()))
    columns = ["evaluations", "raw_y"]
    ours = ours.rename(columns={"best_fitness": "raw_y"})
    both = [frame[columns].sort_values(columns, ignore_index=True) for frame in (ours, theirs)]
    pd.testing.assert_frame_equal(*both, check_dtype=False)


@pytest.mark.slow
def test_running_times_to_targets_are_ours(computed):
    store, manager, _ = computed
    traces, runs = store.improvements(), store.runs().set_index("run")
    traces = traces[traces["problem"] == "mis"]
    traces["algorithm_name"] = traces["run"].map(
        runs["mode"].map(label) + " mu=" + runs["mu"].astype(str))
    top, failed = int(traces["best_fitness"].max()), 0
    theirs = iohinspector.metrics.aggregate_running_time(
        manager.select(function_ids=[1]).load(include_columns=["algorithm_name"]), f_min=top - 49,
        f_max=top, scale_f_log=False, eval_max=store.plan.budget, maximization=True)
    theirs = theirs.set_index(["algorithm_name", "raw_y"])
    for algorithm, ours in traces.groupby("algorithm_name"):
        for target in range(top - 49, top + 1):
            hits = ours[ours["best_fitness"] >= target].groupby("run")["evaluations"].min()
            row, missed = theirs.loc[(algorithm, target)], ours["run"].nunique() - len(hits)
            spent = hits.sum() + store.plan.budget * missed
            assert row["success_count"] == len(hits)
            assert row["ERT"] == pytest.approx(spent / len(hits) if len(hits) else np.inf)
            failed += missed
    assert failed > 0      # the targets include some that are hard


def test_a_small_export_word_for_word(tmp_path):
    store = pretended([{"course": [(10, 3), (20, 5), (100, 5)]},
                       {"course": [(20, 5), (100, 8)], "repetition": 1, "seed": 2}])
    ioh.export_ioh(store, tmp_path)
    assert (tmp_path / "LB/data_f1_mis_er_small/IOHprofiler_f1_DIM50.dat").read_text() == (
        "evaluations raw_y\n1 2\n10 3\n20 5\n100 5\n1 2\n20 5\n100 8\n")
    about = json.loads((tmp_path / "LB/IOHprofiler_f1_mis_er_small.json").read_text())
    assert about["maximization"] is True
    assert about["algorithm"]["name"] == "LB"
    of = {"problem": "mis", "dataset": "er_small", "graph": "er_small/0", "instance": "er_small/0"}
    assert about["scenarios"] == [{
        "dimension": 50, "path": "data_f1_mis_er_small/IOHprofiler_f1_DIM50.dat", "runs": [
            {"instance": 1, "evals": 100, "best": {"evals": 20, "y": 5, "x": []}, "begins": 10,
             "of": of | {"seed": 1}},
            {"instance": 1, "evals": 100, "best": {"evals": 100, "y": 8, "x": []}, "begins": 20,
             "of": of | {"seed": 2}}]}]


def test_a_problem_without_graphs_has_one_instance_and_its_length_as_dimension(tmp_path):
    rows = [{"problem": "dlb", "dataset": "", "graph": "", "vertices": None, "n": n, "k": k,
             "course": [(10, n)]} for n, k in ((60, 3), (120, 3), (60, 2))]
    ioh.export_ioh(pretended(rows), tmp_path)
    overview = read(tmp_path).overview.sort(["function_id", "dimension"])
    assert overview["function_name"].to_list() == ["dlb k=3", "dlb k=3", "dlb k=2"]
    assert overview["dimension"].to_list() == [60, 120, 60]
    assert set(overview["instance"]) == {1}


def test_evaluations_are_calls_where_the_budget_counts_them(tmp_path):
    store = pretended([{"course": [(7, 2.5), (40, 1.25)], "calls": 99.5, "count": count}
                       for count in ("auto", "offspring")])
    traces = store.traces().assign(calls=[7, 99.5, 7, 99.5], count=np.repeat(
        ["auto", "offspring"], 2))
    store.traces = lambda: traces
    ioh.export_ioh(store, tmp_path)
    evaluations = {path.parts[-3]: [line.split()[0] for line in path.read_text().splitlines()[1:]]
                   for path in tmp_path.rglob("*.dat")}
    assert evaluations == {"LB count=auto": ["1", "7", "100"], "LB count=offspring": [
        "1", "7", "40", "100"]}


def test_large_integers_keep_all_digits(tmp_path):
    large = 2**40 + 12_345
    store = pretended([{"course": [(10, large - 1), (20, large)]}])
    traces = store.traces()
    traces["best_fitness"] = np.array([large - 1, large])
    store.traces = lambda: traces
    ioh.export_ioh(store, tmp_path)
    data, = tmp_path.rglob("*.dat")
    assert [line.split()[1] for line in data.read_text().splitlines()[1:]] == [
        str(large - 2), str(large - 1), str(large), str(large)]
    about, = tmp_path.rglob("*.json")
    assert json.loads(about.read_text())["scenarios"][0]["runs"][0]["best"]["y"] == large


def test_without_traced_runs_it_says_what_to_set(tmp_path):
    with pytest.raises(ValueError, match="store must hold traced runs.*set traced_graphs"):
        ioh.export_ioh(pretended([]), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_earlier_export_is_replaced(tmp_path):
    course = [(10, 5)]
    ioh.export_ioh(pretended([{"mode": "darwinian", "course": course}]), tmp_path / "out")
    ioh.export_ioh(pretended([{"mode": "lb", "course": course}]), tmp_path / "out")
    assert read(tmp_path / "out").overview["algorithm_name"].to_list() == ["LB"]


@pytest.mark.slow
def test_the_call_in_about_txt_draws_every_function(computed, monkeypatch):
    _, _, folder = computed
    call = (folder / "ABOUT.txt").read_text("utf-8").partition("::\n")[2].partition("References")[0]
    drawn, plot = [], iohinspector.plots.plot_ecdf

    def watched(data, **options):
        axes, frame = plot(data, **options)
        drawn.append(frame.groupby("algorithm_name")["eaf"].max())
        return axes, frame
    monkeypatch.setattr(iohinspector.plots, "plot_ecdf", watched)
    monkeypatch.chdir(folder)
    matplotlib.use("agg")
    exec(textwrap.dedent(call), {})
    assert {path.name for path in folder.glob("*.png")} == {"function_1.png", "function_2.png"}
    assert len(drawn) == 2 and all(len(share) == 4 and 0.5 < share.max() <= 1 for share in drawn)
