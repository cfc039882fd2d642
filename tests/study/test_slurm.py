"""The page's script for SLURM, word for word but for its sizes, on a SLURM that is pretended."""

import os
import re
import subprocess
import sys

import pytest
from processes import FOLDERS
from studying import EXPERIMENTS

from memlab.study import Store
from memlab.support.paths import ROOT

_SBATCH = """#!/bin/sh
# Starts the job at once, on this machine, as the leader of a group of processes.
cp "$1" job.sh
setsid sh job.sh >job.log 2>&1 </dev/null &
echo "Submitted batch job $!"
"""
_SCANCEL = """#!/bin/sh
kill -TERM -- "-$1"
echo "$1" >>cancelled
"""
_SMALLER = {"cores=32": "cores=2", "processes=32": "processes=2",
            '"64GB"': '"2GB"', "jobs=10": "jobs=1",
            "slurm.scale(": "print(slurm.job_script()); slurm.scale(",
            "(executor, workers):": "(executor, workers), doors.tried(slurm, executor):",
            "import shlex": "import doors, shlex"}


@pytest.mark.slow
def test_the_pages_script_computes_an_experiment_in_jobs(tmp_path):
    page = (ROOT / "docs/howto/cluster.md").read_text("utf-8")
    script, = re.findall(r"```python\n([^`]*SLURMCluster[^`]*)```", page)
    script = script.replace('"my.toml"', repr(str(EXPERIMENTS / "files.toml")))
    for theirs, ours in _SMALLER.items():
        assert script.count(theirs) == 1, theirs
        script = script.replace(theirs, ours)
    (tmp_path / "script.py").write_text(script)
    for name, text in (("sbatch", _SBATCH), ("scancel", _SCANCEL)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    path = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))}
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, timeout=240, text=True,
                          capture_output=True, env={**os.environ, **path}, check=False)
    assert done.returncode == 0, done.stderr

    for line in ("#SBATCH -A my-account", "#SBATCH --mail-type=FAIL", "#SBATCH -p compute",
                 "#SBATCH --cpus-per-task=2", "#SBATCH -t 08:00:00"):
        assert line in done.stdout
    assert re.search(r"dask_worker tls://[\d.]+:\d+ .*--nthreads 1 .*--nworkers 2", done.stdout)
    assert re.findall(r"^open to all: (.*)$", done.stdout, flags=re.MULTILINE) == ["nothing"]
    assert int(re.search(r"^closed: (\d+)", done.stdout, flags=re.MULTILINE)[1]) >= 5
    assert Store.load(tmp_path / "results").finished().all()
    assert (tmp_path / "cancelled").exists()      # no job is left behind
    assert re.findall(r"^certificates: (.*)$", done.stdout, flags=re.MULTILINE) == [
        "3 files of mode 600"]
    assert not list(tmp_path.glob(".dask-jobqueue*"))
