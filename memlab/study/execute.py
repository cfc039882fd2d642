"""Run the missing tasks of a plan on any executor with the interface of `concurrent.futures`.

Results are stored as soon as they arrive. They depend on the plan alone, and not on the executor,
the number of workers, or the order in which tasks end.
"""

import contextlib
import dataclasses
import itertools
import multiprocessing
import os
import sys
import tempfile
from concurrent.futures import BrokenExecutor

from ..evolution.configuration import Configuration
from ..support.checks import instance, integer
from ..support.files import sweep
from . import batches, costs, methods, own, provenance
from .plan import Plan
from .pool import Pool
from .progress import Progress
from .shards import SCALARS
from .store import Store, StoreError
from .worker import compute_run, do_batch, try_out

_WORTH_A_POOL = 4.0      # expected seconds of a plan from which a pool pays off; it starts in 2
_MOST_KILLERS = 3        # runs that kill their workers, in a row and without any finished run


class FailedRunsError(RuntimeError):
    """Some runs of a study raised an exception; all others are stored.

    Examples
    --------
    >>> import tempfile
    >>> from memlab.study import Block, Method, Plan
    >>> plan = Plan("failing", [Block(["mis"], ["er_small"], [Method("restarts")])], budget=100)
    >>> def fail(task):
    ...     raise RuntimeError("this run fails")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run(plan, folder, workers=1, progress=False, compute=fail)
    Traceback (most recent call last):
    memlab.study.execute.FailedRunsError: ...
    """


class StaleStoreError(StoreError):
    """A store whose numbers this version of memlab does not reproduce."""


