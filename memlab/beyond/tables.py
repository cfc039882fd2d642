"""Tables beyond the paper's: tidy frames of gaps, of local searches, of factors.

The seeds of one graph are averaged first: intervals and tests are over graphs, which are drawn
independently of each other.
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..study import published
from ..study.dataset_means import estimate
from ..study.statistics import holm, wilcoxon
from ..study.tables import in_paper_order
from .experiments import FACTORS

_GRAPH = ["problem", "dataset", "graph"]
_CELL = ["problem", "dataset", "mode"]
_PUBLISHED_GRAPHS = 7_500
_LEVEL = 0.99


def optima(references):
    """What is known about each graph, from all methods together.

    Parameters
    ----------
    references : DataFrame
        As `memlab.beyond.Results.references`.

    Returns
    -------
    DataFrame
        problem, dataset, graph, vertices, edges, value (the best found), upper_bound (the least),
        proved (whether they are equal), proofs (how many methods proved it).

    Raises
    ------
    ValueError
        If a bound of one method is below a value of another: one of them is wrong.
    """
    by_graph = references.groupby(_GRAPH, sort=False)
    frame = by_graph.agg(vertices=("vertices", "first"), edges=("edges", "first"),
                         value=("value", "max"), upper_bound=("upper_bound", "min"),
                         proofs=("proved", "sum")).reset_index()
    wrong = frame[frame["value"] > frame["upper_bound"]]
    if len(wrong):
        raise ValueError(f"references contradict each other on {wrong.iloc[0].to_dict()}")
    frame["proved"] = frame["value"] == frame["upper_bound"]
    return frame


def gaps(runs, references):
    """How far the modes stay below proved optima.

    Parameters
    ----------
    runs : DataFrame
        One configuration per problem, dataset and mode, with columns graph, best_fitness.
    references : DataFrame
        As `memlab.beyond.Results.references`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, graphs, proved: of these, those whose optimum is proved, and from
        them alone optimum (mean), mean, gap (mean of optimum minus best fitness), low, high (ends
        of the 95 % interval of the gap, Student's t over graphs), gap_percent (of the optimum),
        optimal_percent (of the runs, those that reached it). A dataset without a proof is left out.

    Raises
    ------
    ValueError
        If a run is better than a proved optimum.
    """
    frame = runs.merge(optima(references), on=_GRAPH)
    above = frame[frame["best_fitness"] > frame["upper_bound"]]
    if len(above):
        raise ValueError(f"runs must not exceed upper bounds, but one does: {dict(above.iloc[0])}")
    every = frame.groupby(_CELL)["graph"].nunique().rename("graphs")
    frame = frame[frame["proved"]]
    frame = frame.assign(gap=frame["value"] - frame["best_fitness"],
                         optimal=100.0 * (frame["value"] == frame["best_fitness"]))
    by_graph = frame.groupby([*_CELL, "graph"]).agg(
        optimum=("value", "first"), mean=("best_fitness", "mean"), gap=("gap", "mean"),
        optimal_percent=("optimal", "mean"))
    cells = by_graph.groupby(_CELL)
    table = cells.mean()
    table.insert(0, "proved", cells.size())
    table.insert(0, "graphs", every)
    margin = _margin(cells["gap"])
    table.insert(table.columns.get_loc("gap") + 1, "low", table["gap"] - margin)
    table.insert(table.columns.get_loc("low") + 1, "high", table["gap"] + margin)
    table.insert(table.columns.get_loc("high") + 1, "gap_percent",
                 100 * table["gap"] / table["optimum"])
    return in_paper_order(table.reset_index())


def solver(references):
    """The published solver row beside what can be proved or found on graphs of the same model.

    Parameters
    ----------
    references : DataFrame
        As `memlab.beyond.Results.references`.

    Returns
    -------
    DataFrame
        problem, dataset, graphs, proved; mean, sem: the best known values, as an estimate for the
        whole dataset (`memlab.study.dataset_means`); bound, bound_sem: the upper bounds likewise;
        published; z: by how many standard errors it is above the mean of the bounds, or below that
        of the values, negative then, or 0 between them; verdict at the 99 % level of Student's t:
        "possible"; "above every optimum", which no solver can be; "below the optimum", or, without
        a proof, "below the best known".
    """
    theirs = _published_solver()
    rows = []
    for (problem, dataset), frame in optima(references).groupby(["problem", "dataset"], sort=False):
        sizes = frame["vertices"].to_numpy(), frame["edges"].to_numpy()
        low, high = (estimate(problem, dataset, frame[column].to_numpy(float), *sizes)
                     for column in ("value", "upper_bound"))
        # the paper's mean is one of graphs too, of which it has many
        theirs_sem = frame["value"].std(ddof=1) / np.sqrt(_PUBLISHED_GRAPHS)
        value = theirs[problem, dataset]
        above = (value - high[0]) / np.hypot(high[1], theirs_sem)
        below = (value - low[0]) / np.hypot(low[1], theirs_sem)
        z = above if value > high[0] else min(below, 0.0)
        rows.append((problem, dataset, len(frame), int(frame["proved"].sum()), *low, *high, value,
                     z, _verdict(z, len(frame), bool(frame["proved"].all()))))
    return in_paper_order(pd.DataFrame(rows, columns=[
        "problem", "dataset", "graphs", "proved", "mean", "sem", "bound", "bound_sem", "published",
        "z", "verdict"]))


def _verdict(z, graphs, proved):
    if graphs < 2 or abs(z) <= stats.t.ppf(0.5 + _LEVEL / 2, graphs - 1):
        return "possible"
    if z > 0:
        return "above every optimum"
    return "below the optimum" if proved else "below the best known"


def local_search(runs, references):
    """Modes and local searches for independent sets, against the best known sets.

    Parameters
    ----------
    runs, references : DataFrame
        As `memlab.beyond.Results.search` and `references`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, local_search, graphs, mean; best_known: mean over the same graphs
        of the best that a solver or any of these runs found; shortfall: what the mean lacks, and
        its 95 % interval low, high; steps: of the local search, mean of a run; seconds: of a run,
        the median; estimate, sem: the mean corrected to the whole dataset
        (`study.dataset_means`), to be compared with solver, the mean that the paper prints for
        KaMIS on other graphs.
    """
    known = optima(references).drop(columns=["proved", "proofs", "upper_bound"])
    found = runs.groupby(_GRAPH)["best_fitness"].max().rename("found").reset_index()
    known = known.merge(found, on=_GRAPH)
    known["best_known"] = known[["value", "found"]].max(axis=1)
    frame = runs.merge(known, on=_GRAPH)
    frame["shortfall"] = frame["best_known"] - frame["best_fitness"]
    keys = [*_CELL, "local_search"]
    by_graph = frame.groupby([*keys, "graph"], sort=False).agg(
        mean=("best_fitness", "mean"), best_known=("best_known", "first"),
        shortfall=("shortfall", "mean"), steps=("local_search_steps", "mean"),
        vertices=("vertices", "first"), edges=("edges", "first"))
    cells = by_graph.groupby(keys, sort=False)
    table = cells.mean().drop(columns=["vertices", "edges"])
    margin = _margin(cells["shortfall"])
    place = table.columns.get_loc("shortfall") + 1
    table.insert(place, "low", table["shortfall"] - margin)
    table.insert(place + 1, "high", table["shortfall"] + margin)
    table.insert(0, "graphs", cells.size())
    table["seconds"] = frame.groupby(keys, sort=False)["seconds"].median()
    table["estimate"], table["sem"] = zip(*(
        estimate(*cell[:2], rows["mean"].to_numpy(), rows["vertices"], rows["edges"])
        for cell, rows in cells), strict=True)
    return in_paper_order(table.reset_index().merge(
        _published_solver().rename("solver").reset_index(), on=["problem", "dataset"], how="left"))


def _published_solver():
    """Means of the paper's solvers by problem and dataset."""
    theirs = published.scores().query("type == 'Solver'")
    return theirs.set_index(["problem", "dataset"])["mean"]


def search_tests(runs):
    """Wilcoxon's signed-rank test of each local search against the paper's repair.

    Darwinian evolution is left out: it has no local search.

    Parameters
    ----------
    runs : DataFrame
        As `memlab.beyond.Results.search`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, local_search, graphs; difference: mean over graphs of what it gains
        against the repair; wins, ties, losses: graphs; p: of the two-sided test over graphs,
        differences of zero counting half to each side; p_holm: corrected for all these tests.
    """
    keys = [*_CELL, "local_search"]
    means = runs.groupby([*keys, "graph"], sort=False)["best_fitness"].mean().unstack(
        "local_search")
    rows = []
    for cell, frame in means.drop("darwinian", level="mode", errors="ignore").groupby(
            _CELL, sort=False):
        for name in ("augment", "swap"):
            gain = (frame[name] - frame["repair"]).to_numpy()
            rows.append((*cell, name, len(gain), gain.mean(), (gain > 0).sum(), (gain == 0).sum(),
                         (gain < 0).sum(), wilcoxon(gain)))
    table = pd.DataFrame(rows, columns=[*keys, "graphs", "difference", "wins", "ties", "losses",
                                        "p"])
    table["p_holm"] = holm(table["p"])
    return in_paper_order(table)


def effects(runs):
    """Main effects of the factors that the paper holds fixed.

    Parameters
    ----------
    runs : DataFrame
        As `memlab.beyond.Results.factors`: every combination of the levels on every graph.

    Returns
    -------
    DataFrame
        problem, dataset, mode, factor, level (the one that is not the paper's), graphs;
        difference: what it adds to the best fitness, averaged over all levels of the other factors;
        percent: the same in per cent of the mean at the paper's level; low, high: ends of the 95 %
        interval of `percent`, Student's t over graphs.
    """
    rows = []
    for cell, frame in runs.groupby(_CELL, sort=False):
        for factor, (paper, other) in FACTORS.items():
            means = frame.groupby(["graph", factor])["best_fitness"].mean().unstack(factor)
            difference = means[other] - means[paper]
            percent = 100 * difference / means[paper].mean()
            margin = _margin(percent.groupby(np.zeros(len(percent)))).iloc[0]
            rows.append((*cell, factor, str(other), len(means), difference.mean(), percent.mean(),
                         percent.mean() - margin, percent.mean() + margin))
    return in_paper_order(pd.DataFrame(rows, columns=[
        *_CELL, "factor", "level", "graphs", "difference", "percent", "low", "high"]))


def winners(runs):
    """The modes' mean scores at every combination of the factors, and the best of them.

    Returns
    -------
    DataFrame
        problem, dataset, ties, mutation, initial, step_cost, a column for each mode, and best:
        the mode of highest mean; of equal means, the first in the paper's order.
    """
    keys = ["problem", "dataset", *FACTORS]
    wide = runs.groupby([*keys, "mode"], sort=False)["best_fitness"].mean().unstack("mode")
    wide["best"] = wide.idxmax(axis=1)
    return in_paper_order(wide.rename_axis(columns=None).reset_index())


def _margin(groups):
    """Half the width of the 95 % interval of each group's mean; NaN for a single value."""
    size = groups.size()
    return groups.sem() * stats.t.ppf(0.975, np.maximum(size - 1, 1))
