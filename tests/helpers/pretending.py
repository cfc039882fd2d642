"""Stand-ins for the engine, executors and notebooks: quick, and known beforehand."""

import hashlib
import os
import random
import threading
import time
from concurrent.futures import Executor, Future

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from memlab.study.plan import TRACE


def pretend(run):
    """A row that depends on the run's identity alone, as an engine's does, in no time."""
    digest = hashlib.sha256(repr(run[1:]).encode()).digest()
    row = {**run._asdict(), "vertices": 200 + digest[0], "edges": 1000 + digest[1],
           "best_fitness": digest[2], "unique_best": 1 + digest[3], "evaluations": run.budget,
           "local_search_steps": digest[4], "seconds": 0.001}
    if run.traced:
        row |= {f"trace_{name}": [float(digest[5])] * 64
                for name in TRACE}
    return row


def log_and_pretend(log, run):
    """As `pretend`, in a little time; writes down which runs were begun."""
    if run.budget > 6:      # fewer evaluations only compile
        handle = os.open(log, os.O_WRONLY | os.O_APPEND)
        os.write(handle, f"{run.run}\n".encode())
        os.close(handle)
        time.sleep(0.005)
    return pretend(run)


class Shuffled(Executor):
    """One thread that does the waiting tasks in a random order, and counts how many ever wait."""

    def __init__(self, seed):
        self.random, self.waiting, self.most = random.Random(seed), [], 0
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        self.waiting.append((future, function, args, kwargs))
        self.most = max(self.most, len(self.waiting))
        return future

    def _work(self):
        while True:
            time.sleep(0.001)
            if self.waiting:
                place = self.random.randrange(len(self.waiting))
                future, function, args, kwargs = self.waiting.pop(place)
                future.set_result(function(*args, **kwargs))


def notebook(path, *cells):
    """A notebook whose first code cell has the study's parameters."""
    first = new_code_cell('profile: str = "smoke"\nout = None\nworkers = 1\nseed = 0',
                          metadata={"tags": ["parameters"]})
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=[new_markdown_cell("# Title"), first, *cells],
                                metadata={"kernelspec": kernel}), path)
    return path
