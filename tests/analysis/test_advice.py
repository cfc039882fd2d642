"""What the map suggests: the table behind it, the nearest place, and doubts."""

import make_advice
import pandas as pd
import pytest

import memlab as ml
from memlab.graphs import random_graphs
from memlab.support.paths import RESULTS, data


def graph(n, p, seed=0):
    return random_graphs.er(n, p, seed=seed)


@pytest.mark.slow
def test_the_table_is_what_the_runs_of_the_map_say():
    made = make_advice.table(ml.study.load(RESULTS / "plane").runs())
    shipped = pd.read_csv(data("advice.csv"))
    assert len(shipped) == 864
    pd.testing.assert_frame_equal(made, shipped, check_dtype=False, atol=1e-4)


@pytest.mark.parametrize(("n", "p", "price", "place"), [
    (700, 0.011, 0, (620, 0.01, 0)), (400, 0.31, 0.03, (450, 0.25, 0)),
    (400, 0.33, 0.04, (450, 0.4, 0.1)), (1500, 0.9, 0.5, (1600, 0.9, 1))])
def test_the_nearest_place_counts(n, p, price, place):
    problem = ml.MaxCut(graph(n, p))
    advice = ml.advise(problem, price)
    assert (advice.n, advice.p, advice.price) == place and advice.outside == ()
    assert advice.configuration.step_cost == price
    assert advice.low <= advice.gain <= advice.high
    row = pd.read_csv(data("advice.csv")).query(
        "problem == 'maxcut' and n == @advice.n and p == @advice.p and step_cost == @advice.price")
    assert row[["mode", "mu"]].iloc[0].tolist() == [advice.configuration.mode,
                                                    advice.configuration.mu]


def star(n):
    return ml.Graph.from_edges(n, [(0, other) for other in range(1, n)])


@pytest.mark.parametrize(("problem", "reasons"), [
    (ml.MaxCut(ml.Graph.from_edges(3, [(0, 1)])), ["number of vertices"]),
    (ml.MaxCut(ml.Graph.from_edges(1, [])), ["number of vertices", "density"]),
    (ml.MaxCut(ml.Graph.from_edges(100_000, [])), ["number of vertices", "density"]),
    (ml.MaxCut(star(200)), ["degrees"]),
    (ml.MaxIndependentSet(ml.datasets.graph("rb_small")), ["degrees or triangles"]),
    (ml.MaxIndependentSet(ml.datasets.graph("ba_large")), ["density"]),
    (ml.MaxIndependentSet(graph(100, 0.1), local_search="swap"), ["not the repair"]),
    (ml.MaxCut(ml.Graph.from_edges(60, [(i, i + 1) for i in range(59)], weights=[2] * 59)),
     ["weights"])])
def test_what_was_not_measured_is_said(problem, reasons):
    advice = ml.advise(problem)
    assert len(advice.outside) == len(reasons)
    for reason, said in zip(reasons, advice.outside, strict=True):
        assert reason in said
