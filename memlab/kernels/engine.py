"""Algorithm 1 of the paper: the (mu+lambda) EA in its four modes, one function for every problem.

All differences between problems are behind the four functions of `protocol`; the types of
`instance` and `workspace` determine which implementation is compiled.
"""

from typing import NamedTuple

import numpy as np

from . import protocol
from .bits import copy_row
from .jit import kernel
from .ledger import enter_population, meet, record, replace_members
from .rng import happens
from .selection import sort_slots, survive
from .variation import randomise, vary

DARWINIAN, BALDWINIAN, LAMARCKIAN, LB = range(4)     # in the order of `names.MODES`


class Algorithm(NamedTuple):
    """The configuration, budget and target of a run, in the form that the kernels need."""

    mode: int
    mu: int
    lambda_: int
    crossover_rate: float
    lb_probability: float       # 0 outside LB
    learning_rate: float        # probability that an offspring learns
    learning_depth: int         # the maximum number of steps that it then takes
    ties: int                   # which individuals survive at equal fitness, as in `selection`
    budget: int
    step_cost: float            # of one step of local search, in evaluations
    target: int                 # the run is over once the best fitness has reached it


class Population(NamedTuple):
    """Parents and offspring in mu + lambda slots.

    In Darwinian and Lamarckian evolution `phenotypes` is the array `genomes` itself.
    """

    genomes: np.ndarray         # uint64 (slots, padded words)
    phenotypes: np.ndarray      # uint64 (slots, padded words), the solutions that are scored
    fitness: np.ndarray         # int64 (slots,)
    order: np.ndarray           # int32 (slots,): the parents' slots, best first, then the free ones
    merged: np.ndarray          # int32 (slots,), scratch of the selection
    considered: np.ndarray      # int32 (lambda,), the offspring that the last selection considered
    flipped: np.ndarray         # int64 (flips,), scratch of the mutation
    rng: np.ndarray             # uint64 (4,)


@kernel
def start(instance, workspace, layout, algorithm, population, ledger, trace, given):
    """Score the initial population raw, as every mode does; its genomes are random unless `given`.
    """
    genomes, fitness = population.genomes, population.fitness
    for slot in range(algorithm.mu):
        if not given:
            randomise(layout, genomes, slot, population.rng)
        fitness[slot] = protocol.raw_fitness(instance, workspace, genomes, slot)
        if algorithm.mode == BALDWINIAN or algorithm.mode == LB:
            copy_row(genomes, slot, population.phenotypes, slot)
        meet(ledger, population.phenotypes, slot, fitness[slot], 0)
        enter_population(ledger, population, slot, algorithm.mu)
    sort_slots(population.order, fitness, algorithm.mu)
    record(ledger, population, trace, algorithm.mu)


@kernel
def start_learned(instance, workspace, layout, algorithm, population, ledger, trace):
    """Random individuals that learn as offspring do, in a mode that has local search."""
    for slot in range(algorithm.mu):
        randomise(layout, population.genomes, slot, population.rng)
        steps = judge(instance, workspace, algorithm, population, slot, -1, len(layout.positions))
        meet(ledger, population.phenotypes, slot, population.fitness[slot], steps)
        enter_population(ledger, population, slot, algorithm.mu)
    sort_slots(population.order, population.fitness, algorithm.mu)
    record(ledger, population, trace, algorithm.mu)


@kernel
def advance(instance, workspace, layout, algorithm, population, ledger, trace, until):
    """Run generations up to number `until`, as long as the run is not finished.

    The function returns early when the table of best solutions has to grow, which the caller does.
    The number of the last finished generation is kept in the ledger with all other state, because a
    return value would be lost if Ctrl-C arrives right after the call.
    """
    mu, lambda_ = algorithm.mu, algorithm.lambda_
    while (ledger.generation[0] < until and not finished(algorithm, ledger)
           and ledger.unique[0] + lambda_ < len(ledger.seen) // 2):
        for i in range(mu, mu + lambda_):
            child = np.int64(population.order[i])
            parent, distance = vary(layout, population.genomes, population.order, mu,
                                    algorithm.crossover_rate, child, population.flipped,
                                    population.rng)
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


@kernel
def judge(instance, workspace, algorithm, population, child, parent, distance):
    """Score one offspring as its mode demands; return the number of local-search steps.

    Whether it learns is drawn first. Whether its local optimum replaces its genome is drawn last,
    and only if it learned.
    """
    genomes, phenotypes, rng = population.genomes, population.phenotypes, population.rng
    mode = algorithm.mode
    if mode == DARWINIAN:
        population.fitness[child] = protocol.offspring_fitness(
            instance, workspace, genomes, child, parent, distance)
        return 0
    if mode != LAMARCKIAN:
        copy_row(genomes, child, phenotypes, child)
    learns = happens(rng, algorithm.learning_rate)
    fitness, steps = protocol.learn(instance, workspace, genomes, phenotypes, child, parent,
                                    distance, mode == LAMARCKIAN,
                                    algorithm.learning_depth if learns else 0, rng)
    population.fitness[child] = fitness
    if mode == LB and learns and happens(rng, algorithm.lb_probability):
        copy_row(phenotypes, child, genomes, child)
        protocol.assimilate(instance, workspace, genomes, child, fitness)
    return steps


@kernel
def measure(instance, workspace, genomes):
    """Raw fitness of ``genomes[0]``."""
    return protocol.raw_fitness(instance, workspace, genomes, 0)


@kernel
def improve(instance, workspace, genomes, most, rng):
    """Improve ``genomes[0]`` in place by at most `most` steps; return (fitness, steps)."""
    return protocol.learn(instance, workspace, genomes, genomes, 0, -1, 0, True, most, rng)


@kernel
def restore(instance, workspace, layout, algorithm, population, ledger, trace):
    """Rebuild all state that follows from the parents' genomes and phenotypes, sorted by fitness.

    The solutions of the best fitness are already in the ledger, and counted, if the state is valid.
    """
    genomes, phenotypes, fitness = population.genomes, population.phenotypes, population.fitness
    for slot in range(algorithm.mu):
        fitness[slot] = protocol.raw_fitness(instance, workspace, phenotypes, slot)
        protocol.raw_fitness(instance, workspace, genomes, slot)      # fills the workspace
        ledger.best[0] = fitness[0]
        meet(ledger, phenotypes, slot, fitness[slot], 0)
        enter_population(ledger, population, slot, algorithm.mu)
    record(ledger, population, trace, algorithm.mu)
