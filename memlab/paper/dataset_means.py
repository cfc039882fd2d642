"""Estimates of means over a whole dataset from a few of its graphs, by control variates.

Most of what differs between graphs is known before any run: their sizes, what a greedy algorithm
finds, what twenty local searches find. Let y be the score on a graph, x its features
(`memlab.paper.features`), and mu the means of the features over the whole dataset, which are known.
For any vector b that is fixed beforehand, the mean over graphs of ``y - b (x - mu)`` estimates the
dataset's mean without bias, and has the variance of what the features do not explain [1]_ [2]_.

Three tables in ``data/estimates``, made by tests/make_estimates.py, hold what is fixed
beforehand: mu with the covariances of its errors, from graphs that no study uses; b and the spread
of what is left, learned from runs of the paper's configurations on training and validation graphs;
and the features of the test graphs of seed 0, which would take seconds.

References
----------
.. [1] W. G. Cochran. Sampling Techniques, 3rd edition, chapter 7. Wiley, 1977.
.. [2] C. McGeoch. Analyzing algorithms by simulation: variance reduction techniques and simulation
   speedups. ACM Computing Surveys 24(2), 1992.
"""

import functools

import numpy as np
import pandas as pd

from ..analysis.frames import CELL, PARAMETERS, SOURCE, grouped, with_modes
from ..graphs import datasets
from ..study.methods import DIALS
from ..support.names import DATASETS
from ..support.paths import data
from . import published
from .agreement import PUBLISHED_BUDGET
from .features import FEATURES, features

_USUAL = DIALS | {"ties": "random", "mutation": "standard", "initial": "raw", "step_cost": 0.0,
                  "local_search": "repair", "budget": PUBLISHED_BUDGET}
_ANY_MODE = "baldwinian"      # whose coefficients other methods have, in proportion


@functools.cache
def population(dataset):
    """Return the means of the features over a dataset, and the covariances of their errors.

    Returns
    -------
    means : ndarray of float64, shape (10,)
    covariances : ndarray of float64, shape (10, 10)

    Examples
    --------
    >>> means, covariances = population("er_small")
    >>> means[:2].tolist()      # vertices and edges, which are known exactly
    [250.0, 4732.5]
    """
    rows = pd.read_csv(data("estimates") / "population.csv").query("dataset == @dataset")
    rows = rows.set_index("feature").loc[list(FEATURES)]
    return rows["mean"].to_numpy(), rows[list(FEATURES)].to_numpy()


@functools.cache
def coefficients():
    """Return what is fixed beforehand for each cell of Table 1.

    Returns
    -------
    DataFrame
        Index problem, dataset, mode; mean, sem: of the training graphs, adjusted; between, within:
        standard deviations of what the features leave, between graphs and between the seeds on a
        graph; degrees: of freedom of the two; graph_sd: the standard deviation between graphs of
        means over three seeds, not adjusted; seconds: of a run; b, a column for each feature; and
        error: of an adjusted mean, for the errors of mu.

    Examples
    --------
    >>> row = coefficients().loc["mis", "ba_large", "baldwinian"]
    >>> bool(row["between"] < 0.1 * row["graph_sd"])      # features explain nearly everything
    True
    """
    frame = pd.read_csv(data("estimates") / "coefficients.csv", index_col=CELL)
    slopes = zip(frame.index, frame[list(FEATURES)].to_numpy(), strict=True)
    return frame.assign(error=[np.sqrt(slope @ population(dataset)[1] @ slope)
                               for (_, dataset, _), slope in slopes])


@functools.cache
def known_features():
    """Return the features of the test graphs of seed 0: dict of ndarray by name.

    Examples
    --------
    >>> known_features()["er_small/test/0/0"].shape
    (10,)
    """
    frame = pd.read_csv(data("estimates") / "features.csv", index_col="graph")
    return dict(zip(frame.index, frame[list(FEATURES)].to_numpy(float), strict=True))


@functools.cache
def features_of(name):
    """Return the features of a graph of `memlab.graphs.datasets` by its name; None for others.

    Examples
    --------
    >>> features_of("ba_small/train/0/0")[:2].tolist(), features_of("my graph")
    ([272.0, 540.0], None)
    """
    dataset, *rest = str(name).split("/")
    if dataset not in DATASETS or len(rest) != 3 or not "".join(rest[1:]).isdecimal():
        return None
    split, seed, index = rest
    return features(datasets.graph(dataset, split, int(seed), int(index)))


