"""Where Table 1 differs from the paper, and why, as far as runs can tell.

The evaluation differs from the paper in three ways: in the graphs, in the configurations that the
grid search selected, and in the program. The replication has the paper's configurations. So it
separates the second from the others; and what the graphs do is what standard errors are for.
"""

import dataclasses
import itertools

import numpy as np
import pandas as pd
from scipy import stats

from ..names import label
from . import published
from .plan import RESULTS
from .statistics import holm, pairwise_tests
from .tables import CELL, compare_scores, in_paper_order, paired, scores
from .worker import compute_run

REASONS = ("selection", "perhaps chance", "other")
_LEVEL = 0.05


def explain(evaluation, replication):
    """Cells that differ from the paper in the evaluation or in the replication, each with a reason.

    Parameters
    ----------
    evaluation, replication : DataFrame
        Runs of the selected and of the paper's configurations on the same graphs with the same
        seeds, as `Store.runs` gives them.

    Returns
    -------
    DataFrame
        problem, dataset, mode; mean, z: of the evaluation; replicated_mean, replicated_z;
        published_mean; own_minus_papers, sem: the mean difference of the two configurations over
        graphs, and its standard error; p_holm: that the replication is this far from the paper by
        chance, corrected for all cells; reason: "selection" if the replication agrees with the
        paper; "perhaps chance" if it does not, but p_holm is above 5 %; else "other".

    Raises
    ------
    ValueError
        If the runs are not of the same cells, graphs and repetitions.
    """
    pairs = paired(evaluation=evaluation, replication=replication)
    pairs["change"] = pairs["evaluation"] - pairs["replication"]
    change = pairs.groupby([*CELL, "graph"])["change"].mean().groupby(CELL).agg(["mean", "sem"])
    ours, again = (compare_scores(runs).set_index(CELL) for runs in (evaluation, replication))
    p = 2 * stats.t.sf(again["z"].abs(), again["graphs"] - 1)
    frame = pd.DataFrame({
        "mean": ours["mean"], "z": ours["z"], "replicated_mean": again["mean"],
        "replicated_z": again["z"], "published_mean": ours["published_mean"],
        "own_minus_papers": change["mean"], "sem": change["sem"],
        # without an uncertainty (a single graph, say) nothing is known, and nothing is significant
        "p_holm": pd.Series(holm(np.nan_to_num(p, nan=1.0)), again.index)})
    frame["reason"] = np.select(
        [again["verdict"].reindex(frame.index) != "differs", frame["p_holm"] > _LEVEL],
        REASONS[:2], REASONS[2])
    differs = (ours["verdict"] == "differs") | (again["verdict"] == "differs")
    return in_paper_order(frame[differs.reindex(frame.index)].reset_index())


def with_ties(plan, runs, ties):
    """Some runs of a plan once more, with another rule for which of equally fit ones survive.

    Parameters
    ----------
    plan : Plan
    runs : DataFrame
        Rows of what `Store.runs` gives of it.
    ties : {"random", "offspring"}
        As for `memlab.evolve`; with "random" everything comes out as it was.

    Returns
    -------
    DataFrame
        The same rows with other results.
    """
    wanted = set(runs["run"])
    rows = [compute_run(task._replace(method=dataclasses.replace(task.method, ties=ties)))
            for task in plan.tasks() if task.run in wanted]
    results = pd.DataFrame(rows).set_index("run").loc[runs["run"], [*RESULTS, "seconds"]]
    return runs.assign(ties=ties, **{name: results[name].to_numpy() for name in results})


def orders(runs):
    """The modes of each dataset from best to worst, ours and the paper's.

    Parameters
    ----------
    runs : DataFrame
        As `Store.runs` gives them, one configuration per cell.

    Returns
    -------
    DataFrame
        problem, dataset; ours: the modes by mean score, with ">" where a mode is significantly
        better than the next (Wilcoxon's test paired by graph, Holm's correction over all pairs,
        5 %), "≈" where it is not; paper: by the published means, "=" where two are the same;
        reversed: how many pairs of modes are significantly the other way round than the paper's.
    """
    tests = pairwise_tests(runs, unit="graph")
    tests = tests[tests["p_holm"] < _LEVEL]
    ours, papers = (frame.set_index(CELL)["mean"].unstack("mode")
                    for frame in (scores(runs), published.read("scores")))
    rows = []
    for place, mean in ours.iterrows():
        theirs = papers.loc[place, list(mean.index)]
        of_place = tests[(tests[["problem", "dataset"]] == list(place)).all(axis=1)]
        clear = set(map(frozenset, of_place[["first", "second"]].to_numpy()))
        rows.append((
            *place, _chain(mean, lambda a, b, clear=clear: ">" if {a, b} in clear else "≈"),
            _chain(theirs, lambda a, b, t=theirs: ">" if t[a] > t[b] else "="),
            sum((mean[a] - mean[b]) * (theirs[a] - theirs[b]) < 0 for a, b in clear)))
    return in_paper_order(pd.DataFrame(
        rows, columns=["problem", "dataset", "ours", "paper", "reversed"]))


def _chain(values, sign):
    """Modes from the highest value to the lowest, with a sign between every two neighbours."""
    modes = list(values.sort_values(ascending=False, kind="stable").index)
    text = label(modes[0])
    for better, worse in itertools.pairwise(modes):
        text += f" {sign(better, worse)} {label(worse)}"
    return text
