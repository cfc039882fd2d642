"""Files in the wild: imperfect ones are read, wrong ones are told file, line and reason."""

import pickle

import pytest

import memlab as ml
from memlab.graphs.graph import GraphNote
from memlab.graphs.text import FormatError

PATH = ml.Graph.from_edges(4, [(0, 1), (1, 2)])  # and vertex 3 stands alone


# ---------------------------------------------------------------- imperfect files that are right

@pytest.mark.parametrize(("name", "content"), [
    ("crlf.mis", b"c made by hand\r\np edge 4 2\r\ne 1 2\r\ne 2 3\r\n"),
    ("cr.mis", b"p edge 4 2\re 1 2\re 2 3\r"),
    ("bom.mis", b"\xef\xbb\xbfp edge 4 2\ne 1 2\ne 2 3"),
    ("latin.mis", b"c Erd\xf6s \np col 4 2   \n\n\te  1\t2 \ne 3 2  \n   \n\n"),
    ("late comment.col", b"p edge 4 2\nc\ne 1 2\nc e 1 4\ne 2 3\nc"),
    ("descriptors.clq", b"p clq 4 2\nd 2 DENSE 0.5\nv 1 0.1 0.2\nx 3 4\nn 1 1\nn 2 1\n"
                        b"e 1 2\ne 2 3\n"),
    ("comments.graph", b"% one\n4 2\n% two\n2\n1 3\n % three\n2\n\n% four\n"),
    ("crlf.graph", b"4 2\r\n2\r\n1 3\r\n2\r\n\r\n"),
    ("any order.graph", b"\n4 2 0\n 2 \n3  1\n2 \n \n\n\n"),
    ("codes.graph", b"4 2 000 1\n2\n1 3\n2\n\n"),
    ("ones.graph", b"4 2 001\n2 1\n1 1 3 1\n2 1\n\n"),
    ("no weights.txt", b"4 2\r\n2 1\r\n3 2"),
    ("ones.rud", b"\n4 2 # header\n1 2 1\n# nothing\n\n2 3 +1 \n"),
    ("comments.el", b"#made by hand\n #n=4 \n0 1 # an edge\n\n2 1 # another\n"),
    ("ones.el", b"# n = 4\n0 1 1\n1 2 1\n"),
])
def test_imperfect_files_are_read(read, name, content):
    graph = read(name, content)
    assert graph == PATH
    assert graph.name == name.rpartition(".")[0]


@pytest.mark.parametrize(("name", "content"), [
    ("m counts lines.mis", "p edge 4 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n"),
    ("m counts edges.mis", "p edge 4 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n"),
    ("both.txt", "4 4\n1 2\n2 1\n2 3\n3 2\n"),
    ("both.edges", "# n = 4\n0 1\n1 0\n1 2\n2 1\n"),
    ("twice.graph", "4 2\n2 2\n1 3 1 3\n2 2\n\n"),
])
def test_duplicates_are_merged_with_a_note(read, name, content):
    stem = name.rpartition(".")[0]
    with pytest.warns(GraphNote, match=f"graph '{stem}': merged 2 duplicate edges"):
        assert read(name, content) == PATH


def test_an_edge_list_says_n_or_has_it_guessed(read):
    assert read("a.edges", "0 1\n1 2\n").n == 3
    assert read("a.edges", "# n = 3\n").m == 0
    assert read("a.edges", "# nodes: n = 9\n0 1\n").n == 2
    assert read("a.edges", "# n = 9\n0 1\n# n = 9\n").n == 9


@pytest.mark.parametrize(("name", "content", "base"), [
    ("x.mis", "p edge 4 2\ne 0 1\ne 1 2\n", 0), ("x.txt", "4 2\n0 1\n1 2\n", 0),
    ("x.graph", "4 2\n1\n0 2\n1\n\n", 0), ("x.edges", "# n = 4\n1 2\n2 3\n", 1)])
def test_the_first_vertex_may_have_another_number(read, name, content, base):
    assert read(name, content, base=base) == PATH


# ---------------------------------------------------------------- wrong files

