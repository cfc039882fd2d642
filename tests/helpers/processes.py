"""New Python processes, in another environment; which there are, and whether they have ended."""

import os
import subprocess
import sys
import time
from pathlib import Path

import memlab

FOLDERS = (Path(__file__).parent, Path(__file__).parents[1], Path(memlab.__file__).parents[1])


def start(script, stderr=None, **environment):
    """A new process that runs a script; it finds memlab and the modules of the tests."""
    path = os.pathsep.join(map(str, FOLDERS))
    return subprocess.Popen([sys.executable, "-c", script], text=True, stdout=subprocess.PIPE,
                            stderr=stderr, env={**os.environ, "PYTHONPATH": path, **environment})


def output(process):
    """What a process prints, when it is done; it must not fail."""
    printed, _ = process.communicate()
    assert process.returncode == 0
    return printed


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=240):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def session(leader):
    """Process ids of a session: its leader's, and those of all that it started."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader:
            pids.append(int(path.parent.name))
    return pids
