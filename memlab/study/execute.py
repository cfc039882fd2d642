"""Run the missing tasks of a plan on any executor with the interface of `concurrent.futures`.

Results are stored as soon as they arrive. They depend on the plan alone, and not on the executor,
the number of workers, or the order in which tasks end.
"""

import contextlib
import dataclasses
import sys
from collections import Counter
from concurrent.futures import Executor, Future

import numpy as np

from ..checks import integer
from ..parameters import Configuration
from . import batches, costs, methods, provenance
from .plan import RESULTS, Plan
from .pool import Pool
from .progress import Progress
from .shards import TRACE_FIELDS
from .store import Store, StoreError
from .worker import compute_run, do_batch

_WORTH_A_POOL = 4.0      # expected seconds of a plan from which a pool pays off; it starts in 2
_MOST_BREAKS = 6         # broken pools in a row without a finished run


class FailedRunsError(RuntimeError):
    """Some runs of a study raised an exception; all others are stored.

    Examples
    --------
    >>> import tempfile
    >>> from memlab.study import Block, Plan, Restarts
    >>> plan = Plan("failing", [Block(["mis"], ["er_small"], [Restarts()])], budget=100)
    >>> def fail(task):
    ...     raise RuntimeError("this run fails")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run(plan, folder, workers=1, progress=False, compute=fail)
    Traceback (most recent call last):
    memlab.study.execute.FailedRunsError: ...
    """



class StaleStoreError(StoreError):
    """A store whose numbers this version of memlab does not reproduce."""


def run(plan, store, executor=None, workers=None, progress=True, compute=compute_run):
    """Compute the runs of `plan` that `store` lacks.

    Parameters
    ----------
    plan : Plan
        The plan.
    store : str, path-like or Store
        A folder. It is created if it does not exist, and continued if it holds the same plan.
    executor : concurrent.futures.Executor, optional
        Any object with its ``submit``, such as a Dask client's ``get_executor(pure=False)``. By
        default a pool of processes is started, or none if the work is too small for it. A plan
        whose runs must run one at a time uses neither an executor nor more than one worker.
    workers : int or callable, optional
        Number of processes in the pool; with an executor, the number of tasks it runs at the same
        time, or a callable that returns this number, since a cluster may grow. By default the
        number of cores that this process may use.
    progress : bool
        Whether to show the progress on stderr.
    compute : callable
        The function that computes a run: it takes a `memlab.study.plan.Task` and returns a row of
        the store.

    Returns
    -------
    Store
        The complete store.

    Raises
    ------
    ForeignPlanError, StoreError, PermissionError
        If the folder cannot be used as the store, see `Store.open`, or if runs in it were lost
        meanwhile.
    StaleStoreError
        If this version of memlab does not reproduce the stored numbers; some finished runs are
        repeated to check this.
    FailedRunsError
        If runs failed. All others are completed and stored before this is raised.
    ForeignWorkerError
        If a worker of the executor has other code or libraries than this process.
    KeyboardInterrupt
        On Ctrl-C, after the workers have ended. Another call continues the work.

    Examples
    --------
    >>> import tempfile
    >>> from memlab.study import Block, Configuration, Plan
    >>> block = Block(["mis"], ["ba_small"], [Configuration("lamarckian", 10, 10, 0.0)])
    >>> plan = Plan("example", [block], graphs=2, budget=500)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = run(plan, folder, progress=False)
    ...     store.runs()[["run", "graph", "evaluations"]]
       run               graph  evaluations
    0    0  ba_small/train/0/0          500
    1    1  ba_small/train/0/1          500
    """
    if not isinstance(plan, Plan):
        raise TypeError(f"plan must be a Plan, not {type(plan).__name__}")
    if plan.one_at_a_time:
        executor, workers = None, 1
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
        task, text = failures[0]
        raise FailedRunsError(
            f"{len(failures)} of the {len(plan)} runs of plan {plan.name!r} failed; all others are "
            f"stored. The first was {task}:\n{text}")
    if lost := len(plan) - int(store.finished().sum()):
        raise StoreError(f"store {store.folder} lacks {lost} of the {len(plan)} runs that were "
                         "stored in it: something else removes its files")
    return store


def _counted(workers):
    """Return a callable that gives the number of workers."""
    if callable(workers):
        return lambda: max(1, workers())
    number = provenance.cores() if workers is None else integer("workers", workers, minimum=1)
    return lambda: number


