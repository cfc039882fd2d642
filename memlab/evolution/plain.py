"""Algorithm 1 of the paper for any genome and any function, line by line as it is printed there.

`memlab.Evolution` is this for a `FunctionProblem`. It decides what the paper leaves open as the
engine of machine code does (`memlab.evolution.evolution`), which is tested against it.
"""

import hashlib
import itertools
import json
import math
import time
from dataclasses import fields
from functools import partial

import numpy as np

from ..problems.function import FunctionProblem
from ..problems.function.life import Life, live, lives, lives_there
from ..support import checks
from ..support.progress import timed_line
from .configuration import LARGEST_BUDGET, Configuration
from .genomes import packed, stacked, unpacked
from .run import Run
from .saving import sealed_arrays, write_arrays

_SETTINGS = ("mode", "mu", "lambda_", "crossover_rate", "lb_probability", "ties", "initial",
             "learning_probability", "learning_depth", "inherits", "count")
_COLUMNS = ("evaluations", "calls", "best_fitness", "mean_fitness", "diversity",
            "local_search_steps")
_FORMAT = "memlab plain run 1"      # raise it if a saved run would continue differently
_COUNTS = ("generation", "evaluations", "calls", "local_search_steps", "seconds")
_PAIRS = 10      # of genomes, from which diversity is estimated


