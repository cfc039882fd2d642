"""Algorithm 1 of the paper: the (mu+lambda) EA, one function for all modes and every problem.

All differences between problems are behind the four functions of `protocol`; the types of
`instance` and `workspace` determine which implementation is compiled. All differences between modes
are two fields of `Algorithm`: `learning_probability`, which is 0 where nobody learns, and
`inherits`. Its other fields are limits and operators.

The arguments ``instance, workspace, layout, algorithm, population, ledger, trace`` of most kernels
are the fields of `memlab.evolution.state.State`. Initial individuals are made from slot `begin` up
to slot `end`, a part at a time, so that Ctrl-C is heard in between.
"""

from typing import NamedTuple

import numpy as np

from . import protocol
from .bits import copy_row
from .jit import kernel
from .ledger import meet, record
from .rng import draw, happens
from .selection import sort_slots, survive
from .variation import inherit_some, randomise, vary


class SuccessRule(NamedTuple):
    """How the number of offspring adapts to success [1]_ [2]_.

    References
    ----------
    .. [1] M. A. Hevia Fajardo and D. Sudholt. Self-adjusting population sizes for non-elitist
       evolutionary algorithms: why success rates matter. Algorithmica 86, 2024.
    .. [2] M. A. Hevia Fajardo and D. Sudholt. Self-adjusting offspring population sizes outperform
       fixed parameters on the Cliff function. Artificial Intelligence 328, 2024.
    """

    fewest: int                 # the smallest number of offspring; 0 if it does not adapt
    shrinks: float              # it is divided by this after a success,
    grows: float                # and else multiplied by this


class Algorithm(NamedTuple):
    """The configuration, budget and target of a run, in the form that the kernels need."""

    mu: int
    lambda_: int                # the largest number of offspring
    rule: SuccessRule
    crossover_rate: float
    points: int                 # of the crossover, 0: uniform
    tournament: int             # of how many slots the fittest becomes a parent
    distant: float              # probability that two parents are farthest apart
    learning_probability: float     # probability that an offspring learns; 0: there is no learning
    learning_depth: int         # the maximum number of steps of its local search
    inherits: float             # probability that what was learned replaces the genome
    each: bool                  # whether that is drawn for each bit that was learned
    ties: int                   # which individuals survive at equal fitness, as in `selection`
    comma: bool                 # whether no parent survives
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
    flipped: np.ndarray         # int64 (flips,), scratch of the mutation
    rng: np.ndarray             # uint64 (4,)


@kernel
def start(instance, workspace, layout, algorithm, population, given, begin, end):
    """Score the initial population raw, as every mode does; its genomes are random unless `given`.

    What follows is for `settle`, which does not depend on the problem and is compiled only once.
    """
    genomes = population.genomes
    for slot in range(begin, end):
        if not given:
            randomise(layout, genomes, slot, population.rng)
        population.fitness[slot] = protocol.raw_fitness(instance, workspace, genomes, slot, -1,
                                                         0)
        copy_row(genomes, slot, population.phenotypes, slot)


@kernel
def start_learned(instance, workspace, layout, algorithm, population, begin, end):
    """Random individuals that learn as offspring do; `settle`, after it, counts their steps."""
    for slot in range(begin, end):
        randomise(layout, population.genomes, slot, population.rng)
        population.merged[slot] = judge(instance, workspace, algorithm, population, slot, -1,
                                        len(layout.positions))


@kernel
def settle(layout, algorithm, population, ledger, trace, begin, end):
    """Rank parents that have been scored, and record them once all of them are there."""
    if ledger.evaluations[0] == 0:      # otherwise a run goes on
        ledger.evaluations[0] = algorithm.mu
        fewest = algorithm.rule.fewest
        ledger.lambda_[0] = fewest if fewest else algorithm.lambda_
    for slot in range(begin, end):
        meet(ledger, population.phenotypes, slot, population.fitness[slot],
             population.merged[slot], slot + 1)
    if end == algorithm.mu:
        sort_slots(population.order, population.fitness, False, 0, end, population.merged)
        record(algorithm, population, ledger, trace)


