"""Solvers and advice on public graphs: the shipped runs, and their tables.

The graphs are not memlab's to publish: see the fixture `instances`.
"""

import shutil

import pandas as pd
import pytest

from memlab.analysis import comparison
from memlab.report import experiment as report
from memlab.study import Store, read_plan
from memlab.study.worker import compute_run
from memlab.support.paths import ROOT

FOLDER = ROOT / "data" / "experiments" / "public"
NAMES = ["public_sets", "public_cuts"]
SOLVERS = {"auto": "memlab", "kamis": "KaMIS", "cpsat": "CP-SAT", "highs": "HiGHS"}
MODES = {"baldwinian": "Baldwinian", "lamarckian": "Lamarckian"}


def shipped(name):
    return Store.load(ROOT / "data" / "results" / name)


def table(name):
    """Markdown: of each graph what each solver found in 1, 10, 60 seconds, and its bound."""
    runs = shipped(name).runs()
    solvers = [solver for solver in SOLVERS if solver in set(runs["solver"])]
    heads = [*(SOLVERS[one] for one in solvers), *MODES.values()]
    lines = ["| graph | " + " | ".join(heads) + " |",
             "|---|" + len(heads) * "---:|"]
    for graph, rows in runs.groupby("graph"):
        cells = [_cell(rows[rows["solver"] == solver].sort_values("time_limit"))
                 for solver in solvers]
        cells += [f"{rows[rows['mode'] == mode]['best_fitness'].item():,}" for mode in MODES]
        lines.append(f"| {graph} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(rows):
    """Such as "48, 49, 50 (51 s)": proved after 51 s; "44, 44, 44 ≤ 78": with a bound only."""
    found = ", ".join(f"{value:,}" for value in rows["best_fitness"])
    last = rows.iloc[-1]
    if last["proved"]:
        return f"**{found}** ({last['seconds']:.2g} s)"
    return found if last["solver"] == "kamis" else f"{found} ≤ {int(last['upper_bound']):,}"


@pytest.mark.parametrize("name", NAMES)
def test_the_table_shows_the_runs(name):
    assert table(name) in (FOLDER / "README.md").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_runs_and_tables_belong_to_the_experiment(name, instances, tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: True)      # with every solver
    shutil.copy(FOLDER / f"{name}.toml", tmp_path)
    (tmp_path / "instances").symlink_to(instances)
    store = shipped(name)
    assert store.finished().all()
    plan = read_plan(tmp_path / f"{name}.toml")
    assert plan == store.plan
    monkeypatch.undo()
    report.keep(tmp_path, **report.tables(*report.frames(store)))
    for path in (store.folder / "tables").glob("*.csv"):
        pd.testing.assert_frame_equal(pd.read_csv(path), pd.read_csv(
            tmp_path / "tables" / path.name), rtol=1e-8)
    runs = store.runs().set_index("run")
    quick = runs[(runs["solver"] == "auto") & runs["proved"] & (runs["seconds"] < 0.2)].index
    assert len(quick) > 3 or name == "public_cuts"
    for task in plan.tasks():
        if task.run in quick:
            now = compute_run(task)
            assert now["proved"] and now["best_fitness"] == runs["best_fitness"][task.run], task


@pytest.mark.parametrize("name", NAMES)
def test_values_and_bounds_fit_what_is_known(name, instances):
    """No value above a bound, or above what is proved in the literature; no bound below a value."""
    known = pd.read_csv(instances / "best_known.csv")
    known["graph"] = known["file"].str.replace(r".*/|\.\w+$", "", regex=True)
    runs = comparison.named(shipped(name).runs()).merge(
        known[["graph", "best_known", "status"]], on="graph", how="left")
    bounds = runs.groupby("graph")["upper_bound"].transform("min")
    assert (runs["best_fitness"] <= bounds).all()
    listed = runs[runs["best_known"].notna()]
    assert listed["graph"].nunique() > 3
    assert not (listed["upper_bound"] < listed["best_known"]).any()
    optimal = listed["status"].str.startswith("optimal")
    assert (listed["best_fitness"] <= listed["best_known"])[optimal].all()


@pytest.mark.slow
def test_the_runs_behind_the_advice_on_public_graphs(instances, tmp_path):
    shutil.copy(FOLDER / "public_advice.toml", tmp_path)
    (tmp_path / "instances").symlink_to(instances)
    store, path = shipped("public_advice"), tmp_path / "public_advice.toml"
    assert store.finished().all() and read_plan(path) == store.plan
    quick = [task for task in read_plan(path).tasks() if task.run % 500 == 7]
    runs = store.runs().set_index("run")["best_fitness"]
    assert all(compute_run(task)["best_fitness"] == runs[task.run] for task in quick)
