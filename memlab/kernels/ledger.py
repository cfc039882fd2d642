"""The record of a run: best solutions found, steps, and the state of the population.

Nearly everything is kept up to date by increments, so that recording costs little. With c ones in a
column of mu genomes, c (mu - c) of the pairs differ there; summed over all columns, this gives the
diversity. Hashes in an open-addressing table give the number of different best solutions.
"""

from typing import NamedTuple

import numpy as np

from .bits import distance
from .jit import kernel
from .simd import lowest_bit


class Ledger(NamedTuple):
    """Counters of a run. The one-element arrays are numbers that kernels can change."""

    generation: np.ndarray     # int64 (1,), the last one finished
    best: np.ndarray           # int64 (1,), best fitness met
    unique: np.ndarray         # int64 (1,), different solutions of that fitness
    steps: np.ndarray          # int64 (1,), local search steps taken
    fitness_sum: np.ndarray    # int64 (1,), over the parents
    differing: np.ndarray      # int64 (1,), pairs of genomes that differ, summed over positions
    phenotypes_differing: np.ndarray   # int64 (1,), the same of the phenotypes
    phenotype_distance: np.ndarray     # int64 (1,), of the parents' genomes, added up
    seen: np.ndarray           # uint64 (2**k,), hashes of the best solutions; 0 = free
    columns: np.ndarray        # int32 (64 * words,), genomes that have a one at each position
    phenotype_columns: np.ndarray      # int32, the same of the phenotypes; empty if these are one
    nobody: np.ndarray         # uint64 (1, padded words), an empty genome
    parent: np.ndarray         # uint8 (slots,), 1 where a slot holds a parent


class Trace(NamedTuple):
    """One entry per generation, the initial population first; arrays of length 1 if not wanted."""

    wanted: bool
    sets: bool                 # whether solutions are sets, so that a genome may contain one
    best: np.ndarray           # int64 (generations + 1,)
    mean: np.ndarray           # float64
    diversity: np.ndarray      # float64
    phenotype_diversity: np.ndarray    # float64
    phenotype_distance: np.ndarray     # float64
    reserve: np.ndarray        # float64
    steps: np.ndarray          # int64


@kernel
def meet(ledger, phenotypes, slot, fitness, steps):
    """Record a solution that was just scored and the local-search steps it took."""
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
def enter_population(ledger, population, slot, mu):
    """Add a genome to the parents while the population is not yet complete."""
    ledger.fitness_sum[0] += population.fitness[slot]
    ledger.parent[slot] = 1
    _exchange(ledger.columns, ledger.differing, population.genomes, slot, ledger.nobody, 0, mu)
    if len(ledger.phenotype_columns):
        _exchange(ledger.phenotype_columns, ledger.phenotypes_differing, population.phenotypes,
                  slot, ledger.nobody, 0, mu)
        ledger.phenotype_distance[0] += distance(population.genomes, slot, population.phenotypes,
                                                 slot)


@kernel
def replace_members(ledger, population, mu, considered):
    """After a selection, let each surviving offspring take the place of a dropped parent.

    `considered` is what `survive` returned; a dropped genome is still in its slot. Survival is
    random and so hard for a processor to predict; the two lists are made without a branch.
    """
    parent, entering, leaving = ledger.parent, population.considered, population.merged
    changes = 0
    for i in range(len(population.order) - considered, len(population.order)):
        slot = population.order[i]
        leaving[changes] = slot
        changes += np.int64(parent[slot])
        parent[slot] ^= 1                     # 1 now marks an offspring that did not survive
    kept = 0
    for i in range(considered):
        slot = entering[i]
        entering[kept] = slot
        parent[slot] ^= 1                     # 0 for the others, as for all non-parents
        kept += np.int64(parent[slot])
    for i in range(changes):
        _replace(ledger, population, entering[i], leaving[i], mu)


@kernel
def _replace(ledger, population, entering, leaving, mu):
    genomes, phenotypes = population.genomes, population.phenotypes
    ledger.fitness_sum[0] += population.fitness[entering] - population.fitness[leaving]
    _exchange(ledger.columns, ledger.differing, genomes, entering, genomes, leaving, mu)
    if len(ledger.phenotype_columns):
        _exchange(ledger.phenotype_columns, ledger.phenotypes_differing, phenotypes, entering,
                  phenotypes, leaving, mu)
        ledger.phenotype_distance[0] += (distance(genomes, entering, phenotypes, entering)
                                         - distance(genomes, leaving, phenotypes, leaving))


@kernel
def _exchange(columns, differing, new, i, old, j, mu):
    """Keep `differing`, the sum of c (mu - c), up to date: c ± 1 adds ±(mu - 2c) - 1.

    A genome that survives mostly resembles the one it replaces, so that few columns change.
    """
    change = 0
    for word in range(len(columns) >> 6):
        changed = new[i, word] ^ old[j, word]
        while changed:
            place = lowest_bit(changed)
            changed &= changed - np.uint64(1)
            gain = 2 * np.int64((new[i, word] >> np.uint64(place)) & np.uint64(1)) - 1
            count = columns[64 * word + place]
            change += gain * (mu - 2 * count) - 1
            columns[64 * word + place] = count + gain
    differing[0] += change


@kernel
def diversity(differing, mu):
    """Mean Hamming distance over all pairs of mu genomes or phenotypes; 0 for a single one."""
    if mu == 1:
        return 0.0
    return 2.0 * differing[0] / (mu * (mu - 1.0))


@kernel
def reserve(ledger, population, mu):
    """Share of the parents whose genome is a strict superset of another parent's phenotype.

    Each parent is compared only with the one ranked before it in fitness (the first with the last),
    which costs little and estimates the share over all pairs. A comparison with the best parent
    alone would say less, since its rank is often due to a lucky repair that no other genome can
    have. The share is 0 where genomes are their own phenotypes.
    """
    if len(ledger.phenotype_columns) == 0:
        return 0.0
    genomes, phenotypes, containing = population.genomes, population.phenotypes, 0
    other = population.order[mu - 1]
    for i in range(mu):
        slot, lacking, more = population.order[i], np.uint64(0), np.uint64(0)
        for word in range(len(ledger.columns) >> 6):
            lacking |= phenotypes[other, word] & ~genomes[slot, word]
            more |= genomes[slot, word] & ~phenotypes[other, word]
        other = slot
        containing += np.int64(lacking == 0) & np.int64(more != 0)
    return containing / mu


@kernel
def record(ledger, population, trace, mu):
    """Write the trace's entry for the generation just finished."""
    generation = ledger.generation[0]
    if trace.wanted:
        trace.best[generation] = ledger.best[0]
        trace.mean[generation] = ledger.fitness_sum[0] / mu
        trace.diversity[generation] = diversity(ledger.differing, mu)
        trace.phenotype_diversity[generation] = diversity(
            ledger.phenotypes_differing if len(ledger.phenotype_columns) else ledger.differing, mu)
        trace.reserve[generation] = reserve(ledger, population, mu) if trace.sets else np.nan
        trace.phenotype_distance[generation] = ledger.phenotype_distance[0] / mu
        trace.steps[generation] = ledger.steps[0]
