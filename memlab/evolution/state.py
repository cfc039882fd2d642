"""The state of a run: all arrays and numbers that Algorithm 1 works on, in one record."""

from typing import NamedTuple

import numpy as np

from ..kernels import bits, engine, ledger, variation
from ..kernels.protocol import UNBOUNDED
from ..support import checks, memory
from .configuration import CROSSOVERS, LARGEST_BUDGET, TIES, check_run

_SMALLEST = 1024      # a table
_BITS_AT_ONCE = 10_000_000      # of individuals that a kernel makes before it listens to Ctrl-C


class State(NamedTuple):
    """Everything that a run consists of, in the order in which the engine's kernels take it.

    ``engine.advance(*state, until, at_once)`` runs generations. Kernels change the arrays in place.

    Attributes
    ----------
    instance, workspace : NamedTuple
        The problem's read-only arrays; its scratch arrays and what it remembers of each slot.
    layout : memlab.kernels.variation.Layout
        Where the bits of a genome stand in its words.
    algorithm : memlab.kernels.engine.Algorithm
        The settings, the budget and the target.
    population : memlab.kernels.engine.Population
        Parents and offspring, and the random number generator.
    ledger : memlab.kernels.ledger.Ledger
        Counts, and the best solutions.
    trace : memlab.kernels.ledger.Trace
        The course of the run.
    """

    instance: NamedTuple
    workspace: NamedTuple
    layout: variation.Layout
    algorithm: engine.Algorithm
    population: engine.Population
    ledger: ledger.Ledger
    trace: ledger.Trace

    @property
    def parents(self):
        """The slots of the parents, fittest first: ndarray of int32, shape (mu,)."""
        return self.population.order[:self.algorithm.mu]

    @property
    def at_once(self):
        """How many individuals one call of a kernel makes: int."""
        return 1 + _BITS_AT_ONCE // len(self.layout.positions)

    def parts(self):
        """Yield where a part of the initial population begins, and where it ends (int each)."""
        for begin in range(0, self.algorithm.mu, self.at_once):
            yield begin, min(begin + self.at_once, self.algorithm.mu)


def make_state(problem, configuration, budget, target=None, trace=True, rng=None):
    """Make the state of a run in which nothing has happened yet.

    Parameters
    ----------
    problem : Problem
    configuration : Configuration
    budget : int
        Number of evaluations, at least the configuration's `mu`.
    target : int or float, optional
        The best value that ends the run, as `Problem.target_fitness` takes it.
    trace : bool
        Whether there is room for a trace.
    rng : ndarray of uint64, shape (4,), optional
        State of the random number generator, as `memlab.kernels.rng.seed_state` makes it; by
        default zeros, to be filled in before the run starts.

    Returns
    -------
    State
        All genomes are zeros; `engine.start` or `engine.start_learned`, and `engine.settle`, make
        generation 0.

    Raises
    ------
    TypeError, ValueError
        If the last arguments are not as described above, or there is not enough memory.

    Examples
    --------
    >>> import memlab as ml
    >>> from memlab.evolution.configuration import Configuration
    >>> blocks = ml.DeceptiveLeadingBlocks(n=12, k=3)
    >>> state = make_state(blocks, Configuration("lamarckian", mu=5, lambda_=7), budget=100)
    >>> state.population.fitness.shape, state.trace.best.shape, state.parents
    ((12,), (14,), array([0, 1, 2, 3, 4], dtype=int32))
    """
    budget = checks.integer("budget", budget, minimum=1, maximum=LARGEST_BUDGET)
    trace = checks.flag("trace", trace)
    target = UNBOUNDED if target is None else problem.target_fitness(target)
    check_run(configuration, budget, trace, problem.n, problem.slot_bytes)
    layout = problem.layout._replace(expected_flips=checks.real(
        "expected_flips", configuration.expected_flips, minimum=0, maximum=problem.n))
    if configuration.mutation == "fast":
        layout = variation.with_fast_mutation(layout)
    slots, rows = configuration.slots(budget), 1 + trace * configuration.generations(budget)
    apart = configuration.learns and configuration.inheritance < 1     # else one array is both
    return State(
        instance=problem.instance, workspace=problem.workspace(slots), layout=layout,
        algorithm=_algorithm(configuration, budget, target,
                             problem.most_steps(configuration.learning_depth)),
        population=_population(slots, layout, apart, rng), ledger=_ledger(slots, layout),
        trace=_trace(trace, problem.are_sets, rows, configuration.lambda_rule == "success"))


