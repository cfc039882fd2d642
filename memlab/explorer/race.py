"""Several modes of evolution on one graph, kept level by their evaluations."""

import time
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ..checks import choice
from ..evolution import Evolution
from ..names import GRAPH_PROBLEMS
from ..problems import PROBLEMS
from .graphs import Source

CURVES = ["mode", "evaluations", "best_fitness", "diversity", "phenotype_diversity",
          "phenotype_distance", "local_search_steps"]


@dataclass(frozen=True, eq=False)
class Start:
    """Where a race begins: what runs, on what, for how long.

    Attributes
    ----------
    problem : {"mis", "maxcut"}
    source : Source
        The graph.
    configurations : dict of str to dict
        Keyword arguments of `memlab.Evolution` by mode.
    budget, seed : int
        Of every mode.
    """

    problem: str
    source: Source
    configurations: dict
    budget: int = 40_000
    seed: int = 0


class Race:
    """Evolutions side by side.

    Parameters
    ----------
    start : Start

    Attributes
    ----------
    start : Start
    problem : MaxIndependentSet or MaxCut
    evolutions : dict of str to Evolution

    Raises
    ------
    TypeError, ValueError
        As `memlab.Evolution`; also if there is no mode at all.

    Examples
    --------
    >>> from memlab.explorer import graphs, configurations
    >>> race = Race(Start("mis", graphs.from_example("petersen"),
    ...                   configurations.same(["baldwinian", "lb"], 5, 10, 0.9, 0.5), 100))
    >>> race.advance(50)
    >>> {mode: e.evaluations for mode, e in race.evolutions.items()}
    {'baldwinian': 55, 'lb': 55}
    """

    def __init__(self, start):
        if not start.configurations:
            raise ValueError("modes must be at least one of the four, not none")
        self.start = start
        problem = PROBLEMS[choice("problem", start.problem, GRAPH_PROBLEMS)]
        self.problem = problem(start.source.graph)
        self.evolutions = {
            mode: Evolution(self.problem, mode, budget=start.budget, seed=start.seed, **given)
            for mode, given in start.configurations.items()}

    @property
    def done(self):
        """Whether every mode has spent its budget."""
        return all(e.done for e in self.evolutions.values())

    @property
    def evaluations(self):
        """How far the race is: evaluations of the mode that has most."""
        return max(e.evaluations for e in self.evolutions.values())

    def advance(self, evaluations, until=float("inf")):
        """Take every mode to that many evaluations, in whole generations, or to its end.

        Parameters
        ----------
        evaluations : float
        until : float
            Value of `time.perf_counter` from which on no further generation is begun.
        """
        while time.perf_counter() < until:
            behind = [e for e in self.evolutions.values()
                      if not e.done and e.evaluations < evaluations]
            if not behind:
                return
            min(behind, key=lambda e: e.evaluations).step()

    def step(self):
        """One generation of every mode."""
        for evolution in self.evolutions.values():
            evolution.step()

    def trace(self):
        """The whole course of the race so far.

        Returns
        -------
        DataFrame
            The traces of `memlab.Run`, one below the other, with a column mode in front.
        """
        return self._together(lambda trace: trace)

    def curves(self, points=150):
        """At most so many points of each mode's course, denser at the beginning: to be drawn."""
        return self._together(lambda trace: _thinned(trace, points))[CURVES]

    def standing(self):
        """Where each mode stands.

        Returns
        -------
        DataFrame
            Index mode; columns of the trace, of which it is the last row, and configuration, str.
        """
        in_short = [_in_short(e.configuration) for e in self.evolutions.values()]
        return self._together(lambda trace: trace.tail(1)).set_index("mode").assign(
            configuration=in_short)

    def _together(self, part):
        """The parts of all traces, one below the other, with a column mode in front."""
        parts = {mode: part(e.trace) for mode, e in self.evolutions.items()}
        return pd.concat(parts, names=["mode"]).reset_index("mode").reset_index(drop=True)

    def code(self):
        """Python that brings every mode to where it is now, as text."""
        source, problem = self.start.source, type(self.problem).__name__
        lines = [*source.imports, "import memlab as ml", "", f"graph = {source.code}",
                 f"problem = ml.{problem}(graph)", "race = {}"]
        for mode, evolution in self.evolutions.items():
            given = "".join(f", {name}={value!r}"
                            for name, value in self.start.configurations[mode].items())
            lines.append(f"race[{mode!r}] = ml.Evolution(problem, {mode!r}{given}, "
                         f"budget={self.start.budget}, seed={self.start.seed})")
            if evolution.generation:
                lines.append(f"race[{mode!r}].step(generations={evolution.generation})")
        return "\n".join(lines) + "\n"


def _in_short(configuration):
    """Such as "250 + 50, 0.9", with the LB probability where there is one."""
    probability = configuration.lb_probability
    return (f"{configuration.mu} + {configuration.lambda_}, "
            f"{configuration.crossover_rate:g}"
            + (f"; p = {probability:g}" if probability is not None else ""))


def _thinned(trace, points):
    """The first and last rows, and between them rows evenly spread on a logarithmic axis."""
    last = len(trace) - 1
    if last < points:
        return trace
    evaluations = trace["evaluations"].to_numpy()
    wanted = np.geomspace(evaluations[0], evaluations[-1], points)
    rows = np.unique(np.append(np.searchsorted(evaluations, wanted), [0, last]).clip(0, last))
    return trace.iloc[rows]
