"""The (mu+lambda) EA of the paper in its four modes: `evolve` runs it, `Evolution` steps it.

Algorithm 1 of the paper leaves some details open. memlab decides them as follows:

- The initial population consists of independent fair bits, unless it is given. It is scored without
  local search in every mode, unless `initial` is "learned".
- Parents are drawn uniformly with replacement. Mutation may flip no bit at all.
- The initial evaluations count. An offspring costs one evaluation in every mode. Local-search steps
  are counted; they are free, as in the paper, unless a cost is set. A generation begins while the
  budget covers its evaluations. Without a step cost there are ``(budget - mu) // lambda_``
  generations; with one, the last generation may exceed the budget by the cost of its local search.
  A target ends the run earlier, but never within a generation.
- Ties at the cut between survivors and others are broken uniformly at random or, if `ties` says so,
  in favour of the younger or of the older individuals.
- A run is a function of (problem, configuration, budget, seed), whether it runs in one go, step by
  step, or is saved and loaded in between.
"""

import inspect
import time

import numpy as np

from . import checks, memory
from .kernels import engine, ledger, rng, variation
from .modes import MODES
from .parameters import INITIALS, TIES, Configuration, check_budget, check_memory
from .problems.independent_set.problem import MaxIndependentSet
from .problems.problem import Problem
from .run import TRACE_COLUMNS, Run, trace_frame
from .saving import check_state, read_run, write_run

# the interpreter checks for Ctrl-C each time this many bits of offspring have been made
_BITS_PER_CALL = 10_000_000
_UNREACHABLE = 2**63 - 1        # no fitness is as large, in absolute value
_SMALLEST_TABLE = 1024
_TRACED = ledger.Trace._fields[2:]


