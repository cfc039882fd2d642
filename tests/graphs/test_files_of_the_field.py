"""Files as the field has them: compressed, without a suffix, and by definitions of others."""

import bz2
import gzip
import lzma
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import memlab as ml
from memlab.graphs import formats
from memlab.graphs.graph import GraphNote
from memlab.graphs.text import FormatError
from memlab.problems.pseudo_boolean import readers
from memlab.support import files

PATH = ml.Graph.from_edges(4, [(0, 1), (1, 2)])  # and vertex 3 stands alone
LINE = ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
PACK = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}


# ---------------------------------------------------------------- compressed

@pytest.mark.parametrize("packed", PACK)
@pytest.mark.parametrize("suffix", [".mis", ".gr", ".graph", ".txt", ".edges", ".mtx", ".g6",
                                    ".s6", ".graphml", ".gml", ".npz"])
def test_every_format_may_be_compressed(read, tmp_path, packed, suffix):
    ml.write_graph(PATH, tmp_path / f"a{suffix}{packed}")
    ml.write_graph(PATH, tmp_path / f"a{suffix}")
    plain = (tmp_path / f"a{suffix}").read_bytes()
    if suffix != ".npz":      # which has the time in it
        assert files.content(tmp_path / f"a{suffix}{packed}") == plain
    graph = read(f"b.1{suffix}{packed.upper()}", PACK[packed](plain))
    assert graph == PATH and graph.name in ("b.1", "")


@pytest.mark.parametrize("packed", PACK)
def test_a_damaged_compressed_file_is_refused(read, packed):
    content = PACK[packed](b"p edge 2 1\ne 1 2\n")
    for damaged in (content[:-9], content[:9], b"p edge 2 1\n", b""):
        with pytest.raises(FormatError, match=rf"x.mis{packed}: (not a {packed} file|the file is)"):
            read(f"x.mis{packed}", damaged)


def test_what_unpacks_to_very_much_is_refused(read, tmp_path, monkeypatch):
    bomb = bz2.compress(b" " * 10**7)
    assert len(bomb) < 10_000
    with pytest.raises(FormatError, match=rf"x.mis.bz2: unpacks to more than {1000 * len(bomb)} "
                                          "bytes; allowed are 4 GiB, and 1000 times"):
        read("x.mis.bz2", bomb)
    monkeypatch.setattr(files, "_MOST_UNPACKED", 20)
    with pytest.raises(FormatError, match="unpacks to more than 20 bytes"):
        read("x.mis.gz", gzip.compress(b"p edge 2 1\ne 1 2\nc and more"))
    problem = tmp_path / "a.cnf.gz"
    problem.write_bytes(gzip.compress(b"c more than twenty bytes\np cnf 1 1\n1 0\n"))
    with pytest.raises(FormatError, match="unpacks to more than 20 bytes"):
        ml.read_problem(problem)


def test_a_compressed_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        ml.read_graph(tmp_path / "x.mis.gz")
    (tmp_path / "x.mis.gz").mkdir()
    with pytest.raises(IsADirectoryError):
        ml.read_graph(tmp_path / "x.mis.gz")


# ---------------------------------------------------------------- without a suffix

@pytest.mark.parametrize(("content", "says", "expected"), [
    ("c x\np edge 4 2\ne 1 2\ne 2 3\n", "dimacs", PATH), ("p tw 4 2\n1 2\n2 3\n", "gr", PATH),
    ("4 2\n2\n1 3\n2\n\n", "metis", PATH), ("4 2\n1 2 1\n2 3 1\n", "gset", PATH),
    ("# SNAP\n0\t1\n1\t2\n2\t3\n", "edgelist", LINE),
    ("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n2 1\n3 2\n", "matrixmarket", PATH),
    ("% sym unweighted\n% 3 4\n0 1\n1 2\n2 3\n", "edgelist", LINE),
])
@pytest.mark.parametrize("name", ["G1", "out.moreno", "san200_0.7_1", "G1.gz"])
def test_a_file_without_a_known_suffix_is_recognised(read, tmp_path, name, content, says, expected):
    content = gzip.compress(content.encode()) if name.endswith("gz") else content
    with pytest.warns(GraphNote, match=rf"{name}: read as {says}, which its content shows"):
        assert read(name, content) == expected
    with warnings.catch_warnings(action="error"):      # told once
        assert ml.read_graph(tmp_path / name) == expected


