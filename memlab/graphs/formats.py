"""Read and write graphs: the table of formats, and how a file finds its own.

A graph that is written and read again is identical. networkx reads and writes graph6, sparse6,
GraphML and GML, and SciPy writes MatrixMarket. What networkx leaves out is added here: attributes
of GraphML have defaults, and parallel edges of GML need no ``multigraph 1``. Errors of its readers
may have any type.
"""

import ast
import contextlib
import io
import re
from pathlib import Path

import numpy as np

from ..support import checks, memory
from ..support.files import PACKED, content, read_arrays, replacing, unpacked
from . import adjacency, readers
from .graph import Graph
from .text import FormatError, named_after, told


def read_graph(path, format=None, *, base=None, relabel=False, weight="weight", number=None):
    """Read a graph from a file.

    Parameters
    ----------
    path : str or path-like
        The format follows from the suffix: ``.clq .col .mis .dimacs .gph`` (DIMACS), ``.gr`` (PACE
        and the ninth DIMACS challenge), ``.graph .metis`` (METIS), ``.txt .rud .rudy .mc .gset``
        (Gset, rudy), ``.edges .edgelist .el`` (edge list), ``.mtx`` (MatrixMarket), ``.g6 .s6``
        (graph6, sparse6), ``.graphml``, ``.gml``, ``.npz``. Behind any of these ``.gz .xz .bz2``
        may follow. A file with another suffix, or none, is recognised by its content, and a
        `memlab.graphs.adjacency.GraphNote` says as what.
    format : str, optional
        The format, if neither tells it: "dimacs", "gr", "metis", "gset", "edgelist",
        "matrixmarket", "graph6", "sparse6", "graphml", "gml" or "npz".
    base : {0, 1}, optional
        The number of the first vertex in the file; by default 0 in edge lists, otherwise 1. In
        memory it is always 0; `Graph.labels` has the numbers in the file. If no edge of an edge
        list has vertex 0, a `memlab.graphs.adjacency.GraphNote` says so.
    relabel : bool
        For edge lists: whether to keep only the vertices that occur in edges. They become 0, 1, ...
        in the ascending order of their numbers in the file, as by networkx's
        ``convert_node_labels_to_integers(graph, ordering="sorted")``. The file may then contain any
        64-bit integers, and a number of vertices that it states is ignored. `Graph.labels` has the
        numbers in the file.
    weight : {3, 4, None} or str, optional
        The column of an edge list that holds the weights, by default 3 if there are three columns;
        or the attribute of edges in GraphML and GML, by default "weight". None ignores weights.
    number : int, optional
        Which graph of a graph6 or sparse6 file with several, counted from 1.

    Returns
    -------
    Graph
        Named after the file, without folder and suffix (digits, as in ``C125.9``, are none); an
        npz file stores its own name and labels. An edge that is listed twice is merged with a
        `memlab.graphs.adjacency.GraphNote` if both weights are equal, and refused if not.

    Raises
    ------
    OSError
        If there is no such file, or it is a folder.
    FormatError
        A ValueError: if the file does not follow its format, or its graph would not fit in the
        available memory. The message names the file and, where possible, the line.
    TypeError, ValueError
        If an argument is none of the above, or is given for a format that does not have it.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ml.write_graph(ml.Graph.from_edges(3, [(0, 1), (1, 2)]), f"{folder}/path.mis")
    ...     ml.read_graph(f"{folder}/path.mis")
    Graph('path', n=3, m=2)
    """
    options = {"base": checks.optional("base", base, minimum=0, maximum=1),
               "number": checks.optional("number", number, minimum=1),
               "relabel": checks.flag("relabel", relabel) or None}
    given = {} if weight == "weight" else {"weight": weight}
    return read_file(Path(path), format, _FORMATS, **given,
                     **{name: value for name, value in options.items() if value is not None})


def read_file(path, format, formats, **options):
    """Read a file by one of several formats; what is wrong with all of it names the file.

    Parameters
    ----------
    path : Path
        The file.
    format : str or None
        The name of its format, or None if the suffix tells it.
    formats : dict of tuple
        By their names: the suffixes with blanks between them, a function that reads a file, and
        possibly one that writes it, and a pattern that is in every such file.
    **options
        Arguments of this function.

    Returns
    -------
    object
        What the function returns.

    Raises
    ------
    OSError
        If the file cannot be opened.
    FormatError
        If the file does not follow the format.
    ValueError
        If the format or the suffix is unknown.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.txt")
    ...     _ = path.write_text("two words")
    ...     read_file(path, None, {"words": (".txt .text", lambda path: path.read_text().split())})
    ['two', 'words']
    """
    names, errors = _fitting(path, format, formats, look=True), []
    for name in names:
        suffixes, read, *_ = formats[name]
        try:
            found = read(path, **options)
        except ValueError as error:
            errors.append(error if isinstance(error, FormatError)
                          else FormatError(path, None, str(error)))
        else:
            if format is None and unpacked(path).suffix.lower() not in suffixes.split():
                adjacency.note(f"{path}: read as {name}, which its content shows")
            return found
    raise errors[0] from None


