"""Tables, against frames that can be worked out by hand."""

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats

from memlab.paper import published, tables


def test_means_are_over_graphs_and_std_over_seeds():
    frame = tables.scores(runs([[20, 20, 23], [17, 18, 19]]))
    row = frame.iloc[0]
    assert len(frame) == 1
    assert (row["graphs"], row["repetitions"]) == (2, 3)
    assert row["mean"] == pytest.approx((21 + 18) / 2)
    assert row["std"] == pytest.approx((np.sqrt(3) + 1) / 2)      # divided by 3 - 1
    assert row["sem"] == pytest.approx(np.sqrt(4.5) / np.sqrt(2))


def test_one_repetition_has_no_std_and_one_graph_no_sem():
    assert np.isnan(tables.scores(runs([[20], [21]])).loc[0, "std"])
    assert np.isnan(tables.scores(runs([[20, 21]])).loc[0, "sem"])


def test_other_columns_are_summed_up_alike():
    frame = runs([[20, 20, 23], [17, 18, 19]])
    assert tables.summary(frame, "unique_best").loc[0, "mean"] == pytest.approx(39)
    unique = tables.compare_unique_solutions(frame).iloc[0]
    assert (unique["published_mean"], unique["published_std"]) == (7651.9, 2541.1)


def test_rows_come_in_the_papers_order():
    cells = [("maxcut", "er_small", "lb"), ("mis", "rb_small", "darwinian"),
             ("mis", "er_large", "lb"), ("mis", "er_large", "darwinian")]
    frame = pd.concat([runs([[5, 6]], problem=p, dataset=d, mode=m) for p, d, m in cells])
    order = tables.scores(frame)[tables.CELL].itertuples(index=False, name=None)
    assert list(order) == [("mis", "er_large", "darwinian"), ("mis", "er_large", "lb"),
                           ("mis", "rb_small", "darwinian"), ("maxcut", "er_small", "lb")]


def test_several_configurations_of_a_cell_are_no_score():
    frame = pd.concat([runs([[5]]), runs([[6]], mu=50)])
    with pytest.raises(ValueError, match=r"one configuration per cell, but \('mis', 'rb_small'"):
        tables.scores(frame)


def test_several_rules_for_ties_are_no_score():
    frame = pd.concat([runs([[5]], ties="random"), runs([[6]], ties="offspring")])
    with pytest.raises(ValueError, match="one configuration per cell"):
        tables.scores(frame)


def test_an_unfinished_study_is_no_score():
    with pytest.raises(ValueError, match="not finished"):
        tables.scores(runs([[5, 6], [5]]))


def test_a_comparison_by_hand():
    """Four RB graphs: the plain mean, Student's t with 3 degrees, the paper's 20.10."""
    values = np.array([[19, 19, 19], [20, 20, 20], [21, 21, 21], [22, 22, 22]])
    row = tables.compare_scores(runs(values)).iloc[0]
    between = values[:, 0].std(ddof=1)
    assert row["mean"] == row["plain_mean"] == 20.5
    assert row["std"] == 0
    assert row["sem"] == pytest.approx(between / 2)
    assert row["high"] - row["mean"] == pytest.approx(3.182446 * between / 2)
    assert row["mean"] - row["low"] == pytest.approx(3.182446 * between / 2)
    assert (row["published_mean"], row["published_std"]) == (20.10, 0.21)
    theirs = np.hypot(between / np.sqrt(7500), 0.01 / np.sqrt(12))      # and rounding
    assert row["published_sem"] == pytest.approx(theirs)
    assert row["difference"] == pytest.approx(0.4)
    assert row["z"] == pytest.approx(0.4 / np.hypot(between / 2, theirs))
    assert row["detectable"] == pytest.approx(row["difference"] / row["z"] * 5.840909)
    assert row["verdict"] == "undecided"      # the 90 % interval reaches 9.6 per cent


@pytest.mark.parametrize(("values", "budget", "verdict"), [
    ([[20, 20], [20, 20], [20, 21]], 40_000, "undecided"),
    ([[20, 20.05], [20.1, 20.15], [20.1, 20.15]], 40_000, "equivalent"),
    ([[30, 30], [30, 30], [30, 31]], 40_000, "differs"),
    ([[10, 10], [10, 10], [10, 11]], 40_000, "differs"),
    ([[20, 20, 20]], 40_000, "undecided"),
    ([[20, 20], [20, 20], [20, 21]], 1_000, "not comparable"),
])
def test_verdicts(values, budget, verdict):
    assert tables.compare_scores(runs(values, budget=budget)).loc[0, "verdict"] == verdict


def test_graphs_that_are_larger_than_usual_are_corrected_for():
    frame = runs([[160, 160], [160, 160]], dataset="ba_small", vertices=280, edges=556)
    row = tables.compare_scores(frame).iloc[0]
    assert row["plain_mean"] == 160
    assert row["mean"] == pytest.approx(160 * 250 / 280)