class PlainEvolution:
    """A run on a `FunctionProblem` that can be advanced step by step, as `memlab.Evolution` can.

    Parameters
    ----------
    problem : FunctionProblem
    mode, mu, lambda_, crossover_rate, lb_probability, seed, ties, trace, target
        As for `memlab.Evolution`.
    learning_probability, learning_depth
        As well. A step is what the local search yields.
    budget : int
        Number of calls of the function, at least `mu`; it may end amid a generation. With `count`
        "offspring": of evaluations.
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
        ``callback(evolution)`` is called after each generation.

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
        Whatever the functions of the problem raise, with a note where. The evolution is then as it
        was before the generation, and can be saved or continued.
    """

    def __init__(self, problem, mode, mu=250, lambda_=50, crossover_rate=0.9, lb_probability=None,
                 budget=40_000, seed=0, ties="random", trace=True, *, initial="raw", target=None,
                 count="calls", executor=None, callback=None, **settings):
        given = not isinstance(initial, str)
        self.problem, self.configuration = problem, Configuration(
            mode, mu, lambda_, crossover_rate, lb_probability, ties, count=count,
            initial="raw" if given else initial, **settings)
        self.budget = checks.integer("budget", budget, minimum=self.configuration.mu,
                                     maximum=LARGEST_BUDGET)
        self.target = None if target is None else checks.real("target", target)
        self._prepare(executor, callback)
        self._rng = np.random.default_rng(checks.seed("seed", seed))
        self._rows = [] if checks.flag("trace", trace) else None
        self.generation = self.evaluations = self.calls = self.local_search_steps = 0
        self.seconds = 0.0
        self._best = self._champion = None
        self._advance(partial(self._initialise, initial if given else None))

    def _prepare(self, executor, callback):
        """Check that the configuration fits the problem, and who evaluates."""
        problem, configuration = self.problem, self.configuration
        for one in fields(Configuration):
            value = getattr(configuration, one.name)
            if one.name not in _SETTINGS and value != one.default:
                raise ValueError(f"{one.name} must be {one.default!r} for a FunctionProblem, whose "
                                 f"engine has no other, not {value!r}")
        if configuration.learns:
            if not problem.learns:
                raise TypeError(f"mode {configuration.mode!r} needs local_search, or neighbours of "
                                f"{problem.solutions!r}, to learn")
            if configuration.inheritance > 0 and not problem.inherits:
                raise TypeError(f"mode {configuration.mode!r} needs encode: what is learned must "
                                "be written back into the genome (Appendix A of the paper). Mode "
                                "'baldwinian' does without")
            if configuration.inherits == "each" and not hasattr(problem.solutions, "mix"):
                raise ValueError("inherits must be 'whole' or 'steps' for solutions that are not "
                                 f"vectors, {problem.solutions!r}, not 'each'")
            if (configuration.learning_depth is not None
                    and getattr(problem.local_search, "one_step", False)):
                raise ValueError("learning_depth must be None or 0 for a local search of one step, "
                                 f"not {configuration.learning_depth}")
        if executor is not None and not hasattr(executor, "map"):
            raise TypeError("executor must be a concurrent.futures.Executor or None, not "
                            f"{executor!r}")
        self._executor = executor
        self._callback = None if callback is None else checks.function("callback", callback)

    def _initialise(self, given):
        """Initialise population P with mu individuals."""
        space, mu = self.problem.space, self.configuration.mu
        name, genomes = "what random returns", given
        if given is None:
            genomes = [space.random(self._rng) for _ in range(mu)]
        else:
            name, genomes = "a genome of initial", checks.ordered("initial", given)
            if len(genomes) != mu:
                raise ValueError(f"initial must be mu = {mu} genomes, not {len(genomes)}")
        genomes = [space.checked(name, genome) for genome in genomes]
        lives = self._live(genomes, self.configuration.initial == "learned")
        self._enter(lives, self._survivors(lives))

    def _generation(self):
        """One iteration of the algorithm's loop."""
        rng, parents, lambda_ = self._rng, self._parents, self.configuration.lambda_
        # Randomly sample x1, x2 from P. With probability r_c: y = Mutate(Crossover(x1, x2)), else
        # y = Mutate(x1)
        first, second = rng.integers(len(parents), size=(2, lambda_)).tolist()
        crossed = rng.random(lambda_) < self.configuration.crossover_rate
        genomes = self.problem.space.breed([parents[i].genome for i in first],
                                           [parents[i].genome for i in second], crossed, rng)
        # y_LS = LocalSearch(y), f_y = f(y_LS); in Darwinian evolution f_y = f(y).
        # Lamarckian: y = y_LS. LB: with probability p: y = y_LS
        offspring = self._live(genomes, True)
        # P = the mu fittest of P and y_1 .. y_lambda
        self._enter(offspring, self._survivors(parents + offspring))
        self.generation += 1

    def _live(self, genomes, learning):
        """Let genomes live, in the order of their birth, until the calls are spent."""
        problem, configuration, left = self.problem, self.configuration, self._left
        learners = configuration.learning_probability if learning and configuration.learns else 0
        births = [(genome, seed if seed < learners * 2**63 else None) for genome, seed in zip(
            genomes, self._rng.integers(2**63, size=len(genomes)).tolist(), strict=True)]
        births = births if left == math.inf else births[:int(left)]
        lived = []
        try:
            elsewhere = self._elsewhere(births, left)
            for birth in births:
                life = next(elsewhere) if elsewhere else live(problem, configuration, left, *birth)
                if life.calls > left:      # the beginning of this life, as far as calls are left
                    life = live(problem, configuration, left, *birth)
                life.birth = self.evaluations + len(lived)
                lived.append(life)
                left -= life.calls
                if life.spent or left < 1:
                    break
        except Exception as error:
            calls = self.calls + sum(life.calls for life in lived)
            error.add_note(f"after {calls:,} calls of the function")
            raise
        return lived

    def _elsewhere(self, births, left):
        """Return an iterator of lives that are not lived one by one in this process, or None."""
        problem, pool = self.problem, None
        if self._executor is None and (pool := problem.pool()) is None:
            batch = problem.batch and all(seed is None for _, seed in births)
            return iter(lives(problem, self.configuration, left, births)) if batch else None
        size = 1 + len(births) // 64
        chunks = [births[i:i + size] for i in range(0, len(births), size)]
        let, subject = (lives, problem) if pool is None else (lives_there, problem.sent)
        mapped = (pool or self._executor).map(
            partial(let, subject, self.configuration, left), chunks)
        return itertools.chain.from_iterable(mapped)

    def _survivors(self, everyone):
        """Return the mu fittest, fittest first; Python compares scores as numpy.lexsort does."""
        ties = self.configuration.ties
        preference = (self._rng.random(len(everyone)) if ties == "random" else
                      [life.birth * (-1 if ties == "offspring" else 1) for life in everyone])
        scores = np.array([life.score for life in everyone], float).reshape(len(everyone), -1)
        order = np.lexsort((preference, *-scores.T[::-1]))[:self.configuration.mu]
        return [everyone[i] for i in order.tolist()]

    def _enter(self, lives, survivors):
        """Enter what has lived, and what survives of it, into the books of the run."""
        problem = self.problem
        for life in lives:
            if self._best is None or life.score > self._best:
                self._best, self._champion, self._met = life.score, life.solution, set()
            if life.score == self._best:
                key = problem.solutions.key(life.solution)
                self._met.add(hashlib.blake2b(key, digest_size=8).digest())
        self._parents = survivors
        self._spent = lives[-1].spent
        self.evaluations += len(lives)
        self.calls += sum(life.calls for life in lives)
        self.local_search_steps += sum(life.steps for life in lives)
        if self._rows is not None:
            self._rows.append((self.evaluations, self.calls, problem.fitness_of(self._best),
                               self.fitness.mean(), self._diversity(), self.local_search_steps))

    def _diversity(self):
        """Return the mean distance between the genomes of a few pairs, half the ranks apart."""
        parents, half = self._parents, len(self._parents) // 2
        pairs = range(0, half, 1 + half // _PAIRS)
        distances = [self.problem.space.distance(parents[i].genome, parents[i + half].genome)
                     for i in pairs]
        return sum(distances) / max(len(distances), 1)

    def _advance(self, part):
        """Do a part of the run. If it fails, the run stays as it was."""
        random, begin = self._rng.bit_generator.state, self._clock()
        try:
            part()
        except BaseException:
            self._rng.bit_generator.state = random
            self.problem.close()      # workers may be busy with what nobody awaits
            raise
        finally:
            self.seconds += self._clock() - begin

    def _clock(self):
        """Return the time of the thread, or of the clock if others evaluate."""
        alone = self._executor is None and self.problem.workers is None
        return time.thread_time() if alone else time.perf_counter()

    @property
    def _left(self):
        """How many calls are left, if they are what counts."""
        offspring = self.configuration.count == "offspring"
        return math.inf if offspring else self.budget - self.calls

    def step(self, generations=1):
        """Advance by some generations, or to the end if fewer are left.

        Parameters
        ----------
        generations : int
            Number of generations, at least 1.
        """
        for _ in range(checks.integer("generations", generations, minimum=1)):
            if self.done:
                return
            self._advance(self._generation)
            if self._callback is not None:
                self._callback(self)

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
        problem, fitness = self.problem, self.problem.fitness_of(self._best)
        return Run(
            best_fitness=fitness, best_solution=problem.phenotype(self._champion),
            best_value=problem.value_of(fitness), calls=self.calls, evaluations=self.evaluations,
            feasible=None if problem.feasible is None else self._best[0] == 0,
            local_search_steps=self.local_search_steps, unique_best=len(self._met),
            seconds=self.seconds, mode=self.configuration.mode, configuration=self.configuration,
            budget=self.budget, course=self._course())

    def _course(self):
        """Return the columns of the trace: a dict of ndarray, or None."""
        if self._rows is None:
            return None
        kinds = int, self.calls.__class__, float, float, float, int
        columns = {name: np.array(column, kind) for name, kind, column in zip(
            _COLUMNS, kinds, zip(*self._rows, strict=True), strict=True)}
        if self.problem.unit == -1:
            columns |= {"value": -columns["best_fitness"],
                        "fitness_unit": np.full(len(self._rows), -1)}
        return columns

    @property
    def done(self):
        """Whether the target is reached, or the budget spent: bool."""
        goal = self.problem.target_score(self.target)
        if goal is not None and self._best >= goal:
            return True
        if self.configuration.count == "offspring":
            return self.evaluations + self.configuration.lambda_ > self.budget
        return self._spent or self._left < 1

    @property
    def trace(self):
        """The course of the run so far, as in `memlab.Run.trace`: DataFrame or None; a copy."""
        return self.result().trace

    @property
    def population(self):
        """The parents' genomes, fittest first: an array where they are arrays, else a list."""
        return stacked([life.genome for life in self._parents])

    @property
    def phenotypes(self):
        """What the function got for each of them, in the same order: an array or a list."""
        return stacked([self.problem.phenotype(life.solution) for life in self._parents])

    @property
    def fitness(self):
        """The parents' fitness, in the same order, to be maximised: ndarray of float64."""
        return np.array([self.problem.fitness_of(life.score) for life in self._parents])

    def save(self, path):
        """Write the whole state to a file (.npz), from which `load` continues the same run.

        Parameters
        ----------
        path : str or path-like
            An existing file is replaced once the new one is complete.

        Raises
        ------
        TypeError
            If genomes are not arrays, dictionaries of these, or what JSON can hold.
        """
        parents = self._parents
        head = {"format": _FORMAT, "configuration": self.configuration.to_dict(),
                "budget": self.budget, "target": self.target, "spent": self._spent,
                "best": self._best, "random": self._rng.bit_generator.state,
                "scores": [life.score for life in parents], "rows": self._rows,
                "births": [life.birth for life in parents],
                **{name: getattr(self, name) for name in _COUNTS}}
        write_arrays(path, {
            "head": np.array(json.dumps(head)), "met": np.array(sorted(self._met)),
            **packed("genomes", [life.genome for life in parents]),
            **packed("solutions", [*(life.solution for life in parents), self._champion])})

    @classmethod
    def load(cls, path, problem, executor=None, callback=None):
        """Load a run that `save` wrote.

        Parameters
        ----------
        path : str or path-like
        problem : FunctionProblem
            The same as that of the run: a file does not hold functions.
        executor, callback
            As for a new one.

        Returns
        -------
        PlainEvolution

        Raises
        ------
        OSError
            If the file cannot be opened.
        ValueError
            If the file is not a complete run, or the function gives its best solution another
            value.
        """
        self, problem = cls.__new__(cls), checks.instance("problem", problem, FunctionProblem)
        with sealed_arrays(path, _FORMAT) as (head, arrays):
            self.problem, self.configuration = problem, Configuration(**head["configuration"])
            self.budget, self.target, self._spent = head["budget"], head["target"], head["spent"]
            for name in _COUNTS:
                setattr(self, name, head[name])
            self._rng = np.random.default_rng()
            self._rng.bit_generator.state = head["random"]
            self._rows = head["rows"]
            self._met = {one.tobytes() for one in arrays["met"]}
            genomes = [problem.space.checked("a genome", one) for one in unpacked(
                "genomes", arrays)]
            *solutions, self._champion = [problem.solutions.checked("a solution", one)
                                          for one in unpacked("solutions", arrays)]
            *scores, self._best = [tuple(score) if isinstance(score, list) else score
                                   for score in (*head["scores"], head["best"])]
            self._parents = list(map(Life, genomes, solutions, scores))
            for life, life.birth in zip(self._parents, head["births"], strict=True):
                pass
            if (again := problem.score(self._champion)) != self._best:
                raise ValueError(f"the function gives the best solution {again}, not {self._best}: "
                                 "it is another one, or not a function of its argument alone")
        self._prepare(executor, callback)
        return self
