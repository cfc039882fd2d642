"""Construct a single solution cheaply: greedy selection, greedy placement, or coin flips."""

import numpy as np

from ...problems import one_of
from ...support import checks
from . import greedy_kernels as kernels


def greedy(problem, order="min_degree", tries=None, seed=0):
    """Build a solution vertex by vertex, without revising any decision.

    For an independent set, each vertex without a neighbour in the set is added. For a cut, each
    vertex is put on the side where it cuts more of the edges to vertices already placed; ties go to
    side 0.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        The problem.
    order : {"index", "random", "degree", "min_degree"}
        By number; at random; by increasing degree; by increasing degree in the remaining graph.
        Ties are broken by number. Cuts allow only the first two.
    tries : int, optional
        The number of vertices to look at, whether or not they can be added; by default all. For
        independent sets only.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Seed of the random order.

    Returns
    -------
    ndarray of uint8, shape (n,)
        The solution.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    Notes
    -----
    The time is O(n + m), with an additional factor of log n for the orders by degree.

    Examples
    --------
    >>> import memlab as ml
    >>> path = ml.MaxIndependentSet(ml.Graph.from_edges(5, [(1, 0), (0, 2), (2, 3), (3, 4)]))
    >>> greedy(path), greedy(path, order="index"), greedy(path, order="index", tries=3)
    (array([0, 1, 1, 0, 1], dtype=uint8), array([1, 0, 0, 1, 0], dtype=uint8),
     array([1, 0, 0, 0, 0], dtype=uint8))
    """
    order = checks.choice("order", order, one_of(problem).greedy_orders)
    seed = checks.seed("seed", seed)
    graph, n = problem.graph, problem.n
    if tries is not None and not problem.are_sets:
        raise ValueError(f"tries must be None for a MaxCut, not {tries!r}: every vertex has a side")
    tries = n if tries is None else checks.integer("tries", tries, minimum=1, maximum=2**62)
    solution = np.zeros(n, np.uint8)
    if order == "min_degree":
        kernels.select_by_degree(graph.indptr, graph.indices, tries, solution)
        return solution
    places = {"index": lambda: np.arange(n),
              "random": lambda: np.random.default_rng(seed).permutation(n),
              "degree": lambda: np.argsort(graph.degrees, kind="stable")}[order]()
    if not problem.are_sets:
        solution[:] = kernels.UNPLACED
        kernels.place(graph.indptr, graph.indices, graph.to_scipy().data, places, solution)
    else:
        kernels.select(graph.indptr, graph.indices, places, tries, solution)
    return solution


def coin_flip(problem, passes=0, seed=0):
    """Put each vertex on a side by a fair coin, then improve the cut in passes over the vertices.

    Parameters
    ----------
    problem : MaxCut
        The problem.
    passes : int
        Number of passes. In each pass, vertices are visited by number, and a vertex that cuts more
        on the other side moves there at once.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Seed of the coin flips.

    Returns
    -------
    ndarray of uint8, shape (n,)
        The solution.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("er_small")
    >>> cut = ml.MaxCut(graph)
    >>> graph.m / 2, cut.fitness(coin_flip(cut)), cut.fitness(coin_flip(cut, passes=1))
    (1822.5, 1814, 2133)
    """
    graph = one_of(problem, ["maxcut"]).graph
    passes = checks.integer("passes", passes, minimum=0)
    draws = np.random.default_rng(checks.seed("seed", seed))
    side = draws.integers(0, 2, problem.n, dtype=np.uint8)
    weights = graph.to_scipy().data
    for _ in range(passes):
        before = side.copy()
        kernels.place(graph.indptr, graph.indices, weights, np.arange(problem.n), side)
        if np.array_equal(side, before):      # so that no further pass changes anything
            break
    return side
