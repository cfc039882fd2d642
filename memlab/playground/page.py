"""Put your graphs into the page that comes with memlab.

The page has its data in one place, as base64 of gzip: facts as JSON; the bytes that they refer to
by offset and length; and among them the kernels as WebAssembly, which ``data/playground/build.py``
compiles. The page has no named tuples, but only the arrays and scalars in them, by name and in
order; so for every array it is said how long it is in a run of any size, and what it begins with.
"""

import base64
import functools
import gzip
import json
import re
from pathlib import Path

import numpy as np

from ..files import replacing
from ..graphs import named
from ..names import GRAPH_PROBLEMS
from ..parameters import Configuration
from ..paths import data
from ..plots.graphs import places
from ..problems import PROBLEMS
from ..state import make_state

MOST_VERTICES, MOST_EDGES = 2_000, 100_000      # larger graphs are unreadable and make a large page
_DATA = re.compile('(?<=id="data">)[^<]+')


def write(path, files=()):
    """Write the page that comes with memlab, with your graphs in front.

    Parameters
    ----------
    path : str or path-like
        The file to write or replace.
    files : sequence of path-like
        The user's own graphs, in a format of `memlab.read_graph`; they are listed first.

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
        page = with_graphs(page, files)
    with replacing(path, "w") as file:
        file.write(page)
    return len(page.encode())


def with_graphs(page, files):
    """Return the text of a page with the graphs in some files in front of its own: str."""
    facts, content = unpacked(_DATA.search(page)[0])
    store = storing(content)
    own = [described(*_read(Path(file)), facts["programs"], store) for file in files]
    facts["first"], facts["graphs"] = own[0]["name"], own + facts["graphs"]
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


def _read(path):
    """Return a file's name and title, its graph, and the places of the vertices."""
    source = named.from_file(path.name, path.read_bytes())
    n, m = source.graph.n, source.graph.m
    if n > MOST_VERTICES or m > MOST_EDGES:
        raise ValueError(f"{path} is too large for the page, which takes graphs of up to "
                         f"{MOST_VERTICES:,} vertices and {MOST_EDGES:,} edges: it has {n:,} and "
                         f"{m:,}")
    return path.name, path.name, source, places(source.graph)


def described(name, title, source, spots, programs, store):
    """Describe a graph for the page, with races on it.

    Parameters
    ----------
    name, title : str
        What links and people call the graph.
    source : GraphSource
    spots : array_like, shape (n, 2)
        Positions of the vertices between 0 and 1.
    programs : dict
        The compiled kernels: for every `kind` of arguments, the name of the program that takes
        them, and the names of its kernels' parameters.
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
        arguments = manifest(functools.partial(race_arguments, PROBLEMS[problem](graph)),
                             {"mu": 2, "lambda_": 3, "generations": 5}, store)
        problems[problem] = programs[kind(arguments)] | {
            "manifest": arguments, "optimum": source.optimum.get(problem),
            "best": source.best_known.get(problem)}
    return {"name": name, "title": title, "n": graph.n, "m": graph.m,
            "weighted": bool(graph.is_weighted), "spots": store(spots.tobytes()),
            "edges": store(graph.edges.astype(np.uint16).tobytes()), "problems": problems}


def race_arguments(problem, mu=2, lambda_=3, generations=5):
    """Arguments of `engine.start` and `engine.advance` before the initial population exists."""
    state = make_state(problem, Configuration("baldwinian", mu, lambda_),
                       mu + lambda_ * generations)
    return state._asdict() | {"given": False, "until": 0}


def kind(entries):
    """Return a key that is equal for manifests of arguments that the same code accepts: str."""
    return " ".join(f"{name}:{entry['dtype']}:{len(entry.get('shape', ()))}"
                    for name, entry in entries.items())


def leaves(arguments):
    """Return all arrays and scalars in a dict of nested named tuples, in order: dict by name."""
    parts = {}
    for name, value in arguments.items():
        if isinstance(value, tuple):
            parts |= leaves({f"{name}.{field}": item for field, item in value._asdict().items()})
        else:
            parts[name] = value
    return parts


def manifest(make, sizes, store):
    """Describe how to make the arguments that `make` makes, for any sizes.

    What an array's length has to do with the sizes only `make` knows: it is asked for arguments of
    these sizes, and of each size plus one.

    Parameters
    ----------
    make : callable
        Takes `sizes` as keyword arguments; returns a dict of named arguments, whose first
        dimensions are linear in each size, and all others constant.
    sizes : dict of int
        The sizes to start from.
    store : callable
        Stores bytes and returns their place.

    Returns
    -------
    dict
        By the name of each leaf: for a scalar, "dtype" and "value"; for an array, "dtype", "shape"
        (of the first dimension the constant and, if it varies, the coefficient of each size; then
        the other dimensions), and "fill" (a number, or "count" for 0, 1, 2 ...) or "data" (what
        `store` returned). Numbers are str, because numbers in JavaScript do not hold 64-bit
        integers.

    Raises
    ------
    ValueError
        If an array of variable length has other contents.

    Examples
    --------
    >>> manifest(lambda n: {"a": np.zeros((n + 1, 3)), "b": 7}, {"n": 4}, bytes)
    {'a': {'dtype': 'f8', 'shape': [[1, 1], [3]], 'fill': '0.0'},
     'b': {'dtype': 'i8', 'value': '7'}}
    """
    entries = {}
    larger = [leaves(make(**sizes | {name: size + 1})) for name, size in sizes.items()]
    for name, item in leaves(make(**sizes)).items():
        entries[name] = entry = {"dtype": np.asarray(item).dtype.str[1:]}
        if not isinstance(item, np.ndarray):
            entry["value"] = str(+item)
            continue
        length, *others = item.shape
        growth = [len(arguments[name]) - length for arguments in larger]
        varies = any(growth)
        first = [length - int(np.dot(growth, list(sizes.values()))), *growth]
        entry["shape"] = [first if varies else [length], *([other] for other in others)]
        if item.size and (item == item.flat[0]).all():
            entry["fill"] = str(item.flat[0].item())
        elif np.array_equal(item.ravel(), np.arange(item.size)):
            entry["fill"] = "count"
        elif varies:
            raise ValueError(f"{name} has a variable length and must be filled with one number")
        else:
            entry["data"] = store(np.ascontiguousarray(item).tobytes())
    return entries
