"""The study's tables: tidy frames made from runs and traces, beside the paper's tables.

A cell is a (problem, dataset, mode). Rows are in the paper's order. Means are over graphs of the
mean over seeds. A standard deviation ``std`` is, as in the paper, the mean over graphs of the
standard deviation over seeds: it tells how much a run depends on its seed. A standard error ``sem``
comes from the differences between graphs: it tells how precisely the mean is known, and is far
larger with few graphs.
"""

import numpy as np

from ..analysis import frames
from ..analysis.frames import CELL, PARAMETERS, SOURCE, grouped, in_paper_order, with_modes
from ..analysis.frames import interval as interval
from ..evolution.run import TRACE_COLUMNS
from . import published
from .agreement import MARGIN, comparable, judged, published_error
from .dataset_means import estimates
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
        A row for each cell:

        - problem, dataset, mode;
        - graphs, repetitions: their numbers;
        - mean, std, sem: std is NaN with one repetition, sem with one graph.

    Raises
    ------
    ValueError
        If a cell has more than one configuration, or different numbers of runs on its graphs.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb",
    ...                      "graph": ["a", "a", "b", "b"], "best_fitness": [30, 32, 33, 37]})
    >>> summary(runs, "best_fitness")[["graphs", "repetitions", "mean", "std", "sem"]].round(2)
       graphs  repetitions  mean   std  sem
    0       2            2  33.0  2.12  2.0
    """
    runs, settings = with_modes(runs), [name for name in (*PARAMETERS, "ties") if name in runs]
    distinct = runs[[*CELL, *settings]].drop_duplicates()
    several = distinct[distinct.duplicated(CELL)]
    if len(several):
        cell = tuple(several.iloc[0][CELL])
        raise ValueError(f"runs must have one configuration per cell, but {cell} has more; see "
                         "configurations() for a grid search")
    repetitions = grouped(grouped(runs, [*CELL, "graph"]).size(), CELL)
    if repetitions.nunique().gt(1).any():
        raise ValueError("runs must have as many repetitions on each graph of a cell: not finished")
    frame = repetitions.agg(graphs="size", repetitions="first").join(
        frames.means(runs, column, CELL, "graph")[["mean", "std", "sem"]])
    return in_paper_order(frame.reset_index())


def scores(runs):
    """Return mean best fitness per cell: `summary` of best_fitness.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> scores(runs)[["mode", "graphs", "repetitions", "mean", "std", "sem"]].round(2)
             mode  graphs  repetitions   mean  std   sem
    0   darwinian     377            1  26.49  NaN  0.10
    1  baldwinian      47            1  32.89  NaN  0.19
    2  lamarckian     137            1  30.23  NaN  0.13
    3          lb      54            1  32.80  NaN  0.18
    """
    return summary(runs, "best_fitness")


def compare_scores(runs, margin=MARGIN):
    """Return memlab's scores beside those of the paper's Table 1, with a verdict for each cell.

    Graphs of one dataset mostly differ more than seeds on one graph, and the paper used other
    graphs. The precision is therefore that with which a few graphs estimate the mean of their
    dataset. memlab's means are adjusted for what is known of its graphs before any run, see
    `memlab.paper.dataset_means`.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, one configuration per cell.
    margin : float
        Of equivalence, in per cent.

    Returns
    -------
    DataFrame
        A row for each cell:

        - problem, dataset, mode, graphs, repetitions;
        - plain_mean, std: over these graphs;
        - mean, sem, degrees: the estimate for the whole dataset, its standard error and the
          degrees of freedom of this error;
        - low, high: the ends of its 95 % interval (Student's t);
        - published_mean, published_std; published_sem: standard error of the paper's mean, of its
          7,500 graphs (from a standard deviation between graphs of ours) and of rounding;
        - difference, z, p, p_holm, percent, percent_low, percent_high, detectable, power, verdict:
          as returned by `memlab.paper.agreement.judged`. Nothing is comparable if the budget is not
          the paper's 40,000.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> compare_scores(runs)[["mode", "mean", "low", "high", "published_mean", "verdict"]].round(2)
             mode   mean    low   high  published_mean     verdict
    0   darwinian  26.49  26.31  26.67           26.47  equivalent
    1  baldwinian  33.19  32.97  33.42           33.00   undecided
    2  lamarckian  30.31  30.12  30.51           30.37  equivalent
    3          lb  33.05  32.83  33.27           32.79     differs
    """
    ours = scores(runs).rename(columns={"mean": "plain_mean"}).drop(columns="sem")
    frame = ours.merge(estimates(runs), on=CELL)
    frame["low"], frame["high"] = frames.ends(frame["mean"], frame["sem"], frame["degrees"] + 1)
    frame = beside(frame, published.read("scores"))
    units = frame["problem"].map(published.UNITS)
    frame["published_sem"] = published_error(frame.pop("between"), units)
    return judged(frame, frame["published_mean"].abs(), comparable(runs), margin)


def compare_unique_solutions(runs):
    """Return the number of different best solutions in a run, beside the paper's Table 5.

    Returns
    -------
    DataFrame
        A row for each cell, not corrected for the sizes of graphs:

        - the columns of `summary`;
        - published_mean, published_std, published_sem;
        - the columns of `memlab.paper.agreement.judged`.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> table = compare_unique_solutions(runs)
    >>> table[["mode", "mean", "sem", "published_mean", "verdict"]].round(2)
             mode   mean    sem  published_mean    verdict
    0   darwinian   3.82   0.14             3.7  undecided
    1  baldwinian  39.23  10.39            71.9    differs
    2  lamarckian  27.63   2.25            28.6  undecided
    3          lb  58.07  15.61            57.0  undecided
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
        A row for each cell:

        - the columns of `summary`;
        - published_mean, published_std;
        - speedup: the paper's time over memlab's. It compares two programs on two machines, and is
          meaningful only at the paper's budget;
        - z, verdict: therefore always NaN and "not comparable".

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "laptop" / "timing").runs()
    >>> table = compare_runtime(runs.query("problem == 'mis' and dataset == 'er_small'"))
    >>> table[["mode", "mean", "published_mean", "speedup", "verdict"]].round(2)
             mode  mean  published_mean  speedup         verdict
    0   darwinian  0.01            0.36    35.31  not comparable
    1  baldwinian  0.14            1.93    13.32  not comparable
    2  lamarckian  0.01            0.53    37.34  not comparable
    3          lb  0.06            0.84    13.70  not comparable
    """
    frame = beside(summary(runs, "seconds"), published.read("runtime_seconds"))
    return frame.assign(speedup=frame["published_mean"] / frame["mean"], z=np.nan,
                        verdict="not comparable")


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
        A row for each cell:

        - problem, dataset, mode, graphs;
        - loss_percent: 100 (s - u) / s of the two mean scores; sem: its standard error over graphs,
          pairing the runs of a graph;
        - published_loss_percent; published_sem: of 7,500 graphs and of rounding;
        - the columns of `memlab.paper.agreement.judged`: two losses are equivalent within one per
          cent of a score.

    Raises
    ------
    ValueError
        If the runs are not of the same cells, graphs and repetitions.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> cell = "problem == 'mis' and dataset == 'er_small'"
    >>> specialised, universal = (
    ...     load(RESULTS / "laptop" / part).runs().query(cell)
    ...     for part in ("evaluation", "universality"))
    >>> table = universality_cost(specialised, universal)
    >>> table[["mode", "loss_percent", "sem", "published_loss_percent", "verdict"]].round(2)
             mode  loss_percent   sem  published_loss_percent     verdict
    0   darwinian          4.19  0.45                    4.98   undecided
    1  baldwinian          0.19  0.12                    0.22  equivalent
    2  lamarckian          0.00  0.00                    0.47   undecided
    3          lb          0.43  0.13                    0.00     differs
    """
    by_graph = paired(specialised=specialised, universal=universal)
    groups = losses(by_graph["universal"], by_graph["specialised"], CELL).groupby(CELL)
    frame = groups.agg(graphs="size", mean="mean", sem="sem", between="std")
    frame["published_sem"] = published_error(
        frame.pop("between"), published.UNITS["universality_cost"])
    theirs = published.read("universality_loss_percent").rename(columns={"loss_percent": "mean"})
    frame = judged(beside(frame.reset_index(), theirs), 100.0, comparable(specialised))
    return frame.rename(columns={"mean": "loss_percent",
                                 "published_mean": "published_loss_percent"})