def test_what_is_recognised_and_wrong_has_its_line(read):
    with pytest.raises(FormatError, match="G1:2: .* names a vertex outside") as error:
        read("G1", "p edge 2 1\ne 1 3\n")
    assert error.value.line == 2
    with pytest.raises(ValueError, match="names no format; allowed are .clq"):
        read("G1", "<svg/>")
    with pytest.raises(ValueError, match="names no format"):
        read("G1", "# " + " " * 50 + "\n# \n" * 5_000)      # and soon


# ---------------------------------------------------------------- MatrixMarket

def mtx(kind, *lines, percent="%%"):
    return "\n".join([f"{percent}MatrixMarket matrix {kind}", "% a comment", *lines, ""])


@pytest.mark.parametrize(("content", "edges"), [      # FORMATS.md, and Network Repository's %
    (mtx("coordinate real symmetric", "4 4 5", "1 1 2.5", "2 1 7.0", "3 2 -2", "4 3 0", "4 4 1e0"),
     {(0, 1): 7, (1, 2): -2}),
    (mtx("coordinate pattern symmetric", "4 4 4", "2 1", "3 2", "4 3", "4 1", percent="%"),
     {(0, 1): 1, (1, 2): 1, (2, 3): 1, (0, 3): 1}),
    (mtx("coordinate integer general", "2 2 3", "1 2 2", "1 2 4", "2 1 6"), {(0, 1): 6}),
    (mtx("coordinate pattern general", "2 2 3", "1 2", "1 2", "2 1"), {(0, 1): 1}),
])
@pytest.mark.filterwarnings("ignore::memlab.graphs.graph.GraphNote")
def test_matrix_market_is_read_by_its_definition(read, content, edges):
    graph = read("x.mtx", content)
    assert graph == ml.Graph.from_edges(graph.n, edges)
    assert graph.labels == range(1, graph.n + 1)


def test_the_diagonal_of_a_matrix_is_told(read):
    with pytest.warns(GraphNote, match="x.mtx: 2 entries on the diagonal are no edges"):
        read("x.mtx", mtx("coordinate real symmetric", "2 2 3", "1 1 1", "2 1 1", "2 2 4"))


@pytest.mark.parametrize(("content", "says"), [
    (mtx("coordinate real skew-symmetric", "2 2 1", "2 1 1.5"), "x.mtx:1: the first line must be"),
    (mtx("coordinate complex hermitian", "2 2 1", "2 1 1 2"), "others are no undirected graph"),
    (mtx("coordinate real general", "2 3 1", "2 1 1"), "matrix must be square and symmetric"),
    (mtx("coordinate real general", "2 2 1", "2 1 1"), "matrix . matrix.T completes one"),
    (mtx("array real symmetric", "2 2", "0", "3", "0"), "x.mtx:1: the first line"),
    (mtx("coordinate real symmetric", "2 2 1", "2 1 1.5"), "x.mtx:4: '1.5' is not an integer"),
    (mtx("coordinate real symmetric", "2 2 1", "2 1 2u"), r"x.mtx:4: '2u' is not an"),
    (mtx("coordinate real symmetric", "2 2 1", "2 2 1_0"), "x.mtx:4: '1_0' is not a number"),
    (mtx("coordinate real symmetric", "2 2 2", "2 1 1"), "x.mtx:3: the line says 2 entries, but"),
    (mtx("coordinate real symmetric", "2 2 1", "2 3 1"), "x.mtx:4: rows must be 1 to 2, and col"),
    (mtx("coordinate real symmetric", "2 2 1", "2 1"), "x.mtx:4: 2 words"),
    (mtx("coordinate integer general", "2 2 2", f"2 1 {2**62}", f"2 1 {2**62}"), "must be smaller"),
    (mtx("coordinate real symmetric", "9 9 99999999999999", "2 1 1"), "x.mtx:3: the line says 99"),
    (mtx("coordinate real symmetric", "99999999999999 9 1", "2 1 1"), "x.mtx:3: the number of ver"),
    ("%%MatrixMarket", "x.mtx:1: "), ("", "x.mtx:1: "), (mtx("coordinate real symmetric"), "x.mtx"),
])
def test_matrices_that_are_no_graph_are_refused(read, content, says):
    with pytest.raises(FormatError, match=says):
        read("x.mtx", content)


