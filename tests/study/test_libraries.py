"""The algorithms of two libraries are ours where theirs is the same algorithm."""

import numpy as np
import pytest

import memlab as ml
from memlab.support.paths import data

GRAPH, = ml.datasets.generate("ba_small")
PLAIN = {"mu": 5, "lambda_": 5, "crossover_rate": 0.0}


@pytest.fixture(scope="module")
def plan():
    return ml.study.read_plan(data("experiments") / "libraries" / "libraries.toml")


def test_all_methods_of_the_experiment_have_names(plan):
    names = plan.frame()["name"]
    assert names.notna().all() and names.nunique() == 11


@pytest.mark.parametrize(("library", "name"), [("pymoo", "pymoo_ga"), ("deap", "deap_ea")])
@pytest.mark.parametrize("kind", [ml.MaxIndependentSet, ml.MaxCut])
def test_libraries_agree_with_ours_at_five_sigma(plan, library, name, kind):
    pytest.importorskip(library)
    problem = kind(GRAPH)
    settings = next(task.method for task in plan.tasks()
                    if getattr(task.method, "name", "") == f"theirs:{name}")
    algorithm = settings.function(plan.folder)
    theirs = np.array([ml.run(problem, algorithm, budget=305, seed=seed, **PLAIN).best_fitness
                       for seed in range(40)])
    ours = np.array([ml.evolve(problem, "darwinian", budget=305, seed=seed, ties="parents",
                               **PLAIN).best_fitness for seed in range(400)])
    error = np.sqrt(ours.var() / len(ours) + theirs.var() / len(theirs))
    assert abs(ours.mean() - theirs.mean()) < 5 * error
