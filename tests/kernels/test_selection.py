"""Survivor selection against sorting, and its ties against a fair draw."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from reference_operators import inserted
from significance import ERROR_RATE, uniform

from memlab.evolution.configuration import TIES
from memlab.kernels.rng import below, seed_state
from memlab.kernels.selection import OFFSPRING, PARENTS, RANDOM, sort_slots, survive

FEW_VALUES = st.integers(-3, 3)      # many ties


@st.composite
def generations(draw):
    """(order, fitness, mu): sorted parents and offspring, in slots in any order."""
    mu, lambda_ = draw(st.integers(1, 8)), draw(st.integers(1, 20))
    fitness = np.array(draw(st.lists(FEW_VALUES, min_size=mu + lambda_, max_size=mu + lambda_)))
    order = np.array(draw(st.permutations(range(mu + lambda_))), np.int32)
    order[:mu] = sorted(order[:mu], key=lambda slot: -fitness[slot])
    return order, fitness, mu


def select(order, fitness, mu, ties, rng, comma=False):
    """The order after selection."""
    order = np.array(order, np.int32)
    survive(order, np.asarray(fitness, np.int64), mu, len(order) - mu, ties, comma,
            np.zeros(len(order), np.int32), rng)
    return order


@given(generations(), st.sampled_from([RANDOM, OFFSPRING, PARENTS]), st.booleans(),
       st.integers(0, 2**32))
def test_the_mu_fittest_survive(generation, ties, comma, seed):
    before, fitness, mu = generation
    assume(not comma or len(before) >= 2 * mu)
    order = select(before, fitness, mu, ties, seed_state(seed), comma)
    assert sorted(order) == list(range(len(order)))
    rivals = before[mu:] if comma else before
    assert fitness[order[:mu]].tolist() == sorted(fitness[rivals], reverse=True)[:mu]


@pytest.mark.parametrize(("parents", "offspring", "comma"), [
    ([5, 3, 3], [3, 3, 1, 7], False),           # one of four
    ([3, 3, 3], [3, 1, 3, 9, 2, 3], False),     # two of six
    ([4, 4], [4], False), ([4], [4, 4, 4], False),
    ([1, 1, 1], [2, 2, 2, 2, 2], False),        # only offspring
    ([9, 9, 2, 2, 2], [1, 2, 9], False),        # more than one parent goes
    ([9, 9, 9], [3, 3, 1, 7], True), ([9, 9, 9], [5, 5, 2, 2, 2, 1, 9], True)])
def test_ties_at_the_cut_are_a_fair_draw(parents, offspring, comma):
    fitness, mu = parents + offspring, len(parents)
    rivals = range(mu if comma else 0, len(fitness))
    cut = sorted((fitness[slot] for slot in rivals), reverse=True)[mu - 1]
    tied = [slot for slot in rivals if fitness[slot] == cut]
    places = mu - sum(fitness[slot] > cut for slot in rivals)
    subsets = dict.fromkeys(itertools.combinations(tied, places), 0)
    rng = seed_state(1)
    for _ in range(400 * len(subsets)):
        order = select(range(len(fitness)), fitness, mu, RANDOM, rng, comma)
        subsets[tuple(sorted(set(order[:mu].tolist()) & set(tied)))] += 1
    assert uniform(list(subsets.values())) > ERROR_RATE


# ------------------------------------------------------------- as if each slot had been inserted


@pytest.mark.parametrize("comma", [False, True])
@pytest.mark.parametrize("ties", [RANDOM, OFFSPRING, PARENTS])
@pytest.mark.parametrize(("mu", "lambda_"), [
    (1, 1), (1, 40), (10, 30), (40, 3), (250, 250), (30, 501)])
def test_survivors_and_random_draws_are_those_of_inserting_each_slot(mu, lambda_, ties, comma):
    draws = np.random.default_rng([mu, lambda_, ties, comma])
    if comma and lambda_ < mu:
        mu, lambda_ = lambda_, mu
    for values in 1, 2, 5, 40, 10**6:
        for trend in 0, 0.05, -0.05:        # offspring that get better, or worse
            fitness = draws.integers(-values, values, mu + lambda_)
            fitness += np.rint(trend * values * np.arange(mu + lambda_)).astype(int)
            order = draws.permutation(mu + lambda_).astype(np.int32)
            order[:mu] = order[:mu][np.argsort(-fitness[order[:mu]], kind="stable")]
            ours, theirs = seed_state(values), seed_state(values)
            kept, others = inserted(order.tolist(), fitness.tolist(), mu, lambda_, TIES[ties],
                                    comma, lambda k: below(theirs, k))      # noqa: B023
            after = select(order, fitness, mu, ties, ours, comma)
            assert after[:mu].tolist() == kept
            assert sorted(after[mu:]) == sorted(others)
            assert np.array_equal(ours, theirs)


@given(st.lists(FEW_VALUES, min_size=1, max_size=100), st.integers(0, 5), st.integers(0, 5),
       st.booleans())
def test_sorting_is_stable(fitness, before, free, younger):
    end = before + len(fitness)
    order, scratch = np.arange(end + free, dtype=np.int32), np.zeros(end + free, np.int32)
    fitness = [-100] * before + fitness + [100] * free
    sort_slots(order, np.array(fitness), younger, before, end, scratch)
    ranked = range(before, end)[::-1] if younger else range(before, end)
    expected = sorted(ranked, key=lambda slot: -fitness[slot])
    assert order.tolist() == [*range(before), *expected, *range(end, end + free)]
    assert not scratch[:len(scratch) - end + before].any()
