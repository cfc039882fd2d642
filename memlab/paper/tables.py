"""The study's tables: tidy frames made from runs and traces, beside the paper's tables.

A cell is a (problem, dataset, mode). Rows are in the paper's order. Means are over graphs of the
mean over seeds. A standard deviation ``std`` is, as in the paper, the mean over graphs of the
standard deviation over seeds: it tells how much a run depends on its seed. A standard error ``sem``
comes from the differences between graphs: it tells how precisely the mean is known, and is far
larger with few graphs.
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..modes import PAPER_MODES as MODES
from ..run import TRACE_COLUMNS
from ..study.tuned import CELL, PARAMETERS, in_paper_order
from . import published
from .agreement import LEVEL, PUBLISHED_BUDGET, judged, published_error
from .dataset_means import estimate
from .published import beside


def summary(runs, column):
    """Return mean, standard deviation and standard error of a column per cell.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, one configuration per cell.
    column : str
        best_fitness, unique_best, seconds, local_search_steps, ...

    Returns
    -------
    DataFrame
        problem, dataset, mode, graphs, repetitions, mean, std, sem. `std` is NaN with one
        repetition, `sem` with one graph.

    Raises
    ------
    ValueError
        If a cell has more than one configuration, or different numbers of runs on its graphs.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb",
    ...                      "graph": ["a", "a", "b", "b"], "best_fitness": [30, 32, 33, 37]})
    >>> summary(runs, "best_fitness")[["graphs", "repetitions", "mean", "std", "sem"]].round(2)
       graphs  repetitions  mean   std  sem
    0       2            2  33.0  2.12  2.0
    """
    settings = [name for name in (*PARAMETERS, "ties") if name in runs]
    distinct = runs[[*CELL, *settings]].drop_duplicates()
    several = distinct[distinct.duplicated(CELL)]
    if len(several):
        cell = tuple(several.iloc[0][CELL])
        raise ValueError(f"runs must have one configuration per cell, but {cell} has more; see "
                         "configurations() for a grid search")
    repetitions = runs.groupby([*CELL, "graph"]).size().groupby(CELL)
    if repetitions.nunique().gt(1).any():
        raise ValueError("runs must have as many repetitions on each graph of a cell: the study "
                         "is not finished")
    frame = means(runs, column, CELL, "graph").drop(columns=["low", "high"])
    frame.insert(0, "graphs", repetitions.size())
    frame.insert(1, "repetitions", repetitions.first())
    return in_paper_order(frame.reset_index())


def means(runs, column, cell, unit):
    """Average over the seeds of each graph, then return mean, errors and 95 % interval over graphs.

    Parameters
    ----------
    runs : DataFrame
    column : str
    cell : list of str
        Columns that identify the groups to average.
    unit : str
        The column of independent units: graphs, or what takes their place.

    Returns
    -------
    DataFrame
        Index cell; mean, std, sem, as in `summary`; low, high: the interval, Student's t.

    Examples
    --------
    >>> runs = pd.DataFrame({"mode": "lb", "graph": ["a", "a", "b", "b"],
    ...                      "best_fitness": [30, 32, 33, 37]})
    >>> means(runs, "best_fitness", ["mode"], "graph").round(2).to_dict("records")
    [{'mean': 33.0, 'std': 2.12, 'sem': 2.0, 'low': 7.59, 'high': 58.41}]
    """
    units = runs.groupby([*cell, unit], sort=False)[column].mean().groupby(cell, sort=False)
    # The paper does not say whether it divides by 3 seeds or by 2. Division by 2, as here, gives
    # 4.81 +- 0.28 for MIS, BA large, Darwinian on 100 graphs; by 3 it would be 3.93; the paper
    # prints 4.69.
    seeds = runs.groupby([*cell, "graph"], sort=False)[column].std()
    mean, low, high = interval(units)
    return pd.DataFrame({"mean": mean, "std": seeds.groupby(cell, sort=False).mean(),
                         "sem": units.sem(), "low": low, "high": high})


def interval(groups):
    """Return the mean of a Series, or of each group, and the ends of its 95 % interval.

    The interval is Student's t; its ends are NaN for a single value.

    Examples
    --------
    >>> mean, low, high = interval(pd.Series([1.0, 2.0, 3.0]))
    >>> round(float(low), 2), round(float(high), 2)
    (-0.48, 4.48)
    """
    mean = groups.mean()
    margin = groups.sem() * stats.t.ppf(0.975, np.maximum(groups.count() - 1, 1))
    return mean, mean - margin, mean + margin


def scores(runs):
    """Return mean best fitness per cell: `summary` of best_fitness.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> scores(runs)[["mode", "graphs", "repetitions", "mean", "std", "sem"]].round(2)
             mode  graphs  repetitions   mean   std   sem
    0   darwinian       4            3  26.33  1.51  0.97
    1  baldwinian       4            3  34.25  0.00  0.85
    2  lamarckian       4            3  31.00  1.08  0.76
    3          lb       4            3  34.00  0.29  0.76
    """
    return summary(runs, "best_fitness")


def compare_scores(runs):
    """Return memlab's scores beside those of the paper's Table 1, with a verdict for each cell.

    Graphs of one dataset differ far more than seeds on one graph, and the paper used other graphs.
    The precision is therefore that with which a few graphs estimate the mean of their dataset.
    memlab's means are corrected for the sizes of its graphs, see `memlab.paper.dataset_means`.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, one configuration per cell.

    Returns
    -------
    DataFrame
        problem, dataset, mode, graphs, repetitions, and

        - plain_mean, std: over these graphs;
        - mean, sem: the estimate for the whole dataset and its standard error;
        - low, high: the ends of its 95 % interval (Student's t with graphs - 1 degrees);
        - published_mean, published_std; published_sem: standard error of the paper's mean, of its
          7,500 graphs (from our standard deviation between graphs) and of rounding;
        - difference, z, p, p_holm, percent, percent_low, percent_high, detectable, power, verdict:
          as returned by `memlab.paper.agreement.judged`. Nothing is comparable if the budget is not
          the paper's 40,000.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> compare_scores(runs)[["mode", "mean", "low", "high", "published_mean", "verdict"]].round(2)
             mode   mean    low   high  published_mean    verdict
    0   darwinian  25.64  23.31  27.97           26.47  undecided
    1  baldwinian  33.35  32.14  34.56           33.00  undecided
    2  lamarckian  30.19  29.04  31.33           30.37  undecided
    3          lb  33.11  32.06  34.15           32.79  undecided
    """
    ours = scores(runs).rename(columns={"mean": "plain_mean"}).drop(columns="sem")
    frame = ours.merge(dataset_means(runs), on=CELL)
    margin = frame["sem"] * stats.t.ppf(0.975, frame["graphs"] - 1)
    frame["low"], frame["high"] = frame["mean"] - margin, frame["mean"] + margin
    frame = beside(frame, published.read("scores"))
    units = frame["problem"].map(published.UNITS)
    frame["published_sem"] = published_error(frame.pop("between"), units)
    return judged(frame, frame["published_mean"].abs(), comparable(runs))


def comparable(runs):
    """Whether all runs have the paper's budget.

    Examples
    --------
    >>> comparable(pd.DataFrame({"budget": [40_000, 40_000]}))
    True
    >>> comparable(pd.DataFrame({"budget": [40_000, 5_000]}))
    False
    """
    return bool((runs["budget"] == PUBLISHED_BUDGET).all())


def compare_unique_solutions(runs):
    """Return the number of different best solutions in a run, beside the paper's Table 5.

    Returns
    -------
    DataFrame
        The columns of `summary`, published_mean, published_std, published_sem, and those of
        `memlab.paper.agreement.judged`; not corrected for the sizes of graphs.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> table = compare_unique_solutions(runs)
    >>> table[["mode", "mean", "sem", "published_mean", "verdict"]].round(2)
             mode   mean    sem  published_mean    verdict
    0   darwinian   2.92   0.34             3.7  undecided
    1  baldwinian  24.42  11.37            71.9  undecided
    2  lamarckian  34.83   6.71            28.6  undecided
    3          lb  46.25  15.47            57.0  undecided
    """
    frame = beside(summary(runs, "unique_best"), published.read("unique_solutions"))
    # sem is the spread between graphs over the root of their number
    between = frame["sem"] * np.sqrt(frame["graphs"])
    frame["published_sem"] = published_error(between, published.UNITS["unique_solutions"])
    return judged(frame, frame["published_mean"], comparable(runs))


def compare_runtime(runs):
    """Return seconds per run, beside those of the authors' code on their machine (Table 6).

    Returns
    -------
    DataFrame
        The columns of `summary`, published_mean, published_std, and speedup: the paper's time over
        memlab's. It compares two programs on two machines, and is meaningful only at the paper's
        budget. So z is NaN and every verdict "not comparable".

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "timing").runs()
    >>> table = compare_runtime(runs.query("problem == 'mis' and dataset == 'er_small'"))
    >>> table[["mode", "mean", "published_mean", "speedup", "verdict"]].round(2)
             mode  mean  published_mean  speedup         verdict
    0   darwinian  0.02            0.36    16.21  not comparable
    1  baldwinian  0.27            1.93     7.26  not comparable
    2  lamarckian  0.02            0.53    25.98  not comparable
    3          lb  0.10            0.84     8.64  not comparable
    """
    frame = beside(summary(runs, "seconds"), published.read("runtime_seconds"))
    return frame.assign(speedup=frame["published_mean"] / frame["mean"], z=np.nan,
                        verdict="not comparable")


def with_baselines(comparison):
    """Add the baselines of Table 1, which have only the paper's values, to a comparison.

    Parameters
    ----------
    comparison : DataFrame
        As returned by `compare_scores`.

    Returns
    -------
    DataFrame
        The same columns; mode is also "GIN", "GT", "MLP", "DeepSets" or "Solver", with NaN in the
        columns of memlab's results and the verdict "published only".

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> with_baselines(compare_scores(runs))[["mode", "mean", "published_mean"]].round(2)
             mode   mean  published_mean
    0         GIN    NaN           25.42
    1          GT    NaN           22.98
    2         MLP    NaN           23.18
    3    DeepSets    NaN           23.05
    4      Solver    NaN           33.60
    5   darwinian  25.64           26.47
    6  baldwinian  33.35           33.00
    7  lamarckian  30.19           30.37
    8          lb  33.11           32.79
    """
    theirs = published.read("scores").set_index(CELL).add_prefix("published_").reset_index()
    theirs = theirs[~theirs["mode"].isin(MODES) & theirs["dataset"].isin(comparison["dataset"])
                    & theirs["problem"].isin(comparison["problem"])]
    theirs = theirs.reindex(columns=comparison.columns).assign(verdict="published only")
    return in_paper_order(pd.concat([theirs, comparison], ignore_index=True))


def universality_cost(specialised, universal):
    """Return the loss of universal configurations on test graphs, beside the paper's Table 2.

    The paper's losses are for configurations that its own grid search selected. If memlab's grid
    search selected others, a difference may be due to the selection, which no standard error
    covers.

    Parameters
    ----------
    specialised, universal : DataFrame
        Runs of the selected and of the universal configurations on the same graphs with the same
        seeds, as returned by `memlab.study.Store.runs`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, graphs; loss_percent: 100 (s - u) / s of the two mean scores, and
        sem, its standard error over graphs, pairing the runs of a graph; published_loss_percent,
        published_sem (of 7,500 graphs and of rounding), and the columns of
        `memlab.paper.agreement.judged`: two losses are equivalent within one per cent of a score.

    Raises
    ------
    ValueError
        If the runs are not of the same cells, graphs and repetitions.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> cell = "problem == 'mis' and dataset == 'er_small'"
    >>> specialised, universal = (
    ...     load(RESULTS / "quick" / part).runs().query(cell)
    ...     for part in ("evaluation", "universality"))
    >>> table = universality_cost(specialised, universal)
    >>> table[["mode", "loss_percent", "sem", "published_loss_percent", "verdict"]].round(2)
             mode  loss_percent   sem  published_loss_percent     verdict
    0   darwinian          3.48  2.35                    4.98   undecided
    1  baldwinian          1.22  0.61                    0.22   undecided
    2  lamarckian          1.88  1.89                    0.47   undecided
    3          lb          0.00  0.00                    0.00  equivalent
    """
    pairs = paired(specialised=specialised, universal=universal)
    by_graph = pairs.groupby([*CELL, "graph"])[["specialised", "universal"]].mean()
    means = by_graph.groupby(CELL).mean()
    ratio = means["universal"] / means["specialised"]
    residuals = by_graph["universal"] - by_graph["specialised"] * ratio
    between = 100 * residuals.groupby(CELL).std() / means["specialised"].abs()
    frame = pd.DataFrame({
        "graphs": by_graph.groupby(CELL).size(), "mean": 100 * (1 - ratio),
        "published_sem": published_error(between, published.UNITS["universality_cost"])})
    frame.insert(2, "sem", between / np.sqrt(frame["graphs"]))
    theirs = published.read("universality_loss_percent").rename(columns={"loss_percent": "mean"})
    frame = judged(beside(frame.reset_index(), theirs), 100.0, comparable(specialised))
    return frame.rename(columns={"mean": "loss_percent",
                                 "published_mean": "published_loss_percent"})


def convergence(traces, cell=CELL):
    """Return the mean course of the runs of each cell, as for `memlab.plots.convergence`.

    Parameters
    ----------
    traces : DataFrame
        As returned by `memlab.study.Store.traces`.
    cell : sequence of str
        Columns that identify the groups to average.

    Returns
    -------
    DataFrame
        The cell (problem, dataset, mode), evaluations, and the columns of `memlab.run.Run.trace`:
        means over runs.

    Examples
    --------
    >>> traces = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb",
    ...                        "evaluations": [10, 20, 10, 20], "best_fitness": [28, 30, 27, 33]})
    >>> traces = traces.reindex(columns=[*traces, *TRACE_COLUMNS[1:]])      # of two runs
    >>> convergence(traces)[["mode", "evaluations", "best_fitness"]]
      mode  evaluations  best_fitness
    0   lb           10          27.5
    1   lb           20          31.5
    """
    frame = traces.groupby([*cell, "evaluations"])[list(TRACE_COLUMNS)].mean().reset_index()
    return in_paper_order(frame)


def dataset_means(runs, cell=CELL, column="best_fitness"):
    """Return means corrected to the paper's whole datasets, see `memlab.paper.dataset_means`.

    Parameters
    ----------
    runs : DataFrame
        With columns vertices, edges, graph, and those of the cell.
    cell : sequence of str
        Begins with problem, dataset.
    column : str

    Returns
    -------
    DataFrame
        The cell, mean, sem; between: the standard deviation between graphs.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "maxcut", "dataset": "er_small", "graph": ["a", "b"],
    ...                      "vertices": [240, 245], "edges": [3500, 3700],
    ...                      "best_fitness": [2000, 2100]})
    >>> dataset_means(runs, ["problem", "dataset"]).round(1)
      problem   dataset    mean  sem  between
    0  maxcut  er_small  2626.6  3.9     70.7
    """
    by_graph = runs.groupby([*cell, "graph"]).agg(
        value=(column, "mean"), vertices=("vertices", "first"), edges=("edges", "first"))
    rows = [(*where, *estimate(*where[:2], frame["value"].to_numpy(float), frame["vertices"],
                               frame["edges"]), frame["value"].std(ddof=1))
            for where, frame in by_graph.groupby(list(cell), sort=False)]
    return pd.DataFrame(rows, columns=[*cell, "mean", "sem", "between"])


def compare_solver(known):
    """Compare the paper's row of solvers with values and bounds on graphs of the same model.

    Parameters
    ----------
    known : DataFrame
        As returned by `memlab.analysis.comparison.optima`, of the paper's problems and datasets.

    Returns
    -------
    DataFrame
        problem, dataset, graphs, proved; mean, sem: the best known values, as an estimate for the
        whole dataset (`memlab.paper.dataset_means`); bound, bound_sem: the upper bounds likewise;
        published; z: the number of standard errors by which it is above the mean of the bounds, or
        (negative) below the mean of the values, or 0 in between; verdict at the 99 % level of
        Student's t:
        "possible"; "above every optimum", which no solver can be; "below the optimum", or, without
        a proof, "below the best known".

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> from memlab.analysis.comparison import named, optima
    >>> table = compare_solver(optima(named(load(RESULTS / "optima").runs())))
    >>> table[["dataset", "graphs", "proved", "mean", "sem", "published", "verdict"]].round(2)
        dataset  graphs  proved    mean   sem  published   verdict
    0  ba_small      20      20  143.00  0.68     142.86  possible
    1  ba_large      20      20  433.56  1.94     433.77  possible
    2  rb_small      20      20   20.20  0.49      20.80  possible
    """
    cell = ["problem", "dataset"]
    frame = known.groupby(cell).agg(graphs=("graph", "size"), proved=("proved", "sum"))
    theirs = published.read("scores").query("mode == 'Solver'").set_index(cell)
    bounds = dataset_means(known, cell, "upper_bound").set_index(cell)
    frame = frame.join(dataset_means(known, cell).set_index(cell)).assign(
        bound=bounds["mean"], bound_sem=bounds["sem"], published=theirs["mean"]).reset_index()
    # the paper's mean is also over graphs, but over many

    error = published_error(frame.pop("between"), frame["problem"].map(published.UNITS))
    above = (frame["published"] - frame["bound"]) / np.hypot(frame["bound_sem"], error)
    below = (frame["published"] - frame["mean"]) / np.hypot(frame["sem"], error)
    frame["z"] = above.where(frame["published"] > frame["bound"], below.clip(upper=0.0))
    sure = stats.t.ppf(0.5 + LEVEL / 2, np.maximum(frame["graphs"] - 1, 1))
    possible = (frame["graphs"] < 2) | (frame["z"].abs() <= sure)
    frame["verdict"] = np.select(
        [possible, frame["z"] > 0, frame["graphs"] == frame["proved"]],
        ["possible", "above every optimum", "below the optimum"], "below the best known")
    return in_paper_order(frame)


def paired(**experiments):
    """Return the best fitness of two experiments on the same graphs and seeds, in a column each.

    Raises
    ------
    ValueError
        If their runs are not of the same cells, graphs and repetitions.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb",
    ...                      "graph": ["a", "b"], "repetition": 0, "best_fitness": [31, 33]})
    >>> pairs = paired(ours=runs, theirs=runs.assign(best_fitness=[32, 32]))
    >>> pairs[["graph", "repetition", "ours", "theirs"]]
      graph  repetition  ours  theirs
    0     a           0    31      32
    1     b           0    33      32
    """
    keys = [*CELL, "graph", "repetition"]
    (first, a), (second, b) = experiments.items()
    pairs = a[[*keys, "best_fitness"]].merge(b[[*keys, "best_fitness"]], on=keys)
    if not len(pairs) == len(a) == len(b):
        raise ValueError(f"{first} and {second} must hold the same runs, but of {len(a)} and "
                         f"{len(b)} only {len(pairs)} pair up")
    return pairs.set_axis([*keys, first, second], axis=1)
