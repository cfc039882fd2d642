"""Run the missing tasks of a plan on any executor with the interface of `concurrent.futures`.

Results are stored as soon as they arrive. They depend on the plan alone, and not on the executor,
the number of workers, or the order in which tasks end.
"""

import contextlib
import dataclasses
import sys
import tempfile
import warnings

from filelock import FileLock, Timeout

from ..evolution.configuration import Configuration
from ..support.checks import instance, integer
from ..support.pool import Pool
from . import batches, costs, methods, own, provenance
from .manifests import StoreError
from .plan import Plan
from .progress import Progress
from .shards import SCALARS, tables_of
from .store import Store
from .worker import compute_run, do_batch, try_out

_WORTH_A_POOL = 4.0      # expected seconds of a plan from which a pool pays off; it starts in 2
STATES = "states"        # the folder of states in that of a store
_MOST_KILLERS = 3        # runs that kill their workers, after which nobody waits for more


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
        A folder, created if it does not exist. Whatever it has of the plan's runs is not computed
        again, even if they were computed for another plan.
    executor : concurrent.futures.Executor, optional
        Any object with its ``submit``, such as a Dask client's ``get_executor(pure=False)``. By
        default a pool of processes is started, or none if the work is too small for it and no
        problem or method is the reader's own: runs of each function of the reader's then have
        processes of their own. A plan whose runs must run one at a time uses neither an executor
        nor more than one worker.
    workers : int or callable, optional
        Number of processes in the pool; with an executor, the number of tasks it runs at the same
        time, or a callable that returns this number, since a cluster may grow. By default the
        number of cores that this process may use.
    progress : bool
        Whether to show the progress on stderr.
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
        user-defined problem cannot be made when it is tried at the beginning.
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
    instance("plan", plan, Plan)
    number, parts = part
    integer(f"part of {integer('number of parts', parts, minimum=1)}", number, 1, parts)
    if plan.one_at_a_time:
        executor, workers = None, 1
    if not callable(workers):
        fixed = provenance.cores() if workers is None else integer("workers", workers, minimum=1)
    count = workers if callable(workers) else lambda: fixed
    store = Store.open(store.folder if isinstance(store, Store) else store, plan)
    if store.finished().all():
        return store
    if plan.keep_states:
        (store.folder / STATES).mkdir(exist_ok=True)
    states = str(store.folder / STATES) if (store.folder / STATES).is_dir() else ""
    # each of `parts` neighbours belongs to another part, and no part has always the same method
    tasks = [task._replace(states=states) for task in plan.tasks()
             if (task.run + task.run // parts) % parts == number - 1]
    with _locked(store):      # of parts that start together, one compiles, and the others wait
        failures = _refuse_stale(store, executor, count, compute)
        if executor is None and not failures:
            failures = _prepare(_missing(store, tasks), compute)
    with _locked(store, "" if parts == 1 else f"-{number}-of-{parts}"):
        failures = failures or _complete(store, tasks, executor, count, progress, compute)
    if failures:
        task, text = failures[0]
        raise FailedRunsError(
            f"{len(failures)} of the {len(plan)} runs of plan {plan.name!r} failed; what else "
            f"was computed is stored. The first was {task}:\n{text}")
    return store


@contextlib.contextmanager
def _locked(store, part=""):
    """Lock a store, or a part of its runs: two processes do not do the same work."""
    path = store.folder / f".lock{part}"
    path.touch()
    lock = FileLock(path, fallback_to_soft=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        _say(f"another process is computing in {store.folder}; waiting for it")
        lock.acquire()
    except OSError as error:      # file systems of some clusters do not support locks
        warnings.warn(f"{path} cannot be locked ({error}): two studies at once on this folder "
                      "would do the same work twice", stacklevel=4)
    try:
        yield
    finally:
        lock.release()


def _refuse_stale(store, executor, workers, compute):
    """Repeat runs of other code or libraries, and refuse to continue if their results differ.

    That is one finished run of every kind of which the present code has none: the cheapest, with a
    stored trace if possible. A solver that ran out of time may give another value. Returns
    (task, traceback text) of repeated runs that failed.
    """
    other = store.computed_otherwise()
    kept = store.rows(SCALARS).set_index("run")
    kept = kept[kept["proved"].ne(False) | ~store.plan.solved[kept.index]]
    finished = [task for task in store.plan.tasks() if task.run in kept.index]
    finished.sort(key=lambda task: (task.run in other, not task.traced, kept["seconds"][task.run]))
    kinds = {_kind(task): task for task in reversed(finished)}
    doubtful, failures = [task for task in kinds.values() if task.run in other], []
    for _, rows, failed in _outcomes(doubtful, executor, workers, compute):
        failures += failed
        try:
            store.rows(more=tables_of(rows))
        except StoreError as error:
            raise StaleStoreError(f"{error}. Choose another folder, or remove this one") from error
    return failures


def _missing(store, tasks):
    done = store.finished()
    return [task for task in tasks if not done[task.run]]


def _prepare(tasks, compute):
    """Compile what tasks need, before any counts, and try problems of the reader's.

    Each is made once, in a process that checks the bounds of arrays, and that can be killed in an
    endless loop. Returns (task, traceback text) of those that cannot be made.
    """
    failures = []
    for task in {task.problem.name: task for task in tasks if task.problem.is_own}.values():
        # machine code that checks bounds must not get into the usual cache
        with (tempfile.TemporaryDirectory(prefix=".") as folder,
              Pool(1, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=folder) as pool):
            _say(f"trying problem {task.problem.name!r}")
            trial = pool.submit(do_batch, [task], try_out, provenance.here())
            # it may end its process
            failures += [(task, str(trial.exception()))] if trial.exception() else trial.result()[1]
            pool.end()      # threads that the problem has left, too
    # some solvers, once called in this process, would take Ctrl-C from it
    do_batch(_small(task for task in tasks if not methods.method_of(task.method).is_solver),
             compute, provenance.here())
    return failures


def _complete(store, tasks, executor, workers, progress, compute):
    """Compute the missing runs, and return (task, traceback text) of those that failed."""
    missing, failures = _missing(store, tasks), []
    with (Progress(store.plan.name, len(tasks), len(tasks) - len(missing),
                   sum(map(costs.seconds, missing)), progress) as shown,
          contextlib.closing(_outcomes(missing, executor, workers, compute)) as outcomes):
        for tasks, rows, failed in outcomes:
            if rows:
                store.add(rows)
            failures += failed
            shown.advance(len(rows), sum(map(costs.seconds, tasks)))
    return failures


def _outcomes(tasks, executor, workers, compute):
    """As `batches.outcomes`, on the executor, or in processes or here, as suits the tasks."""
    if executor is not None:
        dealt = batches.deal(tasks, workers)
        yield from batches.outcomes(executor, dealt, lambda: 2 * workers(), compute)
        return
    groups = {}      # what the reader's code changes in its process must not reach other runs
    for task in tasks:
        groups.setdefault(task.own, []).append(task)
    # these react to Ctrl-C only in a process that can be killed
    solvers = any(methods.method_of(task.method).is_solver for task in tasks)
    worth = sum(map(costs.seconds, tasks)) > _WORTH_A_POOL and (solvers or workers() > 1)
    for _, group in sorted(groups.items()):
        if worth or any(groups):
            yield from _in_pools(group, workers, compute)
        else:
            yield from ((batch, *do_batch(batch, compute, provenance.here()))
                        for batch in batches.deal(group, workers))


def _in_pools(tasks, workers, compute):
    """As `batches.outcomes`, in pools of processes that are replaced when a worker dies.

    What was under way is then repeated, each run alone; one that kills its worker again has failed.

    Raises
    ------
    WorkersDiedError
        If this happens to several runs.
    """
    left, doubtful, killers = {task.run: task for task in tasks}, [], 0
    while left:
        alone, doubtful = doubtful[:1], doubtful[1:]
        dealt = [alone] if alone else batches.deal(left.values(), workers)
        try:
            with Pool(1 if alone else workers()) as pool:
                for outcome in batches.outcomes(pool, dealt, lambda: 2 * workers() - 1, compute):
                    for task in outcome[0]:
                        del left[task.run]
                    yield outcome
        except batches.WorkersDiedError as error:
            if not alone:
                _say("a worker process died; what was under way is done again")
                doubtful = error.tasks
                continue
            killers += 1
            if killers == _MOST_KILLERS:
                raise
            yield alone, [], [(left.pop(alone[0].run), "its worker process died, twice")]


def compile_kernels(tasks, executor, workers):
    """Run a small task of every kind, so that all other processes find compiled kernels.

    Parameters
    ----------
    tasks : iterable of Task
        All that will be run.
    executor : concurrent.futures.Executor
        Processes of this machine.
    workers : callable
        Returns their number.
    """
    small = _small(tasks)
    # a task that ends its process does so again when it counts, and is named then
    # nobody knows the cost: some find compiled what others have compiled just before
    with (Progress("compiling", len(small), 0, 0, bool(small), unit="kernels")
          as shown, contextlib.suppress(batches.WorkersDiedError)):
        for _ in batches.outcomes(executor, [[task] for task in small], workers, compute_run):
            shown.advance(1, 0)


def _small(tasks):
    """Return a task of every kind that needs kernels of its own, which takes no time beside theirs.
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
            kinds.setdefault((source, task.problem, settings),
                             task._replace(budget=6, method=settings, states=""))
    # workers then begin with different problems, and not all with the same kernels
    return sorted(kinds.values(), key=lambda task: str(task.source))


def _kind(task):
    """Return what decides which kernels a run needs: problem, source and unified settings."""
    settings = task.method
    if isinstance(settings, Configuration):
        settings = dataclasses.replace(settings, mu=2, lambda_=2, crossover_rate=0.5,
                                       lb_probability=settings.lb_probability and 0.5)
    return task.problem, task.source, settings


def _say(text):
    print(text, file=sys.stderr, flush=True)
