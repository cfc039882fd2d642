"""Run an algorithm of your own: a function, which gets a `Trial` and nothing else.

The trial scores solutions, counts them, and keeps the best, the course and the time of the run. So
a `Run` says what was found at what cost, whatever the algorithm does or says about itself.
"""

import contextlib
import copy
import random
import signal
import threading
import time

import numpy as np

from ..kernels import rng
from ..problems.function.life import BudgetSpent
from ..problems.problem import Problem
from ..support import checks
from .configuration import LARGEST_BUDGET
from .run import Run, confirm, improvement_columns, trace_grid

# what scores solutions of a problem without counting them
_UNCOUNTED = ("fitness", "value", "local_search", "score", "recount", "confirm", "instance",
              "workspace")
_NOTHING = -2**63          # below any fitness
_APART = 2**32 - 1         # what the trial draws, apart from what the algorithm draws


class Trial:
    """What an algorithm of your own has of its run; `memlab.run` makes it.

    Arrays are copied when they come in and when they go out.

    Attributes
    ----------
    n : int
        Number of bits of a solution.
    problem : Problem
        The problem to read from, such as ``problem.graph``. It cannot be changed, and scores
        nothing: that is what `evaluate` is for.
    rng : numpy.random.Generator
        ``numpy.random.default_rng(seed)`` with the seed of the run.
    left : int
        Number of evaluations that are left; 0 once the target is reached.
    best : ndarray of uint8, shape (n,), or None
        The first solution of the best fitness so far.

    Examples
    --------
    >>> import memlab as ml
    >>> def random_sampling(trial):
    ...     while trial.left:
    ...         trial.evaluate(trial.rng.random((100, trial.n)) < 0.5)
    >>> run = ml.run(ml.DeceptiveLeadingBlocks(n=4, k=2), random_sampling, budget=250)
    >>> run.best_fitness, run.evaluations
    (4, 250)
    """

    def __init__(self, problem, budget, seed, target):
        self.n, self.problem, self._problem, self._target = (
            problem.n, _shown(problem), problem, target)
        self.rng = np.random.default_rng(_copy(seed))
        self._ties = rng.seed_state(_copy(seed, _APART))
        self._workspace = problem.workspace(1)
        self._lock, self._left, self._evaluations, self._steps = threading.Lock(), budget, 0, 0
        self._best, self._best_fitness, self._met = None, _NOTHING, set()
        self._grid, self._total, self._course = np.unique(trace_grid(budget)), 0.0, []
        self._improvements = []

    left = property(lambda self: self._left)

    @property
    def best(self):
        """A copy of the first solution of the best fitness so far: ndarray of uint8, or None."""
        return None if self._best is None else self._problem.unpack(self._best)[0]

    def evaluate(self, x):
        """Score one solution, or several one after another, at an evaluation each.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,) or (k, n)
            Integers or booleans.

        Returns
        -------
        int or ndarray of int64, shape (k,)
            The fitness, without local search.

        Raises
        ------
        BudgetSpent
            If fewer than k evaluations are left. As many solutions as are left, from the first, are
            scored and count, and the run is over.
        TypeError, ValueError
            If `x` is anything else; nothing is counted then.
        """
        _, fitness, _ = self._score(x, None)
        return fitness if np.ndim(x) == 2 else int(fitness[0])

    def local_search(self, x, learning_depth=None):
        """Improve one solution, or several one after another, at an evaluation each.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,) or (k, n)
            Integers or booleans; they are not changed.
        learning_depth : int, optional
            The maximum number of steps of each search; by default it ends in a local optimum.

        Returns
        -------
        solutions : ndarray of uint8, shape (n,) or (k, n)
            What the problem's local search makes of them.
        fitness, steps : int, or ndarray of int64, shape (k,)
            Their fitness, and the number of steps that were taken.

        Raises
        ------
        BudgetSpent, TypeError, ValueError
            As from `evaluate`.
        """
        genomes, fitness, steps = self._score(x, self._problem.most_steps(learning_depth))
        solutions = self._problem.unpack(genomes)
        if np.ndim(x) == 2:
            return solutions, fitness, steps
        return solutions[0], int(fitness[0]), int(steps[0])

    def _score(self, x, most):
        """Score solutions, after local search of at most `most` steps if that is not None.

        Returns the genomes that were scored, their fitness, and the numbers of steps.
        """
        rows = ()
        with contextlib.suppress(ValueError):      # a ragged sequence, which is refused below
            x = np.array(x)
            rows = x.shape[:1] if x.ndim == 2 else ()
        x = checks.bits("x", x, (*rows, self._problem.n)).reshape(-1, self._problem.n)
        with self._lock:      # a thread at a time
            genomes = self._problem.pack(x[:self._left])
            fitness, steps = self._problem.score(self._workspace, genomes, most, self._ties)
            if len(genomes):
                self._enter(genomes, fitness, steps)
            if len(genomes) < len(x):
                self._left = 0
                raise BudgetSpent
        return genomes, fitness, steps

    def _enter(self, genomes, fitness, steps):
        """Write down what was just scored."""
        before, self._evaluations = self._evaluations, self._evaluations + len(fitness)
        best = np.maximum.accumulate(np.maximum(fitness, self._best_fitness))
        totals = self._total + fitness.cumsum(dtype=float)
        steps = self._steps + steps.cumsum()
        first, last = np.searchsorted(self._grid, (before, self._evaluations), side="right")
        for point in self._grid[first:last]:
            i = point - before - 1
            self._course.append((point, best[i], totals[i], steps[i]))
        for i in np.flatnonzero(np.diff(best, prepend=self._best_fitness)):
            self._improvements.append((before + i + 1, best[i], steps[i]))
        if best[-1] > self._best_fitness:
            self._best_fitness, self._met = int(best[-1]), set()
            self._best = genomes[fitness.argmax()][None].copy()
        self._met.update(hash(row.tobytes()) for row in genomes[fitness >= self._best_fitness])
        self._total, self._steps = totals[-1], int(steps[-1])
        reached = self._target is not None and self._best_fitness >= self._target
        self._left = 0 if reached else self._left - len(fitness)

    def _columns(self):
        """The course of the run, as `memlab.Run` keeps it: a dict of ndarray."""
        if not self._course or self._course[-1][0] < self._evaluations:
            self._course.append((self._evaluations, self._best_fitness, self._total, self._steps))
        evaluations, best, totals, steps = map(np.array, zip(*self._course, strict=True))
        means = np.diff(totals, prepend=0) / np.diff(evaluations, prepend=0)
        return {"evaluations": evaluations, "best_fitness": best, "mean_fitness": means,
                "local_search_steps": steps}


