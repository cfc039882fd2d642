"""Where the explorer's graphs come from: a dataset, a classic example, or a file that is brought.

A `Source` remembers the Python expression that makes its graph, so that everything the explorer
shows can be made again without it.
"""

import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import PurePath, PurePosixPath, PureWindowsPath

import numpy as np

from .. import memory
from ..checks import choice
from ..graphs import datasets
from ..graphs.formats import read_graph
from ..graphs.graph import Graph, GraphNote
from ..plots import layout
from .texts import TEXTS


@dataclass(frozen=True, eq=False)
class Source:
    """A graph and where it comes from.

    Attributes
    ----------
    graph : Graph
    code : str
        Python expression that makes the graph, given ``import memlab as ml`` and `imports`.
    imports : tuple of str
        Further lines that the expression needs.
    dataset : str or None
        The family that it is drawn from, if it is.
    optimum : dict of str to int
        Proved optima by problem, "mis" or "maxcut", as far as they are known.
    best_known : dict of str to int
        The best values that were found where there is no proof.
    note : str
        What the reader of the graph should know about it, such as merged duplicate edges.
    """

    graph: Graph
    code: str
    imports: tuple[str, ...] = ()
    dataset: str | None = None
    optimum: dict = field(default_factory=dict)
    best_known: dict = field(default_factory=dict)
    note: str = ""


_BYTES_PER_VERTEX = 200      # of a picture, and of a race of small populations
EXAMPLES = TEXTS["examples"]      # whose optima are proved in the tests


def from_dataset(name, index=0, seed=0):
    """Test graph number `index` of a family, made on the spot; arguments as `datasets.graph` has.

    Examples
    --------
    >>> from_dataset("ba_small", 1).code
    "ml.datasets.graph('ba_small', split='test', seed=0, index=1)"
    """
    graph = datasets.graph(name, "test", seed, index)
    code = f"ml.datasets.graph({name!r}, split='test', seed={seed}, index={index})"
    return Source(graph, code, dataset=name)


def from_example(name):
    """A classic small graph, one of `EXAMPLES`, whose optima are known.

    Examples
    --------
    >>> from_example("petersen").optimum
    {'mis': 4, 'maxcut': 12}
    """
    example, imports = EXAMPLES[choice("name", name, EXAMPLES)], ()
    if "edges" in example:
        edges = code = [tuple(edge) for edge in example["edges"]]
    else:
        import networkx

        imports, code = ("import networkx as nx",), f"list(nx.{example['network']}().edges)"
        edges = list(getattr(networkx, example["network"])().edges)      # without their weights
    graph = Graph.from_edges(example["n"], edges)
    return Source(graph, f"ml.Graph.from_edges({graph.n}, {code})", imports,
                  optimum=dict(example["optimum"]))


def from_file(name, content):
    """The graph in a file whose content is at hand.

    Parameters
    ----------
    name : str
        The file's name, whose suffix says what the format is, as for `memlab.read_graph`.
    content : bytes

    Raises
    ------
    ValueError
        If the content is not a graph in that format; says the line, as `memlab.read_graph` does.
        If there is not enough memory to show it.
    """
    name = PurePosixPath(PureWindowsPath(name).name).name      # no folders, whatever a browser says
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", GraphNote)
        path = PurePath(folder, name or "graph")
        try:
            with open(path, "wb") as file:
                file.write(content)
            graph = read_graph(path)
            memory.check(_BYTES_PER_VERTEX * graph.n, f"{name}: to show {graph.n} vertices")
        except ValueError as error:
            raise ValueError(str(error).replace(str(path), name)) from None
    note = "; ".join(str(warning.message).replace(str(path), name) for warning in caught)
    return Source(graph, f"ml.read_graph({name!r})", note=note)


def places(graph, most=300):
    """Where to draw the vertices: ndarray of float64, shape (n, 2), between 0 and 1.

    Neighbours are near each other in graphs of up to `most` vertices. Of larger ones such a picture
    would show a ball of wool, and take long: their vertices are laid out like the seeds of a
    sunflower, those of highest degree in the middle.
    """
    if graph.n <= most:
        spots = layout(graph)
    else:
        rank = np.empty(graph.n)
        rank[np.argsort(-graph.degrees, kind="stable")] = np.arange(graph.n)
        angle = rank * np.pi * (3 - np.sqrt(5))      # the golden angle
        spots = np.sqrt(rank)[:, None] * np.column_stack((np.cos(angle), np.sin(angle)))
    low, high = spots.min(axis=0), spots.max(axis=0)
    return (spots - low) / np.where(high > low, high - low, 1)