@pytest.mark.slow
def test_true_differences_are_found_and_false_alarms_are_rare():
    """The verdict's error rate is 1 %: 480 true cells of four graphs, and 80 shifted ones."""
    rng = np.random.default_rng(1)
    theirs = published.read("scores").query("problem == 'mis' and mode in @tables.MODES")
    theirs = theirs[theirs["dataset"].str.startswith("rb_")]

    def alarms(shift, times):
        found = 0
        for _ in range(times):
            cells = [runs((row.mean + shift + rng.normal(0, 1, (4, 1))).repeat(2, axis=1),
                          dataset=row.dataset, mode=row.mode) for row in theirs.itertuples()]
            found += (tables.compare_scores(pd.concat(cells))["verdict"] == "differs").sum()
        return found
    assert stats.binomtest(alarms(0.0, 60), 480, 0.01).pvalue > 1e-4
    assert alarms(10.0, 10) > 70


def test_a_universality_cost_by_hand():
    """Two cells of two graphs: losses are of the means, the standard error pairs the graphs."""
    tuned = pd.concat([runs([[20, 22], [30, 30]]), runs([[100], [100]], mode="lamarckian")])
    one = pd.concat([runs([[20, 20], [30, 28]]), runs([[100], [101]], mode="lamarckian")])
    frame = tables.universality_cost(tuned, one).set_index("mode")
    row = frame.loc["lb"]
    ratio = 49 / 51
    residuals = np.array([20 - ratio * 21, 29 - ratio * 30])
    assert row["loss_percent"] == pytest.approx(100 * (1 - ratio))
    assert row["sem"] == pytest.approx(100 * residuals.std(ddof=1) / 25.5 / np.sqrt(2))
    assert row["published_loss_percent"] == 0.10
    assert row["difference"] == pytest.approx(row["loss_percent"] - 0.10)
    assert row["z"] == pytest.approx(row["difference"] / np.hypot(row["sem"],
                                                                  row["published_sem"]))
    assert frame.loc["lamarckian", "loss_percent"] == pytest.approx(-0.5)
    assert list(frame["graphs"]) == [2, 2]


def test_a_configuration_that_is_universal_loses_nothing_for_certain():
    tuned = runs([[20, 22], [30, 30], [24, 24], [25, 25]])
    row = tables.universality_cost(tuned, tuned).iloc[0]
    assert (row["loss_percent"], row["sem"]) == (0, 0)
    assert row["verdict"] == "undecided"      # the paper's 0.10 has nothing to be judged by


def test_runs_that_do_not_pair_up_are_refused():
    with pytest.raises(ValueError, match=r"of 4 and 2 only 2 pair up"):
        tables.universality_cost(runs([[20, 22], [30, 30]]), runs([[20, 22]]))


def test_unique_solutions_are_judged_as_scores_are():
    frame = runs([[3800, 3800], [3850, 3850], [3900, 3900]], dataset="rb_small")
    row = tables.compare_unique_solutions(frame).iloc[0]
    assert (row["mean"], row["published_mean"]) == (7700, 7651.9)
    spread = np.std([7600, 7700, 7800], ddof=1)
    error = np.hypot(spread / np.sqrt(7500), 0.1 / np.sqrt(12))
    assert row["z"] == pytest.approx(48.1 / np.hypot(spread / np.sqrt(3), error))
    assert row["verdict"] == "undecided"
    far = tables.compare_unique_solutions(frame.assign(unique_best=frame["unique_best"] + 5000))
    assert list(far["verdict"]) == ["differs"]


def test_running_times_are_set_side_by_side_and_not_judged():
    row = tables.compare_runtime(runs([[20, 20], [30, 30]])).iloc[0]
    assert row["speedup"] == pytest.approx(1.29 / 0.25)
    assert row["verdict"] == "not comparable"
    assert np.isnan(row["z"])


def test_baselines_join_the_table_in_the_papers_order():
    frame = tables.with_baselines(tables.compare_scores(runs([[20, 20], [21, 21]])))
    assert list(frame["mode"]) == ["GIN", "GT", "MLP", "DeepSets", "Solver", "lb"]
    solver = frame.set_index("mode").loc["Solver"]
    assert (solver["published_mean"], solver["published_std"]) == (20.80, 1.82)
    assert np.isnan(solver["mean"])
    assert list(frame["verdict"])[-2:] == ["published only", "undecided"]


def test_convergence_is_the_mean_over_runs():
    traces = pd.DataFrame({
        "problem": "mis", "dataset": "er_small", "mode": "lb", "run": [0, 0, 1, 1],
        "evaluations": [10, 20, 10, 20], "best_fitness": [1, 5, 3, 9],
        "mean_fitness": [0, 1, 2, 3], "diversity": [8, 4, 6, 2],
        "phenotype_diversity": [9, 2, 3, 1], "phenotype_distance": [0, 5, 2, 1],
        "reserve": [0, 0.5, np.nan, 0.75], "local_search_steps": [0, 4, 2, 6]})
    frame = tables.convergence(traces)
    assert list(frame["evaluations"]) == [10, 20]
    assert list(frame["best_fitness"]) == [2, 7]
    assert list(frame["diversity"]) == [7, 3]
    assert list(frame["phenotype_diversity"]) == [6, 1.5]
    assert list(frame["phenotype_distance"]) == [1, 3]
    assert list(frame["local_search_steps"]) == [1, 5]
    assert list(frame["reserve"]) == [0, 0.625]      # of the runs that have one
