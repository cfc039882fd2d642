"""Formats that networkx reads and writes, graph6, sparse6, GraphML, GML; SciPy writes MatrixMarket.

What they leave out is added here: attributes of GraphML have defaults, and parallel edges of GML
need no ``multigraph 1``. Errors of readers may have any type.
"""

import re

from ..support import memory
from ..support.files import content
from .graph import Graph
from .text import named_after

_NODE_BYTES = 1_000      # of networkx


def write_matrix(graph, file):
    """Write MatrixMarket."""
    from scipy.io import mmwrite

    if graph.is_weighted and not graph.weights.all():
        raise ValueError("graph must have no edge of weight 0, which is no entry of a matrix")
    mmwrite(file, graph.to_scipy(), symmetry="symmetric",
            field="integer" if graph.is_weighted else "pattern")


def read_graph6(path, number=None):
    """Read graph6 or sparse6: a graph a line, of which `number` chooses one, counted from 1."""
    import networkx

    lines = re.sub(rb"\A>>(graph|sparse)6<<", b"", content(path)).split()
    if not 0 < (number or len(lines) == 1) <= len(lines):
        raise ValueError(f"it holds {len(lines)} graphs; number=1 to {len(lines)} says which")
    line = lines[(number or 1) - 1]
    n, _ = networkx.readwrite.graph6.data_to_n([c - 63 for c in line.removeprefix(b":")[:8]])
    memory.check(_NODE_BYTES * n, f"a graph of {n} vertices")
    if n == 1 and line[2:]:      # which networkx reads wrongly
        raise ValueError("loops are no edges")
    read = networkx.from_sparse6_bytes if line[:1] == b":" else networkx.from_graph6_bytes
    name = named_after(path) + (f"-{number}" if number else "")
    return Graph.from_networkx(read(line), name=name)


def read_graphml(path, weight="weight"):
    """Read GraphML."""
    import networkx

    graph = networkx.parse_graphml(content(path).decode("utf-8-sig"))
    return _named(graph, path, weight, graph.graph.get("edge_default", {}).get(weight))


def read_gml(path, weight="weight"):
    """Read GML."""
    import networkx

    text = content(path).decode("utf-8-sig")
    if not re.search(r"^[ \t]*multigraph\b", text, re.MULTILINE):
        text = re.sub(r"(?m)^([ \t]*graph\s*\[)", r"\1 multigraph 1 ", text, count=1)
    return _named(networkx.parse_gml(text.split("\n"), label="id"), path, weight)


def _named(graph, path, weight, default=None):
    """Return a graph of networkx with the names that its vertices have in the file."""
    import networkx

    for *_, values in graph.edges(data=True):
        value = values.get(weight, default)      # networkx writes large numbers to GML as texts
        if value is not None:
            values[weight] = int(value) if isinstance(value, str) else value
    names = [values.get("label", node) for node, values in graph.nodes(data=True)]
    if all(str(name).isdecimal() for name in names):
        names = [*map(int, names)]
    if len({*names}) == len(names):
        graph = networkx.relabel_nodes(graph, dict(zip(graph, names, strict=True)))
    return Graph.from_networkx(graph, weight=weight, name=named_after(path))


def writer(function, **options):
    """Return a function that writes a graph by one of networkx, with vertices as numbers."""
    def write(graph, file):
        import networkx

        plain = networkx.convert_node_labels_to_integers(graph.to_networkx())
        getattr(networkx, function)(plain, file, **options)
    return write
