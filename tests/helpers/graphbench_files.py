"""Files as graphbench-lib writes them: what they hold, and, given PyTorch, themselves."""

import sys
import types

import numpy as np
import pytest


def tensors_of(graphs, both_ways=True):
    """What graphbench-lib holds of some graphs: all edges in one array, and where each begins."""
    pairs = [np.concatenate((g.edges, g.edges[:, ::-1])) if both_ways else g.edges for g in graphs]
    tensors = {"edge_index": np.concatenate(pairs).T, "num_nodes": sum(g.n for g in graphs),
               "_num_nodes": [g.n for g in graphs]}
    bounds = np.cumsum([0] + [len(p) for p in pairs])
    nodes = np.cumsum([0] + [g.n for g in graphs])
    return tensors, {"edge_index": bounds, "mis_solution": nodes}


def save(torch, graphs, path):
    """As PyTorch Geometric does: (tensors, slices, the class Data, here one of that name)."""
    tensors, slices = tensors_of(graphs)
    tensors["edge_index"] = torch.from_numpy(np.ascontiguousarray(tensors["edge_index"]))
    slices = {key: torch.from_numpy(bounds) for key, bounds in slices.items()}
    data = type("Data", (), {"__module__": "torch_geometric.data.data"})
    module = types.ModuleType("torch_geometric.data.data")
    module.Data = data
    with pytest.MonkeyPatch.context() as patch:
        for name in ("torch_geometric", "torch_geometric.data", "torch_geometric.data.data"):
            patch.setitem(sys.modules, name, module)
        torch.save((tensors, slices, data), path)
