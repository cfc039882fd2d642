"""The experiments of tests/study/experiments, started in processes of their own, and compared.

They are what no profile covers: files with a wildcard; a problem of one's own; local searches with
a solver and restarts; blocks without graphs, and with.
"""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
from processes import FOLDERS, alive, session

import memlab as ml

EXPERIMENTS = Path(__file__).parents[1] / "study" / "experiments"
NAMES = ("files", "own", "searches", "blocks", "mixture", "algorithms")


def read(name, **options):
    return ml.study.read_plan(EXPERIMENTS / f"{name}.toml", **options)


def assert_same(store, reference):
    """The same tables, all columns but the time that runs took."""
    ours, theirs = (ml.study.load(each.folder) for each in (store, reference))
    pd.testing.assert_frame_equal(ours.runs().drop(columns="seconds"),
                                  theirs.runs().drop(columns="seconds"))
    pd.testing.assert_frame_equal(ours.traces(), theirs.traces())


_SCRIPT = """
import sys
import memlab as ml
from memlab.study import batches, execute
from pretending import linger
# every batch is one run
batches._SHORTEST_BATCH = batches._LONGEST_BATCH = execute._WORTH_A_POOL = 0.0
if __name__ == "__main__":
    plan = ml.study.read_plan(sys.argv[1])
    ml.study.run(plan, sys.argv[2], workers=2, progress=False, compute=linger)
"""


def start(folder, experiment):
    """A study of an experiment in `folder`/store, and every batch is one run."""
    path = folder / "script.py"
    path.write_text(_SCRIPT)
    return subprocess.Popen(
        [sys.executable, path, experiment, folder / "store"], start_new_session=True, text=True,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))})


def kill(process):
    """Whatever is left of the session that a process leads, and what that may still be starting."""
    while left := [pid for pid in session(process.pid) if alive(pid)]:
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    process.communicate(timeout=60)


def shards(folder):
    """The files of the store in a folder where a study was started."""
    return list((folder / "store" / "shards").glob("*.parquet"))
