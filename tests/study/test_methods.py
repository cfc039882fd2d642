"""The registry of methods: what every entry promises, a new one included."""

import subprocess
import sys
from inspect import signature

import pytest

import memlab as ml
from memlab import study
from memlab.problems import PROBLEMS
from memlab.study import METHODS, Block, Configuration, Method, Plan, ProblemSpec, costs, methods
from memlab.study.sources import Generated
from memlab.study.worker import compute_run

EVERY = pytest.mark.parametrize("name", METHODS)


def default(name, problem="mis"):
    own = {"optimum": {"seconds": 1}, "greedy": {"order": "index"} if problem == "maxcut" else {}}
    return (Configuration("lamarckian", 5) if name == "evolution" else
            Method(name, own.get(name, {})))


@EVERY
def test_default_settings_run_on_every_problem_that_fits(name):
    method = METHODS[name]
    if method.takes_trial:
        pytest.importorskip(name.partition("_")[0])
    for problem in method.problems or PROBLEMS:
        kind, settings = PROBLEMS[problem], default(name, problem)
        options = {} if kind.is_data else dict(zip(signature(kind).parameters, kind.example,
                                                   strict=False))
        source = Generated("nk", {"n": 12, "k": 3}) if kind.is_data else "ba_small"
        plan = Plan("one", [Block([ProblemSpec(problem, options)], [source], [settings])],
                    budget=60, repetitions=2)
        assert len(plan) == (1 if method.is_solver else 2)
        task = next(plan.tasks())
        row = compute_run(task)
        assert (row["vertices"] or 0) > kind.needs_graph - 1
        if problem == "mis" and not method.is_solver:
            assert (row["local_search_steps"] > 0) == method.searches
        assert costs.seconds(task) > 0


@EVERY
def test_settings_survive_being_written_down_and_are_columns(name):
    settings = default(name)
    assert methods.from_dict(methods.to_dict(settings)) == settings
    columns = methods.columns(settings)
    assert columns.pop("method") == name == methods.name_of(settings)
    assert {*columns} <= {*methods.SETTINGS}
    assert methods.method_of(settings) is METHODS[name]


def test_the_registry_imports_none_of_the_rooms_of_its_methods():
    script = ("import sys, memlab.study.experiment\n"
              "print([name for name in sys.modules if name.startswith(('memlab.solvers', "
              "'memlab.paper'))])")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(("settings", "problem", "message"), [
    (Method("greedy"), "maxcut", "order must be one of 'index', 'random', not 'min_degree'"),
    (Method("greedy", {"tries": 0}), "mis", "tries must be an integer from 1"),
    (Method("coin_flip"), "mis", "method 'coin_flip' must be for problem 'maxcut', not 'mis'"),
    (Method("greedy"), "dlb", "method 'greedy' must be for problem 'mis' or 'maxcut', not"),
])
def test_settings_that_do_not_fit_a_problem_are_refused(settings, problem, message):
    options = {"n": 6, "k": 3} if problem == "dlb" else {}
    with pytest.raises(ValueError, match=message):
        Block([ProblemSpec(problem, options)], ["ba_small"], [settings])


@pytest.mark.parametrize(("name", "options", "message"), [
    ("greedy", {"mu": 3}, "unknown key 'mu'; allowed are 'method', 'order', 'tries'"),
    ("random", {"seed": 3}, "unknown key 'seed'"), ("annealing", {}, "method must be one of"),
    ("optimum", {"solver": "cplex"}, "solver must be one of")])
def test_settings_that_a_function_lacks_are_refused(name, options, message):
    with pytest.raises(ValueError, match=message):
        Method(name, options)


def test_settings_of_before_have_their_classes_for_one_version_more():
    for name, arguments, now in (
            ("Restarts", (), Method("restarts")), ("RandomSampling", (), Method("random")),
            ("Optimum", ("highs",), Method("optimum", {"solver": "highs"}))):
        with pytest.warns(FutureWarning, match=f"study.{name} is now memlab.study.Method"):
            assert getattr(study, name)(*arguments) == now
    assert ml.study.Method is Method
