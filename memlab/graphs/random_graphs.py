"""Random graphs of five models whose parameters an experiment gives.

Erdos-Renyi and Barabasi-Albert graphs are those of `graph_models`; networkx draws the regular and
the geometric ones. No graph is drawn again because it is not connected.
"""

from ..kernels.rng import below, seed_state
from ..support import checks, memory
from . import graph_models
from .graph import Graph


def er(n, p, *, seed=0, instance_name=""):
    """Draw a G(n, p): every pair of vertices is an edge with probability p, independently.

    Parameters
    ----------
    n : int
        Number of vertices, at least 2.
    p : float
        From 0 to 1.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Non-negative.
    instance_name : str
        Name of the graph.

    Returns
    -------
    Graph
        The graph, which may have isolated vertices.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above, or there is not enough memory.

    Examples
    --------
    >>> er(50, 0.1, seed=1)
    Graph(n=50, m=129)
    """
    n, rng = _begin(n, seed)
    p = checks.real("p", p, minimum=0, maximum=1)
    return Graph.from_edges(n, graph_models.erdos_renyi(rng, n, p), name=instance_name)


def ba(n, m, *, seed=0, instance_name=""):
    """Draw a graph that grows by preferential attachment, with m edges of each new vertex.

    The other arguments and the errors are those of `er`.

    Examples
    --------
    >>> ba(50, 3, seed=1)
    Graph(n=50, m=141)
    """
    n, rng = _begin(n, seed)
    m = checks.integer("m", m, minimum=1, maximum=n - 1)
    return Graph.from_edges(n, graph_models.barabasi_albert(rng, n, m), name=instance_name)


def regular(n, degree, *, seed=0, instance_name=""):
    """Draw a graph in which every vertex has the same degree; n * degree is even.

    The other arguments and the errors are those of `er`.

    Examples
    --------
    >>> set(regular(50, 4, seed=1).degrees.tolist())
    {4}
    """
    import networkx

    n, rng = _begin(n, seed)
    degree = checks.integer("degree", degree, minimum=0, maximum=n - 1)
    if n * degree % 2:
        raise ValueError(f"degree must be even for an odd number of vertices, not {degree}")
    drawn = networkx.random_regular_graph(degree, n, int(below(rng, 2**32)))
    return Graph.from_edges(n, [*drawn.edges], name=instance_name)


def geometric(n, radius, *, seed=0, instance_name=""):
    """Draw points of the unit square, and join those that are at most `radius` apart.

    The other arguments and the errors are those of `er`.

    Examples
    --------
    >>> geometric(50, 0.2, seed=1)
    Graph(n=50, m=120)
    """
    import networkx

    n, rng = _begin(n, seed)
    radius = checks.real("radius", radius, minimum=0)
    drawn = networkx.random_geometric_graph(n, radius, seed=int(below(rng, 2**32)))
    return Graph.from_edges(n, [*drawn.edges], name=instance_name)


def planted(n, p, size, *, seed=0, instance_name=""):
    """Draw a G(n, p), and remove all edges between its first `size` vertices.

    The other arguments and the errors are those of `er`.

    Examples
    --------
    >>> from memlab import MaxIndependentSet
    >>> MaxIndependentSet(planted(50, 0.5, 20, seed=1)).fitness([1] * 20 + [0] * 30)
    20
    """
    edges = er(n, p, seed=seed).edges
    size = checks.integer("size", size, minimum=0, maximum=n)
    return Graph.from_edges(n, edges[(edges >= size).any(axis=1)], name=instance_name)


def _begin(n, seed):
    """Return the number of vertices, checked, and the state of a generator."""
    n = checks.integer("n", n, minimum=2)
    memory.check(16 * n * n, f"a graph of {n} vertices")
    return n, seed_state(checks.seed("seed", seed))


# Those that an experiment can draw.
MODELS = {make.__name__: make for make in (er, ba, regular, geometric, planted)}
