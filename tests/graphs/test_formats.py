"""Graph files: what is written reads back identical, and well-known files are read right."""

import csv
import io
import warnings

import networkx
import numpy as np
import pytest
from hypothesis import example, given
from strategies import graphs

import memlab as ml
from memlab.graphs.graph import GraphNote
from memlab.graphs.text import FormatError

SUFFIXES = {
    "dimacs": [".clq", ".col", ".mis", ".dimacs", ".gph"],
    "gr": [".gr"],
    "metis": [".graph", ".metis"],
    "gset": [".txt", ".rud", ".rudy", ".mc", ".gset"],
    "edgelist": [".edges", ".edgelist", ".el"],
    "matrixmarket": [".mtx"],
    "graph6": [".g6"],
    "sparse6": [".s6"],
    "graphml": [".graphml"],
    "gml": [".gml"],
    "npz": [".npz"],
}
PATH = ml.Graph.from_edges(4, [(0, 1), (1, 2)])  # and vertex 3 stands alone
SIGNED = ml.Graph.from_edges(3, [(0, 1), (1, 2)], weights=[-1, 12])


# ---------------------------------------------------------------- round trips

@pytest.mark.parametrize("format", SUFFIXES)
@given(graph=graphs(weighted=True))
@example(graph=PATH)
@example(graph=ml.Graph.from_edges(1, []))
@example(graph=ml.Graph.from_edges(2, [(0, 1)], weights=[2**61]))
@example(graph=ml.Graph.from_edges(2, [(0, 1)], weights=[0]))
def test_what_is_written_reads_back_identical(tmp_path_factory, format, graph):
    path = tmp_path_factory.mktemp("graphs") / f"some{SUFFIXES[format][0]}"
    refusal = "graph must have no edge of weight 0" if format == "matrixmarket" else ""
    if format in ("dimacs", "gr", "graph6", "sparse6"):
        refusal = "graph must be unweighted to be written as"
    if refusal and graph.is_weighted and ("un" in refusal or not graph.weights.all()):
        with pytest.raises(ValueError, match=refusal):
            ml.write_graph(graph, path)
        assert list(path.parent.iterdir()) == []
        return
    ml.write_graph(graph, path)
    again = ml.read_graph(path)
    assert again == graph
    assert again.name == ("" if format == "npz" else "some")


@pytest.mark.parametrize(("format", "suffix"),
                         [(format, suffix) for format in SUFFIXES for suffix in SUFFIXES[format]])
def test_the_suffix_names_the_format(tmp_path, format, suffix):
    ml.write_graph(PATH, tmp_path / f"a{suffix}")
    ml.write_graph(PATH, tmp_path / "b", format=format)
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / "b").read_bytes()
    (tmp_path / "b").rename(tmp_path / f"B{suffix.upper()}")
    assert ml.read_graph(str(tmp_path / f"B{suffix.upper()}")) == PATH
    assert ml.read_graph(tmp_path / f"a{suffix}", format=format) == PATH


@pytest.mark.parametrize(("name", "graph", "content"), [
    ("p.mis", PATH, "p edge 4 2\ne 1 2\ne 2 3\n"),
    ("p.graph", PATH, "4 2\n2\n1 3\n2\n\n"),
    ("s.graph", SIGNED, "3 2 1\n2 -1\n1 -1 3 12\n2 12\n"),
    ("p.txt", PATH, "4 2\n1 2 1\n2 3 1\n"),
    ("s.txt", SIGNED, "3 2\n1 2 -1\n2 3 12\n"),
    ("p.edges", PATH, "# n = 4\n0 1\n1 2\n"),
    ("s.edges", SIGNED, "# n = 3\n0 1 -1\n1 2 12\n"),
])
def test_files_by_hand(read, tmp_path, name, graph, content):
    ml.write_graph(graph, tmp_path / name)
    assert (tmp_path / name).read_text() == content
    assert read(name, content) == graph


@pytest.mark.parametrize("labels", [
    [7, 5], ["b", "1"], range(1, 3), None, [(0, 1), (1, 0)], ["1", 1], [2**63, -1], [0.5, True],
    np.array([7, 5])], ids=str)
def test_npz_keeps_the_labels(tmp_path, labels):
    named = ml.Graph.from_edges(2, [(0, 1)], labels=labels)
    ml.write_graph(named, tmp_path / "x.npz")
    assert ml.read_graph(tmp_path / "x.npz").labels == named.labels
    ml.Evolution(ml.MaxCut(named), "darwinian", mu=2, lambda_=2, budget=9).save(tmp_path / "run")
    kept = ml.Evolution.load(tmp_path / "run").problem.graph.labels
    assert kept == named.labels and [*map(type, kept or ())] == [*map(type, named.labels or ())]


