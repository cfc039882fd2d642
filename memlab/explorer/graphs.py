"""Where the explorer's graphs come from: a dataset, a classic example, or a file that is brought.

A `Source` remembers the Python expression that makes its graph, so that everything the explorer
shows can be made again without it.
"""

import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import numpy as np
from scipy.sparse import csgraph

from .. import memory
from ..checks import choice
from ..graphs import datasets
from ..graphs.formats import read_graph
from ..graphs.graph import Graph, GraphNote
from ..names import GRAPH_PROBLEMS, label
from ..optima.known import best_known
from ..plots import layout
from .texts import TEXTS


@dataclass(frozen=True, eq=False)
class Source:
    """A graph and where it comes from.

    Attributes
    ----------
    graph : Graph
    title : str
        How people call it.
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
    title: str
    code: str
    imports: tuple[str, ...] = ()
    dataset: str | None = None
    optimum: dict = field(default_factory=dict)
    best_known: dict = field(default_factory=dict)
    note: str = ""

    def level(self, problem):
        """The best value that is known, or None, and what it is called."""
        if problem in self.optimum:
            return self.optimum[problem], "optimum"
        return self.best_known.get(problem), "best known value"

    @property
    def told(self):
        """What there is to know about it, in a sentence or two."""
        told = f"{self.title}: {self.graph.n:,} vertices, {self.graph.m:,} edges"
        return f"{told}. {self.note}" if self.note else told


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
    return Source(graph, f"{label(name)}, graph {index}", code, dataset=name)


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
    return Source(graph, example["title"], f"ml.Graph.from_edges({graph.n}, {code})", imports,
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
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name or "graph")
        path.write_bytes(content)
        return from_path(path, name)


def from_path(path, name=None):
    """The graph in a file, which errors and code call by `name`, or else by its path.

    What is known of a public instance of that name and size comes with it.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        As `from_file`.
    """
    path, name = str(path), str(path) if name is None else name
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", GraphNote)
        try:
            graph = read_graph(path)
            memory.check(_BYTES_PER_VERTEX * graph.n, f"{name}: to show {graph.n} vertices")
        except ValueError as error:
            raise ValueError(str(error).replace(path, name)) from None
    note = "; ".join(str(warning.message).replace(path, name) for warning in caught)
    source = Source(graph, PurePath(name).name, f"ml.read_graph({name!r})", note=note)
    for problem in GRAPH_PROBLEMS:
        _recognise(source, problem, problem, graph)
    return source


def complement(source):
    """The complement of a graph, whose independent sets are the graph's cliques."""
    graph = source.graph.complement()
    made = Source(graph, f"complement of {source.title}", f"{source.code}.complement()",
                  source.imports)
    _recognise(made, "mis", "clique", source.graph)
    return made


def _recognise(source, problem, question, graph):
    """Remember what is known of a file's graph, if it is a public instance."""
    known = best_known(PurePath(source.title.split()[-1]).stem, question, graph.n, graph.m)
    if known:
        certain = source.optimum if known["status"] == "optimal" else source.best_known
        certain[problem] = int(known["best_known"])


def part(graph, most=2_000, size=300):
    """What of a graph can be seen: all of it, or, of more than `most` vertices, a neighbourhood.

    Returns
    -------
    vertices : ndarray of int64
        All of them, or `size` that are nearest to the one of highest degree.
    part : Graph
        The graph between these.
    """
    if graph.n <= most:
        return np.arange(graph.n), graph
    matrix = graph.to_scipy()
    near = csgraph.breadth_first_order(matrix, int(graph.degrees.argmax()), directed=False,
                                       return_predecessors=False)[:size]
    return near, Graph.from_scipy(matrix[near][:, near])


def places(graph):
    """Where to draw the vertices, by `memlab.plots.layout`: float64 (n, 2), from 0 to 1."""
    spots = layout(graph)
    low, high = spots.min(axis=0), spots.max(axis=0)
    return (spots - low) / np.where(high > low, high - low, 1)
