"""External solvers on the unreduced graph, independent of memlab's own reductions and bounds.

What they call optimal is not believed: memlab recounts each solution, and a proof is a bound that a
recounted solution reaches. The bound of a solver that computes with floats has a tolerance, so that
nothing of a million or more is proved with it.

CP-SAT of OR-Tools [1]_ and Gurobi [2]_ solve the `Program` of the problem. It is linear, and so
Gurobi's free licence allows 2,000 variables and constraints, not only the 200 variables of a QUBO.
ReduMIS [3]_, the evolutionary algorithm with reductions of
KaMIS, is called through CHSZLabLib with the graph; it proves nothing.

References
----------
.. [1] L. Perron, F. Didier, S. Gay. The CP-SAT-LP solver. CP 2023.
.. [2] Gurobi Optimization, LLC. Gurobi optimizer reference manual.
.. [3] S. Lamm, P. Sanders, C. Schulz, D. Strash, R. Werneck. Finding near-optimal independent sets
   at scale. Journal of Heuristics 23(4), 2017.
"""

import math

import numpy as np

from ...support.extras import need
from . import program

# for each method: the solver's name, the module to import, and memlab's extra that installs it
EXTRAS = {"cpsat": ("CP-SAT", "ortools.sat.python.cp_model", "exact"),
          "gurobi": ("Gurobi", "gurobipy", "gurobi"), "kamis": ("KaMIS", "chszlablib", "kamis")}


def solve(tally, method, seed):
    """Run a solver, and report its solution and bound to the tally.

    Parameters
    ----------
    tally : Tally
    method : str
        One of `EXTRAS`.
    seed : numpy.random.SeedSequence

    Raises
    ------
    ImportError
        If the solver is not installed.
    ValueError
        If the solver is KaMIS and the problem not a MaxIndependentSet.
    RuntimeError
        If Gurobi refuses, as a model that is larger than its licence allows.
    """
    name, module, extra = EXTRAS[method]
    library = need(f"method {method!r}", module, extra)
    call = {"cpsat": _cpsat, "gurobi": _gurobi, "kamis": _kamis}[method]
    solution, bound = call(library, tally.problem, tally.left(), int(seed.generate_state(1)[0]))
    tally.limit(bound, name)
    if solution is not None:
        tally.offer(np.rint(solution).astype(np.int64), name)


def _cpsat(cp_model, problem, seconds, seed):
    """Return the solution, if any, and the bound."""
    n, objective, matrix, bounds, upper = program.of_problem(problem)
    model = cp_model.CpModel()
    x = [model.new_int_var(0, bound, "") for bound in upper.tolist()]
    weighted_sum = cp_model.LinearExpr.weighted_sum
    for row, bound in enumerate(bounds.astype(np.int64).tolist()):
        entries = slice(*matrix.indptr[row:row + 2].tolist())
        terms = [x[column] for column in matrix.indices[entries].tolist()]
        model.add(weighted_sum(terms, matrix.data[entries].astype(np.int64).tolist()) <= bound)
    model.maximize(weighted_sum(x, objective.tolist()))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.01, seconds)
    solver.parameters.random_seed = seed >> 1
    # its portfolio of searches needs eight threads; fewer cores run them in turn. With a single one
    # it does not prove in a minute what it proves with eight, even on two cores
    solver.parameters.num_workers = 8
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, math.inf       # it reports 0 as its bound, which is not one
    # it calls a solution optimal within a gap, too. Coefficients are integers, and so is its bound
    return [solver.value(variable) for variable in x[-n:]], round(solver.best_objective_bound)


def _gurobi(gurobipy, problem, seconds, seed):
    """Return the solution, if any, and the bound."""
    n, objective, matrix, bounds, upper = program.of_problem(problem)
    kinds = [gurobipy.GRB.CONTINUOUS] * (len(objective) - n) + [gurobipy.GRB.BINARY] * n
    options = {"OutputFlag": 0, "TimeLimit": max(0.01, seconds), "MIPGap": 0,
               "Seed": seed % 2_000_000_000}
    try:
        with gurobipy.Env(params=options) as environment, gurobipy.Model(env=environment) as model:
            x = model.addMVar(len(objective), ub=upper, vtype=kinds)
            model.addConstr(matrix @ x <= bounds)
            model.setObjective(objective @ x, gurobipy.GRB.MAXIMIZE)
            model.optimize()
            return x.X[-n:] if model.SolCount else None, program.allowed_for(model.ObjBound)
    except gurobipy.GurobiError as error:
        raise RuntimeError(f"Gurobi refused a model of {matrix.shape[1]} variables and "
                           f"{matrix.shape[0]} constraints, of which its free licence takes 2,000: "
                           f"{error}") from error


def _kamis(chszlablib, problem, seconds, seed):
    """Return the solution, and no bound."""
    if not problem.are_sets:
        raise ValueError(f"method 'kamis' must be for independent sets, not {problem!r}")
    graph = problem.graph
    # it requires writable arrays
    theirs = chszlablib.Graph.from_csr(graph.indptr.copy(), graph.indices.copy())
    found = chszlablib.IndependenceProblems.redumis(theirs, time_limit=max(0.1, seconds),
                                                    seed=seed >> 1)
    return np.bincount(found.vertices, minlength=graph.n), math.inf
