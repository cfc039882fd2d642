"""Reference values agree between methods that share nothing, and no mode exceeds one."""

from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prepared import every_solution
from strategies import graphs
from suites import shortened

import memlab as ml
from memlab.evolution.run import WrongSolutionError, confirm
from memlab.solvers.optima import external, program
from memlab.solvers.optima.cut_reduction import CutReduction
from memlab.solvers.optima.result import Tally
from memlab.solvers.optima.set_reduction import SetReduction


def optima(graph):
    """Independence number and maximum cut, by looking at every solution."""
    every = every_solution(graph.n)
    weights = np.ones(graph.m, int) if graph.weights is None else graph.edge_weights
    u, v = graph.edges.T
    inside = (every[:, u] & every[:, v]).any(axis=1)
    return every[~inside].sum(axis=1).max(), ((every[:, u] ^ every[:, v]) @ weights).max()


@settings(max_examples=60)
@given(graph=graphs(max_n=10))
@pytest.mark.parametrize("method", shortened(["auto", "highs"], ["auto"]))
def test_small_graphs_are_solved_and_proved(graph, method):
    for make, optimum in zip((ml.MaxIndependentSet, ml.MaxCut), optima(graph), strict=True):
        problem = make(graph)
        found = ml.optima.solve(problem, method=method)
        assert found.proved and found.value == found.upper_bound == optimum
        assert problem.recount(found.solution) == problem.fitness(found.solution) == optimum


@settings(max_examples=60)
@given(graph=graphs(max_n=12), seed=st.integers(0, 2**32))
def test_reductions_lift_every_solution_to_one_of_the_value_they_promise(graph, seed):
    rng = np.random.default_rng(seed)
    signed = ml.Graph.from_edges(graph.n, graph.edges, weights=rng.integers(-5, 6, graph.m))
    core = CutReduction(signed)
    sides = rng.integers(0, 2, len(core.vertices))
    cut = (core.weights @ (sides[core.edges[:, 0]] ^ sides[core.edges[:, 1]])) if len(sides) else 0
    weights = np.ones(signed.m, int) if signed.weights is None else signed.edge_weights
    lifted = core.lift(sides)
    u, v = signed.edges.T
    assert weights @ (lifted[u] ^ lifted[v]) == core.offset + int(cut) / core.scale
    reduced = SetReduction(graph)
    best = np.zeros(0, np.uint8) if reduced.core is None else (
        ml.optima.solve(ml.MaxIndependentSet(reduced.core), method="highs").solution)
    problem = ml.MaxIndependentSet(graph)
    assert (problem.recount(reduced.lift(best)) == best.sum() + reduced.offset
            == optima(graph)[0])


@pytest.mark.parametrize("name", ["ba_small", "ba_large", "rb_small"])
def test_own_proofs_agree_with_cp_sat(name):
    problem = ml.MaxIndependentSet(ml.datasets.graph(name, "test", 0, 1))
    own, other = (ml.optima.solve(problem, method=method) for method in ("auto", "cpsat"))
    assert own.proved and other.proved and own.value == other.value
    assert "CP-SAT" not in own.bound_by and other.bound_by == "CP-SAT"


@pytest.mark.parametrize("make", [ml.MaxIndependentSet, ml.MaxCut])
def test_gurobi_agrees(make):
    pytest.importorskip("gurobipy")
    problem = make(ml.datasets.graph("ba_small", "test", 0, 0))
    own, other = (ml.optima.solve(problem, method=method) for method in ("auto", "gurobi"))
    assert own.proved and own.value <= other.upper_bound and other.value <= own.value


def test_kamis_agrees():
    pytest.importorskip("chszlablib")
    problem = ml.MaxIndependentSet(ml.datasets.graph("ba_small", "test", 0, 0))
    proved, found = ml.optima.solve(problem), ml.optima.solve(problem, 1.0, method="kamis")
    assert found.found_by == "KaMIS" and found.value == proved.value and not found.proved
    with pytest.raises(ValueError, match="method 'kamis' must be for independent sets"):
        ml.optima.solve(ml.MaxCut(problem.graph), method="kamis")


@pytest.mark.parametrize(("answer", "error", "message"), [
    ([1, 1, 0], WrongSolutionError, "by Gurobi is infeasible: fitness -1"),
    ([1, 0, 2], ValueError, r"0 or 1, but a solution\[2\] is 2"),
    ([256, 0, 1], ValueError, "but a solution"), ([1, 0, 1, 0], ValueError, "shape"),
    ([1, 0, float("nan")], ValueError, "but a solution")])
