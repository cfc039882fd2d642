"""How long runs take: a table that orders tasks, sizes them, and predicts a study's duration.

Only ratios matter for ordering; for predictions the table is scaled by a run timed on the machine.
"""

import time

import pandas as pd

from ..names import DATASETS
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
_REFERENCES = (("mis", "er_large"), ("maxcut", "er_small"))      # Baldwinian runs cost most


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
    if done is not None:
        return sum(seconds(run) for run in plan.runs() if not done[run.run])
    of_cells = (_SECONDS[problem, c.mode][DATASETS.index(dataset)]
                for problem, dataset, c in plan.cells())
    return sum(of_cells) * plan.graphs * plan.repetitions * plan.budget / 40_000


def table(plans, workers, factor=1.0, done=None):
    """What plans cost, before they are run.

    Parameters
    ----------
    plans : dict of Plan
        As `memlab.study.pipeline.plans` gives them.
    workers : int
        Processes; the timing has one, whatever their number.
    factor : float
        As `machine_factor` gives it.
    done : dict of ndarray of bool, optional
        Runs of some of the plans that need not be done.

    Returns
    -------
    DataFrame
        A row per plan: runs, done, million_evaluations, core_hours, hours; the last two are of what
        is left, on one core and with so many workers.
    """
    rows = {}
    for name, plan in plans.items():
        finished = (done or {}).get(name)
        core_hours = factor * plan_seconds(plan, finished) / 3_600
        rows[name] = {"runs": len(plan), "done": 0 if finished is None else int(finished.sum()),
                      "million_evaluations": len(plan) * plan.budget / 1e6,
                      "core_hours": core_hours,
                      "hours": core_hours / (1 if name == "timing" else workers)}
    return pd.DataFrame.from_dict(rows, orient="index")


def machine_factor(compute):
    """How many times slower than the table's machine this one is, by timing a run or two.

    Parameters
    ----------
    compute : callable
        As `memlab.study.worker.compute_run`.
    """
    spent = expected = 0.0
    for problem, dataset in _REFERENCES:
        run = Run(0, problem, dataset, "train", 0, 0, "baldwinian", 250, 50, 1.0, None, 40_000, 0,
                  run_seed(0, problem, dataset, "train", 0, 0), False)
        compute(run._replace(budget=1_000))
        begin = time.perf_counter()
        compute(run)
        spent += time.perf_counter() - begin
        expected += seconds(run)
    return spent / expected
