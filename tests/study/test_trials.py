"""Problems of one's own that go wrong: the study says so in a sentence, and can be ended."""

import os

import asking
import pytest
from processes import FOLDERS

import memlab as ml
from memlab.study import FailedRunsError

HEAD = """
import os
import memlab as ml
import numba
import numpy as np
from rule_breakers import climb
"""
MAKE = """
def make(graph):
    return ml.CustomProblem(60, fitness, climb, data=(2, 45, 0))
"""
# the first solutions have too few ones for it
RAISES = HEAD + """
@numba.njit(cache=True)
def fitness(x, kind, least, value):
    ones = np.int64(0)
    for bit in x:
        ones += bit
    if ones >= least:
        raise ValueError("too many ones")
    return ones
""" + MAKE
LEAVES_AN_ARRAY = HEAD + """
@numba.njit(cache=True)
def fitness(x, kind, least, value):
    x[1_000_000 * least] = 1
    return 0
""" + MAKE
LOOPS = HEAD + """
@numba.njit(cache=True)
def fitness(x, kind, least, value):
    steps = np.int64(0)
    while least >= 0:
        steps += 1
    return steps
""" + MAKE
READS = "def make(graph):\n    return open(__file__.replace('own.py', 'data.txt')).read()\n"
LOCAL = ("def make(graph):\n    class LocalError(ImportError): ...\n"
         "    raise LocalError('of a class that cannot be pickled')\n")
LINGERS = ("import threading, time\ndef make(graph):\n"
           "    threading.Thread(target=time.sleep, args=(3_600,)).start()\n"
           "    raise ValueError('of no concern to the trial')\n")
MISSING = "def make(graph):\n    return open('prices.csv').read()\n"
EXITS = "import os\ndef make(graph):\n    os._exit(0)\n"
METHODS = '[[methods]]\nmode = "lamarckian"\nmu = 10\n'


def read(folder, module):
    (folder / "own.py").write_text(module)
    return asking.read(folder, asking.problem("own:make", methods=METHODS).replace(
        asking.GRAPHS, "budget = 2000\n" + asking.GRAPHS))


@pytest.fixture
def path(monkeypatch):
    """Workers find the helpers of the tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, FOLDERS)))


@pytest.mark.slow
@pytest.mark.usefixtures("path")
def test_an_exception_in_jitted_code_fails_the_run_and_is_told_once(tmp_path, capfd):
    plan = read(tmp_path, RAISES)
    with pytest.raises(FailedRunsError, match=r"(?s)1 of the 1 runs .*too many ones"):
        ml.study.run(plan, tmp_path / "runs", workers=1, progress=False)
    assert capfd.readouterr().err.count("\n") == 1      # that the problem is tried
