"""Any experiment's tables, on frames that a person can check by hand, and against brute force."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from memlab.analysis import comparison, leads, method_names, statistics
from memlab.analysis.frames import METHOD

BASE = {"problem": "mis", "dataset": "er_small", "mode": "lb", "method": "evolution", "mu": 10,
        "vertices": 4, "edges": 3, "evaluations": 100, "local_search_steps": 7, "seconds": 0.5}


def experiment(*rows):
    """Runs of (graph, repetition, best fitness, what differs from `BASE`)."""
    return pd.DataFrame([{"run": run, **BASE, "graph": graph, "repetition": repetition,
                          "best_fitness": value, **changes}
                         for run, (graph, repetition, value, changes) in enumerate(rows)])


RESTARTS = {"mode": None, "method": "restarts", "mu": None}
# two methods, three graphs of which the last has one seed more, by hand below
SIX = (("a", 0, 10, {}), ("a", 1, 12, {}), ("b", 0, 21, {}),
       ("a", 0, 8, RESTARTS), ("a", 1, 8, RESTARTS), ("b", 0, 20, RESTARTS))


def names(*changes):
    """What methods are called that differ so."""
    rows = [("a", 0, 1, change) for change in changes]
    return comparison.named(experiment(*rows))["method"].tolist()


def test_only_what_varies_is_in_a_name():
    assert names({}, RESTARTS) == ["LB", "restarts"]
    assert names({"mode": "lamarckian"}, {"mode": "lamarckian", "mu": 250}) == [
        "Lamarckian mu=10", "Lamarckian mu=250"]
    assert names({"mode": "darwinian"}, {"mu": 250}) == ["Darwinian", "LB"]
    assert names({"local_search": "repair"}, {"local_search": "swap"}) == ["LB, repair", "LB, swap"]
    assert names(*({"local_search": s, "mu": m} for s in ("repair", "swap") for m in (10, 50)))[
        -1] == "LB, swap mu=50"
    solver = {"mode": None, "method": "optimum", "mu": None, "time_limit": 30.0}
    assert names({}, {**solver, "solver": "auto"}) == ["LB", "optimum"]
    assert names({**solver, "solver": "highs"}, {**solver, "solver": "cpsat", "time_limit": 5.0}
                 ) == ["optimum (highs, 30 s)", "optimum (cpsat, 5 s)"]
    assert names({"ties": "random", "lambda_": 5.0}, {"ties": "offspring", "lambda_": 5.0}) == [
        "LB ties=random", "LB ties=offspring"]


def test_problems_with_other_levels_are_other_problems():
    blocks = {"problem": "dlb", "dataset": "", "n": 12}
    frame = comparison.named(experiment(
        ("", 0, 9, {**blocks, "k": 2}), ("", 0, 8, {**blocks, "k": 3}),
        ("c", 0, 5, {"complement": True})))
    assert frame["problem"].tolist() == ["dlb k=2", "dlb k=3", "clique"]
    assert frame["method"].tolist() == ["LB"] * 3


def test_what_only_repeats_is_counted_once():
    """Darwinian evolution and solvers know no local search; two outcomes of a solver both count."""
    rows = [("a", 0, value, {**of, "local_search": search}) for search in ("repair", "swap")
            for value, of in ((5, {}), (4, {"mode": "darwinian"}), (3, OPTIMUM))]
    frame = method_names.distinct(experiment(*rows))
    assert comparison.named(frame)["method"].tolist() == [
        "LB, repair", "Darwinian", "optimum", "LB, swap"]
    assert frame["run"].tolist() == [0, 1, 2, 3]
    other = experiment(*rows).assign(best_fitness=range(6))
    assert len(method_names.distinct(other)) == 6
    assert len(method_names.distinct(experiment(*SIX))) == 6


def test_means_are_over_graphs():
    """LB: graphs 11 and 21, mean 16, standard error 5; t of one degree of freedom is 12.706."""
    table = comparison.means(comparison.named(experiment(*SIX))).set_index("method")
    row = table.loc["LB"]
    assert (row["mean"], row["sem"], row["units"], row["unit"]) == (16, 5, 2, "graphs")
    assert row["std"] == pytest.approx(np.sqrt(2))      # of 10 and 12; b has one seed
    assert row["high"] - 16 == pytest.approx(5 * 12.7062, abs=1e-3)
    assert 16 - row["low"] == pytest.approx(row["high"] - 16)
    assert (table.loc["restarts", "mean"], table.loc["restarts", "std"]) == (14, 0)


OPTIMUM = {"mode": None, "method": "optimum", "proved": False}


def test_optima_take_the_best_of_solvers_and_runs():
    runs = experiment(
        ("a", 0, 10, {}), ("a", 0, 9, {**OPTIMUM, "upper_bound": 12.0}),
        ("b", 0, 5, {}), ("b", 0, 6, {**OPTIMUM, "upper_bound": 6.0, "proved": True}),
        ("c", 0, 7, {}))
    known = comparison.optima(comparison.named(runs)).set_index("graph")
    assert known["best_fitness"].tolist() == [10, 6, 7]
    assert known["basis"].tolist() == ["best found", "proved", "best found"]
    assert known["proofs"].tolist() == [0, 1, 0]
    assert known.loc["a", "upper_bound"] == 12 and np.isnan(known.loc["c", "upper_bound"])
    without = comparison.optima(comparison.named(experiment(*SIX)))
    assert without["best_fitness"].tolist() == [12, 21] and not without["proved"].any()


def test_a_run_above_a_bound_is_an_error():
    runs = experiment(("a", 0, 13, {}), ("a", 0, 9, {**OPTIMUM, "upper_bound": 12.0}))
    with pytest.raises(ValueError, match="graph 'a' a value is 13 and a bound 12"):
        comparison.optima(comparison.named(runs))


def test_public_instances_are_recognised_and_so_is_the_clique():
    """C125.9: a clique of 34 is proved to be largest; C500.9: 57 is the largest that is known."""
    of = {"C125.9": (125, 6_963), "C500.9": (500, 112_332)}      # the edges that the files have
    rows = [(name, 0, 33, {"complement": True, "vertices": n, "edges": n * (n - 1) // 2 - m})
            for name, (n, m) in of.items()]
    known = comparison.optima(comparison.named(experiment(*rows)))
    assert known["best_fitness"].tolist() == [34, 57]
    assert known["basis"].tolist() == ["proved", "best known"]
    with pytest.raises(ValueError, match="C125.9"):
        comparison.optima(comparison.named(experiment((*rows[0][:2], 35, rows[0][3]))))


def test_the_optimum_of_deceptive_blocks_is_known():
    runs = experiment(("", 0, 9, {"problem": "dlb", "dataset": "", "n": 12, "vertices": np.nan}))
    known = comparison.optima(comparison.named(runs)).iloc[0]
    assert (known["best_fitness"], known["basis"]) == (12, "proved")


def test_gaps_by_hand():
    """Best found: 12 and 21. LB lacks (2 + 0) / 2 and 0; restarts 4 and 1."""
    runs = comparison.named(experiment(*SIX))
    table = comparison.gaps(runs, comparison.optima(runs)).set_index("method")
    assert table["gap"].tolist() == [0.5, 2.5]
    assert table["best_known"].tolist() == [16.5, 16.5] and table["mean"].tolist() == [16, 14]
    assert table["reached_percent"].tolist() == [75, 0]
    assert table["graphs"].tolist() == [2, 2] and table["proved"].tolist() == [0, 0]
    assert table.loc["restarts", "gap_percent"] == pytest.approx(100 * 2.5 / 16.5)
    half = stats.t.ppf(0.975, 1) * np.std([4, 1], ddof=1) / np.sqrt(2)
    assert table.loc["restarts", "high"] == pytest.approx(2.5 + half)


def test_a_best_value_of_zero_has_no_percentage():
    runs = comparison.named(experiment(("a", 0, 0, {}), ("a", 0, -3, RESTARTS)))
    known = comparison.optima(runs)
    assert comparison.gaps(runs, known)["gap_percent"].isna().all()
    rates = statistics.success_rates(runs, (3.0, 0.0), known, METHOD)
    assert rates["rate"].tolist() == [1, 1, 1, 0]      # both are within 3, LB alone is there


def factorial(effect=3):
    """Best fitness 10 x graph, `effect` more with swaps, graph more with mu=50, none for both."""
    return comparison.named(experiment(*(
        (name, repetition, 10 * size + effect * (search == "swap") + size * (mu == 50),
         {"local_search": search, "mu": mu})
        for size, name in enumerate("abc", start=1) for repetition in range(2)
        for search in ("repair", "swap") for mu in (10, 50))))


def test_effects_are_what_was_put_in():
    frame = comparison.effects(factorial()).set_index("factor")
    assert frame["level"].to_dict() == {"local_search": "swap", "mu": "50"}
    assert frame["reference"].to_dict() == {"local_search": "repair", "mu": "10"}
    assert frame["difference"].tolist() == [3, 2] and (frame["units"] == 3).all()
    assert frame.loc["local_search", ["low", "high"]].tolist() == [3, 3]
    half = stats.t.ppf(0.975, 2) * 1 / np.sqrt(3)      # of the differences 1, 2, 3
    assert frame.loc["mu", "high"] == pytest.approx(2 + half)
    assert frame.loc["local_search", "percent"] == pytest.approx(100 * 3 / 21)
    assert comparison.effects(comparison.named(experiment(*SIX))).empty


def test_a_family_without_a_factor_is_compared_at_each_level():
    """Restarts have 13, 23, 33 and no mu; LB with repair and mu=10 has 10, 20, 30."""
    rows = [(name, 0, 10 * size + 3, RESTARTS) for size, name in enumerate("abc", start=1)]
    runs = pd.concat([factorial(), comparison.named(experiment(*rows)).assign(local_search=None)])
    frame = comparison.winners(runs, ["local_search", "mu"])
    assert frame.set_index(["local_search", "mu"])["restarts"].tolist() == [23] * 4
    assert frame.set_index(["local_search", "mu"])["best"].to_dict() == {
        ("repair", 10): "restarts", ("repair", 50): "restarts", ("swap", 10): "LB",
        ("swap", 50): "LB"}


def test_too_few_pairs_are_not_tested_nor_counted():
    one = [("a", 0, 5, {}), ("a", 0, 4, RESTARTS)]
    six = [(graph, 0, value, {"dataset": "rb_small", **change}) for value, change in (
        (5, {}), (4, RESTARTS)) for graph in "abcdef"]
    tests = statistics.method_tests(comparison.named(experiment(*one, *six)))
    assert np.isnan(tests["p_holm"][0])
    assert tests["p"][1] == tests["p_holm"][1] == 2 / 2 ** 6


@pytest.mark.parametrize("kind", ["Int64", "Float64", "int64[pyarrow]", object])
def test_fitness_of_any_type_is_compared(kind):
    """Even where a graph has no name, as after reading a CSV."""
    runs = comparison.named(experiment(*SIX, ("", 0, 3, {}), ("", 0, 3, RESTARTS)))
    runs["graph"] = runs["graph"].replace("", np.nan)
    pd.testing.assert_frame_equal(
        statistics.method_tests(runs.astype({"best_fitness": kind})), statistics.method_tests(runs))


def test_a_method_with_fewer_runs_is_compared_on_what_it_shares():
    rows = [*SIX, ("a", 0, 11, OPTIMUM)]
    tests = statistics.method_tests(comparison.named(experiment(*rows))).set_index("second")
    assert tests.loc["optimum", "pairs"].tolist() == [1, 1]
    assert tests.loc["optimum", "difference"].tolist() == [0, -3]


def signs(difference):
    """Two-sided p value over all ways to give the differences signs."""
    ranks = np.where(difference == 0, 0, stats.rankdata(np.abs(difference)))
    observed = abs((np.sign(difference) * ranks).sum())
    sums = [abs(np.dot(s, ranks)) for s in itertools.product((-1, 1), repeat=len(ranks))]
    return np.mean(np.array(sums) >= observed)


@pytest.mark.parametrize("seed", range(20))
def test_signed_ranks_are_exact_with_ties_and_zeros(seed):
    difference = np.random.default_rng(seed).integers(-3, 6, 10).astype(float)
    assert statistics.signed_rank(difference) == pytest.approx(signs(difference))


def test_many_pairs_are_as_good_as_exact():
    difference = np.random.default_rng(1).normal(0.15, 1, 50)
    exact, normal = statistics.signed_rank(difference), stats.wilcoxon(
        difference, method="asymptotic").pvalue
    more = np.append(difference, 0.0)      # one pair more than is done exactly
    assert 0.05 < exact < 0.95 and abs(exact - normal) < 0.005
    assert abs(statistics.signed_rank(more) - exact) < 0.01


def test_rounding_errors_of_means_do_not_break_ties():
    """The means of three seeds of 10, 11, 11 against 10, 10, 11, at several heights."""
    heights = np.arange(8) * 100
    difference = (heights + 32 / 3) - (heights + 31 / 3)
    assert len(set(np.abs(difference))) > 1
    difference *= [1, 1, 1, -1, 1, 1, 1, 1]
    assert statistics.signed_rank(difference) == 2 * 9 / 2 ** 8


def course(run, graph, *points):
    """The trace of a run of LB: (evaluations, best fitness)."""
    return [{"run": run, "problem": "mis", "dataset": "er_small", "graph": graph, "method": "LB",
             "evaluations": at, "best_fitness": value} for at, value in points]


def test_expected_running_times_by_hand():
    """Run 0 reaches 100 after 20 evaluations, run 1 not at all in 39: (20 + 39) / 1."""
    traces = pd.DataFrame(course(0, "a", (10, 90), (20, 100), (40, 100))
                          + course(1, "a", (10, 80), (40, 90)))
    known = pd.DataFrame([{"problem": "mis", "dataset": "er_small", "graph": "a",
                           "best_fitness": 100}])
    runs = pd.DataFrame({"run": [0, 1], "evaluations": [40, 39]})
    frame = statistics.expected_running_times(traces, runs, (0.5, 0.1, 0.0, -1.0), METHOD,
                                              known=known)
    assert frame["ert"].tolist()[:3] == [10, 24.5, 59] and np.isnan(frame["ert"][3])
    assert frame["successes"].tolist() == [2, 2, 1, 0] and (frame["runs"] == 2).all()
    shares = statistics.ecdf(traces, runs, (0.1, 0.0), METHOD, known=known)
    assert shares["share"].tolist() == [0.25, 0.5, 0.75]


def test_leaders_are_as_sure_as_against_their_closest_rival():
    """LB leads at one level of the dial; Baldwin at the other, where Darwin, who has none, is near.
    """
    noise = {"a": 0.0, "b": 1.0, "c": -1.0, "d": 0.5}
    scores = {("baldwinian", 0.5): 10, ("baldwinian", 1.0): 14, ("lb", 0.5): 12, ("lb", 1.0): 9,
              ("darwinian", np.nan): 8}
    rows = [{"problem": "mis", "dataset": "er_small", "graph": graph, "repetition": 0,
             "mode": mode, "learning_probability": rate,
             "best_fitness": score + wobble * (mode == "darwinian") * 9}
            for (mode, rate), score in scores.items() for graph, wobble in noise.items()]
    found = comparison.leaders(comparison.named(pd.DataFrame(rows)), ["learning_probability"])
    assert found["learning_probability"].tolist() == [0.5, 1.0]
    assert found["best"].tolist() == ["LB", "Baldwinian"]
    assert found["second"].tolist() == ["Darwinian"] * 2      # whose mean is 9.125, and unsure
    assert np.allclose(found["lead"], [12 - 9.125, 14 - 9.125])
    assert not found["clear"].any()
    sure = comparison.named(pd.DataFrame(rows[:16]))
    found = comparison.leaders(sure, ["learning_probability"])
    assert found["clear"].all() and found["lead"].tolist() == [2, 5]


def test_the_best_is_the_lowest_where_values_are_minimised():
    levels = [("lb", 10, [-31, -33]), ("lb", 50, [-32, -36]), ("lamarckian", 10, [-33, -34]),
              ("lamarckian", 50, [-20, -22])]
    stored = pd.DataFrame([
        {"problem": "pseudo-boolean", "dataset": "files", "graph": graph, "repetition": 0,
         "mode": mode, "mu": mu, "best_fitness": -4 * value, "fitness_unit": -0.25}
        for mode, mu, values in levels for graph, value in zip("ab", values, strict=True)])
    runs = comparison.named(stored)
    assert runs["best_fitness"].min() == -36
    assert comparison.means(runs)["mean"].tolist() == [-32, -34, -33.5, -21]
    known = comparison.optima(runs)
    assert known["best_fitness"].tolist() == [-33, -36]
    gaps = comparison.gaps(runs, known)
    assert gaps["gap"].tolist() == [2.5, 0.5, 1, 13.5]
    assert comparison.effects(runs).set_index("family")["difference"].to_dict() == {
        "LB": 2, "Lamarckian": -12.5}
    winners = comparison.winners(runs)
    assert winners["best"].tolist() == ["Lamarckian", "LB"] and winners["LB"].tolist() == [-32, -34]
    leaders = comparison.leaders(runs, ["mu"])
    assert leaders["best"].tolist() == ["Lamarckian", "LB"]
    assert leaders["lead"].tolist() == [1.5, 13]
    rivals = leads.chosen(stored.assign(lambda_=1, crossover_rate=0, lb_probability=0, step_cost=0,
                                        graph_index=stored["graph"].map("ab".index)), 1)
    assert dict(zip(rivals["mode"], rivals["best_fitness"], strict=True)) == {
        "lb": -36, "lamarckian": -34}


def test_baldwin_and_lamarck_are_the_ends_of_lb_probability():
    levels = [("baldwinian", None, 30), ("lb", 0.25, 31), ("lb", 0.5, 32), ("lamarckian", None, 35),
              ("darwinian", None, 20)]
    runs = comparison.named(pd.DataFrame([
        {"problem": "mis", "dataset": "er_small", "graph": graph, "repetition": 0, "mode": mode,
         "mu": mu, "lb_probability": p, "best_fitness": value + mu * (mode == "lb")}
        for mode, p, value in levels for mu in (1, 3) for graph in "ab"]))
    frame = comparison.effects(runs)
    ends = frame[frame["factor"] == "lb_probability"].set_index("level")["difference"]
    assert ends.to_dict() == {"0.5": 1.0, "0": -3.0, "1": 2.0}
    # nor to an LB of other settings, although each has only one mu
    runs = runs[runs["mu"].eq(1) == runs["mode"].eq("lb")]
    frame = comparison.effects(comparison.named(runs.drop(columns=["method", "family"])))
    assert frame["factor"].tolist() == ["lb_probability"] and frame["level"].tolist() == ["0.5"]
