"""What factors of methods and parameters of instances change: effects, interactions, slopes."""

import itertools

import numpy as np
import pandas as pd
from scipy import stats

from ..evolution.modes import MODES
from . import frames
from .frames import METHOD, PARAMETERS, SOURCE, interval
from .method_names import text, varied


def effects(runs):
    """Return the main effect of each factor: each level against the first, paired on all else.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.analysis.comparison.named`. The factors
        are those that `memlab.analysis.method_names.varied` returns; the level that appears first
        is the reference. Where LB's lb_probability is one, Baldwinian and Lamarckian runs are its
        levels 0 and 1.

    Returns
    -------
    DataFrame
        A row for each level of a factor but the first:

        - problem, dataset, family, factor, level, reference;
        - units: the number of units that have both levels;
        - difference: by how much the level is better, averaged over the levels of all other
          factors; low, high: the ends of its 95 % interval over units;
        - percent: the difference in per cent of the mean at the reference, NaN if that is 0.

    Examples
    --------
    >>> from memlab.analysis.comparison import named
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": ["a", "b"] * 2,
    ...                      "repetition": 0, "mode": "lb", "mu": [10, 10, 50, 50],
    ...                      "best_fitness": [31, 33, 32, 36]})
    >>> effects(named(runs))[["factor", "level", "reference", "units", "difference", "percent"]]
      factor level reference  units  difference  percent
    0     mu    50        10      2         2.0     6.25
    """
    factors, cell, rows = varied(runs), [*SOURCE, "family"], []
    runs = frames.scored(runs).assign(is_end=False)
    runs = _with_ends(runs) if "lb_probability" in factors else runs
    runs = runs.assign(**{name: runs[name].map(text) for name in factors})
    for where, every in runs.groupby(cell, sort=False):
        for factor in factors:
            frame = every if factor == "lb_probability" else every[~every["is_end"]]
            others = [name for name in factors if name != factor]
            reference, *levels = frame[factor].unique()
            wide = frame.pivot_table("best_fitness", ["unit", "repetition", *others], factor)
            for level in levels:
                pairs = wide[[reference, level]].dropna().groupby("unit").mean()
                difference = frames.subtraction(runs)(pairs[level], pairs[reference])
                mean = abs(pairs[reference].mean())      # of nothing, there is no percentage
                percent = 100 * difference.mean() / (mean or np.nan)
                rows.append((*where, factor, level, reference, len(pairs),
                             *interval(difference), percent))
    return pd.DataFrame(rows, columns=[*cell, "factor", "level", "reference", "units", "difference",
                                       "low", "high", "percent"])


def _with_ends(runs):
    """Return the runs, with Baldwinian and Lamarckian ones as LB's of equal other settings."""
    ends = {name: mode.inherits for name, mode in MODES.items()
            if mode.learns and mode.inherits in (0, 1)}
    same = [*SOURCE, *(name for name in PARAMETERS[:3] if name in runs)]
    having = runs.loc[runs["lb_probability"].notna(), [*same, "family"]].drop_duplicates()
    lent = runs.assign(lb_probability=runs["mode"].map(ends).astype(float), is_end=True)
    lent = lent.dropna(subset="lb_probability").drop(columns="family").merge(having, on=same)
    return pd.concat([runs, lent]) if len(lent) else runs


