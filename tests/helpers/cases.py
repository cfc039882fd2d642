"""Small problems of every kind and representation, and every mode, for the tests of the engine."""

import functools

import networkx as nx
import numpy as np
from prepared import KINDS, force
from reference import Blocks, Reference
from reference_functions import Functions, drawn_functions
from reference_sets import swap_rows
from reference_weighted import WeightedCut, weigh
from suites import shortened

import memlab as ml
from memlab.evolution import modes
from memlab.problems import independent_set, max_cut, pseudo_boolean

MODES = {name: 0.4 if mode.inherits is None else None for name, mode in modes.MODES.items()}
GRAPHS = {
    "random": ml.Graph.from_networkx(nx.gnp_random_graph(70, 0.2, seed=1)),
    "scale-free": ml.Graph.from_networkx(nx.barabasi_albert_graph(70, 2, seed=1)),
    "hub": ml.Graph.from_edges(257, list(nx.convert_node_labels_to_integers(
        # a vertex of degree 256 in the middle of a dense ring
        nx.full_join(nx.circulant_graph(256, [1, 2, 3, 4]), nx.empty_graph(1), ("", "hub")),
        ordering="sorted").edges)),
}
CASES = {
    "mis, rows": ("mis", "random", "rows"),
    "mis, wide rows": ("mis", "hub", "rows"),
    "mis, lists": ("mis", "scale-free", "lists"),
    "swap, rows": ("swap", "random", "rows"),
    "swap, lists": ("swap", "scale-free", "lists"),
    "maxcut, rows": ("maxcut", "random", "rows"),
    "maxcut, wide rows": ("maxcut", "hub", "rows"),
    "maxcut, lists": ("maxcut", "scale-free", "lists"),
    "weighted": ("weighted", "random", "lists"),
    "blocks": None,
    "functions, all": None,
    "functions, buckets": None,
    "functions, blocks": None,
}
# Those of the short tests: each takes seconds to compile. The others are left to `--all`.
COMMON = ("mis, rows", "mis, lists", "maxcut, rows", "maxcut, lists", "blocks",
          "functions, all")
EACH = shortened(CASES, COMMON)
MANY = {"functions, buckets": "buckets", "functions, blocks": "blocks"}      # of bits
BLOCKS = (30, 3)
FUNCTIONS = drawn_functions(16, 30, 2), drawn_functions(16, 30, 1000)


@functools.cache
def problem(case):
    """The problem of a case."""
    if CASES[case] is None:
        if case == "blocks":
            return ml.DeceptiveLeadingBlocks(*BLOCKS)
        made = ml.PseudoBoolean(*functions(case))
        if case in MANY:
            vars(made)["search"] = MANY[case]
        return made
    kind, graph, representation = CASES[case]
    graph = weigh(GRAPHS[graph]) if kind == "weighted" else GRAPHS[graph]
    return force(KINDS[kind](graph), representation)


@functools.cache
def reference(case):
    """The slow, obvious version of the same problem."""
    if CASES[case] is None:
        return Blocks(*BLOCKS) if case == "blocks" else Functions(*functions(case))
    kind, graph, _ = CASES[case]
    if kind == "weighted":
        return WeightedCut(weigh(GRAPHS[graph]))
    if kind == "swap":
        return Reference("mis", GRAPHS[graph], swap_rows)
    return Reference(kind, GRAPHS[graph])


def functions(case):
    """n, subsets and tables of a case whose gains fit into buckets, or do not."""
    return FUNCTIONS[case != "functions, buckets"]


def loads_alike(case, monkeypatch):
    """A file's problem chooses its representation by itself: let it choose that of the case."""
    if "lists" in case:
        for module in (max_cut, independent_set):
            monkeypatch.setattr(module, "MOST_PACKED_VERTICES", 50)
    if case in MANY:
        monkeypatch.setattr(pseudo_boolean, "MOST_IN_BLOCKS", 0)


def settings(mode, **others):
    """Arguments of a short run in a mode, many ties and generations."""
    return {"mode": mode, "lb_probability": MODES[mode], "mu": 12, "lambda_": 9, "budget": 700,
            "crossover_rate": 0.7, "seed": [3, 1]} | others


def same_run(a, b):
    """Whether two runs are one and the same, bit for bit; the time they took does not count."""
    numbers = ("mode", "configuration", "budget", "best_fitness", "evaluations",
               "local_search_steps", "unique_best")
    traces = [run.trace for run in (a, b)]
    return (all(getattr(a, name) == getattr(b, name) for name in numbers)
            and np.array_equal(a.best_solution, b.best_solution)
            and (traces[0] is None) == (traces[1] is None)
            and (traces[0] is None or traces[0].equals(traces[1])))
