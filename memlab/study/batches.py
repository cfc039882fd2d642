"""Distribute tasks in batches to an executor, and collect their outcomes.

Tasks are identities and seeds, never graphs: a worker makes these itself. The slowest batches are
sent first. Batches are small at the end, so that workers finish together.
"""

import itertools
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait

from . import costs, provenance
from .worker import do_batch

_LONGEST_BATCH, _SHORTEST_BATCH = 10.0, 0.5     # expected seconds


class WorkersDiedError(RuntimeError):
    """An executor's workers died; `tasks` were under way."""

    def __init__(self, tasks):
        first = f", the first {tasks[0]}" if tasks else ""
        super().__init__(f"workers died with {len(tasks)} runs under way{first}")
        self.tasks = tasks


def deal(tasks, workers):
    """Yield batches of tasks: slow cells first, with batch sizes that shrink.

    The expected time of a batch is a fixed share of the remaining time, within bounds (guided
    self-scheduling [1]_).

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
    left, batch, size = sum(map(costs.seconds, slow_first)), [], 0.0
    for task in slow_first:
        batch.append(task)
        size += costs.seconds(task)
        if size >= min(max(left / (4 * workers()), _SHORTEST_BATCH), _LONGEST_BATCH):
            yield batch
            left, batch, size = left - size, [], 0.0
    if batch:
        yield batch


def outcomes(executor, batches, window, compute):
    """Run batches, at most `window()` of them at a time, and yield each outcome as it arrives.

    Parameters
    ----------
    executor : concurrent.futures.Executor
    batches : iterable of list of Task
    window : callable
    compute : callable

    Yields
    ------
    tasks : list of Task
        A batch.
    rows : list of dict
        Its rows for the store.
    failures : list of (Task, str)
        Its failed runs and their tracebacks.

    Raises
    ------
    WorkersDiedError
        If the executor is broken or gave up. All outcomes finished before have been yielded.
    ForeignWorkerError
        If a worker has other code or libraries than this process.
    """
    batches, pending = iter(batches), {}
    try:
        while True:
            for batch in itertools.islice(batches, max(0, window() - len(pending))):
                pending[executor.submit(do_batch, batch, compute, provenance.here())] = batch
            if not pending:
                return
            done = wait(pending, return_when=FIRST_COMPLETED).done
            for future in sorted(done, key=lambda each: each.cancelled() or bool(each.exception())):
                rows, failures = future.result()
                yield pending.pop(future), rows, failures
    except (BrokenExecutor, CancelledError) as error:
        raise WorkersDiedError(list(itertools.chain(*pending.values()))) from error
    finally:
        for future in pending:
            future.cancel()
