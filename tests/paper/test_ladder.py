"""From a coin flip to the optimum, on frames that a person can check by hand."""

import numpy as np
import pandas as pd
import pytest

from memlab.paper import published
from memlab.paper.ladder import ladder

EVERY = {"repetition": 0, "vertices": 200, "edges": 400, "evaluations": 1,
         "local_search_steps": 0, "seconds": 0.002}
CHANCE = {"method": "greedy", "order": "random", "tries": np.nan}
SEARCH = {"method": "optimum", "solver": "search", "time_limit": np.nan, "effort": 5e8}
LB = {"method": "evolution", "mode": "lb", "mu": 10}


def runs(*rows, problem="mis", dataset="rb_small"):
    """Runs of (method's settings, a value for each graph)."""
    return pd.DataFrame([{**EVERY, "problem": problem, "dataset": dataset, "graph": f"g{graph}",
                          "best_fitness": value, **settings}
                         for settings, values in rows for graph, value in enumerate(values)])


def rungs(frame):
    found = ladder(frame.assign(run=range(len(frame))))
    return found.set_index("method")


def test_chance_is_zero_and_the_best_known_one():
    found = rungs(runs((CHANCE, [10, 20]), (SEARCH, [20, 40]), (LB, [15, 40])))
    assert found.loc["random order", ["position", "low", "high"]].tolist() == [0, 0, 0]
    assert found.loc["search, effort 5e8", ["position", "low", "high"]].tolist() == [1, 1, 1]
    ours = found.loc["LB"]
    assert ours["mean"] == 27.5 and ours["graphs"] == 2 and ours["milliseconds"] == 2
    # 5 of 10 and 20 of 20 steps: 25/30, and not the mean of the ratios
    assert ours["position"] == pytest.approx(25 / 30)
    # what is left: 5 - 10 * 25/30 = -10/3 and 10/3, of standard error 10/3; t of one degree 12.706
    assert ours["high"] - ours["position"] == pytest.approx(12.7062 * (10 / 3) / 15, rel=1e-5)
    assert ours["position"] - ours["low"] == pytest.approx(ours["high"] - ours["position"])


def test_of_cuts_chance_is_half_of_the_edges():
    found = rungs(runs((LB, [250, 300]), (SEARCH, [300, 300]), problem="maxcut"))
    assert found.loc["LB", "position"] == pytest.approx(150 / 200)


def test_what_a_mode_found_counts_as_best_known_and_what_nobody_drew_is_left_out():
    found = rungs(runs((CHANCE, [10, 10]), (SEARCH, [20, 20, 50]), (LB, [30, 20])))
    assert found.loc["LB", "position"] == 1
    assert found.loc["search, effort 5e8", ["graphs", "position"]].tolist() == [2, 20 / 30]


def test_efforts_limits_and_tries_are_methods_of_their_own():
    more = SEARCH | {"effort": 3e9}
    timed = SEARCH | {"solver": "cpsat", "time_limit": 5.0, "effort": None}
    stopped, coin = CHANCE | {"tries": 300.0}, {"method": "coin_flip", "passes": 1.0}
    net = {"method": "network", "architecture": "gin", "variant": "repaired"}
    found = rungs(runs(*((method, [10, 20]) for method in (CHANCE, stopped, coin, net, timed)),
                       (SEARCH, [19, 30]), (more, [20, 30])))
    assert found["family"].drop([name for name in found.index if "printed" in name]).to_dict() == {
        "random order": "greedy", "random order, 300 tries": "greedy",
        "coin flip, 1 pass": "greedy", "GIN, repaired": "network, repaired",
        "cpsat, 5 s": "solver", "search, effort 5e8": "solver", "search, effort 3e9": "solver"}
    assert found.loc["search, effort 5e8", "position"] == pytest.approx(19 / 20)


def test_printed_rows_stand_on_the_axis_of_the_dataset():
    """Of RB graphs nothing is predicted, so that the dataset's means are estimated by ours."""
    found = rungs(runs((CHANCE, [10, 20]), (SEARCH, [20, 30])))
    printed = published.read("scores").query("problem == 'mis' and dataset == 'rb_small'")
    printed = printed.set_index("mode")["mean"]
    for name in ("GIN", "GT", "MLP", "DeepSets"):
        row = found.loc[f"{name}, printed"]
        assert row["mean"] == printed[name] and np.isnan(row["milliseconds"])
        assert row["position"] == pytest.approx((printed[name] - 15) / 10)
        assert row["low"] < row["position"] < row["high"]
