"""Tables, against frames that can be worked out by hand."""

import numpy as np
import pandas as pd
import pytest
from frames import runs

from memlab.evolution.run import TRACE_COLUMNS
from memlab.paper import tables


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
    assert row["detectable"] == pytest.approx(row["difference"] / row["z"] * 3.182446, rel=1e-3)
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


def test_runs_that_do_not_pair_up_are_left_out_or_refused():
    some, one = runs([[20, 22], [30, 30]]), runs([[20, 22]])
    assert len(tables.paired(first=some, second=one)) == 1
    with pytest.raises(ValueError, match="first and second have no runs on the same graphs"):
        tables.paired(first=some.assign(graph=7), second=one)


def test_shared_runs_are_those_on_graphs_that_every_mode_has():
    frame = pd.concat([runs([[20], [30]]), runs([[25]], mode="baldwinian"),
                       runs([[9], [8]], dataset="ba_small")])
    assert tables.shared(frame)["best_fitness"].tolist() == [20, 25, 9, 8]


def test_convergence_is_the_mean_over_runs_that_have_a_value():
    traces = {"problem": "mis", "dataset": "er_small", "mode": "lb", "run": [0, 0, 1, 1],
              "evaluations": [10, 20, 10, 20], "best_fitness": [1, 5, 3, 9],
              "reserve": [0, 0.5, np.nan, 0.75]}
    frame = tables.convergence(pd.DataFrame(dict.fromkeys(TRACE_COLUMNS, 0.0) | traces))
    assert list(frame["evaluations"]) == [10, 20] and list(frame["best_fitness"]) == [2, 7]
    assert list(frame["reserve"]) == [0, 0.625]
