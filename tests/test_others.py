"""Each line of the page "What other programs really do" is shown by a script, or by a test here.

A test that fails after an update has found that a program now does something else: its line in
``docs/about/others.csv`` has to change. Where a program is not installed, its tests are skipped.
"""

import ast
import copy
import csv
import random
import re
import tomllib
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import networkx as nx
import numba
import numpy as np
import pytest
from packaging.requirements import Requirement
from prepared import every_solution

ROOT = Path(__file__).resolve().parents[1]
with (ROOT / "docs" / "about" / "others.csv").open(encoding="utf-8", newline="") as table:
    LINES = list(csv.DictReader(table))
FORMULA = "p wcnf 5 2 10\n3 1 2 0\n4 -1 0\n"


def package(name):
    return pytest.importorskip(name)


def test_each_script_and_each_test_here_has_a_line_and_each_line_one_of_them():
    tests = [f"tests/test_others.py::{node.name}" for node in ast.parse(
        Path(__file__).read_text("utf-8")).body if isinstance(node, ast.FunctionDef)
        and re.match("test_(?!each)", node.name)]
    scripts = [f"findings/{path.name}" for path in (ROOT / "findings").glob("*.sh")]
    assert sorted(line["shown by"] for line in LINES) == sorted(tests + scripts)
    assert all(all(line.values()) for line in LINES)


def test_each_line_has_the_version_of_its_script_or_one_that_memlab_allows():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = map(Requirement, sum(project["optional-dependencies"].values(),
                                  project["dependencies"]))
    allowed = {one.name: one.specifier for one in listed}
    for line in LINES:
        tool, version, source = line["program"], line["version"], ROOT / line["shown by"]
        if source.suffix == ".sh":
            assert f"{tool} {version}" in source.read_text("utf-8").partition("\n#\n")[0]
        else:
            assert allowed[tool].contains(version, prereleases=True), tool


def pymoo_ga(bits, size, **options):
    package("pymoo")
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.operators.crossover.ux import UniformCrossover
    from pymoo.operators.mutation.bitflip import BitflipMutation
    from pymoo.operators.sampling.rnd import BinaryRandomSampling
    from pymoo.optimize import minimize
    from pymoo.problems.functional import FunctionalProblem

    algorithm = GA(size, sampling=BinaryRandomSampling(), crossover=UniformCrossover(),
                   mutation=BitflipMutation(), **options)
    return minimize(FunctionalProblem(bits, lambda x: -x.sum()), algorithm, ("n_eval", 25), seed=1)


def test_pymoo_population_ends_where_all_strings_are_in_it():
    assert pymoo_ga(3, 10).algorithm.evaluator.n_eval == 8


def test_pymoo_finishes_its_generation():
    assert pymoo_ga(30, 10, eliminate_duplicates=False).algorithm.evaluator.n_eval == 30


def test_pymoo_prob_is_no_rate_per_bit():
    package("pymoo")
    from pymoo.core.population import Population
    from pymoo.core.problem import Problem
    from pymoo.operators.mutation.bitflip import BitflipMutation

    zeros = Population.new("X", np.zeros((10_000, 10), bool))
    flips = BitflipMutation(prob=0.1).do(Problem(10), zeros, random_state=np.random.default_rng(1))
    assert abs(flips.get("X").sum() / 10_000 - 0.1) < 0.02      # 1 by the name


def individuals(weight, *values):
    base = package("deap.base")
    kind = type("Fitness", (base.Fitness,), {"weights": (weight,)})
    made = [type("Individual", (list,), {})([value]) for value in values]
    for one in made:
        one.fitness = kind((one[0],))
    return made


def test_deap_roulette_prefers_what_is_worse():
    from_two = package("deap.tools").selRoulette(individuals(-1.0, 1.0, 9.0), 1_000)
    assert sum(one == [9.0] for one in from_two) > 800


def test_deap_nan_is_greater_than_all():
    package("deap")
    nan, one = individuals(1.0, float("nan"), 1.0)
    assert nan.fitness > one.fitness and one.fitness > nan.fitness


def test_deap_crossed_individuals_keep_their_fitness():
    pair = individuals(1.0, 1.0, 2.0)
    children = package("deap.tools").cxUniform(*pair, 1.0)
    assert [*children] == pair == [[2.0], [1.0]] and children[0].fitness.values == (1.0,)


@pytest.fixture
def seeded():
    """Python's global generator, which DEAP uses, begins anew."""
    state = random.getstate()
    random.seed(1)
    yield
    random.setstate(state)


