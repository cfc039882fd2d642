"""New Python processes, in another environment."""

import os
import subprocess
import sys
from pathlib import Path

import memlab

FOLDERS = (Path(__file__).parent, Path(__file__).parents[1], Path(memlab.__file__).parents[1])


def start(script, **environment):
    """A new process that runs a script; it finds memlab and the modules of the tests."""
    path = os.pathsep.join(map(str, FOLDERS))
    return subprocess.Popen([sys.executable, "-c", script], text=True, stdout=subprocess.PIPE,
                            env={**os.environ, "PYTHONPATH": path, **environment})


def output(process):
    """What a process prints, when it is done; it must not fail."""
    printed, _ = process.communicate()
    assert process.returncode == 0
    return printed