@kernel
def advance(instance, workspace, layout, algorithm, population, ledger, trace, until, at_once):
    """Run generations up to number `until` (int64), as long as the run is not finished.

    The function returns early when the tables of best solutions or of improvements have to grow,
    which the caller does, and when `at_once` offspring (int64) are born, perhaps amid a generation.
    How far the run is is kept in the ledger with all other state, because a return value would be
    lost if Ctrl-C arrives right after the call.
    """
    mu, left = algorithm.mu, at_once
    while (left > 0 and ledger.generation[0] < until and not finished(algorithm, ledger)
           and ledger.unique[0] + algorithm.lambda_ < len(ledger.seen) // 2
           and ledger.improved[0] + algorithm.lambda_ <= len(ledger.improvements)):
        born, before = np.int64(ledger.lambda_[0] + 0.5), ledger.born[0]
        ledger.born[0] = min(born, before + left)
        left -= ledger.born[0] - before
        for i in range(mu + before, mu + ledger.born[0]):
            child = np.int64(population.order[i])
            parent, distance = vary(layout, algorithm, population, child)
            steps = judge(instance, workspace, algorithm, population, child, parent, distance)
            meet(ledger, population.phenotypes, child, population.fitness[child], steps,
                 ledger.evaluations[0] + i - mu + 1)
        if ledger.born[0] < born:
            return
        ledger.born[0] = 0
        if algorithm.rule.fewest:
            adapt(algorithm, population, ledger, born)
        survive(population.order, population.fitness, mu, born, algorithm.ties, algorithm.comma,
                population.merged, population.rng)
        ledger.generation[0] += 1
        ledger.evaluations[0] += born
        record(algorithm, population, ledger, trace)


@kernel
def adapt(algorithm, population, ledger, born):
    """Adapt the number of offspring to the offspring just `born`.

    A success is an offspring that is fitter than all parents. Without one, the largest number of
    offspring is followed by the smallest.
    """
    order, fitness = population.order, population.fitness
    rule, lambda_ = algorithm.rule, ledger.lambda_[0]
    best = fitness[order[algorithm.mu]]
    for i in range(algorithm.mu, algorithm.mu + born):
        if fitness[order[i]] >= best:
            best = fitness[order[i]]
            draw(population.rng)      # for nothing but runs that equal those of earlier versions
    if best > fitness[order[0]]:
        ledger.lambda_[0] = max(rule.fewest, lambda_ / rule.shrinks)
    elif lambda_ < algorithm.lambda_:
        ledger.lambda_[0] = min(algorithm.lambda_, lambda_ * rule.grows)
    else:
        ledger.lambda_[0] = rule.fewest


@kernel
def finished(algorithm, ledger):
    """Whether the target is reached, or the budget left is too small for a generation.

    A generation that has begun comes to its end.
    """
    spent = ledger.evaluations[0] + algorithm.step_cost * ledger.steps[0]
    return ledger.born[0] == 0 and (
        ledger.best[0] >= algorithm.target
        or spent + np.int64(ledger.lambda_[0] + 0.5) > algorithm.budget)


@kernel(merged=True)
def judge(instance, workspace, algorithm, population, child, parent, distance):
    """Score the offspring in slot `child` as its mode demands; return its local-search steps.

    It differs from the individual in slot `parent` in at most `distance` bits. First is drawn
    whether it learns; then, if it did, whether its genome becomes its local optimum, or which of
    its bits do. Nothing is drawn for what is certain or impossible: a Baldwinian genome stays.
    """
    genomes, phenotypes, rng = population.genomes, population.phenotypes, population.rng
    if algorithm.learning_probability <= 0.0:
        population.fitness[child] = protocol.raw_fitness(instance, workspace, genomes, child,
                                                         parent, distance)
        return 0
    in_place = algorithm.inherits >= 1.0      # Lamarckian: genomes and phenotypes are one array
    if not in_place:
        copy_row(genomes, child, phenotypes, child)
    learns = happens(rng, algorithm.learning_probability)
    fitness, steps = protocol.learn(instance, workspace, genomes, phenotypes, child, parent,
                                    distance, in_place, algorithm.learning_depth if learns else 0,
                                    rng)
    population.fitness[child] = fitness
    if in_place or not learns:
        return steps
    if algorithm.each:
        if inherit_some(genomes, phenotypes, child, algorithm.inherits, rng) > 0:
            # which fills the workspace
            protocol.raw_fitness(instance, workspace, genomes, child, -1, 0)
    elif happens(rng, algorithm.inherits):      # never in Baldwinian evolution
        copy_row(phenotypes, child, genomes, child)
        protocol.assimilate(instance, workspace, genomes, child, fitness)
    return steps
