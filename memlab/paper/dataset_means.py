"""Estimates of means over a whole dataset from a few graphs, using the sizes of the graphs.

Graphs of one dataset differ in size, and scores depend on size: cuts of er_small vary by 24 % from
graph to graph, but only by 0.3 % around the prediction of theory from the numbers of vertices and
edges. The mean prediction over the whole dataset is known, because its random model is known. So a
mean over four graphs can be corrected for graphs that are larger or smaller than average. This is
the ratio estimator of survey sampling [1]_.

References
----------
.. [1] W. G. Cochran. Sampling Techniques, 3rd edition, chapter 6. Wiley, 1977.
.. [2] A. Dembo, A. Montanari, S. Sen. Extremal cuts of sparse random graphs. Annals of Probability
   45(2), 2017.
.. [3] A. Frieze. On the independence number of random graphs. Discrete Mathematics 81(2), 1990.
"""

import functools

import numpy as np
import pandas as pd

from ..analysis.frames import CELL, grouped, with_modes
from ..graphs import datasets

_PARISI = 0.7632        # the constant of [2]: ground state energy of a spin glass

# RB graphs: mean prediction of a cut over 20,000 graphs of each dataset, and its standard error.
_RB_CUTS = {"rb_small": (2812.2, 6.2), "rb_large": (29650.0, 56.2)}


def prediction(problem, dataset, vertices, edges):
    """Predict the score on graphs from their size alone, up to a constant factor.

    A maximum cut is m/2 + P sqrt(n m / 2), P = 0.7632 [2]. A maximum independent set is
    2 (ln d - ln ln d - ln 2 + 1) / -ln(1 - p) for ER graphs, d = n p [3]_, and a fixed share of
    the vertices for BA graphs. That of an RB graph follows its number of cliques, which vertices
    and edges do not show: nothing is predicted.

    Parameters
    ----------
    problem, dataset : str
    vertices, edges : ndarray or float

    Returns
    -------
    ndarray or float

    Examples
    --------
    >>> round(float(prediction("maxcut", "er_large", 750, 42_129)))
    24098
    """
    vertices, edges = np.asarray(vertices, float), np.asarray(edges, float)
    if problem == "maxcut":
        return edges / 2 + _PARISI * np.sqrt(vertices * edges / 2)
    if dataset.startswith("er_"):
        p = datasets.FAMILIES[dataset].p
        log_degree = np.log(vertices * p)
        return 2 * (log_degree - np.log(log_degree) - np.log(2) + 1) / -np.log1p(-p)
    if dataset.startswith("ba_"):
        return vertices
    return np.ones_like(vertices)


@functools.cache
def mean_prediction(problem, dataset):
    """Return the mean of `prediction` over a whole dataset, and its standard error.

    Examples
    --------
    >>> mean, error = mean_prediction("maxcut", "er_small")
    >>> round(mean, 1), error
    (2952.3, 0.0)
    """
    if dataset.startswith("rb_"):
        return _RB_CUTS[dataset] if problem == "maxcut" else (1.0, 0.0)
    family = datasets.FAMILIES[dataset]
    n = np.arange(family.n[0], family.n[1] + 1)
    edges = family.p * n * (n - 1) / 2 if dataset.startswith("er_") else family.m * (n - family.m)
    return float(prediction(problem, dataset, n, edges).mean()), 0.0


def estimates(runs, cell=CELL, column="best_fitness"):
    """Estimate the means of a column over whole datasets, see `estimate`.

    Parameters
    ----------
    runs : DataFrame
        With columns vertices, edges, graph, and those of the cell.
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
        - between: the standard deviation between graphs.

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "maxcut", "dataset": "er_small", "graph": ["a", "b"],
    ...                      "vertices": [240, 245], "edges": [3500, 3700],
    ...                      "best_fitness": [2000, 2100]})
    >>> estimates(runs, ["problem", "dataset"]).round(1)
      problem   dataset    mean  sem  between
    0  maxcut  er_small  2626.6  3.9     70.7
    """
    by_graph = with_modes(runs).groupby([*cell, "graph"], dropna=False).agg(
        value=(column, "mean"), vertices=("vertices", "first"), edges=("edges", "first"))
    rows = [(*where, *estimate(*where[:2], frame["value"].to_numpy(float), frame["vertices"],
                               frame["edges"]), frame["value"].std(ddof=1))
            for where, frame in grouped(by_graph, cell)]
    return pd.DataFrame(rows, columns=[*cell, "mean", "sem", "between"])


def estimate(problem, dataset, values, vertices, edges):
    """Estimate the mean over a whole dataset from the values on a few of its graphs.

    Parameters
    ----------
    problem, dataset : str
    values : ndarray of float64, shape (k,)
        A graph each.
    vertices, edges : ndarray, shape (k,)
        Their sizes.

    Returns
    -------
    tuple of float
        The estimate, (mean value / mean prediction) x (dataset's mean prediction), and its standard
        error, which is NaN for a single graph.

    Examples
    --------
    >>> values, edges = np.array([2000.0, 2100.0]), np.array([3500, 3700])
    >>> mean, sem = estimate("maxcut", "er_small", values, np.array([240, 245]), edges)
    >>> round(mean), round(sem, 1)
    (2627, 3.9)
    """
    predicted = np.broadcast_to(prediction(problem, dataset, vertices, edges), values.shape)
    population, error = mean_prediction(problem, dataset)
    ratio = values.mean() / predicted.mean()
    sem = pd.Series((values - ratio * predicted) * population / predicted.mean()).sem()
    return float(ratio * population), float(np.hypot(sem, ratio * error))
