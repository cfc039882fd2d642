"""Damaged graph files, of every format: refused with the file's name, or a graph that is sound."""

import functools
import tempfile
from pathlib import Path

import attacks
import numpy as np
import pytest
import reference_graph_files as reference
from sound import check_graph

import memlab as ml
from memlab.graphs.text import FormatError
from memlab.support import memory

RANDOM = ml.Graph.from_edges(9, [(u, v) for u in range(9) for v in range(u) if (u * v) % 3 != 1])
WEIGHTED = ml.Graph.from_edges(RANDOM.n, RANDOM.edges, weights=np.arange(RANDOM.m) - 3)
LARGE, = ml.datasets.generate("ba_small")
ARCS = f"c nine\np sp 9 {2 * WEIGHTED.m}\n".encode() + b"".join(
    b"a %d %d %d\na %d %d %d\n" % (u, v, u * v, v, u, u * v) for u, v in WEIGHTED.edges + 1)
SUFFIXES = (".mis", ".graph", ".txt", ".edges", ".npz", ".gr", ".mtx", ".mis.gz", ".edges.xz",
            ".graph.bz2", ".g6", ".s6", ".graphml", ".gml")
UNWEIGHTED = (".mis", ".gr", ".mis.gz", ".g6", ".s6")


@pytest.mark.slow
def test_no_damaged_graph_file_does_harm():
    outcomes, faults = attacks.survived(__file__, 2500)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 0


@pytest.mark.filterwarnings("ignore::memlab.graphs.graph.GraphNote")
@pytest.mark.parametrize("tries", [60, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("suffix", reference.COMMENTS)
def test_a_damaged_file_is_read_as_by_a_slow_reader(tmp_path, suffix, tries, monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 2**28)
    texts = [content for kind, _, content in contents() if kind == suffix and len(content) < 999]
    texts += [ARCS] if suffix == ".gr" else []
    path, found = tmp_path / f"a{suffix}", []
    for i in range(tries):
        rng = np.random.default_rng([52, i])
        path.write_bytes(attacks.damaged_text(rng, texts[i % len(texts)], texts))
        try:
            graph = ml.read_graph(path)
        except FormatError:
            continue
        n, weights = reference.read(path)
        assert n in (None, graph.n) and weights == {
            frozenset(edge): weight for edge, weight in zip(
                graph.edges.tolist(), graph.weight_of_edges.tolist(), strict=True)}
        found.append(graph)
    assert tries // 50 < len(found) < tries // 2


@functools.cache
def contents():
    """(suffix, graph, content) of sound files."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for suffix in SUFFIXES:
            for graph in (RANDOM, LARGE) if suffix in UNWEIGHTED else (RANDOM, WEIGHTED, LARGE):
                if suffix == ".mtx":      # 0 is no entry of a matrix
                    graph = ml.Graph.from_edges(graph.n, graph.edges, weights=np.where(
                        graph.weight_of_edges == 0, 9, graph.weight_of_edges))
                path = Path(folder, f"graph{suffix}")
                ml.write_graph(graph, path)
                found.append((suffix, graph, path.read_bytes()))
    return found


def case(rng, folder):
    suffix, graph, content = contents()[rng.integers(len(contents()))]
    path, texts = folder / f"graph{suffix}", [c for s, _, c in contents() if s.count(".") == 1
                                              and s != ".npz"]
    bitwise = (suffix == ".npz" and rng.random() < 0.5) or suffix.count(".") > 1
    if bitwise:
        path.write_bytes(attacks.damaged_bytes(rng, content))
    elif suffix == ".npz":
        with np.load(folder_copy(folder, content)) as file:
            arrays = dict(file)
        name = rng.choice(list(arrays))
        arrays[name] = attacks.damaged_array(rng, arrays[name])
        np.savez(path, **arrays)
    else:
        path.write_bytes(attacks.damaged_text(rng, content, texts))
    options = {}
    if suffix in (".mis", ".graph", ".txt", ".edges", ".gr") and rng.random() < 0.2:
        options["base"] = int(rng.integers(2))
    if suffix == ".edges" and rng.random() < 0.3:
        options["relabel"] = True
    if suffix == ".edges" and rng.random() < 0.3:
        options["weight"] = (None, 3, 4)[rng.integers(3)]
    if suffix != ".npz" and not bitwise and rng.random() < 0.2:      # recognised by its content
        path, options = path.rename(folder / "graph"), {}
    try:
        found = ml.read_graph(path, **options)
    except ValueError as error:
        assert str(path) in str(error)
        assert isinstance(error, FormatError) or "names no format" in str(error)
        return "refused"
    check_graph(found)
    assert not bitwise or found == graph, "damage that the checksums do not show"
    return "sound"


def folder_copy(folder, content):
    path = folder / "sound.npz"
    path.write_bytes(content)
    return path
