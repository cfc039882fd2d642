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

from ..analysis import comparison
from ..analysis.frames import GRAPH, METHOD, SOURCE, ends, in_paper_order
from . import published
from .dataset_means import estimate, residuals

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
        A row for each method:

        - problem, dataset, method;
        - family: the mode, or what kind of method it is;
        - graphs: their number; mean: over graphs;
        - position: on the axis; low, high: the ends of its 95 % interval;
        - milliseconds: the median of the runs.

        Of printed rows graphs and milliseconds are missing; their mean is the paper's, and chance
        and best known values are estimates for the whole dataset (`memlab.paper.dataset_means`).

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "coin_to_optimum_cuts").runs().query("dataset == 'er_small'")
    >>> ladder(runs)[["method", "graphs", "position", "low", "high"]].head(5).round(2)
                  method  graphs  position   low  high
    0          coin flip   100.0      0.02  0.00  0.04
    1  coin flip, 1 pass   100.0      0.90  0.89  0.91
    2        index order   100.0      0.97  0.96  0.98
    3       random order   100.0      0.97  0.96  0.98
    4       GIN, printed     NaN     -0.09 -0.10 -0.07
    """
    runs = comparison.named(runs)
    known = runs.groupby(GRAPH, sort=False).agg(vertices=("vertices", "first"), edges=(
        "edges", "first"), best=("best_fitness", "max"))
    runs[["method", "family"]] = [*map(_named, runs.to_dict("records"))]
    drawn = runs[runs["method"] == "random order"].groupby(GRAPH)["best_fitness"].mean()
    chance = drawn.reindex(known.index).where(known.index.get_level_values(0) == "mis",
                                              known["edges"] / 2)
    graphs = known.assign(chance=chance).dropna()
    cells = runs.groupby([*METHOD, "graph"], sort=False).agg(
        family=("family", "first"), value=("best_fitness", "mean"), seconds=("seconds", "median"))
    rows = [(*where, frame["family"].iloc[0], len(frame), frame["value"].mean(),
             *_position(frame["value"], frame["chance"], frame["best"]),
             1_000 * frame["seconds"].median())
            for where, frame in cells.join(graphs, on=GRAPH, how="inner").groupby(
                METHOD, sort=False)]
    return in_paper_order(pd.DataFrame([*rows, *_printed(graphs)], columns=[
        *METHOD, "family", "graphs", "mean", "position", "low", "high", "milliseconds"]))


def _printed(graphs):
    """Return rows of the networks of the paper's Table 1, on the axis of the whole dataset."""
    table = published.read("scores").set_index("mode").loc[list(_NETWORKS.values())]
    for where, frame in graphs.groupby(SOURCE, sort=False):
        vertices, edges, chance, best = frame[["vertices", "edges", "chance", "best"]].to_numpy().T
        chance, best = (estimate(*where, values, vertices, edges)[0]
                        + residuals(*where, values, vertices, edges) for values in (chance, best))
        for name, mean in table.groupby(SOURCE)["mean"].get_group(where).items():
            yield (*where, f"{name}, printed", "network, printed", np.nan, mean,
                   *_position(mean, chance, best), np.nan)


def _position(value, chance, best):
    """Return the position between chance (0) and the best (1), and the ends of its interval."""
    above, possible = value - chance, best - chance
    ratio = above.mean() / possible.mean()
    errors = pd.Series(above - ratio * possible)
    return ratio, *ends(ratio, errors.sem() / possible.mean(), len(errors))


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
