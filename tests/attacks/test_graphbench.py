"""Damaged GraphBench data: refused, or graphs."""


import attacks
import numpy as np
from graphbench_files import tensors_of
from sound import check_graph

import memlab as ml
from memlab.graphs import graphbench as convert

GRAPHS = [ml.Graph.from_edges(n, [(u, v) for u in range(n) for v in range(u) if (u + v) % 3])
          for n in range(3, 13)]


def test_no_damaged_graphbench_data_do_harm():
    outcomes, faults = attacks.survived(__file__, 1500)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 0


def case(rng, folder):
    try:
        found = damaged_tensors(rng)
    except Exception:      # `load` makes a FormatError of it
        return "refused"
    for graph in found:
        check_graph(graph)
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
