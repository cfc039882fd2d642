"""Algorithms of one's own in experiments: methods like the others, whatever they do."""

import os

import asking
import pandas as pd
import pytest
from processes import FOLDERS
from studying import read
from suites import shortened

import memlab as ml
from memlab.analysis import comparison
from memlab.report import experiment
from memlab.study import FailedRunsError, Plan, StoreError

FAULTS = """
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent


def good(trial):
    trial.evaluate(trial.rng.integers(0, 2, (trial.left, trial.n)))


def nothing(trial):
    pass


def raises(trial):
    raise ValueError("a mistake")


def leaves(trial):
    sys.exit(0)


def interrupts(trial):
    raise KeyboardInterrupt


def dies(trial):
    os._exit(3)


def imports(trial):
    import beside


def opens(trial):
    (HERE / "later.txt").read_text()


def shape(trial):
    trial.evaluate([1, 0])
"""
WORDS = {"nothing": "must evaluate a solution", "raises": "a mistake",
         "leaves": "must return, but raised SystemExit",
         "interrupts": "must return, but raised KeyboardInterrupt", "dies": "worker process died",
         "imports": "must import or read beside.py at its top",
         "opens": "must import or read later.txt at its top", "shape": "x must be"}


@pytest.fixture
def faulty(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, FOLDERS)))
    (tmp_path / "faults.py").write_text(FAULTS)
    (tmp_path / "beside.py").touch()
    (tmp_path / "later.txt").touch()
    return tmp_path


def plan_of(folder, *names, **options):
    tables = "".join(f'[[methods]]\nmethod = "faults:{name}"\n' for name in names)
    return asking.read(folder, asking.text("budget = 40\n", methods=tables), **options)


@pytest.mark.slow
def test_no_other_run_is_lost(faulty):
    plan = plan_of(faulty, "good", *WORDS)
    with pytest.raises(FailedRunsError, match=f"{len(WORDS)} of the {len(plan)} runs"):
        ml.study.run(plan, faulty / "runs", workers=2, progress=False)
    runs = ml.study.load(faulty / "runs", complete=False).runs()
    assert runs["method"].tolist() == ["faults:good"] and runs["evaluations"].tolist() == [40]


@pytest.mark.parametrize("name", shortened(
    [name for name in WORDS if name not in ("dies", "imports")], ["raises"]))
def test_a_failure_is_told_with_file_and_line(faulty, name):
    with pytest.raises(FailedRunsError) as error:
        ml.study.run(plan_of(faulty, name), faulty / "runs", workers=1, progress=False)
    assert WORDS[name] in str(error.value)
    assert f"method=faults:{name}" in str(error.value)
    assert str(faulty / "faults.py") in str(error.value)


@pytest.mark.slow
def test_its_code_is_part_of_the_plan(faulty):
    plan = plan_of(faulty, "good")
    ml.study.run(plan, faulty / "runs", workers=1, progress=False)
    (faulty / "faults.py").write_text(FAULTS + "\n# more")
    changed = plan_of(faulty, "good")
    assert changed.fingerprint != plan.fingerprint
    with pytest.raises(StoreError, match=r"files faults\.py"):
        ml.study.run(changed, faulty / "runs", workers=1, progress=False)
    with pytest.raises(FailedRunsError, match="has changed since the experiment was read"):
        ml.study.run(plan, faulty / "more", workers=1, progress=False)


def test_defaults_are_settings_and_names_are_only_names(tmp_path):
    plan = read("algorithms")
    frame = plan.frame()
    umda = frame[frame["method"] == "algorithms:umda"]
    assert set(umda["size"]) == {20} and set(umda["mu"]) == {5, 10}
    assert set(umda["name"]) == {"UMDA 5", "UMDA 10"}
    assert frame.loc[frame["method"] == "algorithms:searches", "name"].isna().all()
    again = Plan.from_dict(plan.to_dict(), folder=plan.folder)
    assert again.fingerprint == plan.fingerprint and "name" not in again.frame()
    named = Plan.from_dict(plan.to_dict(), [block.names for block in plan.blocks])
    pd.testing.assert_frame_equal(named.frame(), frame)


@pytest.mark.slow
def test_a_report_calls_methods_by_their_names(tmp_path):
    store = ml.study.run(read("algorithms"), tmp_path / "runs", workers=1, progress=False)
    runs = comparison.named(ml.study.load(store.folder).runs())
    # a local search is no setting of the method: nothing is pooled for all that
    assert set(runs["method"]) == {
        f"{name}, {search}{rest}" for search in ("repair", "swap") for name, rest in (
            ("UMDA 5", ""), ("UMDA 10", ""), ("algorithms:searches", ""), ("Lamarckian", " mu=5"))}
    assert runs.groupby("method")["mu"].nunique().max() == 1
    page = experiment.write(store, tmp_path / "report").read_text("utf-8")
    assert "UMDA 10, swap" in page and "algorithms:searches, repair" in page
    folder = ml.study.export_ioh(store, tmp_path / "ioh")
    assert any("UMDA 5" in path.name for path in folder.iterdir())
    effects = comparison.effects(runs)
    own = effects[effects["family"] == "algorithms:umda"]
    assert set(own["factor"]) == {"local_search", "mu"}


SHARES = """
from helper import SHARE


def draws(trial):
    while trial.left:
        trial.evaluate(trial.rng.random(trial.n) < SHARE)
"""
TOML = """
budget = 20
repetitions = 2
[[graphs]]
dataset = "ba_small"
[[problems]]
problem = "maxcut"
[[methods]]
method = "mine:draws"
"""


@pytest.mark.slow
def test_experiments_whose_helpers_have_the_same_name_keep_them_apart(tmp_path):
    """Read one after the other in one process, and run in another order."""
    for share in ("0.0", "0.5"):
        (tmp_path / share).mkdir()
        (tmp_path / share / "mine.py").write_text(SHARES)
        (tmp_path / share / "helper.py").write_text(f"SHARE = {share}\n")
        (tmp_path / share / "one.toml").write_text(TOML)
    plans = {share: ml.study.read_plan(tmp_path / share / "one.toml") for share in ("0.0", "0.5")}
    for share in ("0.5", "0.0"):
        runs = ml.study.run(plans[share], tmp_path / share / "to", workers=1, progress=False).runs()
        assert (runs["best_fitness"] == 0).all() == (share == "0.0")
        assert {path.name for path in plans[share].paths()} == {"mine.py", "helper.py"}