def test_labels_that_no_file_could_keep_are_refused(tmp_path):
    named = ml.Graph.from_edges(2, [], labels=[frozenset({1}), 3])
    with pytest.raises(ValueError, match="labels must be numbers, texts, or tuples of these"):
        ml.write_graph(named, tmp_path / "x.npz")
    assert not [*tmp_path.iterdir()]


def test_a_format_without_labels_tells_that_they_are_lost(tmp_path):
    named = ml.Graph.from_edges(2, [(0, 1)], labels=[10, 20])
    with pytest.warns(GraphNote, match="written as numbers; npz keeps their labels"):
        ml.write_graph(named, tmp_path / "x.edges")
    with warnings.catch_warnings(action="error"):
        ml.write_graph(named, tmp_path / "x.npz")


# ---------------------------------------------------------------- npz

def npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


GOOD = {"n": np.int64(3), "edges": np.array([[0, 1], [1, 2]])}


@pytest.mark.parametrize(("content", "says"), [
    (b"rubbish" * 50, "not an npz file of a graph: File is not a zip file"),
    (npz(**GOOD)[:-30], "not an npz file of a graph: File is not a zip file"),
    (npz(**GOOD).replace(b"descr", b"dascr"), "not an npz file of a graph"),
    (npz(**GOOD).replace(b"(2, 2)", b"(9, 2)"), "not an npz file of a graph"),
    (npz(edges=GOOD["edges"]), "not an npz file of a graph: 'n'"),
    (npz(n=3, edges=np.array([[0, 1], None], object)), "allow_pickle=False"),
    (npz(n=3.0, edges=GOOD["edges"]), "n must be an integer"),
    (npz(n=3, edges=np.array([[1, 1]])), "is a self-loop"),
    (npz(**GOOD, labels=["a", "a", "b"]), "labels must be 3 different ones"),
    (npz(**GOOD, labels=["a", "b"]), "not an npz file of a graph"),
])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_bad_npz(read, content, says):
    with pytest.raises(FormatError, match=says):
        read("x.npz", content)


# ---------------------------------------------------------------- bad arguments

def test_files_that_are_not_there(tmp_path):
    for suffix in (".mis", ".npz"):
        with pytest.raises(FileNotFoundError):
            ml.read_graph(tmp_path / f"missing{suffix}")
        (tmp_path / f"folder{suffix}").mkdir()
        with pytest.raises(IsADirectoryError):
            ml.read_graph(tmp_path / f"folder{suffix}")


