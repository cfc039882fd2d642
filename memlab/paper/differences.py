"""The cells in which Table 1 differs from the paper, and the reasons as far as runs can tell.

The evaluation differs from the paper in three ways: in the graphs, in the configurations that the
grid search selected, and in the program. The replication has the paper's configurations, and so
isolates the effect of the selection. Standard errors account for the graphs. In the program, the
paper's Algorithm 1 leaves open which of equally fit individuals survive.
"""

import itertools

import numpy as np
import pandas as pd
from scipy import stats

from ..analysis.frames import CELL, PARAMETERS, SOURCE, in_paper_order
from ..analysis.statistics import LEVEL, both_ways, holm, method_tests, signed_rank
from ..names import label
from . import published
from .tables import compare_scores, paired, scores

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
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> cell = "problem == 'mis' and dataset == 'rb_small'"
    >>> evaluation, replication = (
    ...     load(RESULTS / "laptop" / part).runs().query(cell)
    ...     for part in ("evaluation", "replication"))
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
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> cell = "problem == 'maxcut' and dataset == 'ba_large'"
    >>> evaluation, replication = (
    ...     load(RESULTS / "laptop" / part).runs().query(cell)
    ...     for part in ("evaluation", "replication"))
    >>> table = explain(evaluation, replication)
    >>> table[["mode", "mean", "replicated_mean", "published_mean", "reason"]].round(2)
            mode     mean  replicated_mean  published_mean     reason
    0  darwinian  1178.91          1180.39          1186.1      other
    1         lb  1245.44          1247.66          1247.6  selection
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


def by_rule(runs, table):
    """Make a table for each rule for ties, and concatenate them.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`, of one configuration per cell but for `ties`.
    table : callable
        `memlab.paper.tables.compare_scores`, say, or `memlab.paper.contrasts.contrasts`.

    Returns
    -------
    DataFrame
        Its columns, and ties before them.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "ties").runs().query("problem == 'mis' and dataset == 'rb_small'")
    >>> by_rule(runs, compare_scores)[["ties", "mode", "mean", "verdict"]].round(2).head(5)
            ties        mode   mean    verdict
    0     random   darwinian  17.10  undecided
    1     random  baldwinian  20.18  undecided
    2     random  lamarckian  19.35  undecided
    3     random          lb  20.23  undecided
    4  offspring   darwinian  16.95  undecided
    """
    return pd.concat({rule: table(frame) for rule, frame in runs.groupby("ties", sort=False)},
                     names=["ties"]).reset_index("ties").reset_index(drop=True)


def tie_rules(runs):
    """Return the effect of each rule for ties, and its comparison with the paper.

    Parameters
    ----------
    runs : DataFrame
        As for `by_rule`: every rule on the same graphs with the same seeds, "random" among them.

    Returns
    -------
    DataFrame
        The column ties, those of `memlab.paper.tables.compare_scores`, and before difference, NaN
        for "random" itself:

        - change: the mean difference of the rule from "random" over graphs; change_sem: its
          standard error;
        - change_p: of Wilcoxon's signed-rank test over graphs; change_p_holm: corrected for all
          cells and rules.

    Raises
    ------
    ValueError
        If a rule lacks a graph that another one has.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "ties").runs().query("problem == 'mis' and dataset == 'rb_small'")
    >>> table = tie_rules(runs).query("mode == 'lamarckian'")
    >>> table[["ties", "mean", "change", "change_sem", "verdict"]].round(2)
             ties   mean  change  change_sem    verdict
    2      random  19.35     NaN         NaN  undecided
    6   offspring  19.65    0.30        0.10  undecided
    10    parents  18.60   -0.75        0.14    differs
    """
    wide = runs.groupby([*CELL, "graph", "ties"])["best_fitness"].mean().unstack("ties")
    if "random" not in wide or wide.isna().any(axis=None):
        raise ValueError("runs must have every rule on every graph of a cell, 'random' among them, "
                         f"but have {dict(wide.count())} of {len(wide)}")
    change = wide.drop(columns="random").sub(wide["random"], axis=0)
    change = change.melt(value_name="change", ignore_index=False)
    changes = change.groupby([*CELL, "ties"])["change"].agg(
        change="mean", change_sem="sem", change_p=lambda values: signed_rank(values.to_numpy()))
    changes["change_p_holm"] = holm(changes["change_p"])
    table = by_rule(runs, compare_scores).join(changes, on=[*CELL, "ties"])
    for name in changes.columns:
        table.insert(table.columns.get_loc("difference"), name, table.pop(name))
    return table


