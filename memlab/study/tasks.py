"""Tasks: runs dealt out to an executor, a few at a time, and what comes back.

Tasks are lists of runs: identities and seeds, never graphs, which a worker generates itself. They
are sent out longest first, and smaller towards the end, so that workers finish together.
"""

import traceback
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from typing import NamedTuple

from . import costs
from .provenance import source_fingerprint
from .worker import ForeignWorkerError, do_task

_LONGEST_TASK, _SHORTEST_TASK = 20.0, 0.5     # expected seconds


class Outcome(NamedTuple):
    """What came of a task: rows for the store, and (run, traceback text) of failed runs."""

    runs: list
    rows: list
    failures: list


class WorkersDiedError(RuntimeError):
    """An executor's workers died; `runs` were under way."""

    def __init__(self, runs):
        super().__init__(f"workers died with {len(runs)} runs under way")
        self.runs = runs


def deal(runs, workers):
    """Lists of runs: slow cells first, ever smaller towards the end.

    Each task takes a fixed share of what is left (guided self-scheduling [1]_), within bounds.

    Parameters
    ----------
    runs : iterable of Run
    workers : callable
        How many workers there are; asked for each task, since a cluster may grow.

    Yields
    ------
    list of Run

    References
    ----------
    .. [1] C. D. Polychronopoulos, D. J. Kuck. Guided self-scheduling: a practical scheduling scheme
       for parallel supercomputers. IEEE Transactions on Computers C-36(12), 1987.
    """
    groups, left = {}, 0.0
    for run in runs:
        groups.setdefault((run.problem, run.dataset), []).append(run)
        left += costs.seconds(run)
    slow_first = sorted(groups.values(), key=lambda group: -sum(map(costs.seconds, group)) /
                        len(group))
    task, size, enough = [], 0.0, None
    for run in (run for group in slow_first for run in group):
        if not task:
            enough = min(max(left / (4 * workers()), _SHORTEST_TASK), _LONGEST_TASK)
        task.append(run)
        size += costs.seconds(run)
        if size >= enough:
            yield task
            left, task, size = left - size, [], 0.0
    if task:
        yield task


def outcomes(executor, tasks, window, compute) -> Iterator[Outcome]:
    """Have tasks done, `window()` of them at most under way; yields each outcome as it comes.

    Parameters
    ----------
    executor : concurrent.futures.Executor
    tasks : iterable of list of Run
    window : callable
    compute : callable

    Raises
    ------
    WorkersDiedError
        If the executor is broken. All that was finished before has been yielded.
    ForeignWorkerError
        If a worker has other code than this process.
    ConnectionError
        If the executor gave tasks up.
    """
    tasks, pending = iter(tasks), {}
    try:
        while True:
            while len(pending) < window() and (task := next(tasks, None)) is not None:
                pending[executor.submit(do_task, task, compute, source_fingerprint())] = task
            if not pending:
                return
            done = wait(pending, return_when=FIRST_COMPLETED).done
            for future in sorted(done, key=_went_wrong):
                outcome = _outcome(future, pending[future])
                del pending[future]
                yield outcome
    except BrokenExecutor as error:
        raise WorkersDiedError([run for task in pending.values() for run in task]) from error
    finally:
        for future in pending:
            future.cancel()


def _went_wrong(future):
    return future.cancelled() or future.exception() is not None


def _outcome(future, task):
    """A task's outcome; an error outside its runs (a cluster's, say) is one of all its runs."""
    try:
        return Outcome(task, *future.result())
    except (BrokenExecutor, ForeignWorkerError):
        raise
    except CancelledError as error:
        raise ConnectionError("the executor gave up tasks that were under way") from error
    except Exception:
        text = traceback.format_exc()
        return Outcome(task, [], [(run, text) for run in task])