# ---------------------------------------------------------------- edge lists of the networks' sites

@pytest.mark.parametrize(("content", "options", "edges"), [
    ("# Nodes: 3 Edges: 2\n# From\tTo\n0\t1\r\n1\t2\n", {}, {(0, 1): 1, (1, 2): 1}),
    ("% sym weighted\n0 1 5\n1 2 -3\n", {}, {(0, 1): 5, (1, 2): -3}),
    ("0,1,5\n1,2,7\n", {}, {(0, 1): 5, (1, 2): 7}),
    ("0,1,5\n1, 2,7\n", {"weight": None}, {(0, 1): 1, (1, 2): 1}),
    ("% sym posweighted\n0 1 5 1082040961\n1 2 7 1082040962\n", {"weight": 3},
     {(0, 1): 5, (1, 2): 7}),
    ("0 1 1.5e9 5\n1 2 0.5 7.0\n", {"weight": 4}, {(0, 1): 5, (1, 2): 7}),
    ("0 1 2.000e+00\n1 2 3.\n", {}, {(0, 1): 2, (1, 2): 3}),
])
def test_edge_lists_of_others(read, content, options, edges):
    assert read("x.edges", content, **options) == ml.Graph.from_edges(3, edges)


@pytest.mark.parametrize(("content", "options", "line", "says"), [
    ("0 1 5 1082040961\n", {}, 1, "of four, weight=3 or weight=4 names the column, or weight=None"),
    ("0 1 5\n0 2 2.7\n", {}, 2, "'2.7' is not an integer"),
    ("0 1 5\n", {"weight": 4}, 1, "3 words; .* and a weight in column 4"),
    ("% bip unweighted\n1 1\n", {}, 1, "bip is no edge list of an undirected graph"),
    ("% asym unweighted\n1 2\n", {}, 1, "asym are arcs"),
    (mtx("coordinate pattern symmetric", "2 2 1", "2 1"), {}, 1, "format='matrixmarket' reads"),
    ("0 1 2\n1 0 3\n", {}, 2, "has another value on line 1"),
])
def test_edge_lists_that_say_too_little(read, content, options, line, says):
    with pytest.raises(FormatError, match=says) as error:
        read("x.edges", content, **options)
    assert error.value.line == line


def test_the_column_of_weights_is_checked(read):
    with pytest.raises(ValueError, match="weight must be an integer from 3 to 4, not 2"):
        read("x.edges", "0 1\n", weight=2)
    with pytest.raises(TypeError, match="unexpected keyword argument 'weight'"):
        read("x.mis", "", weight=3)


# ---------------------------------------------------------------- graph6, sparse6, GraphML, GML

@pytest.mark.parametrize(("name", "content", "n", "edges"), [      # the examples of formats.txt
    ("x.g6", "DQc\n", 5, [(0, 2), (0, 4), (1, 3), (3, 4)]),
    ("x.g6", ">>graph6<<DQc", 5, [(0, 2), (0, 4), (1, 3), (3, 4)]),
    ("x.s6", ":Fa@x^\n", 7, [(0, 1), (0, 2), (1, 2), (5, 6)]),
    ("x.g6", ":Fa@x^\n", 7, [(0, 1), (0, 2), (1, 2), (5, 6)]), ("x.s6", ":@", 1, [])])
def test_graph6_and_sparse6(read, name, content, n, edges):
    assert read(name, content) == ml.Graph.from_edges(n, edges)


