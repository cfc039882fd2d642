"""Algorithm 1 of the paper: the (mu+lambda) EA, one function for all modes and every problem.

All differences between problems are behind the four functions of `protocol`; the types of
`instance` and `workspace` determine which implementation is compiled. All differences between modes
are two numbers of `Algorithm`: `learns` and `inherits`.

The arguments ``instance, workspace, layout, algorithm, population, ledger, trace`` of most kernels
are the fields of `memlab.state.State`.
"""

from typing import NamedTuple

import numpy as np

from . import protocol
from .bits import copy_row
from .jit import kernel
from .ledger import enter_population, meet, record, replace_members
from .rng import happens
from .selection import sort_slots, survive
from .variation import Births, randomise, vary


class Algorithm(NamedTuple):
    """The configuration, budget and target of a run, in the form that the kernels need."""

    learns: bool                # whether local search improves offspring before they are scored
    inherits: float             # probability that what was learned replaces the genome
    mu: int
    lambda_: int
    crossover_rate: float
    learning_rate: float        # probability that an offspring learns
    learning_depth: int         # the maximum number of steps that it then takes
    ties: int                   # which individuals survive at equal fitness, as in `selection`
    budget: int
    step_cost: float            # of one step of local search, in evaluations
    target: int                 # the run is over once the best fitness has reached it


class Population(NamedTuple):
    """Parents and offspring in mu + lambda slots.

    Where nobody learns, and where everything learned is inherited, `phenotypes` is the array
    `genomes` itself.
    """

    genomes: np.ndarray         # uint64 (slots, padded words)
    phenotypes: np.ndarray      # uint64 (slots, padded words), the solutions that are scored
    fitness: np.ndarray         # int64 (slots,)
    order: np.ndarray           # int32 (slots,): the parents' slots, best first, then the free ones
    merged: np.ndarray          # int32 (slots,), scratch of the selection
    considered: np.ndarray      # int32 (lambda,), the offspring that the last selection considered
    flipped: np.ndarray         # int64 (flips,), scratch of the mutation
    births: Births              # how the offspring came about, if that is recorded
    rng: np.ndarray             # uint64 (4,)


@kernel
def start(instance, workspace, layout, algorithm, population, ledger, trace, given):
    """Score the initial population raw, as every mode does; its genomes are random unless `given`.
    """
    genomes = population.genomes
    for slot in range(algorithm.mu):
        if not given:
            randomise(layout, genomes, slot, population.rng)
        population.fitness[slot] = protocol.raw_fitness(instance, workspace, genomes, slot)
        copy_row(genomes, slot, population.phenotypes, slot)
    _settle(algorithm, population, ledger, trace)


@kernel
def start_learned(instance, workspace, layout, algorithm, population, ledger, trace):
    """Random individuals that learn as offspring do."""
    for slot in range(algorithm.mu):
        randomise(layout, population.genomes, slot, population.rng)
        ledger.steps[0] += judge(instance, workspace, algorithm, population, slot, -1,
                                 len(layout.positions))
    _settle(algorithm, population, ledger, trace)


@kernel(merged=True)
def _settle(algorithm, population, ledger, trace):
    """Rank and record parents that have been scored."""
    for slot in range(algorithm.mu):
        meet(ledger, population.phenotypes, slot, population.fitness[slot], 0)
        enter_population(ledger, population, slot, algorithm.mu)
    sort_slots(population.order, population.fitness, algorithm.mu)
    record(ledger, population, trace, algorithm.mu)


@kernel
def advance(instance, workspace, layout, algorithm, population, ledger, trace, until):
    """Run generations up to number `until` (int64), as long as the run is not finished.

    The function returns early when the table of best solutions has to grow, which the caller does.
    The number of the last finished generation is kept in the ledger with all other state, because a
    return value would be lost if Ctrl-C arrives right after the call.
    """
    mu, lambda_ = algorithm.mu, algorithm.lambda_
    while (ledger.generation[0] < until and not finished(algorithm, ledger)
           and ledger.unique[0] + lambda_ < len(ledger.seen) // 2):
        for i in range(mu, mu + lambda_):
            child = np.int64(population.order[i])
            parent, distance = vary(layout, algorithm, population, child)
            steps = judge(instance, workspace, algorithm, population, child, parent, distance)
            meet(ledger, population.phenotypes, child, population.fitness[child], steps)
        considered = survive(population.order, population.fitness, mu, lambda_,
                             algorithm.ties, population.merged, population.considered,
                             population.rng)
        ledger.generation[0] += 1
        if trace.wanted:
            if considered:
                replace_members(ledger, population, mu, considered)
            record(ledger, population, trace, mu)


@kernel
def finished(algorithm, ledger):
    """Whether the target is reached, or the budget left is too small for a generation."""
    evaluations = algorithm.mu + ledger.generation[0] * algorithm.lambda_
    spent = evaluations + algorithm.step_cost * ledger.steps[0]
    return (ledger.best[0] >= algorithm.target
            or spent + algorithm.lambda_ > algorithm.budget)


@kernel(merged=True)
def judge(instance, workspace, algorithm, population, child, parent, distance):
    """Score the offspring in slot `child` as its mode demands; return its local-search steps.

    It differs from the individual in slot `parent` in at most `distance` bits. Whether it learns is
    drawn first. Whether its local optimum replaces its genome is drawn last, and only if it
    learned; nothing is drawn where that is certain or impossible.
    """
    genomes, phenotypes, rng = population.genomes, population.phenotypes, population.rng
    if not algorithm.learns:
        population.fitness[child] = protocol.offspring_fitness(
            instance, workspace, genomes, child, parent, distance)
        return 0
    in_place = algorithm.inherits >= 1.0      # the two arrays are one
    if not in_place:
        copy_row(genomes, child, phenotypes, child)
    learns = happens(rng, algorithm.learning_rate)
    fitness, steps = protocol.learn(instance, workspace, genomes, phenotypes, child, parent,
                                    distance, in_place, algorithm.learning_depth if learns else 0,
                                    rng)
    population.fitness[child] = fitness
    if not in_place and learns and happens(rng, algorithm.inherits):
        copy_row(phenotypes, child, genomes, child)
        protocol.assimilate(instance, workspace, genomes, child, fitness)
    return steps


@kernel
def measure(instance, workspace, genomes):
    """Raw fitness (int64) of ``genomes[0]``; `genomes` is uint64 (1, padded words)."""
    return protocol.raw_fitness(instance, workspace, genomes, 0)


@kernel
def improve(instance, workspace, genomes, most, rng):
    """Improve ``genomes[0]`` in place by at most `most` steps; return (fitness, steps), int64.

    `genomes` is uint64 (1, padded words), `rng` uint64 (4,).
    """
    return protocol.learn(instance, workspace, genomes, genomes, 0, -1, 0, True, most, rng)


@kernel
def restore(instance, workspace, layout, algorithm, population, ledger, trace):
    """Compute all that follows from the parents' genomes and phenotypes, which are sorted.

    The solutions of the best fitness are already in the ledger, and counted.
    """
    for slot in range(algorithm.mu):
        population.fitness[slot] = protocol.raw_fitness(
            instance, workspace, population.phenotypes, slot)
        protocol.raw_fitness(instance, workspace, population.genomes, slot)  # fills the workspace
    ledger.best[0] = population.fitness[0]
    _settle(algorithm, population, ledger, trace)