def test_what_a_foreign_solver_answers_is_recounted(monkeypatch, answer, error, message):
    path = ml.MaxIndependentSet(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))
    monkeypatch.setattr(external, "need", lambda *_: None)
    monkeypatch.setattr(external, "_gurobi", lambda *_: (answer, 3))
    with np.errstate(invalid="ignore"), pytest.raises(error, match=message):
        ml.optima.solve(path, method="gurobi")


@pytest.mark.parametrize("vertices", [[0, 3], [-1], [0, 0]])
def test_vertices_of_kamis_that_are_none_are_refused(monkeypatch, vertices):
    def redumis(*_, **__):
        return SimpleNamespace(vertices=vertices)

    library = SimpleNamespace(IndependenceProblems=SimpleNamespace(redumis=redumis),
                              Graph=SimpleNamespace(from_csr=lambda *_: None))
    monkeypatch.setattr(external, "need", lambda *_: library)
    path = ml.MaxIndependentSet(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))
    with pytest.raises(ValueError):
        ml.optima.solve(path, method="kamis")


@pytest.mark.parametrize(("weight", "proved"), [(1, True), (200_000, True), (1_500_000, False)])
def test_a_bound_of_floats_proves_small_values_only(monkeypatch, weight, proved):
    """Gurobi's bound may be too small by a millionth of it."""
    class Variables:
        X, __array_ufunc__ = np.arange(6.0) == 5, None

        def __rmatmul__(self, matrix):
            return np.zeros(1)

    library = MagicMock()
    model = library.Model.return_value.__enter__.return_value
    model.addMVar.return_value, model.ObjBound = Variables(), 2 * weight * (1 - 5e-7)
    monkeypatch.setattr(external, "need", lambda *_: library)
    triangle = ml.Graph.from_edges(3, [(0, 1), (1, 2), (2, 0)], weights=[weight] * 3)
    found = ml.optima.solve(ml.MaxCut(triangle), method="gurobi")
    assert found.value == 2 * weight <= found.upper_bound and found.proved == proved


def test_large_weights_are_integers_for_cp_sat():
    """As floats, it would call 1e6 optimal where 1e6 + 1e-4 is possible."""
    weights = [10**11, 10**11 + 1, 10**11]
    triangle = ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)], weights=weights))
    found = ml.optima.solve(triangle, method="cpsat")
    assert found.proved and found.value == 2 * 10**11 + 1 and found.bound_by == "CP-SAT"


def test_bounds_hold_where_nothing_is_proved():
    graph = ml.datasets.graph("er_small", "test", 0, 0)
    for make in (ml.MaxIndependentSet, ml.MaxCut):
        found = ml.optima.solve(make(graph), method="search", effort=50e6)
        assert not found.proved and found.gap > 0
        run = ml.evolve(make(graph), "lamarckian", mu=10, lambda_=10, budget=2_000)
        assert run.best_fitness <= found.value < found.upper_bound


@settings(max_examples=40)
@given(graph=graphs(max_n=14))
def test_cliques_cover_what_they_say(graph):
    near, cover = graph.to_networkx().adj, program.cover_edges(graph)
    assert all(v in near[u] for clique in cover for u in clique for v in clique if u != v)
    held = {(u, v) for clique in cover for u in clique for v in clique}
    assert {tuple(edge) for edge in graph.edges.tolist()} <= held


def test_a_wrong_solution_is_found():
    path = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    with pytest.raises(WrongSolutionError, match="infeasible: fitness -1"):
        Tally(ml.MaxIndependentSet(path)).offer([1, 1, 0], "nobody")
    with pytest.raises(WrongSolutionError, match="has 2"):
        confirm(ml.MaxCut(path), [0, 1, 0], 3)


def test_wrong_arguments_are_named():
    problem = ml.MaxCut(ml.Graph.from_edges(2, [(0, 1)]))
    with pytest.raises(TypeError, match="problem must be"):
        ml.optima.solve(ml.DeceptiveLeadingBlocks(4, 2))
    for wrong, error in ((0, ValueError), (float("nan"), ValueError), ("1", TypeError)):
        with pytest.raises(error, match="seconds must be a finite number above 0"):
            ml.optima.solve(problem, seconds=wrong)
        with pytest.raises(error, match="effort must be a finite number above 0"):
            ml.optima.solve(problem, effort=wrong)
    with pytest.raises(ValueError, match="method must be one of"):
        ml.optima.solve(problem, method="cplex")


def test_what_gurobi_refuses_is_said():
    def refuse(params):
        raise RuntimeWarning("the licence has expired")

    theirs = SimpleNamespace(Env=refuse, GurobiError=RuntimeWarning, GRB=SimpleNamespace(
        CONTINUOUS="C", BINARY="B"))
    cut = ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))
    with pytest.raises(RuntimeError, match=r"Gurobi refused .* 5 variables .* has expired"):
        external._gurobi(theirs, cut, 1, 0)