def test_deap_easimple_evaluates_a_part(seeded):
    tools, population = package("deap.tools"), individuals(1.0, *range(10))
    seen = []
    box = SimpleNamespace(
        evaluate=lambda x: (seen.append(x), (sum(x),))[1], mate=partial(tools.cxUniform, indpb=0.5),
        mutate=partial(tools.mutFlipBit, indpb=0.5), map=map, clone=copy.deepcopy,
        select=partial(tools.selTournament, tournsize=2))
    package("deap.algorithms").eaSimple(population, box, 0.5, 0.2, 10, verbose=False)
    assert 40 < len(seen) < 80


def pygad_run(fitness=lambda *_: 0, **options):
    given = {"num_generations": 1, "num_parents_mating": 10, "sol_per_pop": 10, "num_genes": 100,
             "keep_elitism": 0, "keep_parents": 0, "random_seed": 1, "gene_type": int,
             "crossover_type": None, "suppress_warnings": True}
    made = package("pygad").GA(fitness_func=fitness, **given | options)
    made.run()
    return made


def test_pygad_changes_a_tenth_of_the_genes():
    made = pygad_run(gene_space=[0, 1], initial_population=np.zeros((10, 100), int))
    assert (made.population.sum(axis=1) == 10).all()


def test_pygad_adds_numbers_to_bits():
    made = pygad_run(num_generations=5, init_range_low=0, init_range_high=2)
    assert made.population.min() < 0


def test_pygad_elite_without_crossover_ends_selection():
    made = pygad_run(lambda _, x, __: x.sum(), gene_space=[0, 1], keep_elitism=1, num_genes=4,
                     mutation_type=None, parent_selection_type="sss", num_parents_mating=2,
                     initial_population=np.tri(10, 4, -6, dtype=int))
    assert (made.population.sum(axis=1) == 0).sum() >= 6      # the parents have 4 and 3 ones


def test_pygad_crossover_probability_is_that_of_a_parent():
    made = pygad_run(crossover_type="uniform", crossover_probability=0.5, mutation_type=None,
                     initial_population=np.arange(10)[:, None] * np.ones(100, int))
    mixed = [len({*row}) > 1 for row in made.population.tolist()]
    assert sum(mixed) >= 9      # 5 by the name


def test_inspyred_one_cut_point_exchanges_one_gene():
    cross = package("inspyred").ec.variators.n_point_crossover
    children = [child for seed in range(200) for child in cross(
        random.Random(seed), [[0] * 6, [1] * 6], {"num_crossover_points": 1})]
    assert {sum(child) for child in children} <= {0, 1, 5, 6}


def test_inspyred_a_foreign_value_ends_mutation():
    mutate = package("inspyred").ec.variators.bit_flip_mutation
    assert mutate(random.Random(1), [[1, 0, 2]], {"mutation_rate": 1.0}) == [[1, 0, 2]]


def inspyred_run(size, most):
    ec, sizes = package("inspyred").ec, []
    made = ec.GA(random.Random(1))
    made.terminator = ec.terminators.evaluation_termination
    made.evolve(lambda **_: [0] * 5, lambda candidates, **_: sizes.append(len(candidates)) or [
        sum(one) for one in candidates], pop_size=size, max_evaluations=most)
    return sizes


def test_inspyred_finishes_its_generation():
    assert sum(inspyred_run(10, 105)) == 110


def test_inspyred_an_odd_population_shrinks():
    assert inspyred_run(11, 31)[:3] == [11, 10, 10]


def test_nevergrad_begins_with_the_middle_value():
    choice = package("nevergrad").p.TransitionChoice
    assert choice([0, 1, 2], repetitions=3).value == (1, 1, 1)
    assert choice([0, 1], repetitions=3).value == (0, 0, 0)


def test_nevergrad_a_string_that_came_twice_keeps_equals_out():
    nevergrad = package("nevergrad")
    bits = nevergrad.p.TransitionChoice([0, 1], repetitions=4)
    optimizer = nevergrad.optimizers.DiscreteOnePlusOne(bits, budget=9)
    for x in ((0, 0, 0, 0), (0, 0, 0, 0), (1, 1, 1, 1)):
        optimizer.tell(bits.spawn_child(new_value=x), 1e9)
    assert optimizer.current_bests["pessimistic"].parameter.value == (0, 0, 0, 0)


def pbo(number, n):
    ioh = package("ioh")
    return ioh.get_problem(number, 1, n, ioh.ProblemClass.PBO)


def test_ioh_states_an_optimum_that_is_passed():
    problem = pbo(24, 16)
    assert problem([0] * 16) > problem.optimum.y == -1 and not problem.state.optimum_found
    assert max(problem(every_solution(16).tolist())) == 3.8


