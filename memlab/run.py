"""What a run returns."""

import functools
from dataclasses import dataclass, field

import numpy as np

from .parameters import Configuration


@dataclass(frozen=True, eq=False)
class Run:
    """What came out of a run.

    Attributes
    ----------
    mode : str
    configuration : Configuration
    budget : int
    best_fitness : int
        Of the fittest individual; in MIS it is negative if no independent set was met.
    best_solution : ndarray of uint8, shape (n,)
        The phenotype of the fittest individual, always feasible: should a run have met nothing
        feasible, its best individual after the problem's local search.
    evaluations : int
    local_search_steps : int
    unique_best : int
        Different solutions of fitness `best_fitness` that were scored; in Baldwinian and LB
        evolution the locally searched ones.
    seconds : float
        Wall-clock time spent in the engine.
    """

    mode: str
    configuration: Configuration
    budget: int
    best_fitness: int
    best_solution: np.ndarray = field(repr=False)
    evaluations: int
    local_search_steps: int
    unique_best: int
    seconds: float
    _trace: dict | None = field(repr=False)

    @functools.cached_property
    def trace(self):
        """The course of the run, one row a generation from the initial population on.

        Returns
        -------
        pandas.DataFrame or None
            Columns evaluations, best_fitness, mean_fitness (over the population), diversity (mean
            Hamming distance over all pairs of genomes), phenotype_distance (mean Hamming distance
            of the genomes from their phenotypes), local_search_steps (so far). None if the run was
            made with ``trace=False``.
        """
        return trace_frame(self._trace)


def trace_frame(columns):
    """The columns of a trace as a DataFrame, or None if there are none."""
    if columns is None:
        return None
    import pandas as pd  # which takes longer to load than a short run
    return pd.DataFrame(columns)
