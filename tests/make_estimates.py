"""Make the tables in ``data/estimates``: ``python tests/make_estimates.py``.

It reads the shipped runs of the paper's configurations on training and validation graphs. Features
of fresh graphs take about a quarter of an hour on one core.

References
----------
.. [1] G. E. P. Box. Non-normality and tests on variances. Biometrika 40, 1953.
"""

import itertools
import math
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pandas as pd
from scipy import stats

from memlab.analysis.csv_tables import csv_text
from memlab.analysis.frames import CELL, in_paper_order
from memlab.graphs import datasets
from memlab.paper.dataset_means import features_of
from memlab.paper.features import FEATURES, SEED
from memlab.study.store import Store
from memlab.support.names import DATASETS
from memlab.support.paths import RESULTS, data

RUNS = ("coefficients", "coefficients_small", "coefficients_large", "coefficients_cuts",
        "coefficients_small_cuts")
# Fresh graphs of each dataset, which no study uses: those of the features' own seed.
GRAPHS = {"er_small": 20_000, "er_large": 8_000, "ba_small": 20_000, "ba_large": 20_000,
          "rb_small": 30_000, "rb_large": 10_000}
# Test graphs of seed 0: as many as the shipped studies have.
KNOWN = {"er_small": 600, "er_large": 500, "ba_small": 100, "ba_large": 100, "rb_small": 600,
         "rb_large": 1_000}
# The exact mean numbers of edges, up to rounding; reference_rb.py derives those of RB graphs.
EDGES = {"er_small": 4732.500000000001, "er_large": 42195.0, "ba_small": 496.0,
         "ba_large": 1496.0, "rb_small": 4511.89, "rb_large": 51373.50}
# Which features explain the scores on a family, the same for all modes: chosen by hand, from the
# errors on test graphs 0 to 99 when each is left out. The coefficients have seen no test graph.
CHOSEN = {("mis", "er"): "m greedy mean_sets", ("mis", "ba"): "n turan leaves greedy greedy_static",
          ("mis", "rb"): "turan greedy greedy_static mean_sets", ("maxcut", "er"): "m mean_cuts",
          ("maxcut", "ba"): "n mean_cuts", ("maxcut", "rb"): "n m root best_cuts"}


def population(dataset, rows):
    """Estimate the means of the features of a dataset from those of fresh graphs.

    They are corrected for what is known exactly: the means of powers of n, and of m.

    Parameters
    ----------
    dataset : str
    rows : ndarray of float64, shape (graphs, 10)

    Returns
    -------
    means, covariances : ndarray of float64, shapes (10,) and (10, 10)
        The second are those of the errors of the means.
    """
    family, (n, m) = datasets.FAMILIES[dataset].keywords, rows[:, :2].T
    factors = [family[name] for name in (
        ("cliques", "clique_size") if dataset.startswith("rb") else ("n",))]
    sizes = np.array([math.prod(values) for values in itertools.product(
        *(range(low, high + 1) for low, high in factors))], float)
    sizes = sizes[(sizes >= family["n"][0]) & (sizes <= family["n"][1])]
    middle, width = sizes.mean(), np.ptp(sizes)
    controls = [((n - middle) / width) ** k - (((sizes - middle) / width) ** k).mean()
                for k in (1, 2, 3)]
    design = np.column_stack([np.ones(len(rows)), *controls, m / EDGES[dataset] - 1.0])
    fitted = np.linalg.lstsq(design, rows, rcond=None)[0]
    rest = rows - design @ fitted
    return fitted[0], rest.T @ rest / (len(rows) - design.shape[1]) / len(rows)


def coefficients(runs, rows, means):
    """Fit the scores of one cell to features; see `memlab.paper.dataset_means.coefficients`.

    Parameters
    ----------
    runs : DataFrame
        Of the cell.
    rows : dict of ndarray
        Features by graph.
    means : ndarray
        Of the features over the dataset.
    """
    problem, dataset, _ = runs[CELL].iloc[0]
    scores = runs.groupby("graph")["best_fitness"]
    values = scores.mean()
    chosen = CHOSEN[problem, dataset[:2]].split()
    used = [FEATURES.index(name) for name in chosen]
    x = np.array([rows[graph] for graph in values.index])[:, used] - means[used]
    scale = x.std(axis=0)
    design = np.column_stack([np.ones(len(x)), x / scale])
    inverse = np.linalg.pinv(design)
    fitted = inverse @ values.to_numpy()
    # what a graph's own value would be off by, had it not taken part
    rest = (values - design @ fitted) / (1 - np.einsum("ij,ji->i", design, inverse))
    within = scores.var().mean()
    # heavy tails make a variance less certain [1]_
    tails = max(0.0, stats.kurtosis(rest)) / len(x)
    variance = (rest**2).mean()
    return {"mean": fitted[0], "sem": np.sqrt(variance / len(x)),
            "between": np.sqrt(max(0.0, variance - within / scores.size().iloc[0])),
            "within": np.sqrt(within),
            "degrees": 2 / (tails + 2 / (len(x) - design.shape[1])),
            "graph_sd": values.std(), "seconds": runs["seconds"].mean(),
            **dict.fromkeys(FEATURES, 0.0), **dict(zip(chosen, fitted[1:] / scale, strict=True))}


def main():
    """Make the three tables."""
    runs = pd.concat([Store.load(RESULTS / name).runs() for name in RUNS], ignore_index=True)
    fresh = [f"{name}/train/{SEED}/{i}" for name in DATASETS for i in range(GRAPHS[name])]
    known = [f"{name}/test/0/{i}" for name in DATASETS for i in range(KNOWN[name])]
    wanted = [*fresh, *known, *runs["graph"].unique()]
    with ProcessPoolExecutor() as pool:
        rows = dict(zip(wanted, pool.map(features_of, wanted, chunksize=50), strict=True))
    means, tables = {}, []
    for name in DATASETS:
        means[name], covariances = population(name, np.array(
            [rows[graph] for graph in fresh if graph.startswith(name)]))
        tables.append(pd.DataFrame(covariances, columns=FEATURES).assign(
            dataset=name, feature=FEATURES, mean=means[name]))
    learned = [{**dict(zip(CELL, cell, strict=True)), **coefficients(some, rows, means[cell[1]])}
               for cell, some in runs.groupby(CELL)]
    found = pd.DataFrame([rows[graph] for graph in known], pd.Index(known, name="graph"),
                         FEATURES)
    for name, table in (
            ("population", pd.concat(tables)[["dataset", "feature", "mean", *FEATURES]]),
            ("features", found.reset_index()),
            ("coefficients", in_paper_order(pd.DataFrame(learned)))):
        text = csv_text(table, float_format="%.9g")
        (data("estimates") / f"{name}.csv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
