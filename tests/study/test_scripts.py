"""Scripts as anybody writes them first: bare, without a guard. None waits for itself."""

import os
import subprocess
import sys

from processes import FOLDERS


def run(folder, script):
    """What a script printed, once it has ended: one that waits for itself is killed, and fails."""
    (folder / "script.py").write_text(script)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))}
    return subprocess.run([sys.executable, "script.py"], cwd=folder, text=True,
                          capture_output=True, timeout=240, check=False, env=environment)


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


plan = ml.study.read_plan("mine.toml")
with tempfile.TemporaryDirectory() as folder:
    runs = ml.study.run(plan, folder, workers=2, progress=False).runs()
print(len(runs), set(runs["evaluations"]), [path.name for path in plan.paths()])
"""


def test_a_script_studies_a_function_of_its_own(tmp_path):
    (tmp_path / "mine.toml").write_text(EXPERIMENT)
    done = run(tmp_path, STUDY)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "4 {40} ['script.py']\n"
    assert "another process" not in done.stderr