@pytest.mark.parametrize("name", ["x.gz", "x", "x.csv"])
def test_unknown_suffixes(tmp_path, name):
    for call in (lambda path: ml.read_graph(path), lambda path: ml.write_graph(PATH, path)):
        with pytest.raises(ValueError, match=r"names no format; allowed are \.clq .*\.npz.* needs "
                                             'format="dimacs" or .* or format="npz"'):
            call(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_bad_arguments(tmp_path):
    path = tmp_path / "x.npz"
    with pytest.raises(ValueError, match=r"format must be one of 'dimacs', 'gr'.* not 'csv'"):
        ml.read_graph(path, format="csv")
    with pytest.raises(TypeError, match="graph must be a Graph, not"):
        ml.write_graph([(0, 1)], path)
    with pytest.raises(ValueError, match="base must be an integer from 0 to 1, not 2"):
        ml.read_graph(tmp_path / "x.mis", base=2)


# ---------------------------------------------------------------- real files

def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.filterwarnings("error")
def test_the_public_instances_are_read_right(instances):
    rows = rows_of(instances / "best_known.csv") + rows_of(instances / "generated_reference.csv")
    assert len(rows) == 17
    for row in rows:
        graph = ml.read_graph(instances / row["file"])
        assert (graph.n, graph.m) == (int(row["n"]), int(row["m"])), row["file"]
        weights = set(graph.edge_weights.tolist()) if graph.is_weighted else {1}
        assert weights == ({-1, 1} if row.get("weights") == "signed" else {1}), row["file"]


def test_well_known_graphs_are_themselves(instances):
    """Structure, not only counts: a shifted or transposed reading would not pass."""
    hamming = ml.read_graph(instances / "dimacs" / "hamming8-4.clq")
    u, v = hamming.edges.T
    assert (np.bitwise_count(u ^ v) >= 4).all()
    frb = ml.read_graph(instances / "bhoslib" / "frb30-15-1.mis")
    assert all(frb.to_scipy()[i:i + 15, i:i + 15].sum() == 15 * 14 for i in range(0, 450, 15))


# ---------------------------------------------------------------- sparse numbers

SPARSE = "700000000000 9 5\n9 -4 2\n# n = 3\n-4 700000000000 1\n"


def test_vertices_with_sparse_numbers_are_relabelled_on_request(read, tmp_path):
    with pytest.raises(FormatError, match=r"x.edges:1: .* names a vertex outside 0\.\.2"):
        read("x.edges", SPARSE)
    graph = read("x.edges", SPARSE, relabel=True)
    assert graph.labels == (-4, 9, 700000000000)
    theirs = networkx.read_weighted_edgelist(tmp_path / "x.edges", nodetype=int)
    theirs = networkx.convert_node_labels_to_integers(theirs, ordering="sorted")
    weights = {(u, v): int(w) for u, v, w in theirs.edges(data="weight")}
    assert graph == ml.Graph.from_edges(3, list(weights), weights=list(weights.values()))
    assert graph == read("x.edges", SPARSE, relabel=True, base=1)
    assert graph == read("x.csv", SPARSE, relabel=True, format="edgelist")


def test_other_formats_are_not_relabelled(read):
    with pytest.raises(TypeError, match="unexpected keyword argument 'relabel'"):
        read("x.mis", "", relabel=True)
    with pytest.raises(TypeError, match="relabel must be True or False, not 'yes'"):
        read("x.edges", "0 1\n", relabel="yes")


# ---------------------------------------------------------------- where files count from

FIVE = "1 2\n2 3\n3 4\n4 5\n5 1\n"


@pytest.mark.parametrize("name", ["five.edges", "five.el"])
def test_an_edge_list_without_vertex_0_gets_a_note_once(read, tmp_path, name):
    with pytest.warns(GraphNote, match=rf"{name}: no edge has vertex 0.*base=1 reads a file"):
        assert read(name, FIVE).n == 6
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ml.read_graph(tmp_path / name).n == 6
        graph = read(name, FIVE, base=1)
        for options in ({"base": 0}, {"relabel": True}):
            assert read(name, FIVE, **options).m == 5
        assert read("stated.edges", "# n = 6\n" + FIVE).n == 6
        assert read("none.edges", "# n = 6\n").n == 6
    assert (graph.n, ml.optima.solve(ml.MaxIndependentSet(graph)).value) == (5, 2)
    assert graph.names_of([1, 0, 1, 0, 0]) == [1, 3]


def test_vertices_have_the_numbers_that_they_have_in_the_file(read):
    for name, content in (("x.mis", "p edge 2 1\ne 1 2\n"), ("x.txt", "2 1\n1 2\n"),
                          ("x.graph", "2 1\n2\n1\n")):
        graph = read(name, content)
        assert (graph.labels, graph.names_of([0, 1])) == (range(1, 3), [2])
        assert [*graph.to_networkx()] == [0, 1] and graph.edges.tolist() == [[0, 1]]
    assert read("x.mis", "p edge 2 1\ne 0 1\n", base=0).labels is None
    assert read("x.edges", "0 1\n").labels is None


@pytest.mark.parametrize("name", ["C125.9", "G1"])
def test_a_name_that_ends_with_digits_has_no_suffix(read, name):
    with pytest.warns(GraphNote, match=f"{name}: read as gset, which its content shows"):
        assert read(name, "2 1\n1 2\n").name == name
    with pytest.raises(ValueError, match=f'{name}: the suffix .* needs format="dimacs" or .*gset'):
        read(name, "a graph")
    assert read(name, "2 1\n1 2\n", format="gset").name == name
    assert read("x.dat", "2 1\n1 2\n", format="gset").name == "x"


# ---------------------------------------------------------------- checksums


# ---------------------------------------------------------------- checksums

def test_damage_to_the_head_of_an_array_is_found(read, tmp_path):
    """NumPy would read the edges that the head speaks of, and never come to the checksum."""
    edges = np.column_stack((np.arange(2000), np.arange(2000) + 1))
    content = npz(n=2001, edges=edges)
    damaged = content.replace(b"(2000, 2)", b"(1000, 2)")
    (tmp_path / "x.npz").write_bytes(damaged)
    with np.load(tmp_path / "x.npz") as file:
        assert len(file["edges"]) == 1000
    with pytest.raises(FormatError, match="Bad CRC-32"):
        read("x.npz", damaged)
