"""Problems of one's own that go wrong: the run fails, and the study says why."""

import os

import asking
import pytest
from processes import FOLDERS

import memlab as ml
from memlab.study import FailedRunsError

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
LOCAL = ("def make(graph):\n    class LocalError(ImportError): ...\n"
         "    raise LocalError('of a class that cannot be pickled')\n")
MISSING = "def make(graph):\n    return open('prices.csv').read()\n"
EXITS = "import os\ndef make(graph):\n    os._exit(0)\n"


@pytest.mark.parametrize(("module", "words"), [
    (RAISES, "too many ones"), *(pytest.param(*case, marks=pytest.mark.slow) for case in [
        (LOCAL, "LocalError: of a class"), (EXITS, "its worker process died, twice"),
        (MISSING, "No such file or directory: 'prices.csv'")])])
def test_a_problem_that_goes_wrong_is_named_with_the_reason(tmp_path, monkeypatch, module, words):
    # workers find the helpers of the tests
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, FOLDERS)))
    (tmp_path / "own.py").write_text(module)
    methods = '[[methods]]\nmode = "lamarckian"\nmu = 10\n'
    plan = asking.read(tmp_path, "budget = 2000\n" + asking.problem("own:make", methods=methods))
    with pytest.raises(FailedRunsError, match=rf"(?s)1 of the 1 runs .*own:make.*{words}"):
        ml.study.run(plan, tmp_path / "runs", workers=1, progress=False)
