"""Build the playground again, after a change of kernels, texts or scripts.

    python -m memlab.playground.build

This needs LLVM's linker, wasm-ld (Debian and Ubuntu: apt-get install lld; conda: conda install
lld). memlab computes the data of the page: graphs, exact expectations, and the kernels as
WebAssembly. The scripts in the folder ``page`` draw, read files, prepare instances, and call the
kernels. The page has no named tuples, but only the arrays and scalars in them, by name and in
order; so for every array it is said how long it is in a run of any size, and what it begins with.
"""

import functools
import re
import tomllib
from pathlib import Path

import networkx as nx
import numpy as np

from .. import Graph, problems, theory
from ..analysis import landscape, named
from ..evolution.configuration import Configuration
from ..evolution.modes import MODES
from ..evolution.state import make_state
from ..kernels import engine, rng, variation
from ..plots import palette
from ..plots.graphs import places
from ..study import provenance
from ..support import paths
from ..support.files import replacing
from ..support.names import GRAPH_PROBLEMS
from ..theory import bitwise, functions
from . import needle, plane, webassembly
from .page import MOST_EDGES, MOST_VERTICES, described, packed, storing

HERE = Path(__file__).parent
PAGE = HERE / "page"
GRAPHS = tomllib.loads((HERE / "graphs.toml").read_text("utf-8"))["graphs"]
MOST_ENTRIES = 2_000_000      # to prepare for a sum of functions: 16 MB for each mode
WALKS, LENGTHS = (12, 24, 36, 60), (2, 3, 4)
WIDE = ("jump", "cliff", "hurdle", "plateau")      # functions that have a width
WALKERS = [mode.name for mode in MODES.values() if mode.inherits is not None]
STEPS, TRIALS = range(7), (0, 1, 3, 10, 30, 100, 300, 1000)      # amounts of learning


def write(path):
    """Build the page and write it to a file."""
    (facts, content), programs = data()
    code = webassembly.compiled(programs)
    facts["code"] = [len(content), len(code)]
    with replacing(path, "w") as file:
        file.write(assembled(packed(facts, content + code)))


def assembled(packed_data):
    """Return the page with its data inserted, and the files that it names in comments."""
    page = re.sub(r"/\* (\w+\.(css|js)) \*/", lambda name: (PAGE / name[1]).read_text("utf-8"),
                  (PAGE / "page.html").read_text("utf-8"))
    colours = ({name: mode.colour for name, mode in MODES.items()}
               | palette.STATES | palette.PROPERTIES | palette.VERTICES)
    rules = " ".join(f"--{name}: {colour};" for name, colour in colours.items())
    return page.replace("/* COLOURS */", f":root {{ {rules} }}").replace("DATA", packed_data)


def data():
    """Return the page's data, and the programs that compute on them.

    Returns
    -------
    content : (dict, bytearray)
        The facts, and the bytes that they refer to by offset and length.
    programs : dict
        As `webassembly.compiled` takes them.
    """
    content, kinds, programs = bytearray(), {}, {}
    store = storing(content)

    def program(name, make, sizes, *kernels, keep=store):
        """Describe arguments of kernels, which are compiled once for every kind of arguments."""
        arguments = manifest(make, sizes, keep)
        if (name, kind(arguments)) not in kinds:
            kinds[name, kind(arguments)] = called = {
                "program": f"{name}{len(kinds)}",
                "kernels": {one.__name__: webassembly.parameters(one) for one in kernels}}
            programs[called["program"]] = make(**sizes), kernels
        return kinds[name, kind(arguments)] | {"manifest": arguments}

    sizes = {"mu": 2, "lambda_": 3, "generations": 5}      # the page fills in what is a problem's
    races = {name: program("race", functools.partial(race_arguments, problem), sizes,
                           engine.start, engine.settle, engine.advance, keep=len)
             for name, problem in instances().items()}
    sources = [graph(entry) for entry in GRAPHS]
    facts = {
        "versions": provenance.versions(),
        "texts": tomllib.loads((PAGE / "texts.toml").read_text("utf-8")),
        "modes": {name: {key: getattr(mode, key) for key in ("label", "dash", "learns", "inherits")}
                  for name, mode in MODES.items()},
        "programs": races,
        "most": {"vertices": MOST_VERTICES, "edges": MOST_EDGES, "entries": MOST_ENTRIES},
        "unflipped": store(unflipped().tobytes()),
        "graphs": [described(*source, store) for source in sources],
        "walks": {n: {
            "blocks": program("walk", functools.partial(walk_arguments, n), {}, bitwise.record),
            "ones": program("walk", functools.partial(hill_arguments, n), {}, bitwise.record),
            # the last digits depend on the processor
            "expected": {k: {mode: float(f"{theory.expected_runtime(mode, n, k):.12g}")
                             for mode in WALKERS} for k in LENGTHS},
            # of functions of the number of ones
            "values": {name: {k: (make(n, k) if name in WIDE else make(n)).tolist()
                              for k in LENGTHS}
                       for name, make in functions.NAMED.items()}} for n in WALKS},
        "needle": program("needle", needle_arguments, {"population": 2}, needle.found,
                          needle.live, needle.mate),
        "landscapes": landscapes(),
        "plane": plane.found(),
        "coin": program("coin", lambda: {"rng": np.zeros(4, np.uint64), "probability": 0.5}, {},
                        rng.happens),      # whether two vertices of a random graph are joined
    }
    return (facts, content), programs


