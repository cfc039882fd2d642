"""The cells in which Table 1 differs from the paper, and the reasons as far as runs can tell.

The evaluation differs from the paper in three ways: in the graphs, in the configurations that the
grid search selected, and in the program. The replication has the paper's configurations, and so
isolates the effect of the selection. Standard errors account for the graphs.
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..analysis.frames import CELL, PARAMETERS, in_paper_order
from ..analysis.statistics import LEVEL, holm
from .tables import compare_scores, paired

_LEVEL = 0.05


def selection(evaluation, replication):
    """Return the effect of memlab's selection of configurations on the scores on test graphs.

    A selection on few training graphs is partly due to luck, which does not carry over to test
    graphs: the winner's curse.

    Parameters
    ----------
    evaluation, replication : DataFrame
        Runs of the selected and of the paper's configurations on the same graphs with the same
        seeds, as returned by `memlab.study.Store.runs`.

    Returns
    -------
    DataFrame
        A row for each cell:

        - problem, dataset, mode, graphs;
        - own_minus_papers: the mean difference of the two scores over graphs; sem: its standard
          error; percent: the difference in per cent of the score of the paper's configuration;
        - p: of Student's t; p_holm: corrected for all cells with two configurations;
        - verdict: "same" if there is one configuration; "worse" or "better" if ours is, at the 99 %
          level of each cell; else "undecided".

    Raises
    ------
    ValueError
        If the runs are not of the same cells, graphs and repetitions.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> cell = "problem == 'mis' and dataset == 'rb_small'"
    >>> evaluation, replication = (load(RESULTS / name).runs().query(cell)
    ...                            for name in ("laptop/evaluation", "replicated"))
    >>> table = selection(evaluation, replication)
    >>> table[["mode", "graphs", "own_minus_papers", "sem", "verdict"]].round(2)
             mode  graphs  own_minus_papers   sem    verdict
    0   darwinian     100              0.00  0.00       same
    1  baldwinian     100              0.00  0.00       same
    2  lamarckian     100              0.03  0.05  undecided
    3          lb     100             -0.27  0.04      worse
    """
    by_graph = paired(evaluation=evaluation, replication=replication)
    change = (by_graph["evaluation"] - by_graph["replication"]).groupby(CELL)
    frame = change.agg(graphs="size", own_minus_papers="mean", sem="sem")
    settings = [runs.groupby(CELL)[PARAMETERS].first() for runs in (evaluation, replication)]
    same = (settings[0].fillna(0) == settings[1].fillna(0)).all(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):      # without any variation
        z = frame["own_minus_papers"] / frame["sem"]
    p = pd.Series(2 * stats.t.sf(z.abs(), frame["graphs"] - 1), frame.index).mask(same)
    clear = p < 1 - LEVEL
    frame["percent"] = (100 * frame["own_minus_papers"]
                        / by_graph["replication"].groupby(CELL).mean().abs())
    return in_paper_order(frame.assign(p=p, p_holm=holm(p), verdict=np.select(
        [same, clear & (z < 0), clear], ["same", "worse", "better"], "undecided")).reset_index())


def explain(evaluation, replication):
    """Return the cells that differ from the paper in the evaluation or replication, with reasons.

    Parameters
    ----------
    evaluation, replication : DataFrame
        As for `selection`.

    Returns
    -------
    DataFrame
        A row for each such cell:

        - problem, dataset, mode;
        - mean, z: of the evaluation; replicated_mean, replicated_z: of the replication;
        - published_mean;
        - own_minus_papers, sem: as returned by `selection`;
        - p_holm: that the replication is this far from the paper by chance, corrected for all
          cells;
        - reason: "selection" if the replication does not differ and ours is significantly worse or
          better; "other" if the replication differs and p_holm is below 5 %; else "undecided",
          which more graphs must decide.

    Raises
    ------
    ValueError
        If the runs are not of the same cells, graphs and repetitions.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> cell = "problem == 'maxcut' and dataset == 'ba_large'"
    >>> evaluation, replication = (load(RESULTS / name).runs().query(cell)
    ...                            for name in ("laptop/evaluation", "replicated"))
    >>> table = explain(evaluation, replication)
    >>> table[["mode", "mean", "replicated_mean", "published_mean", "reason"]].round(2)
            mode     mean  replicated_mean  published_mean     reason
    0  darwinian  1178.83          1180.31          1186.1      other
    1         lb  1245.37          1247.60          1247.6  selection
    """
    ours, again = (compare_scores(runs).set_index(CELL) for runs in (evaluation, replication))
    own = selection(evaluation, replication).set_index(CELL)
    frame = ours[["mean", "z"]].join(
        again[["mean", "z"]].add_prefix("replicated_")).join(ours["published_mean"]).join(
        own[["own_minus_papers", "sem"]]).join(again["p_holm"])
    differs = again["verdict"].reindex(frame.index) == "differs"
    frame["reason"] = np.select(
        [~differs & own["verdict"].reindex(frame.index).isin(["worse", "better"]),
         differs & (frame["p_holm"] < _LEVEL)], ["selection", "other"], "undecided")
    return frame[differs | (ours["verdict"] == "differs")].reset_index()
