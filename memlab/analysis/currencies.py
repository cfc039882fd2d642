"""The cost of a run in three currencies: evaluations, local-search steps, processor time.

The paper counts only evaluations, so that learning is free. Steps are equally reproducible. Seconds
depend on the machine; they are reported, but are not used as a stopping criterion.
"""

import numpy as np
import pandas as pd
from scipy.optimize import nnls

from .frames import SOURCE, grouped

CURRENCIES = "evaluations", "local_search_steps", "seconds"


def prices(runs, cell=SOURCE):
    """Estimate the time of an evaluation and of a local-search step by least squares over runs.

    The model of a run's seconds is evaluations times one price plus steps times another, both
    non-negative; deviations are relative to the seconds.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, of one machine; left out are those of unknown
        steps or seconds.
    cell : sequence of str
        Columns of the runs that share their prices.

    Returns
    -------
    DataFrame
        A row for each cell:

        - the columns of the cell;
        - runs: their number;
        - evaluation, step: the prices in microseconds;
        - deviation: the median over runs of the distance between a run's seconds and what these
          prices say, relative to its seconds.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "evaluations": [100, 100],
    ...                      "local_search_steps": [0, 50], "seconds": [1e-4, 2e-4]})
    >>> prices(runs).round(9).values.tolist()
    [['mis', 'er_small', 2, 1.0, 2.0, 0.0]]
    """
    rows = []
    for key, frame in grouped(runs.dropna(subset=["local_search_steps", "seconds"]), cell):
        work = frame[["evaluations", "local_search_steps"]].to_numpy(float)
        relative = work / frame[["seconds"]].to_numpy()
        price, _ = nnls(relative, np.ones(len(frame)))
        deviation = np.median(np.abs(relative @ price - 1))
        rows.append([*key, len(frame), *(1e6 * price), deviation])
    return pd.DataFrame(rows, columns=[*cell, "runs", "evaluation", "step", "deviation"])


def in_seconds(traces, runs, cell=SOURCE):
    """Return traces with the seconds up to each point.

    The seconds of a run are known only at its end. They are distributed over its course by the
    `prices` of all runs of its cell.

    Parameters
    ----------
    traces, runs : DataFrame
        As returned by `Store.traces` and `memlab.study.Store.runs`. Traces have local_search_steps.
    cell : sequence of str
        As for `prices`.

    Returns
    -------
    DataFrame
        The traces, and the column seconds.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "run": [0, 1],
    ...                      "evaluations": [100, 100], "local_search_steps": [0, 50],
    ...                      "seconds": [1e-4, 2e-4]})
    >>> traces = pd.DataFrame({"problem": "mis", "dataset": "er_small", "run": [0, 1, 1],
    ...                        "evaluations": [100, 50, 100], "local_search_steps": [0, 10, 50]})
    >>> seconds = in_seconds(traces, runs)["seconds"]
    >>> (1e6 * seconds).round(6).tolist()      # 1 µs for an evaluation, 2 µs for a step
    [100.0, 70.0, 200.0]
    """
    runs = runs[runs["run"].isin(traces["run"])]
    price = prices(runs, cell).set_index(list(cell))[["evaluation", "step"]]

    def worth(frame):
        each = frame[list(cell)].join(price, on=list(cell))
        return (each["evaluation"] * frame["evaluations"]
                + each["step"] * frame["local_search_steps"])
    whole = runs.set_index("run")["seconds"] / worth(runs).set_axis(runs["run"])
    return traces.assign(seconds=worth(traces) * traces["run"].map(whole))
