"""How long runs will take: a few of each kind are timed, and the others follow from their costs."""

import contextlib

import numpy as np

from ..study import batches, costs, methods
from ..study.execute import STATES, compile_kernels
from ..study.manifests import StoreError
from ..study.progress import duration
from ..study.store import Store
from ..study.worker import compute_run

__all__ = []      # for the modules of this room

_TIMED = 16      # runs of a kind, or a twentieth of them if these are fewer
_CHOSEN = 100_000      # tasks of which those to be timed are chosen
_GOLDEN = 0.618034      # fractions of its multiples are spread evenly, however many there are


def announce(plans, out, workers, pool, report=0.0):
    """Print what will be run, where, and how long it will take, after compiling what runs need.

    Parameters
    ----------
    plans : dict of Plan
        By the names of their folders in `out`.
    out : Path
    workers : int
        Processes of this machine.
    pool : Pool
        Of these processes.
    report : float
        Seconds of one core of the table's machine that come after the runs.
    """
    done = finished(plans, out)
    left = {part: costs.plan_seconds(plan, done[part]) for part, plan in plans.items()}
    pace = factor(_left(plans, done), pool, workers)
    # functions of the reader's may be slower than any machine, which the report is not
    cost, last = sum(left.values()), report * min(1, 3 / pace)
    width = max(len(plan.name) for plan in plans.values()) + 2
    for part, plan in plans.items():
        if begun := _begun(plan, out / part / STATES, done[part]):
            print(f"  {begun:,} of the runs of {plan.name} go on from where they had ended; the "
                  "others begin anew")
        print(f"  {plan.name:{width}}{len(plan):>11,} runs of {plan.budget:,} evaluations, "
              f"{done[part].sum():,} done" + f"; {duration(max(1.0, pace * left[part]))} of one "
              "core left" * (not done[part].all()))
    # beside some runs nothing else may run
    alone = sum(left[part] for part, plan in plans.items() if plan.one_at_a_time)
    seconds = pace * (alone + (cost - alone + last) / workers)
    print(f"  about {duration(seconds)} on this machine with {workers} "
          f"{'process' if workers == 1 else 'processes'}, report included\n  results in {out}",
          flush=True)


def finished(plans, out):
    """Return which runs of the plans are done: dict of ndarray of bool, by part."""
    found = {part: np.zeros(len(plan), bool) for part, plan in plans.items()}
    for part, plan in plans.items():
        with contextlib.suppress(FileNotFoundError, StoreError):
            found[part] = Store.load(out / part, complete=False).asked(plan).finished()
    return found


def _begun(plan, states, done):
    """Return how many missing runs have a state from which to go on: int."""
    return states.is_dir() and sum(task._replace(states=states).state.exists()
                                   for task in plan.tasks() if not done[task.run])


def factor(tasks, pool, workers):
    """Compile what tasks need, and time a few: the seconds here for a second of the table of costs.

    Those that are timed are spread evenly over the expected time of their kind. What a solver needs
    follows from its limit.

    Parameters
    ----------
    tasks : list of Task
    pool : Pool
    workers : int
        Processes of the pool.
    """
    kinds, expected = {}, 0.0
    for task in tasks:
        if methods.method_of(task.method).is_solver:
            expected += costs.seconds(task)
        else:
            kind = task.problem.name, methods.name_of(task.method)
            kinds.setdefault(kind, []).append(task)
    compile_kernels(tasks, pool, lambda: workers)
    for group in kinds.values():
        ends = np.cumsum([costs.seconds(task) for task in group])
        count = min(_TIMED, 1 + len(group) // 20)
        places = np.unique(ends.searchsorted((np.arange(count) + 0.5) / count * ends[-1]))
        ratios = []
        # a run that ends its process does so again when it counts, and is named then
        with contextlib.suppress(batches.WorkersDiedError):
            for (task,), rows, _ in batches.outcomes(
                    pool, [[group[i]] for i in places], lambda: workers, compute_run):
                ratios += [row["seconds"] / costs.seconds(task) for row in rows]
        expected += ends[-1] * (np.mean(ratios) if ratios else 1.0)
    return expected / sum(map(costs.seconds, tasks)) if tasks else 1.0


def _left(plans, done):
    """Return tasks that are left, of very many only some, spread evenly over the plans."""
    share = _CHOSEN / sum(map(len, plans.values()))
    return [task for part, plan in plans.items() for task in plan.tasks()
            if task.run * _GOLDEN % 1 <= share and not done[part][task.run]]
