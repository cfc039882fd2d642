"""What makes the four modes different, seen in the genomes of their offspring."""

import cases
import numpy as np
import pytest
import user_problems
from significance import ERROR_RATE, binomial

import memlab as ml

GRAPH, = ml.datasets.generate("er_small", seed=1)
PROBLEMS = {"mis": ml.MaxIndependentSet(GRAPH), "maxcut": ml.MaxCut(GRAPH)}
BOTH = pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
MOST_FLIPS = 12      # mutation flips more bits once in 10**10 times


@BOTH
def test_lb_offspring_do_either_with_the_probability(problem, probability=0.1):
    # on equal terms, in the first generation: no parent has learned anything yet
    e = ml.Evolution(problem, "lb", mu=5, lambda_=2000, crossover_rate=0.0, budget=2005, seed=3,
                     lb_probability=probability)
    parents = e.population
    e.step()
    genomes = problem.unpack(e.state.population.genomes[5:])
    phenotypes = problem.unpack(e.state.population.phenotypes[5:])
    learned = (genomes == phenotypes).all(axis=1)
    assert binomial(learned.sum(), len(learned), probability) > ERROR_RATE
    distances = (genomes[:, None] != parents).sum(axis=2).min(axis=1)
    assert distances[~learned].max() <= MOST_FLIPS < distances[learned].min()
    assert all(problem.local_search(y).steps == 0 for y in phenotypes)


# ------------------------------------------------------------------------- the two ends of LB


@pytest.mark.parametrize("case", [*cases.EACH, pytest.param("custom", marks=pytest.mark.slow)])
@pytest.mark.parametrize("probability, mode", [(0, "baldwinian"), (1, "lamarckian")])
def test_lb_with_a_certain_outcome_is_another_mode_bit_for_bit(case, probability, mode):
    problem = user_problems.onemax(40, 12, limited=True) if case == "custom" else (
        cases.problem(case))
    for dials in ({"learning_probability": 0.4, "learning_depth": 3}, {"initial": "learned"},
                  {"ties": "parents", "mutation": "fast", "step_cost": 0.05}):
        one, other = (ml.Evolution(problem, **cases.settings(name, **dials) | {
            "lb_probability": value}) for name, value in (("lb", probability), (mode, None)))
        for _ in range(3):
            one.step(25)
            other.step(25)
            for name in ("population", "phenotypes", "fitness"):
                assert np.array_equal(getattr(one, name), getattr(other, name))
            assert np.array_equal(one.state.population.rng, other.state.population.rng)
        assert one.trace.equals(other.trace) and one.local_search_steps > 0
        assert one.result().unique_best == other.result().unique_best
        shared = one.state.population.phenotypes is one.state.population.genomes
        assert shared == (mode == "lamarckian")
