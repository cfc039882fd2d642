"""Functions of the number of ones, of all bits or of blocks, against their definitions."""

import functools
import itertools

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
from memlab.theory import functions

OWN = [3, 1, 1, 4, 0, 2]


def zeros_of_hurdle(zeros, w):
    """The definition of Prügel-Bennett, in its own terms: ceil(z/w) + rem(z, w)/w, minimised."""
    return zeros // w + (zeros % w > 0) + (zeros % w) / w


def test_the_functions_are_what_their_sources_say():
    n = 12
    for w in range(1, n + 1):
        assert functions.hurdle(n, w).tolist() == pytest.approx(
            [-w * zeros_of_hurdle(n - ones, w) for ones in range(n + 1)])
        for ones in range(n + 1):
            high = ones <= n - w or ones == n
            assert functions.jump(n, w)[ones] == (w + ones if high else n - ones)
            assert functions.cliff(n, w)[ones] == 2 * (ones if ones <= n - w else ones - w + 0.5)
            flat = n - w if n - w < ones < n else ones
            assert functions.plateau(n, w)[ones] == flat
    assert functions.onemax(3).tolist() == [0, 1, 2, 3]
    assert functions.trap(3).tolist() == [3, 2, 1, 4]
    assert functions.twomax(3).tolist() == [3, 2, 2, 4]


SEARCHES = [
    *((ml.Unitation(OWN, method), lambda x: OWN[sum(x)], method, start, most)
      for method in ("best", "first") for most in (0, 1, 2, 9)
      for start in (0b00000, 0b00010, 0b01010, 0b10110, 0b11110, 0b11111)),
    *((ml.DeceptiveLeadingBlocks(n, k), functools.partial(dlb_fitness, n, k), "best", start, most)
      for n, k, start in ((10, 5, 0b0010001110), (10, 5, 0b1011101111), (12, 4, 0b001101111111))
      for most in (0, 1, 2, 3, 10)),
]


@pytest.mark.parametrize(("problem", "value", "method", "start", "most"), SEARCHES)
def test_every_outcome_of_a_search_is_as_likely_as_it_should_be(problem, value, method, start,
                                                                most):
    state, n = seed_state(1), problem.n

    def choices(x):
        flips = [(*x[:i], 1 - x[i], *x[i + 1:]) for i in range(n)]
        better = [y for y in flips if value(y) > value(x)]
        best = max(map(value, better), default=0)
        return [y for y in better if method == "first" or value(y) == best]

    x = every_solution(n)[start]
    expected = outcomes(choices, tuple(x.tolist()), most)
    counts = dict.fromkeys(expected, 0)
    for _ in range(2000):
        row = problem.pack(x[None])
        (fitness,), (steps,) = problem.score(problem.workspace(1), row, most, state)
        end = tuple(problem.unpack(row)[0].tolist())
        assert fitness == value(end)
        counts[end, steps] += 1         # KeyError: an impossible outcome
    assert fits(list(counts.values()), list(expected.values())) > ERROR_RATE


def test_values_as_files_write_them():
    assert ml.Unitation("0, 3,1").values.tolist() == [0, 3, 1]
    for call, values in (("jump(9, 3)", functions.jump(9, 3)), (" onemax( 7 )", range(8)),
                         ("hurdle(9,2)", functions.hurdle(9, 2))):
        assert ml.Unitation(call).values.tolist() == list(values)


@pytest.mark.parametrize(("values", "error", "message"), [
    ([1], TypeError, "values must be at least two integers"),
    ([0.5, 1.5], TypeError, "values must be at least two integers"),
    ([[1, 2], [3, 4]], TypeError, "values must be at least two integers"),
    ([0, 2**40], ValueError, r"values must be below 2\*\*40"),
    ([0, -2**40], ValueError, r"values must be below 2\*\*40"),
    ([0, -2**63], ValueError, r"values must be below 2\*\*40"),      # it has no absolute value
    ("needle(4)", ValueError, "values must be a call of one of onemax, jump"),
    ("0, one", ValueError, "values must be a call of one of onemax, jump"),
    ("jump(4, 5)", ValueError, "k must be an integer from 1 to 4"),
    ("jump(4)", ValueError, "values must be a call of one of onemax"),
])
def test_bad_values_are_named(values, error, message):
    with pytest.raises(error, match=message):
        ml.Unitation(values)
    with pytest.raises(ValueError, match="local_search must be one of 'best', 'first'"):
        ml.Unitation([0, 1], "worst")
    assert ml.Unitation([1 - 2**40, 2**40 - 1]).fitness([1]) == 2**40 - 1


# ------------------------------------------------------------------------ DeceptiveLeadingBlocks

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


def test_leading_ones_of_all_strings(tmp_path):
    problem = ml.LeadingOnes(8)
    for x in itertools.product((0, 1), repeat=8):
        ones = int(np.cumprod(x).sum())
        assert problem.fitness(x) == ones
        learned = problem.local_search(x, learning_depth=1)
        assert (learned.steps, learned.fitness) == (int(ones < 8), int(np.cumprod(
            [*x[:ones], 1, *x[ones + 1:]][:8]).sum()))
    e = ml.Evolution(problem, "darwinian", mu=2, lambda_=2, budget=400, target=8, seed=1)
    e.step(3)
    e.save(tmp_path / "run.npz")
    assert ml.Evolution.load(tmp_path / "run.npz").run().best_fitness == problem.optimum == 8
