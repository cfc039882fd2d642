"""The (mu+lambda) EA of the paper, in every mode, step by step.

Algorithm 1 of the paper leaves some details open. memlab decides them as follows:

- The initial population consists of independent fair bits, unless it is given. It is scored without
  local search in every mode, unless `initial` is "learned".
- Parents are drawn uniformly with replacement, unless `parents` says otherwise. Mutation may flip
  no bit at all.
- The initial evaluations count. An offspring costs one evaluation in every mode. Local-search steps
  are counted; they are free, as in the paper, unless a cost is set. A generation begins while the
  budget covers its evaluations. Without a step cost there are ``(budget - mu) // lambda_``
  generations, unless the number of offspring adapts; with one, the last generation may exceed the
  budget by the cost of its local search. A target ends the run earlier, but never within a
  generation.
- Ties at the cut between survivors and others are broken uniformly at random or, if `ties` says so,
  in favour of the younger or of the older individuals.
- A run is a function of (problem, configuration, budget, seed), whether it runs in one go, step by
  step, or is saved and loaded in between.
"""

import functools
import time

from ..kernels import engine, rng
from ..problems.function import FunctionProblem
from ..problems.problem import Problem
from ..support import checks
from ..support.names import takes_old_names
from .configuration import INITIALS, Configuration
from .plain import PlainEvolution
from .run import Callback, Run, improvement_columns, trace_columns
from .saving import Continued, read_run
from .state import make_state, with_room


def _counted(name, doc):
    """Return a property that is a number in the ledger of a run."""
    return property(lambda self: int(getattr(self.state.ledger, name)[0]), doc=doc)


