"""Objects of other packages come in whole, go out whole, or are refused."""

import itertools
import pickle
import sys

import numpy as np
import pytest
from prepared import every_solution

import memlab as ml
from memlab import bridges
from memlab.graphs.adjacency import GraphNote

MANY = 1_000
CHECKED = {*range(1, 18), 19, 20, 21}      # of ioh's PBO problems


def package(name):
    return pytest.importorskip(name)


def pbo(number, instance, n):
    ioh = package("ioh")
    return ioh.get_problem(number, instance, n, ioh.ProblemClass.PBO)


def drawn_problem(rng):
    """A pseudo-Boolean problem of a few bits, of whole numbers or binary fractions."""
    n = int(rng.integers(1, 7))
    subsets = [rng.choice(n, int(rng.integers(1, min(n, 2) + 1)), replace=False)
               for _ in range(rng.integers(1, 9))]
    tables = [rng.integers(-9, 10, 2**len(one)) / rng.choice([1, 4]) for one in subsets]
    return ml.PseudoBoolean(n, subsets, tables, unit=float(rng.choice([-1, 1, -0.5])))


@pytest.mark.parametrize("n", [4, 9, pytest.param(16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("instance", [1, 2, 51, 101])
def test_an_optimum_of_ioh_is_that_of_all_strings_or_none(n, instance):
    every = every_solution(n).tolist()
    for number in range(1, 26):
        theirs = pbo(number, instance, n)
        made = bridges.from_ioh(theirs)
        assert made.optimum == (max(theirs(every)) if number in CHECKED else None)


def test_optima_of_long_strings_are_reached_where_ioh_says_where():
    for number in CHECKED - {7, 14}:      # of these two, ioh states another string
        theirs = pbo(number, 3, 900)
        assert theirs(theirs.optimum.x) == bridges.from_ioh(theirs).optimum


def test_runs_on_problems_of_ioh_are_counted_by_both_and_end_at_the_optimum():
    theirs = pbo(1, 5, 30)
    problem = bridges.from_ioh(theirs)
    run = ml.evolve(problem, "lamarckian", mu=2, lambda_=2, target=problem.optimum, seed=1)
    assert run.best_value == problem.optimum == theirs(run.best_solution)
    assert theirs.state.evaluations == run.calls + 1
    with pytest.raises(ValueError, match="x must be 30 values 0 or 1, an array of shape"):
        problem.value([1] * 31)
    with pytest.raises(ValueError, match=r"but x\[0\] is 2"):
        problem.value([2] + [1] * 29)


def test_problems_go_to_ioh_and_come_back():
    rng = np.random.default_rng(1)
    ioh = package("ioh")
    for _ in range(MANY):
        problem = drawn_problem(rng)
        theirs = bridges.to_ioh(problem)
        back = bridges.from_ioh(theirs)
        assert back.unit == np.sign(problem.unit) and back.optimum is None
        assert (theirs.meta_data.optimization_type == ioh.OptimizationType.MIN) == (back.unit < 0)
        for x in rng.integers(0, 2, (3, problem.n)):
            assert problem.value(x) == theirs(x.tolist()) == back.value(x)
    keys = ml.FunctionProblem(ml.spaces.Bits(3), lambda x: x.sum(), decode=lambda x: 1 - x)
    assert bridges.to_ioh(keys, "inverted")([1, 0, 0]) == 2
    with pytest.raises(ValueError, match=r"x\[1\] is 2"):
        bridges.to_ioh(keys)([0, 2, 0])


@pytest.mark.parametrize(("wrong", "error", "message"), [
    (lambda ioh: bridges.from_ioh("OneMax"), TypeError, "problem must be a IntegerSingleObjective"),
    (lambda ioh: bridges.from_ioh(ioh.get_problem(1, 1, 5, ioh.ProblemClass.BBOB)), TypeError,
     "problem must be a"),
    (lambda ioh: bridges.from_ioh(ioh.wrap_problem(
        sum, "levels", ioh.ProblemClass.INTEGER, 3, lb=0, ub=2)), ValueError, "must have bits"),
    (lambda ioh: bridges.to_ioh(ml.FunctionProblem(ml.spaces.Reals(0, 1, 2), sum)), TypeError,
     "problem must be a problem of bits")])
def test_what_is_no_problem_of_bits_is_refused(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong(package("ioh"))


def drawn_model(dimod, rng, exact):
    """A model with names of all kinds, isolated variables, and biases of all sizes."""
    names = ["a", 7, ("b", 1), "c", -1, 2.5][:rng.integers(1, 7)]
    size = rng.choice([1.0, 0.125] if exact else [1e-7, 0.1, 1e3], 99)
    bias = iter((rng.integers(-9, 10, 99) * size).tolist())
    pairs = [pair for pair in itertools.combinations(names, 2) if rng.random() < 0.4]
    return dimod.BinaryQuadraticModel({name: next(bias) for name in names if rng.random() < 0.7},
                                      {pair: next(bias) for pair in pairs}, next(bias),
                                      str(rng.choice(["SPIN", "BINARY"])))


@pytest.mark.filterwarnings("ignore:tables have numbers of too different sizes")
@pytest.mark.parametrize("exact", [True, False])
def test_models_of_dimod_come_back_unchanged_and_energies_are_values(exact):
    dimod, rng = package("dimod"), np.random.default_rng(2)
    for _ in range(MANY):
        model = drawn_model(dimod, rng, exact)
        if not model.num_variables:
            continue
        problem = bridges.from_bqm(model)
        back = bridges.to_bqm(problem)
        assert back == model and [*back.variables] == [*model.variables]
        assert back.vartype is model.vartype and problem.unit < 0
        low = -1 if model.vartype is dimod.SPIN else 0
        x = rng.integers(0, 2, problem.n)
        energy = model.energy(dict(zip(model.variables, np.where(x, 1, low), strict=True)))
        assert problem.value(x) == (energy if exact else pytest.approx(energy, rel=0, abs=1e-6))
        assert problem.names_of(x) == [name for name, bit in zip(model.variables, x, strict=True)
                                       if bit]


def test_problems_become_models_of_dimod_with_their_values_as_energies():
    dimod, rng = package("dimod"), np.random.default_rng(3)
    for _ in range(MANY):
        problem = drawn_problem(rng)
        model = bridges.to_bqm(problem)
        assert model.vartype is dimod.BINARY and [*model.variables] == [*range(problem.n)]
        again = bridges.from_bqm(model)
        for x in rng.integers(0, 2, (3, problem.n)):
            energy = -np.sign(problem.unit) * problem.value(x)
            assert model.energy(dict(enumerate(x.tolist()))) == energy == again.value(x)


def test_runs_on_models_are_saved_and_problems_pickled(tmp_path):
    model = package("dimod").BinaryQuadraticModel({"a": 1.0}, {("a", "b"): -2.0}, 0.0, "SPIN")
    problem = bridges.from_bqm(model)
    evolution = ml.Evolution(problem, "lamarckian", mu=2, lambda_=2, budget=20)
    evolution.step()
    evolution.save(tmp_path / "run")
    assert ml.Evolution.load(tmp_path / "run").run().best_value == evolution.run().best_value == -3
    assert pickle.loads(pickle.dumps(problem)).names_of([0, 1]) == ["b"]


def test_models_do_not_follow_changes():
    dimod = package("dimod")
    model = dimod.BinaryQuadraticModel({"a": 1.0}, {}, 0.0, "BINARY")
    problem = bridges.from_bqm(model)
    model.set_linear("a", 5)
    bridges.to_bqm(problem).set_linear("a", 7)
    assert problem.value([1]) == 1 and bridges.to_bqm(problem).get_linear("a") == 1


@pytest.mark.parametrize(("wrong", "error", "message"), [
    (lambda dimod: bridges.from_bqm({("a", "b"): 1}), TypeError, "bqm must be a Binary"),
    (lambda dimod: bridges.from_bqm(dimod.BinaryQuadraticModel("SPIN")), ValueError, "n must be"),
    (lambda dimod: bridges.from_bqm(dimod.BinaryQuadraticModel({0: np.nan}, {}, "SPIN")),
     ValueError, "finite"),
    (lambda dimod: bridges.to_bqm(ml.DeceptiveLeadingBlocks(4, 2)), TypeError, "problem must be"),
    (lambda dimod: bridges.to_bqm(ml.problems.max_sat([[1, 2, 3]])), ValueError, "at most 2 bits")])
def test_what_is_no_quadratic_model_is_refused(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong(package("dimod"))


def test_formulas_of_python_sat_have_the_value_of_their_clauses():
    pysat, rng = package("pysat.formula"), np.random.default_rng(4)
    for _ in range(MANY):
        formula, n = pysat.WCNF(), int(rng.integers(1, 6))
        for _ in range(rng.integers(1, 8)):
            size = int(rng.integers(1, n + 1))
            literals = (rng.choice(n, size, replace=False) + 1) * rng.choice([-1, 1], size)
            formula.append(literals.tolist(), weight=rng.choice([None, 1, 2, 9]))
        if formula.soft and rng.random() < 0.3:
            formula.wght[0] = 0      # as in a file
        problem = bridges.from_wcnf(formula)
        assert problem.n == formula.nv
        for x in every_solution(problem.n):
            true = {v if bit else -v for v, bit in enumerate(x.tolist(), 1)}
            holds = all(true & {*clause} for clause in formula.hard)
            value = sum(weight for clause, weight in zip(formula.soft, formula.wght, strict=True)
                        if true & {*clause})
            assert problem.is_feasible(x) == holds
            assert problem.value(x) == value if holds else problem.value(x) < 0


def test_a_formula_is_copied_before_rc2_changes_it():
    pysat = package("pysat.formula")
    from pysat.examples.rc2 import RC2

    formula = pysat.WCNF()
    formula.extend([[1, 2], [-1, 2], [1, -2], [-1, -2]], weights=[1, 2, 3, 4])
    problem = bridges.from_wcnf(formula)
    with RC2(formula) as solver:
        solver.compute()
        best = max(problem.value(x) for x in every_solution(2))
        assert best == sum(formula.wght) - solver.cost == 9
    assert any(len(clause) > 2 for clause in formula.soft)      # RC2's selectors
    assert (problem.subsets.sizes == 2).all()


@pytest.mark.parametrize(("change", "error", "message"), [
    (lambda formula: formula.append([1], weight=1.5), ValueError, "weights must be 2 integers"),
    (lambda formula: formula.append([1], weight=-2), ValueError, "integers of at least 0"),
    (lambda formula: formula.append([1, -1], weight=2), ValueError, "must not repeat a variable"),
    (lambda formula: formula.append([[1, 2], 1], is_atmost=True), ValueError, "clauses only")])
def test_formulas_that_memlab_cannot_hold_are_refused(change, error, message):
    formula = package("pysat.formula").WCNFPlus()
    formula.append([1, 2], weight=1)
    change(formula)
    with pytest.raises(error, match=message):
        bridges.from_wcnf(formula)
    with pytest.raises(TypeError, match="formula must be a WCNF"):
        bridges.from_wcnf([[1, 2]])


def drawn_graph(rng):
    """A graph with or without weights and names."""
    n = int(rng.integers(1, 9))
    edges = [edge for edge in itertools.combinations(range(n), 2) if rng.random() < 0.4]
    weights = rng.integers(-3, 4, len(edges)) if rng.random() < 0.5 else None
    labels = [f"v{i}" for i in rng.permutation(n)] if rng.random() < 0.5 else None
    return ml.Graph.from_edges(n, edges, weights=weights, labels=labels, name="drawn")


def to_igraph(graph):
    names = {} if graph.labels is None else {"name": graph.labels}
    weights = {"weight": graph.edge_weights.tolist()} if graph.is_weighted else {}
    return package("igraph").Graph(graph.n, graph.edges.tolist(), graph_attrs={"name": graph.name},
                                   vertex_attrs=names, edge_attrs=weights)


def to_rustworkx(graph):
    made = package("rustworkx").PyGraph()
    made.add_node("lost")
    made.add_nodes_from([*(graph.labels or range(graph.n))])
    weights = graph.weight_of_edges.tolist() if graph.is_weighted else [None] * graph.m
    made.add_edges_from([(u + 1, v + 1, weight) for (u, v), weight in zip(
        graph.edges.tolist(), weights, strict=True)])
    made.remove_node(0)
    return made


def to_networkit(graph):
    made = package("networkit").Graph(graph.n, weighted=graph.is_weighted)
    for (u, v), weight in zip(graph.edges.tolist(), graph.weight_of_edges.tolist(), strict=True):
        made.addEdge(u, v, weight)
    return made


GRAPHS = pytest.mark.parametrize(("to", "back"), [
    (to_igraph, bridges.from_igraph), (to_rustworkx, bridges.from_rustworkx),
    (to_networkit, bridges.from_networkit)])


@GRAPHS
def test_graphs_come_back_with_weights_and_names(to, back):
    rng = np.random.default_rng(5)
    for _ in range(MANY):
        graph = drawn_graph(rng)
        again = back(to(graph))
        assert again == graph
        assert again.labels == (None if to is to_networkit else graph.labels)
        assert again.name == ("drawn" if to is to_igraph else "")


def test_nodes_that_are_missing_leave_the_numbers_of_the_others_as_names():
    holed = to_networkit(ml.Graph.from_edges(4, [(0, 1), (2, 3)]))
    holed.removeNode(1)
    assert bridges.from_networkit(holed).labels == (0, 2, 3)
    alike = package("rustworkx").PyGraph()
    alike.add_nodes_from(["x", "x", "x"])
    alike.add_edge(1, 2, {"weight": 4.0, "colour": "red"})
    alike.remove_node(0)
    found = bridges.from_rustworkx(alike)
    assert found.labels == (1, 2) and found.edge_weights.tolist() == [4]


@GRAPHS
def test_graphs_that_memlab_cannot_hold_are_refused(to, back):
    loop, parallel, part, arrows = (to(ml.Graph.from_edges(2, [(0, 1)], weights=[2]))
                                    for _ in range(4))
    if to is to_igraph:
        loop.add_edge(0, 0, weight=1)
        parallel.add_edge(1, 0, weight=2)
        part.es["weight"] = [0.5]
        arrows.to_directed()
    else:
        first, second = (1, 2) if to is to_rustworkx else (0, 1)
        add = "add_edge" if to is to_rustworkx else "addEdge"
        getattr(loop, add)(first, first, 1)
        getattr(parallel, add)(second, first, 2)
        part = package("networkit").Graph(2, weighted=True) if to is to_networkit else type(part)()
        if to is to_rustworkx:
            part.add_nodes_from([0, 1])
        getattr(part, add)(0, 1, 0.5)
        arrows = package("networkit").Graph(2, directed=True) if to is to_networkit else (
            package("rustworkx").PyDiGraph())
    with pytest.raises(ValueError, match="is a self-loop"):
        back(loop)
    with pytest.warns(GraphNote, match="merged 1 duplicate edge"):
        assert back(parallel).edge_weights.tolist() == [2]
    with pytest.raises(TypeError, match=r"weights of graph, .* must be an integer, not 0.5"):
        back(part)
    with pytest.raises(TypeError, match="graph must be"):
        back(arrows)
    with pytest.raises(TypeError, match="graph must be a"):
        back([(0, 1)])


@pytest.mark.parametrize(("function", "module", "extra"), [
    ("from_ioh", "ioh", "bridges"), ("to_bqm", "dimod", "bridges"),
    ("from_wcnf", "pysat.formula", "sat"), ("from_networkit", "networkit", "bridges")])
def test_a_missing_package_is_named(monkeypatch, function, module, extra):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf"{function} needs .*: pip install .*\[{extra}\]"):
        getattr(bridges, function)(None)
