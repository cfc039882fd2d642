"""Solutions by name: what is written is read again, and what names nothing is refused."""

import networkx as nx
import numpy as np
import pytest

import memlab as ml
from memlab.problems import read_solution, solution_of, write_solution

NAMES = ["a", "b c", "# d", " e", "f\ng", "", 7, (1, 2)]


@pytest.mark.parametrize("problem", [
    ml.MaxCut(ml.Graph.from_edges(8, [(0, 1), (2, 5)], labels=NAMES)),
    ml.MaxIndependentSet(ml.Graph.from_networkx(nx.path_graph(range(9, 1, -1)))),
    ml.MaxCut(ml.Graph.from_edges(8, [(0, 7)], labels=range(1, 9))),
    ml.problems.max_sat([[1, -8], [2]]), ml.DeceptiveLeadingBlocks(n=8, k=2)])
def test_what_is_written_is_read_again(tmp_path, problem):
    for x in (*np.random.default_rng(0).integers(0, 2, (20, 8)), np.zeros(8, int), np.ones(8, int)):
        write_solution(tmp_path / "x", problem, x, problem="any", path="where")
        assert read_solution(tmp_path / "x", problem).tolist() == x.tolist()
    assert (tmp_path / "x").read_text().startswith("# problem any\n# path where\n# value ")


def test_a_file_by_hand(tmp_path):
    (tmp_path / "cut").write_text("# by hand\n\n  z \n#y\n")
    triangle = ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)], labels=[*"xyz"]))
    assert read_solution(tmp_path / "cut", triangle).tolist() == [0, 0, 1]
    minimum = ml.problems.qubo([[5, -6], [-6, 3]], minimise=True)
    write_solution(tmp_path / "both", minimum, [1, 1])
    assert (tmp_path / "both").read_text() == "# value -4.0\n1\n2\n"


@pytest.mark.parametrize("problem, lines, says", [
    (ml.MaxCut(ml.Graph.from_edges(2, [(0, 1)])), ["2"], "'2' names nothing in MaxCut"),
    (ml.MaxCut(ml.Graph.from_edges(2, [(0, 1)])), ["1", "1"], "must not be named twice"),
    (ml.MaxCut(ml.Graph.from_edges(2, [], labels=[1, "1"])), ["1"], "must differ as texts"),
    (ml.DeceptiveLeadingBlocks(n=2, k=2), ["1"], "a bit must be named once"),
    (ml.DeceptiveLeadingBlocks(n=2, k=2), ["1", "-1"], "a bit must be named once"),
    (ml.DeceptiveLeadingBlocks(n=2, k=2), ["0"], "'0' names nothing in Deceptive")])
def test_what_names_nothing_or_too_much_is_refused(problem, lines, says):
    with pytest.raises(ValueError, match=says):
        solution_of(problem, lines)


@pytest.mark.parametrize("content", [b"\xd7\x00", b"5\n"])
def test_a_file_that_holds_no_solution_is_named(content, tmp_path):
    (tmp_path / "x.txt").write_bytes(content)
    with pytest.raises(ValueError, match=r"x\.txt is not a solution of MaxCut"):
        read_solution(tmp_path / "x.txt", ml.MaxCut(ml.Graph.from_edges(2, [(0, 1)])))


def test_a_file_that_could_not_be_read_is_not_written(tmp_path):
    alike = ml.MaxCut(ml.Graph.from_edges(2, [], labels=[1, "1"]))
    with pytest.raises(ValueError, match="must differ as texts"):
        write_solution(tmp_path / "x", alike, [1, 0])
    assert not [*tmp_path.iterdir()]
