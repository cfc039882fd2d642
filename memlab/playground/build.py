"""Build the playground: a single page with data, kernels and scripts.

The package itself computes all data of the page: graphs, prepared instances, exact expectations,
and the kernels as WebAssembly. The page's scripts draw and call the kernels.
"""

import base64
import functools
import gzip
import json
import tomllib
from pathlib import Path

import numpy as np

from .. import theory
from ..files import replacing
from ..graphs import named
from ..kernels import engine
from ..modes import MODES
from ..names import GRAPH_PROBLEMS
from ..parameters import Configuration
from ..plots import palette
from ..plots.graphs import places
from ..problems import PROBLEMS, DeceptiveLeadingBlocks, landscape
from ..state import make_state
from ..study import provenance
from ..theory import bitwise, learners
from . import machine
from .blocks import manifest

PAGE = Path(__file__).with_name("page")
GRAPHS = tomllib.loads(Path(__file__).with_name("graphs.toml").read_text("utf-8"))["graphs"]
WORKER, SCRIPTS = ("seeds", "engine", "worker"), (
    "draw", "settings", "race", "inside", "walk", "needle", "landscape", "tour", "app")
WALKS, LENGTHS = (12, 24, 36, 60), (2, 3, 4)
WALKERS = [mode.name for mode in MODES.values() if mode.inherits is not None]
STEPS, TRIALS = range(7), (0, 1, 3, 10, 30, 100, 300, 1000)      # amounts of learning
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
    blob, known, kinds, programs = bytearray(), {}, {}, {}

    def store(content):
        if content not in known:
            known[content] = [len(blob), len(content)]
            blob.extend(content + bytes(-len(content) % 8))
        return known[content]

    def described(name, make, sizes, *kernels):
        arguments = make(**sizes)
        program = kinds.setdefault((name, machine.kind(arguments)), f"{name}{len(kinds)}")
        programs[program] = arguments, kernels
        return {"program": program,
                "kernels": {kernel.__name__: machine.parameters(kernel) for kernel in kernels},
                "manifest": manifest(make, sizes, store)}

    def race(problem):
        return described("race", functools.partial(race_arguments, problem),
                         {"mu": 2, "lambda_": 3, "generations": 5}, engine.start, engine.advance)

    facts = {
        "versions": provenance.versions(),
        "texts": tomllib.loads((PAGE / "texts.toml").read_text("utf-8")),
        "modes": {name: {key: getattr(mode, key) for key in ("label", "dash", "learns", "inherits")}
                  for name, mode in MODES.items()},
        "first": sources[0][0],
        "graphs": [_graph(*source, race, store) for source in sources],
        "walks": {n: described("walk", functools.partial(walk_arguments, n), {},
                                bitwise.record)
                  | {"expected": {k: {mode: theory.expected_runtime(mode, n, k)
                                      for mode in WALKERS} for k in LENGTHS}} for n in WALKS},
        "needle": described("needle", needle_arguments, {"population": 2}, learners.found,
                            learners.live, learners.mate),
        "landscapes": landscapes(),
    }
    return (facts, blob), programs


def race_arguments(problem, mu, lambda_, generations):
    """Arguments of `engine.start` and `engine.advance` before the initial population exists."""
    state = make_state(problem, Configuration("baldwinian", mu, lambda_),
                       mu + lambda_ * generations)
    return state._asdict() | {"given": False, "until": 0}


def walk_arguments(n):
    """Arguments of `bitwise.record` for walks of n bits, before they begin."""
    problem = DeceptiveLeadingBlocks(n, LENGTHS[0])
    return {"instance": problem.instance, "layout": problem.layout, "learns": False,
            "inherits": 0.0, "strict": False, "every": 1,
            "genomes": np.zeros((3, len(problem.layout.valid)), np.uint64),
            "flipped": np.zeros(n, np.int64), "rng": np.zeros(4, np.uint64),
            "clock": np.array([-1, 0, 0, 0]), "frame": np.zeros((1, 4), np.int64),
            "ones": np.zeros((1, n // LENGTHS[0]), np.uint8), "generic": False}


def needle_arguments(population, genes=20):
    """Arguments of the kernels of `learners`, before the first generation."""
    alleles = np.zeros((population, genes), np.uint8)
    return {"alleles": alleles, "offspring": alleles.copy(), "wasted": np.zeros(population, int),
            "wheel": np.zeros(population, int), "trials": 0, "rng": np.zeros(4, np.uint64)}


def landscapes():
    """Return the fitness landscapes by name, before and after every amount of learning."""
    graph = named.from_example("petersen").graph
    kinds = {"block": functools.partial(landscape.deceptive_block, 6), "needle": landscape.needle,
             **{name: functools.partial(landscape.of_graph, PROBLEMS[name](graph))
                for name in GRAPH_PROBLEMS}}
    shown = {}
    for name, compute in kinds.items():
        amounts, unit = (TRIALS, "trial") if name == "needle" else (STEPS, "step")
        after = [compute(amount).after.round(4).tolist() for amount in amounts]
        shown[name] = {"amounts": list(amounts), "unit": unit, "before": after[0], "after": after}
    return shown


def _shipped(entry):
    """Return an entry of graphs.toml in the form that `data` takes."""
    if name := entry.get("example"):
        source = named.from_example(name)
        spots = entry.get("spots") or places(source.graph)
        return name, named.EXAMPLES[name]["title"], source, spots
    source = named.from_dataset(entry["dataset"], entry["index"])
    source.optimum.update(entry["optimum"])
    source.best_known.update(entry["best_known"])
    return entry["name"], entry["title"], source, places(source.graph)


def _own(path):
    """Return a user's file in the form that `data` takes."""
    source = named.from_file(path.name, path.read_bytes())
    n, m = source.graph.n, source.graph.m
    if n > MOST_VERTICES or m > MOST_EDGES:
        raise ValueError(f"{path} is too large for the page, which takes graphs of up to "
                         f"{MOST_VERTICES:,} vertices and {MOST_EDGES:,} edges: it has {n:,} and "
                         f"{m:,}")
    return path.name, path.name, source, places(source.graph)


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
    colours = ({name: mode.colour for name, mode in MODES.items()}
               | palette.STATES | palette.PROPERTIES)
    return f":root {{ {' '.join(f'--{name}: {colour};' for name, colour in colours.items())} }}\n"


def _scripts(names):
    return "\n".join((PAGE / f"{name}.js").read_text("utf-8") for name in names)


def _packed(facts, blob, code):
    """Facts, bytes and WebAssembly as base64 of gzip: the facts' length, the facts, the bytes."""
    facts["code"] = [len(blob), len(code)]
    text = json.dumps(facts, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    whole = len(text).to_bytes(8, "little") + text + blob + code
    return base64.b64encode(gzip.compress(whole, mtime=0)).decode()
