"""Graphs from everywhere: their code makes them again, their optima are proved, errors have words.
"""

import tempfile

import pytest

import memlab as ml
from memlab.analysis import named
from memlab.problems import PROBLEMS
from memlab.support import memory


def made_by(source):
    return eval(source.code, {"ml": ml})


@pytest.mark.slow
@pytest.mark.parametrize("name", named.EXAMPLES)
@pytest.mark.parametrize("problem", ("mis", "maxcut"))
def test_the_optima_of_the_examples_are_the_optima(name, problem):
    source = named.from_example(name)
    found = ml.optima.solve(PROBLEMS[problem](source.graph), seconds=60)
    assert found.proved
    assert found.value == source.optimum[problem]


@pytest.mark.parametrize("name", named.EXAMPLES)
def test_the_code_of_an_example_makes_it_again(name):
    source = named.from_example(name)
    assert made_by(source) == source.graph


def test_the_code_of_a_generated_graph_makes_it_again():
    source = named.from_dataset("ba_small", index=3, seed=8)
    assert made_by(source) == source.graph
    assert source.dataset == "ba_small" and source.optimum == {}


@pytest.mark.parametrize("name", ["mine.mis", "mine.graph", "mine.gset", "mine.edges", "mine.npz"])
def test_a_file_of_any_format_is_read(name, tmp_path, monkeypatch):
    graph = named.from_example("tutte").graph
    ml.write_graph(graph, tmp_path / name)
    source = named.from_file(name, (tmp_path / name).read_bytes())
    assert source.graph == graph and source.note == ""
    monkeypatch.chdir(tmp_path)
    assert made_by(source) == graph


def test_what_is_merged_is_noted():
    source = named.from_file("twice.edges", b"0 1\n1 0\n1 2\n")
    assert source.graph.m == 2
    assert source.note == ("graph 'twice': merged 1 duplicate edge (listed more than once, or in "
                           "both directions)")


@pytest.mark.parametrize("name", ["broken.mis", "../../broken.mis"])
def test_a_broken_file_is_named_without_any_folder(name):
    with pytest.raises(ValueError, match=r"^broken.mis:3: \(2, 7\) names a vertex outside 1..3"):
        named.from_file(name, b"p edge 3 2\ne 1 2\ne 2 7\n")


@pytest.mark.parametrize(("suffix", "content"), [
    ("mis", b""), ("npz", b"\x89PNG\r\n\x1a\n\0\0"), ("exe", "größer".encode("utf-16"))])
def test_what_is_no_graph_is_refused_in_words(suffix, content):
    with pytest.raises(ValueError, match=rf"none.{suffix}") as caught:
        named.from_file(f"none.{suffix}", content)
    assert tempfile.gettempdir() not in str(caught.value)


def test_a_graph_that_is_too_large_to_be_shown_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 2**30)
    for n, words in ((10**9, "large.mis:1: a graph of 1000000000 vertices needs"),
                     (10**7, "large.mis: to show 10000000 vertices needs about 1.86 GiB")):
        with pytest.raises(ValueError, match=f"^{words}"):
            named.from_file("large.mis", f"p edge {n} 1\ne 1 2\n".encode())
