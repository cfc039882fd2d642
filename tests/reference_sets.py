"""The slow, obvious version of the searches for independent sets beyond the paper's repair.

`set_choices` is the rule itself, by trying all pairs of vertices, for graphs of some ten vertices;
`improve` are plain loops over neighbour lists, for graphs of hundreds.
"""

import itertools
import math

import numpy as np
from numba import njit
from reference import UNBOUNDED, repair, repair_choices


def internal_edges(graph, x):
    """Number of edges inside a set; `graph` is a dense 0/1 matrix, `x` an array of 0 and 1."""
    return int(x @ graph @ x) // 2


def exchanged(graph, x, leaving, entering):
    """The set after an exchange, or None if it is not an independent set that is larger."""
    y = np.array(x)
    y[list(leaving)] = 0
    y[list(entering)] = 1
    return None if internal_edges(graph, y) or y.sum() <= sum(x) else tuple(y.tolist())


def set_choices(graph, x, swaps):
    """The results of the next step from a set, in a list in which each is equally likely.

    A swap is one step here. First repair, then augmentation, then, if wanted, (1,2)-swaps: fair
    draws among the vertices that allow one, and then among their pairs.
    """
    if internal_edges(graph, np.array(x)):
        return repair_choices(graph, x)
    inside, outside = np.flatnonzero(x), np.flatnonzero(np.array(x) == 0)
    larger = [y for v in outside if (y := exchanged(graph, x, [], [v]))]
    if larger or not swaps:
        return larger
    results = [[y for pair in itertools.combinations(outside, 2)
                if (y := exchanged(graph, x, [v], pair))] for v in inside]
    common = math.lcm(*map(len, filter(None, results)))
    return [y for some in results for y in some * (common // len(some) if some else 0)]


@njit(cache=True)
def free_vertices(x, indptr, indices):
    """The vertices that could be added."""
    return [v for v in range(len(x))
            if not x[v] and not x[indices[indptr[v]:indptr[v + 1]]].any()]


@njit(cache=True)
def pairs_beside(x, member, indptr, indices):
    """The pairs of vertices that could replace a member."""
    single = [v for v in indices[indptr[member]:indptr[member + 1]]
              if x[indices[indptr[v]:indptr[v + 1]]].sum() == 1]
    return [(u, v) for u in single for v in single
            if u < v and not (indices[indptr[u]:indptr[u + 1]] == v).any()]


@njit(cache=True)
def improve(x, indptr, indices, swaps, rng, most=UNBOUNDED):
    """Repair, augmentation, swaps if wanted, of one set in place; returns the vertices moved."""
    steps = repair(x, indptr, indices, rng, most)
    while steps < most:
        free = free_vertices(x, indptr, indices)
        if len(free) > 0:
            x[free[int(rng.random() * len(free))]] = 1
            steps += 1
            continue
        if not swaps or steps + 3 > most:
            return steps
        movable = [v for v in np.flatnonzero(x) if len(pairs_beside(x, v, indptr, indices)) > 0]
        if len(movable) == 0:
            return steps
        member = movable[int(rng.random() * len(movable))]
        pairs = pairs_beside(x, member, indptr, indices)
        first, second = pairs[int(rng.random() * len(pairs))]
        x[member], x[first], x[second] = 0, 1, 1
        steps += 3
    return steps


@njit(cache=True)
def augment_rows(rows, indptr, indices, rng, most=UNBOUNDED):
    """`improve` without swaps of every row in place; returns the steps of all together."""
    steps = 0
    for x in rows:
        steps += improve(x, indptr, indices, False, rng, most)
    return steps


@njit(cache=True)
def swap_rows(rows, indptr, indices, rng, most=UNBOUNDED):
    """`improve` with swaps of every row in place; returns the steps of all together."""
    steps = 0
    for x in rows:
        steps += improve(x, indptr, indices, True, rng, most)
    return steps
