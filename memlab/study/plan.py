"""What to run, as data.

A plan is a list of blocks; a block is every one of its problems x datasets x configurations. All
of them run on the same graphs, with the same repetitions and the same budget. A plan is plain
data: it can be written down, compared, fingerprinted, and unrolled into single runs in one
canonical order, which is all that executing, storing and resuming it needs.
"""

import hashlib
import itertools
import json
from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..checks import choice, integer
from ..names import DATASETS, GRAPH_PROBLEMS, MODES
from ..parameters import Configuration, check_budget

SPLITS = ("train", "validation", "test")
TRACE_POINTS = 64
TRACE = ("best_fitness", "mean_fitness", "diversity", "phenotype_distance")
# What a run gives that any machine must give again, and what depends on the machine.
RESULTS = ("best_fitness", "unique_best", "evaluations", "local_search_steps")
TIMES = ("seconds",)


class Run(NamedTuple):
    """One run of a plan: everything that determines its result, and its number in the plan."""

    run: int
    problem: str
    dataset: str
    split: str
    graph: int
    repetition: int
    mode: str
    mu: int
    lambda_: int
    crossover_rate: float
    lb_probability: float | None
    budget: int
    graph_seed: int
    seed: int
    traced: bool

    def __str__(self):
        extra = "" if self.lb_probability is None else f" lb_probability={self.lb_probability}"
        return (f"run {self.run}: {self.problem} on {self.dataset}/{self.split}/{self.graph_seed}/"
                f"{self.graph}, {self.mode} mu={self.mu} lambda_={self.lambda_} "
                f"crossover_rate={self.crossover_rate}{extra}, budget={self.budget}, "
                f"repetition {self.repetition}, seed={self.seed}")


@dataclass(frozen=True)
class Block:
    """Every problem x dataset x configuration of three lists.

    Parameters
    ----------
    problems, datasets : sequence of str
    configurations : sequence of Configuration
    """

    problems: tuple[str, ...]
    datasets: tuple[str, ...]
    configurations: tuple[Configuration, ...]

    def __post_init__(self):
        for field in ("problems", "datasets", "configurations"):
            values = tuple(getattr(self, field))
            if not values:
                raise ValueError(f"{field} of a block must not be empty")
            object.__setattr__(self, field, values)
        for problem in self.problems:
            choice("problem", problem, GRAPH_PROBLEMS)
        for dataset in self.datasets:
            choice("dataset", dataset, DATASETS)


