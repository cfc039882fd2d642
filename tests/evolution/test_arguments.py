"""What bad arguments are told: which one it was, what it was, and what is allowed."""

import dataclasses
import inspect

import cases
import numpy as np
import pytest

import memlab as ml
from memlab.parameters import Configuration

CUT, SET = cases.problem("maxcut, rows"), cases.problem("mis, rows")
NAN = float("nan")


def refused(error, words, **arguments):
    """Both ways of starting a run refuse the arguments in these words."""
    complete = {"problem": CUT, "mode": "darwinian", "budget": 1000, **arguments}
    for start in (ml.evolve, ml.Evolution):
        with pytest.raises(error, match=words):
            start(**complete)


@pytest.mark.parametrize("problem", [None, "maxcut", CUT.graph, ml.MaxCut, 3])
def test_problem(problem):
    refused(TypeError, "problem must be a Problem, not", problem=problem)


def test_names():
    lamarckian = Configuration("lamarckian", mu=20, lambda_=20)
    for mode in ("darwinian", lamarckian):
        refused(TypeError, "'expected_flip'", mode=mode, expected_flip=2)
    shown = inspect.signature(ml.Evolution).parameters
    assert inspect.signature(ml.evolve).parameters == shown
    assert [*shown][:10] == ["problem", "mode", "mu", "lambda_", "crossover_rate",
                             "lb_probability", "budget", "seed", "ties", "trace"]
    assert {*shown} == {one.name for one in dataclasses.fields(Configuration)} | {
        "problem", "budget", "seed", "trace", "target"}
    assert all(shown[name].default == value
               for name, value in vars(Configuration("darwinian")).items() if name != "mode")
    e = ml.Evolution(CUT, "lamarckian", 4, 5, 0.5, None, 9, 7, "parents", False)
    assert (e.configuration.mu, e.budget, e.trace) == (4, 9, None)


def test_mode():
    wanted = "mode must be one of 'darwinian', 'baldwinian', 'lamarckian', 'lb', not "
    for mode in ("Darwinian", "lamarck", ""):
        refused(ValueError, wanted + repr(mode), mode=mode)
    for mode in (None, 0, b"lb", ["lb"]):
        refused(TypeError, "mode must be one of", mode=mode)


@pytest.mark.parametrize("name", ["mu", "lambda_"])
def test_mu_and_lambda(name):
    for value in (0, -1, 2**40):
        refused(ValueError, f"{name} must be an integer from 1 to .*, not {value}", **{name: value})
    for value in (2.0, "2", None, True, NAN, [2]):
        refused(TypeError, f"{name} must be an integer from 1", **{name: value})


def test_budget():
    refused(ValueError, "budget must be at least mu = 20, not 19", mu=20, budget=19)
    refused(ValueError, "budget must be an integer from 1 to 1000000000000, not 0", budget=0)
    for value in (1e4, None, "1000", True):
        refused(TypeError, "budget must be an integer", budget=value)


def test_mutation_and_initial():
    for name, allowed in (("mutation", "'standard', 'fast'"),
                          ("initial", "'raw', 'learned'")):
        for value in ("Fast", "", "none", "two-rate"):
            refused(ValueError, f"{name} must be one of {allowed}, not '{value}'", **{name: value})
    for value in (None, 1, ["fast"]):
        refused(TypeError, "mutation must be one of", mutation=value)


def test_initial_populations():
    wanted = f"initial must be 'raw', 'learned' or 3 x {CUT.n} values 0 or 1"
    genomes = np.zeros((3, CUT.n), np.int8)
    for wrong in (genomes[0], genomes[:2], genomes[:, 1:], np.zeros((4, CUT.n), int), 0):
        refused(ValueError, rf"{wanted}, an array of shape \(3, {CUT.n}\), not of", mu=3,
                initial=wrong)
    for value in (2, -1):
        wrong = genomes.copy()
        wrong[1, 5] = value
        refused(ValueError, rf"{wanted}, but initial\[1, 5\] is {value}", mu=3, initial=wrong)
    for wrong in (None, ["fast"], genomes.astype(float), genomes.astype(str), b"raw"):
        refused(TypeError, f"{wanted}, integers or booleans, not", mu=3, initial=wrong)
    refused(ValueError, f"{wanted}: ", mu=3, initial=[[0], [0, 1], [1]])


def test_target():
    for value in (1.0, "7", True, NAN, [3]):
        refused(TypeError, "target must be an integer, not", target=value)


def test_step_cost():
    wanted = "step_cost must be a finite number of at least 0, not "
    for value in (-0.5, NAN, float("inf"), -1, 10**400):
        refused(ValueError, wanted + str(value), step_cost=value)
    for value in ("1", None, True, [1.0], 1j):
        refused(TypeError, wanted, step_cost=value)


def test_crossover_rate():
    for value in (-0.1, 1.1, NAN, float("inf"), 2, 10**400):
        refused(ValueError, "crossover_rate must be a number from 0 to 1, not ",
                crossover_rate=value)
    for value in ("0.5", None, True, [0.5], 0.5j):
        refused(TypeError, "crossover_rate must be a number from 0 to 1", crossover_rate=value)


def test_lb_probability():
    wanted = "lb_probability must be a number from 0 to 1, not "
    for value in (-1, -1e-300, NAN, 1.5):
        refused(ValueError, wanted + str(value), mode="lb", lb_probability=value)
    for value in ("0.5", True, [0.5]):
        refused(TypeError, wanted.rstrip(), mode="lb", lb_probability=value)
    refused(ValueError, "lb_probability must be given in mode 'lb'", mode="lb")
    for mode in ("darwinian", "baldwinian", "lamarckian"):
        refused(ValueError, f"lb_probability must be None in mode '{mode}', not 0.5", mode=mode,
                lb_probability=0.5)


def test_seed():
    refused(ValueError, "seed must be an integer of at least 0, not -1", seed=-1)
    refused(ValueError, r"seed\[1\] must be an integer of at least 0, not -2", seed=[1, -2])
    for seed in (1.0, "1", None, True, NAN, b"1", np.random.default_rng(0)):
        refused(TypeError, "seed must be an integer", seed=seed)
    for seed in ([0.5], ["a"], [[1]], [None]):
        refused(TypeError, r"seed\[0\] must be an integer", seed=seed)


def test_ties_and_trace():
    refused(ValueError, "ties must be one of 'random', 'offspring', 'parents', not 'older'",
            ties="older")
    refused(TypeError, "ties must be one of", ties=None)
    for trace in (1, None, "yes"):
        refused(TypeError, "trace must be True or False, not", trace=trace)


def test_generations_of_a_step():
    e = ml.Evolution(CUT, "darwinian", budget=1000)
    for value in (0, -3):
        with pytest.raises(ValueError, match=f"generations must be .* at least 1, not {value}"):
            e.step(value)
    for value in (1.5, None, "2", True):
        with pytest.raises(TypeError, match="generations must be an integer"):
            e.step(value)
    assert e.generation == 0


def test_numpy_scalars_are_welcome():
    plain = ml.evolve(CUT, "lb", mu=5, lambda_=3, crossover_rate=0.5, lb_probability=0.25,
                      budget=200, seed=7)
    numpy = ml.evolve(CUT, "lb", mu=np.int32(5), lambda_=np.uint8(3), seed=np.uint64(7),
                      crossover_rate=np.float32(0.5), lb_probability=np.float64(0.25),
                      budget=np.int64(200), trace=np.True_)
    assert cases.same_run(plain, numpy)
