"""Tests, effect sizes and targets: by hand, and against a second way to compute them."""

import itertools

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from memlab.analysis import comparison, running_times, statistics
from memlab.evolution.run import TRACE_COLUMNS
from memlab.paper import tables
from memlab.paper.dataset_means import estimates


def modes(**values):
    """Runs of several modes on the same graphs: mode=[[score of each seed] of each graph]."""
    return pd.concat([runs(of_mode, mode=mode) for mode, of_mode in values.items()],
                     ignore_index=True)


def test_a12_counts_wins_on_the_same_graph():
    """Graph 0: 5 of 6 (a tie is half); graph 1: never. Graphs themselves are not compared."""
    frame = modes(baldwinian=[[3, 3], [10, 10]], lb=[[2, 3], [20, 20]])
    row = statistics.pairwise_tests(frame).iloc[0]
    assert (row["first"], row["second"], row["pairs"]) == ("baldwinian", "lb", 2)
    assert row["a12"] == pytest.approx((3 / 4 + 0) / 2)
    assert row["difference"] == pytest.approx((1 + 0 - 10 - 10) / 4)


def test_graphs_are_the_pairs_and_p_values_are_corrected_over_all():
    """Pratt's rule and no ties but zeros: what scipy computes over all ways to give signs."""
    rng = np.random.default_rng(1)
    values = {mode: rng.integers(20, 30, (10, 3)) + shift
              for mode, shift in (("darwinian", -4), ("baldwinian", 0), ("lb", 0))}
    frame = statistics.pairwise_tests(modes(**values))
    expected = []
    for first, second in itertools.combinations(values, 2):
        difference = (values[first].mean(axis=1) - values[second].mean(axis=1)).round(9)
        expected.append(stats.wilcoxon(difference, zero_method="pratt", method=(
            stats.PermutationMethod(n_resamples=2 ** 11))).pvalue)
    assert list(frame["p"]) == pytest.approx(expected, rel=1e-6)
    assert list(frame["p_holm"]) == pytest.approx(multipletests(expected, method="holm")[1])
    assert set(frame["pairs"]) == {10}
    assert frame["p_holm"][0] < 0.01 < frame["p_holm"][2]


def test_the_lower_value_is_better_where_values_are_minimised():
    """The same tests as of the fitness, which is their opposite in another unit."""
    fitness = modes(lb=[[12], [14], [13], [15], [11], [17]],
                    darwinian=[[11], [13], [14], [12], [8], [9]])
    stored = fitness.assign(fitness_unit=-2.0**-40)
    stated = fitness.assign(problem="mis minimised",
                            best_fitness=fitness["best_fitness"] * -2.0**-40)
    wanted = statistics.method_tests(fitness, by="mode", unit=["graph"])
    for frame in (stored, stated):
        tests = statistics.method_tests(frame, by="mode", unit=["graph"])
        assert set(tests.pop("problem")) == {"mis minimised"}
        for name in ("difference", "low", "high"):
            tests[name] *= 2.0**40
        pd.testing.assert_frame_equal(tests, wanted.drop(columns="problem"))
        rates, same = (statistics.success_rates(one, [0.1, 0])["rate"] for one in (frame, fitness))
        assert rates.tolist() == same.tolist()
    traces = fitness.assign(run=fitness.index, evaluations=10)
    shares = statistics.ecdf(traces, traces)
    low = traces.assign(fitness_unit=-0.25)
    assert statistics.ecdf(low, low)["share"].tolist() == shares["share"].tolist()


