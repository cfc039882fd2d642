"""Verdicts: against statsmodels, by hand, and by simulation of their error rates."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from statsmodels.stats.weightstats import DescrStatsW

from memlab.paper import agreement


def cells(values, published_mean=100.0, published_sem=0.0):
    """A frame of cells from values of shape (cells, graphs)."""
    values = np.asarray(values, float)
    return pd.DataFrame({
        "graphs": values.shape[1], "mean": values.mean(axis=1),
        "sem": values.std(axis=1, ddof=1) / np.sqrt(values.shape[1]),
        "published_mean": published_mean, "published_sem": published_sem})


def drawn(count, graphs=30, mean=100.0, sd=1.0, seed=0):
    return np.random.default_rng(seed).normal(mean, sd, (count, graphs))


@pytest.mark.parametrize("sd", [0.5, 2.5, 6.0])
def test_tests_and_intervals_are_students_and_schuirmanns(sd):
    values = drawn(12, mean=100.5, sd=sd)
    frame = agreement.judged(cells(values), 100.0)
    for row, sample in zip(frame.itertuples(), values, strict=True):
        ours = DescrStatsW(sample)
        assert row.p == pytest.approx(ours.ttest_mean(100)[1])
        assert (row.percent_low, row.percent_high) == pytest.approx(
            [end - 100 for end in ours.tconfint_mean(alpha=0.1)])
        equivalent = ours.ttost_mean(99, 101)[0] < 0.05
        assert row.verdict == ("differs" if row.p < 0.05 else
                               "equivalent" if equivalent else "undecided")
    assert list(frame["p_holm"]) == pytest.approx(list(multipletests(frame["p"], method="holm")[1]))


def test_power_is_that_of_the_t_test():
    frame = agreement.judged(cells(drawn(5, graphs=20, sd=2.0)), 100.0)
    theirs = [TTestPower().power(1.0 / (row.sem * np.sqrt(20)), 20, 0.05)
              for row in frame.itertuples()]
    assert list(frame["power"]) == pytest.approx(theirs, abs=1e-4)
    # a thousand standard errors away, where SciPy's noncentral t fails
    sharp = agreement.judged(cells(drawn(1, graphs=20, sd=0.005)), 100.0)
    assert list(sharp["power"]) == pytest.approx([1.0])
    # the smallest difference that would be called one is found about every second time
    shift = frame["detectable"] / np.hypot(frame["sem"], 0)
    assert (abs(stats.nct.sf(shift, 19, shift) - 0.5) < 0.05).all()


@pytest.mark.parametrize("graphs", [2, 3, 4, 8])
@pytest.mark.parametrize("published", [0.0, 0.4])
def test_power_is_right_with_few_graphs(graphs, published):
    """100,000 pairs of means whose true difference is the margin, and the noncentral t."""
    rng, error = np.random.default_rng([graphs, int(published)]), 0.6
    known = pd.DataFrame({"graphs": [graphs], "mean": 100.0, "sem": error, "published_mean": 100.0,
                          "published_sem": published})
    power, = agreement.judged(known, 100.0, margin=1.5)["power"]
    sem = error * np.sqrt(rng.chisquare(graphs - 1, 100_000) / (graphs - 1))
    drawn = 101.5 + rng.normal(0, np.hypot(error, published), 100_000)
    both = np.hypot(sem, published)
    share = (sem / both) ** 2
    bound = share * stats.t.ppf(0.975, graphs - 1) + (1 - share) * stats.norm.ppf(0.975)
    # a right power differs by more than five errors once in a million times
    assert abs((abs(drawn - 100) > bound * both).mean() - power) < 5 * np.sqrt(0.25 / 100_000)
    if not published:
        limit = stats.t.ppf(0.975, graphs - 1)
        assert power == pytest.approx(stats.nct.sf(limit, graphs - 1, 2.5) + stats.nct.cdf(
            -limit, graphs - 1, 2.5), abs=1e-4)


def test_an_error_that_nobody_knows_has_no_power():
    """Four graphs that all agree, and a single one, never differ, whatever the truth is."""
    for values in ([103.0] * 4, [103.0]):
        frame = agreement.judged(cells([values], published_sem=0.1), 100.0)
        assert frame["power"].isna().all() and frame["verdict"].tolist() == ["undecided"]


@pytest.mark.parametrize(("values", "verdict"), [
    ([100.0, 100.1, 99.9, 100.0], "equivalent"), ([90.0, 110.0, 95.0, 106.0], "undecided"),
    ([80.0, 80.2, 80.1, 80.3], "differs"), ([103.0, 103.0, 103.0, 103.0], "undecided")])
def test_the_three_verdicts(values, verdict):
    frame = agreement.judged(cells([values], published_sem=0.01), 100.0)
    assert list(frame["verdict"]) == [verdict]


def test_a_cell_may_differ_by_less_than_one_per_cent():
    """Significant, and yet equivalent: counted as differing, and said."""
    frame = agreement.judged(cells([[100.2, 100.3, 100.25, 100.24], [99.9, 100.1, 100.0, 100.0],
                                    [130.0, 131.0, 130.5, 130.2]]), 100.0)
    assert list(frame["verdict"]) == ["differs", "equivalent", "differs"]
    assert agreement.counts(frame) == {"equivalent": 1, "undecided": 0, "differs": 2,
                                       "not comparable": 0, "differs within": 1, "after Holm": 2}
