"""Distribute tasks in batches to an executor, and collect their outcomes.

Tasks are identities and seeds, never graphs: a worker makes these itself. The slowest batches are
sent first. Batches are small at the beginning, so that a study makes progress even if it is killed
often, and at the end, so that workers finish together.
"""

import traceback
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from typing import NamedTuple

from . import costs, provenance
from .worker import ForeignWorkerError, do_batch

_LONGEST_BATCH, _SHORTEST_BATCH = 10.0, 0.5     # expected seconds


class Outcome(NamedTuple):
    """The outcome of a batch: rows for the store, and (task, traceback text) of failed runs."""

    tasks: list
    rows: list
    failures: list


class WorkersDiedError(RuntimeError):
    """An executor's workers died; `tasks` were under way."""

    def __init__(self, tasks):
        super().__init__(f"workers died with {len(tasks)} runs under way")
        self.tasks = tasks


def deal(tasks, workers):
    """Yield batches of tasks: slow cells first, with batch sizes that first grow and then shrink.

    The expected time of a batch is a fixed share of the remaining time (guided self-scheduling
    [1]_) or of the time already distributed, whichever is less, within bounds.

    Parameters
    ----------
    tasks : iterable of Task
    workers : callable
        Returns the number of workers; called for each batch, since a cluster may grow.

    Yields
    ------
    list of Task

    References
    ----------
    .. [1] C. D. Polychronopoulos, D. J. Kuck. Guided self-scheduling: a practical scheduling scheme
       for parallel supercomputers. IEEE Transactions on Computers C-36(12), 1987.
    """
    # runs of one cell cost the same, and those on one graph stay neighbours
    slow_first = sorted(tasks, key=costs.seconds, reverse=True)
    left, dealt, batch, size, enough = sum(map(costs.seconds, slow_first)), 0.0, [], 0.0, None
    for task in slow_first:
        if not batch:
            share = min(left, dealt) / (4 * workers())
            enough = min(max(share, _SHORTEST_BATCH), _LONGEST_BATCH)
        batch.append(task)
        size += costs.seconds(task)
        if size >= enough:
            yield batch
            left, dealt, batch, size = left - size, dealt + size, [], 0.0
    if batch:
        yield batch


def outcomes(executor, batches, window, compute) -> Iterator[Outcome]:
    """Run batches, at most `window()` of them at a time, and yield each outcome as it arrives.

    Parameters
    ----------
    executor : concurrent.futures.Executor
    batches : iterable of list of Task
    window : callable
    compute : callable

    Raises
    ------
    WorkersDiedError
        If the executor is broken. All outcomes finished before have been yielded.
    ForeignWorkerError
        If a worker has other code or libraries than this process.
    ConnectionError
        If the executor abandoned batches.
    """
    batches, pending = iter(batches), {}
    try:
        while True:
            while len(pending) < window() and (batch := next(batches, None)) is not None:
                pending[executor.submit(do_batch, batch, compute, provenance.here())] = batch
            if not pending:
                return
            done = wait(pending, return_when=FIRST_COMPLETED).done
            for future in sorted(done, key=_went_wrong):
                outcome = _outcome(future, pending[future])
                del pending[future]
                yield outcome
    except BrokenExecutor as error:
        under_way = [task for batch in pending.values() for task in batch]
        raise WorkersDiedError(under_way) from error
    finally:
        for future in pending:
            future.cancel()


def _went_wrong(future):
    return future.cancelled() or future.exception() is not None


def _outcome(future, batch):
    """Return a batch's outcome; an error outside its runs, as in a cluster, fails all its runs."""
    try:
        return Outcome(batch, *future.result())
    except (BrokenExecutor, ForeignWorkerError):
        raise
    except CancelledError as error:
        raise ConnectionError("the executor gave up runs that were under way") from error
    except Exception:
        text = traceback.format_exc()
        return Outcome(batch, [], [(task, text) for task in batch])