def test_sums_in_another_order_are_no_difference_but_integers_are_exact():
    """The two modes of the prototype that found the same optimum of Schwefel's function."""
    best = np.array([0.0012, 0.0, 418.98, 7.5, 1e6, 3.0])
    noise = 1e-13 * np.maximum(1, best)
    frame = modes(lamarckian=best[:, None], baldwinian=(best + noise)[:, None])
    row = statistics.method_tests(frame.assign(calls=100.0), by="mode", unit=["graph"]).iloc[0]
    assert (row["ties"], row["p"], row["a12"], row["difference"]) == (6, 1.0, 0.5, 0)
    row = statistics.method_tests(frame, by="mode", unit=["graph"]).iloc[0]
    assert row["losses"] == 6 and row["p"] < 0.05
    named = comparison.named(frame.assign(calls=100.0, problem="mine:f", fitness_unit=-1.0,
                                          vertices=np.nan))
    assert comparison.gaps(named, comparison.optima(named))["reached_percent"].eq(100).all()
    assert statistics.success_rates(named, [0.0], cell=["family"])["rate"].eq(1).all()


@pytest.mark.parametrize(("a12", "name"), [
    (0.56, "small"), (0.559, "negligible"), (0.36, "medium"), (0.29, "large"), (1.0, "large")])
def test_effect_sizes_have_names(a12, name):
    assert statistics.magnitude(a12) == name


@pytest.mark.parametrize("target", [1.01, 350, np.nan])
def test_targets_that_everybody_reaches_are_refused(target):
    with pytest.raises(ValueError, match="targets must be distances of at most 1 .* not "):
        statistics.success_rates(modes(lb=[[100, 350]]), targets=(0.1, target))


@pytest.mark.parametrize("lacks", ["mode", "dataset"])
def test_no_rows_are_lost_where_a_key_is_missing(lacks):
    """A method of one's own has no mode; an imported run may have no dataset."""
    known = modes(lb=[[100, 90]] * 6)
    own = modes(lb=[[100, 80]] * 6).assign(**{lacks: None})
    frame = pd.concat([known, own.assign(graph=own["graph"] + 6 * (lacks == "dataset"))],
                      ignore_index=True)
    frame = frame.assign(run=range(24), evaluations=10, local_search_steps=1, method=["evolution"]
                         * 12 + ["mine:climb"] * 12)
    rates = statistics.success_rates(frame, targets=(0.1,))
    assert rates["runs"].tolist() == [12, 12] and sorted(rates["successes"]) == [6, 12]
    times = statistics.expected_running_times(frame, frame, targets=(0.1,))
    assert sorted(times["ert"]) == [10, 20]
    course = statistics.ecdf(frame, frame, targets=(0.1,))
    assert sorted(course["share"]) == [0.5, 1]
    scores = tables.scores(frame)
    assert sorted(scores["mean"]) == [90, 95] and scores["graphs"].tolist() == [6, 6]
    columns = [name for name in TRACE_COLUMNS if name not in frame]
    assert len(tables.convergence(frame.assign(**dict.fromkeys(columns, 0.0)))) == 2
    if lacks == "mode":
        assert sorted(estimates(frame, column="seconds")["mean"].round(2)) == [0.9, 0.95]
        assert set(rates["mode"]) == set(course["mode"]) == {"lb", "mine:climb"}
        test, = statistics.pairwise_tests(frame).to_dict("records")
        assert {test["first"], test["second"]} == {"lb", "mine:climb"}
        assert abs(test["difference"]) == 5
    else:
        runs = comparison.named(frame.astype({"graph": str}))
        assert comparison.means(runs)["mean"].tolist() == [95, 90]
        assert len(comparison.gaps(runs, comparison.optima(runs))) == 2


def test_the_interval_of_a_rate_on_one_graph_is_wilsons():
    for successes in (0, 3, 10):
        interval = running_times.clustered_interval(np.array([10]), np.array([successes]))
        assert interval == pytest.approx(proportion_confint(successes, 10, method="wilson"))


