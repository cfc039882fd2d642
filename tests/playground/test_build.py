"""Your own graphs, and building the page: what is refused, and how what is missing shows."""

import json
import re

import numpy as np
import pytest

import memlab as ml
from memlab.commands import start
from memlab.graphs import graph_models
from memlab.kernels.rng import seed_state
from memlab.playground import build, webassembly
from memlab.playground.build import manifest
from memlab.playground.page import unpacked
from memlab.problems import PROBLEMS
from memlab.study import provenance


def packed_in(page):
    """The page's data as it stands there."""
    return re.search(r'id="data">(.*?)</script>', page)[1]


def facts_of(path):
    """The facts of a page in a file, and the bytes that they refer to."""
    return unpacked(packed_in(path.read_text("utf-8")))


def refused(capsys, tmp_path, *files):
    options = ["--graph", *map(str, files)] if files else []
    assert start("playground", "--out", str(tmp_path / "page.html"), *options) == 1
    assert not (tmp_path / "page.html").exists()
    return capsys.readouterr().err


def test_a_graph_too_large_is_refused(capsys, tmp_path):
    ml.write_graph(ml.Graph.from_edges(2_001, [(0, 1)]), tmp_path / "long.mis")
    said = refused(capsys, tmp_path, tmp_path / "long.mis")
    assert said.endswith("long.mis is too large for the page, which takes graphs of up to 2,000 "
                         "vertices and 100,000 edges: it has 2,001 and 1\n")
    i, j = np.triu_indices(500, 1)
    ml.write_graph(ml.Graph.from_edges(500, np.column_stack([i, j])), tmp_path / "dense.mis")
    said = refused(capsys, tmp_path, tmp_path / "dense.mis")
    assert "100,000 edges: it has 500 and 124,750" in said


def test_a_file_that_is_no_graph_is_refused(capsys, tmp_path):
    (tmp_path / "broken.mis").write_text("p edge 3 2\ne 1 2\ne 2 7\n")
    said = refused(capsys, tmp_path, tmp_path / "broken.mis")
    assert "(2, 7) names a vertex outside 1..3" in said
    assert "absent.mis" in refused(capsys, tmp_path, tmp_path / "absent.mis")
    (tmp_path / "house").mkdir()
    ml.write_graph(ml.Graph.from_edges(3, [(0, 1)]), tmp_path / "same.mis")
    ml.write_graph(ml.Graph.from_edges(3, [(0, 1)]), tmp_path / "house" / "same.mis")
    said = refused(capsys, tmp_path, tmp_path / "same.mis", tmp_path / "house" / "same.mis")
    assert "same name" in said


@pytest.mark.parametrize("name, text, options, n, m", [
    ("five.edges", "1 2\n2 3\n3 4\n4 5\n5 1\n", [], 6, 5),
    ("five.edges", "1 2\n2 3\n3 4\n4 5\n5 1\n", ["--base", "1"], 5, 5),
    ("far.edges", "7 9\n9 5000\n", ["--relabel"], 3, 2),
    ("hexagon", "6 6\n2 6\n1 3\n2 4\n3 5\n4 6\n5 1\n", ["--format", "metis"], 6, 6),
    ("hexagon.graph", "6 6\n2 6\n1 3\n2 4\n3 5\n4 6\n5 1\n", ["--format", "gset"], 6, 6)])
def test_options_of_reading_reach_the_page(tmp_path, name, text, options, n, m):
    """A 5-cycle that counts from 1, and a hexagon, which by its suffix or its option is METIS."""
    (tmp_path / name).write_text(text)
    out = tmp_path / "page.html"
    assert start("playground", "--out", str(out), "--graph", str(tmp_path / name), *options) == 0
    facts, content = facts_of(out)
    entry = facts["graphs"][0]
    offset, length = entry["edges"]
    edges = np.frombuffer(content[offset:offset + length], np.uint16).reshape(-1, 2)
    assert (entry["name"], entry["n"], entry["m"], len(edges)) == (name, n, m, m)
    triangle = {(0, 2), (0, 4), (2, 4)} <= set(map(tuple, edges.tolist()))
    assert triangle == ("gset" in options)


