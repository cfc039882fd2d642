"""CP-SAT of OR-Tools [1]_ on the graph as it is: independent of memlab's own reductions and bounds.

References
----------
.. [1] L. Perron, F. Didier, S. Gay. The CP-SAT-LP solver. CP 2023.
"""

import math

import numpy as np

from ..problems import MaxIndependentSet
from . import cliques

try:
    from ortools.sat.python import cp_model
except ImportError as error:
    raise ImportError("method 'cpsat' needs OR-Tools: pip install ortools, or memlab[exact]"
                      ) from error

_NAME = "CP-SAT"


def solve(tally, seed):
    """Hand CP-SAT's solution and bound to the tally.

    Parameters
    ----------
    tally : Tally
    seed : numpy.random.SeedSequence
    """
    problem = tally.problem
    model = cp_model.CpModel()
    x = [model.new_bool_var(f"x{v}") for v in range(problem.n)]
    if isinstance(problem, MaxIndependentSet):
        for clique in cliques.cover_edges(problem.graph):
            model.add_at_most_one(x[v] for v in clique)
        model.maximize(sum(x))
    else:
        model.maximize(_cut(model, x, problem.graph))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.01, tally.left())
    solver.parameters.random_seed = int(seed.generate_state(1)[0] >> 1)
    # its portfolio of searches needs eight; fewer cores take turns
    solver.parameters.num_workers = 8
    status = solver.solve(model)
    # without a solution yet, what it gives as its bound is 0 and bounds nothing
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        tally.limit(math.floor(solver.best_objective_bound + 1e-6), _NAME)
        tally.offer(np.array([solver.value(variable) for variable in x], np.uint8), _NAME)


def _cut(model, x, graph):
    """The weight of the cut as an expression, one variable an edge."""
    weights = np.ones(graph.m, np.int64) if graph.weights is None else graph.edge_weights
    model.add(x[0] == 0)
    terms = []
    for (u, v), weight in zip(graph.edges.tolist(), weights.tolist(), strict=True):
        crosses = model.new_bool_var("")
        model.add_bool_xor(x[u], x[v], crosses.negated())
        terms.append(weight * crosses)
    return sum(terms)
