"""What is written down during a run: hashes, the table of best solutions, diversity."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from reference import mean_distance

import memlab as ml
from memlab.kernels import ledger
from memlab.kernels.bits import padded


def hashes(genomes):
    return [int(ledger.fingerprint(genomes, slot)) for slot in range(len(genomes))]


def test_hashes_are_the_same_on_every_machine():
    genomes = np.arange(16, dtype=np.uint64).reshape(2, 8)
    assert hashes(genomes) == [expected_hash(row) for row in genomes.tolist()]


def expected_hash(words):
    """The hash on Python's integers."""
    value = 0x9E3779B97F4A7C15
    for word in words:
        value = (value ^ word) * 0xBF58476D1CE4E5B9 % 2**64
        value = (value ^ (value >> 32)) * 0x94D049BB133111EB % 2**64
        value ^= value >> 29
    return max(value, 1)


# values that all want the same places, and the wrap-around
CROWDED = st.sampled_from([1, 17, 33, 49, 15, 31, 47, 2**63 + 15, 2**64 - 1])


@given(st.lists(CROWDED, max_size=40))
def test_the_table_is_a_set(values):
    seen, model = np.zeros(16, np.uint64), set()
    for value in values:
        assert ledger.insert(seen, np.uint64(value)) == (value not in model)
        model.add(value)
    assert sorted(seen[seen != 0].tolist()) == sorted(model)
    larger = np.zeros(64, np.uint64)
    ledger.rehash(seen, larger)
    assert sorted(larger[larger != 0].tolist()) == sorted(model)
    assert not any(ledger.insert(larger, np.uint64(value)) for value in model)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 7), st.integers(0, 9)), max_size=60))
def test_meet_counts_the_different_solutions_of_the_best_fitness(met):
    genomes = np.arange(8 * padded(1), dtype=np.uint64).reshape(8, -1)
    book = ml.Evolution(ml.DeceptiveLeadingBlocks(2, 2), "darwinian", mu=1, budget=1).state.ledger
    book.best[0], book.unique[0], book.steps[0], book.improved[0] = -99, 0, 0, 0
    book.seen[:] = 0
    for number, (fitness, slot, steps) in enumerate(met, 1):
        before = book.best[0]
        ledger.meet(book, genomes, slot, fitness, steps, number)
        latest = book.improvements[book.improved[0] - 1].tolist()
        assert (latest == [number, fitness, book.steps[0]]) == (fitness > before)
        best = max(f for f, _, _ in met[:number])
        assert book.best[0] == best
        assert book.unique[0] == len({s for f, s, _ in met[:number] if f == best})
        assert book.steps[0] == sum(taken for _, _, taken in met[:number])


def test_diversity_is_the_mean_distance_of_all_pairs():
    problem = ml.DeceptiveLeadingBlocks(150, 2)
    for mu in (1, 2, 3, 40):
        e = ml.Evolution(problem, "darwinian", mu=mu, budget=mu, seed=mu)
        population = e.state.population
        ours = ledger.diversity(e.state.ledger.columns, population.genomes, population.order, mu)
        assert np.isclose(ours, mean_distance(e.population), rtol=1e-14)
