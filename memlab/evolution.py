"""The (mu+lambda) EA of the paper in its four modes: `evolve` to the end, `Evolution` step by step.

What algorithm 1 of the paper leaves open is decided here, and the kernels do just that:

- The initial population consists of independent fair bits and is scored raw in every mode, unless
  it is to learn as the offspring do.
- Parents are drawn uniformly with replacement. Mutation may flip no bit at all.
- The initial evaluations count. An offspring costs one evaluation in every mode. The steps of the
  local search are counted; they are free, as in the paper, unless a cost is set. A generation is
  begun while the budget allows for its evaluations: without such a cost there are
  ``(budget - mu) // lambda_``, with one the last may exceed the budget by what it learns.
- Ties at the survivors' cut are broken uniformly at random, or for the younger ones on demand.
- A run is a function of (problem, parameters, seed), whether it is taken in one go, stepped, or
  saved and loaded in the middle.
"""

import time

import numpy as np

from . import checks
from .kernels import engine, ledger, rng, variation
from .parameters import Mode, Parameters
from .problems.problem import Problem
from .run import Run
from .saving import read_run, write_run

# the interpreter looks for Ctrl-C after so many bits of offspring
_BITS_PER_CALL = 10_000_000
_SMALLEST_TABLE = 1024
_CODES = {Mode.DARWINIAN: engine.DARWINIAN, Mode.BALDWINIAN: engine.BALDWINIAN,
          Mode.LAMARCKIAN: engine.LAMARCKIAN, Mode.LB: engine.LB}


