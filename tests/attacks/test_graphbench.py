"""Damaged GraphBench data: refused, or the graphs of the file; with PyTorch, whole files too."""

import functools
import importlib
import importlib.util
import io
import zipfile

import attacks
import numpy as np
from graphbench_files import save, tensors_of
from sound import check_graph

import memlab as ml
from memlab.graphs import graphbench as convert
from memlab.graphs.text import FormatError

GRAPHS = [ml.Graph.from_edges(n, [(u, v) for u in range(n) for v in range(u) if (u + v) % 3])
          for n in range(3, 13)]
torch = importlib.import_module("torch") if importlib.util.find_spec("torch") else None


def test_no_damaged_graphbench_data_do_harm():
    outcomes, faults = attacks.survived(__file__, 1500)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 0


@functools.cache
def content(folder):
    """A sound file."""
    save(torch, GRAPHS, folder / "sound.pt")
    return (folder / "sound.pt").read_bytes()


def case(rng, folder):
    kind = rng.integers(3) if torch else 2
    try:
        if kind == 2:
            found = damaged_tensors(rng)
        else:
            path = folder / "data.pt"
            whole = content(folder)
            damaged = attacks.damaged_bytes if kind else damaged_part
            path.write_bytes(damaged(rng, whole))
            found = convert.load(path, "er_small", "train")
    except FormatError as error:
        assert ("data.pt" if kind < 2 else "tensors") in str(error)
        return "refused"
    for graph in found:
        check_graph(graph)
    assert kind != 1 or found == GRAPHS[:7], "other graphs"
    return "sound"


def damaged_tensors(rng):
    """What is made of tensors one of which is damaged."""
    tensors, slices = tensors_of(GRAPHS, both_ways=rng.random() < 0.5)
    if rng.random() < 0.3:
        del tensors["_num_nodes"]
    part = (tensors, slices)[rng.integers(2)]
    name = rng.choice(list(part))
    if rng.random() < 0.1:
        del part[name]
    elif rng.random() < 0.2:
        part[name] = [None, 3, [], "abc", {}, [1, [2]], np.float64(2), [2.5] * 10][rng.integers(8)]
    else:
        part[name] = attacks.damaged_array(rng, part[name])
    return convert.graphs_from_tensors(tensors, slices, "er_small", "train")


def damaged_part(rng, whole):
    """The file with one of its members damaged, and the checksums right."""
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(found, "w") as new:
        chosen = rng.choice([name for name in old.namelist() if "/data" in name])
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, attacks.damaged_bytes(rng, part) if name == chosen else part)
    return found.getvalue()
