"""How long runs take: a table that orders tasks, sizes them, and predicts a study's duration.

Only ratios matter for ordering; for predictions the table is scaled by a run timed on the machine.
"""

import time

from .names import DATASETS
from .plan import Run, run_seed

# Seconds per run of 40,000 evaluations, mean over the paper's 252 configurations, on one core of a
# server of 2023; columns as in `DATASETS`.
_SECONDS = {
    ("mis", "darwinian"): (0.033, 0.036, 0.033, 0.038, 0.031, 0.040),
    ("mis", "baldwinian"): (0.128, 0.474, 0.064, 0.230, 0.117, 0.824),
    ("mis", "lamarckian"): (0.027, 0.034, 0.032, 0.084, 0.027, 0.037),
    ("mis", "lb"): (0.065, 0.424, 0.042, 0.147, 0.059, 0.091),
    ("maxcut", "darwinian"): (0.025, 0.027, 0.026, 0.028, 0.031, 0.026),
    ("maxcut", "baldwinian"): (0.194, 0.768, 0.099, 0.367, 0.187, 1.491),
    ("maxcut", "lamarckian"): (0.043, 0.078, 0.041, 0.072, 0.035, 0.080),
    ("maxcut", "lb"): (0.048, 0.090, 0.047, 0.085, 0.037, 0.087),
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
