"""The best solution and upper bound known for a problem, and the methods that found them."""

import math
import time
from dataclasses import dataclass, field

import numpy as np

from ...evolution.run import WrongSolutionError
from ...support.checks import bits


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best solution found for a problem, and a bound that no solution exceeds.

    Attributes
    ----------
    solution : ndarray of uint8, shape (n,)
        The solution, checked by the problem's `recount`.
    value : int
        Its size (independent set) or weight (cut).
    upper_bound : int
        No solution has a larger value.
    method : str
        The method that was requested.
    found_by, bound_by : str
        The methods that found the solution and the bound.
    seconds : float
        Wall-clock time.
    effort : int
        Entries of neighbour lists and words of bit sets that memlab's own searches looked at.

    Examples
    --------
    >>> import memlab as ml
    >>> cycle = ml.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> best = ml.optima.solve(ml.MaxCut(cycle))
    >>> best.value, best.upper_bound, best.proved, best.gap
    (4, 4, True, 0.0)
    """

    solution: np.ndarray = field(repr=False)
    value: int
    upper_bound: int
    method: str
    found_by: str
    bound_by: str
    seconds: float
    effort: int = 0

    @property
    def proved(self):
        """Whether the solution is proved to be optimal: bool."""
        return self.value == self.upper_bound

    @property
    def gap(self):
        """The maximum by which an optimum may exceed `value`, as a fraction of `value`: float."""
        return (self.upper_bound - self.value) / max(1, abs(self.value))


class Tally:
    """Collects solutions and bounds of one problem until a limit is reached.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
    seconds : float
        Limit on the wall-clock time.
    effort : float
        Limit on the entries of neighbour lists and words of bit sets that are looked at.
    """

    def __init__(self, problem, seconds=math.inf, effort=math.inf):
        self.problem = problem
        self._begin = time.monotonic()
        self._seconds = seconds
        self.effort, self.most_effort = 0, effort
        self.bound, self.value = math.inf, -math.inf
        self.bound_by = "nothing"
        self.offer(np.zeros(problem.n, np.uint8), "the empty solution")

    def offer(self, solution, by):
        """Check a solution, and keep it if it is the best.

        Parameters
        ----------
        solution : array_like of 0 and 1, shape (n,)
        by : str
            The method that found it.

        Raises
        ------
        TypeError, ValueError
            If `solution` has the wrong length or other values than 0 and 1.
        WrongSolutionError
            If it is infeasible.
        """
        value = self.problem.recount(bits("a solution", solution, (self.problem.n,)))
        if self.problem.has_constraints and value < 0:
            raise WrongSolutionError(
                f"the solution of {self.problem!r} by {by} is infeasible: fitness {value}")
        if value > self.value:
            self.solution, self.value, self.found_by = solution, value, by
            self._compare()

    def limit(self, bound, by):
        """Record an upper bound, which need not be a whole number or finite.

        Parameters
        ----------
        bound : float
        by : str
            The method that found it.
        """
        if bound < self.bound:
            self.bound, self.bound_by = math.floor(bound), by
            self._compare()

    def _compare(self):
        if self.bound < self.value:
            raise WrongSolutionError(
                f"{self.bound_by} bounds {self.problem!r} by {self.bound}, but {self.found_by} "
                f"has a solution of {self.value}, which was checked")

    @property
    def proved(self):
        return self.bound == self.value

    def deadline(self, share=1.0):
        """Return the value of `time.monotonic` at which a share of the time is used up."""
        return self._begin + share * self._seconds

    def left(self, share=1.0):
        """Return the seconds until a share of the limits is used up; 0 if that of the effort is."""
        if self.effort >= share * self.most_effort:
            return 0.0
        return max(0.0, self.deadline(share) - time.monotonic())

    def optimum(self, method):
        """Return the result as an `Optimum`."""
        return Optimum(np.asarray(self.solution, np.uint8), self.value, self.bound, method,
                       self.found_by, self.bound_by, time.monotonic() - self._begin, self.effort)
