"""Stand-ins for the engine, executors and notebooks: quick, and known beforehand.

Whatever processes of a pool are to do is here, where they find it, and not in a module of tests.
"""

import hashlib
import os
import random
import threading
import time
from concurrent.futures import Executor, Future
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
import psutil
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from memlab.evolution.run import TRACE_COLUMNS
from memlab.study import Store, methods
from memlab.study.worker import compute_run


def pretend(task):
    """A row that depends on the task's key alone, as an engine's does, in no time."""
    digest = hashlib.sha256(repr(task.key).encode()).digest()
    row = {"run": task.run, "vertices": 200 + digest[0], "edges": 1000 + digest[1],
           "best_fitness": digest[2], "unique_best": 1 + digest[3], "evaluations": task.budget,
           "local_search_steps": digest[4], "seconds": 0.001, "fitness_unit": 1.0}
    if task.traced:
        row |= {f"trace_{name}": [float(digest[5])] * 64
                for name in TRACE_COLUMNS}
    if task.solutions:
        row["solution"] = f"{digest[6]}"
    return row


def log_and_pretend(log, task):
    """As `pretend`, in a little time; writes down which runs were begun."""
    if task.budget > 6:      # fewer evaluations only compile
        handle = os.open(log, os.O_WRONLY | os.O_APPEND)
        os.write(handle, f"{task.run}\n".encode())
        os.close(handle)
        time.sleep(0.005)
    return pretend(task)


def filled(folder, plan, parts=5):
    """A store of the plan's pretended runs, in so many shards, the last ones first."""
    store = Store.open(folder, plan)
    tasks = list(plan.tasks())
    for part in np.array_split(np.arange(len(tasks)), parts)[::-1]:
        store.add([pretend(tasks[i]) for i in part])
    return store


def expected(plan):
    """What a store of the plan's pretended runs must give: made task by task, not by `frame`."""
    frame = with_turned_dials(identity(task) | pretend(task) for task in plan.tasks())
    return frame.assign(value=frame["best_fitness"])


def with_turned_dials(rows):
    """A frame of rows, where a setting of `methods.DIALS` is a column only if one turns it."""
    frame = pd.DataFrame(rows)
    unturned = [name for name, value in methods.DIALS.items()
                if name in frame and frame[name].dropna().eq(value).all()]
    return frame.drop(columns=unturned)


def identity(task):
    """What went into a run, as a store's columns."""
    return {"run": task.run, **task.problem.columns,
            **task.source.columns(task.graph, task.graph_seed), **methods.columns(task.method),
            "repetition": task.repetition, "seed": task.seed, "budget": task.budget,
            "graph_seed": task.graph_seed}


def assert_complete(store, plan):
    """The store has every run of the plan, pretended, in the plan's order; and their traces."""
    runs, wanted = store.runs(), expected(plan)
    assert set(runs) == {name for name in wanted if not name.startswith("trace_")}
    assert_same_rows(runs, wanted[list(runs)])
    traced = [task.run for task in plan.tasks() if task.traced]
    traces = store.traces()
    assert list(traces["run"].unique()) == traced
    assert len(traces) == 64 * len(traced)


def assert_same_rows(ours, theirs):
    """Equal frames, whatever says that a value is missing."""
    ours, theirs = (frame.astype(object).where(frame.notna(), np.nan) for frame in (ours, theirs))
    pd.testing.assert_frame_equal(ours, theirs)


def told(folder, task):
    """A true run; a file in a folder says which method it had, and which process did it."""
    if task.budget > 6:      # fewer evaluations only compile
        (folder / f"{task.run} {methods.name_of(task.method)} {os.getpid()}").touch()
    return compute_run(task)


def unheard(study, task):
    """As `pretend`, in a worker that refuses to work if anything listens from it up to a process.
    """
    processes = [psutil.Process()]
    while processes[-1].pid != study:
        processes.append(processes[-1].parent())
    found = [one.laddr for process in processes
             for one in process.net_connections("inet") if one.status == psutil.CONN_LISTEN]
    if found:
        raise ConnectionError(f"these are open: {found}")
    return pretend(task)


def die(marker, often, task):
    """As `pretend`, but ends its own process the first times that run 30 is met."""
    if task.run == 30 and len(list(marker.parent.glob(f"{marker.name}*"))) < often:
        Path(f"{marker}{time.monotonic_ns()}").touch()
        os._exit(7)
    return pretend(task)


def die_always(task):
    os._exit(7)


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
        while len(self.waiting) < 2:      # however slowly they come
            time.sleep(0.001)
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
