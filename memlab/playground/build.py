"""Build the playground: a single page with data, kernels and scripts.

The package itself computes all data of the page: graphs, prepared instances, exact expectations,
and the kernels as WebAssembly. The page's scripts draw and call the kernels.
"""

import base64
import gzip
import json
import tomllib
from pathlib import Path

import numpy as np

from .. import theory
from ..explorer import graphs
from ..files import replacing
from ..kernels import engine
from ..names import GRAPH_PROBLEMS
from ..parameters import Configuration
from ..plots import palette
from ..problems import PROBLEMS, DeceptiveLeadingBlocks
from ..state import make_state
from ..study import provenance
from ..theory import dlb_naive
from ..theory import needle_kernels as needle
from . import machine
from .blocks import manifest

PAGE = Path(__file__).with_name("page")
GRAPHS = tomllib.loads(Path(__file__).with_name("graphs.toml").read_text("utf-8"))["graphs"]
WORKER, SCRIPTS = ("seeds", "engine", "worker"), (
    "draw", "settings", "race", "inside", "walk", "needle", "tour", "app")
WALKS, LENGTHS, WALKERS = (12, 24, 36, 60), (2, 3, 4), ("darwinian", "lamarckian", "baldwinian")
MOST_VERTICES, MOST_EDGES = 2_000, 100_000      # larger graphs are unreadable and make a large page


def write(path, files=()):
    """Build the page.

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
    BuildError
        If the kernels cannot be compiled.
    """
    machine.linker()      # raises an error before any work begins
    sources = [_own(Path(file)) for file in files] + [_shipped(entry) for entry in GRAPHS]
    if len({name for name, *_ in sources}) < len(sources):
        raise ValueError("two graphs of the page would have the same name; rename a file")
    (facts, blob), programs = data(sources)
    page = assembled(_packed(facts, blob, machine.compiled(programs)))
    with replacing(path, "w") as file:
        file.write(page)
    return len(page.encode())


def assembled(packed):
    """Return the page with its data inserted."""
    page = (PAGE / "page.html").read_text("utf-8")
    for mark, text in {"/* STYLE */": _colours() + (PAGE / "style.css").read_text("utf-8"),
                       "/* WORKER */": _scripts(WORKER), "/* SCRIPT */": _scripts(SCRIPTS),
                       "DATA": packed}.items():
        page = page.replace(mark, text)
    return page


def data(sources):
    """Return the page's data, and the programs that compute on them.

    Parameters
    ----------
    sources : list of (str, str, Source, array_like)
        Names, titles, graphs, and positions of the vertices between 0 and 1.

    Returns
    -------
    content : (dict, bytearray)
        The facts, and the bytes that they refer to by offset and length.
    programs : dict
        As `machine.compiled` takes them.
    """
    blob, known, programs = bytearray(), {}, {}

    def store(content):
        if content not in known:
            known[content] = [len(blob), len(content)]
            blob.extend(content + bytes(-len(content) % 8))
        return known[content]

    def program(name, arguments, kernels):
        key = next((key for key, (other, _) in programs.items() if key.startswith(name)
                    and machine.kind(other) == machine.kind(arguments)), None)
        key = key or f"{name}{len(programs)}"
        programs[key] = arguments, kernels
        return key

    def described(name, prepare, sizes, *kernels):
        return {"program": program(name, prepare(**sizes), kernels),
                "kernels": {kernel.__name__: machine.parameters(kernel) for kernel in kernels},
                "manifest": manifest(prepare, sizes, store)}

    def race(problem):
        return described("race", lambda **sizes: race_arguments(problem, **sizes),
                         {"mu": 2, "lambda": 3, "generations": 5}, engine.start, engine.advance)

    facts = {
        "versions": provenance.versions(),
        "texts": tomllib.loads((PAGE / "texts.toml").read_text("utf-8")),
        "modes": {name: {"label": style.label, "dash": style.dash}
                  for name, style in palette.MODES.items()},
        "first": sources[0][0],
        "graphs": [_graph(*source, race, store) for source in sources],
        "walks": {n: described("walk", lambda n=n: walk_arguments(n), {}, dlb_naive.record)
                  | {"expected": {k: {mode: theory.expected_runtime(mode, n, k)
                                      for mode in WALKERS} for k in LENGTHS}} for n in WALKS},
        "needle": described("needle", needle_arguments, {"population": 2}, needle.found,
                            needle.live, needle.mate),
    }
    return (facts, blob), programs


