"""The odd-cycle relaxation of Maximum Cut: a bound, by linear programming [1]_.

A cut contains an even number of edges of every cycle. So for every cycle C and every subset F of C
of odd size, a cut without edges in C - F has at most ``|F| - 1`` edges in F. There are too many
such inequalities to list. Those that a solution violates are found as shortest paths in a graph
with two copies of each vertex: edges within a copy cost y, edges between copies 1 - y, and a path
of length below 1 from a vertex to its copy is a violated inequality.

References
----------
.. [1] F. Barahona, A. R. Mahjoub. On the cut polytope. Mathematical Programming 36, 1986.
"""

import itertools
import math
import time

import numpy as np
from scipy import optimize, sparse
from scipy.sparse import csgraph

from . import program

_VIOLATION = 1e-4        # smaller violations are not worth a round
_STEP = 1e-6             # makes the shorter of two equally violated cycles the shorter path
_TIGHT = 1e-6


class Relaxation:
    """The linear program over the edges of a graph, and the cycles found so far.

    Parameters
    ----------
    n : int
        Number of vertices.
    edges : ndarray of int64, shape (m, 2)
    weights : ndarray of float64, shape (m,)

    Attributes
    ----------
    bound : float
        An upper bound on the weight of every cut.
    hopeless : bool
        Whether time was up before `tighten` had finished.
    """

    def __init__(self, n, edges, weights):
        self._n, self._edges, self._weights = n, edges, weights
        self._number = {}
        for i, (u, v) in enumerate(edges.tolist()):
            self._number[u, v] = self._number[v, u] = i
        self._cycles = {}        # the constraint of each (crossing edges F, other edges)
        self._y = (weights > 0).astype(float)
        self.bound, self.hopeless = float(weights[weights > 0].sum()), False

    def tighten(self, target, deadline):
        """Add violated cycles until there are none, or the bound is below `target`.

        It also ends when time is up; it is `hopeless` then.

        Parameters
        ----------
        target : float
            The bound to reach.
        deadline : float
            In terms of `time.monotonic`.

        Yields
        ------
        int
            Number of entries looked at in each round: all edges from every vertex.
        """
        while self.bound >= target:
            cycles = self._violated()
            left = deadline - time.monotonic()
            self.hopeless = left <= 0
            if not cycles or self.hopeless:
                return
            self._cycles |= cycles
            if not self._solve(left):
                return
            yield 4 * self._n * len(self._edges)

    def tight_rows(self):
        """Return the inequalities that are tight in the last solution: a list of triples."""
        return [row for row in self._cycles.values() if self._violation(row) > -_TIGHT]

    def _solve(self, seconds):
        """Solve the linear program, and return whether that succeeded."""
        rows = list(self._cycles.values())
        matrix, bounds = program.matrix(rows, len(self._weights)), program.bounds(rows)
        limit = None if seconds == math.inf else seconds
        result = optimize.linprog(-self._weights, A_ub=matrix, b_ub=bounds, bounds=(0, 1),
                                  method="highs-ipm", options={"time_limit": limit})
        if result.status != 0:
            return False
        self._y = np.clip(result.x, 0, 1)
        # Any multipliers >= 0 prove a bound, regardless of the solver's tolerances.
        multipliers = np.maximum(0, -result.ineqlin.marginals)
        reduced = self._weights - matrix.T @ multipliers
        rounding = 1e-9 * (1 + np.abs(self._weights).sum())
        bound = multipliers @ bounds + np.maximum(0, reduced).sum() + rounding
        self.bound = min(self.bound, float(bound))
        return True

    def _violation(self, row):
        columns, coefficients, bound = row
        return self._y[columns] @ coefficients - bound

    def _violated(self):
        """Find new violated cycles and their rows, from shortest paths of vertices to their copies.
        """
        n, (u, v) = self._n, self._edges.T
        stay, change = self._y + _STEP, 1 - self._y + _STEP
        ends = np.concatenate((u, u + n, u, u + n)), np.concatenate((v, v + n, v + n, v))
        lengths = np.concatenate((stay, stay, change, change))
        doubled = sparse.coo_array((lengths, ends), shape=(2 * n, 2 * n)).tocsr()
        distance, before = csgraph.dijkstra(doubled, directed=False, indices=np.arange(n),
                                            return_predecessors=True, limit=1.0)
        found = {}
        for start in np.flatnonzero(distance[np.arange(n), np.arange(n) + n] < 1):
            path = [start + n]
            while path[-1] != start:
                path.append(before[start, path[-1]])
            if len(np.unique(np.array(path) % n)) < len(path) - 1:
                continue      # an odd part of it is found from the vertex that it meets twice
            crossing, others = cycle = self._cycle(path)
            row = ([*crossing, *others], [1] * len(crossing) + [-1] * len(others),
                   len(crossing) - 1)
            if self._violation(row) > _VIOLATION and cycle not in self._cycles:
                found[cycle] = row
        return found

    def _cycle(self, path):
        """Tell the crossing edges of a path to the copy from the others."""
        n, parts = self._n, ([], [])
        for a, b in itertools.pairwise(path):
            parts[int((a < n) == (b < n))].append(self._number[a % n, b % n])
        return tuple(sorted(parts[0])), tuple(sorted(parts[1]))
