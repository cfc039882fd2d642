"""What is run beyond the paper, as data: three parts, and reference values for their graphs.

- ``search``: independent sets in four modes with three local searches, of which the first is the
  paper's;
- ``cut``: cuts in four modes, on graphs whose maximum cut can be proved;
- ``factors``: every combination of what the paper holds fixed.

All runs have the configuration that the paper selected for their problem, dataset and mode, and
the graphs and seeds of the study's evaluation: the same seed for whatever is compared.
"""

import itertools
from dataclasses import dataclass
from typing import NamedTuple

from ..checks import choice
from ..names import DATASETS, MODES
from ..problems import LOCAL_SEARCHES
from ..study import published
from ..study.plan import run_seed

PARTS = ("search", "cut", "factors")
SPLIT = "test"
# The factors' levels, the paper's first. A step of the local search moves one vertex, and costs
# less than an evaluation from scratch: 1 is the most that could be charged.
FACTORS = {"ties": ("random", "offspring"), "mutation": ("standard", "fast"),
           "initial": ("raw", "learned"), "step_cost": (0.0, 1.0)}
# Methods of `memlab.optima.solve` that share nothing with its own, and are optional.
EXTRAS = {"cpsat": "ortools", "kamis": "chszlablib"}
_KAMIS_SECONDS = 15.0       # of which it uses all
# Where optima can be proved in seconds.
PROVABLE = (("mis", "ba_small"), ("mis", "ba_large"), ("mis", "rb_small"), ("maxcut", "ba_small"))


@dataclass(frozen=True)
class Size:
    """How much is run in a profile.

    Attributes
    ----------
    searched : dict of str to int
        Graphs of each dataset of part ``search``.
    cut : int
        Graphs of ``ba_small`` of part ``cut``.
    repetitions : int
        Seeds a graph, in both.
    cells : tuple of (str, str)
        Problems and datasets of part ``factors``.
    graphs, factor_repetitions : int
        Of each of them.
    budget : int
    seconds : float
        For each reference value.
    """

    searched: dict[str, int]
    cut: int
    repetitions: int
    cells: tuple[tuple[str, str], ...]
    graphs: int
    factor_repetitions: int
    budget: int = 40_000
    seconds: float = 60.0


_CELLS = (("mis", "er_small"), ("mis", "ba_large"), ("maxcut", "er_small"), ("maxcut", "ba_large"))

SIZES = {
    "smoke": Size({"ba_small": 2}, 1, 1, (("maxcut", "ba_small"),), 2, 1,
                  budget=1_000, seconds=1.0),
    "quick": Size({"er_large": 2, "ba_small": 4, "ba_large": 2, "rb_small": 2}, 4, 1,
                  (("maxcut", "ba_large"),), 2, 1, seconds=5.0),
    "laptop": Size({"er_small": 5, "er_large": 20, "ba_small": 20, "ba_large": 20, "rb_small": 20,
                    "rb_large": 5}, 20, 3, _CELLS, 5, 2),
    "paper": Size(dict.fromkeys(DATASETS, 100), 100, 3, _CELLS, 50, 3),
}


class Run(NamedTuple):
    """One run: everything that determines its result."""

    part: str
    problem: str
    dataset: str
    graph: int
    repetition: int
    mode: str
    mu: int
    lambda_: int
    crossover_rate: float
    lb_probability: float | None
    local_search: str
    ties: str
    mutation: str
    initial: str
    step_cost: float
    budget: int
    graph_seed: int
    seed: int


class Task(NamedTuple):
    """One reference value to find."""

    problem: str
    dataset: str
    graph: int
    method: str
    seconds: float
    graph_seed: int


def runs(part, profile, seed=0):
    """The runs of a part.

    Parameters
    ----------
    part : {"search", "cut", "factors"}
    profile : {"smoke", "quick", "laptop", "paper"}
    seed : int
        Of all graphs and runs.

    Returns
    -------
    list of Run
        Those of one graph follow each other.

    Examples
    --------
    >>> len(runs("factors", "laptop"))      # 4 cells x 5 graphs x 2 seeds x 4 modes x 16
    2560
    """
    size = SIZES[choice("profile", profile, tuple(SIZES))]
    if choice("part", part, PARTS) == "search":
        cells = [("mis", dataset, count, size.repetitions, {"local_search": LOCAL_SEARCHES})
                 for dataset, count in size.searched.items()]
    elif part == "cut":
        cells = [("maxcut", "ba_small", size.cut, size.repetitions, {})]
    else:
        cells = [(*cell, size.graphs, size.factor_repetitions, FACTORS) for cell in size.cells]
    return [run for cell in cells for run in _runs(part, *cell, size.budget, seed)]


def _runs(part, problem, dataset, graphs, repetitions, varied, budget, seed):
    """Every graph, repetition, mode and combination of the varied levels of one cell."""
    fixed = {name: levels[0] for name, levels in FACTORS.items()}
    fixed["local_search"] = "repair" if problem == "mis" else "ascent"
    combinations = [dict(zip(varied, levels, strict=True))
                    for levels in itertools.product(*varied.values())]
    modes = _configurations(problem, dataset)
    return [Run(part, problem, dataset, graph, repetition, **mode, **{**fixed, **levels},
                budget=budget, graph_seed=seed,
                seed=run_seed(seed, problem, dataset, SPLIT, graph, repetition))
            for graph in range(graphs) for repetition in range(repetitions)
            for mode in modes for levels in combinations]


def _configurations(problem, dataset):
    """The paper's configuration of each mode, as keywords."""
    frame = published.best_configurations().set_index(["problem", "dataset", "mode"])
    found = []
    for mode in MODES:
        row = frame.loc[(problem, dataset, mode)]
        found.append({"mode": mode, "mu": int(row["mu"]), "lambda_": int(row["lambda_"]),
                      "crossover_rate": float(row["crossover_rate"]),
                      "lb_probability": float(row["lb_probability"]) if mode == "lb" else None})
    return found


def tasks(profile, seed=0, extras=EXTRAS):
    """The reference values of the graphs of ``search`` and ``cut``.

    Parameters
    ----------
    profile, seed
        As for `runs`.
    extras : collection of str
        Which of `EXTRAS` are asked for independent sets too: "cpsat" where optima can be proved,
        "kamis" where they cannot.

    Returns
    -------
    list of Task

    Examples
    --------
    >>> [task.method for task in tasks("smoke")]
    ['auto', 'cpsat', 'auto', 'cpsat', 'auto']
    """
    size = SIZES[choice("profile", profile, tuple(SIZES))]
    cells = [("mis", dataset, count) for dataset, count in size.searched.items()]
    found = []
    for problem, dataset, count in [*cells, ("maxcut", "ba_small", size.cut)]:
        methods = ("auto", "cpsat") if (problem, dataset) in PROVABLE else ("search", "kamis")
        wanted = [method for method in methods
                  if method not in EXTRAS or (problem == "mis" and method in extras)]
        found += [Task(problem, dataset, graph, method,
                       min(size.seconds, _KAMIS_SECONDS if method == "kamis" else size.seconds),
                       seed)
                  for graph in range(count) for method in wanted]
    return found