def interactions(runs):
    """Return the interaction of every two factors: by how much one changes the effect of the other.

    Parameters
    ----------
    runs : DataFrame
        As for `effects`. The family is a factor, too.

    Returns
    -------
    DataFrame
        A row for each two levels of two factors but the first of each:

        - problem, dataset, family: if that is one of the factors, its level;
        - factor, level, reference: of both factors, as in "mu × ties" and "50 × offspring";
        - units: the number of units that have all four combinations;
        - difference: the effect of the second factor at this level of the first, less its effect at
          the reference, averaged over the levels of other factors; low, high: the ends of its 95 %
          interval over units.

    Examples
    --------
    >>> from memlab.analysis.comparison import named
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": [*"abc"] * 4,
    ...                      "repetition": 0, "mode": ["lb"] * 6 + ["lamarckian"] * 6,
    ...                      "mu": ([10] * 3 + [50] * 3) * 2,
    ...                      "best_fitness": [31, 33, 30, 32, 33, 31, 30, 32, 30, 33, 35, 32]})
    >>> table = interactions(named(runs))      # mu gains 2/3 with LB, 8/3 with Lamarckian evolution
    >>> table[["factor", "level", "units", "difference", "low", "high"]].round(2)
            factor            level  units  difference  low  high
    0  family × mu  Lamarckian × 50      3         2.0 -0.48  4.48
    """
    factors, minus, rows = varied(runs), frames.subtraction(runs), []
    runs = frames.scored(runs).assign(**{name: runs[name].map(text) for name in factors})
    for both in itertools.combinations(["family", *factors], 2):
        cell = SOURCE if both[0] == "family" else [*SOURCE, "family"]
        for where, frame in runs[runs[[*both]].ne("").all(axis=1)].groupby(cell, sort=False):
            # over what only some families have, means are taken
            others = [name for name in factors if name not in both and frame[name].ne("").all()]
            wide = frame.pivot_table("best_fitness", ["unit", "repetition", *others], [*both])
            first, second = (frame[name].unique() for name in both)
            for one, other in itertools.product(first[1:], second[1:]):
                four = [(a, b) for a in (first[0], one) for b in (second[0], other)]
                if set(four) <= set(wide):
                    means = wide[four].dropna().groupby("unit").mean().T.to_numpy()
                    change = minus(means[3], means[2]) - minus(means[1], means[0])
                    rows.append((*[*where, one][:3], *map(" × ".join, (
                        both, (one, other), four[0])), len(change), *interval(pd.Series(change))))
    return pd.DataFrame(rows, columns=[*SOURCE, "family", "factor", "level", "reference", "units",
                                       "difference", "low", "high"])


def slopes(runs):
    """Return how each method's result changes with a parameter of instances, such as k of NK.

    Parameters are what names of problems and sources say of them, as in "nk n=30 k=2".

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.analysis.comparison.named`.

    Returns
    -------
    DataFrame
        A row for each method and parameter with several values:

        - problem, dataset: without the parameter; method, family, parameter;
        - values, units: the numbers of its values, and of graphs, or of repetitions;
        - slope: by how much the result rises if the parameter rises by one, of the straight line of
          least squares through the means of units; low, high: the ends of its 95 % interval
          (Student's t), NaN if all units lie on the line.

    Examples
    --------
    >>> from memlab.analysis.comparison import named
    >>> runs = pd.DataFrame({"problem": "pseudo-boolean", "repetition": 0, "mode": "lb",
    ...                      "dataset": ["nk n=30 k=2"] * 2 + ["nk n=30 k=4"] * 2,
    ...                      "graph": [*"abcd"], "best_fitness": [7.0, 7.2, 6.6, 6.8]})
    >>> slopes(named(runs))[["dataset", "parameter", "units", "slope", "low", "high"]].round(2)
       dataset parameter  units  slope   low  high
    0  nk n=30         k      4   -0.2 -0.5   0.1
    """
    rows = []
    for column in SOURCE:
        for name in runs[column].str.findall(r"\b(\w+)=").explode().dropna().unique():
            parts = runs[column].str.extract(rf"^(.*?) ?\b{name}=([-.\d]+)\b(.*)$")
            apart = runs.assign(**{column: parts[0] + parts[2]}, level=parts[1].astype(float))
            for where, frame in apart.groupby([*METHOD, "family"], sort=False):
                units = frame.groupby(["level", "unit"])["best_fitness"].mean().reset_index()
                if (values := units["level"].nunique()) > 1:
                    line = stats.linregress(units["level"], units["best_fitness"])
                    rows.append((*where, name, values, len(units), line.slope, *frames.ends(
                        line.slope, line.stderr or np.nan, len(units) - 1)))
    return pd.DataFrame(rows, columns=[*METHOD, "family", "parameter", "values", "units", "slope",
                                       "low", "high"])
