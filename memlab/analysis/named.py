"""Graphs that have a name for people: of a dataset, a classic example, or from a file."""

import tomllib
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from ..graphs import datasets
from ..graphs.formats import read_graph
from ..graphs.graph import Graph, GraphNote
from ..graphs.text import named_after
from ..support import memory
from ..support.checks import choice
from ..support.names import GRAPH_PROBLEMS, label
from .known import best_known

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
_BYTES_PER_VERTEX = 200      # for a picture and for a race of small populations


@dataclass(frozen=True, eq=False)
class GraphSource:
    """A graph and its origin.

    Attributes
    ----------
    graph : Graph
    title : str
        Name for people.
    dataset : str or None
        The family from which it is drawn, if any.
    optimum : dict of str to int
        Known proved optima by problem, "mis" or "maxcut".
    best_known : dict of str to int
        Best known values without a proof, by problem.
    note : str
        A note from reading the graph, such as on merged duplicate edges.
    """

    graph: Graph
    title: str
    dataset: str | None = None
    optimum: dict = field(default_factory=dict)
    best_known: dict = field(default_factory=dict)
    note: str = ""

    def level(self, problem):
        """Return the best known value, or None, and its label."""
        if problem in self.optimum:
            return self.optimum[problem], "optimum"
        return self.best_known.get(problem), "best known value"

    @property
    def told(self):
        """A description in one or two sentences."""
        text = f"{self.title}: {self.graph.n:,} vertices, {self.graph.m:,} edges"
        return f"{text}. {self.note}" if self.note else text


def from_dataset(name, index=0, seed=0):
    """Generate test graph number `index` of a family; arguments as for `memlab.datasets.graph`.

    Examples
    --------
    >>> from_dataset("ba_small", 1).title
    'BA small, graph 1'
    """
    graph = datasets.graph(name, "test", seed, index)
    return GraphSource(graph, f"{label(name)}, graph {index}", dataset=name)


def from_example(name):
    """Return a classic small graph, one of `EXAMPLES`, whose optima are known.

    Examples
    --------
    >>> from_example("petersen").optimum
    {'mis': 4, 'maxcut': 12}
    """
    example = EXAMPLES[choice("name", name, EXAMPLES)]
    edges = [tuple(edge) for edge in example["edges"]]
    return GraphSource(Graph.from_edges(example["n"], edges), example["title"],
                       optimum=dict(example["optimum"]))


def from_path(path, **how):
    """Read a graph from a file; arguments as for `memlab.read_graph`.

    If it is a public instance, by its name and size, the best known values are included.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If the content is not a graph in that format, or there is not enough memory to show it.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", GraphNote)
        graph = read_graph(path, **how)
    memory.check(_BYTES_PER_VERTEX * graph.n, f"{path}: to show {graph.n} vertices")
    note = "; ".join(str(warning.message) for warning in caught)
    source = GraphSource(graph, Path(path).name, note=note)
    for problem in GRAPH_PROBLEMS:
        if known := best_known(named_after(Path(path)), problem, graph.n, graph.m):
            certain = source.optimum if known["status"] == "optimal" else source.best_known
            certain[problem] = int(known["best_known"])
    return source
