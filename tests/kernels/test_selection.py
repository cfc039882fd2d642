"""Survivor selection against sorting, and its ties against a fair draw."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from significance import ERROR_RATE, uniform

from memlab.kernels.rng import seed_state
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
    """The order after selection, and the offspring that were considered."""
    order = np.array(order, np.int32)
    considered = np.zeros(len(order) - mu, np.int32)
    number = survive(order, np.asarray(fitness, np.int64), mu, len(order) - mu,
                     ties, comma, np.zeros(len(order), np.int32), considered, rng)
    return order, considered[:number]


@given(generations(), st.sampled_from([RANDOM, OFFSPRING, PARENTS]), st.integers(0, 2**32))
def test_the_mu_fittest_survive(generation, ties, seed):
    before, fitness, mu = generation
    order, considered = select(before, fitness, mu, ties, seed_state(seed))
    assert sorted(order) == list(range(len(order)))
    assert fitness[order[:mu]].tolist() == sorted(fitness, reverse=True)[:mu]
    if len(considered) == 0:
        assert np.array_equal(order[:mu], before[:mu])
    # what came and went is among the considered and the last slots of the order
    first = len(order) - len(considered)
    assert set(order[:mu]) - set(before[:mu]) <= set(considered) <= set(before[mu:])
    assert set(before[:mu]) - set(order[:mu]) <= set(order[first:])
    assert set(order[first:]) <= set(before[:mu]) | set(considered)


@given(generations())
def test_preferring_offspring_is_a_stable_sort_of_the_youngest_first(generation):
    before, fitness, mu = generation
    youngest_first = [*before[mu:][::-1], *before[:mu]]
    expected = sorted(youngest_first, key=lambda slot: -fitness[slot])[:mu]
    rng = seed_state(0)
    order, _ = select(before, fitness, mu, OFFSPRING, rng)
    assert order[:mu].tolist() == expected
    assert np.array_equal(rng, seed_state(0))       # nothing is left to chance


@given(generations())
def test_preferring_parents_is_a_stable_sort_of_the_oldest_first(generation):
    before, fitness, mu = generation
    expected = sorted(before, key=lambda slot: -fitness[slot])[:mu]
    rng = seed_state(0)
    order, _ = select(before, fitness, mu, PARENTS, rng)
    assert order[:mu].tolist() == expected
    assert np.array_equal(rng, seed_state(0))


@given(generations())
def test_nothing_is_drawn_where_nothing_is_tied_at_the_cut(generation):
    before, fitness, mu = generation
    ranking = sorted(fitness, reverse=True)
    rng = seed_state(0)
    select(before, fitness, mu, RANDOM, rng)
    if ranking[mu - 1] != ranking[mu]:
        assert np.array_equal(rng, seed_state(0))


@pytest.mark.parametrize(("parents", "offspring"), [
    ([5, 3, 3], [3, 3, 1, 7]),           # one of four
    ([3, 3, 3], [3, 1, 3, 9, 2, 3]),     # two of six
    ([4, 4], [4]),                       # everyone alike, lambda = 1
    ([4], [4, 4, 4]),                    # mu = 1
    ([4], [4]),
    ([1, 1, 1], [2, 2, 2, 2, 2]),        # only offspring
    ([9, 9, 2, 2, 2], [1, 2, 9]),        # more than one parent goes
])
def test_ties_at_the_cut_are_a_fair_draw(parents, offspring):
    fitness, mu = parents + offspring, len(parents)
    cut = sorted(fitness, reverse=True)[mu - 1]
    tied = [slot for slot, value in enumerate(fitness) if value == cut]
    places = mu - sum(value > cut for value in fitness)
    subsets = dict.fromkeys(itertools.combinations(tied, places), 0)
    rng = seed_state(1)
    for _ in range(400 * len(subsets)):
        order, _ = select(range(len(fitness)), fitness, mu, RANDOM, rng)
        subsets[tuple(sorted(set(order[:mu].tolist()) & set(tied)))] += 1
    assert uniform(list(subsets.values())) > ERROR_RATE


# ------------------------------------------------------------------------- the offspring alone


@given(generations(), st.sampled_from([RANDOM, OFFSPRING, PARENTS]), st.integers(0, 2**32))
def test_with_comma_the_mu_fittest_offspring_survive(generation, ties, seed):
    before, fitness, mu = generation
    assume(len(before) >= 2 * mu)
    order, considered = select(before, fitness, mu, ties, seed_state(seed), comma=True)
    assert sorted(order) == list(range(len(order)))
    assert fitness[order[:mu]].tolist() == sorted(fitness[before[mu:]], reverse=True)[:mu]
    # what came and went is among the considered and the last slots of the order
    first = len(order) - len(considered)
    assert set(order[:mu]) <= set(considered) <= set(before[mu:])
    assert set(before[:mu]) <= set(order[first:]) <= set(before[:mu]) | set(considered)


@given(generations(), st.sampled_from([OFFSPRING, PARENTS]))
def test_with_comma_ties_are_broken_by_age(generation, ties):
    before, fitness, mu = generation
    assume(len(before) >= 2 * mu)
    by_age = before[mu:] if ties == PARENTS else before[mu:][::-1]
    expected = sorted(by_age, key=lambda slot: -fitness[slot])[:mu]
    rng = seed_state(0)
    order, _ = select(before, fitness, mu, ties, rng, comma=True)
    assert order[:mu].tolist() == expected
    assert np.array_equal(rng, seed_state(0))


@pytest.mark.parametrize("offspring", [[3, 3, 1, 7], [4, 4, 4], [5, 5, 2, 2, 2, 1, 9]])
def test_with_comma_ties_at_the_cut_are_a_fair_draw(offspring):
    fitness, mu = [9, 9, 9, *offspring], 3
    cut = sorted(offspring, reverse=True)[mu - 1]
    tied = [slot for slot in range(mu, len(fitness)) if fitness[slot] == cut]
    places = mu - sum(value > cut for value in offspring)
    subsets = dict.fromkeys(itertools.combinations(tied, places), 0)
    rng = seed_state(2)
    for _ in range(400 * len(subsets)):
        order, _ = select(range(len(fitness)), fitness, mu, RANDOM, rng, comma=True)
        subsets[tuple(sorted(set(order[:mu].tolist()) & set(tied)))] += 1
    assert uniform(list(subsets.values())) > ERROR_RATE


@given(generations(), st.booleans(), st.integers(0, 2**32))
def test_slots_of_more_offspring_than_were_born_are_left_alone(generation, comma, seed):
    before, fitness, mu = generation
    assume(len(before) >= 2 * mu)
    alone, few = select(before, fitness, mu, RANDOM, seed_state(seed), comma)
    wider = np.append(before, len(before) + np.arange(4)).astype(np.int32)
    considered = np.zeros(len(wider) - mu, np.int32)
    number = survive(wider, np.append(fitness, [9, 9, 9, 9]), mu, len(before) - mu, RANDOM, comma,
                     np.zeros(len(wider), np.int32), considered, seed_state(seed))
    assert np.array_equal(wider[:len(before)], alone)
    assert np.array_equal(wider[len(before):], len(before) + np.arange(4))
    assert np.array_equal(considered[:number], few)


@given(st.lists(FEW_VALUES, min_size=1, max_size=20), st.integers(0, 5))
def test_sort_slots_is_a_stable_sort(fitness, free):
    order = np.arange(len(fitness) + free, dtype=np.int32)
    sort_slots(order, np.array(fitness + [100] * free), len(fitness))
    expected = sorted(range(len(fitness)), key=lambda slot: -fitness[slot])
    assert order.tolist() == [*expected, *range(len(fitness), len(order))]
