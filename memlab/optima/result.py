"""What is known about a problem's optimum: the best solution, an upper bound, and who gave them."""

import math
import time
from dataclasses import dataclass, field

import numpy as np

from . import verify


@dataclass(frozen=True, eq=False)
class Optimum:
    """A problem's best solution found, and a bound that no solution exceeds.

    Attributes
    ----------
    solution : ndarray of uint8, shape (n,)
        Checked edge by edge, see `memlab.optima.verify`.
    value : int
        Its size (independent set) or weight (cut).
    upper_bound : int
        No solution has a larger value.
    method : str
        As asked for.
    found_by, bound_by : str
        What gave the solution and the bound.
    seconds : float
        Wall-clock time.
    effort : int
        Entries of neighbour lists and words of bit sets that memlab's own searches looked at.
    interrupted : bool
        Whether Ctrl-C ended it.
    """

    solution: np.ndarray = field(repr=False)
    value: int
    upper_bound: int
    method: str
    found_by: str
    bound_by: str
    seconds: float
    effort: int = 0
    interrupted: bool = False

    @property
    def proved(self):
        """Whether the solution is proved to be an optimum: bool."""
        return self.value == self.upper_bound

    @property
    def gap(self):
        """By how much an optimum may exceed `value` at most, as a fraction of it: float."""
        return (self.upper_bound - self.value) / max(1, abs(self.value))


class Tally:
    """Collects solutions and bounds of one problem until a limit is reached.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
    seconds, effort : float
        The limits.
    progress : callable
        Called with this whenever something better is known.
    """

    def __init__(self, problem, seconds=math.inf, effort=math.inf, progress=lambda tally: None):
        self.problem = problem
        self._begin = time.monotonic()
        self._seconds, self._effort, self._progress = seconds, effort, progress
        self.effort = 0
        self.bound, self.value = math.inf, -math.inf
        self.bound_by = "nothing"
        self.offer(np.zeros(problem.n, np.uint8), "the empty solution")

    def offer(self, solution, by):
        """Take a solution into account; it is checked, and kept if it is the best."""
        value = verify.value(self.problem, solution)
        if value > self.value:
            self.solution, self.value, self.found_by = solution, value, by
            self._compare()

    def limit(self, bound, by):
        """Take an upper bound into account; it need not be a whole number, or finite."""
        if bound < self.bound:
            self.bound, self.bound_by = math.floor(bound), by
            self._compare()

    def _compare(self):
        if self.bound < self.value:
            raise verify.WrongSolutionError(
                f"{self.bound_by} bounds {self.problem!r} by {self.bound}, but {self.found_by} "
                f"has a solution of {self.value}, which was checked")
        self._progress(self)

    @property
    def proved(self):
        return self.bound == self.value

    @property
    def seconds(self):
        """Wall-clock seconds so far."""
        return time.monotonic() - self._begin

    def deadline(self, share=1.0):
        """When a share of the time is used up, as `time.monotonic` counts."""
        return self._begin + share * self._seconds

    def left(self, share=1.0):
        """Seconds until a share of the time is used up; 0 if it, or that of the effort, is."""
        if self.effort >= share * self._effort:
            return 0.0
        return max(0.0, self.deadline(share) - time.monotonic())

    @property
    def effort_left(self):
        """What is left of the limit: float."""
        return self._effort - self.effort

    def optimum(self, method, interrupted=False):
        """The `Optimum` that all this amounts to."""
        return Optimum(np.asarray(self.solution, np.uint8), self.value, self.bound, method,
                       self.found_by, self.bound_by, self.seconds, self.effort, interrupted)
