"""The registry of methods: what every entry promises, a new one included."""

import subprocess
import sys
from inspect import signature

import pytest

import memlab as ml
from memlab.problems import PROBLEMS
from memlab.study import METHODS, Block, Plan, ProblemSpec, costs, methods
from memlab.study.sources import Generated
from memlab.study.worker import compute_run

EVERY = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


def default(method):
    own = {"evolution": {"mode": "lamarckian", "mu": 5}, "optimum": {"seconds": 1}}
    return method.settings(**own.get(method.name, {}))


@EVERY
def test_default_settings_run_on_every_problem_that_fits(method):
    for problem in method.problems or PROBLEMS:
        settings, kind = default(method), PROBLEMS[problem]
        if "min_degree" in vars(settings).values() and problem == "maxcut":
            settings = method.settings("index")
        options = {} if kind.is_data else dict(zip(signature(kind).parameters, kind.example,
                                                   strict=False))
        source = Generated("nk", {"n": 12, "k": 3}) if kind.is_data else "ba_small"
        plan = Plan("one", [Block([ProblemSpec(problem, options)], [source], [settings])],
                    budget=60, repetitions=2)
        assert len(plan) == (1 if method.is_solver else 2)
        task = next(plan.tasks())
        assert (compute_run(task)["vertices"] or 0) > kind.needs_graph - 1
        assert costs.seconds(task) > 0


@EVERY
def test_settings_survive_being_written_down_and_are_columns(method):
    settings = default(method)
    assert methods.from_dict(methods.to_dict(settings)) == settings
    columns = methods.columns(settings)
    assert columns.pop("method") == method.name
    assert {*columns} == {dict(method.columns).get(key, key) for key in method.keys}
    assert method.label and methods.method_of(settings) is method


@EVERY
def test_local_search_matters_to_those_that_say_so(method):
    if "mis" not in (method.problems or ("mis",)) or method.is_solver:
        return
    graph, = ml.datasets.generate("ba_small")
    steps = methods.solve(ml.MaxIndependentSet(graph), default(method), 60, 1,
                          dataset="ba_small").local_search_steps
    assert (steps > 0) == method.searches


def test_the_registry_imports_none_of_the_rooms_of_its_methods():
    script = ("import sys, memlab.study.experiment\n"
              "print([name for name in sys.modules if name.startswith(('memlab.solvers.optima', "
              "'memlab.solvers.neural', 'memlab.solvers.baselines', 'memlab.paper'))])")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(("settings", "problem", "message"), [
    (methods.Greedy(), "maxcut", "order 'min_degree' must be for problem 'mis', not 'maxcut'"),
    (methods.Optimum("kamis"), "maxcut", "solver 'kamis' must be for problem 'mis'"),
    (methods.CoinFlip(), "mis", "method 'coin_flip' must be for problem 'maxcut', not 'mis'"),
])
def test_settings_that_do_not_fit_a_problem_are_refused(settings, problem, message):
    with pytest.raises(ValueError, match=message):
        Block([problem], ["ba_small"], [settings])
