"""Extreme settings of a run: a ValueError, or a Run; never a process that dies.

They come as arguments; `test_saved_runs` has forged files.
"""

import dataclasses

import attacks
import pytest

import memlab as ml
from memlab.evolution.configuration import Configuration
from memlab.evolution.run import confirm

FLOATS = (0.0, -0.0, 5e-324, 1e-308, 1e-300, 1e-20, 1e-9, 0.01, 0.5, 1 - 1e-16, 1.0, 1 + 1e-15, 2.0,
          3.0, 51.0, 52.0, 999.0, 1000.0, 1e18, 1e19, 1.7e308, float("inf"), float("nan"), -1.0)
# fewer than 2**30: so many are a matter of memory and of patience
INTEGERS = (0, 1, 2, 3, 51, 2**10, 2**16, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 10**30, -1)
CHOICES = {"mode": ("darwinian", "baldwinian", "lamarckian", "lb"),
           "ties": ("random", "offspring", "parents"), "mutation": ("standard", "fast"),
           "initial": ("raw", "learned"), "inherits": ("whole", "each"),
           "crossover": ("uniform", "one-point", "two-point"), "survivors": ("plus", "comma"),
           "parents": ("uniform", "tournament", "distant"), "lambda_rule": ("fixed", "success"),
           "count": ("offspring", "offspring", "offspring", "calls")}
SETTINGS = {one.name: CHOICES.get(one.name, INTEGERS if "int" in str(one.type) else FLOATS)
            for one in dataclasses.fields(Configuration)}
SMALL = {"mu": 5, "lambda_": 5, "tournament_size": 2}


def test_no_extreme_setting_ends_the_process():
    outcomes, faults = attacks.survived(__file__, 700)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 50


def drawn(rng):
    """Settings of a run, all ordinary but for one to three."""
    settings = {name: values[rng.integers(len(values))] for name, values in CHOICES.items()
                if rng.random() < 0.2}
    settings |= SMALL | {"mode": CHOICES["mode"][rng.integers(4)], "budget": 60}
    if settings["mode"] == "lb":
        settings["lb_probability"] = 0.5
    for name in rng.choice([*SETTINGS, "budget", "expected_flips"], rng.integers(1, 4)):
        values = SETTINGS.get(name, INTEGERS)
        settings[str(name)] = values[rng.integers(len(values))]
    if "tournament_size" in settings and settings.get("parents") != "tournament":
        del settings["tournament_size"]
    return settings | {"budget": min(settings["budget"], 300)}


def case(rng, folder):
    problem = ml.Unitation(range(1 + [1, 2, 3, 51][rng.integers(4)]))
    try:
        run = ml.evolve(problem, **drawn(rng))
    except ValueError:
        return "refused"
    confirm(problem, run.best_solution, run.best_fitness)
    assert run.trace.drop(columns="reserve").notna().all().all()
    assert run.evaluations <= 300
    return "sound"


def test_integers_beyond_those_of_kernels_are_refused():
    graph = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    for large in (2**63, 10**30):
        with pytest.raises(ValueError, match="tries must be an integer from 1 to"):
            ml.baselines.greedy(ml.MaxIndependentSet(graph), "random", tries=large)
        with pytest.raises(ValueError, match="every must be an integer from 1 to"):
            ml.theory.trajectory("lamarckian", 12, 3, every=large)
