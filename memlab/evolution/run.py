"""The result of a run."""

import functools
from dataclasses import dataclass, field

import numpy as np

from ..problems.function import TOLERANCE, FunctionProblem
from ..support import checks
from .configuration import Configuration

TRACE_POINTS = 64
# the columns of a trace, in the order of the ledger's arrays
TRACE_COLUMNS = ("best_fitness", "mean_fitness", "diversity", "phenotype_diversity",
                 "phenotype_distance", "reserve", "local_search_steps")

_TAKEN = {*TRACE_COLUMNS, "evaluations", "calls", "value", "fitness_unit", "lambda_"}


IMPROVEMENTS = ("evaluations", "best_fitness", "local_search_steps", "calls")


class WrongSolutionError(AssertionError):
    """A solution does not have the properties that a method claims: an error in the method."""


@dataclass(frozen=True, eq=False)
class Run:
    """The result of a run of an evolution, a baseline or a solver.

    Attributes
    ----------
    best_fitness : int or float
        What was maximised: the exact integer, the fitness of the fittest individual; for
        independent sets it is negative if the run found no independent set. Of a
        `FunctionProblem` it is a float.
    best_solution : ndarray of uint8, shape (n,)
        The phenotype of the fittest individual: the solution that was scored.
    best_value : int, float or None
        The same in the unit, and with the sign, of the problem as it is stated: the value of
        `best_solution`, which is as small as possible where values are minimised.
    evaluations, local_search_steps : int
        Numbers of evaluations and of local-search steps; both 0 for a solver.
    calls : int, float or None
        Of the function of a `FunctionProblem`, with what its local search charged; None for others.
    unique_best : int
        Number of different solutions of fitness `best_fitness` that were scored; in Baldwinian and
        LB evolution these are phenotypes, after local search.
    seconds : float
        Processor time of the thread, which other load on the machine hardly changes. For solvers
        and for methods that construct a single solution, wall-clock time.
    mode : str or None
        Mode of evolution; None for other methods, as are the next two.
    configuration : Configuration or None
        Settings of the evolution.
    budget : int or None
        Budget of the evolution in evaluations.
    upper_bound : int or None
        For a solver: no solution has a larger fitness.
    proved : bool or None
        For a solver: whether `best_fitness` equals that bound.
    feasible : bool or None
        Whether `best_solution` satisfies the problem's constraints; None if that is not known, as
        of a problem of the reader's own. A set of vertices of negative `best_fitness` does not;
        ``problem.local_search(run.best_solution)`` repairs it.
    improvements : dict of ndarray, or None
        When the best fitness became better: evaluations, best_fitness, local_search_steps and, of
        a `FunctionProblem`, calls, each so far. All of them, whether or not there is a course; None
        if they are not known. Within what is learned in one evaluation, only the end counts; the
        fitness of a solution that nobody may use is NaN.
    course : dict of ndarray, or None
        The columns of `trace`, if the course of the run was recorded. A method may leave out the
        diversities, the distance and the reserve, which are then NaN in `trace`.

    Examples
    --------
    >>> import memlab as ml
    >>> blocks = ml.DeceptiveLeadingBlocks(n=12, k=3)
    >>> run = ml.evolve(blocks, "lamarckian", mu=5, lambda_=5, budget=500, seed=1)
    >>> run.best_fitness == blocks.fitness(run.best_solution), run.evaluations
    (True, 500)
    >>> run.trace.evaluations.tolist()[:3]
    [5, 10, 15]
    """

    best_fitness: float
    best_solution: np.ndarray = field(repr=False)
    best_value: float | None = None
    evaluations: int = 0
    local_search_steps: int = 0
    unique_best: int = 1
    seconds: float = 0.0
    mode: str | None = None
    configuration: Configuration | None = None
    budget: int | None = None
    upper_bound: int | None = None
    proved: bool | None = None
    feasible: bool | None = None
    course: dict | None = field(default=None, repr=False)
    calls: float | None = None
    improvements: dict | None = field(default=None, repr=False)

    @functools.cached_property
    def trace(self):
        """The course of the run, one row per generation, starting with the initial population.

        Returns
        -------
        pandas.DataFrame or None
            Columns evaluations, best_fitness, mean_fitness (over the population), diversity (mean
            Hamming distance over all pairs of genomes), phenotype_diversity (over all pairs of
            phenotypes), phenotype_distance (mean Hamming distance between genome and phenotype),
            reserve (share of the genomes that are strict supersets of the phenotype of the parent
            ranked before them; 0 where genomes are their own phenotypes, NaN where solutions are
            not sets), local_search_steps (so far). Where the problem's values are not its fitness,
            also value (of best_fitness) and fitness_unit (the value of one of fitness). Where the
            number of offspring adapts, also ``lambda_``, of the next generation and before
            rounding. None if the run was made with ``trace=False``.
        """
        if self.course is None:
            return None
        import pandas as pd  # loading it takes longer than a short run
        frame = pd.DataFrame(self.course)
        return frame.reindex(columns=dict.fromkeys(["evaluations", *TRACE_COLUMNS, *frame]))


