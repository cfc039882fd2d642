"""Crossover and mutation, against the distributions that the paper defines, worked out exactly."""

import decimal
import itertools
import math

import numpy as np
import pytest
from reference_operators import farthest_pairs, masks
from scipy import stats
from significance import ERROR_RATE, binomial, fits, uniform

import memlab as ml
from memlab.evolution.configuration import Configuration
from memlab.evolution.state import make_state
from memlab.kernels import bits, variation
from memlab.kernels.jit import kernel
from memlab.kernels.rng import seed_state

TIMES = 50_000


def make_layout(n, gap=0):
    """n bits, those of the second half shifted by a gap: as vertices of even and odd degree are."""
    positions = np.arange(n) + gap * (np.arange(n) >= n // 2)
    return variation.make_layout(positions, bits.padded(int(positions.max()) // 64 + 1))


def scratch(layout):
    return np.zeros(len(layout.flips), np.int64)


def unpack(layout, genomes):
    return np.unpackbits(genomes.view(np.uint8), axis=1, bitorder="little")[:, layout.positions]


def pack(layout, solutions):
    spread = np.zeros((len(solutions), 64 * len(layout.valid)), np.uint8)
    spread[:, layout.positions] = solutions
    return np.packbits(spread, axis=1, bitorder="little").view(np.uint64)


def numbers(layout, genomes):
    """Each solution as the number that it is in binary, bit 0 first."""
    return unpack(layout, genomes).astype(np.int64) @ (1 << np.arange(len(layout.positions)))


def invalid_bits(layout, genomes):
    return np.bitwise_count(genomes & ~layout.valid).sum()


# the operations, many times in one call
@kernel
def randomise_all(layout, genomes, rng):
    for slot in range(len(genomes)):
        variation.randomise(layout, genomes, slot, rng)


@kernel
def mutate_all(layout, genomes, flips, flipped, rng):
    for slot in range(len(genomes)):
        flips[slot] = variation.mutate(layout, genomes, slot, flipped, rng)


@kernel
def vary_all(layout, algorithm, population, parents, distances):
    for slot in range(algorithm.mu, len(population.genomes)):
        parents[slot], distances[slot] = variation.vary(layout, algorithm, population, slot)


# -------------------------------------------------------------------------------------- layout


@pytest.mark.parametrize("n", [1, 2, 32, 33, 5000])
def test_thresholds_are_the_binomial_distribution_function(n):
    error = n * 2**-51      # a rounding of 1 - 1/n, raised to the n-th power
    with decimal.localcontext() as context:
        context.prec = 60
        p, total = 1 / decimal.Decimal(n), decimal.Decimal(0)
        for i, threshold in enumerate(make_layout(n).flips.tolist()):
            total += math.comb(n, i) * p**i * (1 - p) ** (n - i)
            assert abs(float(threshold / decimal.Decimal(2**64) - total)) < error
        assert total + p**n > 1 - decimal.Decimal(2) ** -64     # more flips never happen


# ----------------------------------------------------------------------------------- randomise


@pytest.mark.parametrize("n", [5, 64, 300])
def test_initial_genomes_have_fair_bits(n):
    layout = make_layout(n, gap=70)
    genomes = np.zeros((2000, len(layout.valid)), np.uint64)
    randomise_all(layout, genomes, seed_state(2))
    ones = unpack(layout, genomes).sum(axis=0)
    assert min(binomial(count, 2000, 0.5) for count in ones) > ERROR_RATE / n
    assert invalid_bits(layout, genomes) == 0


# ------------------------------------------------------------------------------------ mutation


@pytest.mark.parametrize("n", [1, 64, 300])
def test_number_of_flips_is_binomial_and_their_places_uniform(n):
    layout = make_layout(n, gap=90)
    genomes = np.zeros((TIMES, len(layout.valid)), np.uint64)
    flips = np.zeros(TIMES, np.int64)
    mutate_all(layout, genomes, flips, scratch(layout), seed_state(4))
    flipped = unpack(layout, genomes)
    assert np.array_equal(flipped.sum(axis=1), flips)
    counts = np.bincount(flips, minlength=n + 1)
    assert fits(counts, stats.binom.pmf(np.arange(n + 1), n, 1 / n)) > ERROR_RATE
    assert (counts[0] > 0) == (n > 1)                     # zero flips are a mutation, too
    for number in range(1, min(n, 3)):
        assert uniform(flipped[flips == number].sum(axis=0)) > ERROR_RATE
    assert invalid_bits(layout, genomes) == 0


# ------------------------------------------------------------------------------- fast mutation


def strength_probabilities(n):
    """P(strength = i) for i = 1, 2, ..., n/2 (Doerr et al. 2017, beta = 1.5)."""
    weights = np.arange(1, max(n // 2, 1) + 1) ** -1.5
    return weights / weights.sum()


@pytest.mark.parametrize("n", [1, 3, 7])
def test_fast_mutation_has_the_exact_distribution_over_all_results(n):
    layout = variation.with_fast_mutation(make_layout(n, gap=60))
    start = 0b0101011 % 2**n
    genomes = pack(layout, [(start >> np.arange(n)) & 1] * TIMES)
    flips = np.zeros(TIMES, np.int64)
    mutate_all(layout, genomes, flips, scratch(layout), seed_state(13))
    distance = np.bitwise_count(np.arange(2**n) ^ start)
    expected = sum(p * (s / n) ** distance * (1 - s / n) ** (n - distance)
                   for s, p in enumerate(strength_probabilities(n), 1))
    counts = np.bincount(numbers(layout, genomes), minlength=2**n)
    assert fits(counts, expected) > ERROR_RATE
    assert np.array_equal(flips, distance[numbers(layout, genomes)])
    assert invalid_bits(layout, genomes) == 0


# ----------------------------------------------------------------------------------- crossover


def test_crossover_takes_each_bit_from_either_parent():
    layout = make_layout(7, gap=64)
    first, second = [0, 1, 0, 1, 0, 0, 1], [1, 1, 0, 0, 1, 0, 0]     # they differ in 0, 3, 4, 6
    genomes, rng = pack(layout, [first, second, first]), seed_state(5)
    children = []
    for _ in range(5000):
        parent, distance = variation.cross(genomes, 0, 1, 2, rng)
        child = unpack(layout, genomes)
        away = (child[:2] != child[2]).sum(axis=1)
        assert distance == away.min() and parent == away.argmin()    # the first one if equally near
        children.append(child[2])
    children = np.array(children)
    assert (children[:, [1, 2, 5]] == [1, 0, 0]).all()
    assert uniform(np.bincount(children[:, [0, 3, 4, 6]] @ [1, 2, 4, 8], minlength=16)) > ERROR_RATE


# ----------------------------------------------------------------------------- both in their turn

FITNESS = np.array([5, 3, 3, 1])
OPERATORS = {
    "the paper's": {},
    "one point": {"crossover": "one-point"}, "two points": {"crossover": "two-point"},
    "many flips": {"expected_flips": 2.5}, "all flips": {"expected_flips": 4.0},
    "tournament of 3": {"parents": "tournament", "tournament_size": 3},
    "farthest": {"parents": "distant", "distant_probability": 1.0},
    "farther": {"parents": "distant", "distant_probability": 0.4, "crossover": "two-point"},
    "everything": {"parents": "tournament", "crossover": "one-point", "expected_flips": 1.7},
}


def parent_probabilities(mu, parents="uniform", tournament_size=2):
    """The probability with which each parent is drawn, by enumerating all tournaments."""
    chances = np.zeros(mu)
    for drawn in itertools.product(range(mu), repeat=tournament_size * (parents == "tournament")
                                   or 1):
        best = max(FITNESS[list(drawn)])
        winners = [one for one in drawn if FITNESS[one] == best]
        np.add.at(chances, winners, 1 / len(winners) / mu**len(drawn))
    return chances


def operated(genomes, rate, n, crossover="uniform", expected_flips=1.0, distant_probability=0.0,
             **how):
    """Probability of every offspring, straight from algorithm 1: by enumeration."""
    mu, before = len(genomes), np.zeros(2**n)
    single = parent_probabilities(mu, **how)
    pairs = np.outer(single, single)
    if how.get("parents") == "distant":
        pairs *= 1 - distant_probability
        farthest = farthest_pairs((np.array(genomes)[:, None] >> np.arange(n)) & 1)
        np.add.at(pairs, tuple(farthest.T), distant_probability / len(farthest))
    taken = [mask @ (1 << np.arange(n)) for mask in masks(crossover, n)]
    for (first, second), mask in itertools.product(np.ndindex(mu, mu), taken):
        child = genomes[first] & ~mask | genomes[second] & mask
        before[child] += pairs[first, second] * rate / len(taken)
    np.add.at(before, genomes, (1 - rate) * single)
    distance = np.bitwise_count(np.arange(2**n)[:, None] ^ np.arange(2**n))
    flip = expected_flips / n
    return before @ (flip**distance * (1 - flip)**(n - distance))


def varied(parents, rate, n, operators, seed):
    """Counts of all offspring; whether no bound of a distance was too small."""
    mu = len(parents)
    layout = make_layout(n, gap=120)._replace(
        expected_flips=operators.get("expected_flips", 1.0))
    start = [(np.array(parents)[:, None] >> np.arange(n)) & 1, np.zeros((TIMES, n), int)]
    state = make_state(ml.DeceptiveLeadingBlocks(n, 2), Configuration(
        "darwinian", mu, TIMES, rate, **operators), mu + TIMES, rng=seed_state(seed))
    genomes = pack(layout, np.concatenate(start))
    chosen, bounds = np.zeros((2, mu + TIMES), np.int64)
    state.population.fitness[:mu] = FITNESS[:mu]
    vary_all(layout, state.algorithm, state.population._replace(genomes=genomes), chosen, bounds)
    offspring = numbers(layout, genomes)[mu:]
    distances = np.bitwise_count(offspring ^ np.array(parents)[chosen[mu:]])
    assert (distances <= bounds[mu:]).all()
    assert not distances[bounds[mu:] == 0].any() and invalid_bits(layout, genomes) == 0
    return np.bincount(offspring, minlength=2**n)


@pytest.mark.parametrize(("parents", "rate"), [
    ([5], 0.6), ([5, 10], 1.0), ([0, 15, 15], 0.6), ([1, 2, 4, 14], 0.0), ([1, 2, 4, 14], 1.0)])
@pytest.mark.parametrize("name", OPERATORS)
def test_offspring_have_the_exact_distribution_of_every_operator(name, parents, rate):
    counts = varied(parents, rate, 4, OPERATORS[name], 8)
    assert fits(counts, operated(parents, rate, 4, **OPERATORS[name])) > ERROR_RATE


@pytest.mark.parametrize("crossover", ["one-point", "two-point"])
@pytest.mark.parametrize("n", [65, 300])
def test_cuts_are_uniform(crossover, n):
    """Of complements, the child says where the cuts were."""
    layout, rng = make_layout(n, gap=64), seed_state(10)
    genomes = pack(layout, [np.zeros(n), np.ones(n), np.zeros(n)])
    cuts = np.zeros(n + 1, np.int64)
    for _ in range(3000):
        taken = variation.cross_at_points(layout, genomes, 0, 1, 2,
                                          1 + (crossover == "two-point"), rng)
        child = unpack(layout, genomes)[2]
        assert child.sum() == taken > 0
        changes = np.flatnonzero(np.diff(np.concatenate(([0], child, [0]))))
        assert len(changes) == 2
        cuts[changes] += 1
    assert cuts[n] == 0      # the ring's end is its beginning
    if crossover == "one-point":
        assert cuts[0] == 3000 and uniform(cuts[1:n]) > ERROR_RATE
    else:
        assert uniform(cuts[:n]) > ERROR_RATE
