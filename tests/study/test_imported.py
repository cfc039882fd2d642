"""Runs of others stand beside ours in every table of a report, under the names of our instances."""

import json
import random
import types

import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.commands import start
from memlab.report import experiment

BUDGET = 300


def planned(traced_graphs=2):
    """Sets, cuts, a minimised problem, fractions, and lengths of a problem without graphs."""
    modes = [ml.study.Configuration(mode, 5, 5, 0.5) for mode in ("lamarckian", "darwinian")]
    drawn = [ml.study.sources.Generated(*one, count=2)
             for one in (("spin_glass", {"side": 3}), ("nk", {"n": 9, "k": 2}))]
    lengths = [ml.study.ProblemSpec("leadingones", {"n": n}) for n in (6, 9)]
    blocks = [ml.study.Block(problems, sources, modes) for problems, sources in (
        (["mis", "maxcut"], ["er_small"]), (["pseudo-boolean"], drawn), (lengths, ["er_small"]))]
    return ml.study.Plan("ours", blocks, graphs=2, repetitions=3, budget=BUDGET,
                         traced_graphs=traced_graphs)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return ml.study.run(planned(), tmp_path_factory.mktemp("ours"), workers=1, progress=False)


def climb(problem, seed):
    """A loop of somebody's own: its improvements."""
    draw, better, x = random.Random(seed), [], [0] * problem.n
    for evaluation in range(1, BUDGET + 1):
        y = [bit ^ (draw.random() < 1 / problem.n) for bit in x]
        value = problem.value(y)
        if not better or (value - better[-1][1]) * problem.unit > 0:
            better.append((evaluation, value))
            x = y
    return better


@pytest.fixture(scope="module")
def theirs():
    """Runs of the loop on all instances, of which a name is enough unless n must tell."""
    rows = []
    for task in planned().tasks():
        if task.method.mode != "lamarckian":
            continue
        problem = task.problem.problem(task.source.graph(task.graph, task.graph_seed))
        course = climb(problem, task.repetition)
        name = task.source.graph_name(task.graph, task.graph_seed) or task.problem.name
        rows.append({"instance": name, "problem": task.problem.name, "method": "climber",
                     "n": dict(task.problem.options).get("n"), "repetition": task.repetition,
                     "value": course[-1][1], "evaluations": BUDGET, "improvements": course,
                     "minimise": problem.unit < 0})
    return pd.DataFrame(rows)


def test_their_method_is_in_every_table(store, theirs):
    runs, traces = experiment.frames(store, theirs)
    made = experiment.tables(runs, traces, store.plan)
    assert {*made} == {*experiment.tables(*experiment.frames(store), store.plan)}
    for name, table in made.items():
        if name in ("tests", "best_known", "courses"):
            continue
        assert {*table["method"]} == {"Lamarckian", "Darwinian", "climber"}, name
    assert made["tests"].groupby(["problem", "dataset"]).size().eq(3).all()
    means = made["means"].set_index(["problem", "dataset", "method"])["mean"]
    assert means["mis", "er_small", "climber"] == pytest.approx(
        theirs.loc[theirs["problem"] == "mis", "value"].mean())
    assert means["pseudo-boolean minimised", "spin_glass side=3", "climber"] == pytest.approx(
        theirs.loc[theirs["instance"].str.contains("spin"), "value"].mean())
    assert means["leadingones n=9", "", "climber"] == theirs.loc[theirs["n"] == 9, "value"].mean()


def test_their_running_times_are_those_of_their_improvements(store, theirs):
    found = experiment.tables(*experiment.frames(store, theirs))["expected_running_times"]
    found = found[(found["problem"] == "leadingones n=6") & (found["target"] == 0)]
    rows = theirs[theirs["n"] == 6]
    hits = [next((e for e, value in course if value == 6), None) for course in
            rows["improvements"]]
    spent = sum(hit or BUDGET for hit in hits) / sum(hit is not None for hit in hits)
    found = found.set_index(["currency", "method"])["ert"]
    assert found["evaluations", "climber"] == spent
    assert "climber" not in found["local_search_steps"]      # which nobody knows
    assert "Lamarckian" in found["local_search_steps"]


def test_values_with_fractions_are_equal_to_ours_but_for_rounding(store, theirs):
    """So that whoever finds our best solution reaches the best known value."""
    best = store.runs().query("dataset.str.startswith('nk')").groupby("graph")["value"].max()
    row = {"method": "lucky", "repetition": 0, "evaluations": 9}
    near = pd.DataFrame([{**row, "instance": name, "value": value * (1 - 1e-12)}
                         for name, value in best.items()])
    gaps = experiment.tables(*experiment.frames(store, near))["gaps"].set_index("method")
    assert gaps.loc["lucky", ["gap", "reached_percent"]].tolist() == [0, 100]