def race_arguments(problem, mu, generations, **sizes):
    """Arguments of `engine.start` and `engine.advance` before the initial population exists."""
    lambda_ = sizes["lambda"]
    state = make_state(problem, Configuration("baldwinian", mu, lambda_),
                       mu + lambda_ * generations)
    return state._asdict() | {"given": False, "until": 0}


def walk_arguments(n):
    """Arguments of `dlb_naive.record` for walks of n bits, before they begin."""
    problem = DeceptiveLeadingBlocks(n, LENGTHS[0])
    return {"instance": problem.instance, "layout": problem.layout, "learns": False,
            "lb_probability": 0.0, "strict": False, "every": 1,
            "genomes": np.zeros((3, len(problem.layout.valid)), np.uint64),
            "flipped": np.zeros(n, np.int64), "rng": np.zeros(4, np.uint64),
            "clock": np.array([-1, 0, 0, 0]), "frame": np.zeros((1, 4), np.int64),
            "ones": np.zeros((1, n // LENGTHS[0]), np.uint8), "generic": False}


def needle_arguments(population, genes=20):
    """Arguments of the kernels of `needle`, before the first generation."""
    alleles = np.zeros((population, genes), np.uint8)
    return {"alleles": alleles, "offspring": alleles.copy(), "wasted": np.zeros(population, int),
            "wheel": np.zeros(population, int), "trials": 0, "rng": np.zeros(4, np.uint64)}


def _shipped(entry):
    """Return an entry of graphs.toml in the form that `data` takes."""
    if name := entry.get("example"):
        source = graphs.from_example(name)
        spots = entry.get("spots") or graphs.places(source.graph)
        return name, graphs.EXAMPLES[name]["title"], source, spots
    source = graphs.from_dataset(entry["dataset"], entry["index"])
    source.optimum.update(entry["optimum"])
    source.best_known.update(entry["best_known"])
    return entry["name"], entry["title"], source, graphs.places(source.graph)


def _own(path):
    """Return a user's file in the form that `data` takes."""
    source = graphs.from_file(path.name, path.read_bytes())
    graph = source.graph
    for what, number, most in (("vertices", graph.n, MOST_VERTICES),
                               ("edges", graph.m, MOST_EDGES)):
        if number > most:
            raise ValueError(f"{path} is too large for the page, which takes graphs of up to "
                             f"{most:,} {what}: it has {number:,}")
    return path.name, path.name, source, graphs.places(graph)


def _graph(name, title, source, spots, race, store):
    """Return a graph, the positions of its vertices, and the problems on it."""
    graph, spots = source.graph, np.round(65_535 * np.array(spots)).astype(np.uint16)
    problems = GRAPH_PROBLEMS[graph.is_weighted:]
    return {"name": name, "title": title, "n": graph.n, "m": graph.m,
            "weighted": bool(graph.is_weighted), "spots": store(spots.tobytes()),
            "edges": store(graph.edges.astype(np.uint16).tobytes()),
            "problems": {name: race(PROBLEMS[name](graph)) | {
                "optimum": source.optimum.get(name), "best": source.best_known.get(name)}
                for name in problems}}


def _colours():
    modes = {name: style.colour for name, style in palette.MODES.items()}
    lines = (f"--{name}: {colour};" for name, colour in
             (modes | palette.STATES | palette.PROPERTIES).items())
    return f":root {{ {' '.join(lines)} }}\n"


def _scripts(names):
    return "\n".join((PAGE / f"{name}.js").read_text("utf-8") for name in names)


def _packed(facts, blob, code):
    """Facts, bytes and WebAssembly as base64 of gzip: the facts' length, the facts, the bytes."""
    facts["code"] = [len(blob), len(code)]
    text = json.dumps(facts, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    whole = len(text).to_bytes(8, "little") + text + blob + code
    return base64.b64encode(gzip.compress(whole, mtime=0)).decode()
