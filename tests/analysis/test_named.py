"""Graphs from everywhere: their optima are proved, errors have words."""

import pytest

import memlab as ml
from memlab.analysis import named
from memlab.problems import PROBLEMS
from memlab.support import memory


@pytest.mark.slow
@pytest.mark.parametrize("name", named.EXAMPLES)
@pytest.mark.parametrize("problem", ("mis", "maxcut"))
def test_the_optima_of_the_examples_are_the_optima(name, problem):
    source = named.from_example(name)
    found = ml.optima.solve(PROBLEMS[problem](source.graph), seconds=60)
    assert found.proved
    assert found.value == source.optimum[problem]


@pytest.mark.parametrize("name", ["mine.mis", "mine.graph", "mine.gset", "mine.edges", "mine.npz"])
def test_a_file_of_any_format_is_read(name, tmp_path):
    graph = named.from_example("tutte").graph
    ml.write_graph(graph, tmp_path / name)
    source = named.from_path(tmp_path / name)
    assert source.graph == graph and source.note == ""


@pytest.mark.filterwarnings("ignore::memlab.graphs.graph.GraphNote")
@pytest.mark.parametrize("name", ["C125.9", "C125.9.clq", "C125.9.clq.gz", "C125.9.gz"])
def test_best_values_are_asked_for_by_the_name_of_the_instance(name, tmp_path, monkeypatch):
    asked = set()
    monkeypatch.setattr(named, "best_known", lambda name, *_: asked.add(name) or {})
    ml.write_graph(ml.Graph.from_edges(2, [(0, 1)]), tmp_path / name, "dimacs")
    named.from_path(tmp_path / name)
    assert asked == {"C125.9"}


def test_what_is_merged_is_noted(tmp_path):
    (tmp_path / "twice.edges").write_bytes(b"0 1\n1 0\n1 2\n")
    source = named.from_path(tmp_path / "twice.edges")
    assert source.graph.m == 2
    assert source.note == ("graph 'twice': merged 1 duplicate edge (listed more than once, or in "
                           "both directions)")


def test_a_graph_that_is_too_large_to_be_shown_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 2**30)
    (tmp_path / "large.mis").write_text(f"p edge {10**7} 1\ne 1 2\n")
    with pytest.raises(ValueError, match=r"large.mis: to show 10000000 vertices needs about 1.86"):
        named.from_path(tmp_path / "large.mis")
