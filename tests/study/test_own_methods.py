"""Algorithms of one's own in experiments: methods like the others, whatever they do."""

import contextlib
import functools
import os

import asking
import pandas as pd
import pytest
from pretending import told
from processes import FOLDERS
from studying import read

import memlab as ml
from memlab.study import FailedRunsError, Plan, Store, provenance
from memlab.study.worker import compute_run, do_batch

FAULTS = """
import os
import sys


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


def shape(trial):
    trial.evaluate([1, 0])
"""
WORDS = {"nothing": "must evaluate a solution", "raises": "a mistake",
         "leaves": "must return, but raised SystemExit",
         "interrupts": "must return, but raised KeyboardInterrupt", "dies": "worker process died",
         "shape": "x must be"}


@pytest.fixture
def faulty(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, FOLDERS)))
    (tmp_path / "faults.py").write_text(FAULTS)
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


@pytest.mark.parametrize("name", ["raises", "nothing", "leaves", "shape"])
def test_whatever_a_method_does_is_told(faulty, name):
    task, = plan_of(faulty, name).tasks()
    (_, text), = do_batch([task], compute_run, provenance.here())[1]
    assert WORDS[name] in text and f"method=faults:{name}" in str(task)


def test_its_code_is_part_of_the_plan(faulty, capsys):
    plan = plan_of(faulty, "good")
    Store.open(faulty / "runs", plan)
    (faulty / "faults.py").write_text(FAULTS + "\n# more")
    assert not plan.shared(plan_of(faulty, "good"))
    Store.open(faulty / "runs", plan_of(faulty, "good"))
    assert "differs in configurations, faults.py. Of the 1 runs" in capsys.readouterr().err
    task, = plan.tasks()
    (_, text), = do_batch([task], compute_run, provenance.here())[1]
    assert "has changed since the experiment was read" in text


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


PATCHES = """
import numpy as np
import memlab as ml


def nasty(trial):
    trial.evaluate(trial.rng.random(trial.n) < 0.5)
    np.random.random = lambda n: np.zeros(n)
    ml.MaxCut.score = None
    del ml.evolution.trial.Trial.left


def draws(trial):
    while trial.left:
        trial.evaluate(np.random.random(trial.n) < 0.5)
"""
PATCHED = """
budget = 8
repetitions = 3
[[graphs]]
dataset = "ba_small"
[[problems]]
problem = "maxcut"
[[methods]]
method = ["patches:nasty", "patches:draws", "random"]
"""


@pytest.mark.slow
def test_each_function_has_processes_of_its_own(tmp_path):
    """So what one replaces changes no run of another."""
    (tmp_path / "patches.py").write_text(PATCHES)
    plan, there = asking.read(tmp_path, PATCHED), tmp_path / "told"
    there.mkdir()
    alone, _ = do_batch([task for task in plan.tasks() if "nasty" not in task.method.name],
                        compute_run, provenance.here())
    with contextlib.suppress(FailedRunsError):      # of the nasty one, all but the first
        ml.study.run(plan, tmp_path / "store", workers=2, progress=False,
                     compute=functools.partial(told, there))
    runs = ml.study.load(tmp_path / "store", complete=False).runs()
    runs = runs[runs["method"] != "patches:nasty"]
    assert runs["best_fitness"].tolist() == [row["best_fitness"] for row in alone]
    processes = {}
    for path in there.iterdir():
        _, method, process = path.name.split()
        processes.setdefault(method, set()).add(process)
    assert len(set().union(*processes.values())) == sum(map(len, processes.values()))


SHARES = """
from helper import SHARE


def draws(trial):
    while trial.left:
        trial.evaluate(trial.rng.random(trial.n) < SHARE)
"""
TOML = """
budget = 20
[[graphs]]
dataset = "ba_small"
[[problems]]
problem = "maxcut"
[[methods]]
method = "mine:draws"
"""


def test_experiments_whose_helpers_have_the_same_name_keep_them_apart(tmp_path):
    """Read one after the other in one process, and run in another order."""
    for share in ("0.0", "0.5"):
        (tmp_path / share).mkdir()
        (tmp_path / share / "mine.py").write_text(SHARES)
        (tmp_path / share / "helper.py").write_text(f"SHARE = {share}\n")
        (tmp_path / share / "one.toml").write_text(TOML)
    plans = {share: ml.study.read_plan(tmp_path / share / "one.toml") for share in ("0.0", "0.5")}
    for share in ("0.5", "0.0"):
        row = compute_run(next(plans[share].tasks()))
        assert (row["best_fitness"] == 0) == (share == "0.0")
        assert {path.name for path in plans[share].paths()} == {"mine.py", "helper.py"}