def estimates(runs, cell=CELL, column="best_fitness"):
    """Estimate the means of a column over whole datasets.

    Parameters
    ----------
    runs : DataFrame
        With a column graph, and those of the cell. Graphs from elsewhere than
        `memlab.graphs.datasets` get the plain mean.
    cell : sequence of str
        Columns that identify the groups to average; the first two are problem and dataset.
    column : str
        The column to average.

    Returns
    -------
    DataFrame
        A row for each cell:

        - the columns of the cell;
        - mean, sem: the estimate and its standard error;
        - degrees: of freedom of this error. Scores of the paper's configurations have the spread
          that is shipped, and its degrees; all others that of their own graphs, but not less than
          what is shipped, with graphs - 1 degrees;
        - between: the standard deviation between graphs, not adjusted.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "maxcut", "dataset": "er_small", "mode": "lb", "mu": 10,
    ...                      "graph": ["er_small/test/0/0", "er_small/test/0/1"],
    ...                      "best_fitness": [4029, 3288]})
    >>> estimates(runs)[["mean", "sem", "degrees"]].round(1)
         mean  sem  degrees
    0  2904.9  4.4      1.0
    """
    rows = [(*where, *_estimate(frame, dict(zip(cell, where, strict=True)), column))
            for where, frame in grouped(with_modes(runs), cell)]
    return pd.DataFrame(rows, columns=[*cell, "mean", "sem", "degrees", "between"])


def _estimate(runs, where, column):
    """Return mean, standard error, degrees of freedom and spread between graphs of one cell."""
    of_graph = adjusted(runs, where, column)
    count, own = len(of_graph), of_graph["adjusted"].std(ddof=1)
    degrees, between, error = count - 1.0, of_graph["value"].std(ddof=1), 0.0
    fixed = _fixed(where)
    if fixed is not None and np.isfinite(of_graph["features"]).all():
        error = fixed["error"]
        if column == "best_fitness" and fixed.name[-1] == where.get("mode"):
            shipped = np.hypot(fixed["between"], fixed["within"] / np.sqrt(len(runs) / count))
            own = np.fmax(own, shipped)
            if as_published(runs, where):
                own, degrees, between = shipped, fixed["degrees"], fixed["graph_sd"]
    return (of_graph["adjusted"].mean(), np.hypot(own / np.sqrt(count), error), degrees, between)


def adjusted(runs, where, column="best_fitness"):
    """Return the values of a cell graph by graph, and what they would be at mean features.

    Parameters
    ----------
    runs : DataFrame
        Of one cell.
    where : dict of str
        Its problem, its dataset and, if there is one, its mode.
    column : str

    Returns
    -------
    DataFrame
        Index graph; value: the mean over seeds; adjusted; features: by how much the features raise
        the value above that of mean features, NaN where they are not known.

    Examples
    --------
    >>> runs = pd.DataFrame({"graph": ["ba_small/train/0/0"], "best_fitness": [160]})
    >>> cell = {"problem": "mis", "dataset": "ba_small", "mode": "lb"}
    >>> adjusted(runs, cell)["adjusted"].round(1).tolist()
    [142.7]
    """
    frame = runs.groupby("graph", sort=False)[column].mean().astype(float).to_frame("value")
    fixed, known = _fixed(where), known_features()
    rows = [known[name] if name in known else features_of(name) for name in frame.index]
    if fixed is None or any(row is None for row in rows):
        return frame.assign(adjusted=frame["value"], features=np.nan)
    slope = fixed[list(FEATURES)].to_numpy(float)
    if fixed.name[-1] != where.get("mode"):      # of another method: in proportion to its scores
        slope = slope * frame["value"].mean() / fixed["mean"]
    excess = (np.array(rows) - population(where["dataset"])[0]) @ slope
    return frame.assign(adjusted=frame["value"] - excess, features=excess)


def _fixed(where):
    """Return the row of `coefficients` for a cell; that of a similar method without one."""
    for mode in (where.get("mode"), _ANY_MODE):
        if (*(where[name] for name in SOURCE), mode) in coefficients().index:
            return coefficients().loc[where["problem"], where["dataset"], mode]
    return None


def as_published(runs, where):
    """Return whether runs of a cell have the settings with which the paper's table was made.

    Examples
    --------
    >>> cell = {"problem": "mis", "dataset": "rb_small", "mode": "darwinian"}
    >>> runs = pd.DataFrame({"mu": [10], "lambda_": 10, "crossover_rate": 0.5, "budget": 1_000})
    >>> as_published(runs, cell)
    False
    """
    paper = published.read("best_parameters").set_index(CELL).loc[
        tuple(where[name] for name in CELL), PARAMETERS]
    usual = {**_USUAL, **paper.dropna()}
    return {*paper.dropna().index, "budget"} <= set(runs) and all(
        runs[name].dropna().eq(value).all() for name, value in usual.items() if name in runs)
