"""What the selection of configurations does to scores.

The evaluation differs from the paper in three ways: in the graphs, in the configurations that the
grid search selected, and in the program. The replication has the paper's configurations, and so
isolates the effect of the selection. Standard errors account for the graphs.
"""

import numpy as np
import pandas as pd
from scipy import stats

from ..analysis.frames import CELL, PARAMETERS, in_paper_order
from ..analysis.statistics import LEVEL, holm
from .tables import paired


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
    z = frame["own_minus_papers"] / frame["sem"]      # infinite without any variation
    p = pd.Series(2 * stats.t.sf(z.abs(), frame["graphs"] - 1), frame.index).mask(same)
    clear = p < 1 - LEVEL
    frame["percent"] = (100 * frame["own_minus_papers"]
                        / by_graph["replication"].groupby(CELL).mean().abs())
    return in_paper_order(frame.assign(p=p, p_holm=holm(p), verdict=np.select(
        [same, clear & (z < 0), clear], ["same", "worse", "better"], "undecided")).reset_index())
