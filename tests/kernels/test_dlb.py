"""DeceptiveLeadingBlocks: every bit string up to n = 12, against brute force."""

import numpy as np
import pytest
import reference_dlb
from hypothesis import given
from hypothesis import strategies as st
from prepared import every_solution
from reference import best_improvement, dlb_fitness

import memlab as ml
from memlab.kernels import engine
from memlab.kernels.rng import seed_state

SIZES = [(n, k) for k in range(2, 7) for n in range(k, 13, k)]


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_fitness_and_local_search_of_every_bit_string(n, k):
    problem = ml.DeceptiveLeadingBlocks(n, k)
    value, result, steps = reference_dlb.landscape(n, k)
    rows, memory, state = problem.pack(every_solution(n)), problem.memory(1), seed_state(0)
    for x in range(2**n):
        genome = rows[x:x + 1]
        assert engine.measure(problem.instance, memory, genome) == value[x]
        assert engine.improve(problem.instance, memory, genome, state) == (value[result[x]],
                                                                         steps[x])
    assert np.array_equal(rows, problem.pack(every_solution(n)[result]))


@given(st.integers(2, 6), st.integers(1, 30), st.integers(0, 2**32))
def test_long_strings_equal_the_definition_and_the_generic_climber(k, blocks, seed):
    rng, n = np.random.default_rng(seed), k * blocks
    problem = ml.DeceptiveLeadingBlocks(n, k)
    leading = rng.integers(0, blocks + 1)
    x = rng.integers(0, 2, n).astype(np.uint8)
    x[:k * leading] = 1
    assert problem.fitness(x) == dlb_fitness(n, k, x)
    optimum = problem.local_search(x)
    expected, steps = best_improvement(lambda y: dlb_fitness(n, k, y), x, rng)
    assert np.array_equal(optimum.solution, expected)
    assert (optimum.fitness, optimum.steps) == (dlb_fitness(n, k, expected), steps)
    again = problem.local_search(optimum.solution)
    assert again.steps == 0 and np.array_equal(again.solution, optimum.solution)
