"""From a coin flip to the optimum: all methods on one axis for each problem and dataset.

On this axis 0 is chance and 1 the best known value. For cuts, chance is half of the edges, the mean
of independent coin flips for the vertices. For independent sets, it is a greedy set in random
order. Positions are ratios of means over graphs [1]_, with 95 % intervals.

References
----------
.. [1] W. G. Cochran. Sampling Techniques, 3rd edition, chapter 6. Wiley, 1977.
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..analysis import comparison
from ..analysis.statistics import GRAPH
from . import published
from .dataset_means import estimate, residuals

_PLACE = ["problem", "dataset"]
_NETWORKS = {"gin": "GIN", "gt": "GT", "mlp": "MLP", "deepsets": "DeepSets"}


def ladder(runs):
    """Return the position of each method, including the printed networks of the paper's Table 1.

    Parameters
    ----------
    runs : DataFrame
        As returned by `Store.runs`, including the methods "greedy" and "optimum", which define
        chance and the best known value. The best known value is the best over all methods.

    Returns
    -------
    DataFrame
        problem, dataset; method; family: of modes the mode, of others what kind of method; graphs;
        mean; position; low, high: the interval of position; milliseconds: median of the runs. Of
        printed rows graphs and milliseconds are missing; their mean is the paper's, and chance and
        best known values are estimates for the whole dataset (`memlab.paper.dataset_means`).
    """
    runs = comparison.named(runs)
    known = runs.groupby(GRAPH, sort=False).agg(vertices=("vertices", "first"), edges=(
        "edges", "first"), best=("best_fitness", "max"))
    runs[["method", "family"]] = [*map(_named, runs.to_dict("records"))]
    drawn = runs[runs["method"] == "random order"].groupby(GRAPH)["best_fitness"].mean()
    chance = drawn.reindex(known.index).where(known.index.get_level_values(0) == "mis",
                                              known["edges"] / 2)
    graphs = known.assign(chance=chance).dropna()
    cells = runs.groupby([*_PLACE, "method", "graph"], sort=False).agg(
        family=("family", "first"), value=("best_fitness", "mean"), seconds=("seconds", "median"))
    rows = []
    for where, frame in cells.join(graphs, on=GRAPH, how="inner").groupby(
            [*_PLACE, "method"], sort=False):
        position, *ends = _ratio(frame["value"] - frame["chance"], frame["best"] - frame["chance"])
        rows.append((*where, frame["family"].iloc[0], len(frame), frame["value"].mean(), position,
                     *ends, 1_000 * frame["seconds"].median()))
    return published.in_paper_order(pd.DataFrame([*rows, *_printed(graphs)], columns=[
        *_PLACE, "method", "family", "graphs", "mean", "position", "low", "high", "milliseconds"]))


def _printed(graphs):
    """Return rows of the networks of the paper's Table 1, on the axis of the whole dataset."""
    table = published.read("scores").set_index("mode").loc[list(_NETWORKS.values())]
    for where, frame in graphs.groupby(_PLACE, sort=False):
        vertices, edges, chance, best = frame[["vertices", "edges", "chance", "best"]].to_numpy().T
        chance, best = (estimate(*where, values, vertices, edges)[0]
                        + residuals(*where, values, vertices, edges) for values in (chance, best))
        for name, mean in table.groupby(_PLACE)["mean"].get_group(where).items():
            yield (*where, f"{name}, printed", "network, printed", np.nan, mean,
                   *_ratio(mean - chance, best - chance), np.nan)


def _ratio(above, possible):
    """Return the ratio of two means over the same graphs, and its 95 % interval."""

    ratio = above.mean() / possible.mean()
    errors = pd.Series(above - ratio * possible)
    margin = errors.sem() / possible.mean() * stats.t.ppf(0.975, max(len(errors) - 1, 1))
    return ratio, ratio - margin, ratio + margin


def _named(run):
    """Return the name of a run's method in this table, and its family."""
    kind = run["family"]
    if kind == "greedy":
        tries = f", {run['tries']:.0f} tries" if run["tries"] == run["tries"] else ""
        return f"{run['order'].replace('_', '-')} order{tries}", "greedy"
    if kind == "coin_flip":
        return "coin flip" + f", {run['passes']:.0f} pass" * (run["passes"] > 0), "greedy"
    if kind == "network":
        return f"{_NETWORKS[run['architecture']]}, {run['variant']}", f"network, {run['variant']}"
    if kind == "optimum":
        limit = (f"{run['time_limit']:g} s" if pd.notna(run["time_limit"])
                 else f"effort {run['effort']:.0e}".replace("e+0", "e"))
        return f"{run['solver']}, {limit}", "solver"
    return run["method"], kind
