"""The plan of an experiment, as data.

A plan is a list of blocks; a block stands for all combinations of its problems, sources of graphs
and methods. All runs of a plan have the same repetitions and budget. A plan is plain data: it can
be stored, compared, fingerprinted, and expanded into single tasks in a canonical order. Executing,
storing and resuming it need nothing else.
"""

import hashlib
import itertools
import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from ..evolution.configuration import LARGEST_BUDGET, Configuration, check_budget, check_memory
from ..support.checks import (
    Checked,
    checked,
    choice,
    flag,
    instance,
    integer,
    optional,
    ordered,
    real,
)
from ..support.names import DATASETS, SPLITS
from . import methods, problems, sources

# The results of a run that every machine must reproduce.
RESULTS = ("best_fitness", "unique_best", "evaluations", "local_search_steps")
_MOST_RUNS = 10**7       # nine times the largest plan of the paper's study
_LARGEST = 2**128 - 1    # seed: Python does not print integers of thousands of digits


class Task(NamedTuple):
    """One run of a plan: its number in the plan, and everything that determines its result."""

    run: int
    problem: problems.ProblemSpec
    source: sources.Source
    graph: int
    repetition: int
    method: Configuration
    budget: int
    target: int | float | None
    graph_seed: int
    seed: int
    traced: bool
    folder: str
    solutions: bool = False

    @property
    def own(self):
        """The names of the functions of the reader's that are its problem or method: tuple."""
        return tuple(part.name for part in (self.problem, self.method)
                     if getattr(part, "is_own", False))

    def __str__(self):
        where = self.source.graph_name(self.graph, self.graph_seed)
        return (f"run {self.run}: {_described(self.problem, self.method, where)}, "
                f"budget={self.budget}, repetition {self.repetition}, seed={self.seed}")


def _described(problem, settings, where):
    """Return a problem and a method with all their settings, and where they run: str."""
    columns = problem.columns | methods.columns(settings)
    texts = [f"{name}={value}" for name, value in columns.items()
             if value not in (None, methods.DIALS.get(name))]
    return f"{' '.join(texts)} on {where or 'no graph'}"


@dataclass(frozen=True)
class Block:
    """All combinations of problems, sources of graphs and methods.

    Parameters
    ----------
    problems : sequence of str or ProblemSpec
        A name stands for the problem with its default options.
    datasets : sequence of str or source
        A name stands for the plan's graphs of a generated dataset.
    configurations : sequence of Configuration or settings of another method
        The methods, such as `Restarts` or `Optimum`.
    names : sequence of str
        What reports call each method; without a name, or for an empty one, that is made of its
        settings. The fingerprint of a plan does not depend on names.

    Examples
    --------
    >>> block = Block(["mis", "maxcut"], ["er_small"], [Configuration("lamarckian", 10, 10, 0.0)])
    >>> len(Plan("both", [block], graphs=5))
    10
    """

    problems: tuple
    datasets: tuple
    configurations: tuple
    names: tuple = field(default=(), compare=False)

    def __post_init__(self):
        specs = [problems.ProblemSpec(problem) if isinstance(problem, str) else problem
                 for problem in ordered("problems", self.problems)]
        for name, values in (("problems", specs), ("datasets", self.datasets),
                             ("configurations", self.configurations)):
            if not values:
                raise ValueError(f"{name} of a block must not be empty")
            object.__setattr__(self, name, tuple(ordered(name, values)))
        object.__setattr__(self, "names", tuple(self.names) if any(self.names) else ())
        for name in self.names:
            if name and self.names.count(name) > 1:
                raise ValueError(f"name {name!r} must not be that of two methods: let it contain "
                                 "what tells them apart, in braces, such as {mu} or {mode}")
        for source in self.datasets:
            if not isinstance(source, sources.Source):
                choice("dataset", source, DATASETS)
        for settings in self.configurations:
            for problem in dict.fromkeys(specs):
                methods.check_fits(settings, problem.name)
                for key in problem.columns.keys() & methods.columns(settings).keys():
                    raise ValueError(f"key {key!r} must not be one of problem {problem.name!r} and "
                                     f"of method {methods.method_of(settings).name!r}")

    def to_dict(self):
        """Return the block as plain data.

        Returns
        -------
        dict
            As `from_dict` takes it.
        """
        return {
            "problems": [problem.to_dict() for problem in self.problems],
            "datasets": [source if isinstance(source, str) else source.to_dict()
                         for source in self.datasets],
            "configurations": [methods.to_dict(settings) for settings in self.configurations]}

    @classmethod
    def from_dict(cls, data, names=()):
        """Return the block that `to_dict` wrote.

        Parameters
        ----------
        data : dict
            The block as plain data.
        names : sequence of str
            The names of its methods.
        """
        return cls([problems.from_dict(problem) for problem in data["problems"]],
                   [source if isinstance(source, str) else sources.from_dict(source)
                    for source in data["datasets"]],
                   [methods.from_dict(settings) for settings in data["configurations"]], names)


