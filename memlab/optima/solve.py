"""`solve`: a good solution of a problem, and a bound that says how good."""

from .. import checks
from ..kernels.rng import seed_state
from ..problems import MaxIndependentSet
from . import external, verify
from .result import Tally
from .solvers import CutSolver, SetSolver

# what memlab does itself, and solvers that are optional extras
METHODS = ("auto", "search", "highs", *external.EXTRAS)

_SEARCH_SHARE = 0.4      # of the time, where HiGHS comes next


def solve(problem, seconds=60.0, method="auto", seed=0):
    """The best solution that can be found in a given time, and an upper bound.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        Edge weights count, in MaxCut.
    seconds : float
        More than 0. It is kept roughly: a step of a solver that has begun may end later.
        Whoever has a proof, or thinks that more time would not help, ends earlier.
    method : {"auto", "search", "highs", "cpsat", "gurobi", "kamis"}
        - "auto": data reduction, local search and a quick bound, then HiGHS for the proof;
        - "search": the same without HiGHS; "highs": without local search and its bound;
        - "cpsat": CP-SAT of OR-Tools, on the graph as it is (extra ``exact``);
        - "gurobi": Gurobi likewise (extra ``gurobi``; free licence to 2,000 variables);
        - "kamis": KaMIS (extra ``kamis``), for independent sets; it proves nothing, and may take
          several times its time.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Of the local search. The same seed gives the same solution unless time ran out.

    Returns
    -------
    Optimum

    Raises
    ------
    TypeError, ValueError
        If an argument is not as said above.
    ImportError
        If a method's extra is not installed.

    Notes
    -----
    The local search for independent sets is that of Andrade, Resende and Werneck
    (`memlab.kernels.mis_ils`), for cuts it is simulated annealing (`memlab.kernels.maxcut_anneal`).
    Bounds without HiGHS: a cover by cliques, and the semidefinite bound of Goemans and Williamson.
    HiGHS gets a constraint a clique, or the odd-cycle relaxation of Barahona and Mahjoub.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("ba_small", count=1)
    >>> ml.optima.solve(ml.MaxIndependentSet(graph))
    Optimum(value=161, upper_bound=161, method='auto', found_by='data reduction', ...)
    """
    verify.check(problem)
    seconds = checks.real("seconds", seconds, above=0)
    method = checks.choice("method", method, METHODS)
    seed = checks.seed("seed", seed)
    tally = Tally(problem, seconds)
    tally.limit(*_plain_bound(problem))
    if method in external.EXTRAS:
        external.solve(tally, method, seed)
        return tally.optimum(method)
    solver = (SetSolver if isinstance(problem, MaxIndependentSet) else CutSolver)(tally)
    if method != "highs" and not tally.proved:
        solver.search(_SEARCH_SHARE if method == "auto" else 1.0, seed_state(seed))
    if method != "search" and not tally.proved and tally.left():
        solver.prove()
    return tally.optimum(method)


def _plain_bound(problem):
    """An upper bound that needs no work, and what it is called."""
    graph = problem.graph
    if isinstance(problem, MaxIndependentSet):
        return graph.n, "the number of vertices"
    if graph.weights is None:
        return graph.m, "the number of edges"
    return graph.edge_weights.clip(min=0).sum().item(), "the positive weights"