def test_one_of_many_graphs_is_chosen_by_its_number(read):
    content = ">>graph6<<A_\r\nBw\r\nC~\r\n"
    assert [read("all.g6", content, number=i).m for i in (1, 2, 3)] == [1, 3, 6]
    assert read("all.g6", content, number=2).name == "all-2"
    for number in (None, 4):
        with pytest.raises(FormatError, match="it holds 3 graphs; number=1 to 3 says which"):
            read("all.g6", content, number=number)


@pytest.mark.parametrize("content", [
    "", "~", "~~", "D", "DQcc", "DQ", "D\x7f?", ":@N", ":", ";x", "&A_", "~~~~~~~~", ":~~~~~~~~_"])
def test_what_is_no_graph6_is_refused(read, content):
    with pytest.raises(FormatError, match="x.g6: "):
        read("x.g6", content)


GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="w" for="edge" attr.name="weight" attr.type="{0}"><default>{1}</default></key>
<graph edgedefault="{5}"><node id="a"/><node id="b"/><node id="c"/>
<edge id="e7" source="a" target="b"><data key="w">{2}</data></edge>
<edge source="b" target="{4}"><data key="w">{3}</data></edge><edge source="a" target="c"/>
</graph></graphml>"""


@pytest.mark.parametrize("kind", ["double", "int", "long", "float"])
def test_graphml_has_defaults(read, kind):      # which networkx leaves out
    graph = read("x.graphml", GRAPHML.format(kind, 7, 3, -4, "c", "undirected"))
    assert graph == ml.Graph.from_edges(3, {(0, 1): 3, (1, 2): -4, (0, 2): 7})
    assert graph.labels == ("a", "b", "c")
    assert not read("x.graphml", GRAPHML.format(kind, 7, 3, -4, "c", "undirected"),
                    weight=None).is_weighted


@pytest.mark.parametrize(("values", "says"), [
    (("double", 2.5, 3, -4, "c", "undirected"), "weights of graph"),
    (("double", 2, "-INF", -4, "c", "undirected"), "weights of graph"),
    (("int", 2, 3, -4, "c", "directed"), "graph must be undirected"),
    (("int", 2, 3, -4, "b", "undirected"), "is a self-loop"),
    (("int", 2, 3, -4, "a", "undirected"), "duplicates must have one weight"),
    (("int", 2, "x", -4, "c", "undirected"), "x.graphml: "), (("so",) * 6, "x.graphml: ")])
def test_graphml_that_is_no_graph_is_refused(read, values, says):
    with pytest.raises(FormatError, match=says):
        read("x.graphml", GRAPHML.format(*values))


def test_gml_of_others(read):
    gml = """Creator "by hand"
