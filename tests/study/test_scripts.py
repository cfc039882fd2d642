"""Scripts as anybody writes them first: bare, without a guard. None waits for itself."""

import os
import subprocess
import sys

import pytest
from processes import FOLDERS
from suites import shortened

POOL = """
import os
from memlab.study.pool import Pool
print("begins", flush=True)
FACTOR = 2


def double(x):
    return FACTOR * x


with Pool(2) as pool:
    print(pool.submit(double, 21).result(), pool.submit(os.getpid).result() != os.getpid())
"""
WAYS = {"file": ["script.py"], "module": ["-m", "script"], "package": ["-m", "packed"],
        "stdin": ["-"], "command": ["-c", POOL], "interactive": ["-i", "-q", "-"]}


def run(folder, script, *arguments):
    """What a script printed, once it has ended: one that waits for itself is killed, and fails."""
    (folder / "script.py").write_text(script)
    (folder / "packed").mkdir(exist_ok=True)
    (folder / "packed" / "__main__.py").write_text(script)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))}
    return subprocess.run([sys.executable, *arguments], cwd=folder, input=script, text=True,
                          capture_output=True, timeout=240, check=False, env=environment)


@pytest.mark.parametrize("way", shortened(list(WAYS), ["file", "module"]))
def test_workers_do_not_execute_the_script_but_know_its_functions(way, tmp_path):
    done = run(tmp_path, POOL.replace("\n\n\n", "\n\n") if way == "interactive" else POOL,
               *WAYS[way])
    assert done.returncode == 0, done.stderr
    assert done.stdout == "begins\n42 True\n"


EXPERIMENT = """
budget = 40
repetitions = 2
[[graphs]]
dataset = "ba_small"
[[problems]]
problem = "maxcut"
[[methods]]
method = "script:draws"
[[methods]]
method = "random"
"""
STUDY = """
import tempfile
import memlab as ml


def draws(trial):
    while trial.left:
        trial.evaluate(trial.rng.random(trial.n) < 0.5)


{before}
plan = ml.study.read_plan("mine.toml")
with tempfile.TemporaryDirectory() as folder:
    runs = ml.study.run(plan, folder, workers=2, progress=False).runs()
print(len(runs), set(runs["evaluations"]), [path.name for path in plan.paths()])
"""


def test_a_script_studies_a_function_of_its_own(tmp_path):
    (tmp_path / "mine.toml").write_text(EXPERIMENT)
    done = run(tmp_path, STUDY.format(before=""), "script.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "4 {40} ['script.py']\n"
    assert "another process" not in done.stderr


EXECUTOR = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
import memlab as ml

plan = ml.study.Plan("small", [ml.study.Block(["mis"], ["ba_small"], [ml.study.Method("random")])],
                     graphs=2, budget=40)
context = multiprocessing.get_context("spawn")
with ProcessPoolExecutor(1, mp_context=context) as executor:
    ml.study.run(plan, "results", executor, workers=1, progress=False)
"""


def test_an_executor_that_executes_the_script_is_told_how_to_guard_it(tmp_path):
    done = run(tmp_path, EXECUTOR, "script.py")
    assert done.returncode == 1
    assert "a worker of your executor executes your script" in done.stderr
    assert 'if __name__ == "__main__":' in done.stderr
    assert "workers died" in done.stderr
