"""Tables, against frames that can be worked out by hand."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from memlab.study import published, tables


def runs(values, problem="mis", dataset="rb_small", mode="lb", budget=40_000, **changes):
    """A frame of runs: `values[graph][repetition]` is the best fitness."""
    rows = [{"problem": problem, "dataset": dataset, "mode": mode, "graph": g, "repetition": r,
             "mu": 10, "lambda_": 10, "crossover_rate": 0.5, "lb_probability": 0.3,
             "budget": budget, "vertices": 250, "edges": 4500, "best_fitness": value,
             "unique_best": 2 * value, "seconds": value / 100, **changes}
            for g, of_graph in enumerate(values) for r, value in enumerate(of_graph)]
    return pd.DataFrame(rows)


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
    runtime = tables.compare_runtime(frame).iloc[0]
    assert runtime["speedup"] == pytest.approx(1.29 / 0.195)


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
    assert row["published_sem"] == pytest.approx(between / np.sqrt(7500))
    assert row["difference"] == pytest.approx(0.4)
    assert row["z"] == pytest.approx(0.4 / np.hypot(between / 2, between / np.sqrt(7500)))
    assert row["detectable"] == pytest.approx(row["difference"] / row["z"] * 5.840909)
    assert row["verdict"] == "agrees"


@pytest.mark.parametrize(("values", "budget", "verdict"), [
    ([[20, 20], [20, 20], [20, 21]], 40_000, "agrees"),
    ([[30, 30], [30, 30], [30, 31]], 40_000, "differs"),
    ([[10, 10], [10, 10], [10, 11]], 40_000, "differs"),
    ([[20, 20, 20]], 40_000, "cannot tell"),
    ([[20, 20], [20, 20], [20, 21]], 1_000, "not comparable"),
])
def test_verdicts(values, budget, verdict):
    assert tables.compare_scores(runs(values, budget=budget)).loc[0, "verdict"] == verdict


def test_graphs_that_are_larger_than_usual_are_corrected_for():
    frame = runs([[160, 160], [160, 160]], dataset="ba_small", vertices=280, edges=556)
    row = tables.compare_scores(frame).iloc[0]
    assert row["plain_mean"] == 160
    assert row["mean"] == pytest.approx(160 * 250 / 280)


def test_true_differences_are_found_and_false_alarms_are_rare():
    """The verdict's error rate is 1 %: 480 true cells of four graphs, and 80 shifted ones."""
    rng = np.random.default_rng(1)
    theirs = published.scores().query("problem == 'mis' and type in @tables.MODES")
    theirs = theirs[theirs["dataset"].str.startswith("rb_")]

    def alarms(shift, times):
        found = 0
        for _ in range(times):
            cells = [runs((row.mean + shift + rng.normal(0, 1, (4, 1))).repeat(2, axis=1),
                          dataset=row.dataset, mode=row.type) for row in theirs.itertuples()]
            found += (tables.compare_scores(pd.concat(cells))["verdict"] == "differs").sum()
        return found
    assert stats.binomtest(alarms(0.0, 60), 480, 0.01).pvalue > 1e-4
    assert alarms(10.0, 10) > 70


def grid(scores, **keys):
    """Runs of a grid: {(mu, lambda_, crossover_rate, lb_probability): best fitness per graph}."""
    frames = [runs([[value] for value in values], mu=mu, lambda_=lambda_, crossover_rate=rate,
                   lb_probability=p, **keys)
              for (mu, lambda_, rate, p), values in scores.items()]
    return pd.concat(frames, ignore_index=True)


def test_the_best_configuration_and_its_losers():
    frame = grid({(10, 10, 0.5, 0.15): [10, 12], (250, 10, 1.0, 0.15): [19, 19],
                  (50, 10, 1.0, 0.15): [20, 20], (50, 50, 1.0, 0.15): [20, 20]})
    every = tables.configurations(frame)
    assert list(every["mean"]) == [11, 19, 20, 20]
    assert list(every["loss_percent"]) == pytest.approx([45, 5, 0, 0])
    best = tables.best_configurations(frame)
    assert len(best) == 1
    row = best.iloc[0]
    assert (row["mu"], row["lambda_"], row["ties"], row["mean"]) == (50, 10, 2, 20)
    assert (row["published_mu"], row["published_lambda_"]) == (250, 10)
    assert row["published_loss_percent"] == pytest.approx(5)


def test_modes_without_probability_are_kept():
    frame = grid({(10, 10, 0.5, np.nan): [10], (50, 10, 0.5, np.nan): [11]}, mode="darwinian")
    best = tables.best_configurations(frame)
    assert list(best["mu"]) == [50]
    assert np.isnan(best.loc[0, "lb_probability"])
    # the paper's 250/10/0.5 is not in this grid
    assert np.isnan(best.loc[0, "published_loss_percent"])


def test_negative_scores_lose_as_others_do():
    """A set with conflicts has negative fitness; the worse one still has the greater loss."""
    frame = tables.configurations(grid({(10, 10, 0.5, 0.3): [-200], (50, 10, 0.5, 0.3): [-100]}))
    assert list(frame["loss_percent"]) == pytest.approx([100, 0])


def test_the_universal_configuration_weighs_all_cells_alike():
    """Configuration a wins by 2 % on a cell of large scores, b by 10 % on one of small ones."""
    a, b = (10, 10, 0.5, 0.15), (50, 10, 0.5, 0.15)
    frame = pd.concat([grid({a: [1000], b: [980]}, problem="maxcut"),
                       grid({a: [18], b: [20]}, problem="mis")])
    assert list(tables.sensitivity(frame)["loss_percent"]) == pytest.approx([5, 1])
    universal = tables.universal_configurations(frame)
    assert list(universal["mu"]) == [50]
    cost = tables.universality_cost(frame, universal)
    assert list(cost["loss_percent"]) == pytest.approx([0, 2])
    assert list(cost["published_loss_percent"]) == [0.10, 0.00]


def test_the_published_universal_configurations_can_be_priced():
    frame = grid({(250, 250, 1.0, 0.15): [19], (10, 10, 0.5, 0.15): [20]})
    cost = tables.universality_cost(frame, published.universal_configurations())
    assert list(cost["loss_percent"]) == pytest.approx([5])


def test_convergence_is_the_mean_over_runs():
    traces = pd.DataFrame({
        "problem": "mis", "dataset": "er_small", "mode": "lb", "run": [0, 0, 1, 1],
        "evaluations": [10, 20, 10, 20], "best_fitness": [1, 5, 3, 9],
        "mean_fitness": [0, 1, 2, 3], "diversity": [8, 4, 6, 2],
        "phenotype_distance": [0, 5, 2, 1]})
    frame = tables.convergence(traces)
    assert list(frame["evaluations"]) == [10, 20]
    assert list(frame["best_fitness"]) == [2, 7]
    assert list(frame["diversity"]) == [7, 3]
    assert list(frame["phenotype_distance"]) == [1, 3]
