"""The record of a run: best solutions found, steps, and the state of the population.

With c ones in a column of mu genomes, c (mu - c) of the pairs differ there; summed over all
columns, this gives the diversity. Hashes in an open-addressing table give the number of different
best solutions.
"""

from typing import NamedTuple

import numpy as np

from .bits import copy_row, distance
from .jit import kernel
from .simd import count_columns


class Ledger(NamedTuple):
    """Counters of a run. The one-element arrays are numbers that kernels can change."""

    generation: np.ndarray     # int64 (1,), the last one finished
    born: np.ndarray           # int64 (1,), offspring so far of a generation that is not finished
    evaluations: np.ndarray    # int64 (1,), of all individuals so far
    lambda_: np.ndarray        # float64 (1,), offspring of the next generation, before rounding
    best: np.ndarray           # int64 (1,), best fitness met
    unique: np.ndarray         # int64 (1,), different solutions of that fitness
    steps: np.ndarray          # int64 (1,), local search steps taken
    columns: np.ndarray        # int32 (1, 64 * words), scratch: ones of the parents in each column
    seen: np.ndarray           # uint64 (2**k,), hashes of the best solutions; 0 = free
    champion: np.ndarray       # uint64 (1, padded words), the first solution of the best fitness
    improved: np.ndarray       # int64 (1,), how often the best fitness has become better
    improvements: np.ndarray   # int64 (rows, 3): evaluation, fitness and steps so far of each time


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


@kernel
def diversity(columns, genomes, order, mu):
    """Mean Hamming distance (float64) over all pairs of ``order[:mu]``; 0 for a single one.

    `genomes` is uint64 (slots, padded words); `columns`, int32 (1, 64 * words), is scratch.
    """
    if mu == 1:
        return 0.0
    count_columns(columns, genomes, order, mu)
    differing = 0
    for position in range(columns.shape[1]):
        count = np.int64(columns[0, position])
        differing += count * (mu - count)
    return 2.0 * differing / (mu * (mu - 1.0))


@kernel
def reserve(population, mu):
    """Share (float64) of the parents whose genome is a strict superset of another's phenotype.

    Each parent is compared only with the one ranked before it in fitness (the first with the last),
    which costs little and estimates the share over all pairs. A comparison with the best parent
    alone would say less, since its rank is often due to a lucky repair that no other genome can
    have.
    """
    genomes, phenotypes, containing = population.genomes, population.phenotypes, 0
    other = population.order[mu - 1]
    for i in range(mu):
        slot, lacking, more = population.order[i], np.uint64(0), np.uint64(0)
        for word in range(genomes.shape[1]):
            lacking |= phenotypes[other, word] & ~genomes[slot, word]
            more |= genomes[slot, word] & ~phenotypes[other, word]
        other = slot
        containing += np.int64(lacking == 0) & np.int64(more != 0)
    return containing / mu


@kernel
def record(algorithm, population, ledger, trace):
    """Write the trace's entry for the generation just finished."""
    if not trace.wanted:
        return
    generation, mu, order = ledger.generation[0], algorithm.mu, population.order
    genomes, phenotypes = population.genomes, population.phenotypes
    total, apart = 0, 0
    for i in range(mu):
        total += population.fitness[order[i]]
        apart += distance(genomes, order[i], phenotypes, order[i])
    trace.best[generation] = ledger.best[0]
    trace.mean[generation] = total / mu
    trace.diversity[generation] = diversity(ledger.columns, genomes, order, mu)
    trace.phenotype_diversity[generation] = trace.diversity[generation]
    trace.phenotype_distance[generation] = apart / mu
    trace.reserve[generation] = 0.0 if trace.sets else np.nan
    if algorithm.learning_probability > 0 and algorithm.inherits < 1:      # they are two arrays
        trace.phenotype_diversity[generation] = diversity(ledger.columns, phenotypes, order, mu)
        if trace.sets:
            trace.reserve[generation] = reserve(population, mu)
    trace.steps[generation] = ledger.steps[0]
    if generation < len(trace.lambda_):
        trace.lambda_[generation] = ledger.lambda_[0]
