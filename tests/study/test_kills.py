"""Studies that are killed, at any moment and in any way, lose nothing but the tasks under way."""

import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
from functools import partial

import pytest
from pretending import assert_complete, die, die_always, pretend
from processes import FOLDERS, alive, session, wait_until

import memlab as ml
from memlab.study import FailedRunsError, Store, batches, execute


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """Many batches even of a small plan, and a pool for them."""
    monkeypatch.setattr(batches, "_SHORTEST_BATCH", 0.0)
    monkeypatch.setattr(batches, "_LONGEST_BATCH", 0.002)
    monkeypatch.setattr(execute, "_WORTH_A_POOL", 0.0)
    monkeypatch.setattr(execute, "_small", lambda tasks: [])      # nothing is compiled


_SCRIPT = """
import functools, json, sys
import memlab as ml
from memlab.study import Plan, batches, execute
from pretending import log_and_pretend
# every batch is one run
batches._SHORTEST_BATCH = batches._LONGEST_BATCH = execute._WORTH_A_POOL = 0.0
if __name__ == "__main__":
    plan, folder, log = json.loads(sys.argv[1])
    compute = functools.partial(log_and_pretend, log)
    ml.study.run(Plan.from_dict(plan), folder, workers=2, progress=False, compute=compute)
"""


class Studies:
    """Starts a study in a process of its own, again and again, on one folder and one log."""

    def __init__(self, folder, plan):
        self.plan, self.store, self.log = plan, folder / "store", folder / "log"
        self.script = folder / "script.py"
        self.script.write_text(_SCRIPT)
        self.log.touch()

    def start(self):
        arguments = json.dumps([self.plan.to_dict(), str(self.store), str(self.log)])
        return subprocess.Popen(
            [sys.executable, self.script, arguments], start_new_session=True, text=True,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))})

    def shards(self):
        return set((self.store / "shards").glob("*.parquet"))

    def computed(self):
        """Numbers of the runs that were begun, in order; what only compiles is left out."""
        return [int(number) for number in self.log.read_text().split()]


@pytest.fixture
def studies(tmp_path, plan):
    return Studies(tmp_path, dataclasses.replace(plan, graphs=4, repetitions=4))


@pytest.mark.slow
def test_killed_at_random_moments_nothing_is_lost_or_done_twice(studies):
    """kill -9 of a worker and then of the parent, at random moments; then on to the end."""
    moments, process = random.Random(5), studies.start()
    for victim in ("worker", "parent"):
        more = len(studies.computed()) + moments.randint(10, 40)
        assert wait_until(lambda: len(studies.computed()) >= more)      # noqa: B023
        group = session(process.pid)
        # the youngest of the session: the server of forks and its helper are older
        os.kill(process.pid if victim == "parent" else max(group), signal.SIGKILL)
    assert process.wait(timeout=60) == -signal.SIGKILL
    assert wait_until(lambda: not any(map(alive, group)))
    assert not Store.load(studies.store, complete=False).finished().all()
    process = studies.start()
    assert process.wait(timeout=120) == 0
    assert_complete(Store.load(studies.store), studies.plan)
    kills, under_way = 2, 4      # at most two batches for each of two workers, of one run
    assert len(studies.computed()) - len(studies.plan) <= kills * under_way


def test_ctrl_c_ends_cleanly(studies):
    process = studies.start()
    assert wait_until(lambda: len(studies.shards()) >= 3)
    group = session(process.pid)
    os.killpg(process.pid, signal.SIGINT)      # as a terminal does: to the parent and all workers
    process.communicate(timeout=30)
    assert process.returncode in (-signal.SIGINT, 1, 130)
    assert wait_until(lambda: not any(map(alive, group)))
    kept = Store.load(studies.store, complete=False).finished()
    assert kept.any()
    assert not kept.all()
    assert_complete(ml.study.run(studies.plan, studies.store, workers=1, progress=False,
                                 compute=pretend), studies.plan)


def test_a_worker_that_dies_is_replaced(tmp_path, plan, capsys):
    compute = partial(die, tmp_path / "marker", 1)
    store = ml.study.run(plan, tmp_path / "store", workers=2, compute=compute, progress=False)
    assert capsys.readouterr().err.count("a worker process died") == 1
    assert_complete(store, plan)


def test_a_run_that_kills_its_worker_is_named_and_costs_only_itself(tmp_path, plan):
    with pytest.raises(FailedRunsError, match=r"(?s)1 of the 48 .*run 30: .*worker process died"):
        ml.study.run(plan, tmp_path / "store", workers=2, progress=False,
                     compute=partial(die, tmp_path / "marker", 99))
    assert list((~Store.load(tmp_path / "store", complete=False).finished()).nonzero()[0]) == [30]


def test_nobody_waits_for_runs_that_all_kill_their_workers(tmp_path, plan):
    with pytest.raises(batches.WorkersDiedError):
        ml.study.run(plan, tmp_path / "store", workers=2, progress=False, compute=die_always)
