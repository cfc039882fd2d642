"""The solver HiGHS [1]_ in a separate process, so that it stops when it should.

In the caller's process it would exceed its time limit, by minutes for large programs, ignore
Ctrl-C, and print. This file is run as a script; to start fast it imports nothing from memlab.

References
----------
.. [1] Q. Huangfu, J. A. J. Hall. Parallelizing the dual revised simplex method. Mathematical
   Programming Computation 10(1), 2018.
"""

import io
import math
import os
import subprocess
import sys
import threading
import time

import numpy as np
from scipy import optimize, sparse

_INFEASIBLE = 2          # SciPy's status
_LOOK_EVERY = 0.2        # seconds between checks that the caller is alive
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
    question, end = io.BytesIO(), time.monotonic() + seconds
    grace = max(_GRACE, _LATE * min(seconds, 60))
    np.savez(question, cost=cost, data=matrix.data, indices=matrix.indices, indptr=matrix.indptr,
             bounds=bounds, upper=upper, integers=integers, nodes=min(nodes, 2**31 - 1),
             until=end - grace)      # on the common clock: starting the process takes time, too
    try:
        done = subprocess.run([sys.executable, "-P", __file__, str(os.getpid())],
                              input=question.getvalue(), stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=True,
                              timeout=None if seconds == math.inf else end - time.monotonic())
    except subprocess.SubprocessError:      # too late, or out of memory
        return None, -math.inf
    with np.load(io.BytesIO(done.stdout)) as answer:
        return (answer["x"] if len(answer["x"]) else None), answer["bound"].item()


def _answer(question):
    """Run HiGHS on the arrays that `solve` sent, and return a dict of arrays."""
    left = max(0.0, question["until"].item() - time.monotonic())
    matrix = sparse.csr_array((question["data"], question["indices"], question["indptr"]),
                              shape=(len(question["bounds"]), len(question["cost"])))
    result = optimize.milp(question["cost"], integrality=question["integers"],
                           bounds=optimize.Bounds(0, question["upper"]),
                           constraints=optimize.LinearConstraint(matrix, ub=question["bounds"]),
                           options={"time_limit": left, "mip_rel_gap": 0,
                                    "node_limit": int(question["nodes"])})
    if result.status == _INFEASIBLE:
        return {"x": [], "bound": math.inf}
    bound = -math.inf if result.mip_dual_bound is None else result.mip_dual_bound
    return {"x": [] if result.x is None else result.x, "bound": bound}


def _end_with(parent):
    """End this process if the caller has ended or was killed."""
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as output:
        os.dup2(2, 1)       # HiGHS sometimes prints
        with np.load(io.BytesIO(sys.stdin.buffer.read())) as asked:
            answered = _answer(asked)
        np.savez(output, **answered)
