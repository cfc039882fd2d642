"""Extreme settings of a run: a ValueError, or a Run; never a process that dies.

They come as arguments, in a saved run that was forged, and in an experiment's file.
"""

import dataclasses
import json
import os
import subprocess
import sys

import attacks
import numpy as np
import processes
import pytest

import memlab as ml
from memlab.evolution import saving
from memlab.evolution.configuration import Configuration
from memlab.evolution.run import confirm
from memlab.study import read_plan
from memlab.study.worker import compute_run

FLOATS = (0.0, -0.0, 5e-324, 1e-308, 1e-300, 1e-20, 1e-9, 0.01, 0.5, 1 - 1e-16, 1.0, 1 + 1e-15, 2.0,
          3.0, 51.0, 52.0, 999.0, 1000.0, 1e18, 1e19, 1.7e308, float("inf"), float("nan"), -1.0)
# fewer than 2**30: so many are a matter of memory and of patience
INTEGERS = (0, 1, 2, 3, 51, 2**10, 2**16, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 10**30, -1)
CHOICES = {"mode": ("darwinian", "baldwinian", "lamarckian", "lb"),
           "ties": ("random", "offspring", "parents"), "mutation": ("standard", "fast"),
           "initial": ("raw", "learned"), "inherits": ("whole", "each"),
           "crossover": ("uniform", "one-point", "two-point"), "survivors": ("plus", "comma"),
           "parents": ("uniform", "tournament", "distant"), "lambda_rule": ("fixed", "success")}
SETTINGS = {one.name: CHOICES.get(one.name, INTEGERS if "int" in str(one.type) else FLOATS)
            for one in dataclasses.fields(Configuration)}
SMALL = {"mu": 5, "lambda_": 5, "tournament_size": 2}


def test_no_extreme_setting_ends_the_process():
    outcomes, faults = attacks.survived(__file__, 1500)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 100


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
    n, settings, kind = [1, 2, 3, 51][rng.integers(4)], drawn(rng), rng.integers(3)
    problem = ml.Unitation(range(n + 1))
    try:
        if kind == 0:
            run = ml.evolve(problem, **settings)
        elif kind == 1:
            run = forged(problem, settings, rng, folder / "run.npz")
        else:
            run = in_a_file(n, settings, folder / "asked.toml")
    except ValueError:
        return "refused"
    if kind < 2:
        confirm(problem, run.best_solution, run.best_fitness)
        assert run.trace.drop(columns="reserve").notna().all().all()
        assert run.evaluations <= 300
    return "sound"


def forged(problem, settings, rng, path):
    """The Run of a saved run whose header has the settings, and another number of offspring."""
    ordinary = {name: value for name, value in settings.items() if name in CHOICES}
    e = ml.Evolution(problem, **SMALL, **ordinary, budget=60,
                     lb_probability=0.5 if settings["mode"] == "lb" else None)
    e.step(2)
    e.save(path)
    with np.load(path) as file:
        arrays = dict(file)
    head = json.loads(str(arrays["head"]))
    head["configuration"] |= {name: value for name, value in settings.items() if name != "budget"}
    if rng.random() < 0.5:
        head["adapted"] = [FLOATS[rng.integers(len(FLOATS))]]
    arrays["head"] = np.array(json.dumps(head))
    del arrays["digest"]
    np.savez(path, **arrays, digest=saving._digest(arrays))
    return ml.Evolution.load(path).run()


def in_a_file(n, settings, path):
    """What the first run of an experiment gives, whose method has these settings."""
    budget = settings.pop("budget")
    path.write_text(f"budget = {budget}\n[[problems]]\nproblem = 'unitation'\n"
                    f"values = 'onemax({n})'\n[[methods]]\n" + "".join(
                        f"{name} = {value!r}\n" for name, value in settings.items()))
    return compute_run(next(read_plan(path).tasks()))


@pytest.mark.parametrize("flips", [5e-324, 0.0, -0.0])
def test_a_run_that_never_flips_a_bit_comes_to_its_end(flips, tmp_path):
    """In a process of its own: what it once did not, no exception could stop."""
    program = f"""
import memlab as ml
e = ml.Evolution(ml.Unitation(range(51)), "darwinian", budget=2000, expected_flips={flips})
e.save("run.npz")
print(ml.Evolution.load("run.npz").run().evaluations)
"""
    path = os.pathsep.join(map(str, processes.FOLDERS))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          cwd=tmp_path, env={**os.environ, "PYTHONPATH": path})
    assert (done.returncode, done.stdout) == (0, "2000\n"), done.stderr


def test_integers_beyond_those_of_kernels_are_refused():
    graph = ml.Graph.from_edges(3, [(0, 1), (1, 2)])
    for large in (2**63, 10**30):
        with pytest.raises(ValueError, match="tries must be an integer from 1 to"):
            ml.baselines.greedy(ml.MaxIndependentSet(graph), "random", tries=large)
        with pytest.raises(ValueError, match="every must be an integer from 1 to"):
            ml.theory.trajectory("lamarckian", 12, 3, every=large)