def losses(values, reference, cell):
    """Return by how many per cent values lie below a reference, graph by graph.

    This is the linearised ratio of means in each cell: its mean is that of the ratio of means, and
    its standard error that of a ratio estimate.

    Parameters
    ----------
    values, reference : Series or DataFrame
        Scores with an index of graphs.
    cell : list of str
        Levels of the index.

    Examples
    --------
    >>> import pandas as pd
    >>> scores = pd.Series([10.0, 30.0], pd.MultiIndex.from_product([["mis"], [0, 1]],
    ...                                                             names=["problem", "graph"]))
    >>> losses(scores - 1, scores, ["problem"]).tolist()
    [7.5, 2.5]
    """
    means = reference.groupby(cell).transform("mean")
    ratio = values.groupby(cell).transform("mean") / means
    return 100 * (1 - ratio) + 100 * (ratio * reference - values) / means


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
        A row for each cell and number of evaluations:

        - problem, dataset, mode, or the columns of another cell;
        - evaluations;
        - the other columns of `memlab.evolution.run.Run.trace`: means over runs.

    Examples
    --------
    >>> import pandas as pd
    >>> traces = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb",
    ...                        "evaluations": [10, 20, 10, 20], "best_fitness": [28, 30, 27, 33]})
    >>> traces = traces.reindex(columns=[*traces, *TRACE_COLUMNS[1:]])      # of two runs
    >>> convergence(traces)[["mode", "evaluations", "best_fitness"]]
      mode  evaluations  best_fitness
    0   lb           10          27.5
    1   lb           20          31.5
    """
    groups = with_modes(traces).groupby([*cell, "evaluations"], dropna=False)
    return in_paper_order(groups[list(TRACE_COLUMNS)].mean().reset_index())


def shared(runs):
    """Return the runs on graphs that every mode of a problem and dataset has.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": ["a", "b", "a"],
    ...                      "mode": ["lb", "lb", "darwinian"]})
    >>> shared(runs)["graph"].tolist()
    ['a', 'a']
    """
    modes = with_modes(runs).groupby([*SOURCE, "graph"])["mode"].transform("nunique")
    return runs[modes == modes.groupby([runs[name] for name in SOURCE]).transform("max")]


def paired(**experiments):
    """Return the mean scores on each graph of two experiments on the same graphs and seeds.

    Parameters
    ----------
    **experiments : DataFrame
        The runs of two experiments by name.

    Returns
    -------
    DataFrame
        Index problem, dataset, mode, graph; a column for each experiment: the mean over the seeds
        that both have.

    Raises
    ------
    ValueError
        If no runs are of the same cells, graphs and repetitions.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "mode": "lb",
    ...                      "graph": ["a", "b"], "repetition": 0, "best_fitness": [31, 33]})
    >>> paired(ours=runs, theirs=runs.assign(best_fitness=[32, 32])).to_dict("list")
    {'ours': [31.0, 33.0], 'theirs': [32.0, 32.0]}
    """
    keys = [*CELL, "graph", "repetition"]
    (first, a), (second, b) = experiments.items()
    pairs = a[[*keys, "best_fitness"]].merge(b[[*keys, "best_fitness"]], on=keys)
    if pairs.empty:
        raise ValueError(f"{first} and {second} have no runs on the same graphs and seeds")
    return pairs.set_axis([*keys, first, second], axis=1).groupby(keys[:-1])[[first, second]].mean()
