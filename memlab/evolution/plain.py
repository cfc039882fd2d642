"""Algorithm 1 of the paper for any genome and any function, line by line as it is printed there.

`memlab.Evolution` is this for a `FunctionProblem`. It decides what the paper leaves open as the
engine of machine code does (`memlab.evolution.evolution`), which is tested against it.
"""

import hashlib
import itertools
import math
import time
from functools import partial

import numpy as np

from ..problems.function.life import fitness_of, live, lives, told
from ..problems.spaces.space import frozen
from ..support import checks
from ..support.progress import timed_line
from .configuration import LARGEST_BUDGET, Configuration
from .run import Callback, Run, improvement_columns
from .saving import PlainContinued

_SETTINGS = ("mode", "mu", "lambda_", "crossover_rate", "lb_probability", "ties", "initial",
             "learning_probability", "learning_depth", "inherits", "count")
_COLUMNS = ("evaluations", "calls", "best_fitness", "mean_fitness", "diversity",
            "local_search_steps", "value", "fitness_unit")
_LONG = 256     # bytes of a solution, from which on a digest tells it from others
_PAIRS = 5      # of genomes, from which diversity is estimated


class PlainEvolution(PlainContinued):
    """A run on a `FunctionProblem` that can be advanced step by step, as `memlab.Evolution` can.

    Parameters
    ----------
    problem : FunctionProblem
    mode, mu, lambda_, crossover_rate, lb_probability, seed, ties, trace, target, callback
        As for `memlab.Evolution`, as are the settings. A step is what the local search yields.
    budget : int
        Number of calls of the function, at least `mu`; it may end amid a generation, and is spent
        exactly unless a search wants several calls at once. With `count` "offspring": of
        evaluations.
    initial : str or sequence
        "raw" or "learned", as for `memlab.Evolution`; or `mu` genomes.
    count : str
        What the budget counts. "calls": each call of the function, also in learning. "offspring":
        the initial population and the offspring, and learning is free, as in the paper.
    inherits : str
        What is inherited with the LB probability. "whole": all that was learned, or nothing.
        "steps": each step, so that the genome describes what learning had reached after the first
        k steps, k being binomial. "each": each place of a vector.
    executor : concurrent.futures.Executor, optional
        Evaluates; by default the problem's workers do, or this process. The run does not depend on
        it, but calls beyond the budget may be made amid the last generation, and are not counted.
    callback : callable, optional
        ``callback(evolution)`` is called after each generation, as for `memlab.Evolution`.

    Attributes
    ----------
    problem, configuration, budget, target, seconds
        As of `memlab.Evolution`; of several processes, the seconds of the clock.
    generation, evaluations, calls, local_search_steps : int
        Counts so far.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above, or the function breaks a rule.
    Exception
        Whatever the functions raise, with a note where. The evolution is then as it was before.
    """

    def __init__(self, problem, mode, mu=250, lambda_=50, crossover_rate=0.9, lb_probability=None,
                 budget=40_000, seed=0, ties="random", trace=True, *, initial="raw", target=None,
                 count="calls", executor=None, callback=None, **settings):
        given = None if isinstance(initial, str) else checks.ordered("initial", initial)
        self.problem, self.configuration = problem, Configuration(
            mode, mu, lambda_, crossover_rate, lb_probability, ties,
            count="calls" if count == "auto" else count,
            initial=initial if given is None else "raw", **settings)
        self.join(executor, Callback(callback))
        self.budget = checks.integer("budget", budget, minimum=self.configuration.mu,
                                     maximum=LARGEST_BUDGET)
        self.target = None if target is None else checks.real("target", target)
        self._rng = np.random.default_rng(checks.seed("seed", seed))
        self._rows = [] if checks.flag("trace", trace) else None
        self.generation = self.evaluations = self.calls = self.local_search_steps = 0
        self.seconds, self._best, self._champion = 0.0, None, None
        self._met, self._improvements, self._before = set(), [], None
        self._advance(partial(self._initialise, given))

    def join(self, executor, callback):
        """Check that problem, configuration and executor fit each other."""
        problem, configuration = self.problem, self.configuration
        for name, value in configuration.to_dict().items():
            if name not in _SETTINGS:
                raise ValueError(f"{name} must be {getattr(Configuration, name)!r} for a "
                                 f"FunctionProblem, not {value!r}")
        mode, depth, inherits = (configuration.mode, configuration.learning_depth,
                                 configuration.inherits)
        for is_wrong, kind, message in (
                (not problem.learns, TypeError,
                 f"mode {mode!r} needs local_search, or neighbours in {problem.solutions!r}"),
                (configuration.inheritance > 0 and not problem.inherits, TypeError,
                 f"mode {mode!r} needs encode: what is learned must be written back into the genome"
                 " (Appendix A of the paper). Mode 'baldwinian' does without"),
                (inherits == "each" and not hasattr(problem.solutions, "mix"), ValueError,
                 f"inherits must be 'whole' or 'steps', not 'each': {problem.solutions!r} has no "
                 "vectors"),
                (depth is not None and hasattr(problem.local_search, "one_step"), ValueError,
                 f"learning_depth must be None or 0 for a local search of one step, not {depth}")):
            if is_wrong and configuration.learns:
                raise kind(message)
        if executor is not None and not hasattr(executor, "map"):
            raise TypeError(f"executor must be a concurrent.futures.Executor, not {executor!r}")
        self._executor, self._alone = executor, executor is None and problem.workers is None
        self.callback = callback

    def _initialise(self, given):
        """Initialise population P with mu individuals."""
        space, mu = self.problem.space, self.configuration.mu
        genomes = [space.random(self._rng) for _ in range(mu)] if given is None else given
        if len(genomes) != mu:
            raise ValueError(f"initial must be mu = {mu} genomes, not {len(genomes)}")
        name = "what random returns" if given is None else "a genome of initial"
        born = self._live([space.checked(name, genome) for genome in genomes],
                          self.configuration.initial == "learned")
        self._enter(born, self._survivors(born))

    def _generation(self):
        """One iteration of the algorithm's loop."""
        rng, parents, lambda_ = self._rng, self._parents, self.configuration.lambda_
        random = rng.bit_generator.state
        # Randomly sample x1, x2 from P. With probability r_c: y = Mutate(Crossover(x1, x2)), else
        # y = Mutate(x1)
        first, second = rng.integers(len(parents), size=(2, lambda_)).tolist()
        crossed = rng.random(lambda_) < self.configuration.crossover_rate
        genomes = self.problem.space.breed([parents[i].genome for i in first],
                                           [parents[i].genome for i in second], crossed, rng)
        # y_LS = LocalSearch(y), f_y = f(y_LS); in Darwinian evolution f_y = f(y).
        # Lamarckian: y = y_LS. LB: with probability p: y = y_LS
        offspring = self._live(genomes, True)
        if len(offspring) < lambda_ or offspring[-1].spent:      # the budget ends amid it
            self._before = self.packed(random)
        # P = the mu fittest of P and y_1 .. y_lambda
        self._enter(offspring, self._survivors(parents + offspring))
        self.generation += 1

    def _live(self, genomes, may_learn):
        """Let genomes live, in the order of their birth, until the calls are spent."""
        problem, configuration, left = self.problem, self.configuration, self._left
        learners = 2**63 * configuration.learning_probability * (may_learn and configuration.learns)
        seeds = self._rng.integers(2**63, size=len(genomes)).tolist()
        births = [(genome, seed if seed < learners else None) for genome, seed in zip(
            genomes, seeds, strict=True)][:int(min(left, len(genomes)))]
        lived, elsewhere = [], self._elsewhere(births, left)
        for birth in births:
            life = next(elsewhere) if elsewhere else None
            if life is None or life.calls > left:      # a life goes as far as calls are left
                life = live(problem, configuration, left, *birth)
            elif not self._alone:
                frozen(life.genome), frozen(life.solution)      # which were pickled
            life.birth = self.evaluations + len(lived)
            lived.append(life)
            left -= life.calls
            if life.spent or left < 1:
                break
        return lived

    def _elsewhere(self, births, left):
        """Return an iterator of lives that are not lived one by one in this process, or None."""
        executor = self._executor or self.problem.pool()
        let = partial(lives, self.problem, self.configuration, left)
        if executor is not None:
            size = 1 + len(births) // 64
            chunks = [births[i:i + size] for i in range(0, len(births), size)]
            return itertools.chain.from_iterable(executor.map(let, chunks))
        at_once = self.problem.batch and all(seed is None for _, seed in births)
        return iter(let(births)) if at_once else None

    def _survivors(self, everyone):
        """Return the mu fittest, fittest first."""
        if self.configuration.ties == "random":
            preference = self._rng.random(len(everyone))
        else:
            age = {"parents": 1, "offspring": -1}[self.configuration.ties]
            preference = [age * life.birth for life in everyone]
        scores = np.array([life.score for life in everyone]).reshape(len(everyone), -1)
        order = np.lexsort((preference, *-scores.T[::-1]))      # of pairs, the first one first
        return [everyone[i] for i in order[:self.configuration.mu].tolist()]

    def _enter(self, lived, survivors):
        """Enter what has lived, and what survives, into the books of the run."""
        calls, steps = self.calls, self.local_search_steps
        for life in lived:
            calls += life.calls
            steps += life.steps
            if self._best is None or life.score >= self._best:
                if life.score != self._best:
                    self._best, self._champion, self._met = life.score, life.solution, set()
                    self._improvements.append((life.birth + 1, told(life.score), steps, calls))
                key = self.problem.solutions.key(life.solution)
                self._met.add(key if len(key) < _LONG else hashlib.sha256(key).digest())
        self._parents, self._spent = survivors, lived[-1].spent
        self.evaluations += len(lived)
        self.calls += sum([life.calls for life in lived])
        self.local_search_steps += sum([life.steps for life in lived])
        if self._rows is not None:
            fitness, unit = told(self._best), self.problem.unit
            self._rows.append((self.evaluations, self.calls, fitness, self.fitness.mean(),
                               self._diversity(), self.local_search_steps, unit * fitness, unit))

    def _diversity(self):
        """Return the mean distance between the genomes of a few pairs, half the ranks apart."""
        parents, half = self._parents, len(self._parents) // 2
        distances = [self.problem.space.distance(parents[i].genome, parents[i + half].genome)
                     for i in range(0, half, 1 + half // _PAIRS)]
        return sum(distances) / max(len(distances), 1)

    def _advance(self, part):
        """Do a part of the run. If it fails, the run stays as it was."""
        clock = time.thread_time if self._alone else time.perf_counter
        random, begin = self._rng.bit_generator.state, clock()
        try:
            part()
        except BaseException as error:
            error.add_note(f"The run is as it was after {self.calls:,} calls of "
                           f"{self.problem.place}")
            self._rng.bit_generator.state = random
            self.problem.close()      # its workers do what nobody waits for
            raise
        finally:
            self.seconds += clock() - begin

    @property
    def _left(self):
        """How many calls are left, if they are what counts."""
        return self.budget - self.calls if self.configuration.count == "calls" else math.inf

    def step(self, generations=1):
        """Advance by some generations, or to the end if fewer are left.

        Parameters
        ----------
        generations : int
            Number of generations, at least 1.
        """
        for _ in range(checks.integer("generations", generations, minimum=1)):
            if not self.done:
                self._advance(self._generation)
                self.callback(self)

    def run(self):
        """Advance to the end, and return the `Run` that `evolve` would have returned.

        Returns
        -------
        Run
        """
        counted = "calls" if self.configuration.count == "calls" else "evaluations"
        with timed_line(counted, self.budget) as line:
            while not self.done:
                self.step()
                line.update(getattr(self, counted) - line.n)
        return self.result()

    def result(self):
        """Return the `Run` as it stands now.

        Returns
        -------
        Run
        """
        problem, fitness, rows = self.problem, fitness_of(self._best), self._rows
        course = rows and dict(zip(_COLUMNS, map(np.array, zip(*rows, strict=True)), strict=True))
        return Run(
            best_fitness=fitness, best_solution=problem.phenotype(self._champion),
            best_value=problem.unit * fitness, evaluations=self.evaluations, calls=self.calls,
            feasible=None if problem.feasible is None else self._best[0] == 0,
            local_search_steps=self.local_search_steps, unique_best=len(self._met),
            seconds=self.seconds, mode=self.configuration.mode, configuration=self.configuration,
            budget=self.budget, course=self.callback.onto(course),
            improvements=improvement_columns(self._improvements))

    @property
    def done(self):
        """Whether the target is reached, or the budget spent: bool."""
        if self.target is not None:
            goal = self.problem.unit * self.target
            if self._best >= (goal if self.problem.feasible is None else (0, goal)):
                return True
        if self.configuration.count == "calls":
            return self._spent or self._left < 1
        return self.evaluations + self.configuration.lambda_ > self.budget

    @property
    def population(self):
        """The parents' genomes, fittest first: an array of such that are arrays, else a list."""
        return _stacked([life.genome for life in self._parents])

    @property
    def phenotypes(self):
        """What the function got for each of them, in the same order: an array or a list."""
        return _stacked([self.problem.phenotype(life.solution) for life in self._parents])

    @property
    def fitness(self):
        """The parents' fitness, in the same order, to be maximised: ndarray of float64."""
        scores = np.array([life.score for life in self._parents])
        return scores if scores.ndim == 1 else scores[:, 1]


def _stacked(genomes):
    """Return genomes as one array, if they are arrays of one shape, else as they are: a list."""
    shapes = {getattr(genome, "shape", None) for genome in genomes}
    return genomes if len(shapes) > 1 or None in shapes else np.array(genomes)
