"""Differences between modes on the same graphs, beside the same differences in the paper.

Graphs differ, on cuts far more than modes do, and all modes run on the same graphs. So the
difference of two modes is often known more precisely than either score. It is not adjusted for
what is known of the graphs, most of which it does not depend on. This holds for the paper too:
its difference of two means has the error of differences between modes on the same graphs, plus two
rounding errors.
"""

import numpy as np

from ..analysis.frames import CELL, GRAPH, SOURCE, ends, in_paper_order, with_modes
from ..support.checks import choice
from . import published
from .agreement import comparable, judged, published_error

FEWEST = 10      # graphs: with fewer, differences have too heavy tails for Student's t


def contrasts(runs, reference="baldwinian"):
    """Return each mode's difference from a reference, beside the paper's, with a verdict.

    Parameters
    ----------
    runs : DataFrame
        As for `memlab.paper.tables.compare_scores`.
    reference : str
        The mode whose scores are subtracted.

    Returns
    -------
    DataFrame
        A row for each cell of another mode:

        - problem, dataset, mode, graphs;
        - mean, sem: the mode's score minus that of the reference, on graphs that both have; sem is
          NaN, and the verdict undecided, with fewer than ten;
        - low, high: the ends of its 95 % interval (Student's t with graphs - 1 degrees of freedom);
        - published_mean: the difference of the paper's two; published_sem: its standard error, of
          7,500 graphs and of rounding both;
        - scale: the paper's score of the reference, of which differences are per cent;
        - difference, z, p, p_holm, percent, percent_low, percent_high, detectable, power, verdict:
          as returned by `memlab.paper.agreement.judged`; p_holm is simultaneous over the frame.

    Raises
    ------
    ValueError
        If `reference` is a mode of none of the runs.

    Examples
    --------
    >>> from memlab.support.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "quick" / "evaluation").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> contrasts(runs)[["mode", "mean", "low", "high", "published_mean", "verdict"]].round(2)
             mode  mean   low  high  published_mean     verdict
    0   darwinian -6.74 -7.30 -6.19           -6.53   undecided
    1  lamarckian -2.79 -3.17 -2.40           -2.63   undecided
    2          lb -0.13 -0.37  0.11           -0.21  equivalent
    """
    scores = with_modes(runs).groupby([*GRAPH, "mode"])["best_fitness"].mean()
    choice("reference", reference, scores.index.unique("mode"))
    found = _minus(scores, reference).drop(index=reference, level="mode").dropna().groupby(CELL)
    frame = found.agg(graphs="size", mean="mean", sem="sem", between="std").reset_index()
    frame["sem"] = frame["sem"].where(frame["graphs"] >= FEWEST)
    theirs = published.read("scores").set_index(CELL)["mean"]
    frame = frame.join(_minus(theirs, reference).rename("published_mean"), on=CELL)
    frame = frame.join(theirs.xs(reference, level="mode").rename("scale"), on=SOURCE)
    frame["low"], frame["high"] = ends(frame["mean"], frame["sem"], frame["graphs"])
    units = np.sqrt(2) * frame["problem"].map(published.UNITS)      # of two numbers
    frame["published_sem"] = published_error(frame.pop("between"), units)
    frame = in_paper_order(frame)
    return judged(frame, frame["scale"], comparable(runs))


def _minus(scores, reference):
    """Return scores, of which the last level of the index is the mode, minus the reference's."""
    return scores - scores.xs(reference, level=-1).reindex(scores.index.droplevel(-1)).to_numpy()
