"""How long runs take: a table that orders tasks, sizes them, and predicts a study's duration.

Only ratios matter for ordering; for predictions the table is scaled by a run timed on the machine.
"""

import time

from .names import DATASETS
from .plan import Run, run_seed

# Seconds per run of 40,000 evaluations, mean over the paper's 252 configurations, on one core of a
# server; columns as in `DATASETS`.
_SECONDS = {
    ("mis", "darwinian"): (0.005, 0.024, 0.006, 0.013, 0.005, 0.022),
    ("mis", "baldwinian"): (0.067, 0.500, 0.051, 0.345, 0.101, 1.393),
    ("mis", "lamarckian"): (0.008, 0.015, 0.016, 0.088, 0.008, 0.028),
    ("mis", "lb"): (0.012, 0.052, 0.020, 0.098, 0.013, 0.147),
    ("maxcut", "darwinian"): (0.006, 0.026, 0.007, 0.013, 0.006, 0.026),
    ("maxcut", "baldwinian"): (0.134, 0.921, 0.106, 0.301, 0.198, 1.512),
    ("maxcut", "lamarckian"): (0.010, 0.023, 0.015, 0.029, 0.013, 0.025),
    ("maxcut", "lb"): (0.017, 0.041, 0.023, 0.040, 0.020, 0.065),
}
_REFERENCE = ("maxcut", "er_small", "baldwinian")


def seconds(run):
    """Expected seconds of a run on the table's machine."""
    row = _SECONDS[run.problem, run.mode]
    return row[DATASETS.index(run.dataset)] * run.budget / 40_000


def plan_seconds(plan, done=None):
    """Expected seconds on one core of the table's machine for a plan.

    Parameters
    ----------
    plan : Plan
    done : ndarray of bool, shape (len(plan),), optional
        Runs that need not be done.
    """
    return sum(seconds(run) for run in plan.runs() if done is None or not done[run.run])


def machine_factor(compute):
    """How many times slower than the table's machine this one is, by timing one run.

    Parameters
    ----------
    compute : callable
        As `memlab.study.worker.compute_run`.
    """
    problem, dataset, mode = _REFERENCE
    run = Run(0, problem, dataset, "train", 0, 0, mode, 250, 50, 1.0, None, 40_000, 0,
              run_seed(0, problem, dataset, "train", 0, 0), False)
    compute(run._replace(budget=1_000))
    begin = time.perf_counter()
    compute(run)
    return (time.perf_counter() - begin) / seconds(run)