class Evolution:
    """A run of the (mu+lambda) EA that can be advanced step by step.

    Parameters
    ----------
    problem : MaxIndependentSet, MaxCut, DeceptiveLeadingBlocks or CustomProblem
        The problem to solve.
    mode : str
        "darwinian", "baldwinian", "lamarckian" or "lb".
    mu, lambda_ : int
        Numbers of parents and of offspring per generation, at least 1. The defaults of these two
        and of `crossover_rate` are the paper's universal Baldwinian configuration.
    crossover_rate : float
        Probability from 0 to 1 that an offspring has two parents.
    lb_probability : float
        Mode "lb" only, and required there: probability from 0 to 1 that the local optimum replaces
        the genome. With 0 the run equals that of mode "baldwinian", with 1 that of "lamarckian",
        bit for bit.
    budget : int
        Number of evaluations, at least `mu`.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Determines all random decisions of the run.
    ties : str
        Which individuals survive at equal fitness. "random": a fair draw. "offspring": the younger
        ones. "parents": the older ones; within a generation, those born first. With "parents" an
        offspring must be fitter than some parent to survive, which also removes neutral drift: a
        population of equal fitness stays the same until it meets a better solution.
    trace : bool
        Whether to record the course of the run.
    mutation : str
        "standard": each bit flips with probability 1/n. "fast": with probability s/n, where s is
        drawn from 1..n/2 for every offspring, proportionally to s**-1.5 [1]_.
    initial : str or array_like of 0 and 1, shape (mu, n)
        "raw": the initial population is scored without local search. "learned": its individuals are
        treated as offspring; in mode "darwinian", which has no local search, this is the same. An
        array of integers or booleans gives the initial genomes, which are scored raw.
    step_cost : float
        The cost of a local-search step in evaluations, at least 0.
    target : int, optional
        The run ends after the generation, or the initial population, in which the best fitness
        reaches this value, even if budget is left.
    learning_rate : float
        Probability from 0 to 1 that an offspring learns. An offspring that does not learn is its
        own phenotype in every mode and passes on its genome unchanged; in mode "lb" no random
        number is drawn for its replacement. With 0, the run equals that of mode "darwinian" bit for
        bit.
    learning_depth : int, optional
        The maximum number of local-search steps per offspring, in the unit of `local_search_steps`:
        bits changed, or the number that a `CustomProblem` returns. A search that needs more steps
        ends early, and a swap of three vertices does not begin if fewer than three steps are left.
        The solution reached takes the place of the local optimum and is scored as the problem
        defines: a set with remaining conflicts has negative fitness. None: no limit. 0: the same as
        `learning_rate` 0.

    Attributes
    ----------
    problem : Problem
        The problem.
    configuration : Configuration
        The settings. Its `initial` is "raw" if genomes were given.
    budget : int
        Number of evaluations.
    target : int or None
        The fitness that ends the run.
    seconds : float
        Processor time spent in the engine.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above, or if the run does not fit in the available
        memory. Arguments are checked before any work is done.

    References
    ----------
    .. [1] B. Doerr, H. P. Le, R. Makhmara and T. D. Nguyen. Fast genetic algorithms. GECCO 2017.

    Examples
    --------
    >>> import memlab as ml
    >>> problem = ml.MaxCut(ml.datasets.generate("ba_small")[0])
    >>> e = ml.Evolution(problem, mode="lamarckian", mu=10, lambda_=10, budget=1000)
    >>> e.step(generations=10)
    >>> e.generation, e.evaluations, e.done
    (10, 110, False)
    >>> e.run().evaluations
    1000

    Start from given genomes and stop at a target fitness:

    >>> run = ml.evolve(problem, "lamarckian", mu=2, initial=[[0] * problem.n, [1] * problem.n],
    ...                 target=430)
    >>> int(run.trace.best_fitness[0]), run.best_fitness >= 430, run.evaluations < 40_000
    (0, True, True)

    Let every fourth offspring learn, for at most ten steps:

    >>> run = ml.evolve(problem, "baldwinian", budget=1250, learning_rate=0.25, learning_depth=10)
    >>> 0 < run.local_search_steps < 10 * 1000
    True
    """

    def __init__(self, problem, mode, mu=250, lambda_=50, crossover_rate=0.9, lb_probability=None,
                 budget=40_000, seed=0, ties="random", trace=True, *, mutation="standard",
                 initial="raw", step_cost=0.0, target=None, learning_rate=1.0,
                 learning_depth=None):
        if not isinstance(problem, Problem):
            raise TypeError("problem must be a memlab problem such as MaxCut(graph), not "
                            f"{type(problem).__name__}")
        given = not isinstance(initial, str)
        configuration = Configuration(mode, mu, lambda_, crossover_rate, lb_probability, ties,
                                      mutation, "raw" if given else initial, step_cost,
                                      learning_rate, learning_depth)
        if given:
            initial = checks.bits("initial", initial, (configuration.mu, problem.n),
                                  f"{', '.join(map(repr, INITIALS))} or ")
        state = rng.seed_state(checks.seed("seed", seed))
        self._prepare(problem, configuration, budget, target, state, checks.flag("trace", trace))
        begin = time.thread_time()
        if given:
            self._population.genomes[:configuration.mu] = problem.pack(initial)
        if configuration.initial == "learned" and configuration.mode != "darwinian":
            engine.start_learned(*self._arguments)
        else:
            engine.start(*self._arguments, given)
        self.seconds = time.thread_time() - begin

    def _prepare(self, problem, configuration, budget, target, state, trace):
        """Set up everything for generation 0, before the initial population exists."""
        self.problem, self.configuration = problem, configuration
        self.budget = check_budget(budget, configuration)
        self.target = None if target is None else checks.integer("target", target)
        most_steps = problem.most_steps(configuration.learning_depth)
        learning_rate = configuration.learning_rate if most_steps else 0.0
        self._layout = problem.layout
        if configuration.mutation == "fast":
            self._layout = variation.with_fast_mutation(self._layout)
        mu, lambda_, layout = configuration.mu, configuration.lambda_, problem.layout
        slots, words = configuration.slots(self.budget), len(layout.valid)
        apart, rows = configuration.mode in ("baldwinian", "lb"), 1 + trace * self._generations
        check_memory(configuration, self.budget, trace, problem.n, problem.slot_bytes)
        genomes = np.zeros((slots, words), np.uint64)
        self._population = engine.Population(
            genomes, np.zeros_like(genomes) if apart else genomes, np.zeros(slots, np.int64),
            np.arange(slots, dtype=np.int32), np.zeros(slots, np.int32),
            np.zeros(slots - mu, np.int32), np.zeros(len(layout.flips), np.int64), state)
        self._ledger = ledger.Ledger(
            np.zeros(1, np.int64), np.full(1, np.iinfo(np.int64).min),
            *(np.zeros(1, np.int64) for _ in range(6)),
            _table(slots),
            np.zeros(64 * layout.words, np.int32), np.zeros(64 * layout.words * apart, np.int32),
            np.zeros((1, words), np.uint64),
            np.zeros(slots, np.uint8))
        self._trace = ledger.Trace(
            trace, isinstance(problem, MaxIndependentSet), np.zeros(rows, np.int64),
            *(np.zeros(rows) for _ in range(5)), np.zeros(rows, np.int64))
        self._algorithm = engine.Algorithm(
            list(MODES).index(configuration.mode), mu, lambda_, configuration.crossover_rate,
            configuration.lb_probability or 0.0, learning_rate, most_steps,
            TIES.index(configuration.ties), self.budget, configuration.step_cost,
            _UNREACHABLE if target is None else min(max(self.target, -_UNREACHABLE), _UNREACHABLE))
        self._workspace = problem.workspace(slots)

    @property
    def _generations(self):
        return self.configuration.generations(self.budget)

    @property
    def _arguments(self):
        return (self.problem.instance, self._workspace, self._layout, self._algorithm,
                self._population, self._ledger, self._trace)

    def step(self, generations=1):
        """Advance by some generations, or to the end if fewer are left.

        Parameters
        ----------
        generations : int
            Number of generations, at least 1.

        Examples
        --------
        >>> from memlab import DeceptiveLeadingBlocks
        >>> e = Evolution(DeceptiveLeadingBlocks(n=12, k=3), "lb", mu=5, lambda_=5,
        ...               lb_probability=0.5, budget=100)
        >>> e.step(3)
        >>> e.generation, e.evaluations
        (3, 20)
        """
        generations = checks.integer("generations", generations, minimum=1)
        lambda_ = self.configuration.lambda_
        until = min(self.generation + generations, self._generations)
        at_once = 1 + _BITS_PER_CALL // (self.problem.n * lambda_)
        begin = time.thread_time()
        try:
            while self.generation < until and not self.done:
                if self._ledger.unique[0] + lambda_ >= len(self._ledger.seen) // 2:
                    self._grow_table()
                engine.advance(*self._arguments, min(until, self.generation + at_once))
        finally:
            self.seconds += time.thread_time() - begin

    def _grow_table(self):
        memory.check(32 * len(self._ledger.seen), "the table of the best solutions")
        larger = np.zeros(4 * len(self._ledger.seen), np.uint64)
        ledger.rehash(self._ledger.seen, larger)
        self._ledger = self._ledger._replace(seen=larger)

    def run(self):
        """Advance to the end, and return the `Run` that `evolve` would have returned.

        Returns
        -------
        Run
            The result of the whole run.
        """
        if not self.done:
            self.step(self._generations - self.generation)
        return self.result()

    def result(self):
        """Return the `Run` as it stands now.

        Returns
        -------
        Run
            The best solution, the counts and the trace so far.
        """
        best = self.problem.unpack(self._population.phenotypes[self._parents[:1]])[0]
        fitness = int(self.fitness[0])
        self.problem.confirm(self._workspace, best, fitness)
        if not self.problem.is_feasible(best):
            best = self.problem.local_search(best).solution
        return Run(
            best_fitness=fitness, best_solution=best, evaluations=self.evaluations,
            local_search_steps=self.local_search_steps, unique_best=int(self._ledger.unique[0]),
            seconds=self.seconds, mode=self.configuration.mode,
            configuration=self.configuration, budget=self.budget, _trace=self._trace_columns())

    @property
    def trace(self):
        """The course of the run so far, as in `memlab.Run.trace`: DataFrame or None; a copy."""
        return trace_frame(self._trace_columns())

    def _trace_columns(self):
        wanted, _, *arrays = self._trace
        if not wanted:
            return None
        done = slice(0, self.generation + 1)
        return {
            "evaluations": self.configuration.mu
            + self.configuration.lambda_ * np.arange(self.generation + 1),
            **{name: array[done].copy() for name, array in zip(TRACE_COLUMNS, arrays, strict=True)},
        }

    @property
    def generation(self):
        """Number of finished generations: int."""
        return int(self._ledger.generation[0])

    @property
    def done(self):
        """Whether the target is reached or the budget left is too small for a generation: bool."""
        return bool(engine.finished(self._algorithm, self._ledger))

    @property
    def evaluations(self):
        """Number of evaluations so far: int."""
        return self.configuration.mu + self.generation * self.configuration.lambda_

    @property
    def local_search_steps(self):
        """Number of local-search steps so far, over all offspring: int."""
        return int(self._ledger.steps[0])

    @property
    def population(self):
        """The parents' genomes, fittest first: ndarray of uint8, shape (mu, n); a copy."""
        return self.problem.unpack(self._population.genomes[self._parents])

    @property
    def phenotypes(self):
        """The parents' phenotypes, in the same order: ndarray of uint8, shape (mu, n); a copy.

        Fitness is that of the phenotype. Darwinian and Lamarckian parents are their own phenotypes.
        """
        return self.problem.unpack(self._population.phenotypes[self._parents])

    @property
    def fitness(self):
        """The parents' fitness, in the same order: ndarray of int64, shape (mu,); a copy."""
        return self._population.fitness[self._parents]

    @property
    def _parents(self):
        return self._population.order[:self.configuration.mu]

    def save(self, path):
        """Write the whole state to a file (.npz), from which `load` continues the same run.

        Parameters
        ----------
        path : str or path-like
            An existing file is replaced once the new one is complete.

        Raises
        ------
        TypeError
            If the problem is a `CustomProblem`: its functions are code, which the file cannot hold.

        Examples
        --------
        >>> import tempfile
        >>> from memlab import DeceptiveLeadingBlocks
        >>> e = Evolution(DeceptiveLeadingBlocks(n=12, k=3), "lamarckian", mu=5, lambda_=5,
        ...               budget=100)
        >>> e.step(3)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     e.save(f"{folder}/run.npz")
        ...     Evolution.load(f"{folder}/run.npz").run().best_fitness == e.run().best_fitness
        True
        """
        write_run(path, self.problem, self.configuration, self._state(), budget=self.budget,
                  target=self.target, trace=self._trace.wanted, seconds=self.seconds,
                  generation=self.generation, steps=self.local_search_steps)

    def _state(self):
        """Return the arrays that define a run; everything else follows from them and the head.

        Slots have a meaning in this process only, so parents are listed by rank.
        """
        population, seen = self._population, self._ledger.seen
        state = {"genomes": population.genomes[self._parents], "rng": population.rng,
                 "seen": np.sort(seen[seen > 0])}
        if population.phenotypes is not population.genomes:
            state["phenotypes"] = population.phenotypes[self._parents]
        for name in _TRACED if self._trace.wanted else ():
            state[f"trace_{name}"] = getattr(self._trace, name)[:self.generation + 1]
        return state

    @classmethod
    def load(cls, path):
        """Load a run that `save` wrote.

        Parameters
        ----------
        path : str or path-like
            The file.

        Returns
        -------
        Evolution
            The run, in the state in which it was saved.

        Raises
        ------
        OSError
            If the file cannot be opened.
        ValueError
            If the file is not a complete run saved by this version of memlab, or there is not
            enough memory for it.
        """
        return read_run(path, cls._restored)

    @classmethod
    def _restored(cls, problem, configuration, state, budget, target, trace, seconds, generation,
                  steps):
        """Restore a run from a state, and rebuild the arrays that follow from other parts of it."""
        self = cls.__new__(cls)
        self._prepare(problem, configuration, budget, target, state["rng"].astype(np.uint64),
                      checks.flag("trace", trace))
        generation = checks.integer("generation", generation, minimum=0, maximum=self._generations)
        steps = checks.integer("steps", steps, minimum=0, maximum=_UNREACHABLE)
        self.seconds = checks.real("seconds", seconds, minimum=0)
        seen, population = np.unique(state["seen"].astype(np.uint64)), self._population
        self._ledger = self._ledger._replace(seen=_table(len(population.order) + len(seen)))
        ledger.rehash(seen, self._ledger.seen)
        self._ledger.generation[0], self._ledger.steps[0] = generation, steps
        self._ledger.unique[0] = len(seen)
        population.genomes[self._parents] = state["genomes"]
        population.phenotypes[self._parents] = state.get("phenotypes", state["genomes"])
        for name in _TRACED if trace else ():
            getattr(self._trace, name)[:generation + 1] = state[f"trace_{name}"]
        check_state(problem, configuration, state, generation, steps, trace)
        engine.restore(*self._arguments)
        again = self._state()
        wrong = [name for name in again | state if name not in again or not np.array_equal(
            again[name], state[name], equal_nan=name.startswith("trace"))]
        learned = configuration.initial == "learned" and configuration.mode != "darwinian" and (
            self._algorithm.learning_rate == 1)
        apart = (population.genomes != population.phenotypes).any(axis=1)[self._parents]
        # only individuals that never learned may be infeasible, unless a search may end early
        infeasible = (self._trace.sets and configuration.learning_depth is None) & (
            self.fitness < 0)
        if wrong or (np.diff(self.fitness) > 0).any() or (infeasible & (apart | learned)).any():
            raise ValueError(f"state.{' and state.'.join(wrong or ['phenotypes'])} cannot be")
        return self


def _table(entries):
    """Return an empty table of hashes with room for this number of entries and more."""
    return np.zeros(max(_SMALLEST_TABLE, 1 << (4 * entries).bit_length()), np.uint64)


def evolve(problem, mode, *arguments, **options):
    """Run the (mu+lambda) EA of the paper to the end of its budget.

    Parameters
    ----------
    problem, mode, mu, lambda_, crossover_rate, lb_probability, budget, seed
        As for `Evolution`.
    ties, trace, mutation, initial, step_cost, target, learning_rate, learning_depth
        As for `Evolution`.

    Returns
    -------
    Run
        The best solution, the counts and the trace of the run.

    Raises
    ------
    TypeError, ValueError
        As from `Evolution`.

    Examples
    --------
    >>> import memlab as ml
    >>> problem = ml.MaxIndependentSet(ml.datasets.generate("er_small")[0])
    >>> run = ml.evolve(problem, mode="baldwinian", mu=50, lambda_=50, budget=2000, seed=1)
    >>> problem.is_feasible(run.best_solution)
    True
    >>> problem.fitness(run.best_solution) == run.best_fitness
    True
    """
    return Evolution(problem, mode, *arguments, **options).run()


evolve.__signature__ = inspect.signature(Evolution)     # what help() and editors show