def confirm(problem, x, claimed):
    """Check that a solution is as good as claimed, and return its value.

    The value is that of the problem's `recount`, which shares no code with the kernels; an
    infeasible solution has a negative one. Of a `FunctionProblem` it is that of the function, and
    may differ by `TOLERANCE`: a local search sums gains.

    Raises
    ------
    WrongSolutionError
        If the solution is not as good as claimed.

    Examples
    --------
    >>> import memlab as ml
    >>> confirm(ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)])), [0, 1, 0], 3)
    Traceback (most recent call last):
    memlab.evolution.run.WrongSolutionError: the solution of MaxCut(...) was reported ...
    """
    tolerance = TOLERANCE if isinstance(problem, FunctionProblem) else 0
    fitness = problem.unit * problem.value(x) if tolerance else problem.recount(x)
    if fitness != claimed and not abs(fitness - claimed) <= tolerance * max(1, abs(claimed)):
        raise WrongSolutionError(f"the solution of {problem!r} was reported to have the value "
                                 f"{claimed}, and has {fitness}")
    return fitness


class Callback:
    """What the reader wants called after each generation, and the numbers that it returned."""

    def __init__(self, function, told=()):
        self.function = None if function is None else checks.function("callback", function)
        self.told = {int(generation): numbers for generation, numbers in dict(told).items()}

    def __call__(self, evolution):
        """Call it; if it returns a dict, keep that as numbers of this generation."""
        told = self.function and self.function(evolution)
        if isinstance(told, dict):
            for taken in _TAKEN.intersection(told):
                raise ValueError(f"callback must not return {taken!r}, which is a column of any "
                                 "trace")
            self.told[evolution.generation] = {
                name: checks.real(name, one) for name, one in told.items()}

    def onto(self, course):
        """Return the course of a run with these numbers, NaN where none was returned: a dict."""
        if course is None:
            return None
        numbers = [self.told.get(i, {}) for i in range(len(course["evaluations"]))]
        names = dict.fromkeys(name for one in numbers for name in one)
        return course | {name: np.array([one.get(name, np.nan) for one in numbers])
                         for name in names}


def trace_columns(state, unit=1):
    """Return the trace in a run's state up to its last generation: dict of ndarray, or None.

    If one of fitness is not a value of one, the columns value and fitness_unit are added.
    """
    generations, algorithm = int(state.ledger.generation[0]) + 1, state.algorithm
    if not state.trace.wanted:
        return None
    born = np.full(generations, algorithm.lambda_)
    *arrays, lambdas = (array[:generations].copy() for array in state.trace[2:])
    columns = dict(zip(TRACE_COLUMNS, arrays, strict=True))
    if algorithm.rule.fewest:
        columns["lambda_"], born = lambdas, (lambdas + 0.5).astype(np.int64)
    if unit != 1:
        columns |= {"value": columns["best_fitness"] * unit,
                    "fitness_unit": np.full(generations, unit)}
    return {"evaluations": algorithm.mu + np.cumsum(born) - born, **columns}


def improvement_columns(rows):
    """Return rows of improvements by `IMPROVEMENTS`: dict of ndarray, or None if some are missing.

    The first solution of a run is one, so they are where an earlier version saved the run.
    """
    if not len(rows) or rows[0][0] != 1:
        return None
    return dict(zip(IMPROVEMENTS, map(np.array, zip(*rows, strict=True)), strict=False))


def trace_grid(budget):
    """Return the numbers of evaluations at which a trace is kept: int64, `TRACE_POINTS` values.

    They grow with the square of their index up to the budget, and so are dense at the start, where
    most changes occur.

    Examples
    --------
    >>> trace_grid(40_000)[[0, 7, 15, 31, 63]]
    array([   10,   625,  2500, 10000, 40000])
    """
    steps = np.arange(1, TRACE_POINTS + 1) / TRACE_POINTS
    return np.rint(budget * steps**2).astype(np.int64)
