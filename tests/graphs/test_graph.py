"""Graph: content, immutability, conversions, and what bad input is told."""

import pickle

import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from strategies import graphs

import memlab as ml
from memlab.graphs.graph import Graph, GraphNote

HOUSE = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)]


def matrix(graph):
    """The adjacency matrix by the plain reading of `edges`."""
    dense = np.zeros((graph.n, graph.n), np.int64)
    values = np.ones(graph.m, np.int64) if graph.edge_weights is None else graph.edge_weights
    for (u, v), value in zip(graph.edges, values, strict=True):
        dense[u, v] = dense[v, u] = value
    return dense


def test_a_graph_by_hand():
    graph = Graph.from_edges(6, HOUSE, name="house")
    assert (graph.n, graph.m, graph.name) == (6, 6, "house")
    assert repr(graph) == "Graph('house', n=6, m=6)"
    assert graph.indptr.tolist() == [0, 3, 6, 8, 10, 12, 12]
    assert graph.indices.tolist() == [1, 3, 4, 0, 2, 4, 1, 3, 0, 2, 0, 1]
    assert graph.degrees.tolist() == [3, 3, 2, 2, 2, 0]
    assert graph.edges.tolist() == [[0, 1], [0, 3], [0, 4], [1, 2], [1, 4], [2, 3]]
    assert graph.weights is None
    assert graph.edge_weights is None
    assert [a.dtype for a in (graph.indptr, graph.indices, graph.degrees, graph.edges)] == [
        np.int64, np.int32, np.int64, np.int64]


@given(graphs(weighted=True))
def test_edges_come_back(graph):
    again = Graph.from_edges(graph.n, graph.edges[::-1, ::-1], weights=(
        None if graph.edge_weights is None else graph.edge_weights[::-1]))
    assert again == graph
    assert hash(again) == hash(graph)
    assert again.fingerprint == graph.fingerprint
    assert (graph.edges[:, 0] < graph.edges[:, 1]).all()
    assert graph.degrees.sum() == 2 * graph.m


@given(graphs())
def test_complement(graph):
    everything = matrix(graph) + matrix(graph.complement()) + np.eye(graph.n, dtype=np.int64)
    assert (everything == 1).all()
    assert graph.complement().complement() == graph


# ---------------------------------------------------------------- equality and immutability

def test_equality_is_by_content():
    house = Graph.from_edges(6, HOUSE)
    others = [Graph.from_edges(5, HOUSE), Graph.from_edges(6, HOUSE[1:]), house.complement(),
              Graph.from_edges(6, [*HOUSE[1:], (4, 5)]),
              Graph.from_edges(6, HOUSE, weights=[2] * 6),
              Graph.from_edges(6, HOUSE, weights=[3] * 6)]
    everyone = [house, *others]
    assert house == Graph.from_edges(6, HOUSE, name="another name")
    assert len(set(everyone)) == len({graph.fingerprint for graph in everyone}) == 7
    assert all(other != house for other in others)
    assert house != "house"


def test_the_fingerprint_never_changes():
    """Stores of results are keyed by it; a new value would orphan them."""
    assert Graph.from_edges(6, HOUSE).fingerprint == "6d9df83110c7fd411b3c796a352cee44"
    weighted = Graph.from_edges(6, HOUSE, weights=[1, 2, 3, 4, 5, -6])
    assert weighted.fingerprint == "e5e71f57226dfca520163206aa1a06b6"


