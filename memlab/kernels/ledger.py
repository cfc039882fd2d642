"""The record of a run: best solutions found, steps, and the state of the population.

Nearly everything is kept up to date by increments, so that recording costs little. With c ones in a
column of mu genomes, c (mu - c) of the pairs differ there; summed over all columns, this gives the
diversity. Hashes in an open-addressing table give the number of different best solutions.
"""

from typing import NamedTuple

import numpy as np

from .bits import copy_row, distance
from .jit import kernel
from .simd import lowest_bit


class Spread(NamedTuple):
    """How different the genomes of the parents are, or their phenotypes."""

    columns: np.ndarray        # int32 (64 * words,), how many have a one at each position
    differing: np.ndarray      # int64 (1,), pairs that differ, summed over positions


class Ledger(NamedTuple):
    """Counters of a run. The one-element arrays are numbers that kernels can change."""

    generation: np.ndarray     # int64 (1,), the last one finished
    born: np.ndarray           # int64 (1,), offspring so far of a generation that is not finished
    evaluations: np.ndarray    # int64 (1,), of all individuals so far
    lambda_: np.ndarray        # float64 (1,), offspring of the next generation, before rounding
    best: np.ndarray           # int64 (1,), best fitness met
    unique: np.ndarray         # int64 (1,), different solutions of that fitness
    steps: np.ndarray          # int64 (1,), local search steps taken
    fitness_sum: np.ndarray    # int64 (1,), over the parents
    genomes: Spread
    phenotypes: Spread         # `columns` is empty if phenotypes are the genomes themselves
    phenotype_distance: np.ndarray     # int64 (1,), of the parents' genomes, added up
    seen: np.ndarray           # uint64 (2**k,), hashes of the best solutions; 0 = free
    champion: np.ndarray       # uint64 (1, padded words), the first solution of the best fitness
    nobody: np.ndarray         # uint64 (1, padded words), an empty genome
    improved: np.ndarray       # int64 (1,), how often the best fitness has become better
    improvements: np.ndarray   # int64 (rows, 3): evaluation, fitness and steps so far of each time
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
    lambda_: np.ndarray        # float64, of the next generation; length 1 if it does not adapt


@kernel
def meet(ledger, phenotypes, slot, fitness, steps, evaluation):
    """Record the solution ``phenotypes[slot]``, which was just scored, and its local-search steps.

    `phenotypes` is uint64 (slots, padded words), and `evaluation` the number (int64) of that
    scoring in the run, from 1. The caller keeps a row free in the table of improvements.
    """
    ledger.steps[0] += steps
    if fitness < ledger.best[0]:
        return
    if fitness > ledger.best[0]:
        ledger.best[0] = fitness
        copy_row(phenotypes, slot, ledger.champion, 0)
        improvement = ledger.improvements[ledger.improved[0]]
        improvement[0], improvement[1], improvement[2] = evaluation, fitness, ledger.steps[0]
        ledger.improved[0] += 1
        if ledger.unique[0] > 0:
            ledger.unique[0] = 0
            ledger.seen[:] = 0
    ledger.unique[0] += insert(ledger.seen, fingerprint(phenotypes, slot))


@kernel
def fingerprint(genomes, slot):
    """A hash (uint64) of ``genomes[slot]``, never 0; `genomes` is uint64 (slots, padded words).

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
    """Add a non-zero hash to the table, which is never full; returns 1 if it is new, else 0.

    `seen` is uint64 (2**k,), `value` uint64.
    """
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
    """Add all hashes of `seen`, uint64 (any length), to a larger table, uint64 (2**k,)."""
    for value in seen:
        if value != 0:
            insert(larger, value)


@kernel(merged=True)
def enter_population(ledger, population, slot, mu):
    """Add an individual to the parents while the population is not yet complete."""
    ledger.fitness_sum[0] += population.fitness[slot]
    ledger.parent[slot] = 1
    _exchange(ledger, population, slot, ledger.nobody, ledger.nobody, 0, mu)


@kernel
def replace_members(ledger, population, mu, born, considered):
    """After a selection, let each surviving offspring take the place of a dropped parent.

    Of the `born` offspring, `considered` is what `survive` returned; a dropped genome is still in
    its slot. Survival is random and so hard for a processor to predict; the two lists are made
    without a branch.
    """
    parent, entering, leaving = ledger.parent, population.considered, population.merged
    changes = 0
    for i in range(mu + born - considered, mu + born):
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
        new, old = entering[i], leaving[i]
        ledger.fitness_sum[0] += population.fitness[new] - population.fitness[old]
        _exchange(ledger, population, new, population.genomes, population.phenotypes, old, mu)


@kernel(merged=True)
def _exchange(ledger, population, entering, genomes, phenotypes, leaving, mu):
    """Count the individual in slot `entering` in place of row `leaving` of the other two arrays."""
    _recount(ledger.genomes, population.genomes, entering, genomes, leaving, mu)
    if len(ledger.phenotypes.columns):
        _recount(ledger.phenotypes, population.phenotypes, entering, phenotypes, leaving, mu)
        ledger.phenotype_distance[0] += (
            distance(population.genomes, entering, population.phenotypes, entering)
            - distance(genomes, leaving, phenotypes, leaving))


@kernel
def _recount(spread, new, i, old, j, mu):
    """Keep `differing`, the sum of c (mu - c), up to date: c ± 1 adds ±(mu - 2c) - 1.

    A genome that survives mostly resembles the one it replaces, so that few columns change.
    """
    columns, change = spread.columns, 0
    for word in range(len(columns) >> 6):
        changed = new[i, word] ^ old[j, word]
        while changed:
            place = lowest_bit(changed)
            changed &= changed - np.uint64(1)
            gain = 2 * np.int64((new[i, word] >> np.uint64(place)) & np.uint64(1)) - 1
            count = columns[64 * word + place]
            change += gain * (mu - 2 * count) - 1
            columns[64 * word + place] = count + gain
    spread.differing[0] += change


@kernel
def diversity(spread, mu):
    """Mean Hamming distance (float64) over all pairs of mu individuals; 0 for a single one."""
    if mu == 1:
        return 0.0
    return 2.0 * spread.differing[0] / (mu * (mu - 1.0))


@kernel
def reserve(ledger, population, mu):
    """Share (float64) of the parents whose genome is a strict superset of another's phenotype.

    Each parent is compared only with the one ranked before it in fitness (the first with the last),
    which costs little and estimates the share over all pairs. A comparison with the best parent
    alone would say less, since its rank is often due to a lucky repair that no other genome can
    have. The share is 0 where the genomes are the phenotypes themselves.
    """
    if len(ledger.phenotypes.columns) == 0:
        return 0.0
    genomes, phenotypes, containing = population.genomes, population.phenotypes, 0
    other = population.order[mu - 1]
    for i in range(mu):
        slot, lacking, more = population.order[i], np.uint64(0), np.uint64(0)
        for word in range(len(ledger.genomes.columns) >> 6):
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
        trace.diversity[generation] = diversity(ledger.genomes, mu)
        trace.phenotype_diversity[generation] = diversity(
            ledger.phenotypes if len(ledger.phenotypes.columns) else ledger.genomes, mu)
        trace.reserve[generation] = reserve(ledger, population, mu) if trace.sets else np.nan
        trace.phenotype_distance[generation] = ledger.phenotype_distance[0] / mu
        trace.steps[generation] = ledger.steps[0]
        if generation < len(trace.lambda_):
            trace.lambda_[generation] = ledger.lambda_[0]
