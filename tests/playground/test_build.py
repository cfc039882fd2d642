"""Building the page: what is refused, and how what is missing shows."""

import base64
import gzip
import json
import math
import re
import subprocess

import numba
import numpy as np
import pytest

import memlab as ml
from memlab.commands import start
from memlab.graphs import graph_models, named
from memlab.kernels.rng import seed_state
from memlab.playground import build, machine
from memlab.playground.blocks import manifest
from memlab.problems import PROBLEMS
from memlab.study import provenance


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


def test_a_missing_linker_is_named(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt-get install lld" in refused(capsys, tmp_path)


def test_what_the_page_does_not_have_is_an_error(linker):
    """A kernel that allocates needs Numba's runtime, which no page has."""
    arguments = {"rng": seed_state(0), "n": 5, "p": 0.5}
    with pytest.raises(machine.BuildError, match="(?s)could not be compiled.*erdos_renyi"):
        machine.compiled({"models": (arguments, [graph_models.erdos_renyi])})


def test_a_symbol_left_undefined_is_an_error(linker, capfd):
    """A sine, which no page has, and a product, which it has."""
    for function, symbols in ((lambda values: math.sin(values[0]), ["sin"]),
                              (lambda values: 2 * values[0], [])):
        text = machine._text(numba.njit(function), {"values": np.ones(1)}, "probe")
        code = machine._assemble({"probe": text})
        if symbols:
            with pytest.raises(subprocess.CalledProcessError):
                machine._link(code, ["probe"], machine.linker())
            assert "undefined symbol: sin" in capfd.readouterr().err
        else:
            assert machine._link(code, ["probe"], machine.linker())[:4] == b"\0asm"


def test_a_manifest_refuses_what_it_cannot_say():
    kept = []
    entries = manifest(lambda n: {"a": np.full((n, 2), 7), "b": np.arange(3 * n), "c": 0.5},
                       {"n": 4}, kept.append)
    assert entries["a"]["shape"] == [[0, 1], [2]] and entries["a"]["fill"] == "7"
    assert entries["b"]["shape"] == [[0, 3]] and entries["b"]["fill"] == "count"
    assert entries["c"] == {"dtype": "f8", "value": "0.5"} and not kept
    with pytest.raises(ValueError, match="a has a variable length"):
        manifest(lambda n: {"a": np.arange(n) % 2}, {"n": 4}, kept.append)


def test_what_is_said_of_the_graphs_is_not_contradicted():
    """Values of graphs.toml and a solver's: no proved one is exceeded, none is beyond its bound."""
    for entry in build.GRAPHS:
        name, _, source, spots = build._shipped(entry)
        assert len(spots) == source.graph.n
        if entry.get("index", 0) > 0 or entry.get("dataset", "").endswith("large"):
            continue      # minutes
        for problem, kind in PROBLEMS.items():
            if problem == "dlb":
                continue
            found = ml.optima.solve(kind(source.graph), 1)
            known = source.optimum.get(problem) or source.best_known[problem]
            assert known <= found.upper_bound, (name, problem)
            assert found.value <= known, (name, problem)
            assert not found.proved or found.value == known


def test_examples_are_the_explorers():
    names = [entry["example"] for entry in build.GRAPHS if "example" in entry]
    assert "house" in names and set(names) <= set(named.EXAMPLES)


def test_graphs_that_need_it_have_code_of_their_own(own_graphs):
    """Counters of 16 bits, and weights: else the tests of identity would not meet them."""
    content, programs = build.data([build._own(file) for file in own_graphs])
    kinds = {entry["name"]: {name: described["program"] for name, described
                             in entry["problems"].items()} for entry in content[0]["graphs"]}
    assert set(kinds["weights.mc"]) == {"maxcut"}
    assert len({*kinds["dense.mis"].values(), *kinds["weights.mc"].values(),
                *kinds["path.mis"].values()}) == 5
    assert {"race0", "race1", "race2", "race3", "race4"} < set(programs)


def test_the_shipped_page_is_what_would_be_built_now(shipped):
    """Scripts, texts, graphs and arguments; what the machine code does is tested elsewhere."""
    page = shipped.read_text("utf-8")
    packed = re.search(r'id="data">(.*?)</script>', page)[1]
    assert build.assembled(packed) == page
    whole = gzip.decompress(base64.b64decode(packed))
    length = int.from_bytes(whole[:8], "little")
    facts, content = json.loads(whole[8:8 + length]), whole[8 + length:]
    offset, size = facts.pop("code")
    assert facts.pop("versions").keys() == provenance.versions().keys()
    (now, blob), _ = build.data([build._shipped(entry) for entry in build.GRAPHS])
    del now["versions"]
    assert json.loads(json.dumps(now)) == facts
    assert content[:offset] == blob
    assert content[offset:offset + 4] == b"\0asm" and offset + size == len(content)
