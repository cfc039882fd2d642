"""Differences between modes on the same graphs, beside the same differences in the paper.

Graphs differ far more than modes do, and all modes run on the same graphs. So the difference of two
modes is known far more precisely than either score. This holds for the paper too: its difference of
two means has the error of differences between modes on the same graphs, plus two rounding errors.
"""

import itertools

import numpy as np
import pandas as pd
from scipy import stats

from ..modes import PAPER_MODES as MODES
from . import published
from .agreement import judged, published_error
from .dataset_means import estimate, residuals
from .published import CELL, in_paper_order
from .tables import comparable, compare_scores

REFERENCE = "baldwinian"
LEARNING = tuple(mode for mode in MODES if mode != "darwinian")
_PLACE = ["problem", "dataset"]


def contrasts(runs):
    """Return each mode's difference from Baldwinian evolution, beside the paper's, with a verdict.

    Parameters
    ----------
    runs : DataFrame
        As for `memlab.paper.tables.compare_scores`.

    Returns
    -------
    DataFrame
        problem, dataset, mode, graphs, and

        - mean, sem: the mode's score minus the Baldwinian one, as an estimate for the whole dataset
          (`memlab.paper.dataset_means`) from graphs that both have;
        - low, high: the ends of its 95 % interval (Student's t with graphs - 1 degrees);
        - published_mean: the difference of the paper's two; published_sem: its standard error, of
          7,500 graphs and of rounding both;
        - scale: the paper's Baldwinian score, of which differences are per cent;
        - difference, z, p, p_holm, percent, percent_low, percent_high, detectable, power, verdict:
          as returned by `memlab.paper.agreement.judged`; p_holm is simultaneous over the frame.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> contrasts(runs)[["mode", "mean", "low", "high", "published_mean", "verdict"]].round(2)
             mode  mean    low  high  published_mean    verdict
    0   darwinian -7.71 -10.22 -5.20           -6.53  undecided
    1  lamarckian -3.16  -3.57 -2.76           -2.63  undecided
    2          lb -0.24  -0.73  0.24           -0.21  undecided
    """
    pairs = [(mode, REFERENCE) for mode in MODES if mode != REFERENCE]
    frame = _between(runs, pairs).drop(columns="second").rename(columns={"first": "mode"})
    return in_paper_order(frame)


def _between(runs, pairs):
    """Return the table of `contrasts` for any pairs of modes `first` and `second`."""
    theirs, rows = published.read("scores").set_index(CELL)["mean"], []
    for place, scores, sizes in _scores(runs):
        for first, second in pairs:
            if first not in scores or second not in scores:
                continue
            values = (scores[first] - scores[second]).dropna()
            mean, sem = estimate(*place, values.to_numpy(), *sizes.loc[values.index].to_numpy().T)
            rows.append((*place, first, second, len(values), mean, sem, values.std(),
                         theirs[*place, first] - theirs[*place, second],
                         theirs[*place, REFERENCE]))
    frame = pd.DataFrame(rows, columns=[*_PLACE, "first", "second", "graphs", "mean", "sem",
                                        "between", "published_mean", "scale"])
    margin = frame["sem"] * stats.t.ppf(0.975, frame["graphs"] - 1)
    units = np.sqrt(2) * frame["problem"].map(published.UNITS)      # of two numbers
    frame = frame.assign(low=frame["mean"] - margin, high=frame["mean"] + margin,
                         published_sem=published_error(frame.pop("between"), units))
    return judged(frame, frame["scale"], comparable(runs))


def _scores(runs):
    """Yield scores (rows are graphs, columns are modes) and graph sizes per problem and dataset."""
    by_graph = runs.groupby([*_PLACE, "graph", "mode"]).agg(
        value=("best_fitness", "mean"), vertices=("vertices", "first"), edges=("edges", "first"))
    for place, frame in by_graph.groupby(_PLACE, sort=False):
        frame = frame.droplevel(_PLACE)
        yield (place, frame["value"].unstack("mode"),
               frame[["vertices", "edges"]].groupby("graph").first())


def cell_residuals(runs, reference=None):
    """Return residuals of scores given graph sizes, for `memlab.paper.agreement.effective_number`.

    Parameters
    ----------
    runs : DataFrame
        As for `contrasts`.
    reference : str, optional
        A mode; the residuals are then those of differences from its scores.

    Returns
    -------
    DataFrame
        A row for each graph (dataset, graph), a column for each cell (problem, dataset, mode).

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset in ('er_small', 'ba_small')")
    >>> cell_residuals(runs).shape      # four graphs of each, four modes of each
    (8, 8)
    """
    columns = {}
    for (problem, dataset), scores, sizes in _scores(runs):
        if reference is not None:
            scores = scores.drop(columns=reference).sub(scores[reference], axis=0)
        scores.index = pd.MultiIndex.from_product([[dataset], scores.index])
        for mode, values in scores.items():
            columns[problem, dataset, mode] = pd.Series(
                residuals(problem, dataset, values.to_numpy(), *sizes.to_numpy().T), scores.index)
    return pd.DataFrame(columns)


def swaps(runs):
    """Return whether a learning mode is distinguished from other learning modes' published numbers.

    Parameters
    ----------
    runs : DataFrame
        As for `contrasts`, with all learning modes.

    Returns
    -------
    DataFrame
        problem, dataset, mode, other: a row for each ordered pair; by_scores: whether the mode's
        score differs, at the level of the verdicts, from the number of the other; by_contrasts:
        whether any difference between this mode and another learning mode then does.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> swaps(runs)[["mode", "other", "by_scores", "by_contrasts"]]
             mode       other  by_scores  by_contrasts
    0  baldwinian  lamarckian       True          True
    1  baldwinian          lb      False          True
    2  lamarckian  baldwinian       True          True
    3  lamarckian          lb       True          True
    4          lb  baldwinian      False          True
    5          lb  lamarckian       True          True
    """
    cells = compare_scores(runs).set_index(CELL)
    pairs = _between(runs, list(itertools.permutations(LEARNING, 2)))
    pairs = pairs.set_index([*_PLACE, "first"])
    rows = []
    for place in dict.fromkeys(key[:2] for key in cells.index):
        for mode, other in itertools.permutations(LEARNING, 2):
            cell, of_mode = cells.loc[(*place, mode)], pairs.loc[(*place, mode)]
            shift = cells.loc[(*place, other), "published_mean"] - cell["published_mean"]
            rows.append((*place, mode, other,
                         abs(cell["difference"] - shift) > cell["detectable"],
                         ((of_mode["difference"] - shift).abs() > of_mode["detectable"]).any()))
    return in_paper_order(pd.DataFrame(
        rows, columns=[*CELL, "other", "by_scores", "by_contrasts"]))
