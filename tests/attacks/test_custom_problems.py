"""Functions of a user's own that break their rules: a ValueError, or a run that tells the truth."""

import attacks
import numpy as np
import pytest
from rule_breakers import climb, fitness, unsigned

import memlab as ml

KINDS = 9


@pytest.mark.slow
def test_no_rule_is_broken_unnoticed():
    outcomes, faults = attacks.survived(__file__, 800)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 0


def case(rng, folder):
    n = int(rng.integers(1, 40))
    function = (fitness, unsigned)[rng.integers(2)]
    kind, least = int(rng.integers(KINDS)), int(rng.integers(n + 2))
    value = int(rng.choice([2**31, 2**39, 2**40 - 1, 2**40, 2**52, 2**62, 2**63 - 1, 5, -2**63]))
    mode = ("darwinian", "baldwinian", "lamarckian", "lb")[rng.integers(4)]
    try:
        problem = ml.CustomProblem(n, function, climb, data=(kind, least, value))
        if rng.random() < 0.2:
            run = ml.baselines.restarts(problem, budget=60, seed=int(rng.integers(100)))
        else:
            run = ml.evolve(problem, mode, mu=6, lambda_=4, budget=60, seed=int(rng.integers(100)),
                            lb_probability=0.5 if mode == "lb" else None)
    except ValueError as error:
        assert "fitness" in str(error) or "local_search" in str(error)
        return "refused"
    x = run.best_solution.copy()
    assert run.best_fitness == int(function(x, kind, least, value)) or kind == 3
    assert np.array_equal(x, run.best_solution) and x.max() <= 1
    assert abs(run.best_fitness) < 2**40 and 0 <= run.local_search_steps < 60 * 2**40
    if run.trace is not None and mode != "lb":
        assert np.abs(run.trace["mean_fitness"]).max() < 2**40
    return "sound"
