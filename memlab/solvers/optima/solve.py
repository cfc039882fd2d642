"""`solve`: find a good solution of a problem, and a bound on how good a solution can be."""

import functools
import math

import numpy as np

from ...graphs.graph import Graph
from ...problems import one_of
from ...support import checks
from . import external
from .cuts import CutPortfolio
from .result import Tally
from .sets import SetPortfolio

# memlab's own methods, then solvers that are optional extras
METHODS = ("auto", "search", "highs", *external.EXTRAS)


def solve(problem, seconds=None, method="auto", seed=0, *, effort=None):
    """Find the best solution within limits, and an upper bound.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        The problem; edge weights count in MaxCut.
    seconds : float
        Time limit, more than 0; 60 if neither limit is given. All of it is used unless a proof is
        found earlier. The time starts after the kernels are compiled. CP-SAT, Gurobi and KaMIS
        apply the limit in their own ways.
    method : {"auto", "search", "highs", "cpsat", "gurobi", "kamis"}
        - "auto": data reduction; local search, quick bounds, branch and bound in turn; for sparse
          graphs HiGHS;
        - "search": local search and quick bounds only; "highs": reduction and HiGHS only;
        - "cpsat": CP-SAT of OR-Tools, on the graph as it is (extra ``exact``). Its bound counts,
          not its status, which is "optimal" within a gap, too. It runs in eight
          threads, on however many cores there are, and all other methods in one: what it finds in
          time depends on the cores, and on what else they do. Give it a study of its own with
          ``workers=1`` where its time is compared;
        - "gurobi": Gurobi likewise (extra ``gurobi``; the free licence takes linear models of up to
          2,000 variables and constraints: of a cut, edges are variables, too);
        - "kamis": KaMIS (extra ``kamis``), for independent sets; it proves nothing, and may take
          several times as long as `seconds`.

    seed : int, sequence of int, or numpy.random.SeedSequence
        Seed of the local search.
    effort : float
        Limit on the entries of neighbour lists and words of bit sets that memlab's searches look
        at, more than 0; a core handles some hundred million per second. With this limit and no
        `seconds`, "search" finds the same solution for the same seed on every machine; the results
        of linear algebra libraries and of HiGHS may depend on their versions.

    Returns
    -------
    Optimum
        The best solution and the bound.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.
    ImportError
        If a method's extra is not installed.
    RuntimeError
        If Gurobi refuses the model, which is too large for its licence, or has none that is valid.

    Notes
    -----
    For independent sets, the methods are vertex cover search with edge weights, after NuMVC;
    clique covers; and branch and bound on bit sets. For cuts, they are simulated annealing and the
    semidefinite bound of Goemans and Williamson. See `memlab.solvers.optima.sets` and
    `memlab.solvers.optima.cuts`.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("ba_small", count=1)
    >>> ml.optima.solve(ml.MaxIndependentSet(graph))
    Optimum(value=161, upper_bound=161, method='auto', found_by='data reduction', ...)
    """
    one_of(problem)
    seconds, effort = (math.inf if limit is None else limit
                       for limit in limits(seconds, effort).values())
    method = checks.choice("method", method, METHODS)
    seed = checks.seed("seed", seed)
    portfolio = SetPortfolio if problem.are_sets else CutPortfolio
    if method not in external.EXTRAS:
        _compile(portfolio, type(problem))
    tally = Tally(problem, seconds, effort)
    tally.limit(*_plain_bound(problem))
    if method in external.EXTRAS:
        external.solve(tally, method, seed)
    else:
        own = portfolio(tally, seed)
        if not tally.proved:
            own.work(search=method != "highs", proof=method != "search")
    return tally.optimum(method)


def limits(seconds, effort):
    """Return both limits by name, as floats where they are given; 60 seconds if neither is: dict.

    Raises
    ------
    TypeError, ValueError
        If a limit is not above 0.

    Examples
    --------
    >>> limits(None, None)
    {'seconds': 60.0, 'effort': None}
    """
    given = {"seconds": 60.0 if seconds is None and effort is None else seconds, "effort": effort}
    return {name: value if value is None else checks.real(name, value, above=0)
            for name, value in given.items()}


@functools.cache
def _compile(portfolio, problem):
    """Compile all kernels before the clock starts, by solving a small problem without easy bound.
    """
    n, squares = 29, {i * i % 29 for i in range(1, 29)}
    edges = [(u, v) for u in range(n) for v in range(u + 1, n) if v - u in squares]
    paley = problem(Graph.from_edges(n, edges))
    tally = Tally(paley, effort=20e6 if problem.are_sets else 1)
    portfolio(tally, np.random.SeedSequence(0)).work(search=True, proof=problem.are_sets)


def _plain_bound(problem):
    """Return an upper bound that needs no computation, and its name."""
    graph = problem.graph
    if problem.are_sets:
        return graph.n, "the number of vertices"
    return graph.weight_of_edges.clip(min=0).sum().item(), "the positive weights"
