"""Damaged files of saved runs: refused, or the run that was saved; if forged, at least harmless.

A file that is damaged in any way, its arrays exchanged or changed included, must not be taken for
another run. One that is forged, with a digest of its own, may be another run, but no array of it
may lead a kernel astray.
"""

import functools
import io
import json

import attacks
import cases
import numpy as np
import pytest

import memlab as ml
from memlab.evolution import saving
from memlab.evolution.run import confirm

VARIANTS = ({}, {"ties": "parents", "mutation": "fast"}, {"initial": "learned", "step_cost": 0.5},
            {"ties": "offspring", "target": 10**6, "trace": False},
            {"lambda_rule": "success", "crossover": "two-point", "parents": "distant"},
            {"lambda_rule": "success", "survivors": "comma", "lambda_": 14})


@pytest.mark.slow
def test_no_damaged_run_does_harm():
    outcomes, faults = attacks.survived(__file__, 1000)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 0


def draw(rng):
    return (list(cases.CASES)[rng.integers(len(cases.CASES))],
            list(cases.MODES)[rng.integers(4)], int(rng.integers(len(VARIANTS))))


@functools.cache
def sound(key, folder):
    case, mode, variant = key
    problem = cases.problem(case)
    e = ml.Evolution(problem, **cases.settings(mode, **VARIANTS[variant]))
    e.step(5)
    e.save(folder / "sound.npz")
    content = (folder / "sound.npz").read_bytes()
    return content, ml.Evolution.load(folder / "sound.npz").run()


def arrays_of(content):
    with np.load(io.BytesIO(content)) as file:
        return dict(file)


def damaged_head(rng, array):
    """The head with another value somewhere, or a key less."""
    head = json.loads(str(array))
    part = head["configuration"] if rng.random() < 0.5 else head
    key = rng.choice(list(part))
    if rng.random() < 0.1:
        del part[key]
    else:
        part[key] = [0, -1, 1, 2**31, 2**63, 10**30, 0.5, 1e308, None, "lb", True, [], "memlab",
                     part[key]][rng.integers(14)]
        if isinstance(part[key], int) and rng.random() < 0.3:
            part[key] = int(rng.integers(1, 1000))
    return np.array(json.dumps(head))


def case(rng, folder):
    key = draw(rng)
    content, ended = sound(key, folder)
    path, kind = folder / "run.npz", rng.integers(3)
    if kind == 0:
        path.write_bytes(attacks.damaged_bytes(rng, content))
    else:
        arrays = arrays_of(content)
        for _ in range(rng.integers(1, 3)):
            name = str(rng.choice(list(arrays)))
            what = rng.random()
            if name == "head" and what < 0.9:
                arrays[name] = damaged_head(rng, arrays_of(content)[name])
            elif what < 0.05:
                del arrays[name]
            elif what < 0.2:
                arrays[name] = arrays_of(sound(draw(rng), folder)[0]).get(name, arrays[name])
            else:
                arrays[name] = attacks.damaged_array(rng, arrays[name])
        if kind == 2 and "digest" in arrays:
            del arrays["digest"]
            arrays["digest"] = saving._digest(arrays)
        np.savez(path, **arrays)
    try:
        e = ml.Evolution.load(path)
    except ValueError as error:
        assert f"{path} is not a run saved by Evolution.save" in str(error)
        return "refused"
    if kind < 2:
        assert cases.same_run(e.run(), ended), "taken for another run"
    else:
        e.step(50)
        run = e.result()
        confirm(e.problem, run.best_solution, run.best_fitness)
    return "sound"


@pytest.mark.parametrize(("name", "value"), [
    ("budget", float("inf")), ("calls", float("nan")), ("seconds", "x"), ("target", [1])])
def test_a_count_of_a_function_that_somebody_made_up_is_told_in_a_sentence(name, value, tmp_path):
    problem, path = ml.FunctionProblem(ml.spaces.Bits(5), np.sum), tmp_path / "run"
    ml.Evolution(problem, "darwinian", mu=3, lambda_=3, budget=9).save(path)
    with saving.sealed_arrays(path, "memlab plain run 1") as (head, _):
        forged = json.dumps(head | {name: value})
    saving.write_arrays(path, {"head": np.array(forged)})
    with pytest.raises(ValueError, match=f"is not a run saved by Evolution.save: .*{name} must be"):
        ml.Evolution.load(path, problem)