def compatible(frame):
    """Return the rules for ties with which each row agrees with the paper.

    Parameters
    ----------
    frame : DataFrame
        As returned by `by_rule`, or `tie_rules`.

    Returns
    -------
    DataFrame
        A row for each cell:

        - problem, dataset, mode;
        - a column for each rule: z;
        - compatible: the rules under which the cell does not differ from the paper;
        - equivalent: the rules under which it is equivalent; both joined by commas, or "none".

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "ties").runs().query("problem == 'mis' and dataset == 'rb_small'")
    >>> table = compatible(by_rule(runs, compare_scores))
    >>> table[["mode", "random", "offspring", "parents", "compatible"]].round(2)
             mode  random  offspring  parents                  compatible
    0   darwinian    0.54      -0.03     1.15  random, offspring, parents
    1  baldwinian    0.43       0.43     0.78  random, offspring, parents
    2  lamarckian   -0.39       0.78    -3.58           random, offspring
    3          lb    0.42       0.25     0.64  random, offspring, parents
    """
    wide = frame.pivot(index=CELL, columns="ties", values=["z", "verdict"])
    wide = wide.reindex(columns=frame["ties"].unique(), level="ties")
    verdicts, table = wide["verdict"], wide["z"].astype(float)
    # a rule that was not tried has no verdict
    for name, holds in (("compatible", verdicts.notna() & (verdicts != "differs")),
                        ("equivalent", verdicts == "equivalent")):
        table[name] = [", ".join(verdicts.columns[row]) or "none" for row in holds.to_numpy()]
    return in_paper_order(table.reset_index().rename_axis(columns=None))


def orders(runs):
    """Return the modes of each dataset from best to worst, in memlab's runs and in the paper.

    Parameters
    ----------
    runs : DataFrame
        As for `memlab.paper.tables.compare_scores`.

    Returns
    -------
    DataFrame
        A row for each problem and dataset:

        - problem, dataset;
        - ours: the modes by mean score, with ">" where a mode is significantly better than the next
          (Wilcoxon's test paired by graph, Holm's correction over all pairs, 5 %), "≈" where it is
          not;
        - paper: the modes by their published means, with "=" where two are the same;
        - reversed: the number of pairs of modes that are significantly the other way round than in
          the paper.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "ties").runs().query("problem == 'mis' and ties == 'random'")
    >>> table = orders(runs)
    >>> table.loc[0, "ours"]
    'Baldwinian ≈ LB > Lamarckian > Darwinian'
    >>> table.loc[0, "paper"]
    'Baldwinian > LB > Lamarckian > Darwinian'
    >>> table["reversed"].tolist()
    [0, 0, 0, 0, 0, 0]
    """
    tests = both_ways(method_tests(runs, by="mode", unit=["graph"]))
    tests = tests.set_index([*SOURCE, "first", "second"])
    better = tests.index[(tests["p_holm"] < _LEVEL) & (tests["difference"] > 0)]
    ours, papers = (frame.set_index(CELL)["mean"].unstack("mode")
                    for frame in (scores(runs), published.read("scores")))
    rows = []
    for source, mean in ours.iterrows():
        theirs = papers.loc[source, list(mean.index)]
        clear = {pair[2:] for pair in better if pair[:2] == source}
        above = {pair for pair in itertools.permutations(theirs.index, 2)
                 if theirs[pair[0]] > theirs[pair[1]]}
        rows.append((*source, _chain(mean, clear, "≈"), _chain(theirs, above, "="),
                     len({(worse, best) for best, worse in clear} & above)))
    return in_paper_order(pd.DataFrame(rows, columns=[*SOURCE, "ours", "paper", "reversed"]))


def _chain(values, above, otherwise):
    """Join the modes from the highest value to the lowest, by ">" where one is above the next."""
    modes = list(values.sort_values(ascending=False, kind="stable").index)
    text = label(modes[0])
    for pair in itertools.pairwise(modes):
        text += f" {'>' if pair in above else otherwise} {label(pair[1])}"
    return text