def _shown(problem):
    """Return a problem as its algorithm sees it: to read, not to change or to score solutions."""
    def refuse(*_, **__):
        raise AttributeError("a trial's problem must not score solutions: trial.evaluate and "
                             "trial.local_search do, and count them")

    shown = copy.copy(problem)
    vars(shown).update({name: _read_only(value) for name, value in vars(problem).items()})
    vars(shown).update(dict.fromkeys(_UNCOUNTED, refuse), is_feasible=problem.is_feasible)
    return shown


def _read_only(value):
    """The value of an attribute, in which arrays are read-only views."""
    if isinstance(value, np.ndarray):
        value = value.view()
        value.flags.writeable = False
    return value._make(map(_read_only, value)) if hasattr(value, "_make") else value


def run(problem, function, budget=40_000, seed=0, target=None, **settings):
    """Run an algorithm of your own.

    Parameters
    ----------
    problem : Problem
        The problem to solve.
    function : callable
        ``function(trial, **settings)``: the algorithm. All that it has of the run is a
        `memlab.Trial`, and what it returns is ignored. It ends by returning, or by spending its
        budget, as `memlab.BudgetSpent` tells.
    budget : int
        Number of evaluations, at least 1.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Of ``trial.rng``. Python's and NumPy's global generators, which many libraries use, are
        seeded with it for the run, too, and put back afterwards. So the run can be repeated if the
        function depends on nothing else, such as what an earlier run left in a global variable.
    target : int or float, optional
        Nothing is left of the budget after the call that reaches a value as good as this one.
    **settings
        Further arguments of the function.

    Returns
    -------
    Run
        What the trial has kept: the best solution, counts, time of the process, and a course with
        64 points. Its mean fitness is that of the solutions scored since the point before.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.
    RuntimeError
        If the function evaluates nothing, or tries to end the program.
    Exception
        Whatever else the function raises, with a note after how many evaluations.

    Examples
    --------
    >>> import memlab as ml
    >>> def climb(trial, rate=1.0):
    ...     x = trial.rng.integers(0, 2, trial.n)
    ...     fitness = trial.evaluate(x)
    ...     while trial.left:
    ...         y = x ^ (trial.rng.random(trial.n) < rate / trial.n)
    ...         value = trial.evaluate(y)
    ...         if value >= fitness:
    ...             x, fitness = y, value
    >>> graph, = ml.datasets.generate("ba_small")
    >>> run = ml.run(ml.MaxCut(graph), climb, budget=2000, seed=1, rate=1.5)
    >>> run.evaluations, run.best_fitness == ml.MaxCut(graph).fitness(run.best_solution)
    (2000, True)
    """
    checks.instance("problem", problem, Problem)
    if not callable(function):
        raise TypeError(f"function must be one that takes a trial, not {function!r}")
    budget = checks.integer("budget", budget, minimum=1, maximum=LARGEST_BUDGET)
    target = problem.target_fitness(target)
    seed = checks.seed("seed", seed)
    trial, begin = Trial(problem, budget, seed, target), time.process_time()
    try:
        with _global_generators(seed), contextlib.suppress(BudgetSpent):
            function(trial, **settings)
    except Exception as error:
        error.add_note(f"after {trial._evaluations:,} evaluations")
        raise
    except BaseException as error:
        # a worker of a study never gets a real Ctrl-C
        ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        if isinstance(error, KeyboardInterrupt) and not ignored:
            raise
        raise RuntimeError(f"an algorithm must return, but raised {error!r} after "
                           f"{trial._evaluations:,} evaluations") from error
    finally:
        with trial._lock:      # threads that it leaves behind spend nothing more
            trial._left = 0
    seconds = time.process_time() - begin
    if not trial._evaluations:
        raise RuntimeError(f"an algorithm must evaluate a solution, but {function!r} did not")
    best = trial.best
    problem.confirm(trial._workspace, best, trial._best_fitness)
    return Run(best_fitness=confirm(problem, best, trial._best_fitness), best_solution=best,
               best_value=problem.value_of(trial._best_fitness), unique_best=len(trial._met),
               feasible=problem.is_feasible(best), evaluations=trial._evaluations, budget=budget,
               local_search_steps=trial._steps, seconds=seconds, course=trial._columns(),
               improvements=improvement_columns(trial._improvements))


@contextlib.contextmanager
def _global_generators(seed):
    """Seed the generators that libraries share, and put them back at the end of the block."""
    python, numpy = random.getstate(), np.random.get_state()  # noqa: NPY002
    words = _copy(seed, _APART).generate_state(8)
    random.seed(words.tobytes())
    np.random.seed(words)  # noqa: NPY002
    try:
        yield
    finally:
        random.setstate(python)
        np.random.set_state(numpy)  # noqa: NPY002


def _copy(seed, *key):
    """A seed sequence of its own, whatever has been spawned from the given one."""
    return np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, *key))
