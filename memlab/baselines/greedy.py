"""One solution at the least cost: greedy selection, greedy placement, a coin for each vertex."""

import numpy as np

from .. import checks
from ..kernels import greedy as kernels
from ..problems import MaxCut, MaxIndependentSet

ORDERS = {MaxIndependentSet: ("index", "random", "degree", "min_degree"),
          MaxCut: ("index", "random")}


def greedy(problem, order="min_degree", tries=None, seed=0):
    """Take the vertices one by one, and never go back.

    Of an independent set: take each vertex that has no neighbour in the set yet. Of a cut: put each
    vertex on the side where it cuts more of the edges to those that have a side; ties go to 0.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
    order : {"index", "random", "degree", "min_degree"}
        By number; at random; by increasing degree; by increasing degree in what is left of the
        graph. Ties by number. A cut has the first two.
    tries : int, optional
        Stop after so many vertices, whether they could be taken or not. Of independent sets only.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Of the random order.

    Returns
    -------
    ndarray of uint8, shape (n,)

    Raises
    ------
    TypeError, ValueError
        If an argument is not as said above.

    Notes
    -----
    O(n + m), and a factor of log n for the orders by degree.

    Examples
    --------
    >>> import memlab as ml
    >>> path = ml.MaxIndependentSet(ml.Graph.from_edges(5, [(1, 0), (0, 2), (2, 3), (3, 4)]))
    >>> greedy(path), greedy(path, order="index"), greedy(path, order="index", tries=3)
    (array([0, 1, 1, 0, 1], dtype=uint8), array([1, 0, 0, 1, 0], dtype=uint8),
     array([1, 0, 0, 0, 0], dtype=uint8))
    """
    cut = isinstance(_one_of(problem, *ORDERS), MaxCut)
    order = checks.choice("order", order, ORDERS[MaxCut if cut else MaxIndependentSet])
    seed = checks.seed("seed", seed)
    graph, n = problem.graph, problem.n
    if tries is not None and cut:
        raise ValueError(f"tries must be None for a MaxCut, not {tries!r}: every vertex has a side")
    tries = n if tries is None else checks.integer("tries", tries, minimum=1)
    solution = np.zeros(n, np.uint8)
    if order == "min_degree":
        kernels.select_by_degree(graph.indptr, graph.indices, tries, solution)
        return solution
    places = {"index": lambda: np.arange(n), "random": lambda: _draws(seed).permutation(n),
              "degree": lambda: np.argsort(graph.degrees, kind="stable")}[order]()
    if cut:
        solution[:] = kernels.UNPLACED
        kernels.place(graph.indptr, graph.indices, graph.to_scipy().data, places, solution)
    else:
        kernels.select(graph.indptr, graph.indices, places, tries, solution)
    return solution


def coin_flip(problem, passes=0, seed=0):
    """A fair coin for the side of each vertex, and then passes that flip what gains by it.

    Parameters
    ----------
    problem : MaxCut
    passes : int
        How often to go through all vertices, by number; each that cuts more on the other side
        changes over at once.
    seed : int, sequence of int, or numpy.random.SeedSequence

    Returns
    -------
    ndarray of uint8, shape (n,)

    Raises
    ------
    TypeError, ValueError
        If an argument is not as said above.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("er_small")
    >>> cut = ml.MaxCut(graph)
    >>> expected_cut(cut), cut.fitness(coin_flip(cut)), cut.fitness(coin_flip(cut, passes=1))
    (1822.5, 1814, 2133)
    """
    graph = _one_of(problem, MaxCut).graph
    passes = checks.integer("passes", passes, minimum=0)
    side = _draws(checks.seed("seed", seed)).integers(0, 2, problem.n, dtype=np.uint8)
    weights = graph.to_scipy().data
    for _ in range(passes):
        kernels.flip_where_better(graph.indptr, graph.indices, weights, side)
    return side


def expected_cut(problem):
    """What a coin flip cuts on average: half of all edges, or of their weight; a float, exactly."""
    return int(_one_of(problem, MaxCut).graph.weight_of_edges.sum()) / 2


def _one_of(problem, *kinds):
    if not isinstance(problem, kinds):
        raise TypeError("problem must be a " + " or a ".join(kind.__name__ for kind in kinds)
                        + f", not {type(problem).__name__}")
    return problem


def _draws(seed):
    return np.random.Generator(np.random.PCG64(seed))
