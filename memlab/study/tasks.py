"""A task: one run of a plan, and everything that determines its result."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from ..evolution.configuration import Configuration
from . import methods, problems, provenance, sources

# The results of a run that every machine must reproduce.
RESULTS = ("best_fitness", "unique_best", "evaluations", "local_search_steps")


class Task(NamedTuple):
    """One run of a plan: its number in the plan, and everything that determines its result."""

    run: int
    problem: problems.ProblemSpec
    source: sources.Source
    graph: int
    repetition: int
    method: Configuration | methods.Method
    budget: int
    target: int | float | None
    graph_seed: int
    seed: int
    traced: bool
    folder: str
    solutions: bool = False
    keeps: bool = False
    states: str = ""

    @property
    def own(self):
        """The names of the functions of the reader's that are its problem or method: tuple."""
        return tuple(part.name for part in (self.problem, self.method)
                     if getattr(part, "is_own", False))

    @property
    def key(self):
        """All that determines the results of the run, and nothing of its place in a plan: tuple.

        The seed follows from the plan's, from the problem, the key of the graph and the repetition.
        """
        # as text, since True, 1 and 1.0 are equal, but no equal arguments of a function
        parts = self.problem.to_dict(), methods.to_dict(self.method)
        return (json.dumps(parts, default=lambda value: value.item()),
                self.source.made_of(self.graph), self.seed, self.budget, self.target)

    @property
    def state(self):
        """The path of the run's last state, which is that of the same run of any budget: Path.

        Other code or libraries might go on from it differently.
        """
        name = repr((*self.key[:3], self.target, self.traced, sorted(provenance.here().items())))
        return Path(self.states, hashlib.sha256(name.encode()).hexdigest()[:16] + ".npz")

    def __str__(self):
        where = self.source.graph_name(self.graph, self.graph_seed)
        return (f"run {self.run}: {described(self.problem, self.method, where)}, "
                f"budget={self.budget}, repetition {self.repetition}, seed={self.seed}")


def described(problem, settings, where):
    """Return a problem and a method with all their settings, and where they run: str."""
    columns = problem.columns | methods.columns(settings)
    texts = [f"{name}={value}" for name, value in columns.items()
             if value not in (None, methods.DIALS.get(name))]
    return f"{' '.join(texts)} on {where or 'no graph'}"


def run_seed(seed, problem, dataset, split, graph, repetition):
    """Return the seed of a run, which depends on these six arguments only.

    The method is left out on purpose. All methods have the same seeds on the same graph (common
    random numbers: populations of the same size start from the same genomes), which reduces the
    noise in comparisons paired by (graph, repetition), such as the tests of a study. Runs on other
    graphs, problems or repetitions have unrelated seeds.

    Parameters
    ----------
    seed : int
        Seed of the plan.
    problem, dataset, split : str
        Names of the problem, the source of graphs, and its split.
    graph : int or str
        The graph's number in its source, or its name for a graph from a file.
    repetition : int
        Number of the repetition.

    Returns
    -------
    int
        Below 2**63.

    Examples
    --------
    >>> run_seed(0, "mis", "er_small", "test", 3, 1)
    1584144347782793439
    """
    identity = f"{seed} {problem} {dataset} {split} {graph} {repetition}"
    return int.from_bytes(hashlib.sha256(identity.encode()).digest()[:8]) >> 1