def write_graph(graph, path, format=None):
    """Write a graph to a file, which replaces an existing one.

    Parameters
    ----------
    graph : Graph
        The graph.
    path : str or path-like
        The format follows from the suffix, as for `read_graph`.
    format : str, optional
        The format, if the suffix does not tell it.

    Raises
    ------
    TypeError
        If `graph` is not a Graph.
    ValueError
        If the suffix or `format` is unknown, or if the graph is weighted and the format, such as
        DIMACS, has no edge weights; or if labels are not numbers, texts or tuples of these.

    Warns
    -----
    GraphNote
        If the vertices have labels, which only npz keeps.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import memlab as ml
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "path.edges")
    ...     ml.write_graph(ml.Graph.from_edges(3, [(0, 1), (1, 2)]), path)
    ...     print(path.read_text())
    # n = 3
    0 1
    1 2
    """
    checks.instance("graph", graph, Graph)
    path = Path(path)
    form, *_ = _fitting(path, format, _FORMATS)
    if graph.is_weighted and form in _UNWEIGHTED:
        raise ValueError(f"graph must be unweighted to be written as {form}; edgelist has weights")
    if isinstance(graph.labels, tuple) and form != "npz":
        adjacency.note(f"{path}: vertices are written as numbers; npz keeps their labels")
    write_file(graph, path, form, _FORMATS)


def write_file(thing, path, format, formats):
    """Write a graph or a problem to a file by one of several formats, as `read_file` reads it."""
    write, made = formats[_fitting(path, format, formats)[0]][2], io.BytesIO()
    write(thing, made)
    packer = PACKED.get(path.suffix.lower())
    with replacing(path) as file:
        file.write(packer.compress(made.getvalue()) if packer else made.getbuffer())


def _lines(head, mark="", first=1, weighted=False):
    """Return a function that writes an edge a line; with its weight if there is one, or always."""
    def write(graph, file):
        rows = graph.edges + first
        if weighted or graph.is_weighted:
            rows = np.column_stack((rows, graph.weight_of_edges))
        row = mark + " ".join(["%d"] * rows.shape[1]) + "\n"
        body = row * len(rows) % tuple(rows.ravel().tolist())
        file.write(f"{head.format(graph)}\n{body}".encode("ascii"))
    return write


def _write_metis(graph, file):
    entries, bounds = graph.indices + 1, graph.indptr
    if graph.is_weighted:
        entries, bounds = np.column_stack((entries, graph.weights)).ravel(), 2 * bounds
    rows = [" ".join(map(str, row.tolist())) for row in np.split(entries, bounds[1:-1])]
    head = f"{graph.n} {graph.m}{' 1' * graph.is_weighted}"
    file.write("\n".join([head, *rows, ""]).encode("ascii"))


def to_arrays(graph):
    """Return edges, name, and weights and labels if there are any: dict of ndarray.

    Raises
    ------
    ValueError
        If labels are anything but numbers, texts or tuples of these.
    """
    arrays, labels = {"edges": graph.edges, "name": np.array(graph.name)}, graph.labels
    if graph.is_weighted:
        arrays["weights"] = graph.edge_weights
    if isinstance(labels, range):      # its first number is enough
        arrays["labels"] = np.array(labels[:1])
    elif labels:      # as Python writes them
        arrays["literals"] = np.array([*map(repr, labels)])
        with contextlib.suppress(SyntaxError, ValueError):
            if [*map(ast.literal_eval, arrays["literals"].tolist())] == [*labels]:
                return arrays
        raise ValueError("labels must be numbers, texts, or tuples of these to be kept in a file, "
                         f"unlike those of {graph!r}")
    return arrays


def from_arrays(n, arrays, name=""):
    """Return the graph of n vertices that `to_arrays` described."""
    labels = arrays["labels"].tolist() if "labels" in arrays else None
    if "literals" in arrays:
        labels = [*map(ast.literal_eval, arrays["literals"].tolist())]
    if labels and len(labels) < n:      # the first number of a range
        labels = range(labels[0], labels[0] + n)
    return Graph.from_edges(n, arrays["edges"], weights=arrays.get("weights"),
                            name=str(arrays.get("name", name)), labels=labels)


def _write_npz(graph, file):
    np.savez_compressed(file, allow_pickle=False, n=np.int64(graph.n), **to_arrays(graph))