BAD = [
    # name, content, line, what is said
    ("empty.mis", "", None, "the file is empty"),
    ("empty.edges", "", None, "'# n = 10'"),
    ("binary.mis", b"p edge 2 1\n\x00\x01", 2, "line begins with"),
    # DIMACS
    ("x.mis", "hello world\n", 1, "line begins with 'hello'; allowed are c, p, e"),
    ("x.mis", "c x\n\ne 1 2\n", 3, "'p edge n m' must come once, before all other lines"),
    ("x.mis", "p edge 3\n", 1, "the line must be 'p edge n m' or 'p edges n m' or 'p col n m'"),
    ("x.mis", "p edge 0 0\n", 1, "vertices must be an integer from 1 to 2147483647, not 0"),
    ("x.mis", "p edge 3 2\ne 1 2\ne 1\n", 3, "2 words; the line must hold e and two vertices"),
    ("x.mis", "p edge 3 1\ne 1 2.5\n", 2, "'2.5' is not an integer"),
    ("x.mis", "p edge 3 1\ne 1 9223372036854775808\n", 2, "is not an integer"),
    ("x.mis", "p edge 3 1\ne 1 4\n", 2, r"\(1, 4\) names a vertex outside 1\.\.3"),
    ("x.mis", "p edge 3 1\ne 1 2\ne 2 3\n", 1, "header says 1 edges, but the file lists 2$"),
    ("x.mis", "p edge 3 2\nn 1 1\nn 2 7\ne 1 2\n", 3, "vertex weights are not supported"),
    # METIS
    ("x.graph", "3\n", 1, "must be 'n m' or 'n m fmt' or 'n m fmt ncon'"),
    ("x.graph", "2 1 011 1\n5 2 1\n5 1 1\n", 2, "vertex weights are not supported; allowed is 1"),
    ("x.graph", "2 1 012\n2\n1\n", 1, "fmt '012' is not supported; allowed are three digits 0"),
    ("x.graph", "2 1 11 2\n1 1 2 7\n1\n", 1, "by fmt each of 2 lines begins with 2 numbers"),
    ("x.graph", "2 1 10 -1\n2\n1\n", 1, "by fmt each of 2 lines begins with -1 numbers"),
    ("x.graph", "2 1 10\n1 2\n\n", 1, "by fmt each of 2 lines begins with 1 numbers"),
    ("x.graph", "3 2\n2\n1 3\n", 3, r"ends too early: the header \(line 1\) says 3 vertices, but "
                                    "only 2 have a line"),
    ("x.graph", "% c\n2 1\n2\n1\n1\n", 5, r"\(3, 1\) names a vertex outside 1\.\.2"),
    ("x.graph", "3 2\n2\n3\n2\n", 2, "vertex 1 lists vertex 2, but vertex 2 does not list vertex 1"
                                     "; every edge must be listed from both ends"),
    ("x.graph", "2 1 1\n2 1\n1\n", 3, "a weight is missing"),
    ("x.graph", "2 1 1\n2 4\n1 5\n", 3, r"pair \(2, 1\) has another value on line 2"),
    # Gset
    ("x.txt", "3\n1 2\n", 1, "the line must be 'n m'"),
    ("x.txt", "3 2\n1 2\n2 3 1\n", 3, "3 words; the line must hold two vertices, and a weight on "
                                      "every line or on none"),
    ("x.txt", "3 5\n1 2 1\n2 1 1\n", 1, r"header says 5 edges, but the file lists 2 \(1 different"),
    ("x.txt", "3 2\n1 2 1\n2 1 -1\n", 3, r"pair \(2, 1\) has another value on line 2"),
    ("x.txt", "4 6\n" + "".join(f"{u} {v} {'9' * 18}\n" for u in range(1, 5)
                                for v in range(u + 1, 5)), None, "weights must be smaller"),
    # edge list
    ("x.edges", "# n = 3\n0 1\n1 3\n", 3, r"\(1, 3\) names a vertex outside 0\.\.2"),
    ("x.edges", "\n# n = 99999999999\n0 1\n", 2, "vertices must be an integer from 1 to"),
    ("x.edges", "# n = " + "7" * 5000 + "\n0 1\n", 1, "vertices must be an integer from 1 to"),
    ("x.edges", "# n = 5\n0 1\n# n = 5\n# n = 3\n", 1, "n is 5 here, and 3 in another such"),
    ("x.edges", "0 -9223372036854775808\n", 1, r"allowed are those from -\(2\*\*63 - 1\) to"),
    ("x.edges", "0 1\n0 99999999999\n", 2, "vertices must be an integer from 1 to"),
    ("x.edges", "0 -1\n", 1, r"\(0, -1\) names a vertex outside 0\.\.0"),
    ("x.edges", "0;1\n", 1, "1 words; the line must hold two vertices"),
]


@pytest.mark.parametrize(("name", "content", "line", "says"), BAD)
@pytest.mark.filterwarnings("ignore::memlab.graphs.graph.GraphNote")
def test_bad_files_say_file_line_and_reason(read, tmp_path, name, content, line, says):
    with pytest.raises(FormatError, match=says) as error:
        read(name, content)
    where = tmp_path / name if line is None else f"{tmp_path / name}:{line}"
    assert str(error.value).startswith(f"{where}: ")
    assert error.value.line == line


def test_a_format_error_survives_a_process(read):
    with pytest.raises(FormatError) as error:
        read("x.mis", "p edge 3 1\ne 1 4\n")
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.line) == (str(error.value), 2)


def test_a_truncated_file_is_never_another_graph(read):
    """Cut anywhere, a file is refused, unless only digits or the end of its last line are lost."""
    whole = "p edge 12 3\ne 1 2\ne 2 3\ne 3 12\n"
    for length in range(len(whole) - len("2\n")):
        with pytest.raises(FormatError):
            read("x.mis", whole[:length])