def run(plan, store, executor=None, workers=None, progress=True, compute=compute_run, part=(1, 1)):
    """Compute the runs of `plan` that `store` lacks.

    Parameters
    ----------
    plan : Plan
        The plan.
    store : str, path-like or Store
        A folder. It is created if it does not exist, and continued if it holds the same plan.
    executor : concurrent.futures.Executor, optional
        Any object with its ``submit``, such as a Dask client's ``get_executor(pure=False)``. By
        default a pool of processes is started, or none if the work is too small for it and no
        problem or method is the reader's own. Runs of each function of the reader's have processes
        of their own, unless the executor has other processes than this one. A plan whose runs must
        run one at a time uses neither an executor nor more than one worker.
    workers : int or callable, optional
        Number of processes in the pool; with an executor, the number of tasks it runs at the same
        time, or a callable that returns this number, since a cluster may grow. By default the
        number of cores that this process may use.
    progress : bool or Progress
        Whether to show the progress on stderr; or that of more work, of which this plan is a part.
    compute : callable
        The function that computes a run: it takes a `memlab.study.tasks.Task` and returns a row of
        the store.
    part : (int, int)
        Which part of the runs to compute, from 1, and of how many parts. Other parts of as many can
        be computed at the same time, also in one folder.

    Returns
    -------
    Store
        The store, complete if no other part is left. If it was complete before, nothing is
        written.

    Raises
    ------
    ForeignPlanError, StoreError, PermissionError
        If the folder cannot be used as the store, see `Store.open`, or if runs in it were lost
        meanwhile.
    StaleStoreError
        If other code or libraries computed the store, and this version of memlab does not
        reproduce its numbers; one finished run of every kind is repeated to check this.
    FailedRunsError
        If runs failed. All others are completed and stored before this is raised, unless a
        user-defined problem ends its process, leaves an array, or lacks a file or a module, when
        it is tried at the beginning.
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
    own.end_import()
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise RuntimeError("a worker of your executor executes your script: what the script does "
                           "must be under `if __name__ == \"__main__\":`")
    instance("plan", plan, Plan)
    if not isinstance(part, tuple | list) or len(part) != 2:
        raise TypeError(f"part must be two integers, such as (3, 40) for 3/40, not {part!r}")
    parts = integer("number of parts", part[1], minimum=1)
    number = integer(f"part of {parts}", part[0], minimum=1, maximum=parts)
    if plan.one_at_a_time:
        executor, workers = None, 1
    if not callable(workers):
        fixed = provenance.cores() if workers is None else integer("workers", workers, minimum=1)
    count = workers if callable(workers) else lambda: fixed
    store = Store.open(store.folder if isinstance(store, Store) else store, plan)
    sweep(store.folder)
    with contextlib.suppress(StoreError):      # damage is repaired below
        if store.finished().all():
            return store
    # each of `parts` neighbours belongs to another part, and no part has always the same method
    tasks = [task for task in plan.tasks() if (task.run + task.run // parts) % parts == number - 1]
    try:
        with store.locked():      # of parts that start together, one compiles, and the others wait
            store.repair()
            failures = _refuse_stale(store, executor, count, compute)
            if executor is None and not failures:
                _prepare(_missing(store, tasks), compute)
        with store.locked("" if parts == 1 else f"-{number}-of-{parts}"):
            failures = failures or _complete(store, tasks, executor, count, progress, compute)
    except KeyboardInterrupt:
        _say(f"\n{plan.name}: interrupted; {int(store.finished().sum()):,} of {len(plan):,} "
             f"runs are kept in {store.folder}. The same call goes on there")
        raise
    if failures:
        task, text = failures[0]
        raise FailedRunsError(
            f"{len(failures)} of the {len(plan)} runs of plan {plan.name!r} failed; all others are "
            f"stored. The first was {task}:\n{text}")
    return store


def _refuse_stale(store, executor, workers, compute):
    """Repeat runs of other code or libraries, and refuse to continue if their results differ.

    That is one finished run of every kind of which the present code has none: the cheapest, with a
    stored trace if possible. A solver that ran out of time may give another value. Returns
    (task, traceback text) of repeated runs that failed.
    """
    other = set(store.computed_otherwise().tolist())
    kept = store.rows(SCALARS).set_index("run")
    kept = kept[kept["proved"].ne(False) | ~store.plan.solved[kept.index]]
    finished = [task for task in store.plan.tasks() if task.run in kept.index]
    finished.sort(key=lambda task: (task.run in other, not task.traced, kept["seconds"][task.run]))
    kinds = {_kind(task): task for task in reversed(finished)}
    doubtful, failures = [task for task in kinds.values() if task.run in other], []
    for _, rows, failed in _outcomes(doubtful, executor, workers, compute):
        failures += failed
        try:
            store.rows(again=rows)
        except StoreError as error:
            raise StaleStoreError(f"{error}. Choose another folder, or remove this one") from error
    return failures


def _missing(store, tasks):
    done = store.finished()
    return [task for task in tasks if not done[task.run]]


def _prepare(tasks, compute):
    """Try user-defined problems, and compile what the other tasks need, before any counts."""
    _try_out(tasks)
    # some solvers, once called in this process, would take Ctrl-C from it
    do_batch(_small(task for task in tasks if not methods.method_of(task.method).is_solver),
             compute, provenance.here())


def _complete(store, tasks, executor, workers, progress, compute):
    """Compute the missing runs, and return (task, traceback text) of those that failed."""
    missing, failures = _missing(store, tasks), []
    counts = store.plan.name, len(tasks), len(tasks) - len(missing)
    cost = sum(map(costs.seconds, missing))
    if isinstance(progress, Progress):
        progress.begin(*counts)
        progress = contextlib.nullcontext(progress)
    else:
        progress = Progress(*counts, cost, progress)
    with (progress as shown,
          contextlib.closing(_outcomes(missing, executor, workers, compute)) as outcomes):
        for tasks, rows, failed in outcomes:
            if rows:
                store.add(rows)
            failures += failed
            shown.advance(len(rows), sum(map(costs.seconds, tasks)))
    return failures


def _outcomes(tasks, executor, workers, compute):
    """As `batches.outcomes`, on the executor, or in processes or here, as suits the tasks."""
    groups = {}      # what the reader's code changes in its process must not reach other runs
    for task in sorted(tasks, key=lambda task: task.own):
        groups.setdefault(task.own, []).append(task)
    # these react to Ctrl-C only in a process that can be killed
    solvers = any(methods.method_of(task.method).is_solver for task in tasks)
    worth = sum(map(costs.seconds, tasks)) > _WORTH_A_POOL and (solvers or workers() > 1)
    for functions, group in groups.items():
        dealt = batches.deal(group, workers)
        if executor is not None and not (functions and _has_threads(executor)):
            yield from batches.outcomes(executor, dealt, lambda: 2 * workers(), compute)
        elif worth or any(groups):
            yield from _in_pools(group, workers, compute)
        else:
            yield from ((batch, *do_batch(batch, compute, provenance.here())) for batch in dealt)


def _has_threads(executor):
    """Return whether an executor works in this process: bool."""
    return executor.submit(os.getpid).result() == os.getpid()


def _in_pools(tasks, workers, compute):
    """As `batches.outcomes`, in pools of processes that are replaced when a worker dies.

    What was under way is then repeated, one run at a time; a run that kills its worker twice while
    it is alone has failed.

    Raises
    ------
    WorkersDiedError
        If pools keep breaking without any finished run.
    """
    def attempt(dealt, number):
        """Yield the outcomes of one pool; return what was under way when a worker died."""
        try:
            with Pool(number()) as pool:
                for outcome in batches.outcomes(pool, dealt, lambda: 2 * number() - 1, compute):
                    for task in outcome[0]:
                        del left[task.run]
                    yield outcome
        except batches.WorkersDiedError as error:
            _say("a worker process died; what was under way is done again")
            return error.tasks
        return []

    left, killers = {task.run: task for task in tasks}, 0
    while left:
        before = len(left)
        suspects = yield from attempt(batches.deal(left.values(), workers), workers)
        for _ in range(2 if suspects else 0):
            suspects = yield from attempt([[task] for task in suspects], lambda: 1)
        killers = killers + 1 if suspects and len(left) == before else 0
        if killers == _MOST_KILLERS:
            raise batches.WorkersDiedError(suspects)
        for task in suspects:
            yield [left.pop(task.run)], [], [(task, "its worker process died, twice")]


def _try_out(tasks):
    """Try each user-defined problem on one graph, in a process that checks the bounds of arrays.

    The process can be killed in an endless loop, and may die.
    """
    for name, task in {task.problem.name: task for task in tasks if task.problem.is_own}.items():
        graph = task.source.graph(task.graph, task.graph_seed, task.folder)
        # machine code that checks bounds must not get into the usual cache
        with (tempfile.TemporaryDirectory(prefix=".") as folder,
              Pool(1, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=folder) as pool):
            _say(f"trying problem {name!r} on {graph!r}")
            try:
                wrong = pool.submit(try_out, task.problem, graph, task.folder).result()
            except BrokenExecutor as error:
                wrong = error
            pool.end()      # threads that the problem has left, too
            if wrong:
                raise FailedRunsError(f"problem {name!r} failed on {graph!r}: {wrong}")


def compile_kernels(tasks, executor, workers, progress=True):
    """Run a small task of every kind, so that all other processes find compiled kernels.

    Parameters
    ----------
    tasks : iterable of Task
        All that will be run.
    executor : concurrent.futures.Executor
        Processes of this machine.
    workers : callable
        Returns their number.
    progress : bool
        Whether to show the progress on stderr.
    """
    small = _small(tasks)
    # a task that ends its process does so again when it counts, and is named then
    # nobody knows the cost: some find compiled what others have compiled just before
    with (Progress("compiling", len(small), 0, 0, progress and bool(small), unit="kernels")
          as shown, contextlib.suppress(batches.WorkersDiedError)):
        for _ in batches.outcomes(executor, [[task] for task in small], workers, compute_run):
            shown.advance(1, 0)


def _small(tasks):
    """Return a task of every kind that needs kernels of its own, which takes no time beside theirs.

    Neighbours differ in problem and source: what is compiled at the same time is not the same.
    """
    kinds = {}
    for task in tasks:
        settings, source = task.method, getattr(task.source, "dataset", task.source)
        if methods.method_of(settings).is_solver:      # its limit begins after it has compiled
            short = dict(settings.options) | {"seconds": 1.0, "effort": None}
            settings, source = dataclasses.replace(settings, options=short), None
        elif isinstance(settings, Configuration):
            settings = Configuration("lb", 2, 2, 0.5, 0.5, initial=settings.initial)
        if not task.own:
            kinds.setdefault((task.problem, settings), {}).setdefault(
                source, task._replace(budget=6, method=settings))
    each = [list(sources.values()) for sources in kinds.values()]
    turned = [tasks[i % len(tasks):] + tasks[:i % len(tasks)] for i, tasks in enumerate(each)]
    return [task for row in itertools.zip_longest(*turned) for task in row if task is not None]


def _kind(task):
    """Return what decides which kernels a run needs: problem, source and unified settings."""
    settings = task.method
    if isinstance(settings, Configuration):
        settings = dataclasses.replace(settings, mu=2, lambda_=2, crossover_rate=0.5,
                                       lb_probability=settings.lb_probability and 0.5)
    return task.problem, task.source, settings


def _say(text):
    print(text, file=sys.stderr, flush=True)
