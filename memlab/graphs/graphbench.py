"""Read the real GraphBench data, given the folder that was given to graphbench-lib ::

    for i, graph in enumerate(graphbench.load(folder, "er_small", limit=100)):
        ml.write_graph(graph, f"er_small/{i:05}.npz")

makes graph files for an experiment, ``files = "er_small/*.npz"`` under ``[[graphs]]``. The files in
that folder are tensors of PyTorch Geometric, which are read without that package; PyTorch itself is
needed (extra ``graphbench``). It loads tensors only: nothing in a file is ever unpickled into other
objects.
"""

import operator
import zipfile
from pathlib import Path

import numpy as np

from ..support import checks
from ..support.extras import need
from ..support.names import DATASETS, SPLITS
from .adjacency import edge_array, keys_of
from .graph import Graph
from .text import FormatError

_PER_NODE = ("mis_solution", "x")


def load(root, name, split="test", limit=None):
    """Load graphs from the files that graphbench-lib downloads.

    Parameters
    ----------
    root : str or path-like
        The folder that was given to graphbench-lib: it holds ``co/co_<name>/processed/data.pt``.
    name : {"er_small", "er_large", "ba_small", "ba_large", "rb_small", "rb_large"}
        The family of graphs.
    split : {"train", "validation", "test"}
        The first 70, next 15 and last 15 per cent of the file.
    limit : int, optional
        The maximum number of graphs, taken from the beginning of the split; only these use memory.

    Returns
    -------
    list of Graph
        Named ``graphbench/<name>/<split>/<index>``.

    Raises
    ------
    ImportError
        If PyTorch is not installed.
    FormatError
        A ValueError: if there is no such file, or it is not what graphbench-lib writes.
    TypeError, ValueError
        If `name` or `split` is unknown, or `limit` not a non-negative integer.
    """
    checks.choice("name", name, DATASETS)
    checks.choice("split", split, SPLITS)
    limit = checks.optional("limit", limit, minimum=0)
    path = Path(root) / "co" / f"co_{name}" / "processed" / "data.pt"
    torch = need("graphbench.load", "torch", "graphbench")
    harmless = [(_Placeholder, "torch_geometric.data.data.Data")]
    try:
        with zipfile.ZipFile(path) as archive:
            if damaged := archive.testzip():    # PyTorch does not verify the checksums
                raise ValueError(f"{damaged} is damaged")
        with torch.serialization.safe_globals(harmless):
            loaded = torch.load(path, map_location="cpu", weights_only=True, mmap=True)
        return graphs_from_tensors(*loaded[:2], name, split, limit)
    except Exception as error:      # of any type: the file may hold any objects
        raise FormatError(path, None, f"not what graphbench-lib writes: {error}") from None


class _Placeholder:
    """Stands in for a class of which the file holds only the name."""


def graphs_from_tensors(tensors, slices, name, split, limit=None):
    """Convert one split of a collated PyTorch Geometric dataset to graphs.

    Parameters
    ----------
    tensors : dict
        "edge_index": integers (2, e), the edges of all graphs one after another, each graph's
        vertices counted from 0, each edge in one direction or in both; and "_num_nodes": list of
        int, one per graph.
    slices : dict
        "edge_index": integers (graphs + 1,): graph i has the columns slices[i]:slices[i + 1]. The
        slices of a tensor with one entry per vertex, "x" or "mis_solution", may replace
        "_num_nodes".
    name, split, limit
        As for `load`.

    Returns
    -------
    list of Graph

    Raises
    ------
    Exception
        If something is missing, has the wrong shape, or is not a simple graph.
    """
    edge_index, bounds = tensors["edge_index"], _integers(slices["edge_index"])
    sizes = [_integers(np.diff(slices[key])) for key in _PER_NODE if key in slices]
    sizes += [_integers(tensors["_num_nodes"])] if "_num_nodes" in tensors else []
    if bounds != sorted(bounds) or (bounds[0], bounds[-1]) != (0, edge_index.shape[1]):
        raise ValueError(f"the bounds of edges must ascend from 0 to {edge_index.shape[1]}")
    if not sizes or any(other != sizes[0] for other in sizes) or len(sizes[0]) != len(bounds) - 1:
        raise ValueError(f"_num_nodes, or slices of {' or '.join(_PER_NODE)}, must give the "
                         f"numbers of vertices of the {len(bounds) - 1} graphs")
    graphs, (first, last) = [], _bounds_of(split, len(sizes[0]))
    for i in range(first, last if limit is None else min(last, first + limit)):
        n, pairs = sizes[0][i], np.asarray(edge_index[:, bounds[i]:bounds[i + 1]]).T
        try:
            graphs.append(Graph.from_edges(n, _once_each(n, pairs),
                                           name=f"graphbench/{name}/{split}/{i - first}"))
        except (TypeError, ValueError) as error:
            raise ValueError(f"graph {i}: {error}") from None
    return graphs


def _once_each(n, pairs):
    """Return each edge once, given all edges in one direction or all in both directions."""
    pairs = edge_array(n, pairs)
    _, counts = np.unique(pairs @ [n, 1], return_counts=True)
    keys, directions = np.unique(keys_of(n, pairs), return_counts=True)
    if (counts > 1).any() or len(set(directions.tolist())) > 1:
        raise ValueError("every edge must be listed once, or every edge once in each direction")
    return np.column_stack(np.divmod(keys, n))


def _bounds_of(split, count):
    """Return the first graph of a split and the end, rounded as graphbench-lib does."""
    ends = [0, int(0.7 * count), int(0.7 * count) + int(0.15 * count), count]
    return ends[SPLITS.index(split):][:2]


def _integers(values):
    """Return a list or tensor as a list of int, or raise a TypeError."""
    return list(map(operator.index, np.asarray(values).tolist()))
