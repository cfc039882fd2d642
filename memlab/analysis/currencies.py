"""The cost of a run in three currencies: evaluations, local-search steps, processor time.

The paper counts only evaluations, so that learning is free. Steps are equally reproducible. Seconds
depend on the machine; they are reported, but are not used as a stopping criterion.
"""

import numpy as np
import pandas as pd
from scipy.optimize import nnls

from .frames import GRAPH, SOURCE

CURRENCIES = "evaluations", "local_search_steps", "seconds"


def prices(runs, cell=SOURCE):
    """Estimate the time of an evaluation and of a local-search step by least squares over runs.

    The model of a run's seconds is evaluations times one price plus steps times another, both
    non-negative; deviations are relative to the seconds.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, of one machine.
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
    for key, frame in runs.groupby(list(cell), sort=False, dropna=False):
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


def restarted(runs, budget, currency="local_search_steps"):
    """Combine runs on a graph into sequences of restarts within a budget, of which the best counts.

    Parameters
    ----------
    runs : DataFrame
        Of one method and configuration, with several repetitions on every graph.
    budget : Series
        For each (problem, dataset, graph), the total cost of the runs. The last run may exceed it,
        as if it were not interrupted.
    currency : {"local_search_steps", "evaluations", "seconds"}
        What the budget is counted in.

    Returns
    -------
    DataFrame
        A row for each sequence. Sequences are disjoint, and remaining runs that are too few for
        another sequence are not used.

        - problem, dataset, graph;
        - repetition: the number of the sequence;
        - best_fitness: the best of its runs;
        - runs: their number;
        - evaluations, or the name of another currency: their total cost.

    Raises
    ------
    ValueError
        If all runs on a graph together cost less than its budget.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": "a",
    ...                      "repetition": range(5), "local_search_steps": [40, 60, 30, 80, 50],
    ...                      "best_fitness": [30, 32, 31, 29, 33]})
    >>> budget = pd.Series({("mis", "er_small", "a"): 100})
    >>> restarted(runs, budget)[["repetition", "best_fitness", "runs", "local_search_steps"]]
       repetition  best_fitness  runs  local_search_steps
    0           0            32     2                 100
    1           1            31     2                 110
    """
    rows = []
    for key, frame in runs.sort_values("repetition").groupby(GRAPH, sort=False):
        begin, number = 0, 0
        cost, best = frame[currency].to_numpy(), frame["best_fitness"].to_numpy()
        spent = np.concatenate([[0], np.cumsum(cost)])
        while begin < len(cost) and spent[-1] - spent[begin] >= budget[key]:
            # rounding errors may move the end of the last sequence beyond the last run
            end = np.searchsorted(spent, spent[begin] + budget[key])
            end = min(max(begin + 1, int(end)), len(cost))
            rows.append([*key, number, best[begin:end].max(), end - begin,
                         spent[end] - spent[begin]])
            begin, number = end, number + 1
        if not number:
            raise ValueError(f"runs on {', '.join(map(str, key))} must cost {budget[key]:,.4g} "
                             f"{currency} together, not {spent[-1]:,.4g}: more repetitions do")
    return pd.DataFrame(rows, columns=[*GRAPH, "repetition", "best_fitness", "runs", currency])
