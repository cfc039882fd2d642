"""Put your graphs into the page that comes with memlab.

The page has its data in one place, as base64 of gzip: facts as JSON; the bytes that they refer to
by offset and length; and among them the kernels as WebAssembly, which `memlab.playground.build`
compiles. What a race needs beside the edges of a graph, the page computes itself.
"""

import base64
import gzip
import json
import re
import warnings
from pathlib import Path

import numpy as np

from ..analysis import named
from ..plots.graphs import places
from ..problems import PROBLEMS
from ..support.files import replacing
from ..support.names import GRAPH_PROBLEMS
from ..support.paths import data

MOST_VERTICES, MOST_EDGES = 2_000, 100_000      # larger graphs are unreadable and make a large page
_DATA = re.compile('(?<=id="data">)[^<]+')


def write(path, files=(), **how):
    """Write the page that comes with memlab, with your graphs in front.

    What is noted on reading a graph, such as merged edges, is a warning.

    Parameters
    ----------
    path : str or path-like
        The file to write or replace.
    files : sequence of path-like
        The user's own graphs, in a format of `memlab.read_graph`; they are listed first.
    **how
        ``format``, ``base`` and ``relabel`` of all files, as for `memlab.read_graph`.

    Returns
    -------
    int
        Size of the page in bytes.

    Raises
    ------
    ValueError
        If a file does not contain a graph, or the graph is too large for the page.
    """
    page = (data("playground") / "playground.html").read_text("utf-8")
    if files:
        page = with_graphs(page, files, **how)
    with replacing(path, "w") as file:
        file.write(page)
    return len(page.encode())


def with_graphs(page, files, **how):
    """Return the text of a page with the graphs in some files in front of its own: str."""
    facts, content = unpacked(_DATA.search(page)[0])
    store = storing(content)
    own = [described(*_read(Path(file), **how), store) for file in files]
    facts["graphs"] = own + facts["graphs"]
    if len({graph["name"] for graph in facts["graphs"]}) < len(facts["graphs"]):
        raise ValueError("two graphs of the page would have the same name; rename a file")
    return _DATA.sub(packed(facts, content), page)


def packed(facts, content):
    """Return facts and the bytes they refer to as the page has them: str."""
    text = json.dumps(facts, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    whole = len(text).to_bytes(8, "little") + text + content
    return base64.b64encode(gzip.compress(whole, mtime=0)).decode()


def unpacked(text):
    """Return the facts and the bytes that `packed` was given: dict and bytearray."""
    whole = gzip.decompress(base64.b64decode(text))
    end = 8 + int.from_bytes(whole[:8], "little")
    return json.loads(whole[8:end]), bytearray(whole[end:])


def storing(content):
    """Return a function that appends bytes to a bytearray, once, and returns their place.

    Examples
    --------
    >>> content = bytearray()
    >>> store = storing(content)
    >>> store(b"graph"), store(b"edges"), store(b"graph"), len(content)
    ([0, 5], [8, 5], [0, 5], 16)
    """
    known = {}

    def store(added):
        if added not in known:
            known[added] = [len(content), len(added)]
            content.extend(added + bytes(-len(added) % 8))
        return known[added]

    return store


def _read(path, **how):
    """Return a file's name and title, its graph, and the places of the vertices."""
    source = named.from_path(path, **how)
    if source.note:
        warnings.warn(source.note, stacklevel=4)
    n, m = source.graph.n, source.graph.m
    if n > MOST_VERTICES or m > MOST_EDGES:
        raise ValueError(f"{path} is too large for the page, which takes graphs of up to "
                         f"{MOST_VERTICES:,} vertices and {MOST_EDGES:,} edges: it has {n:,} and "
                         f"{m:,}")
    return path.name, path.name, source, places(source.graph)


def described(name, title, source, spots, store):
    """Describe a graph for the page.

    Parameters
    ----------
    name, title : str
        What links and people call the graph.
    source : GraphSource
    spots : array_like, shape (n, 2)
        Positions of the vertices between 0 and 1.
    store : callable
        As `storing` returns it.

    Returns
    -------
    dict
        An entry of the page's list of graphs.
    """
    graph, spots = source.graph, np.round(65_535 * np.array(spots)).astype(np.uint16)
    problems = {}
    for problem in GRAPH_PROBLEMS[graph.is_weighted:]:
        PROBLEMS[problem](graph)      # which refuses weights that are too large
        problems[problem] = {"optimum": source.optimum.get(problem),
                             "best": source.best_known.get(problem)}
    return {"name": name, "title": title, "n": graph.n, "m": graph.m,
            "weighted": bool(graph.is_weighted), "spots": store(spots.tobytes()),
            "edges": store(graph.edges.astype(np.uint16).tobytes()),
            "weights": store(graph.edge_weights.tobytes()) if graph.is_weighted else None,
            "problems": problems}