def _algorithm(configuration, budget, target, most_steps):
    """Return the settings as the kernels take them."""
    parents, adapts = configuration.parents, configuration.lambda_rule == "success"
    return engine.Algorithm(
        mu=configuration.mu, lambda_=configuration.lambda_,
        rule=engine.SuccessRule(
            fewest=configuration.fewest if adapts else 0, shrinks=configuration.update_strength,
            grows=configuration.update_strength**(1 / configuration.success_rate)),
        crossover_rate=configuration.crossover_rate,
        points=CROSSOVERS.index(configuration.crossover),
        tournament=configuration.tournament_size if parents == "tournament" else 1,
        distant=configuration.distant_probability if parents == "distant" else 0.0,
        learning_probability=configuration.learning_probability if configuration.learns else 0.0,
        learning_depth=most_steps, inherits=configuration.inheritance,
        each=configuration.inherits == "each", ties=TIES.index(configuration.ties),
        comma=configuration.survivors == "comma", budget=budget, step_cost=configuration.step_cost,
        target=min(max(target, -UNBOUNDED), UNBOUNDED))     # beyond any fitness


def _population(slots, layout, apart, rng):
    """Return slots of zeros; phenotypes are `apart` from the genomes, or one array is both."""
    genomes = bits.zeros((slots, len(layout.valid)))
    return engine.Population(
        genomes=genomes, phenotypes=bits.zeros(genomes.shape) if apart else genomes,
        fitness=np.zeros(slots, np.int64), order=np.arange(slots, dtype=np.int32),
        merged=np.zeros(slots, np.int32), flipped=np.zeros(len(layout.flips), np.int64),
        rng=np.zeros(4, np.uint64) if rng is None else rng)


def _ledger(slots, layout):
    """Return a ledger of nothing."""
    return ledger.Ledger(
        best=np.full(1, np.iinfo(np.int64).min), lambda_=np.zeros(1),
        **{name: np.zeros(1, np.int64) for name in (
            "generation", "born", "evaluations", "unique", "steps", "improved")},
        columns=np.zeros((1, 64 * layout.words), np.int32), seen=_table(slots),
        champion=np.zeros((1, len(layout.valid)), np.uint64),
        improvements=np.zeros((slots + _SMALLEST, 3), np.int64))


def _trace(wanted, sets, rows, adapts):
    """Return a trace of zeros; the number of offspring is in it if it `adapts`."""
    return ledger.Trace(
        wanted=wanted, sets=sets, best=np.zeros(rows, np.int64), steps=np.zeros(rows, np.int64),
        lambda_=np.zeros(rows if adapts else 1),
        **{name: np.zeros(rows) for name in (
            "mean", "diversity", "phenotype_diversity", "phenotype_distance", "reserve")})


def with_room(state, more):
    """Return a state whose tables of the best solutions and of improvements have room.

    Parameters
    ----------
    state : State
    more : int
        How many of each may come before anybody asks again.

    Returns
    -------
    State
        All other arrays are those of the given state.

    Raises
    ------
    ValueError
        If there is not enough memory.
    """
    book = state.ledger
    solutions, improvements = int(book.unique[0]) + more, int(book.improved[0]) + more
    if solutions >= len(book.seen) // 2:
        seen = _table(solutions)
        ledger.rehash(book.seen, seen)
        book = book._replace(seen=seen)
    if improvements > len(book.improvements):
        memory.check(48 * improvements, "the table of improvements")
        more = 2 * improvements - len(book.improvements)
        book = book._replace(improvements=np.pad(book.improvements, ((0, more), (0, 0))))
    return state._replace(ledger=book)


def _table(solutions):
    """Return an empty table of hashes: uint64, a power of two above twice the number needed."""
    length = max(_SMALLEST, 1 << (4 * solutions).bit_length())
    memory.check(8 * length, "the table of the best solutions")
    return np.zeros(length, np.uint64)
