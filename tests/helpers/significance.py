"""The statistical tests of the test suite: p-values, to be compared with a stated error rate.

All seeds are fixed: a test passes always or fails always. The error rate is the probability with
which a *correct* program would have failed, over the choice of the seed.
"""

import numpy as np
from scipy import stats

ERROR_RATE = 1e-4      # of one test, unless it says otherwise


def fits(counts, probabilities):
    """p-value of Pearson's chi-square test that counts come from the given probabilities.

    Cells of probability 0 must be empty. Cells with fewer than 5 expected counts are merged.
    """
    counts, expected = np.asarray(counts, float), np.asarray(probabilities) * np.sum(counts)
    if counts[expected == 0].any():
        return 0.0
    order = np.argsort(expected)
    small = np.searchsorted(np.cumsum(expected[order]), 5) + 1
    small = max(small, np.count_nonzero(expected < 5))
    merged, rest = order[:small], order[small:]
    counts = np.append(counts[rest], counts[merged].sum())
    expected = np.append(expected[rest], expected[merged].sum())
    if len(counts) == 1:
        return 1.0
    return stats.chisquare(counts, expected).pvalue


def uniform(counts):
    """p-value of the chi-square test that all cells are equally likely."""
    return fits(counts, np.full(len(counts), 1 / len(counts)))


def binomial(successes, trials, probability):
    """Two-sided p-value of the exact binomial test."""
    return stats.binomtest(int(successes), int(trials), probability).pvalue


def same_distribution(a, b):
    """p-value of the hypothesis that two samples have one distribution, against shift and spread.

    The Mann-Whitney test, on the values and on their distances from the common median; the smaller
    of the two p-values, doubled.
    """
    a, b = np.asarray(a, float), np.asarray(b, float)
    if np.ptp(np.concatenate((a, b))) == 0:
        return 1.0
    middle = np.median(np.concatenate((a, b)))
    pairs = ((a, b), (abs(a - middle), abs(b - middle)))
    values = [stats.mannwhitneyu(x, y).pvalue for x, y in pairs
              if np.ptp(np.concatenate((x, y))) > 0]
    return min(1.0, len(values) * min(values))
