"""Problems of one's own that go wrong: the study says so in a sentence, and can be ended."""

import os
import signal
import time

import asking
import pytest
from processes import FOLDERS, alive, session, start, wait_until

import memlab as ml
from memlab.study import FailedRunsError, execute

# the first solutions have too few ones for it
RAISES = """
import memlab as ml
import numba
import numpy as np
from rule_breakers import climb


@numba.njit(cache=True)
def fitness(x, kind, least, value):
    ones = np.int64(0)
    for bit in x:
        ones += bit
    if ones >= least:
        raise ValueError("too many ones")
    return ones


def make(graph):
    return ml.CustomProblem(60, fitness, climb, data=(2, 45, 0))
"""
LEAVES_AN_ARRAY = RAISES.replace("ones = np.int64(0)", "ones = np.int64(x[len(x)]) * 0")
LOOPS = RAISES.replace("for bit in x:\n        ones += bit", "while least:\n        ones += 1")
EXITS = "import os\ndef make(graph):\n    os._exit(0)\n"


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Plans of one run of a problem; workers find the helpers of the tests."""
    def plan(module):
        (tmp_path / "own.py").write_text(module)
        return asking.read(tmp_path, "budget = 2000\n" + asking.problem(
            "own:make", methods='[[methods]]\nmode = "lamarckian"\nmu = 10\n'))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, FOLDERS)))
    return plan


@pytest.mark.parametrize(("module", "words"), [
    (LEAVES_AN_ARRAY, "out of bounds"),
    pytest.param(EXITS, "terminated abruptly", marks=pytest.mark.slow)])
def test_a_problem_that_cannot_be_made_is_named_before_any_run(read, tmp_path, monkeypatch, module,
                                                               words):
    monkeypatch.setattr(execute, "_in_pools", None)
    with pytest.raises(FailedRunsError, match=rf"(?s)own:make.*on ba_small.*{words}"):
        ml.study.run(read(module), tmp_path / "runs", workers=1, progress=False)


@pytest.mark.slow
def test_an_exception_in_jitted_code_fails_the_run_and_is_told_once(read, tmp_path, capfd):
    with pytest.raises(FailedRunsError, match=r"(?s)1 of the 1 runs .*own:make.*too many ones"):
        ml.study.run(read(RAISES), tmp_path / "runs", workers=1, progress=False)
    assert capfd.readouterr().err.count("\n") == 1      # that the problem is tried


@pytest.mark.slow
def test_an_endless_loop_ends_at_ctrl_c(read, tmp_path):
    read(LOOPS)
    process = start("import os, memlab as ml\nos.setsid()\n"
                    f"ml.study.run(ml.study.read_plan({str(tmp_path / 'asked.toml')!r}), "
                    f"{str(tmp_path / 'runs')!r}, workers=1, progress=False)", stderr=-1)
    assert "trying problem 'own:make'" in process.stderr.readline()
    time.sleep(3)
    group = session(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode != 0 and wait_until(lambda: not any(map(alive, group)))
