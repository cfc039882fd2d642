"""What a run returns."""

import functools
from dataclasses import dataclass, field

import numpy as np

from .parameters import Configuration

TRACE_POINTS = 64
# what a trace says of each of its points, in the order of the ledger's arrays
TRACE_COLUMNS = ("best_fitness", "mean_fitness", "diversity", "phenotype_diversity",
                 "phenotype_distance", "reserve", "local_search_steps")


@dataclass(frozen=True, eq=False)
class Run:
    """What came out of a run.

    Attributes
    ----------
    best_fitness : int
        Of the fittest individual; in MIS it is negative if no independent set was met.
    best_solution : ndarray of uint8, shape (n,)
        The phenotype of the fittest individual, always feasible: should a run have met nothing
        feasible, its best individual after the problem's local search.
    evaluations, local_search_steps : int
        0 of a solver.
    unique_best : int
        Different solutions of fitness `best_fitness` that were scored; in Baldwinian and LB
        evolution the locally searched ones.
    seconds : float
        Processor time of the thread: a busy machine hardly changes it. Of a solver, and of a method
        that makes a single solution, wall-clock time.
    mode : str or None
        Of an evolution, as are the next two.
    configuration : Configuration or None
    budget : int or None
    upper_bound : int or None
        Of a solver: no solution has a larger fitness.
    proved : bool or None
        Of a solver: whether `best_fitness` is that bound.
    """

    best_fitness: int
    best_solution: np.ndarray = field(repr=False)
    evaluations: int = 0
    local_search_steps: int = 0
    unique_best: int = 1
    seconds: float = 0.0
    mode: str | None = None
    configuration: Configuration | None = None
    budget: int | None = None
    upper_bound: int | None = None
    proved: bool | None = None
    _trace: dict | None = field(default=None, repr=False)

    @functools.cached_property
    def trace(self):
        """The course of the run, one row a generation from the initial population on.

        Returns
        -------
        pandas.DataFrame or None
            Columns evaluations, best_fitness, mean_fitness (over the population), diversity (mean
            Hamming distance over all pairs of genomes), phenotype_diversity (over all pairs of
            their phenotypes), phenotype_distance (mean Hamming distance of the genomes from their
            phenotypes), reserve (share of the genomes that contain the phenotype of another parent,
            the one before it in the order of fitness, and more; 0 where genomes are their own
            phenotypes, NaN where solutions are not sets), local_search_steps (so far). None if the
            run was made with ``trace=False``.
        """
        return trace_frame(self._trace)


def trace_frame(columns):
    """The columns of a trace as a DataFrame, or None if there are none."""
    if columns is None:
        return None
    import pandas as pd  # which takes longer to load than a short run
    return pd.DataFrame(columns)


def trace_grid(budget):
    """Numbers of evaluations at which a run's trace is kept: int64, `TRACE_POINTS` values.

    They grow with the square of their index, up to the budget: dense at first, where most happens.

    Examples
    --------
    >>> trace_grid(40_000)[[0, 7, 15, 31, 63]]
    array([   10,   625,  2500, 10000, 40000])
    """
    steps = np.arange(1, TRACE_POINTS + 1) / TRACE_POINTS
    return np.rint(budget * steps**2).astype(np.int64)
