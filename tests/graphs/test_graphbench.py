"""GraphBench's own files: tensors become graphs, and nothing but tensors is loaded."""

import sys

import numpy as np
import pytest
from graphbench_files import save, tensors_of

import memlab as ml
from memlab.graphs import graphbench as convert
from memlab.graphs.text import FormatError


@pytest.fixture(scope="module")
def twenty():
    isolated = ml.Graph.from_edges(3, [(0, 1)])
    return [*ml.datasets.generate("ba_small", 10), isolated, *ml.datasets.generate("ba_small", 9,
                                                                                   seed=1)]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("both_ways", [True, False])
def test_tensors_become_graphs(twenty, both_ways):
    tensors, slices = tensors_of(twenty, both_ways)
    parts = {split: convert.graphs_from_tensors(tensors, slices, "ba_small", split)
             for split in ("train", "validation", "test")}
    assert {split: len(part) for split, part in parts.items()} == {
        "train": 14, "validation": 3, "test": 3}
    assert [*parts["train"], *parts["validation"], *parts["test"]] == twenty
    assert parts["test"][2].name == "graphbench/ba_small/test/2"
    assert convert.graphs_from_tensors(tensors, slices, "ba_small", "test", 2) == twenty[17:19]
    assert convert.graphs_from_tensors(tensors, slices, "ba_small", "test", 0) == []
    del tensors["_num_nodes"]  # then the labels say how many vertices there are
    assert convert.graphs_from_tensors(tensors, slices, "ba_small", "train") == twenty[:14]


def test_graphbench_splits_50_000_graphs_as_the_paper_says():
    assert [convert._bounds_of(split, 50_000) for split in ("train", "validation", "test")] == [
        [0, 35_000], [35_000, 42_500], [42_500, 50_000]]


@pytest.mark.parametrize(("change", "says"), [
    (lambda t, s: t.pop("edge_index"), "'edge_index'"),
    (lambda t, s: (t.pop("_num_nodes"), s.pop("mis_solution")), "must give the numbers of vert"),
    (lambda t, s: t["_num_nodes"].append(5), "numbers of vertices of the 20 graphs"),
    (lambda t, s: t.update(edge_index=t["edge_index"] * 0), r"graph 0: .* is a self-loop"),
    (lambda t, s: t["edge_index"].__setitem__(np.s_[:, 1], t["edge_index"][:, 0]),
     "graph 0: every edge must be listed once, or every edge once in each direction"),
    (lambda t, s: t["edge_index"].__setitem__(np.s_[:, 0], t["edge_index"][::-1, 1]),
     "graph 0: every edge must be listed once, or"),
    (lambda t, s: (s.pop("mis_solution"), t["_num_nodes"].__setitem__(0, 0)),
     "graph 0: .*a vertex outside"),
    (lambda t, s: s.update(x=s["mis_solution"] * 2), "must give the numbers of vertices of the 20"),
])
def test_tensors_that_are_no_graphs(twenty, change, says):
    tensors, slices = tensors_of(twenty)
    change(tensors, slices)
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError), match=says):
        convert.graphs_from_tensors(tensors, slices, "ba_small", "train")


def test_bad_arguments(tmp_path):
    with pytest.raises(ValueError, match="name must be one of 'er_small'"):
        convert.load(tmp_path, "co_er_small")
    with pytest.raises(ValueError, match="split must be one of 'train', 'validation', 'test'"):
        convert.load(tmp_path, "er_small", "val")
    with pytest.raises(ValueError, match="limit must be an integer of at least 0, not -1"):
        convert.load(tmp_path, "er_small", limit=-1)


def test_without_torch_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r"pip install torch, or memlab\[graphbench\]"):
        convert.load(tmp_path, "er_small")


class TestWithTorch:
    """The files themselves; PyTorch is an optional extra."""

    @pytest.fixture
    def torch(self):
        return pytest.importorskip("torch", reason="torch, the extra 'graphbench', is optional")

    @pytest.fixture
    def path(self, tmp_path):
        path = tmp_path / "co" / "co_ba_small" / "processed" / "data.pt"
        path.parent.mkdir(parents=True)
        return path

    def test_files_are_loaded(self, torch, twenty, path, tmp_path):
        save(torch, twenty, path)
        assert convert.load(tmp_path, "ba_small") == twenty[17:]
        assert convert.load(str(tmp_path), "ba_small", "train", 3) == twenty[:3]

    def test_nothing_but_tensors_is_loaded(self, torch, path, tmp_path):
        class Malice:
            def __reduce__(self):
                return exec, (f"open({str(tmp_path / 'harm')!r}, 'w')",)

        torch.save(({"edge_index": Malice()}, {}), path)
        with pytest.raises(FormatError, match=r"not what graphbench-lib writes: (?s:.*)exec"):
            convert.load(tmp_path, "ba_small")
        assert not (tmp_path / "harm").exists()