@dataclass(frozen=True)
class Plan(Checked):
    """The plan of an experiment: blocks of cells, all with the same repetitions and budget.

    Parameters
    ----------
    name : str
        Name of the plan, such as "grid", "evaluation", or any name of your own.
    blocks : sequence of Block
        The cells. No cell (problem, source, method) may occur twice.
    split : {"train", "validation", "test"}
        The split of datasets that a block gives by name only.
    graphs : int
        Number of graphs of these datasets: graphs 0 to graphs - 1 are used.
    repetitions : int
        Runs with different seeds on each graph.
    budget : int
        Fitness evaluations of a run, including those of the initial population.
    seed : int
        Seed of the whole plan: of its graphs and of its runs.
    traced_graphs : int
        Number of graphs per source, from the first, for which the traces of runs are stored.
    target : int or float, optional
        Value at which an evolution stops: an integer, unless the values of some problem may have
        fractions.
    solutions : bool
        Whether the best solution of each run is kept, see `Store.solutions`.
    title : str
        The question that the experiment asks, for people.
    one_at_a_time : bool
        Whether runs must not share the machine, because their time is measured.
    folder : str
        The folder of the files that the plan names. The fingerprint of the plan does not depend on
        `title`, `one_at_a_time` and `folder`.

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
    split: str = checked("train", choice, allowed=SPLITS)
    graphs: int = checked(1, integer, minimum=1)
    repetitions: int = checked(1, integer, minimum=1)
    budget: int = checked(40_000, integer, minimum=1, maximum=LARGEST_BUDGET)
    seed: int = checked(0, integer, minimum=0, maximum=_LARGEST)
    traced_graphs: int = checked(0, integer, minimum=0, maximum=_LARGEST)
    target: int | float | None = None
    solutions: bool = checked(False, flag)
    title: str = field(default="", compare=False)
    one_at_a_time: bool = field(default=False, compare=False)
    folder: str = field(default="", compare=False)

    def __post_init__(self):
        object.__setattr__(self, "blocks", tuple(ordered("blocks", self.blocks)))
        for name in ("name", "title"):
            instance(name, getattr(self, name), str)
        if not self.name or not self.blocks:
            raise ValueError("name and blocks of a plan must not be empty")
        super().__post_init__()
        flag("one_at_a_time", self.one_at_a_time)
        fractions = isinstance(self.target, float) and any(
            problem.has_unit for _, problem, _ in self.places())
        (real if fractions else optional)("target", self.target, minimum=-_LARGEST,
                                          maximum=_LARGEST)
        integer("the number of runs", self._runs, maximum=_MOST_RUNS)
        seen, labels = set(), {}
        for cell in self.cells():
            problem, source, settings = cell
            if cell in seen:
                raise ValueError("blocks must not repeat a cell, but have twice "
                                 + _described(problem, settings, source.label))
            seen.add(cell)
            if isinstance(settings, Configuration):
                check_budget(self.budget, settings)
                check_memory(settings, self.budget)
            if labels.setdefault((source.label, source.split), source) != source:
                raise ValueError(f"sources must have different names: two are {source.label!r}")

    def places(self):
        """Yield all (Block, ProblemSpec, source) of the plan, in order."""
        for block in self.blocks:
            for problem in block.problems:
                fitting = filter(problem.fits, block.datasets)
                for source in fitting if problem.needs_graph else [sources.NO_GRAPH]:
                    if isinstance(source, str):
                        source = sources.Dataset(source, self.split, self.graphs)
                    yield block, problem, source

    def cells(self):
        """Yield all (ProblemSpec, source, settings of a method) of the plan, in order."""
        for block, problem, source in self.places():
            for settings in block.configurations:
                yield problem, source, settings

    def __len__(self):
        return self._runs

    @cached_property
    def _runs(self):
        return sum(source.count * sum(map(self.repetitions_of, block.configurations))
                   for block, _, source in self.places())

    def repetitions_of(self, settings):
        """Return how often a method runs on a graph: a solver only once.

        Parameters
        ----------
        settings : Configuration or settings of another method
            The method.

        Returns
        -------
        int
            Number of runs per graph.
        """
        return 1 if methods.method_of(settings).is_solver else self.repetitions

    @cached_property
    def solved(self):
        """Whether each run is of a solver: ndarray of bool, shape (runs,)."""
        return np.array([methods.method_of(settings).is_solver for block, _, source in self.places()
                         for settings, _ in self.on_a_graph(block) * source.count])

    def paths(self):
        """Return the paths of all files that the plan reads, for an archive that holds them.

        Returns
        -------
        set of Path
            The files of sources, and the modules of the reader's with all that these load.

        Raises
        ------
        FileNotFoundError, ValueError
            If a file is missing, has changed, or has an absolute path in the plan.
        """
        folder, paths = Path(self.folder).resolve(), set()
        for name in self.file_names():
            if Path(name).is_absolute():
                raise ValueError("files must be named relative to the experiment's file, not "
                                 f"{name}: in an archive they are elsewhere")
        for block in self.blocks:
            for part in (*block.problems, *block.datasets, *block.configurations):
                if own := getattr(part, "is_own", False):
                    part.function(folder)
                if own or isinstance(part, sources.Files):
                    paths.update(part.paths(folder))
        return paths

    def file_names(self):
        """Return the names of the plan's files, without looking for them: a list of str."""
        return [name for name, _ in _files(self.to_dict())]

    def differences(self, other):
        """Describe the differences from another plan.

        Parameters
        ----------
        other : Plan
            The other plan.

        Returns
        -------
        str
            The parts that differ, with the files that do, or with their values if these are short.
        """
        mine, theirs, texts = self._parts(), other._parts(), []
        for part in mine | theirs:
            if (before := mine.get(part)) != (now := theirs.get(part)):
                values = f" ({before!r}, not {now!r})"
                files = sorted(dict({*_files(before)} ^ {*_files(now)}))
                texts.append(part + (f" (files {', '.join(files)})" if files else
                                     values * (len(values) < 60)))
        return ", ".join(texts)

    def _parts(self):
        """Return the plan as plain data, with the parts of all blocks collected by kind."""
        data = self.to_dict()
        blocks = data.pop("blocks")
        return data | {kind: [block[kind] for block in blocks] for kind in blocks[0]}

    def tasks(self):
        """Yield every task of the plan, in canonical order.

        Tasks on the same graph are consecutive, so that a worker builds it once for many runs.
        """
        number = itertools.count()
        for block, problem, source in self.places():
            for graph in range(source.count):
                seeds = self._seeds(problem, source, graph)
                for settings, repetition in self.on_a_graph(block):
                    yield Task(next(number), problem, source, graph, repetition, settings,
                               self.budget, self.target, self.seed, seeds[repetition],
                               graph < self.traced_graphs, self.folder, self.solutions)

    def on_a_graph(self, block):
        """Return all runs of a block on one graph.

        Parameters
        ----------
        block : Block
            One of the plan's blocks.

        Returns
        -------
        list of (settings of a method, int)
            Methods and repetitions.
        """
        return [(settings, repetition) for settings in block.configurations
                for repetition in range(self.repetitions_of(settings))]

    def _seeds(self, problem, source, graph):
        return [run_seed(self.seed, problem.name, *source.key(graph), repetition)
                for repetition in range(self.repetitions)]

    def frame(self):
        """Return the tasks as a table, with a column for everything that determines their results.

        Returns
        -------
        DataFrame
            A row per task: run; problem and its options; dataset (the label of the graphs' source),
            split, graph (its name), graph_index (its number there), graph_seed; repetition, seed,
            budget; name, if a method has one; method and its settings, of which those in
            `methods.DIALS` only if some run differs from the default. Options that a problem or
            method lacks are missing in its rows.

        Examples
        --------
        >>> block = Block(["mis"], ["er_small"], [Configuration("lamarckian", 10, 10, 0.0)])
        >>> Plan("mine", [block], graphs=2).frame()[["run", "graph", "mode", "budget"]]
           run               graph        mode  budget
        0    0  er_small/train/0/0  lamarckian   40000
        1    1  er_small/train/0/1  lamarckian   40000
        """
        frames, options, settings = [], {}, {}
        for block, places in itertools.groupby(self.places(), key=lambda place: place[0]):
            names = dict(zip(block.configurations, block.names, strict=False))
            described = {method: ({"name": names[method]} if names.get(method) else {})
                         | methods.columns(method) for method in block.configurations}
            runs = pd.DataFrame([{**described[method], "repetition": repetition}
                                 for method, repetition in self.on_a_graph(block)])
            graphs, seeds = [], []
            for _, problem, source in places:
                columns = problem.columns
                for graph in range(source.count):
                    graphs.append(columns | source.columns(graph, self.seed))
                    seeds.append(self._seeds(problem, source, graph))
            graphs = pd.DataFrame(graphs)
            options |= dict.fromkeys(graphs)
            frame = graphs.merge(runs, how="cross")
            graph = np.repeat(np.arange(len(graphs)), len(runs))
            frames.append(frame.assign(seed=np.array(seeds)[graph, frame["repetition"]]))
            settings |= dict.fromkeys(runs)
        whole = pd.concat(frames, ignore_index=True)[[*options, *settings, "seed"]]
        for name, default in methods.DIALS.items():      # a column only if it is used
            if name in whole and (whole[name].isna() | (whole[name] == default)).all():
                del whole[name]
        whole.insert(0, "run", np.arange(len(whole)))
        return whole.assign(budget=self.budget, graph_seed=self.seed)

    def to_dict(self):
        """Return the plan as plain data, in the form of a store's manifest.

        Returns
        -------
        dict
            Of lists, numbers and strings.
        """
        data = {"name": self.name, "blocks": [block.to_dict() for block in self.blocks]}
        data |= {name: getattr(self, name) for name in (
            "split", "graphs", "repetitions", "budget", "seed", "traced_graphs")}
        if self.target is not None:
            data["target"] = self.target
        if self.solutions:
            data["solutions"] = True
        # the scalars of NumPy as Python's
        return json.loads(json.dumps(data, default=lambda value: value.item()))

    @classmethod
    def from_dict(cls, data, names=(), **rest):
        """Return the plan that `to_dict` wrote.

        Parameters
        ----------
        data : dict
            The plan as plain data.
        names : sequence of sequence of str
            The names of the methods of each block.
        **rest
            The arguments that are not part of it: `title`, `one_at_a_time`, `folder`.
        """
        blocks = [Block.from_dict(*block)
                  for block in itertools.zip_longest(data["blocks"], names, fillvalue=())]
        return cls(**{**data, **rest, "blocks": blocks})

    @cached_property
    def fingerprint(self):
        """Sixteen hexadecimal digits that identify the plan."""
        text = json.dumps(self.to_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _files(part):
    """Yield the names and the fingerprints of all files in a part of a plan, as plain data."""
    if isinstance(part, dict):
        if "content" in part:
            name = part.get("problem") or part["method"]
            yield f"{name.partition(':')[0]}.py", part["content"]
            # other options may name no file
            yield from ((value, "") for value in part.values()
                        if isinstance(value, str) and Path(value).is_absolute())
        part = [*part.values()]
    if isinstance(part, list):
        if len(part) == 2 and all(isinstance(entry, str) for entry in part):
            yield tuple(part)
        for entry in part:
            yield from _files(entry)


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