class Evolution(Continued):
    """A run of the (mu+lambda) EA that can be advanced step by step.

    Parameters
    ----------
    problem : MaxIndependentSet, MaxCut, DeceptiveLeadingBlocks, CustomProblem or FunctionProblem
        The problem to solve. For a `FunctionProblem`, which has genomes and functions of any kind,
        this class makes a `memlab.evolution.plain.PlainEvolution`: the same settings and methods,
        but for variation, which is that of the problem's space, and for what is noted below.
    mode : str
        One of `memlab.evolution.modes.MODES`: "darwinian", "baldwinian", "lamarckian", "lb".
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
        offspring must be fitter than some parent to survive, which also removes neutral drift.
    trace : bool
        Whether to record the course of the run.
    mutation : str
        "standard": each bit flips with probability ``expected_flips / n``. "fast": with probability
        s/n, where s is drawn from 1..n/2 for every offspring, proportionally to s**-1.5 [1]_.
    initial : str or array_like of 0 and 1, shape (mu, n)
        "raw": the initial population is scored without local search. "learned": its individuals are
        treated as offspring; in mode "darwinian", which has no local search, this is the same. An
        array of integers or booleans gives the initial genomes, which are scored raw.
    step_cost : float
        The cost of a local-search step in evaluations, at least 0.
    target : int or float, optional
        The run ends after the generation, or the initial population, in which the best value is at
        least as good as this one, even if budget is left. Where values are minimised, that is at
        most this one.
    learning_probability : float
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
        `learning_probability` 0.
    inherits : str
        "whole": what was learned is inherited with the LB probability, or not at all, as with
        partial Lamarckism [2]_. "each": of the bits that local search has changed, each is
        inherited with that probability. "steps", only of a `FunctionProblem`: each step of the
        search is, so that the genome describes what the first k steps have made, k being binomial.
    expected_flips : float
        Expected number of bits of a genome that standard mutation flips [3]_, from 0, which is no
        mutation, to n. The field's rate 1/n per bit is 1 here.
    crossover : str
        "uniform": each bit comes from either parent with probability 1/2. "one-point": the bits up
        to a point come from one parent, the others from the other one [4]_; all n - 1 points
        between bits are equally likely. "two-point": the genome is a ring, which is cut at two of
        its n points; each parent gives one part [5]_.
    survivors : str
        "plus": the fittest of parents and offspring. "comma": of the offspring alone, of which
        there are then at least `mu` [6]_. The best solution of the run is kept beside them.
    parents : str
        "uniform": each parent is equally likely. "tournament": the fittest of `tournament_size`
        that are drawn so, or one of the fittest of these [7]_. "distant": for a crossover, with
        probability `distant_probability`, two parents whose genomes differ in as many bits as those
        of any two; otherwise as "uniform" [8]_. Looking for them takes a time that grows with the
        square of `mu`.
    tournament_size : int
        At least 1.
    distant_probability : float
        From 0 to 1.
    lambda_rule : str
        "fixed": every generation has `lambda_` offspring. "success": their number is 1 at first
        (with survivors "comma": `mu`) and at most `lambda_`. It is divided by `update_strength` F
        after a generation whose best offspring is fitter than all parents, and otherwise multiplied
        by ``F**(1 / success_rate)`` [9]_; a generation of `lambda_` offspring without success is
        followed by the smallest one. It is rounded for use only.
    update_strength : float
        F, above 1 and at most 1,000.
    success_rate : float
        s of the one-(s + 1)-th success rule, at least 0.01; 4 makes it the one-fifth rule.
    count : str
        What the budget counts: "offspring", as described above, or "calls" of the function, those
        of learning included. The latter is the default for a `FunctionProblem`, and only there.
    executor : concurrent.futures.Executor, optional
        Evaluates a `FunctionProblem`.
    callback : callable, optional
        ``callback(evolution)`` is called after each generation. If it returns a dict of numbers,
        these become columns of the trace.

    Attributes
    ----------
    problem : Problem
    configuration : Configuration
        The settings. Its `initial` is "raw" if genomes were given.
    budget, target
        As given.
    state : memlab.evolution.state.State
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
    .. [2] C. R. Houck, J. A. Joines, M. G. Kay and J. R. Wilson. Empirical investigation of the
       benefits of partial Lamarckianism. Evolutionary Computation 5(1), 1997.
    .. [3] C. Witt. Tight bounds on the optimization time of a randomized search heuristic on linear
       functions. Combinatorics, Probability and Computing 22(2), 2013.
    .. [4] J. H. Holland. Adaptation in natural and artificial systems. University of Michigan
       Press, 1975.
    .. [5] K. A. De Jong. An analysis of the behavior of a class of genetic adaptive systems.
       Dissertation, University of Michigan, 1975.
    .. [6] H.-P. Schwefel. Evolution and optimum seeking. Wiley, 1995.
    .. [7] D. E. Goldberg and K. Deb. A comparative analysis of selection schemes used in genetic
       algorithms. FOGA 1991.
    .. [8] A. Opris and D. Antipov. Parent selection mechanisms in elitist crossover-based
       algorithms. arXiv:2604.04083, 2026.
    .. [9] M. A. Hevia Fajardo and D. Sudholt. Self-adjusting population sizes for non-elitist
       evolutionary algorithms: why success rates matter. Algorithmica 86, 2024.

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

    @takes_old_names
    def __init__(self, problem, mode, mu=250, lambda_=50, crossover_rate=0.9, lb_probability=None,
                 budget=40_000, seed=0, ties="random", trace=True, *, initial="raw", target=None,
                 executor=None, callback=None, **settings):
        checks.instance("problem", problem, Problem)
        if executor is not None:
            raise ValueError(f"executor must be None for {problem!r}, which needs no other process")
        self.callback = Callback(callback)
        given = not isinstance(initial, str)
        configuration = Configuration(
            mode, mu, lambda_, crossover_rate, lb_probability, ties,
            initial="raw" if given else initial, **settings)
        for name, value in (("count", "calls"), ("inherits", "steps")):
            if getattr(configuration, name) == value:
                raise ValueError(f"{name} must not be {value!r} for {problem!r}: only a "
                                 "FunctionProblem has it")
        if given:
            initial = checks.bits("initial", initial, (configuration.mu, problem.n),
                                  f"{', '.join(map(repr, INITIALS))} or ")
        random = rng.seed_state(checks.seed("seed", seed))
        self.problem, self.configuration = problem, configuration
        self.state = make_state(problem, configuration, budget, target, trace, random)
        self.budget = self.state.algorithm.budget
        self.target = target if target is None else (int if problem.unit == 1 else float)(target)
        begin = time.thread_time()
        if given:
            self.state.population.genomes[self.state.parents] = problem.pack(initial)
        for part in self.state.parts():
            if configuration.initial == "learned" and configuration.learns:
                engine.start_learned(*self.state[:-2], *part)
            else:
                engine.start(*self.state[:-2], given, *part)
            engine.settle(*self.state[2:], *part)
        self.seconds = time.thread_time() - begin

    @functools.wraps(__init__)      # whose arguments help() and editors show
    def __new__(cls, problem=None, *arguments, **options):
        """Return a `PlainEvolution` of a `FunctionProblem`."""
        if isinstance(problem, FunctionProblem):
            return PlainEvolution(problem, *arguments, **options)
        return super().__new__(cls)

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
        until = min(self.generation + generations, self.configuration.generations(self.budget))
        while self.generation < until and not self.done:
            begin, heard = time.thread_time(), self.callback.function
            try:
                self.state = with_room(self.state, self.configuration.lambda_)
                engine.advance(*self.state, self.generation + 1 if heard else until,
                               self.state.at_once)
            finally:
                self.seconds += time.thread_time() - begin
            if not self.state.ledger.born[0]:      # it may return amid a generation
                self.callback(self)

    def run(self):
        """Advance to the end, and return the `Run` that `evolve` would have returned.

        Returns
        -------
        Run
            The result of the whole run.
        """
        if not self.done:
            self.step(self.configuration.generations(self.budget))
        return self.result()

    def result(self):
        """Return the `Run` as it stands now.

        Returns
        -------
        Run
            The best solution, the counts and the trace so far.
        """
        state, fitness = self.state, int(self.state.ledger.best[0])
        survives = (self.configuration.survivors == "plus"
                    and self.fitness[0] == fitness)      # which it need not be amid a generation
        best = self.problem.unpack(state.population.phenotypes[state.parents[:1]] if survives
                                   else state.ledger.champion)[0]
        self.problem.confirm(state.workspace, best, fitness)
        return Run(
            best_fitness=fitness, best_solution=best, best_value=self.problem.value_of(fitness),
            feasible=self.problem.is_feasible(best), evaluations=self.evaluations,
            local_search_steps=self.local_search_steps, unique_best=int(state.ledger.unique[0]),
            seconds=self.seconds, mode=self.configuration.mode, configuration=self.configuration,
            budget=self.budget,
            course=self.callback.onto(trace_columns(state, self.problem.unit)),
            improvements=improvement_columns(
                state.ledger.improvements[:state.ledger.improved[0]]))

    @property
    def done(self):
        """Whether the target is reached or the budget left is too small for a generation: bool."""
        return bool(engine.finished(self.state.algorithm, self.state.ledger))

    generation = _counted("generation", "Number of finished generations: int.")
    evaluations = _counted("evaluations", "Number of evaluations so far: int.")
    local_search_steps = _counted(
        "steps", "Number of local-search steps so far, over all offspring: int.")

    @property
    def population(self):
        """The parents' genomes, fittest first: ndarray of uint8, shape (mu, n); a copy."""
        return self.problem.unpack(self.state.population.genomes[self.state.parents])

    @property
    def phenotypes(self):
        """The parents' phenotypes, in the same order: ndarray of uint8, shape (mu, n); a copy.

        Fitness is that of the phenotype. Darwinian and Lamarckian parents are their own phenotypes.
        """
        return self.problem.unpack(self.state.population.phenotypes[self.state.parents])

    @property
    def fitness(self):
        """The parents' fitness, in the same order: ndarray of int64, shape (mu,); a copy."""
        return self.state.population.fitness[self.state.parents]

    @classmethod
    def load(cls, path, problem=None, *, executor=None, callback=None):
        """Load a run that `save` wrote.

        Parameters
        ----------
        path : str or path-like
            The file.
        problem : Problem, optional
            The same as that of the run. Required for a `FunctionProblem` and a `CustomProblem`,
            since files do not hold functions.
        executor, callback
            As for a new run.

        Returns
        -------
        Evolution
            The run, in the state in which it was saved.

        Raises
        ------
        OSError
            If the file cannot be opened.
        ValueError
            If the file is not a complete run saved by this version of memlab, or its best solution
            has another value in the given problem, or there is not enough memory for it.
        """
        if isinstance(problem, FunctionProblem):
            return PlainEvolution.load(path, problem, executor, callback)
        if problem is not None:
            checks.instance("problem", problem, Problem)
        self = cls.__new__(cls)
        read_run(self, path, problem, callback)
        return self
