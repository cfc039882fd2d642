"""Search for small vertex covers, whose complements are large independent sets, after NuMVC [1]_.

A cover of size k is found, a vertex leaves it, and then vertices are exchanged until every edge is
covered again. An edge weighs more the longer it has been left uncovered, which drives the search
out of local optima; old weights fade. A vertex that left may return once a neighbour has moved.

References
----------
.. [1] S. Cai, K. Su, C. Luo, A. Sattar. NuMVC: an efficient local search algorithm for minimum
   vertex cover. Journal of Artificial Intelligence Research 46, 2013.
.. [2] S. Cai. Balance between complexity and quality: local search for minimum vertex cover in
   massive graphs. IJCAI 2015.
"""

from typing import NamedTuple

import numpy as np

from ...kernels.jit import kernel
from ...kernels.rng import below

SAMPLE = 300           # of a large cover, the best of this many random vertices leaves it [2]_
LARGE = 3_000          # vertices
_FADING = 0.3           # factor for all weights when their mean reaches half the number of vertices

# places in Search.numbers
_COVER, _UNCOVERED, _STEP, _WEIGHT, _LAST, BEST = range(6)


class Search(NamedTuple):
    """A graph and a search on it, with the best independent set met."""

    indptr: np.ndarray      # int64 (n + 1,)
    indices: np.ndarray     # int32 (2 m,)
    edge: np.ndarray        # int32 (2 m,), number of the edge of an entry of `indices`
    ends: np.ndarray        # int32 (m, 2)
    weight: np.ndarray      # int64 (m,)
    score: np.ndarray       # int64 (n,), weight of edges that a vertex's move would cover, or not
    moved: np.ndarray       # int64 (n,), the step in which it moved last
    allowed: np.ndarray     # uint8 (n,), whether it may enter the cover
    order: np.ndarray       # int32 (n,), the cover first, then all others
    place: np.ndarray       # int32 (n,), the inverse of `order`
    uncovered: np.ndarray   # int32 (m,), the edges that are not covered first, then all others
    where: np.ndarray       # int32 (m,), its inverse
    best: np.ndarray        # uint8 (n,)
    numbers: np.ndarray     # int64 (6,): sizes, the step, total weight, last vertex in, best size


def make(graph):
    """Make a search that starts from the cover of all vertices.

    Parameters
    ----------
    graph : Graph
        The graph.

    Returns
    -------
    Search
    """
    n, m = graph.n, graph.m
    u, v = np.repeat(np.arange(n), graph.degrees), graph.indices
    _, edge = np.unique(np.minimum(u, v) * n + np.maximum(u, v), return_inverse=True)
    order, edges = np.arange(n, dtype=np.int32), np.arange(m, dtype=np.int32)
    numbers = np.zeros(6, np.int64)
    numbers[_COVER], numbers[_WEIGHT], numbers[_LAST] = n, m, -1
    return Search(graph.indptr, graph.indices, edge.astype(np.int32),
                  graph.edges.astype(np.int32), np.ones(m, np.int64), np.zeros(n, np.int64),
                  np.zeros(n, np.int64), np.ones(n, np.uint8), order, order.copy(), edges,
                  edges.copy(), np.zeros(n, np.uint8), numbers)


@kernel
def advance(search, steps, rng):
    """Make some exchanges of vertices.

    Parameters
    ----------
    search : Search
        Changed in place.
    steps : int
        The number of exchanges.
    rng : ndarray of uint64
        State of the random generator; changed in place.
    """
    numbers = search.numbers
    n = len(search.order)
    for _ in range(steps):
        while numbers[_UNCOVERED] == 0:
            _keep(search)
            if numbers[_COVER] == 0:
                return
            _move(search, _cheapest(search, rng), 0)
        numbers[_STEP] += 1
        if numbers[_COVER] > 0:
            _move(search, _cheapest(search, rng), 0)
        edge = search.uncovered[below(rng, numbers[_UNCOVERED])]
        u, v = search.ends[edge, 0], search.ends[edge, 1]
        if not search.allowed[u] or (search.allowed[v] and (
                search.score[v] > search.score[u] or (
                    search.score[v] == search.score[u] and search.moved[v] < search.moved[u]))):
            u = v
        _move(search, u, 1)
        numbers[_LAST] = u
        for i in range(numbers[_UNCOVERED]):
            edge = search.uncovered[i]
            search.weight[edge] += 1
            search.score[search.ends[edge, 0]] += 1
            search.score[search.ends[edge, 1]] += 1
        numbers[_WEIGHT] += numbers[_UNCOVERED]
        if 2 * numbers[_WEIGHT] > n * len(search.weight):
            _fade(search)


@kernel
def _cheapest(search, rng):
    """The vertex of the cover that leaves least uncovered, of equal ones the one that moved first;
    never the one that has just entered."""
    size, last = search.numbers[_COVER], search.numbers[_LAST]
    best = -1
    looks = size if len(search.order) <= LARGE else SAMPLE
    for i in range(looks):
        v = search.order[i if looks == size else below(rng, size)]
        if v != last and (best < 0 or search.score[v] > search.score[best] or (
                search.score[v] == search.score[best] and search.moved[v] < search.moved[best])):
            best = v
    return best if best >= 0 else search.order[0]


@kernel
def _move(search, v, enters):
    """Put v into the cover (1) or take it out (0)."""
    numbers, sign = search.numbers, 2 * enters - 1
    numbers[_COVER] -= 1 - enters
    _swap(search.order, search.place, v, numbers[_COVER])
    numbers[_COVER] += enters
    search.score[v] = -search.score[v]
    search.allowed[v] = enters
    search.moved[v] = numbers[_STEP]
    for entry in range(search.indptr[v], search.indptr[v + 1]):
        u, edge = search.indices[entry], search.edge[entry]
        if search.place[u] < numbers[_COVER]:
            search.score[u] += sign * search.weight[edge]
        else:
            search.allowed[u] = 1
            search.score[u] -= sign * search.weight[edge]
            numbers[_UNCOVERED] -= enters
            _swap(search.uncovered, search.where, edge, numbers[_UNCOVERED])
            numbers[_UNCOVERED] += 1 - enters


@kernel
def _swap(order, place, item, target):
    """Exchange an item with the one at a place of the order."""
    source, other = place[item], order[target]
    order[source], order[target] = other, item
    place[other], place[item] = source, target


@kernel
def _fade(search):
    """Lessen all weights."""
    search.score[:] = 0
    total = 0
    for edge in range(len(search.weight)):
        search.weight[edge] = np.int64(_FADING * search.weight[edge])
        total += search.weight[edge]
        u, v = search.ends[edge, 0], search.ends[edge, 1]
        inside = search.place[u] < search.numbers[_COVER]
        if inside != (search.place[v] < search.numbers[_COVER]):
            search.score[u if inside else v] -= search.weight[edge]
        elif not inside:
            search.score[u] += search.weight[edge]
            search.score[v] += search.weight[edge]
    search.numbers[_WEIGHT] = total


@kernel
def _keep(search):
    """Remember the independent set of all vertices that are not in the cover."""
    n = len(search.order)
    search.numbers[BEST] = n - search.numbers[_COVER]
    for v in range(n):
        search.best[v] = search.place[v] >= search.numbers[_COVER]
