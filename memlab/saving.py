"""The file that holds an unfinished run: NumPy arrays and a JSON header, nothing pickled."""

import hashlib
import json

import numpy as np

from .files import read_arrays, replacing
from .graphs.graph import Graph
from .parameters import Configuration
from .problems import DeceptiveLeadingBlocks, MaxCut, MaxIndependentSet

# Raise it with every change after which a saved run would continue differently.
_FORMAT = "memlab run 6"


def write_run(path, problem, configuration, state, **head):
    """Write a run to a file (.npz), which appears under its name when it is complete.

    Parameters
    ----------
    path : str or path-like
    problem : Problem
    configuration : Configuration
    state : dict of ndarray
    **head
        Further values for `read_run` to pass on: numbers, strings or booleans.

    Raises
    ------
    TypeError
        If the problem is a `CustomProblem`: its functions are code, which the file cannot hold.

    """
    head = {"format": _FORMAT, "problem": type(problem).__name__,
            "configuration": configuration.to_dict(), **head}
    arrays = {"head": np.array(json.dumps(head)), **_problem_arrays(problem)}
    arrays |= {f"state.{name}": array for name, array in state.items()}
    arrays["digest"] = _digest(arrays)
    with replacing(path) as file:
        np.savez_compressed(file, **arrays)


def read_run(path, restore):
    """Read what `write_run` wrote.

    Parameters
    ----------
    path : str or path-like
    restore : callable
        Called as ``restore(problem, configuration, state, **head)``; whatever it raises means that
        the file is wrong.

    Returns
    -------
    What `restore` returned.

    Raises
    ------
    OSError
        If the file cannot be opened.
    ValueError
        If the file is not a complete run of this version of the format.
    """
    with open(path, "rb") as file:
        try:
            arrays = read_arrays(file)
            if arrays.pop("digest") != _digest(arrays):
                raise ValueError("its content is not what was written")
            head = json.loads(str(arrays["head"]))
            if head.pop("format") != _FORMAT:
                raise ValueError(f"its format is not {_FORMAT!r}")
            problem = _problem_from(head.pop("problem"), arrays)
            configuration = Configuration(**head.pop("configuration"))
            state = {name.removeprefix("state."): array for name, array in arrays.items()
                     if name.startswith("state.")}
            return restore(problem, configuration, state, **head)
        except Exception as error:
            raise ValueError(f"{path} is not a run saved by Evolution.save: "
                             f"{type(error).__name__}: {error}") from None


def check_state(problem, configuration, state, generation, steps, trace):
    """Raise a ValueError if no run can reach such a state.

    Arrays that follow from the individuals are not checked here: they are rebuilt and compared.
    """
    def demand(name, holds, what):
        if not np.all(holds):
            raise ValueError(f"{name} must {what}")
    n, sets = problem.n, isinstance(problem, MaxIndependentSet)
    evaluations = configuration.mu + generation * configuration.lambda_
    # a search repairs, adds or swaps a vertex once; a step of a cut gains a weight of at least 1
    cut = isinstance(problem, MaxCut)
    longest = 5 * n + (int(np.abs(problem.graph.to_scipy().data).sum()) // 2 if cut else 0)
    if configuration.learning_depth is not None:
        longest = min(longest, configuration.learning_depth)
    learns = configuration.mode != "darwinian" and configuration.learning_rate > 0
    most = longest * evaluations * learns
    demand("steps", steps <= most, f"be at most {most}")
    demand("state.seen", len(state["seen"]) <= evaluations, f"hold at most {evaluations} solutions")
    demand("state.rng", state["rng"].shape == (4,) and state["rng"].astype(np.uint64).any(),
           "be 4 integers other than 0")
    for name in ("genomes", "phenotypes"):
        ones = state.get(name, state["genomes"]).astype(np.uint64) & ~problem.layout.valid
        demand(f"state.{name}", ones == 0, "have no ones where no bit stands")
    if trace:
        for name in ("best", "steps"):
            demand(f"state.trace_{name}", np.diff(state[f"trace_{name}"]) >= 0, "not fall")
        for name, least, most in (
                ("mean", -np.inf, state["trace_best"]), ("diversity", 0, n),
                ("phenotype_diversity", 0, n), ("phenotype_distance", 0, n),
                ("reserve", 0 if sets else np.nan, 1)):
            values = state[f"trace_{name}"]
            demand(f"state.trace_{name}", (least <= values) & (values <= most)
                   | np.isnan(values) & np.isnan(least), f"be from {least} to {most}")


def _digest(arrays):
    """Return the SHA-256 digest of all arrays, which differs if any of them does."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype.str} {array.shape};".encode() + array.tobytes())
    return np.array(digest.hexdigest())


def _problem_arrays(problem):
    if isinstance(problem, DeceptiveLeadingBlocks):
        return {"problem.size": np.array([problem.n, problem.k])}
    if not isinstance(problem, MaxIndependentSet | MaxCut):
        raise TypeError(f"a run of {problem!r} cannot be saved: its functions are code, which the "
                        "files of memlab do not hold")
    graph = problem.graph
    arrays = {"problem.size": np.array([graph.n]), "problem.edges": graph.edges,
              "problem.name": np.array(graph.name)}
    if graph.is_weighted:
        arrays["problem.weights"] = graph.edge_weights
    if isinstance(problem, MaxIndependentSet):
        arrays["problem.local_search"] = np.array(problem.search)
    return arrays


def _problem_from(kind, arrays):
    size = arrays["problem.size"].tolist()
    if kind == DeceptiveLeadingBlocks.__name__:
        return DeceptiveLeadingBlocks(*size)
    graph = Graph.from_edges(*size, arrays["problem.edges"], name=str(arrays["problem.name"]),
                             weights=arrays.get("problem.weights"))
    if kind == MaxIndependentSet.__name__:
        return MaxIndependentSet(graph, str(arrays["problem.local_search"]))
    return {MaxCut.__name__: MaxCut}[kind](graph)
