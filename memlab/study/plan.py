"""The plan of an experiment, as data.

A plan is a list of blocks; a block stands for all combinations of its problems, sources of graphs
and methods. All runs of a plan have the same repetitions and budget. A plan is plain data: it can
be stored, compared, fingerprinted, and expanded into single tasks in a canonical order. Executing,
storing and resuming it need nothing else.
"""

import hashlib
import itertools
import json
from dataclasses import MISSING, dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from ..evolution.configuration import LARGEST_BUDGET, Configuration, check_run
from ..support import checks
from ..support.checks import checked, choice, flag, integer
from ..support.names import SPLITS
from . import methods, sources
from .blocks import Block
from .tasks import Task, described, run_seed

RESPONSES = ("value", "evaluations", "local_search_steps", "calls", "seconds")
_MOST_RUNS = 10**7       # nine times the largest plan of the paper's study
_LARGEST = 2**128 - 1    # seed: Python does not print integers of thousands of digits


@dataclass(frozen=True)
class Plan(checks.Checked):
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
        Runs with different seeds on each graph of a source that does not say how many.
    budget : int
        Fitness evaluations of a run, including those of the initial population.
    seed : int
        Seed of the whole plan: of its graphs and of its runs.
    traced_graphs : int
        Number of graphs per source, from the first, for which the traces of runs are stored.
    target : int, float or "optimum", optional
        Value at which an evolution stops: an integer, unless the values of some problem may have
        fractions; or that of the attribute `optimum` of each problem, as LeadingOnes,
        DeceptiveLeadingBlocks and Unitation have it.
    solutions : bool
        Whether the best solution of each run is kept, see `Store.solutions`.
    title : str
        The question that the experiment asks, for people.
    keep_states : bool
        Whether the last state of each evolution is kept beside the runs, if it takes at most a
        megabyte: a plan of a larger budget then goes on from there.
    one_at_a_time : bool
        Whether runs must not share the machine, because their time is measured.
    response : {"value", "evaluations", "local_search_steps", "calls", "seconds"}
        What tables and tests are about: the values that are reached; or what it takes to reach the
        target, or the best known value without one, on the traced graphs.
    folder : str
        The folder of the files that the plan names. The fingerprint of the plan does not depend on
        `title`, `keep_states`, `one_at_a_time`, `response` and `folder`.

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

    name: str = checked(MISSING, checks.instance, kind=str)
    blocks: tuple[Block, ...]
    split: str = checked("train", choice, allowed=SPLITS)
    graphs: int = checked(1, integer, minimum=1)
    repetitions: int = checked(1, integer, minimum=1)
    budget: int = checked(40_000, integer, minimum=1, maximum=LARGEST_BUDGET)
    seed: int = checked(0, integer, minimum=0, maximum=_LARGEST)
    traced_graphs: int = checked(0, integer, minimum=0, maximum=_LARGEST)
    target: int | float | str | None = None
    solutions: bool = checked(False, flag)
    title: str = checked("", checks.instance, compare=False, kind=str)
    keep_states: bool = checked(False, flag, compare=False)
    one_at_a_time: bool = checked(False, flag, compare=False)
    response: str = checked("value", choice, compare=False, allowed=RESPONSES)
    folder: str = field(default="", compare=False)

    def __post_init__(self):
        object.__setattr__(self, "blocks", tuple(checks.ordered("blocks", self.blocks)))
        super().__post_init__()
        if not self.name or not self.blocks:
            raise ValueError("name and blocks of a plan must not be empty")
        fractions = isinstance(self.target, float) and any(
            problem.has_unit for _, problem, _ in self.places())
        if self.target != "optimum":
            (checks.real if fractions else checks.optional)("target", self.target,
                                                            minimum=-_LARGEST, maximum=_LARGEST)
        if self.response != "value" and not self.traced_graphs:
            raise ValueError(f"traced_graphs must be at least 1 with response {self.response!r}")
        integer("the number of runs", self._runs, maximum=_MOST_RUNS)
        seen, labels = set(), {}
        for cell in self.cells():
            problem, source, settings = cell
            checks.optional("repetitions", source.repetitions, minimum=1)
            if isinstance(source, sources.Dataset):      # of any number of graphs
                source = replace(source, count=1)
            if (cell := (problem, source, settings)) in seen:
                raise ValueError("blocks must not repeat a cell, but have twice "
                                 + described(problem, settings, source.label))
            seen.add(cell)
            if isinstance(settings, Configuration):
                check_run(settings, self.budget)
            if labels.setdefault((source.label, source.split), source) != source:
                raise ValueError(f"sources must have different names: two are {source.label!r}")

    def places(self):
        """Yield all (Block, ProblemSpec, source) of the plan, in order."""
        for block in self.blocks:
            for problem in block.problems:
                fitting = problem.fitting(block.datasets)
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
        return sum(source.count * len(self.on_a_graph(block, source))
                   for block, _, source in self.places())

    @cached_property
    def solved(self):
        """Whether each run is of a solver: ndarray of bool, shape (runs,)."""
        return np.array([methods.method_of(settings).is_solver for block, _, source in self.places()
                         for settings, _ in self.on_a_graph(block, source) * source.count])

    def paths(self):
        """Return the paths of all files that the plan reads, for an archive that holds them.

        Returns
        -------
        set of Path
            The files of sources, and the modules of the reader's with all that these import.

        Raises
        ------
        FileNotFoundError, ValueError
            If a file is missing, has changed, or has an absolute path in the plan.
        """
        for name in self.files():
            if Path(name).is_absolute():
                raise ValueError("files must be named relative to the experiment's file, not "
                                 f"{name}: in an archive they are elsewhere")
        return {path for part in self._parts() if getattr(part, "files", ())
                for path in part.paths(Path(self.folder).resolve())}

    def files(self):
        """Return the names of the plan's files and their fingerprints, without looking: dict."""
        return {name: content for part in self._parts()
                for name, content in getattr(part, "files", ())}

    def _parts(self):
        """Return the problems, sources and methods of all blocks, which may have files: list."""
        return [part for block in self.blocks
                for part in (*block.problems, *block.datasets, *block.configurations)]

    def differences(self, other):
        """Name the differences from another plan.

        Parameters
        ----------
        other : Plan
            The other plan.

        Returns
        -------
        str
            The parts that differ, and the files that do.
        """
        mine, theirs = self._facts(), other._facts()
        return ", ".join(name for name in mine | theirs if mine.get(name) != theirs.get(name))

    def _facts(self):
        """Return the plan as plain data, with the parts of all blocks by kind, and its files."""
        data = self.to_dict()
        blocks = data.pop("blocks")
        return data | {kind: [block[kind] for block in blocks] for kind in blocks[0]} | self.files()

    def tasks(self):
        """Yield every task of the plan, in canonical order.

        Tasks on the same graph are consecutive, so that a worker builds it once for many runs.
        """
        number = itertools.count()
        for block, problem, source in self.places():
            for graph in range(source.count):
                seeds = self._seeds(problem, source, graph)
                for settings, repetition in self.on_a_graph(block, source):
                    yield Task(next(number), problem, source, graph, repetition, settings,
                               self.budget, self.target, self.seed, seeds[repetition],
                               graph < self.traced_graphs, self.folder, self.solutions,
                               self.keep_states)

    def shared(self, other):
        """Return which runs of another plan are runs of this one, too.

        Parameters
        ----------
        other : Plan
            The other plan. Its runs serve if they keep what those of this one are to keep.

        Returns
        -------
        dict of list of Task
            By the numbers of runs of the other plan: tasks of this one, which may be several.
        """
        ours = {}
        for task in self.tasks():
            ours.setdefault(task.key, []).append(task)
        return {their.run: [our for our in ours[their.key] if their.traced >= our.traced
                            and their.solutions >= our.solutions]
                for their in other.tasks() if their.key in ours}

    def on_a_graph(self, block, source):
        """Return all runs of a block on one graph.

        Parameters
        ----------
        block : Block
            One of the plan's blocks.
        source : Source
            The source of the graph.

        Returns
        -------
        list of (settings of a method, int)
            Methods and repetitions; a solver runs only once.
        """
        return [(settings, repetition) for settings in block.configurations
                for repetition in range(1 if methods.method_of(settings).is_solver else
                                        source.repetitions or self.repetitions)]

    def _seeds(self, problem, source, graph):
        return [run_seed(self.seed, problem.name, *source.key(graph), repetition)
                for repetition in range(source.repetitions or self.repetitions)]

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
        rows, options, settings = [], {}, {}
        for block, problem, source in self.places():
            described = {method: ({"name": name} if name else {}) | methods.columns(method)
                         for method, name in itertools.zip_longest(block.configurations,
                                                                   block.names)}
            runs = [{**described[method], "repetition": repetition}
                    for method, repetition in self.on_a_graph(block, source)]
            settings |= dict.fromkeys(itertools.chain(*runs))
            for graph in range(source.count):
                where = problem.columns | source.columns(graph, self.seed)
                options |= dict.fromkeys(where)
                seeds = self._seeds(problem, source, graph)
                rows += [{**where, **run, "seed": seeds[run["repetition"]]} for run in runs]
        whole = pd.DataFrame(rows)[[*options, *settings, "seed"]]
        for name, default in methods.DIALS.items():      # a column only if it is used
            if name in whole and (whole[name].isna() | (whole[name] == default)).all():
                del whole[name]
        whole.insert(0, "run", range(len(whole)))
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
        data |= {name: getattr(self, name) for name in ("target", "solutions")
                 if getattr(self, name) != getattr(Plan, name)}
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
            The arguments that are not part of it, such as `title` and `folder`.
        """
        blocks = [Block.from_dict(*block)
                  for block in itertools.zip_longest(data["blocks"], names, fillvalue=())]
        return cls(**{**data, **rest, "blocks": blocks})

    @cached_property
    def fingerprint(self):
        """Sixteen hexadecimal digits that identify the plan."""
        text = json.dumps(self.to_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