class Evolution:
    """A run of the (mu+lambda) EA, taken step by step.

    Parameters
    ----------
    problem : MaxIndependentSet, MaxCut, DeceptiveLeadingBlocks or CustomProblem
    mode : str
        "darwinian", "baldwinian", "lamarckian" or "lb".
    mu, lambda_ : int
        Numbers of parents and of offspring per generation, at least 1. The defaults of these two
        and of `crossover_rate` are the paper's universal Baldwinian configuration.
    crossover_rate : float
        Probability from 0 to 1 that an offspring has two parents.
    lb_probability : float
        Mode "lb" only: probability strictly between 0 and 1 that the genome is replaced.
    budget : int
        Number of evaluations, at least `mu`.
    seed : int, sequence of int, or numpy.random.SeedSequence
    ties : str
        "random", or "offspring": who survives at equal fitness.
    trace : bool
        Whether to record the course of the run.
    mutation : str
        "standard": each bit flips with probability 1/n. "fast": with probability s/n, where s is
        drawn from 1..n/2 for every offspring, proportionally to s**-1.5 [1]_.
    initial : str
        "raw": the initial population is scored without local search. "learned": its individuals are
        treated as offspring; in mode "darwinian", which has no local search, that is the same.
    step_cost : float
        What a step of the local search takes from the budget, in evaluations; at least 0.

    Raises
    ------
    TypeError, ValueError
        For an argument that is not as said above; before any work.

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
    """

    def __init__(self, problem, mode, mu=250, lambda_=50, crossover_rate=0.9, lb_probability=None,
                 budget=40_000, seed=0, ties="random", trace=True, *, mutation="standard",
                 initial="raw", step_cost=0.0):
        if not isinstance(problem, Problem):
            raise TypeError("problem must be a memlab problem such as MaxCut(graph), not "
                            f"{type(problem).__name__}")
        parameters = Parameters(mode, mu, lambda_, crossover_rate, lb_probability, budget, ties,
                                mutation, initial, step_cost)
        if not isinstance(trace, bool | np.bool_):
            raise TypeError(f"trace must be True or False, not {trace!r}")
        self._prepare(problem, parameters, rng.seed_state(checks.seed("seed", seed)), bool(trace))
        begin = time.perf_counter()
        learned = parameters.initial == "learned" and parameters.mode != Mode.DARWINIAN
        (engine.start_learned if learned else engine.start)(*self._arguments)
        self.seconds = time.perf_counter() - begin

    def _prepare(self, problem, parameters, state, trace):
        """Everything at generation 0, before the initial population exists."""
        self.problem, self.parameters, self._layout = problem, parameters, problem.layout
        if parameters.mutation == "fast":
            self._layout = variation.with_fast_mutation(self._layout)
        slots, words = parameters.mu + parameters.lambda_, len(problem.layout.valid)
        genomes = np.zeros((slots, words), np.uint64)
        apart = parameters.mode in (Mode.BALDWINIAN, Mode.LB)
        self._population = engine.Population(
            genomes, np.zeros_like(genomes) if apart else genomes, np.zeros(slots, np.int64),
            np.arange(slots, dtype=np.int32), np.zeros(slots, np.int32),
            np.zeros(parameters.lambda_, np.int32),
            np.zeros(len(problem.layout.flips), np.int64), state)
        self._ledger = ledger.Ledger(
            np.zeros(1, np.int64), np.full(1, np.iinfo(np.int64).min),
            *(np.zeros(1, np.int64) for _ in range(5)),
            np.zeros(_table_size(slots), np.uint64),
            np.zeros(64 * problem.layout.words, np.int32), np.zeros((1, words), np.uint64),
            np.zeros(slots, np.uint8))
        rows = parameters.generations + 1 if trace else 1
        self._trace = ledger.Trace(trace, np.zeros(rows, np.int64), np.zeros(rows), np.zeros(rows),
                                   np.zeros(rows), np.zeros(rows, np.int64))
        self._settings = engine.Settings(
            _CODES[parameters.mode], parameters.mu, parameters.lambda_, parameters.crossover_rate,
            parameters.lb_probability or 0.0, parameters.ties == "offspring", parameters.budget,
            parameters.step_cost)
        self._memory = problem.memory(slots)

    @property
    def _arguments(self):
        return (self.problem.instance, self._memory, self._layout, self._settings,
                self._population, self._ledger, self._trace)

    def step(self, generations=1):
        """Go on for some generations, or to the end if fewer are left.

        Parameters
        ----------
        generations : int
            At least 1.
        """
        generations = checks.integer("generations", generations, minimum=1)
        until = min(self.generation + generations, self.parameters.generations)
        at_once = 1 + _BITS_PER_CALL // (self.problem.n * self.parameters.lambda_)
        begin = time.perf_counter()
        try:
            while self.generation < until and not self.done:
                if self._ledger.unique[0] + self.parameters.lambda_ >= len(self._ledger.seen) // 2:
                    self._grow_table()
                engine.advance(*self._arguments, min(until, self.generation + at_once))
        finally:
            self.seconds += time.perf_counter() - begin

    def _grow_table(self):
        larger = np.zeros(4 * len(self._ledger.seen), np.uint64)
        ledger.rehash(self._ledger.seen, larger)
        self._ledger = self._ledger._replace(seen=larger)

    def run(self):
        """Go on to the end; returns the `Run` that `evolve` would have returned."""
        if not self.done:
            self.step(self.parameters.generations - self.generation)
        return self.result()

    def result(self):
        """The `Run` up to now."""
        best = self.phenotypes[0]
        if not self.problem.is_feasible(best):
            best = self.problem.local_search(best).solution
        return Run(self.parameters.mode.value, self.parameters, int(self.fitness[0]), best,
                   self.evaluations, self.local_search_steps, int(self._ledger.unique[0]),
                   self.seconds, self._trace_columns())

    def _trace_columns(self):
        if not self._trace.wanted:
            return None
        done = slice(0, self.generation + 1)
        return {
            "evaluations": self.parameters.mu
            + self.parameters.lambda_ * np.arange(self.generation + 1),
            "best_fitness": self._trace.best[done].copy(),
            "mean_fitness": self._trace.mean[done].copy(),
            "diversity": self._trace.diversity[done].copy(),
            "phenotype_distance": self._trace.learned[done].copy(),
            "local_search_steps": self._trace.steps[done].copy(),
        }

    @property
    def generation(self):
        """Generations done so far: int."""
        return int(self._ledger.generation[0])

    @property
    def trace(self):
        """The course so far, as `Run.trace` gives it: DataFrame, or None without a trace."""
        import pandas as pd
        columns = self._trace_columns()
        return None if columns is None else pd.DataFrame(columns)

    @property
    def done(self):
        """Whether the budget is spent, but for less than a generation: bool."""
        return engine.spent(self._settings, self._ledger) + self.parameters.lambda_ > (
            self.parameters.budget)

    @property
    def evaluations(self):
        """Evaluations spent so far: int."""
        return self.parameters.mu + self.generation * self.parameters.lambda_

    @property
    def local_search_steps(self):
        """Local search steps taken so far, on all offspring: int."""
        return int(self._ledger.steps[0])

    @property
    def population(self):
        """The parents' genomes, fittest first: ndarray of uint8, shape (mu, n); a copy."""
        return self.problem.unpack(self._population.genomes[self._parents])

    @property
    def phenotypes(self):
        """What their fitness is the fitness of, in the same order: uint8, (mu, n); a copy."""
        return self.problem.unpack(self._population.phenotypes[self._parents])

    @property
    def fitness(self):
        """The parents' fitness, in the same order: ndarray of int64, shape (mu,); a copy."""
        return self._population.fitness[self._parents]

    @property
    def _parents(self):
        return self._population.order[:self.parameters.mu]

    def save(self, path):
        """Write the whole state to a file (.npz), from which `load` goes on as if never stopped.

        Parameters
        ----------
        path : str or path-like
            An existing file is replaced once the new one is complete.

        Raises
        ------
        TypeError
            If the problem is a `CustomProblem`: its functions are code, which no file holds.
        """
        write_run(path, self.problem, self.parameters, self._state(), trace=self._trace.wanted,
                  seconds=self.seconds)

    def _state(self):
        """The arrays that a run consists of, beyond its problem and parameters."""
        population = {f: getattr(self._population, f) for f in
                      ("genomes", "phenotypes", "fitness", "order", "rng")}
        counters = {f: getattr(self._ledger, f) for f in self._ledger._fields
                    if f != "nobody"}
        course = {f"trace_{f}": getattr(self._trace, f) for f in
                  ("best", "mean", "diversity", "learned", "steps")}
        return {**population, **counters, **course}

    @classmethod
    def load(cls, path):
        """The run that `save` wrote.

        Parameters
        ----------
        path : str or path-like

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            If the file is not a complete run saved by this version of memlab.
        """
        return read_run(path, cls._restored)

    @classmethod
    def _restored(cls, problem, parameters, state, trace, seconds):
        self = cls.__new__(cls)
        self._prepare(problem, parameters, np.zeros(4, np.uint64), bool(trace))
        self.seconds = float(seconds)
        self._restore(state)
        return self

    def _restore(self, state):
        self._ledger = self._ledger._replace(seen=np.zeros(len(state["seen"]), np.uint64))
        for name, array in self._state().items():
            if array.shape != state[name].shape or array.dtype != state[name].dtype:
                raise ValueError(f"state.{name} must be {array.dtype} of shape {array.shape}, not "
                                 f"{state[name].dtype} of shape {state[name].shape}")
            array[...] = state[name]
        self._check_restored()
        engine.remember(self.problem.instance, self._memory, self._population.genomes,
                        self._parents)

    def _check_restored(self):
        """Whatever a file says, it must not lead a kernel out of its arrays or into a loop."""
        population, seen = self._population, self._ledger.seen
        unique, invalid = self._ledger.unique[0], ~self.problem.layout.valid
        sound = {
            "generation": 0 <= self.generation <= self.parameters.generations,
            "order": np.array_equal(np.sort(population.order), np.arange(len(population.order))),
            "genomes": not (population.genomes & invalid).any(),
            "phenotypes": not (population.phenotypes & invalid).any(),
            "fitness": (np.diff(self.fitness) <= 0).all(),
            "rng": population.rng.any(),
            "seen": len(seen).bit_count() == 1 and np.count_nonzero(seen) <= len(seen) // 2,
            "unique": np.count_nonzero(seen) == unique,
        }
        for name, is_sound in sound.items():
            if not is_sound:
                raise ValueError(f"state.{name} is inconsistent")


def evolve(problem, mode, mu=250, lambda_=50, crossover_rate=0.9, lb_probability=None,
           budget=40_000, seed=0, ties="random", trace=True, *, mutation="standard",
           initial="raw", step_cost=0.0):
    """Run the (mu+lambda) EA of the paper to the end of its budget.

    Takes the parameters of `Evolution` and raises what it raises.

    Returns
    -------
    Run

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
    return Evolution(problem, mode, mu, lambda_, crossover_rate, lb_probability, budget, seed,
                     ties, trace, mutation=mutation, initial=initial, step_cost=step_cost).run()


def _table_size(slots):
    return max(_SMALLEST_TABLE, 1 << (4 * slots).bit_length())
