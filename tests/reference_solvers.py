"""Good and exact solutions without any evolution, to hold the generated graphs against."""

import numpy as np
from numba import njit
from scipy import optimize, sparse


def independence_number(graph):
    """The size of a maximum independent set, proved by HiGHS; for sparse graphs."""
    ends = sparse.csr_array((np.ones(2 * graph.m), graph.edges.ravel(),
                             np.arange(0, 2 * graph.m + 1, 2)), shape=(graph.m, graph.n))
    result = optimize.milp(-np.ones(graph.n), integrality=np.ones(graph.n),
                           bounds=optimize.Bounds(0, 1),
                           constraints=optimize.LinearConstraint(ends, ub=1))
    assert result.status == 0, result.message
    return round(-result.fun)


def large_independent_set(graph, moves, seed):
    """The size of the largest independent set that a dynamic local search meets.

    The search of Pullan and Hoos (2006) for cliques, seen from the complement: add a vertex that
    touches no other, else swap one in for the only one that it touches, each vertex once; when
    nothing is left to do, force a random vertex in, and all may be used again.
    """
    return _dynamic_search(graph.indptr, graph.indices, moves, np.random.default_rng(seed))


@njit(cache=True)
def _dynamic_search(indptr, indices, moves, rng):
    n = len(indptr) - 1
    inside, used = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    touches, listed = np.zeros(n, np.int64), np.empty(n, np.int64)    # touches: neighbours inside
    size = best = 0
    for _ in range(moves):
        fewest, number = 1, 0           # those that touch none come before those that touch one
        for v in range(n):
            if inside[v] or used[v] or touches[v] > fewest:
                continue
            if touches[v] < fewest:
                fewest, number = touches[v], 0
            listed[number] = v
            number += 1
        if number:
            entering = listed[int(rng.random() * number)]
        else:
            entering = int(rng.random() * n)
            used[:] = False
        if not inside[entering]:
            for u in indices[indptr[entering]:indptr[entering + 1]]:
                if inside[u]:
                    inside[u] = False
                    size -= 1
                    for w in indices[indptr[u]:indptr[u + 1]]:
                        touches[w] -= 1
            inside[entering] = used[entering] = True
            size += 1
            for w in indices[indptr[entering]:indptr[entering + 1]]:
                touches[w] += 1
            best = max(best, size)
    return best
