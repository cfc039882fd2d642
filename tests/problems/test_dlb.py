"""DeceptiveLeadingBlocks: every bit string up to n = 12, against brute force."""

import numpy as np
import pytest
import reference_dlb
from hypothesis import given
from hypothesis import strategies as st
from prepared import every_solution
from reference import best_improvement, dlb_fitness, outcomes
from significance import ERROR_RATE, fits

import memlab as ml
from memlab.kernels.rng import seed_state

SIZES = [(n, k) for k in range(2, 7) for n in range(k, 13, k)]


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_fitness_and_local_search_of_every_bit_string(n, k):
    problem = ml.DeceptiveLeadingBlocks(n, k)
    value, result, steps = reference_dlb.landscape(n, k)
    rows, workspace, state = problem.pack(every_solution(n)), problem.workspace(1), seed_state(0)
    assert np.array_equal(problem.score(workspace, rows)[0], value)
    fitness, taken = problem.score(workspace, rows, n, state)
    assert np.array_equal(fitness, value[result]) and np.array_equal(taken, steps)
    assert np.array_equal(rows, problem.pack(every_solution(n)[result]))


@pytest.mark.parametrize(("n", "k", "start"), [
    (10, 5, 0b0010001110), (10, 5, 0b1011101111), (9, 3, 0b001011111), (12, 4, 0b001101111111),
    (12, 6, 0b001111111110), (8, 4, 0), (8, 4, 255)])
@pytest.mark.parametrize("most", [0, 1, 2, 3, 10])
def test_outcomes_of_a_search_that_ends_early(n, k, start, most):
    problem, state = ml.DeceptiveLeadingBlocks(n, k), seed_state(1)

    def choices(x):
        flips = [(*x[:i], 1 - x[i], *x[i + 1:]) for i in range(n)]
        values = [dlb_fitness(n, k, y) for y in flips]
        best = max(values)
        return [y for y, value in zip(flips, values, strict=True)
                if value == best > dlb_fitness(n, k, x)]

    x = every_solution(n)[start]
    expected = outcomes(choices, tuple(x.tolist()), most)
    counts = dict.fromkeys(expected, 0)
    for _ in range(2000):
        row = problem.pack(x[None])
        (fitness,), (steps,) = problem.score(problem.workspace(1), row, most, state)
        end = tuple(problem.unpack(row)[0].tolist())
        assert fitness == dlb_fitness(n, k, end)
        counts[end, steps] += 1         # KeyError: an impossible outcome
    assert fits(list(counts.values()), list(expected.values())) > ERROR_RATE


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