def _read_npz(path):
    found = read_arrays(io.BytesIO(content(path)))
    return from_arrays(found["n"][()], found, named_after(path))


def _write_matrix(graph, file):
    """Write MatrixMarket."""
    from scipy.io import mmwrite

    if graph.is_weighted and not graph.weights.all():
        raise ValueError("graph must have no edge of weight 0, which is no entry of a matrix")
    mmwrite(file, graph.to_scipy(), symmetry="symmetric",
            field="integer" if graph.is_weighted else "pattern")


def _read_graph6(path, number=None):
    """Read graph6 or sparse6: a graph a line, of which `number` chooses one, counted from 1."""
    import networkx

    lines = re.sub(rb"\A>>(graph|sparse)6<<", b"", content(path)).split()
    if not 0 < (number or len(lines) == 1) <= len(lines):
        raise ValueError(f"it holds {len(lines)} graphs; number=1 to {len(lines)} says which")
    line = lines[(number or 1) - 1]
    n, _ = networkx.readwrite.graph6.data_to_n([c - 63 for c in line.removeprefix(b":")[:8]])
    memory.check(1_000 * n, f"a graph of {n} vertices")      # as networkx holds it
    if n == 1 and line[2:]:      # which networkx reads wrongly
        raise ValueError("loops are no edges")
    read = networkx.from_sparse6_bytes if line[:1] == b":" else networkx.from_graph6_bytes
    name = named_after(path) + (f"-{number}" if number else "")
    return Graph.from_networkx(read(line), name=name)


def _read_graphml(path, weight="weight"):
    """Read GraphML."""
    import networkx

    graph = networkx.parse_graphml(content(path).decode("utf-8-sig"))
    return _named(graph, path, weight, graph.graph.get("edge_default", {}).get(weight))


def _read_gml(path, weight="weight"):
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


def _writer(function, **options):
    """Return a function that writes a graph by one of networkx, with vertices as numbers."""
    def write(graph, file):
        import networkx

        plain = networkx.convert_node_labels_to_integers(graph.to_networkx())
        getattr(networkx, function)(plain, file, **options)
    return write


# two numbers behind comments
_NUMBERS = rb"\A\s*((#|%(?!%?MatrixMarket)).*\n\s*)*-?\d+[ \t,]+-?\d+"
# the suffixes, the reader and the writer of each, and what is in each such file
_FORMATS = {
    "dimacs": (".clq .col .mis .dimacs .gph", readers.read_dimacs,
               _lines("p edge {0.n} {0.m}", "e "), rb"^p [ec]"),
    "gr": (".gr", readers.read_gr, _lines("p tw {0.n} {0.m}"), rb"^p (td|tw|sp) "),
    "metis": (".graph .metis", readers.read_metis, _write_metis, _NUMBERS),
    "gset": (".txt .rud .rudy .mc .gset", readers.read_gset,
             _lines("{0.n} {0.m}", weighted=True), _NUMBERS),
    "edgelist": (".edges .edgelist .el", readers.read_edgelist,
                 _lines("# n = {0.n}", first=0), _NUMBERS),
    "matrixmarket": (".mtx", readers.read_matrix, _write_matrix, rb"\A%%?MatrixMarket"),
    "graph6": (".g6", told(_read_graph6), _writer("write_graph6", header=False),
               rb"\A>>graph6<<"),
    "sparse6": (".s6", told(_read_graph6), _writer("write_sparse6", header=False),
                rb"\A(>>sparse6<<)?:"),
    "graphml": (".graphml", told(_read_graphml), _writer("write_graphml_xml"), rb"<graphml"),
    "gml": (".gml", told(_read_gml), _writer("write_gml"), rb"^[ \t]*graph\s*\["),
    "npz": (".npz", told(_read_npz, "not an npz file of a graph: "), _write_npz, rb"\APK"),
}
_UNWEIGHTED = ("dimacs", "gr", "graph6", "sparse6")


def _fitting(path, format, formats, look=False):
    """Return the names of formats: the one that is given, or those of the suffix or the content."""
    if format is not None:
        return [checks.choice("format", format, formats)]
    suffix = unpacked(path).suffix.lower()
    fitting = [name for name, (suffixes, *_) in formats.items() if suffix in suffixes.split()]
    if not fitting and look and path.is_file():
        data = content(path)
        fitting = [name for name, (*_, mark) in formats.items()
                   if re.search(mark, data, re.MULTILINE)]
    if fitting:
        return fitting
    known = " ".join(suffixes for suffixes, *_ in formats.values())
    options = " or ".join(f'format="{name}"' for name in formats)
    raise ValueError(f"{path}: the suffix {path.suffix!r} names no format; allowed are {known}. "
                     f"Any other file needs {options}")
