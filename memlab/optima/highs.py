"""Mixed integer programs through SciPy's HiGHS [1]_, with an honest reading of what it says.

References
----------
.. [1] Q. Huangfu, J. A. J. Hall. Parallelizing the dual revised simplex method. Mathematical
   Programming Computation 10(1), 2018.
"""

import math

import numpy as np
from scipy import optimize, sparse

_TOLERANCE = 1e-6        # of HiGHS
_INFEASIBLE = 2          # SciPy's status


class Rows:
    """Constraints ``sum of coefficient * variable <= bound``, collected one by one."""

    def __init__(self):
        self._columns, self._coefficients, self._starts, self.bounds = [], [], [0], []

    def add(self, columns, coefficients, bound):
        """One more constraint."""
        self._columns.extend(columns)
        self._coefficients.extend(coefficients)
        self._starts.append(len(self._columns))
        self.bounds.append(bound)

    def matrix(self, variables):
        """All of them, a scipy.sparse.csr_array with so many columns."""
        return sparse.csr_array((np.array(self._coefficients, float), self._columns, self._starts),
                                shape=(len(self.bounds), variables))


def maximise(objective, rows, integral, upper, seconds, more_than=None):
    """Maximise over variables from 0 to `upper`, some of them integral.

    Parameters
    ----------
    objective : ndarray of float64, shape (k,)
        Whole numbers are not needed, but the maximum must be the sum of one and of `more_than`.
    rows : Rows
    integral : ndarray of bool, shape (k,)
    upper : ndarray of float64, shape (k,)
    seconds : float
        Time limit.
    more_than : float, optional
        Only solutions that are better by at least 1 are of interest.

    Returns
    -------
    variables : ndarray of float64, shape (k,), or None
        The best solution found, if any.
    bound : float
        No solution exceeds it; `more_than` if it is proved that there is nothing better.
    """
    if more_than is not None:
        used = np.flatnonzero(objective)
        rows.add(used.tolist(), (-objective[used]).tolist(), -(more_than + 1))
    constraints = optimize.LinearConstraint(rows.matrix(len(objective)), ub=np.array(rows.bounds))
    result = optimize.milp(-objective, integrality=integral, bounds=optimize.Bounds(0, upper),
                           constraints=constraints if rows.bounds else (),
                           options={"time_limit": seconds, "mip_rel_gap": 0})
    if result.status == _INFEASIBLE and more_than is not None:
        return None, more_than
    bound = math.inf if result.mip_dual_bound is None else -result.mip_dual_bound
    return result.x, bound if more_than is None else max(bound, more_than)


def whole(bound):
    """The largest integer that a solution may have when a solver says `bound`."""
    return math.floor(bound + _TOLERANCE * max(1.0, abs(bound)))
