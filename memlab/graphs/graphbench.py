"""Make graph files of the real GraphBench data, for experiments.

    python -m memlab.graphs.graphbench GRAPHBENCH er_small --count 100 --out er_small

Then ``files = "er_small/*.npz"`` under ``[[graphs]]`` takes them. GRAPHBENCH is the folder that was
given to graphbench-lib. Its files are tensors of PyTorch Geometric, which are read without that
package; PyTorch itself is needed (extra ``graphbench``). It loads tensors only: nothing in a file
is ever unpickled into other objects.
"""

import argparse
import operator
import zipfile
from pathlib import Path

import numpy as np

from .. import write_graph
from ..support import checks
from ..support.names import DATASETS, SPLITS
from .adjacency import edge_array, keys_of
from .graph import Graph
from .text import FormatError

_PER_NODE = ("mis_solution", "x")


def main(argv=None):
    """Convert as the command line says."""
    parser = argparse.ArgumentParser(description="Make graph files of the real GraphBench data.")
    parser.add_argument("root", metavar="GRAPHBENCH", help="the folder given to graphbench-lib")
    parser.add_argument("name", metavar="DATASET", help=f"one of {', '.join(DATASETS)}")
    parser.add_argument("--split", default="test", help=f"one of {', '.join(SPLITS)}")
    parser.add_argument("--count", type=int, help="the first so many graphs (default: all)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="for the files")
    given = parser.parse_args(argv)
    graphs = load(given.root, given.name, given.split, given.count)
    given.out.mkdir(parents=True, exist_ok=True)
    for index, graph in enumerate(graphs):
        write_graph(graph, given.out / f"{given.split}_{index:05}.npz")
    print(f"{len(graphs)} graphs: {given.out}")


def load(root, name, split="test", limit=None):
    """Load graphs from the files that graphbench-lib downloads.

    Parameters
    ----------
    root : str or path-like
        The folder that was given to graphbench-lib (it holds ``co/co_<name>/processed/data.pt``),
        or one such file.
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
    FileNotFoundError
        If there is no such file.
    FormatError
        A ValueError: if a file is not what graphbench-lib writes.
    TypeError, ValueError
        If `name` or `split` is unknown, or `limit` not a non-negative integer.
    """
    checks.choice("name", name, DATASETS)
    checks.choice("split", split, SPLITS)
    limit = checks.optional("limit", limit, minimum=0)
    tensors, slices, path = _load(Path(root), name)
    return graphs_from_tensors(tensors, slices, name, split, limit, path=path)


def graphs_from_tensors(tensors, slices, name, split, limit=None, *, path="tensors"):
    """Convert one split of a collated PyTorch Geometric dataset to graphs.

    Parameters
    ----------
    tensors : dict
        "edge_index": integers (2, e), the edges of all graphs one after another, each graph's
        vertices counted from 0, each edge in one direction or in both; and "_num_nodes": list of
        int, one per graph.
    slices : dict
        "edge_index": integers (graphs + 1,): graph i has the columns slices[i]:slices[i + 1]. The
        slices of a tensor with one entry per vertex may replace "_num_nodes".
    name, split, limit
        As for `load`.
    path : path-like
        The path that error messages name.

    Returns
    -------
    list of Graph

    Raises
    ------
    FormatError
        If something is missing, has the wrong shape, or is not a simple graph.
    """
    where, graphs = "", []
    try:
        edge_index, bounds, sizes = _arrays(tensors, slices)
        first, last = _bounds_of(split, len(sizes))
        if limit is not None:
            last = min(last, first + limit)
        for i in range(first, last):
            where, pairs = f"graph {i}: ", np.asarray(edge_index[:, bounds[i]:bounds[i + 1]]).T
            graphs.append(Graph.from_edges(sizes[i], _once_each(sizes[i], pairs),
                                           name=f"graphbench/{name}/{split}/{i - first}"))
    except Exception as error:      # of any type: the file may hold any objects
        raise FormatError(path, None,
                          f"not what graphbench-lib writes: {where}{error}") from None
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
    train = int(0.7 * count)
    validation = train + int(0.15 * count)
    return {"train": (0, train), "validation": (train, validation),
            "test": (validation, count)}[split]


def _arrays(tensors, slices):
    """Check and return the edge tensor, and each graph's bounds and number of vertices."""
    edge_index, bounds = tensors["edge_index"], _integers(slices["edge_index"])
    by_slices = [np.diff(slices[key]) for key in _PER_NODE if key in slices]
    sizes = _integers(tensors.get("_num_nodes", *by_slices[:1]))
    if bounds != sorted(bounds) or (bounds[0], bounds[-1]) != (0, edge_index.shape[1]):
        raise ValueError(f"the bounds of edges must ascend from 0 to {edge_index.shape[1]}")
    if any(_integers(other) != sizes for other in by_slices) or len(sizes) != len(bounds) - 1:
        raise ValueError(f"_num_nodes, or slices of {' or '.join(_PER_NODE)}, must give the "
                         f"numbers of vertices of the {len(bounds) - 1} graphs")
    return edge_index, bounds, sizes


def _integers(values):
    """Return a list or tensor as a list of int, or raise a TypeError."""
    return list(map(operator.index, np.asarray(values).tolist()))


class _Placeholder:
    """Stands in for a class of which the file holds only the name."""


def _load(root, name):
    """Verify a file's checksums; return its tensors and slices, mapped into memory, and its path.
    """
    try:
        import torch
    except ImportError:
        raise ImportError("GraphBench files are PyTorch tensors, and PyTorch is not installed: "
                          "pip install 'memlab[graphbench]'") from None
    path = root if root.is_file() else root / "co" / f"co_{name}" / "processed" / "data.pt"
    if not path.is_file():
        raise FileNotFoundError(f"no GraphBench file {path}; root must be the folder that "
                                "graphbench-lib was given, or the data.pt itself")
    harmless = [(_Placeholder, "torch_geometric.data.data.Data")]
    try:
        with zipfile.ZipFile(path) as archive:
            if damaged := archive.testzip():    # PyTorch does not verify the checksums
                raise ValueError(f"{damaged} is damaged")
        with torch.serialization.safe_globals(harmless):
            loaded = torch.load(path, map_location="cpu", weights_only=True, mmap=True)
        tensors, slices = loaded[:2]
    except Exception as error:      # of many types
        raise FormatError(path, None, f"not a GraphBench file: {error}") from None
    return tensors, slices, path


if __name__ == "__main__":
    main()
