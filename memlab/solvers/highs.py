"""The solver HiGHS [1]_ in a separate process, so that it stops when it should.

In the caller's process it would exceed its time limit, by minutes for large programs, ignore
Ctrl-C, and print. That process starts fast since this file imports no kernels.

References
----------
.. [1] Q. Huangfu, J. A. J. Hall. Parallelizing the dual revised simplex method. Mathematical
   Programming Computation 10(1), 2018.
"""

import math
import os
import time
from concurrent.futures.process import BrokenProcessPool

from scipy import optimize

from ..support.pool import Pool

_INFEASIBLE = 2          # SciPy's status
_GRACE = 0.3             # seconds that HiGHS has at least to stop and answer, and
_LATE = 0.05             # the share of a minute, or of its limit, that it has for this


def solve(cost, matrix, bounds, upper, integers, seconds, nodes):
    """Minimise ``cost @ x`` where ``matrix @ x <= bounds`` and ``0 <= x <= upper``.

    Parameters
    ----------
    cost, upper : ndarray, shape (k,)
    matrix : SciPy CSR array, shape (rows, k)
    bounds : ndarray, shape (rows,)
    integers : ndarray of bool, shape (k,)
        The integer variables.
    seconds, nodes : float
        Limits on the time and on the nodes of the search tree.

    Returns
    -------
    x : ndarray of float64, shape (k,), or None
        The best solution found, if any.
    bound : float
        HiGHS's lower bound: minus infinity if it has none, infinity if the program is infeasible.
    """
    end = time.monotonic() + seconds
    # on the common clock: starting the process takes time, too
    until = end - max(_GRACE, _LATE * min(seconds, 60))
    with Pool(1) as pool:
        answer = pool.submit(_answer, cost, matrix, bounds, upper, integers, until, nodes)
        try:
            return answer.result(None if seconds == math.inf else end - time.monotonic())
        except (TimeoutError, BrokenProcessPool, MemoryError):      # too late, or too large
            pool.end()
            return None, -math.inf


def _answer(cost, matrix, bounds, upper, integers, until, nodes):
    """Run HiGHS until a time of the common clock; arguments and result are those of `solve`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)       # it sometimes prints
    result = optimize.milp(cost, integrality=integers, bounds=optimize.Bounds(0, upper),
                           constraints=optimize.LinearConstraint(matrix, ub=bounds),
                           options={"time_limit": max(0.0, until - time.monotonic()),
                                    "mip_rel_gap": 0, "node_limit": int(min(nodes, 2**31 - 1))})
    if result.status == _INFEASIBLE:
        return None, math.inf
    return result.x, -math.inf if result.mip_dual_bound is None else result.mip_dual_bound