def test_an_export_comes_back_with_its_values_and_first_hits(store, tmp_path):
    ml.analysis.export_ioh(store, tmp_path / "ioh")
    back = ml.study.import_runs(tmp_path / "ioh")
    back["method"] = back["method"].map({"Lamarckian": "a", "Darwinian": "b"})
    runs, traces = experiment.frames(store, back)
    key = ["problem", "graph", "repetition"]
    for ours, theirs in (("Lamarckian", "a"), ("Darwinian", "b")):
        for frame, least in ((runs, 30), (traces[traces["mean_fitness"].isna()], 101)):
            columns = [*key, "evaluations", "best_fitness"]
            both = [frame.loc[frame["method"] == name, columns].sort_values(columns)
                    for name in (ours, theirs)]
            assert both[0].to_numpy().tolist() == both[1].to_numpy().tolist()
            assert len(both[0]) >= least


def test_what_an_export_did_not_know_is_no_first_hit(tmp_path):
    """The format wants a value at evaluation 1; of this run there is none."""
    runs = pd.DataFrame([{"run": 0, "problem": "mis", "dataset": "d", "graph": "a", "mode": "lb",
                          "method": "evolution", "repetition": 0, "vertices": 9, "edges": 3,
                          "evaluations": 90, "best_fitness": 7}])
    course = pd.DataFrame({"run": 0, "evaluations": [20, 40], "best_fitness": [5, 7]})
    old = types.SimpleNamespace(runs=lambda: runs, traces=lambda: course,
                                improvements=lambda: course[:0])
    ml.analysis.export_ioh(old, tmp_path / "ioh")
    back = ml.study.import_runs(tmp_path / "ioh")
    assert back["improvements"].tolist() == [[[20, 5], [40, 7]]]


def test_files_of_ioh_itself_are_read(tmp_path):
    """Each run has a head, and its last row is not its best."""
    about = {"function_id": 2, "function_name": "LeadingOnes", "maximization": True,
             "algorithm": {"name": "search"}, "scenarios": [
                 {"dimension": 6, "path": "a.dat", "runs": [
                     {"instance": 1, "evals": 30, "best": {"evals": 6, "y": 6}},
                     {"instance": 1, "evals": 30, "best": {"evals": 1, "y": 2}}]}]}
    (tmp_path / "IOHprofiler_f2.json").write_text(json.dumps(about))
    (tmp_path / "a.dat").write_text("evaluations raw_y\n1 3.0\n6 6.0\n30 0.0\n"
                                    "evaluations raw_y\n1 2.0\n30 1.0\n")
    found = ml.study.import_runs(tmp_path)
    assert found["instance"].unique().tolist() == ["LeadingOnes 6 1"]
    assert found["repetition"].tolist() == [0, 1] and found["value"].tolist() == [6, 2]
    assert found["improvements"].tolist() == [[[1, 3], [6, 6]], [[1, 2]]]


@pytest.mark.parametrize(("change", "message"), [
    (lambda frame: frame.drop(columns=["value", "method"]), "but lack method, value"),
    (lambda frame: frame.assign(value=np.nan), "values must be finite"),
    (lambda frame: frame.assign(evaluations=1.5), "evaluations integers, not {.*1.5"),
    (lambda frame: frame.assign(improvements=[[(1, 2), (2, 3)]] * len(frame)), "end with its val"),
    (lambda frame: frame.assign(improvements=[[(400, value)] for value in frame["value"]]),
     "from 1 to the run's 300"),
    (lambda frame: frame.drop(columns="problem"), "one instance of the store's"),
    (lambda frame: frame.drop(columns=["minimise", "improvements"]), "minimise as the store"),
    (lambda frame: frame.assign(method="lamarckian"), "a method of another name"),
    (lambda frame: frame.assign(repetition=0), "a repetition of its own")])
def test_what_cannot_stand_beside_ours_is_refused(store, theirs, change, message):
    with pytest.raises(ValueError, match=message):
        experiment.frames(store, change(theirs))


def test_what_is_not_among_our_instances_is_named_once_and_left_out(store, theirs):
    more = theirs.assign(instance=theirs["instance"].replace("leadingones", "onemax"))
    with pytest.warns(UserWarning, match=r"instances \['onemax'\] of imported runs") as told:
        runs, _ = experiment.frames(store, more)
    assert len(told) == 1 and (runs["method"] == "climber").sum() == (theirs["n"].isna()).sum()


@pytest.mark.slow
def test_the_command_puts_them_into_the_report(theirs, tmp_path):
    (tmp_path / "q.toml").write_text(
        'budget = 60\nrepetitions = 3\n[[problems]]\nproblem = "leadingones"\nn = 6\n'
        '[[methods]]\nmode = "lamarckian"\nmu = 5\nlambda_ = 5\n')
    ml.study.import_runs(theirs[theirs["n"] == 6]).to_parquet(tmp_path / "theirs.parquet")
    out = tmp_path / "out"
    assert start("study", str(tmp_path / "q.toml"), "--out", str(out), "--workers", "1",
                 "--beside", str(tmp_path / "theirs.parquet")) == 0
    means = pd.read_csv(out / "tables" / "means.csv").set_index("method")["mean"]
    assert means["climber"] == pytest.approx(theirs.loc[theirs["n"] == 6, "value"].mean())
    assert "<dt>Imported</dt><dd>climber</dd>" in (out / "report.html").read_text("utf-8")
