"""What is written down during a run: best solutions met, steps, mean fitness, diversity.

Everything is kept up to date by increments, so that recording costs little. With c ones in a column
of mu genomes, c (mu - c) of the pairs differ there; so the sums of c and of c squared over all
columns give the diversity. Hashes in an open-addressing table give the number of different best
solutions.
"""

from typing import NamedTuple

import numpy as np

from .bits import ones
from .jit import kernel
from .simd import add_bits


class Ledger(NamedTuple):
    """Counters of a run. The one-element arrays are numbers that kernels can change."""

    generation: np.ndarray     # int64 (1,), the last one finished
    best: np.ndarray           # int64 (1,), best fitness met
    unique: np.ndarray         # int64 (1,), different solutions of that fitness
    steps: np.ndarray          # int64 (1,), local search steps taken
    fitness_sum: np.ndarray    # int64 (1,), over the parents
    ones: np.ndarray           # int64 (1,), sum of `columns`
    squares: np.ndarray        # int64 (1,), sum of their squares
    seen: np.ndarray           # uint64 (2**k,), hashes of the best solutions; 0 = free
    columns: np.ndarray        # int32 (64 * words,), parents that have a one at each position
    offspring: np.ndarray      # int32 (lambda,), slots of the generation's offspring
    parent: np.ndarray         # uint8 (slots,), 1 where a slot holds a parent


class Trace(NamedTuple):
    """One entry a generation, the initial population's first; arrays of length 1 if not wanted."""

    wanted: bool
    best: np.ndarray           # int64 (generations + 1,)
    mean: np.ndarray           # float64
    diversity: np.ndarray      # float64
    steps: np.ndarray          # int64


@kernel
def meet(ledger, phenotypes, slot, fitness, steps):
    """Note a solution just scored and the local search steps it took."""
    ledger.steps[0] += steps
    if fitness < ledger.best[0]:
        return
    if fitness > ledger.best[0]:
        ledger.best[0] = fitness
        if ledger.unique[0] > 0:
            ledger.unique[0] = 0
            ledger.seen[:] = 0
    ledger.unique[0] += insert(ledger.seen, fingerprint(phenotypes, slot))


@kernel
def fingerprint(genomes, slot):
    """A 64-bit hash of ``genomes[slot]``, never 0.

    Every step is a bijection of the word it takes in, so that genomes that differ in one word never
    collide; k different genomes collide at all with probability about k**2 / 2**65.
    """
    value = np.uint64(0x9E3779B97F4A7C15)
    for word in range(genomes.shape[1]):
        value = (value ^ genomes[slot, word]) * np.uint64(0xBF58476D1CE4E5B9)
        value ^= value >> np.uint64(32)
        value *= np.uint64(0x94D049BB133111EB)
        value ^= value >> np.uint64(29)
    return max(value, np.uint64(1))


@kernel
def insert(seen, value):
    """Add a non-zero hash to the table, which is never full; returns 1 if it is new, else 0."""
    mask = np.uint64(len(seen) - 1)
    place = value & mask
    while seen[place] != 0:
        if seen[place] == value:
            return 0
        place = (place + np.uint64(1)) & mask
    seen[place] = value
    return 1


@kernel
def rehash(seen, larger):
    """Move all hashes into a larger, empty table."""
    for value in seen:
        if value != 0:
            insert(larger, value)


@kernel
def enter_population(ledger, genomes, slot, fitness):
    """A genome becomes a parent."""
    ledger.parent[slot] = 1
    ledger.fitness_sum[0] += fitness
    size = ones(genomes, slot)
    ledger.ones[0] += size
    ledger.squares[0] += 2 * add_bits(ledger.columns, genomes, slot, 1) + size


@kernel
def leave_population(ledger, genomes, slot, fitness):
    """A genome is a parent no more."""
    ledger.parent[slot] = 0
    ledger.fitness_sum[0] -= fitness
    size = ones(genomes, slot)
    ledger.ones[0] -= size
    ledger.squares[0] += size - 2 * add_bits(ledger.columns, genomes, slot, -1)


@kernel
def replace_members(ledger, genomes, fitness, order, mu):
    """After a selection: the parents that were dropped leave, the offspring that were kept enter.

    ``ledger.offspring`` are the generation's offspring; a dropped genome is still in its slot.
    """
    for i in range(mu, len(order)):
        slot = order[i]
        if ledger.parent[slot]:
            leave_population(ledger, genomes, slot, fitness[slot])
        else:
            ledger.parent[slot] = 2           # an offspring that did not survive
    for slot in ledger.offspring:
        if ledger.parent[slot] == 2:
            ledger.parent[slot] = 0
        else:
            enter_population(ledger, genomes, slot, fitness[slot])


@kernel
def diversity(ledger, mu):
    """Mean Hamming distance over all pairs of the mu parents' genomes; 0 for a single one."""
    if mu == 1:
        return 0.0
    differing = mu * ledger.ones[0] - ledger.squares[0]
    return 2.0 * differing / (mu * (mu - 1.0))


@kernel
def record(ledger, trace, mu):
    """Write the trace's entry for the generation just finished."""
    generation = ledger.generation[0]
    if trace.wanted:
        trace.best[generation] = ledger.best[0]
        trace.mean[generation] = ledger.fitness_sum[0] / mu
        trace.diversity[generation] = diversity(ledger, mu)
        trace.steps[generation] = ledger.steps[0]
