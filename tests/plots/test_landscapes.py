"""Pictures of graphs and landscapes show every edge and every solution once."""

import numpy as np
import pandas as pd
import pytest
from drawn import compiled, decoded, rows, texts

import memlab as ml
from memlab import plots

PATH = ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])


def test_adjacency_shows_the_edges_of_the_corner_from_both_ends():
    chart = plots.adjacency({"a path": PATH, "none": ml.Graph.from_edges(3, [])}, corner=3)
    assert compiled(chart)
    first, second = (decoded(row["image"])[0].tolist() for row in rows(chart))
    assert first == [[0, 1, 0], [1, 0, 1], [0, 1, 0]] and second == [[0] * 3] * 3
    assert {"a path", "none"} <= set(texts(chart))


@pytest.mark.parametrize(("corner", "error", "message"), [
    (1, ValueError, "corner must be an integer of at least 2, not 1"),
    (2.0, TypeError, "corner must be an integer"),
])
def test_a_corner_that_is_none_is_refused(corner, error, message):
    with pytest.raises(error, match=message):
        plots.adjacency({"a path": PATH}, corner=corner)


def test_histograms_of_a_panel_sum_to_one_before_and_after():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"problem": "mis", "dataset": np.repeat(["er_small", "ba_small"], 500),
                          "before": rng.integers(-900, -100, 1000),
                          "after": rng.integers(20, 30, 1000)})
    chart = plots.smoothing(frame)
    assert compiled(chart)
    bars = pd.DataFrame(rows(chart))
    assert bars.groupby("stage")["share"].sum().to_dict() == pytest.approx(
        {"as it is": 2, "after local search": 2})
    assert bars["low"].min() == frame["before"].min()
    assert bars["high"].max() == frame["after"].max()
    assert {"MIS, ER small", "MIS, BA small", "fitness"} <= set(texts(chart))


def test_solutions_that_are_all_alike_are_one_bar():
    bars = pd.DataFrame(rows(plots.smoothing(pd.DataFrame({"before": [3, 3], "after": [5, 5]}))))
    assert len(bars) == 2
    assert (bars["share"] == 1).all()
    assert ((bars["low"] <= [3, 5]) & (bars["high"] >= [3, 5])).all()


def test_a_landscape_has_a_point_per_solution_and_stage():
    frame = pd.DataFrame({"ones": [0, 1, 2], "before": [1, 0, 3], "after": [1, 3, 3]})
    chart = plots.landscape(frame, "ones", title="One block", xlabel="ones in the block")
    assert compiled(chart)
    shown = {(row["ones"], row["stage"]): row["fitness"] for row in rows(chart)}
    assert shown == {(0, "as it is"): 1, (1, "as it is"): 0, (2, "as it is"): 3,
                     (0, "after local search"): 1, (1, "after local search"): 3,
                     (2, "after local search"): 3}
    assert {"One block", "ones in the block", "as it is"} <= set(texts(chart))


@pytest.mark.parametrize("draw", [plots.smoothing, lambda frame: plots.landscape(frame, "ones")])
def test_a_missing_column_is_named(draw):
    with pytest.raises(ValueError, match="lacks .*after"):
        draw(pd.DataFrame({"before": [1]}))


def test_vertices_show_their_numbers_on_demand():
    assert sorted(texts(plots.graph(PATH, numbers=True))) == ["0", "1", "2", "3"]
    assert compiled(plots.graph(PATH, [1, 0, 0, 1], numbers=True))
    assert texts(plots.graph(PATH)) == []
