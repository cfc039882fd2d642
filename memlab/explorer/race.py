"""Race several modes on one graph, from one seed or several, in step by evaluations.

Instead of a graph it may be a sum of functions, of which `from_path` reads the usual files.
"""

import itertools
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from ..analysis import named
from ..evolution.configuration import Configuration, check_memory
from ..evolution.evolution import Evolution
from ..evolution.run import TRACE_COLUMNS
from ..graphs.graph import Graph
from ..problems import PROBLEMS, PseudoBoolean, read_problem
from ..support.checks import choice, integer
from ..support.names import GRAPH_PROBLEMS

CURVES = ["mode", "evaluations", *TRACE_COLUMNS, "seconds", "low", "high", "last"]
MOST_REPEATS = 20
FUNCTIONS = (".cnf", ".wcnf", ".qubo", ".sparse", ".sg")      # suffixes of files that hold no graph
_MOST_PAIRS = 10_000_000


@dataclass(frozen=True, eq=False)
class FunctionsSource(named.GraphSource):
    """A sum of functions and its origin; its graph says which bits have a function in common.

    Attributes
    ----------
    problem : PseudoBoolean
    """

    problem: PseudoBoolean = None

    @property
    def told(self):
        """A description in one sentence."""
        return f"{self.title}: {self.problem.m:,} functions of {self.problem.n:,} bits"