def test_what_the_page_does_not_have_is_an_error(linker):
    """A kernel that allocates needs Numba's runtime, which no page has."""
    arguments = {"rng": seed_state(0), "n": 5, "p": 0.5}
    with pytest.raises(RuntimeError, match="(?s)could not be compiled.*erdos_renyi"):
        webassembly.compiled({"models": (arguments, [graph_models.erdos_renyi])})


def test_a_manifest_refuses_what_it_cannot_say():
    kept = []
    entries = manifest(lambda n: {"a": np.full((n, 2), 7), "b": np.arange(3 * n), "c": 0.5},
                       {"n": 4}, kept.append)
    assert entries["a"]["shape"] == [[0, 1], [2]] and entries["a"]["fill"] == "7"
    assert entries["b"]["shape"] == [[0, 3]] and entries["b"]["fill"] == "count"
    assert entries["c"] == {"dtype": "f8", "value": "0.5"} and not kept
    with pytest.raises(ValueError, match="a has a variable length"):
        manifest(lambda n: {"a": np.arange(n) % 2}, {"n": 4}, kept.append)


@pytest.mark.slow
def test_what_is_said_of_the_graphs_is_not_contradicted():
    """Values of graphs.toml and a solver's: no proved one is exceeded, none is beyond its bound."""
    for entry in build.GRAPHS:
        name, _, source, spots = build.graph(entry)
        assert len(spots) == source.graph.n
        if entry.get("index", 0) > 0 or entry.get("dataset", "").endswith("large"):
            continue      # minutes
        for problem, make in PROBLEMS.items():
            if not make.needs_graph:
                continue
            found = ml.optima.solve(make(source.graph), 1)
            known = source.optimum.get(problem) or source.best_known[problem]
            assert known <= found.upper_bound, (name, problem)
            assert found.value <= known, (name, problem)
            assert not found.proved or found.value == known


@pytest.mark.slow
def test_own_graphs_are_put_in_front(own_graphs, shipped, with_own):
    (old, before), (new, content) = (facts_of(path) for path in (shipped, with_own))
    assert new["graphs"][0]["name"] == "dense.mis" and new["graphs"][3:] == old["graphs"]
    assert content[:len(before)] == before
    assert [set(entry["problems"]) for entry in new["graphs"][:3]] == [
        {"mis", "maxcut"}, {"maxcut"}, {"mis", "maxcut"}]


@pytest.mark.slow
def test_a_name_cannot_leave_its_place(tmp_path, shipped):
    path = tmp_path / "<script>alert(1)<!--.mis"
    ml.write_graph(ml.Graph.from_edges(3, [(0, 1)]), path)
    assert start("playground", "--out", str(tmp_path / "page.html"), "--graph", str(path)) == 0
    parts = [re.sub(r'(?<=id="data">)[^<]+', "", one.read_text("utf-8"))
             for one in (shipped, tmp_path / "page.html")]
    assert parts[0] == parts[1]
    assert facts_of(tmp_path / "page.html")[0]["graphs"][0]["name"] == path.name


@pytest.mark.slow
def test_the_shipped_page_is_what_would_be_built_now(shipped):
    """Scripts, texts, graphs and arguments; what the machine code does is tested elsewhere."""
    page = shipped.read_text("utf-8")
    assert len(page) < 900_000
    assert build.assembled(packed_in(page)) == page
    facts, content = facts_of(shipped)
    offset, size = facts.pop("code")
    assert facts.pop("versions").keys() == provenance.versions().keys()
    (now, blob), _ = build.data()
    del now["versions"]
    assert json.loads(json.dumps(now)) == facts
    assert content[:offset] == blob
    assert content[offset:offset + 4] == b"\0asm" and offset + size == len(content)