def test_graphs_that_succeed_always_or_never_count_once_each():
    """Runs that repeat their graph's result tell no more than one of them, with Student's t."""
    graphs = np.array([1, 0, 1, 1, 0, 1, 1, 0, 1, 1])
    once = running_times.clustered_interval(np.ones(10, int), graphs)
    assert running_times.clustered_interval(np.full(10, 3), 3 * graphs) == pytest.approx(once)
    alpha = 2 * stats.norm.sf(stats.t.ppf(0.975, 9))
    # with the variance over graphs divided by 10 - 1
    wilson = proportion_confint(0.9 * 7, 0.9 * 10, alpha=alpha, method="wilson")
    assert once == pytest.approx(wilson)
    always = running_times.clustered_interval(np.full(10, 3), np.full(10, 3))
    assert always == pytest.approx(proportion_confint(10, 10, alpha=alpha, method="wilson"))


def test_holm_is_the_textbooks():
    """Holm (1979): p values in order times 4, 3, 2, 1, never falling, at most 1."""
    assert list(statistics.holm([0.01, 0.04, 0.03, 0.005])) == pytest.approx(
        [0.03, 0.06, 0.06, 0.02])
    assert list(statistics.holm([0.6, 0.5])) == [1, 1]
    p = np.random.default_rng(5).random(40) ** 3
    assert statistics.holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    some = statistics.holm([np.nan, 0.01, 0.04])
    assert np.isnan(some[0])
    assert list(some[1:]) == pytest.approx([0.02, 0.04])


def test_equivalence_is_schuirmanns():
    rng = np.random.default_rng(2)
    frame = modes(lb=rng.normal(30, 1, (9, 2)), darwinian=rng.normal(30.4, 1, (9, 2)))
    tests = statistics.method_tests(frame, by="mode", unit=["graph"])
    means = frame.groupby(["mode", "graph"])["best_fitness"].mean()
    each = DescrStatsW((means["lb"] - means["darwinian"]).to_numpy())
    for margin in (0.3, 1.0, 2.0):
        p, = statistics.equivalence(tests, margin)["p_equivalent"]
        assert p == pytest.approx(each.ttost_mean(-margin, margin)[0])
    same = statistics.method_tests(modes(lb=[[3], [4]], darwinian=[[3], [4]]), by="mode",
                                   unit=["graph"])
    assert statistics.equivalence(same, 1.0)["p_equivalent"].isna().all()


def ranked(values, **columns):
    """The table of mean ranks of values of shape (graphs, methods)."""
    return statistics.mean_ranks(comparison.named(modes(**dict(zip(
        ("darwinian", "baldwinian", "lamarckian", "lb"), np.transpose(values)[:, :, None],
        strict=False))).assign(method="evolution", **columns).astype({"graph": str})))


def test_ranks_are_friedmans_and_critical_differences_demsars():
    """Demsar (2006), table 5: 2.569 for four methods at 5 %; equal values share their ranks."""
    values = np.random.default_rng(4).integers(0, 6, (12, 4))
    frame = ranked(values)
    assert frame["rank"].tolist() == stats.rankdata(-values, axis=1).mean(axis=0).tolist()
    assert frame["p"].tolist() == [stats.friedmanchisquare(*values.T).pvalue] * 4
    assert (frame["high"] - frame["low"]).tolist() == pytest.approx(
        [2.569 * np.sqrt(4 * 5 / (6 * 12))] * 4, rel=1e-3)
    low = ranked(values, problem="qubo", fitness_unit=-1.0)
    assert low["rank"].tolist() == frame["rank"].tolist()
    assert ranked(values[:, :2]).empty and ranked(values[:1]).empty
    assert ranked(np.full((5, 3), 7))["p"].isna().all()


def test_critical_differences_err_as_seldom_as_they_say():
    """Four equal methods on 15 graphs, 300 times: some pair is told apart in 5 % at most."""
    rng, wrong = np.random.default_rng(6), 0
    for _ in range(300):
        frame = ranked(rng.random((15, 4)))
        wrong += frame["low"].max() > frame["high"].min()
    assert wrong < stats.binom.ppf(0.999, 300, 0.05)
