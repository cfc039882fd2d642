"""The experiments of tests/study/experiments, started in processes of their own, and compared.

They are what no profile covers: files with a wildcard; problems and algorithms of one's own; local
searches with a solver and restarts; blocks without graphs.
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
NAMES = ("files", "own", "searches", "algorithms", "tours")


def read(name, **options):
    return ml.study.read_plan(EXPERIMENTS / f"{name}.toml", **options)


def assert_same(store, reference):
    """The same tables, all columns but the time that runs took."""
    ours, theirs = (ml.study.load(each.folder) for each in (store, reference))
    pd.testing.assert_frame_equal(ours.runs().drop(columns="seconds"),
                                  theirs.runs().drop(columns="seconds"))
    pd.testing.assert_frame_equal(ours.traces(), theirs.traces())
    pd.testing.assert_frame_equal(ours.improvements(), theirs.improvements())


_SCRIPT = """
import sys
import memlab as ml
ml.study.run(ml.study.read_plan(sys.argv[1]), sys.argv[2], workers=2, progress=False)
"""


def start(folder, experiment):
    """A study of an experiment in `folder`/store."""
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
