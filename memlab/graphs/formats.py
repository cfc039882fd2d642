"""Read and write graphs: DIMACS, METIS, Gset (rudy), edge lists and npz.

A graph that is written and read again is identical.
"""

import warnings
from pathlib import Path

import numpy as np

from ..support import checks
from ..support.files import read_arrays, replacing
from . import arrays, readers
from .graph import Graph, GraphNote
from .text import FormatError, named_after


def read_graph(path, format=None, *, base=None, relabel=False):
    """Read a graph from a file.

    Parameters
    ----------
    path : str or path-like
        The format follows from the suffix: ``.clq .col .mis .dimacs`` (DIMACS), ``.graph .metis``
        (METIS), ``.txt .rud .rudy .mc .gset`` (Gset, rudy), ``.edges .edgelist .el`` (edge list),
        ``.npz``.
    format : {"dimacs", "metis", "gset", "edgelist", "npz"}, optional
        The format, if the suffix does not tell it.
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

    Returns
    -------
    Graph
        Named after the file, without folder and suffix (digits, as in ``C125.9``, are none); an
        npz file stores its own name and labels. Duplicate
        edges are merged with a `memlab.graphs.adjacency.GraphNote`.

    Raises
    ------
    OSError
        If there is no such file, or it is a folder.
    FormatError
        A ValueError: if the file does not follow its format, or its graph would not fit in the
        available memory. The message names the file and, where possible, the line.
    TypeError, ValueError
        If the suffix, `format`, `base` or `relabel` is none of the above, or if `base` is given for
        npz files, or `relabel` for files that are no edge lists.

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
               "relabel": checks.flag("relabel", relabel) or None}
    return read_file(Path(path), format, _FORMATS,
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
        By their names: the suffixes with blanks between them, and a function that reads a file.
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
    _, read, *_ = _chosen(path, format, formats)
    try:
        return read(path, **options)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(path, None, str(error)) from None


def write_graph(graph, path, format=None):
    """Write a graph to a file, which replaces an existing one.

    Parameters
    ----------
    graph : Graph
        The graph.
    path : str or path-like
        The format follows from the suffix, as for `read_graph`.
    format : {"dimacs", "metis", "gset", "edgelist", "npz"}, optional
        The format, if the suffix does not tell it.

    Raises
    ------
    TypeError
        If `graph` is not a Graph.
    ValueError
        If the suffix or `format` is unknown, or if the graph is weighted and the format is DIMACS,
        which has no edge weights; or if labels are not numbers, texts or tuples of these.

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
    *_, write = _chosen(path, format, _FORMATS)
    if isinstance(graph.labels, tuple) and write is not _write_npz:
        warnings.warn(GraphNote(f"{path}: vertices are written as numbers; npz keeps their labels"),
                      stacklevel=2)
    with replacing(path) as file:
        write(graph, file)


def _write_dimacs(graph, file):
    if graph.is_weighted:
        raise ValueError("graph must be unweighted to be written as DIMACS; metis, gset, edgelist "
                         "and npz hold edge weights")
    _write_rows(file, f"p edge {graph.n} {graph.m}", graph.edges + 1, "e ")


def _write_gset(graph, file):
    weights = graph.weight_of_edges
    _write_rows(file, f"{graph.n} {graph.m}", np.column_stack((graph.edges + 1, weights)))


def _write_edgelist(graph, file):
    rows = graph.edges
    if graph.is_weighted:
        rows = np.column_stack((rows, graph.edge_weights))
    _write_rows(file, f"# n = {graph.n}", rows)


def _write_rows(file, head, rows, prefix=""):
    row = prefix + " ".join(["%d"] * rows.shape[1]) + "\n"
    file.write(f"{head}\n{row * len(rows) % tuple(rows.ravel().tolist())}".encode("ascii"))


def _write_metis(graph, file):
    entries, bounds = graph.indices + 1, graph.indptr
    if graph.is_weighted:
        entries, bounds = np.column_stack((entries, graph.weights)).ravel(), 2 * bounds
    words, bounds = list(map(str, entries.tolist())), bounds.tolist()
    lines = [f"{graph.n} {graph.m}{' 1' * graph.is_weighted}"]
    lines += [" ".join(words[bounds[v]:bounds[v + 1]]) for v in range(graph.n)]
    file.write(("\n".join(lines) + "\n").encode("ascii"))


def _write_npz(graph, file):
    np.savez_compressed(file, allow_pickle=False, n=np.int64(graph.n), **arrays.from_graph(graph))


def _read_npz(path):
    with path.open("rb") as file:
        try:
            found = read_arrays(file)
            return arrays.to_graph(found["n"][()], found, named_after(path))
        except Exception as error:
            raise FormatError(path, None, f"not an npz file of a graph: {error}") from None


# the suffixes, the reader and the writer of each
_FORMATS = {
    "dimacs": (".clq .col .mis .dimacs", readers.read_dimacs, _write_dimacs),
    "metis": (".graph .metis", readers.read_metis, _write_metis),
    "gset": (".txt .rud .rudy .mc .gset", readers.read_gset, _write_gset),
    "edgelist": (".edges .edgelist .el", readers.read_edgelist, _write_edgelist),
    "npz": (".npz", _read_npz, _write_npz),
}


def _chosen(path, format, formats):
    """Return the entry of a format, or of the one that the suffix names."""
    if format is not None:
        return formats[checks.choice("format", format, formats)]
    for entry in formats.values():
        if path.suffix.lower() in entry[0].split():
            return entry
    known = " ".join(suffixes for suffixes, *_ in formats.values())
    options = " or ".join(f'format="{name}"' for name in formats)
    raise ValueError(f"{path}: the suffix {path.suffix!r} names no format; allowed are {known}. "
                     f"Any other file needs {options}")