def test_ioh_states_a_string_that_is_not_optimal():
    problem = pbo(7, 10)
    assert problem.optimum.y == 10 and problem(problem.optimum.x) == 0


def test_ioh_takes_two_for_a_bit():
    problem = pbo(1, 4)
    assert np.isnan(problem([1] * 5)) and problem.state.evaluations == 0
    assert problem([2, 1, 1, 1]) == 5 > problem.optimum.y == 4


def test_python_sat_rc2_writes_into_the_formula():
    formula = package("pysat.formula").WCNF(from_string=FORMULA)
    from pysat.examples.rc2 import RC2

    before = [*map(len, formula.soft)]
    with RC2(formula) as solver:
        solver.compute()
    assert [*map(len, formula.soft)] != before


def test_python_sat_weight_zero_is_hard():
    formula = package("pysat.formula").WCNF()
    formula.append([1], weight=0)
    assert formula.hard == [[1]] and not formula.soft


def test_python_sat_forgets_the_number_of_variables():
    assert package("pysat.formula").WCNF(from_string=FORMULA).nv == 2


def test_dimod_coo_skips_numbers_with_exponents():
    read = package("dimod.serialization.coo").loads("0 1 2.5e3\n", vartype="BINARY")
    assert read.shape == (0, 0)


def test_dimod_coo_loses_offsets_and_small_biases():
    coo = package("dimod.serialization.coo")
    model = package("dimod").BinaryQuadraticModel({0: 1.0, 1: 1e-7, 2: 0.0}, {}, 3.0, "BINARY")
    back = coo.loads(coo.dumps(model), vartype="BINARY")
    assert back.offset == 0 and back.num_variables < 3 and 1e-7 not in back.linear.values()


def test_ortools_calls_a_value_below_its_bound_optimal():
    cp_model = package("ortools.sat.python.cp_model")
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    x, y = model.new_bool_var("x"), model.new_bool_var("y")
    model.add_at_most_one(x, y)
    model.maximize(1e6 * x + (1e6 + 1e-4) * y)
    assert solver.solve(model) == cp_model.OPTIMAL
    assert solver.objective_value < solver.best_objective_bound


def test_ortools_calls_a_gap_optimal():
    cp_model = package("ortools.sat.python.cp_model")
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    x = [model.new_bool_var("") for _ in range(31)]
    for i in range(31):
        for step in (1, 2, 5):
            model.add_at_most_one(x[i], x[(i + step) % 31])
    model.maximize(sum((i % 7 + 3) * one for i, one in enumerate(x)))
    solver.parameters.relative_gap_limit, solver.parameters.num_workers = 0.5, 1
    assert solver.solve(model) == cp_model.OPTIMAL
    assert solver.objective_value < solver.best_objective_bound


def test_networkx_approximate_sets_can_grow():
    path = nx.Graph([(0, 1), (1, 2), (2, 3), (4, 0)])
    found = nx.approximation.maximum_independent_set(path)
    assert any(not found & {v, *path[v]} for v in path)


def test_igraph_does_not_read_dimacs_graphs(tmp_path):
    (tmp_path / "path.col").write_text("p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n")
    with pytest.raises(ValueError, match="must not be empty"):
        package("igraph").Graph.Read_DIMACS(str(tmp_path / "path.col"))


def test_igraph_takes_a_loop_into_an_independent_set():
    graph = package("igraph").Graph(edges=[(0, 0), (0, 1)])
    assert graph.largest_independent_vertex_sets() == [(0,), (1,)]


def test_networkit_skips_weights_of_vertices(tmp_path):
    networkit = package("networkit")
    (tmp_path / "path.graph").write_text("2 1 10\n5 2\n7 1\n")
    read = networkit.readGraph(str(tmp_path / "path.graph"), networkit.Format.METIS)
    assert read.numberOfEdges() == 1 and not read.isWeighted()


def test_numba_repeats_legacy_streams():
    @numba.njit
    def drawn():
        np.random.seed(1)  # noqa: NPY002
        return np.random.permutation(6), np.random.binomial(20, 0.3)  # noqa: NPY002

    legacy = np.random.RandomState(1)
    permutation, number = drawn()
    assert (permutation == legacy.permutation(6)).all() and number == legacy.binomial(20, 0.3)


def test_papermill_takes_an_underscore_for_a_number():
    from papermill.cli import _resolve_type

    assert _resolve_type("1_000") == 1000 and _resolve_type("inf") == float("inf")
