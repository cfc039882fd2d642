"""Survivor selection against sorting, and its ties against a fair draw."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from reference_operators import inserted
from significance import ERROR_RATE, uniform

from memlab.evolution.configuration import TIES
from memlab.kernels import selection
from memlab.kernels.rng import below, seed_state
from memlab.kernels.selection import FEW, OFFSPRING, PARENTS, RANDOM, RUN, sort_slots, survive

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


@given(generations(), st.sampled_from([RANDOM, OFFSPRING, PARENTS]), st.booleans(),
       st.integers(0, 2**32))
def test_the_mu_fittest_survive(generation, ties, comma, seed):
    before, fitness, mu = generation
    assume(not comma or len(before) >= 2 * mu)
    order, considered = select(before, fitness, mu, ties, seed_state(seed), comma)
    assert sorted(order) == list(range(len(order)))
    rivals = before[mu:] if comma else before
    assert fitness[order[:mu]].tolist() == sorted(fitness[rivals], reverse=True)[:mu]
    # what came and went is among the considered and the last slots of the order
    first = len(order) - len(considered)
    assert set(order[:mu]) - set(before[:mu]) <= set(considered) <= set(before[mu:])
    assert set(before[:mu]) - set(order[:mu]) <= set(order[first:])
    assert set(order[first:]) <= set(before[:mu]) | set(considered)


@given(generations(), st.sampled_from([OFFSPRING, PARENTS]), st.booleans())
def test_ties_are_broken_by_age_on_demand(generation, ties, comma):
    """A stable sort of the youngest or the oldest first, and nothing is left to chance."""
    before, fitness, mu = generation
    assume(not comma or len(before) >= 2 * mu)
    parents = [] if comma else [*before[:mu]]
    by_age = [*parents, *before[mu:]] if ties == PARENTS else [*before[mu:][::-1], *parents]
    expected = sorted(by_age, key=lambda slot: -fitness[slot])[:mu]
    rng = seed_state(0)
    order, _ = select(before, fitness, mu, ties, rng, comma)
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
        order, _ = select(range(len(fitness)), fitness, mu, RANDOM, rng, comma)
        subsets[tuple(sorted(set(order[:mu].tolist()) & set(tied)))] += 1
    assert uniform(list(subsets.values())) > ERROR_RATE


# ------------------------------------------------------------- as if each slot had been inserted


@pytest.mark.parametrize("comma", [False, True])
@pytest.mark.parametrize("ties", [RANDOM, OFFSPRING, PARENTS])
@pytest.mark.parametrize(("mu", "lambda_"), [
    (1, 1), (1, 40), (10, 30), (40, 3), (250, 250), (30, FEW), (30, FEW + 1)])
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
            after, considered = select(order, fitness, mu, ties, ours, comma)
            assert after[:mu].tolist() == kept
            assert sorted(after[mu:]) == sorted(others)
            assert np.array_equal(ours, theirs)
            assert set(kept) <= set(order[:mu]) | set(considered)
            assert len(set(considered)) == len(considered)


@given(st.lists(FEW_VALUES, min_size=1, max_size=100), st.integers(0, 5), st.booleans(),
       st.data())
def test_sorting_is_stable_in_one_call_or_in_several(fitness, free, younger, data):
    total = len(fitness)
    order = np.arange(total + free, dtype=np.int32)
    cuts = data.draw(st.sets(st.integers(1, total).filter(lambda cut: cut % RUN == 0)
                             if total >= RUN else st.nothing()))
    cuts = [0, *sorted(cuts - {total}), total]
    scratch = np.zeros(total + free, np.int32)
    for begin, end in itertools.pairwise(cuts):
        sort_slots(order, np.array(fitness + [100] * free), younger, begin, end, total, scratch)
    ranked = range(total)[::-1] if younger else range(total)
    expected = sorted(ranked, key=lambda slot: -fitness[slot])
    assert order.tolist() == [*expected, *range(total, total + free)]


class Counted:
    """An array that counts how often it is read."""

    def __init__(self, values):
        self.values, self.reads = values, 0

    def __getitem__(self, index):
        self.reads += 1
        return self.values[index]


def reads(monkeypatch, call, fitness):
    """How often fitness is looked at."""
    for name in ("sort_slots", "merge_in", "survive", "_shuffle_ties"):
        kernel = getattr(selection, name)
        monkeypatch.setattr(selection, name, getattr(kernel, "py_func", kernel))
    counted = Counted(fitness.tolist())
    call(counted)
    return counted.reads


@pytest.mark.parametrize("course", ["random", "rising", "alike"])
def test_work_grows_as_n_log_n(monkeypatch, course):
    """As numbers of reads: of a quadratic method, these would be millions."""
    for n in 1_200, 4_800:
        fitness = {"random": np.random.default_rng(1).integers(0, 10**9, n),
                   "rising": np.arange(n), "alike": np.zeros(n, int)}[course]
        most = 3 * n * np.log2(n)
        order, scratch = np.zeros((2, n), np.int32)
        assert reads(monkeypatch, lambda counted: selection.sort_slots(
            np.arange(n, dtype=np.int32), counted, False, 0, n, n, scratch),  # noqa: B023
            fitness) < most
        mu = n // 3
        for ties, comma in itertools.product([RANDOM, OFFSPRING], [False, True]):
            order[:] = np.arange(n)
            order[:mu] = np.argsort(-fitness[:mu], kind="stable")
            assert reads(monkeypatch, lambda counted: selection.survive(
                order, counted, mu, n - mu, ties, comma, scratch,  # noqa: B023
                np.zeros_like(order), seed_state(0)), fitness) < most  # noqa: B023
