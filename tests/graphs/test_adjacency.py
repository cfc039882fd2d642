"""What Graph.from_edges says about edges and weights that are no graph."""

import numpy as np
import pytest

from memlab.graphs.graph import Graph, GraphNote


def test_duplicates_are_merged_with_a_note():
    with pytest.warns(GraphNote, match=r"graph 'g': merged 2 duplicate edges \(listed more than "
                                       r"once, or in both directions\)") as notes:
        graph = Graph.from_edges(3, [(0, 1), (1, 0), (1, 2), (0, 1)], name="g")
    assert graph.m == 2
    assert notes[0].filename == __file__
    with pytest.warns(GraphNote, match="merged 1 duplicate edge "):
        assert Graph.from_edges(2, [(0, 1), (1, 0)], weights=[4, 4]).edge_weights.tolist() == [4]


@pytest.mark.parametrize(("n", "edges", "error", "says"), [
    (0, [], ValueError, "n must be an integer from 1 to 2147483647, not 0"),
    (2**31, [], ValueError, "n must be an integer from 1 to 2147483647"),
    (3, [(0, 1), (2, 2)], ValueError, r"edges\[1\] = \(2, 2\) is a self-loop"),
    (3, np.array([(0, 2**63)], np.uint64), ValueError, "names a vertex outside"),
    (3, [(0, 1, 2)], ValueError, r"edges must be .* of shape \(m, 2\), not of shape \(1, 3\)"),
    (3, [(0, 1), (2,)], ValueError, "not rows of different lengths"),
    (3, [(0.0, 1.0)], TypeError, "edges must be an array of integers .* not of float64"),
    (3, [(True, False)], TypeError, "edges must be an array of integers .* not of bool"),
    (3, None, TypeError, "edges must be a list or an array, not None"),
])
def test_bad_edges(n, edges, error, says):
    with pytest.raises(error, match=says):
        Graph.from_edges(n, edges)


@pytest.mark.parametrize(("weights", "error", "says"), [
    ([1], ValueError, r"weights must be .* of shape \(2,\), one an edge, not of shape \(1,\)"),
    ([0.5, 1], TypeError, "weights must be an array of integers .* not of float64"),
    (3, TypeError, "weights must be a list or an array, not 3"),
    ([2**62, 1], ValueError, r"below 2\*\*62"),
])
def test_bad_weights(weights, error, says):
    with pytest.raises(error, match=says):
        Graph.from_edges(3, [(0, 1), (1, 2)], weights=weights)


def test_duplicates_that_disagree():
    with pytest.raises(ValueError, match=r"weights\[2\] = 6 and weights\[0\] = 5 are both for the "
                                         r"edge \(1, 0\)"):
        Graph.from_edges(3, [(0, 1), (1, 2), (1, 0)], weights=[5, 5, 6])