@dataclass(frozen=True)
class Plan:
    """What a study runs: blocks of cells, each on the same graphs and seeds.

    Parameters
    ----------
    name : str
        What the plan is for: "grid", "evaluation", or any name of your own.
    blocks : sequence of Block
        No cell (problem, dataset, configuration) may occur twice.
    split : {"train", "validation", "test"}
        Which graphs of the datasets.
    graphs : int
        Graphs 0 to graphs - 1 of every dataset.
    repetitions : int
        Runs with different seeds on each graph.
    budget : int
        Fitness evaluations of a run, the initial population's included.
    seed : int
        Seed of the whole study: of its graphs and of its runs.
    traced_graphs : int
        Of the first so many graphs of a dataset the runs' traces are kept.

    Raises
    ------
    ValueError, TypeError
        If a value is out of its range, or a population would exceed the budget.

    Examples
    --------
    >>> block = Block(["mis"], ["er_small"], [Configuration("lamarckian", 10, 10, 0.0)])
    >>> plan = Plan("mine", [block], graphs=2, repetitions=3)
    >>> len(plan), plan.fingerprint
    (6, '08baaabd85fce082')
    """

    name: str
    blocks: tuple[Block, ...]
    split: str = "train"
    graphs: int = 1
    repetitions: int = 1
    budget: int = 40_000
    seed: int = 0
    traced_graphs: int = 0

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name:
            raise ValueError(f"name of a plan must be a non-empty string, not {self.name!r}")
        object.__setattr__(self, "blocks", tuple(self.blocks))
        if not self.blocks:
            raise ValueError("blocks of a plan must not be empty")
        choice("split", self.split, SPLITS)
        for field, minimum in (("graphs", 1), ("repetitions", 1), ("budget", 1), ("seed", 0),
                               ("traced_graphs", 0)):
            value = integer(field, getattr(self, field), minimum=minimum)
            object.__setattr__(self, field, value)
        seen = set()
        for cell in self.cells():
            if cell in seen:
                raise ValueError(f"blocks of a plan must not repeat a cell, but {cell} is twice")
            seen.add(cell)
            check_budget(self.budget, cell[2])

    def cells(self):
        """All (problem, dataset, Configuration) of the plan, in order."""
        for block in self.blocks:
            yield from itertools.product(block.problems, block.datasets, block.configurations)

    def __len__(self):
        cells = sum(len(b.problems) * len(b.datasets) * len(b.configurations) for b in self.blocks)
        return cells * self.graphs * self.repetitions

    def runs(self):
        """The plan unrolled: every `Run`, in canonical order.

        Runs on one graph are neighbours, so that a worker builds the graph once for many runs.
        """
        number = itertools.count()
        for block in self.blocks:
            for problem, dataset in itertools.product(block.problems, block.datasets):
                for graph in range(self.graphs):
                    seeds = [run_seed(self.seed, problem, dataset, self.split, graph, repetition)
                             for repetition in range(self.repetitions)]
                    for c in block.configurations:
                        for repetition, seed in enumerate(seeds):
                            yield Run(next(number), problem, dataset, self.split, graph,
                                      repetition, c.mode, c.mu, c.lambda_, c.crossover_rate,
                                      c.lb_probability, self.budget, self.seed, seed,
                                      graph < self.traced_graphs)

    def to_dict(self):
        """The plan as plain lists, numbers and strings, as a manifest holds it."""
        blocks = [{"problems": list(block.problems), "datasets": list(block.datasets),
                   "configurations": [c.to_dict() for c in block.configurations]}
                  for block in self.blocks]
        return {field.name: getattr(self, field.name) for field in fields(self)} | {
            "blocks": blocks}

    @classmethod
    def from_dict(cls, data):
        """The plan that `to_dict` wrote."""
        blocks = [Block(b["problems"], b["datasets"],
                        [Configuration(**c) for c in b["configurations"]])
                  for b in data["blocks"]]
        return cls(**{**data, "blocks": tuple(blocks)})

    @cached_property
    def fingerprint(self):
        """Sixteen hexadecimal digits that differ for any two different plans."""
        text = json.dumps(self.to_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def run_seed(seed, problem, dataset, split, graph, repetition):
    """Seed of a run: an integer below 2**63 that depends on these six things and nothing else.

    The configuration is left out on purpose. All modes and configurations meet the same seeds on
    the same graph (common random numbers: populations of one size start from the same genomes),
    so that comparisons paired by (graph, repetition), which the study's tests are, see less noise.
    Runs on other graphs, problems or repetitions have unrelated seeds.

    Examples
    --------
    >>> run_seed(0, "mis", "er_small", "test", 3, 1)
    1584144347782793439
    """
    identity = f"{seed} {problem} {dataset} {split} {graph} {repetition}"
    return int.from_bytes(hashlib.sha256(identity.encode()).digest()[:8]) >> 1


def grid(mu=(10, 50, 250), lambda_=(10, 50, 250), crossover_rate=(0.0, 0.5, 0.9, 1.0),
         lb_probability=(0.15, 0.3, 0.5, 0.9)):
    """Every combination of the given values in every mode; by default the paper's 252 (Table 3).

    Returns
    -------
    tuple of Configuration
        Sorted by mode in the paper's order, then by the parameters as given.

    Examples
    --------
    >>> len(grid())
    252
    """
    settings = list(itertools.product(mu, lambda_, crossover_rate))
    plain = [Configuration(mode, *setting) for mode in MODES[:3] for setting in settings]
    lb = [Configuration("lb", *setting, probability)
          for setting in settings for probability in lb_probability]
    return tuple(plain + lb)


def trace_grid(budget):
    """Numbers of evaluations at which the store keeps a run's trace: int64, `TRACE_POINTS` values.

    They grow with the square of their index, up to the budget: dense at first, where most happens.

    Examples
    --------
    >>> trace_grid(40_000)[[0, 7, 15, 31, 63]]
    array([   10,   625,  2500, 10000, 40000])
    """
    steps = np.arange(1, TRACE_POINTS + 1) / TRACE_POINTS
    return np.rint(budget * steps**2).astype(np.int64)
