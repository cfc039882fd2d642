"""What bad arguments are told: which one it was, what it was, and what is allowed."""

import inspect

import cases
import numpy as np
import pytest

import memlab as ml
from memlab.evolution.configuration import Configuration

CUT, SET = cases.problem("maxcut, rows"), cases.problem("mis, rows")
NAN = float("nan")
LB = {"mode": "lb", "lb_probability": 0.5}


def refused(error, words, **arguments):
    """Both ways of starting a run refuse the arguments in these words."""
    complete = {"problem": CUT, "mode": "darwinian", "budget": 1000, **arguments}
    for start in (ml.evolve, ml.Evolution):
        with pytest.raises(error, match=words):
            start(**complete)


@pytest.mark.parametrize(("words", "arguments"), [
    ("mode must be one of 'darwinian', 'baldwinian', 'lamarckian', 'lb', not 'lamarck'",
     {"mode": "lamarck"}),
    ("mu must be an integer from 1 to .*, not 0", {"mu": 0}),
    ("lambda_ must be an integer from 1 to .*, not 1099511627776", {"lambda_": 2**40}),
    ("lambda_ must be at least mu = 12 with survivors 'comma', not 9",
     {"survivors": "comma", "mu": 12, "lambda_": 9}),
    ("budget must be at least mu = 20, not 19", {"mu": 20, "budget": 19}),
    ("budget must be an integer from 1 to 1000000000000, not 0", {"budget": 0}),
    ("crossover_rate must be a number from 0 to 1, not nan", {"crossover_rate": NAN}),
    ("lb_probability must be a number from 0 to 1, not -1e-300",
     {"mode": "lb", "lb_probability": -1e-300}),
    ("lb_probability must be given in mode 'lb'", {"mode": "lb"}),
    ("lb_probability must be None in mode 'baldwinian', not 0.5", LB | {"mode": "baldwinian"}),
    ("seed must be an integer of at least 0, not -1", {"seed": -1}),
    (r"seed\[1\] must be an integer of at least 0, not -2", {"seed": [1, -2]}),
    ("ties must be one of 'random', 'offspring', 'parents', not 'older'", {"ties": "older"}),
    ("learning_probability must be a number from 0 to 1, not nan", LB | {
        "learning_probability": NAN}),
    ("learning_depth must be an integer of at least 0, not -1", LB | {"learning_depth": -1}),
    ("learning_depth must be None in mode 'darwinian', not 3", {"learning_depth": 3}),
    ("inherits must be 'whole' in mode 'lamarckian', not 'each'",
     {"mode": "lamarckian", "inherits": "each"}),
    ("expected_flips must be a finite number of at least 0, not -1", {"expected_flips": -1}),
    ("expected_flips must be a number from 0 to 70, not 71", {"expected_flips": 71}),
    ("expected_flips must be 1.0 with mutation 'fast', not 2.0",
     {"mutation": "fast", "expected_flips": 2}),
    ("tournament_size must be 2 with parents 'uniform', not 3",
     {"tournament_size": 3}),
    ("distant_probability must be 0.5 with parents 'tournament', not 0.7",
     {"parents": "tournament", "distant_probability": 0.7}),
    ("update_strength must be 1.5 with lambda_rule 'fixed', not 2.0",
     {"update_strength": 2}),
    ("success_rate must be a finite number of at least 0.01, not 0.001",
     {"lambda_rule": "success", "success_rate": 0.001}),
])
def test_values_out_of_range(words, arguments):
    refused(ValueError, words, **arguments)


@pytest.mark.parametrize(("words", "arguments"), [
    *(("problem must be a Problem, not", {"problem": one}) for one in (None, CUT.graph, ml.MaxCut)),
    ("mode must be one of", {"mode": None}), ("mu must be an integer", {"mu": 2.0}),
    ("budget must be an integer", {"budget": 1e4}), ("trace must be True or False", {"trace": 1}),
    ("learning_depth must be an integer of at least 0", LB | {"learning_depth": 1.5}),
    ("crossover_rate must be a number", {"crossover_rate": True}),
    ("lb_probability must be a number from 0 to 1", LB | {"lb_probability": "0.5"}),
    ("seed must be an integer", {"seed": np.random.default_rng(0)}),
    (r"seed\[0\] must be an integer", {"seed": [0.5]}),
    *(("target must be an integer, not", {"target": value}) for value in (1.0, True, NAN)),
])
def test_values_of_the_wrong_type(words, arguments):
    refused(TypeError, words, **arguments)


def test_names():
    refused(TypeError, "'expected_flip'", expected_flip=2)
    shown, default = inspect.signature(ml.Evolution).parameters, Configuration("darwinian")
    assert all(shown[name].default == getattr(default, name)
               for name in ("mu", "lambda_", "crossover_rate", "lb_probability", "ties", "initial"))
    e = ml.Evolution(CUT, "lamarckian", 4, 5, 0.5, None, 9, 7, "parents", False)
    assert (e.configuration.mu, e.budget, e.trace) == (4, 9, None)


def test_initial_populations():
    wanted = f"initial must be 'raw', 'learned' or 3 x {CUT.n} values 0 or 1"
    genomes = np.zeros((3, CUT.n), np.int8)
    for wrong in (genomes[0], genomes[:2], 0):
        refused(ValueError, rf"{wanted}, an array of shape \(3, {CUT.n}\), not of", mu=3,
                initial=wrong)
    for value in (2, -1):
        wrong = genomes.copy()
        wrong[1, 5] = value
        refused(ValueError, rf"{wanted}, but initial\[1, 5\] is {value}", mu=3, initial=wrong)
    for wrong in (None, ["fast"], genomes.astype(float), genomes.astype(str), b"raw"):
        refused(TypeError, f"{wanted}, integers or booleans, not", mu=3, initial=wrong)
    refused(ValueError, f"{wanted}: ", mu=3, initial=[[0], [0, 1], [1]])
