"""Run what is missing of a plan, on any executor of the standard kind.

Tasks are lists of runs: identities and seeds, never graphs, which a worker generates itself. They
are sent out longest first, few at a time, and smaller towards the end, so that workers finish
together. What comes back is stored at once. Results depend on the plan alone: not on the executor,
the number of workers, or the order in which tasks end.
"""

import sys
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool

from ..checks import integer
from . import costs, provenance
from .plan import Plan
from .pool import Pool
from .progress import Progress
from .store import Store, StoreError
from .worker import RESULTS, compute_run, do_task

_LONGEST_TASK, _SHORTEST_TASK = 20.0, 0.5     # expected seconds
_WORTH_A_POOL = 4.0                           # expected seconds of a plan; a pool takes 2 to start
_MOST_BROKEN_POOLS = 3


class FailedRunsError(RuntimeError):
    """Some runs of a study raised; all others are stored."""


class StaleStoreError(StoreError):
    """A store whose numbers this version of memlab does not reproduce."""


def run(plan, store, executor=None, workers=None, progress=True,
        compute=compute_run):
    """Compute what `store` lacks of `plan`.

    Parameters
    ----------
    plan : Plan
    store : str, path-like or Store
        A folder. It is made if there is none, and continued if it holds this very plan.
    executor : concurrent.futures.Executor, optional
        Anything with its ``submit``, a Dask client's ``get_executor(pure=False)`` for example. By
        default a pool of processes is made, or none if the work is too little for it.
    workers : int, optional
        Processes of the own pool; with an executor, how many tasks it runs at once. By default the
        number of cores that this process may use.
    progress : bool
        Whether to show how far it is, on stderr.
    compute : callable
        What computes a run: takes a `Run`, returns a row of the store.

    Returns
    -------
    Store
        Complete.

    Raises
    ------
    ForeignPlanError, StoreError, PermissionError
        If the store cannot serve; see `Store.open`.
    StaleStoreError
        If it was computed by a memlab that gives other numbers: a finished run is repeated to see.
    FailedRunsError
        If runs failed. All others are done and stored before this is raised.
    KeyboardInterrupt
        On Ctrl-C, after the workers have ended. Call again to go on.

    Examples
    --------
    >>> import tempfile
    >>> from memlab.study import Block, Configuration, Plan
    >>> block = Block(["mis"], ["ba_small"], [Configuration("lamarckian", 10, 10, 0.0)])
    >>> plan = Plan("example", [block], graphs=2, budget=500)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = run(plan, folder, progress=False)
    ...     store.runs()[["run", "graph", "evaluations"]]
       run  graph  evaluations
    0    0      0          500
    1    1      1          500
    """
    if not isinstance(plan, Plan):
        raise TypeError(f"plan must be a Plan, not {type(plan).__name__}")
    workers = provenance.cores() if workers is None else integer("workers", workers, minimum=1)
    store = Store.open(store.folder if isinstance(store, Store) else store, plan)
    with store.locked(waiting=lambda: _say(
            f"{plan.name}: another process is computing in {store.folder}; waiting for it")):
        store.repair()
        _refuse_stale(store, compute)
        failures = []
        for attempt in range(_MOST_BROKEN_POOLS):
            try:
                failures = _complete(store, executor, workers, progress, compute)
                break
            except BrokenProcessPool:
                if executor is not None or attempt == _MOST_BROKEN_POOLS - 1:
                    raise
                _say(f"{plan.name}: a worker process died; starting the pool anew")
            except KeyboardInterrupt:
                _say(f"\n{plan.name}: interrupted; {int(store.finished().sum()):,} of "
                     f"{len(plan):,} runs are kept in {store.folder}. The same call goes on there")
                raise
    if failures:
        raise FailedRunsError(_failure_text(plan, failures))
    return store


def _complete(store, executor, workers, progress, compute):
    """Do the missing runs; returns (run, traceback text) of those that failed."""
    done = store.finished()
    missing = [run for run in store.plan.runs() if not done[run.run]]
    if not missing:
        return []
    cost = sum(map(costs.seconds, missing))
    failures = []
    with Progress(store.plan.name, len(done), int(done.sum()), cost, show=progress) as shown:
        own = executor is None
        if own:
            if workers > 1 and cost > _WORTH_A_POOL:
                _compile(missing, compute)
                executor = Pool(workers)
            else:
                executor = _Here()
        try:
            tasks = _tasks(missing, cost, workers)
            for rows, failed, expected in _finished(executor, tasks, 2 * workers, compute):
                if rows:
                    store.add(rows)
                failures += failed
                shown.advance(len(rows), expected)
        except BaseException:
            if isinstance(executor, Pool):
                executor.kill()
            raise
        if own:
            executor.shutdown()
    return failures


def _tasks(runs, cost, workers):
    """Lists of runs with their expected cost: slow cells first, ever smaller towards the end.

    Each task takes a fixed share of what is left (guided self-scheduling, Polychronopoulos and
    Kuck 1987), within bounds.
    """
    groups = {}
    for run in runs:
        groups.setdefault((run.problem, run.dataset), []).append(run)
    slow_first = sorted(groups.values(), key=lambda group: -sum(map(costs.seconds, group)) /
                        len(group))
    left, task, size = cost, [], 0.0
    for run in (run for group in slow_first for run in group):
        task.append(run)
        size += costs.seconds(run)
        if size >= min(max(left / (4 * workers), _SHORTEST_TASK), _LONGEST_TASK):
            yield task, size
            left, task, size = left - size, [], 0.0
    if task:
        yield task, size


def _finished(executor, tasks, window, compute):
    """Submit the tasks, at most `window` at a time; yields rows, failures and cost as they end."""
    pending = {}
    tasks = iter(tasks)
    try:
        while True:
            while len(pending) < window and (task := next(tasks, None)) is not None:
                runs, cost = task
                pending[executor.submit(do_task, runs, compute)] = cost
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                cost = pending.pop(future)
                yield *future.result(), cost
    finally:
        for future in pending:
            future.cancel()


class _Here(Executor):
    """Runs each task on the spot: for plans that are not worth a pool."""

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        future.set_result(function(*args, **kwargs))
        return future


def _compile(runs, compute):
    """Run a little of every kind once, so that workers find compiled kernels instead of racing."""
    kinds = {(run.problem, run.dataset, run.mode): run for run in runs}
    do_task([run._replace(mu=2, lambda_=2, budget=6) for run in kinds.values()], compute)


def _refuse_stale(store, compute):
    """Repeat the cheapest finished run, and refuse to go on if it does not come out the same."""
    done = store.finished()
    if not done.any():
        return
    cheapest = min((run for run in store.plan.runs() if done[run.run]), key=costs.seconds)
    kept = store.runs().set_index("run").loc[cheapest.run]
    now = compute(cheapest)
    if any(int(kept[name]) != now[name] for name in RESULTS):
        raise StaleStoreError(
            f"store {store.folder} was computed by a memlab that gives other numbers: {cheapest} "
            f"gave {_values(kept)}, and gives {_values(now)} now. Choose another folder, or "
            "remove this one")


def _values(row):
    return ", ".join(f"{name}={int(row[name])}" for name in RESULTS)


def _failure_text(plan, failures):
    run, text = failures[0]
    return (f"{len(failures)} of the {len(plan)} runs of plan {plan.name!r} failed; all others "
            f"are stored. The first was {run}:\n{text}")


def _say(text):
    print(text, file=sys.stderr, flush=True)
