"""Gurobi [1]_ on the graph as it is. Its free licence allows 2,000 variables and constraints.

References
----------
.. [1] Gurobi Optimization, LLC. Gurobi optimizer reference manual.
"""

import math

import numpy as np

from ..problems import MaxIndependentSet
from . import cliques

_NAME = "Gurobi"


def solve(tally, seed):
    """Hand Gurobi's solution and bound to the tally.

    Parameters
    ----------
    tally : Tally
    seed : numpy.random.SeedSequence

    Raises
    ------
    ImportError
        If Gurobi is not installed.
    ValueError
        If the model is larger than the licence allows.
    """
    try:        # here, not above: without Gurobi the module is still importable, and its tests
        import gurobipy
    except ImportError as error:
        raise ImportError("method 'gurobi' needs Gurobi: pip install gurobipy, or memlab[gurobi]"
                          ) from error
    with gurobipy.Env(params={"OutputFlag": 0}) as environment, \
            gurobipy.Model(env=environment) as model:
        x = model.addVars(tally.problem.n, vtype=gurobipy.GRB.BINARY)
        model.setParam("TimeLimit", max(0.01, tally.left()))
        model.setParam("MIPGap", 0)
        model.setParam("Seed", int(seed.generate_state(1)[0]) % 2_000_000_000)
        _state(model, x, tally.problem)
        model.ModelSense = gurobipy.GRB.MAXIMIZE
        try:
            model.optimize()
        except gurobipy.GurobiError as error:
            raise ValueError(f"Gurobi does not take {tally.problem!r}: {error}") from error
        if math.isfinite(model.ObjBound):
            tally.limit(math.floor(model.ObjBound + 1e-6), _NAME)
        if model.SolCount:
            tally.offer(np.rint([x[v].X for v in range(tally.problem.n)]).astype(np.uint8), _NAME)


def _state(model, x, problem):
    """Add the problem's constraints and objective; in a cut, one variable more an edge."""
    graph = problem.graph
    if isinstance(problem, MaxIndependentSet):
        for clique in cliques.cover_edges(graph):
            model.addConstr(sum(x[v] for v in clique) <= 1)
        model.setObjective(x.sum())
        return
    weights = np.ones(graph.m, np.int64) if graph.weights is None else graph.edge_weights
    crossing = model.addVars(graph.m, ub=1)
    for edge, ((u, v), weight) in enumerate(zip(graph.edges.tolist(), weights, strict=True)):
        if weight > 0:      # the objective pulls it up, so that upper bounds are enough
            model.addConstr(crossing[edge] <= x[u] + x[v])
            model.addConstr(crossing[edge] <= 2 - x[u] - x[v])
        else:
            model.addConstr(crossing[edge] >= x[u] - x[v])
            model.addConstr(crossing[edge] >= x[v] - x[u])
    model.setObjective(crossing.prod(dict(enumerate(weights.tolist()))))