def _complete(store, executor, workers, progress, compute):
    """Compute the missing runs, and return (task, traceback text) of those that failed."""
    done = store.finished()
    missing = [task for task in store.plan.tasks() if not done[task.run]]
    if not missing:
        return []
    cost = sum(map(costs.seconds, missing))
    solvers = any(isinstance(task.method, methods.Optimum) for task in missing)
    if executor is None:
        _compile(missing, compute)
    # a solver reacts to Ctrl-C only in a process that can be killed
    if executor is None and (solvers or workers() > 1) and cost > _WORTH_A_POOL:
        outcomes = _in_pools(missing, workers, compute)
    else:
        outcomes = batches.outcomes(executor or _Here(), batches.deal(missing, workers),
                                  lambda: 2 * workers(), compute)
    failures = []
    with (Progress(store.plan.name, len(done), int(done.sum()), cost, show=progress) as shown,
          contextlib.closing(outcomes)):
        for tasks, rows, failed in outcomes:
            if rows:
                store.add(rows)
            failures += failed
            shown.advance(len(rows), sum(map(costs.seconds, tasks)))
    return failures


def _in_pools(tasks, workers, compute):
    """As `batches.outcomes`, in pools of processes that are replaced when a worker dies.

    Unfinished runs are then repeated one by one; a run that breaks two pools has failed.

    Raises
    ------
    WorkersDiedError
        If pools keep breaking without any finished run.
    """
    left = {task.run: task for task in tasks}
    suspects, deaths, breaks = [], Counter(), 0
    while left:
        alone = bool(suspects)
        dealt = [[task] for task in suspects] or batches.deal(left.values(), workers)
        window = (lambda: 1) if alone else (lambda: 2 * workers())
        try:
            with Pool(1 if alone else workers()) as pool:
                for outcome in batches.outcomes(pool, dealt, window, compute):
                    breaks = 0
                    for task in outcome.tasks:
                        del left[task.run]
                    yield outcome
            suspects = []
        except batches.WorkersDiedError as error:
            breaks += 1
            if breaks == _MOST_BREAKS:
                raise
            _say("a worker process died; what was under way is done again")
            deaths.update(task.run for task in error.tasks if alone)
            for task in error.tasks:
                if deaths[task.run] == 2:
                    del left[task.run]
                    yield batches.Outcome([task], [], [(task, "its worker process died, twice")])
            suspects = [task for task in suspects or error.tasks if task.run in left]


class _Here(Executor):
    """Runs each batch at once in this process, for plans that are not worth a pool."""

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        future.set_result(function(*args, **kwargs))
        return future


def _compile(tasks, compute):
    """Run a small task of every kind, so that workers find compiled kernels in the cache."""
    small = [task._replace(budget=6, method=_plain(task.method))
             for task in {_kind(task): task for task in tasks}.values()
             if not isinstance(task.method, methods.Optimum)]
    do_batch(small, compute, provenance.here())


def _kind(task):
    """Return the key of the kernels that a run needs."""
    return task.problem, task.source, _plain(task.method)


def _plain(settings):
    """Return a method's settings with the parameters that do not affect compilation unified."""
    if not isinstance(settings, Configuration):
        return settings
    return dataclasses.replace(settings, mu=2, lambda_=2, crossover_rate=0.5,
                               lb_probability=0.5 if settings.mode == "lb" else None)


def _refuse_stale(store, compute):
    """Repeat some finished runs, and refuse to continue if their results differ.

    One run is repeated; if other code or libraries may have computed the store, one of every kind.
    User-defined problems may use any code. The cheapest runs are chosen, with stored traces if
    possible. A solver that ran out of time may give another value; a proved value must be the same.
    """
    done = store.finished()
    if not done.any():
        return
    kept = store.rows().set_index("run")
    done[kept.index[kept["proved"].eq(False)]] = False
    other, cheapest = set(store.computed_otherwise().tolist()), {}
    finished = (task for task in store.plan.tasks() if done[task.run])
    for task in sorted(finished, key=lambda task: (not task.traced, kept["seconds"][task.run])):
        if not cheapest or task.run in other or task.problem.is_own:
            cheapest.setdefault(_kind(task), task)
    if len(cheapest) > 1:
        _say(f"{store.plan.name}: repeating {len(cheapest)} runs to see whether they come out the "
             f"same; another version of memlab or its libraries computed {len(other):,}")
    for task in cheapest.values():
        before, now = kept.loc[task.run], compute(task)
        names = [*RESULTS, "vertices", "edges", *(
            name for name, _ in TRACE_FIELDS if before[name] is not None)]
        if isinstance(task.method, methods.Optimum):
            if not now["proved"]:      # the solver was too slow this time
                continue
            names = ["best_fitness"]
        for name in names:
            then, again = map(np.atleast_1d, np.broadcast_arrays(
                *(np.asarray(row.get(name), float) for row in (before, now))))
            different = np.flatnonzero((then != again) & ~(np.isnan(then) & np.isnan(again)))
            if len(different):
                raise StaleStoreError(
                    f"store {store.folder} was computed by a memlab that gives other numbers: "
                    f"{task} gave {name} {then[different[0]]}, and gives {again[different[0]]} "
                    "now. Choose another folder, or remove this one")


def _say(text):
    print(text, file=sys.stderr, flush=True)