graph [ node [ id 5 label "x" ] node [ id 2 label "y" ] node [ id 9 label "z" ]
 edge [ source 5 target 2 weight {0} ] edge [ source 2 target 9 value 3 ] {1}]"""
    assert read("x.gml", gml.format(1, "")).labels == ("x", "y", "z")
    large = read("x.gml", gml.format('"2147483648"', ""))      # as networkx writes it
    assert large.edge_weights.tolist() == [2**31, 1]
    assert read("x.gml", gml.format(1, ""), weight="value").edge_weights.tolist() == [1, 3]
    again = "edge [ source 2 target 5 weight 1 ]"
    with pytest.warns(GraphNote, match="merged 1 duplicate edge"):
        assert read("x.gml", gml.format(1, again)).m == 2
    with pytest.raises(FormatError, match="x.gml: weight must be an attribute of some edge"):
        read("x.gml", gml.format(1, ""), weight="length")
    for wrong in (gml.format(2, again), gml.format(2.5, ""), gml[:90], "graph [ directed 1 ]"):
        with pytest.raises(FormatError, match="x.gml: "):
            read("x.gml", wrong)


# ---------------------------------------------------------------- PACE, the ninth DIMACS challenge

@pytest.mark.parametrize(("name", "content", "expected"), [
    ("x.gr", "c PACE\np td 4 2\n1 2\nc\n2 3\n", PATH), ("x.gr", "p tw 4 2\n3 2\n1 2\n", PATH),
    ("x.gr", "c nine\np sp 3 4\na 1 2 5\na 2 1 5\na 2 3 7\na 3 2 7\n",
     ml.Graph.from_edges(3, {(0, 1): 5, (1, 2): 7})),
    ("x.gph", "c QOBLIB\np edge 4 2\ne 2 1\ne 3 2\n", PATH),
])
def test_graphs_of_the_challenges(read, name, content, expected):
    assert read(name, content) == expected


@pytest.mark.parametrize(("content", "line", "says"), [
    ("p cnf 4 2\n1 2\n", 1, "the line must be 'p td n m' or 'p tw n m' or 'p sp n m'"),
    ("p td 4\n1 2\n", 1, "the line must be"), ("", None, "the file is empty"),
    ("p td 4 2\n1 2\n", 1, "the header says 2 edges, but the file lists 1"),
    ("p td 4 1\n1 2 3\n", 2, "3 words; the line must hold two vertices"),
    ("p td 4 1\ne 1 2\n", 2, "3 words"),
    ("p sp 3 1\na 1 2 5\n", 2, "vertex 1 lists vertex 2, but vertex 2 does not list vertex 1"),
    ("p sp 3 2\na 1 2 5\na 2 1 6\n", 3, "has another value on line 2"),
    ("p sp 3 2\na 1 2 5\ne 2 1 5\n", 3, "the line must begin with a"),
    ("p sp 3 4\na 1 2 5\na 2 1 5\n", 1, "the header says 2.0 edges, but the file lists 1"),
])
def test_graphs_of_the_challenges_that_are_wrong(read, content, line, says):
    with pytest.raises(FormatError, match=says) as error:
        read("x.gr", content)
    assert error.value.line == line


# ---------------------------------------------------------------- METIS with numbers of vertices

@pytest.mark.parametrize(("content", "weights"), [      # tools take sizes for neighbours
    ("4 3 100\n1 2\n1 1 3\n1 2 4\n1 3\n", None), ("4 3 100\n10 2\n20 1 3\n30 2 4\n40 3\n", None),
    ("4 3 110\n5 1 2\n5 1 1 3\n5 1 2 4\n5 1 3\n", None),
    ("4 3 10\n1 2\n1 1 3\n1 2 4\n1 3\n", None),
    ("4 3 11\n1 2 7\n1 1 7 3 8\n1 2 8 4 9\n1 3 9\n", [7, 8, 9]),
    ("4 3 011 2\n1 1 2 7\n1 1 1 7 3 8\n1 1 2 8 4 9\n1 1 3 9\n", [7, 8, 9])])
def test_sizes_and_unit_weights_of_vertices_are_left_out(read, content, weights):
    with pytest.warns(GraphNote, match="numbers of vertices, [12] on each line, are left out"):
        assert read("x.graph", content) == ml.Graph.from_edges(4, LINE.edges, weights=weights)


# ---------------------------------------------------------------- written and read again

@pytest.mark.parametrize("tries", [10, pytest.param(1_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", formats._FORMATS)
def test_what_is_written_is_read_again(tmp_path, name, tries):
    suffix, rng = formats._FORMATS[name][0].split()[0], np.random.default_rng(52)
    for _ in range(tries):
        n = int(rng.integers(1, 12))
        edges = np.argwhere(np.triu(rng.random((n, n)) < rng.random(), 1))
        weights = None
        if name not in formats._UNWEIGHTED and rng.random() < 0.7:
            weights = rng.choice([-1, 1, 5, 2**31, -2**40], len(edges))
        graph = ml.Graph.from_edges(n, edges, weights=weights)
        ml.write_graph(graph, tmp_path / f"a{suffix}")
        again = ml.read_graph(tmp_path / f"a{suffix}")
        assert again == graph and (again.labels in (None, range(1, n + 1)))


# ---------------------------------------------------------------- whole numbers, pairs twice

def test_whole_floats_are_integers_everywhere(read):
    networkx, sparse = pytest.importorskip("networkx"), pytest.importorskip("scipy.sparse")
    wanted = ml.Graph.from_edges(2, [(0, 1)], weights=[3])
    theirs = networkx.Graph()
    theirs.add_edge(0, 1, weight=3.0)
    found = [ml.Graph.from_edges(2, [(0, 1)], weights=np.array([3.0])),
             ml.Graph.from_edges(2, {(0, 1): 3.0}), ml.Graph.from_networkx(theirs),
             ml.Graph.from_scipy(sparse.csr_array([[0, 3.0], [3.0, 0]])),
             read("x.txt", "2 1\n1 2 3.0\n"), read("x.graph", "2 1 1\n2 3.0\n1 3e0\n")]
    assert all(graph == wanted for graph in found)
    for weight in (2.5, float("nan"), float("inf"), 2.0**60):
        with pytest.raises(TypeError, match="weights must be an array of integers"):
            ml.Graph.from_edges(2, [(0, 1)], weights=[weight])
        with pytest.raises(FormatError, match="is not an integer"):
            read("x.txt", f"2 1\n1 2 {weight!r}\n")


@pytest.mark.parametrize(("name", "head", "pairs"), [
    ("a.gset", "3 {m}\n", ("1 2", "2 1", "2 3")), ("a.sg", "3 {m}\n", ("1 2", "2 1", "2 3")),
    ("a.sparse", "3 {m}\n", ("1 2", "2 1", "2 3")), ("a.edges", "", ("0 1", "1 0", "1 2")),
    ("a.qubo", "p qubo 0 3 0 {m}\n", ("0 1", "1 0", "1 2"))])
def test_a_pair_listed_twice_is_one_pair_or_refused(tmp_path, name, head, pairs):
    def read(*values):
        lines = [f"{pair} {value}\n" for pair, value in zip(pairs, values, strict=True) if value]
        (tmp_path / name).write_text(head.format(m=len(lines)) + "".join(lines))
        if name in ("a.gset", "a.edges"):
            return ml.read_graph(tmp_path / name)
        problem = ml.read_problem(tmp_path / name)
        return [problem.value(x) for x in np.ndindex(2, 2, 2)]

    with pytest.warns(GraphNote, match="merged 1 (duplicate edge|entries that are listed twice)"):
        twice = read(1, 1, 4)
    assert twice == read(1, None, 4)
    with pytest.raises(FormatError, match=r"pair \(.*\) has another value on line"):
        read(1, 3, 4)


# ---------------------------------------------------------------- the page

def rows_of_the_page():
    """The rows of the tables: format, its suffixes, and whether it is written."""
    page = Path(__file__).parents[2] / "docs" / "howto" / "formats.md"
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| .* \| (yes|no|unweighted)\b.*? \| .* \|$",
                      page.read_text("utf-8"), re.MULTILINE)
    return [(name, re.findall(r"`([^`]+)`", suffixes), written) for name, suffixes, written in rows]


def test_the_page_has_every_format_and_suffix():
    known = [(name, suffixes.split()) for table in (formats._FORMATS, readers.FORMATS)
             for name, (suffixes, *_) in table.items()]
    assert sorted(known) == sorted((name, " ".join(suffixes).split())
                                   for name, suffixes, _ in rows_of_the_page())


@pytest.mark.parametrize("name", formats._FORMATS)
def test_the_page_says_what_is_written(tmp_path, name):
    weighted = ml.Graph.from_edges(3, {(0, 1): 5, (1, 2): -7})
    written = next(written for row, _, written in rows_of_the_page() if row == name)
    ml.write_graph(PATH, tmp_path / "a", format=name)
    assert ml.read_graph(tmp_path / "a", format=name) == PATH
    if written == "unweighted":
        with pytest.raises(ValueError, match="graph must be unweighted"):
            ml.write_graph(weighted, tmp_path / "a", format=name)
    else:
        ml.write_graph(weighted, tmp_path / "a", format=name)
        assert ml.read_graph(tmp_path / "a", format=name) == weighted
