"""Run what is missing of a plan, on any executor of the standard kind.

What comes back is stored at once. Results depend on the plan alone: not on the executor, the number
of workers, or the order in which tasks end.
"""

import contextlib
import sys
from collections import Counter
from concurrent.futures import Executor, Future

from ..checks import integer
from . import costs, provenance, tasks
from .plan import RESULTS, Plan
from .pool import Pool
from .progress import Progress
from .store import Store, StoreError
from .worker import compute_run, do_task

_WORTH_A_POOL = 4.0      # expected seconds of a plan; a pool takes 2 to start
_MOST_BREAKS = 6         # of pools, with no run finished between them


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
    workers : int or callable, optional
        Processes of the own pool; with an executor, how many tasks it runs at once, or a callable
        that says it whenever it is asked: a cluster may grow. By default the number of cores that
        this process may use.
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
    ForeignWorkerError
        If a worker of the executor has other code than this process.
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
    workers = _counted(workers)
    store = Store.open(store.folder if isinstance(store, Store) else store, plan)
    with store.locked(waiting=lambda: _say(
            f"{plan.name}: another process is computing in {store.folder}; waiting for it")):
        store.repair()
        _refuse_stale(store, compute)
        try:
            failures = _complete(store, executor, workers, progress, compute)
        except KeyboardInterrupt:
            _say(f"\n{plan.name}: interrupted; {int(store.finished().sum()):,} of {len(plan):,} "
                 f"runs are kept in {store.folder}. The same call goes on there")
            raise
    if failures:
        raise FailedRunsError(_failure_text(plan, failures))
    return store


def _counted(workers):
    """A callable that gives the number of workers."""
    if callable(workers):
        return workers
    number = provenance.cores() if workers is None else integer("workers", workers, minimum=1)
    return lambda: number


def _complete(store, executor, workers, progress, compute):
    """Do the missing runs; returns (run, traceback text) of those that failed."""
    done = store.finished()
    missing = [run for run in store.plan.runs() if not done[run.run]]
    if not missing:
        return []
    cost = sum(map(costs.seconds, missing))
    if executor is None and workers() > 1 and cost > _WORTH_A_POOL:
        _compile(missing, compute)
        outcomes = _in_pools(missing, workers, compute)
    else:
        outcomes = tasks.outcomes(executor or _Here(), tasks.deal(missing, workers),
                                  lambda: 2 * workers(), compute)
    failures = []
    with (Progress(store.plan.name, len(done), int(done.sum()), cost, show=progress) as shown,
          contextlib.closing(outcomes)):
        for runs, rows, failed in outcomes:
            if rows:
                store.add(rows)
            failures += failed
            shown.advance(len(rows), sum(map(costs.seconds, runs)))
    return failures


def _in_pools(runs, workers, compute):
    """As `tasks.outcomes`, in own pools of processes: one that a dying worker breaks is replaced.

    What was under way then is done again run by run, alone: a run that breaks two pools has failed.

    Raises
    ------
    WorkersDiedError
        If pools break again and again and no run is ever finished.
    """
    left = {run.run: run for run in runs}
    suspects, deaths, breaks = [], Counter(), 0
    while left:
        alone = bool(suspects)
        pool = Pool(1 if alone else workers())
        dealt = ([run] for run in suspects) if alone else tasks.deal(left.values(), workers)
        window = 1 if alone else 2 * workers()
        try:
            for outcome in tasks.outcomes(pool, dealt, lambda size=window: size, compute):
                breaks = 0
                for run in outcome.runs:
                    del left[run.run]
                yield outcome
            suspects = []
            pool.shutdown()
        except tasks.WorkersDiedError as error:
            pool.kill()
            breaks += 1
            if breaks == _MOST_BREAKS:
                raise
            _say("a worker process died; what was under way is done again")
            deaths.update(run.run for run in error.runs if alone)
            for run in error.runs:
                if deaths[run.run] == 2:
                    del left[run.run]
                    yield tasks.Outcome([run], [], [(run, "its worker process died, twice")])
            suspects = [run for run in suspects or error.runs if run.run in left]
        except BaseException:
            pool.kill()
            raise


class _Here(Executor):
    """Runs each task on the spot: for plans that are not worth a pool."""

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        future.set_result(function(*args, **kwargs))
        return future


def _compile(runs, compute):
    """Run a little of every kind once, so that workers find compiled kernels instead of racing."""
    kinds = {(run.problem, run.dataset, run.mode): run for run in runs}
    do_task([run._replace(mu=2, lambda_=2, budget=6) for run in kinds.values()], compute,
            provenance.source_fingerprint())


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