def instances():
    """Return a small problem of every kind that the page can be given: a dict by the kind's name.

    Their counters have 8 or 16 bits, as the largest degree needs; sparse cuts are on lists. The
    gains of sums of functions have 64 bits.
    """
    path, ring = nx.path_graph(3), nx.circulant_graph(256, [1, 2, 3, 4])
    wheel = nx.full_join(ring, nx.empty_graph(1), ("", "hub"))
    path, ring, wheel = map(Graph.from_networkx, (path, ring, wheel))
    weighted = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[2, 3])
    a_sum = problems.PseudoBoolean(*problems.PseudoBoolean.example)
    a_sum.gain_type = np.dtype(np.int64)      # which is large enough for all
    return {"sets8": problems.MaxIndependentSet(ring), "sets16": problems.MaxIndependentSet(wheel),
            "cuts8": problems.MaxCut(ring), "cuts16": problems.MaxCut(wheel),
            "lists": problems.MaxCut(path), "weights": problems.MaxCut(weighted),
            "functions": a_sum}


def unflipped():
    """Return the probability that mutation flips no bit, for every size: float64 (MOST_VERTICES,).
    """
    sizes = range(1, MOST_VERTICES + 1)
    return np.array([variation.make_layout(np.arange(n), -(-n // 64)).flips[0] / 2.0**64
                     for n in sizes])


def walk_arguments(n):
    """Arguments of `bitwise.record` for walks of n bits in blocks, before they begin."""
    return _walk(problems.DeceptiveLeadingBlocks(n, LENGTHS[-1]), n, n // LENGTHS[-1])


def hill_arguments(n):
    """The same for walks on functions of the number of ones, whose initial one does not learn."""
    return _walk(problems.Unitation(functions.jump(n, LENGTHS[0])), 0, 1)


def _walk(problem, goal, blocks):
    return {"instance": problem.instance, "layout": problem.layout,
            "rules": bitwise.Rules(goal, learns=False, learns_first=False, inherits=0.0),
            "walk": bitwise.begun(problem.layout, np.zeros(4, np.uint64)), "every": 1,
            "frame": np.zeros((1, 4), np.int64), "ones": np.zeros((1, blocks), np.uint8)}


def needle_arguments(population, genes=20):
    """Arguments of the kernels of `needle`, before the first generation."""
    alleles = np.zeros((population, genes), np.uint8)
    return {"alleles": alleles, "offspring": alleles.copy(), "wasted": np.zeros(population, int),
            "wheel": np.zeros(population, int), "trials": 0, "rng": np.zeros(4, np.uint64)}


def race_arguments(problem, mu=2, lambda_=3, generations=5):
    """Arguments of `engine.start`, `settle` and `advance` before the initial population exists."""
    state = make_state(problem, Configuration("baldwinian", mu, lambda_),
                       mu + lambda_ * generations)
    return state._asdict() | {"given": False, "until": 0, "at_once": state.at_once, "begin": 0,
                              "end": mu}


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


def landscapes():
    """Return the fitness landscapes by name, before and after every amount of learning."""
    graph = named.from_example("petersen").graph
    kinds = {"block": functools.partial(landscape.deceptive_block, 6), "needle": landscape.needle,
             **{name: functools.partial(landscape.of_graph, problems.PROBLEMS[name](graph))
                for name in GRAPH_PROBLEMS}}
    shown = {}
    for name, compute in kinds.items():
        amounts, unit = (TRIALS, "trial") if name == "needle" else (STEPS, "step")
        after = [compute(amount).after.round(4).tolist() for amount in amounts]
        shown[name] = {"amounts": list(amounts), "unit": unit, "before": after[0], "after": after}
    return shown


def graph(entry):
    """Return the name, title, graph and places of vertices of an entry of graphs.toml."""
    if name := entry.get("example"):
        source = named.from_example(name)
    elif "edges" in entry:
        one = Graph.from_edges(len(entry["spots"]), entry["edges"])
        source = named.GraphSource(one, entry["title"])
    else:
        source = named.from_dataset(entry["dataset"], entry["index"])
    source.optimum.update(entry.get("optimum", {}))
    source.best_known.update(entry.get("best_known", {}))
    return (name or entry["name"], entry.get("title", source.title), source,
            entry.get("spots") or places(source.graph))


if __name__ == "__main__":
    write(paths.data("playground") / "playground.html")
