"""Leads of modes in configurations that other graphs have chosen."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from memlab.analysis import statistics
from memlab.analysis.leads import chosen, chosen_by_halves, leads

MODES = ("baldwinian", "lamarckian")


def table(value, graphs=6, points=("a", "b"), mus=(10, 50), prices=(0, 1)):
    """Runs of two modes in several configurations; `value(mode, mu, graph, point, price)`."""
    return pd.DataFrame([
        {"problem": "mis", "dataset": point, "step_cost": price, "graph": f"{point}/{graph}",
         "graph_index": graph, "mode": mode, "mu": mu, "lambda_": 50, "crossover_rate": 0.9,
         "lb_probability": np.nan, "repetition": 0,
         "best_fitness": value(mode, mu, graph, point, price)}
        for point in points for price in prices for graph in range(graphs)
        for mode in MODES for mu in mus])


def test_each_mode_point_and_price_has_the_configuration_of_the_first_graphs_on_the_others():
    def value(mode, mu, graph, point, price):
        tens = [("baldwinian", "a", 0), ("lamarckian", "b", 1)]
        good = 10 if (mode, point, price) in tens else 50
        return int(mu == good) if graph < 2 else 5 * (mu != good)      # on the others it is worse

    kept = chosen(table(value), 2)
    assert set(kept["graph_index"]) == {2, 3, 4, 5} and not kept["best_fitness"].any()
    tens = kept[kept["mu"] == 10].groupby(["mode", "dataset", "step_cost"]).size()
    assert tens.to_dict() == {("baldwinian", "a", 0): 4, ("lamarckian", "b", 1): 4}


def test_every_setting_of_a_configuration_is_a_choice():
    runs = table(lambda *_: 0, mus=(10, 10)).assign(learning_probability=[0.1, 1.0] * 48)
    runs["best_fitness"] = (runs["learning_probability"] < 1).astype(int)
    assert set(chosen(runs, 3)["learning_probability"]) == {0.1}


def test_all_equal_configurations_count_in_whatever_order_they_come():
    """On the first graphs 10 and 50 parents tie for Baldwin; on the others he has 1 and 4."""
    def value(mode, mu, graph, *_):
        if mode == "lamarckian":
            return 2
        return {10: 1, 50: 4, 250: 0}[mu] if graph >= 3 else 7 * (mu != 250)

    runs = table(value, mus=(10, 50, 250))
    orders = [runs.sort_values("mu", ascending=up, kind="stable") for up in (True, False)]
    for one in orders:
        assert set(chosen(one, 3).query("mode == 'baldwinian'")["mu"]) == {10, 50}
    first, other = (leads(one, 3) for one in orders)
    pd.testing.assert_frame_equal(first, other)
    assert (first["difference"] == 0.5).all() and (first["pairs"] == 3).all()


def test_no_graph_judges_what_it_has_chosen():
    """On even graphs 10 parents are better, on odd ones 50: each half judges the other's choice."""
    runs = table(lambda mode, mu, graph, *_: int((mu == 10) == (graph % 2 == 0)))
    kept = chosen_by_halves(runs)
    assert len(kept) == len(runs) / 2 and not kept["best_fitness"].any()
    assert kept.groupby("graph")["mu"].nunique().eq(1).all()


def test_the_lead_its_interval_and_p_are_those_of_the_paired_t_test():
    rng = np.random.default_rng(3)
    runs = table(lambda mode, *_: 30 + 2 * (mode == "baldwinian") + rng.integers(0, 5), mus=(10,))
    found = leads(runs, 2).set_index(["dataset", "step_cost"])
    assert len(found) == 4 and set(found["first"]) == {"baldwinian"}
    used = runs[runs["graph_index"] >= 2]
    for place, frame in used.groupby(["dataset", "step_cost"]):
        b, w = (frame[frame["mode"] == mode]["best_fitness"].to_numpy() for mode in MODES)
        test = stats.ttest_rel(b, w)
        row = found.loc[place]
        assert row["p"] == pytest.approx(test.pvalue) and row["difference"] == (b - w).mean()
        low, high = test.confidence_interval()
        assert (row["low"], row["high"]) == pytest.approx((low, high))
    assert found["p_holm"].to_numpy() == pytest.approx(statistics.holm(found["p"]))
    other = leads(runs, 2, modes=MODES[::-1])
    assert other["difference"].to_numpy() == pytest.approx(-found["difference"].to_numpy())


def test_leads_without_deviation_are_certain_or_none():
    runs = table(lambda mode, mu, graph, point, _: int((mode, point) == ("baldwinian", "a")))
    found = leads(runs, 2).set_index(["dataset", "step_cost"])["p_holm"]
    assert (found["a"] == 0).all() and (found["b"] == 1).all()
