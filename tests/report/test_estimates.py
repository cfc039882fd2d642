"""How long runs will take is foretold from a few that are timed."""

import re

import numpy as np
import pytest

import memlab as ml
from memlab.report import estimates
from memlab.study import Store, costs, methods, read_plan
from memlab.study.progress import duration
from memlab.support import paths
from memlab.support.pool import Pool

MIXED = """
budget = 200
[[graphs]]
dataset = ["er_small", "rb_large"]
count = 3
[[problems]]
problem = ["mis", "maxcut"]
[[methods]]
mode = ["darwinian", "baldwinian"]
mu = 10
lambda_ = 10
[[methods]]
method = "slow:wait"
[[methods]]
method = "optimum"
solver = "highs"
seconds = 7
"""


@pytest.fixture
def timed(monkeypatch):
    """A function sets what runs take; a list has those that were timed."""
    chosen = []

    def take(seconds):
        def outcomes(pool, dealt, window, compute):
            for (task,) in dealt:
                chosen.append(task.run)
                yield [task], [{"run": task.run, "seconds": seconds(task)}], []
        monkeypatch.setattr(estimates.batches, "outcomes", outcomes)
        monkeypatch.setattr(estimates, "compile_kernels", lambda *_: None)
        return chosen
    return take


def tasks_of(tmp_path, text, module):
    (tmp_path / "mixed.toml").write_text(text)
    (tmp_path / "slow.py").write_text(module)
    return list(ml.study.read_plan(tmp_path / "mixed.toml").tasks())


def test_what_is_expected_follows_from_what_was_timed(tmp_path, timed):
    """Each kind takes some multiple of what the table says; a solver has its limit."""
    tasks = tasks_of(tmp_path, MIXED, "def wait(trial):\n    trial.evaluate([0] * trial.n)\n")

    def seconds(task):
        if methods.method_of(task.method).is_solver:
            return costs.seconds(task)
        return costs.seconds(task) * (
            5 if task.own else {"mis": 3, "maxcut": 0.5}[task.problem.name])
    chosen = timed(seconds)
    table = sum(map(costs.seconds, tasks))
    assert estimates.factor(tasks, None, 1) == pytest.approx(sum(map(seconds, tasks)) / table)
    assert 0 < len(chosen) < len(tasks) / 4


def test_what_fails_when_it_is_timed_is_expected_from_the_table(tmp_path, monkeypatch):
    tasks = tasks_of(tmp_path, MIXED, "import os\n\ndef wait(trial):\n    os._exit(3)\n")
    monkeypatch.setattr(estimates, "compile_kernels", lambda *_: None)
    with Pool(1) as pool:
        assert estimates.factor([task for task in tasks if task.own], pool, 1) == pytest.approx(1)


@pytest.mark.parametrize("name", [
    "dials", "functions", "heavy_tailed", "partial_lamarckism", "success_rule_onemax", "umda_dlb"])
def test_what_shipped_experiments_took_is_foretold_within_a_factor_of_one_and_a_half(name, timed):
    """From those of their runs that would have been timed, at the speed that they had."""
    store = Store.load(paths.RESULTS / name)
    took = store.runs().set_index("run")["seconds"]
    chosen = timed(lambda task: took[task.run])
    seconds = estimates.factor(list(store.plan.tasks()), None, 1) * costs.plan_seconds(store.plan)
    assert took.sum() / 1.5 < seconds < 1.5 * took.sum()
    assert took.loc[chosen].sum() < max(15, 0.06 * took.sum())


def test_of_very_many_runs_some_are_chosen_evenly(timed, monkeypatch):
    """Also where the number of configurations divides the number of runs."""
    timed(lambda task: 3 * costs.seconds(task))
    plan = read_plan(paths.data("experiments") / "grid.toml", profile="quick")
    monkeypatch.setattr(estimates, "_CHOSEN", 300)
    chosen = estimates._left({"grid": plan}, {"grid": np.zeros(len(plan), bool)})
    assert 290 <= len(chosen) <= 310 and len({task.method for task in chosen}) > 100
    assert len({(task.problem, task.source) for task in chosen}) == 12


def test_the_report_takes_no_longer_where_a_function_is_slow(tmp_path, monkeypatch, capsys):
    """A run of it may take a thousand times what the table of costs says."""
    plan = ml.paper.profile("smoke").plan("grid")
    for factor, slower in ((1000, 3), (2, 2)):
        monkeypatch.setattr(estimates, "factor", lambda *_, factor=factor: factor)
        estimates.announce({"grid": plan}, tmp_path, 1, None, 800.0)
        seconds = factor * costs.plan_seconds(plan) + 800 * slower
        assert f"about {duration(seconds)} on this machine" in capsys.readouterr().out


def test_what_is_done_is_announced_and_neither_timed_nor_expected(tmp_path, timed, capsys):
    folder, laptop = paths.RESULTS / "laptop", ml.paper.profile("laptop")
    plan = laptop.plan("timing", grid=Store.load(folder / "grid").runs())
    chosen = timed(None)
    estimates.announce({"timing": plan}, folder, 2, None, 8.0)
    assert re.search(r"timing +1,440 runs of 40,000 evaluations, 1,440 done\n  about 4 s on this "
                     "machine with 2 processes", capsys.readouterr().out)
    assert not chosen