def from_path(path, **how):
    """Read a graph, or a sum of functions, as `memlab.analysis.named.from_path` does.

    Of a file of functions there is but one way to read it, so that `how` does not count.

    Raises
    ------
    OSError, ValueError
        As there. Also if more pairs of bits have a function in common than can be shown.
    """
    if "format" in how or Path(path).suffix.lower() not in FUNCTIONS:
        return named.from_path(path, **how)
    problem = read_problem(path)
    members, sizes = problem.subsets
    if (pairs := int((sizes * (sizes - 1)).sum()) // 2) > _MOST_PAIRS:
        raise ValueError(f"{path}: {pairs:,} pairs of bits are in one function, and up to "
                         f"{_MOST_PAIRS:,} can be shown")
    begins = problem.subsets.bounds[:-1]
    edges = [members[begins[sizes == size][:, None] + pair] for size in np.unique(sizes)
             for pair in itertools.combinations(range(size), 2)]
    edges = np.unique(np.sort(np.concatenate([np.empty((0, 2), int), *edges])), axis=0)
    return FunctionsSource(Graph.from_edges(problem.n, edges), Path(path).name,
                           f"ml.read_problem({str(path)!r})", problem=problem)


@dataclass(frozen=True, eq=False)
class Start:
    """The settings of a race.

    Attributes
    ----------
    problem : {"mis", "maxcut"}
        The problem, unless the source says which one.
    source : GraphSource
        The graph, or a `FunctionsSource`.
    configurations : dict of str to dict
        Keyword arguments of `memlab.Evolution` by mode.
    budget : int
        Budget of every run.
    seed, repeats : int
        First seed, and number of successive seeds for every mode.
    """

    problem: str
    source: named.GraphSource
    configurations: dict
    budget: int = 40_000
    seed: int = 0
    repeats: int = 1

    def make(self):
        """Return the problem: MaxIndependentSet, MaxCut or PseudoBoolean."""
        if isinstance(self.source, FunctionsSource):
            return self.source.problem
        return PROBLEMS[choice("problem", self.problem, GRAPH_PROBLEMS)](self.source.graph)


class Race:
    """Evolutions side by side.

    Parameters
    ----------
    start : Start

    Attributes
    ----------
    start : Start
    problem : MaxIndependentSet, MaxCut or PseudoBoolean
    runs : dict of (str, int) to Evolution
        By mode and seed.
    evolutions : dict of str to Evolution
        By mode, those from the first seed.

    Raises
    ------
    TypeError, ValueError
        As from `memlab.Evolution`; also if there is no mode, or if all runs together do not fit in
        the available memory.

    Examples
    --------
    >>> from memlab.analysis import named
    >>> settings = {mode: {"mu": 10, "lambda_": 10} for mode in ("darwinian", "lamarckian")}
    >>> race = Race(Start("mis", named.from_example("petersen"), settings, 100))
    >>> race.advance(50)
    >>> {mode: e.evaluations for mode, e in race.evolutions.items()}
    {'darwinian': 50, 'lamarckian': 50}
    """

    def __init__(self, start):
        if not start.configurations:
            raise ValueError("modes must be at least one, not none")
        self.start = start
        self.problem = start.make()
        repeats = integer("repeats", start.repeats, minimum=1, maximum=MOST_REPEATS)
        for mode, given in start.configurations.items():
            check_memory(Configuration(mode, **given), start.budget, True, self.problem.n,
                         self.problem.slot_bytes, repeats * len(start.configurations))
        self.runs = {
            (mode, seed): Evolution(self.problem, mode, budget=start.budget, seed=seed, **given)
            for mode, given in start.configurations.items()
            for seed in range(start.seed, start.seed + repeats)}
        self.evolutions = {mode: self.runs[mode, start.seed] for mode in start.configurations}
        self._seconds = {name: [e.seconds] for name, e in self.runs.items()}
        self._left = {name: e.evaluations for name, e in self.runs.items() if not e.done}
        self._read = [], {}

    @property
    def done(self):
        """Whether every run has spent its budget."""
        return not self._left

    @property
    def evaluations(self):
        """Progress of the race: the largest number of evaluations of a run."""
        return max(e.evaluations for e in self.runs.values())

    def advance(self, evaluations, until=float("inf")):
        """Advance every run to a number of evaluations, in whole generations, or to its end.

        Parameters
        ----------
        evaluations : float
        until : float
            Value of `time.perf_counter` after which no further generation begins.
        """
        while self._left and time.perf_counter() < until:
            name = min(self._left, key=self._left.get)
            if self._left[name] >= evaluations:
                break
            self._step(name)

    def step(self):
        """Advance every run by one generation."""
        for name in list(self._left):
            self._step(name)

    def _step(self, name):
        evolution = self.runs[name]
        evolution.step()
        self._seconds[name].append(evolution.seconds)
        self._left[name] = evolution.evaluations
        if evolution.done:
            del self._left[name]

    def trace(self):
        """Return the whole course of the race so far.

        Returns
        -------
        DataFrame
            The traces of `memlab.Run`, one below the other, with columns mode and seed in front;
            and with the column best_value, if it is not the best fitness.
        """
        trace = pd.concat(self._traces(), names=["mode", "seed"]).reset_index(
            [0, 1]).reset_index(drop=True)
        if self.problem.unit == 1:
            return trace
        return trace.assign(best_value=self.problem.value_of(trace["best_fitness"]))

    def curves(self, points=150):
        """Return at most `points` points of each mode's course for drawing, denser at the start.

        Returns
        -------
        DataFrame
            Columns `CURVES`. For several runs, medians up to the progress of the slowest; low and
            high are the quartiles of the best fitness. All three are values as the problem is
            stated.
        """
        return pd.concat([self._course(mode, points) for mode in self.evolutions],
                         ignore_index=True)[CURVES]

    def _course(self, mode, points):
        runs = {name: trace for name, trace in self._traces().items() if name[0] == mode}
        shortest = min(runs.values(), key=len)
        rows = np.unique(np.rint(np.geomspace(1, len(shortest), points)).astype(int)) - 1
        values = np.array([trace.to_numpy()[rows] for trace in runs.values()])
        best = values[:, :, shortest.columns.get_loc("best_fitness")]
        best[:] = self.problem.value_of(best)
        low, high = np.percentile(best, [25, 75], axis=0)
        seconds = np.median([np.array(self._seconds[name])[rows] for name in runs], axis=0)
        return pd.DataFrame(np.median(values, axis=0), columns=shortest.columns).assign(
            mode=mode, seconds=seconds, low=low, high=high, last=rows == rows[-1])

    def _traces(self):
        """The traces by mode and seed, cached until a run advances."""
        generations = [e.generation for e in self.runs.values()]
        if generations != self._read[0]:
            self._read = generations, {name: e.trace for name, e in self.runs.items()}
        return self._read[1]

    def standing(self):
        """Return the present state of each mode.

        Returns
        -------
        DataFrame
            Index mode; columns of the trace, with medians of their last rows over the seeds; and
            configuration, str.
        """
        traces, columns = self._traces(), ["evaluations", *TRACE_COLUMNS]
        last = pd.DataFrame([trace[columns].to_numpy()[-1] for trace in traces.values()],
                            columns=columns)
        by_mode = last.groupby([mode for mode, _ in traces], sort=False)
        return by_mode.median().rename_axis("mode").assign(
            configuration=[_in_short(e.configuration) for e in self.evolutions.values()])

    def table(self):
        """Return `standing` in a form for people.

        The best fitness is a value as the problem is stated; of independent sets, it is a number of
        conflicts if it is negative. For several runs there are also a column range, str, and for
        each mode a column such as against_lb: how many seeds others won and lost.
        """
        table, best = self.standing(), {}
        table["best_fitness"] = self.problem.value_of(table["best_fitness"])
        for (mode, _), e in self.runs.items():
            best.setdefault(mode, []).append(int(e.fitness[0]))
        if self.start.repeats > 1:
            table["range"] = [
                "" if self.problem.are_sets and min(runs) < 0 else
                " – ".join(f"{self.problem.value_of(end(runs)):,.12g}" for end in (min, max))
                for runs in best.values()]
            for rival, theirs in best.items() if len(best) > 1 else ():
                table[f"against_{rival}"] = ["" if mode == rival else ":".join(
                    str(np.sum(np.greater(*pair))) for pair in ((mine, theirs), (theirs, mine)))
                    for mode, mine in best.items()]
        if self.problem.are_sets:
            table["best_fitness"] = [f"{value:,.0f}" if value >= 0 else f"{-value:,.0f} conflicts"
                                     for value in table["best_fitness"]]
        return table

    def code(self):
        """Return Python code that reproduces the present state of every run."""
        source, made = self.start.source, [f"problem = {self.start.source.code}"]
        if not isinstance(source, FunctionsSource):
            made = [f"graph = {source.code}", f"problem = ml.{type(self.problem).__name__}(graph)"]
        lines = [*source.imports, "import memlab as ml", "", *made, "race = {}"]
        for mode, given in self.start.configurations.items():
            passed = {seed: e.generation for (name, seed), e in self.runs.items() if name == mode}
            settings = "".join(f", {name}={value!r}" for name, value in given.items())
            lines += [f"for seed, generations in {passed}.items():",
                      f"    e = race[{mode!r}, seed] = ml.Evolution(problem, {mode!r}{settings}, "
                      f"budget={self.start.budget}, seed=seed)",
                      "    if generations:", "        e.step(generations)"]
        return "\n".join(lines) + "\n"


def _in_short(configuration):
    """Return a short form such as "250+50, 0.9", with LB probability and learning if present."""
    probability = configuration.lb_probability
    return (f"{configuration.mu}+{configuration.lambda_}, {configuration.crossover_rate:g}"
            + (f", p={probability:g}" if probability is not None else "")
            + (f", learn {rate:g}" if (rate := configuration.learning_probability) < 1 else "")
            + (f", ≤ {depth} steps" if (depth := configuration.learning_depth) is not None else ""))