def test_nothing_can_be_changed():
    graph = Graph.from_edges(3, [(0, 1)], weights=[4])
    for array in (graph.indptr, graph.indices, graph.weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    for attribute in ("n", "name", "indices", "unheard_of"):
        with pytest.raises(AttributeError, match="a Graph cannot change"):
            setattr(graph, attribute, 1)
    with pytest.raises(AttributeError, match="a Graph cannot change"):
        del graph.name
    with pytest.raises(TypeError, match=r"Graph\.from_edges"):
        Graph()


@given(graphs(weighted=True))
def test_pickle(graph):
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph
    assert not again.indices.flags.writeable
    assert not again.indptr.flags.writeable


# ---------------------------------------------------------------- conversions

@given(graphs(weighted=True))
def test_networkx_and_back(graph):
    theirs = graph.to_networkx()
    np.testing.assert_array_equal(networkx.to_numpy_array(theirs, range(graph.n)), matrix(graph))
    assert Graph.from_networkx(theirs) == graph


@pytest.mark.parametrize("pairs", [[(2, 0), (0, 1)], [("b", 1), (1, "a")], [((0, 1), "x")]])
def test_networkx_nodes_keep_their_order_and_their_names(pairs):
    theirs = networkx.Graph(pairs, name="v")
    graph = Graph.from_networkx(theirs)
    assert (graph.labels, graph.name) == ((*theirs,), "v")
    for other in (pickle.loads(pickle.dumps(graph)), graph.complement().complement()):
        assert other.labels == graph.labels
    assert networkx.utils.graphs_equal(graph.to_networkx(), theirs)
    run = ml.evolve(ml.MaxIndependentSet(graph), "baldwinian", mu=5, lambda_=5, budget=100)
    found = [node for node, bit in zip(theirs, run.best_solution, strict=True) if bit]
    assert graph.names_of(run.best_solution) == found
    assert len(found) == len(pairs) and theirs.subgraph(found).number_of_edges() == 0


def test_labels_are_no_part_of_what_a_graph_is():
    plain, named = (Graph.from_edges(3, [(0, 1)], labels=labels) for labels in (None, [*"cba"]))
    assert named.labels == ("c", "b", "a") and plain.labels is None
    assert plain == named and plain.fingerprint == named.fingerprint
    assert plain.names_of([0, 1, 1]) == [1, 2]
    assert Graph.from_networkx(networkx.path_graph(3)).labels is None
    assert Graph.from_edges(3, [], labels=range(3)).labels is None


@pytest.mark.parametrize(("labels", "error", "says"), [
    (["a", "b", "a"], ValueError, "labels must be 3 different ones"),
    (range(1, 3), ValueError, "labels must be 3 different ones"),
    (3, TypeError, "labels must be a list or an array, not 3"),
    ([[1], [2], [3]], ValueError, "labels must be 3 different ones, which can be keys"),
    ("abc", TypeError, "labels must be a list"), ({1, 2, 3}, TypeError, "not a set")])
def test_labels_that_name_no_vertex_or_two(labels, error, says):
    with pytest.raises(error, match=says):
        Graph.from_edges(3, [], labels=labels)


def test_a_dictionary_of_edges_has_the_weights():
    graph = Graph.from_edges(3, {(2, 1): -7, (0, 1): 5})
    assert graph.edge_weights.tolist() == [5, -7]
    view = networkx.path_graph(3).edges      # a mapping, but of attributes
    assert Graph.from_edges(3, view) == Graph.from_edges(3, {*view}) == Graph.from_edges(3, [*view])
    assert Graph.from_edges(3, view, weights=[5, 2]).edge_weights.tolist() == [5, 2]


PAIRS = [(0, 1), (1, 2)]


@pytest.mark.parametrize(("edges", "weights", "says"), [
    (dict.fromkeys(PAIRS, 5), [5, 5], "weights must not be given beside a dictionary"),
    ({*PAIRS}, [5, 7], "edges must be a list or an array, not a set"),
    (PAIRS, {0: 5, 1: 7}, "weights must be a list or an array, not a dict"),
    (networkx.line_graph(networkx.path_graph(3)), None, "edges must .*, not a Graph"),
    ("01", None, "edges must be a list or an array, not a str")])
def test_what_iterates_something_else_is_refused(edges, weights, says):
    with pytest.raises(TypeError, match=says):
        Graph.from_edges(3, edges, weights=weights)


def test_networkx_weights_directed_and_parallel():
    with pytest.raises(TypeError, match=r"graph\.to_undirected\(\)"):
        Graph.from_networkx(networkx.DiGraph([(0, 1)]))
    with pytest.warns(GraphNote, match="merged 1 duplicate edge "):
        assert Graph.from_networkx(networkx.MultiGraph([(0, 1), (0, 1)])).m == 1
    theirs = networkx.Graph([(0, 1, {"weight": 3}), (1, 2)])
    assert Graph.from_networkx(theirs).edge_weights.tolist() == [3, 1]
    assert not Graph.from_networkx(theirs, weight=None).is_weighted
    with pytest.raises(ValueError, match="weight must be an attribute of some edge, not 'length'"):
        Graph.from_networkx(theirs, weight="length")
    assert Graph.from_networkx(networkx.empty_graph(2), weight="length").m == 0
    theirs.edges[0, 1]["weight"] = 0.5
    with pytest.raises(TypeError, match=r"of its edge \[0, 1\], must be an integer, not 0\.5"):
        Graph.from_networkx(theirs)
    with pytest.raises(ValueError, match=r"edges\[1\] = \(2, 2\) is a self-loop"):
        Graph.from_networkx(networkx.Graph([("b", "c"), ("a", "a")]))


@given(graphs())
def test_scipy_and_back(graph):
    theirs = graph.to_scipy()
    np.testing.assert_array_equal(theirs.toarray(), matrix(graph))
    assert Graph.from_scipy(theirs) == graph
    theirs.data[:] = 5
    assert not graph.is_weighted


def test_scipy_values_are_weights():
    dense = np.array([[0, 2, 0], [2, 0, -3], [0, -3, 0]])
    for kind in (scipy.sparse.csr_array, scipy.sparse.coo_matrix, scipy.sparse.lil_array):
        graph = Graph.from_scipy(kind(dense), name="s")
        np.testing.assert_array_equal(matrix(graph), dense)
        np.testing.assert_array_equal(graph.to_scipy().toarray(), dense)
    assert Graph.from_scipy(scipy.sparse.csr_array(dense != 0)).m == 2
    stored_zero = scipy.sparse.csr_array((np.zeros(2), ([0, 1], [1, 0])), shape=(2, 2))
    assert Graph.from_scipy(stored_zero).m == 0


@pytest.mark.parametrize(("dense", "error", "says"), [
    ([[0, 1], [2, 0]], ValueError, "square and symmetric"),
    ([[0, 1, 0], [1, 0, 0]], ValueError, "square and symmetric"),
    ([[0, 1], [1, 7]], ValueError, r"edges\[1\] = \(1, 1\) is a self-loop"),
    ([[0, 0.5], [0.5, 0]], TypeError, "whole numbers"),
    ([[0, np.nan], [np.nan, 0]], TypeError, "whole numbers"),
    ([[0, 1e300], [1e300, 0]], TypeError, "whole numbers"),
    ([[0, 1j], [1j, 0]], TypeError, "whole numbers"),
    (np.array([[0, 2**64 - 1], [2**64 - 1, 0]], np.uint64), TypeError, "whole numbers"),
])
@pytest.mark.filterwarnings("error")
def test_scipy_refused(dense, error, says):
    with pytest.raises(error, match=says):
        Graph.from_scipy(scipy.sparse.csr_array(np.array(dense)))


def test_what_is_no_networkx_graph_is_refused():
    for value in (None, np.zeros((2, 2)), networkx.Graph, ml.Graph):
        with pytest.raises(TypeError, match="graph must be a Graph, not "):
            ml.Graph.from_networkx(value)
    with pytest.raises(ValueError, match="n must be an integer from 1"):
        ml.Graph.from_networkx(networkx.Graph())
