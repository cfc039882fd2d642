"""A problem given by any Python function of any genome."""

import contextlib
import functools
import inspect
import itertools
import traceback
from numbers import Real

import numpy as np

from ...support import checks
from ...support.pool import Pool
from ..spaces.space import OPERATORS, Space
from .life import BudgetSpent, Function

TOLERANCE = 1e-9      # relative and absolute: sums of gains differ by less from values


class FunctionProblem:
    """A problem given by any Python function: of tours, schedules, weights, or any genome at all.

    Parameters
    ----------
    space : Space
        Where genomes come from: one of `memlab.spaces`, or one of your own.
    function : callable
        ``function(x)`` returns a number, the value of `x`, which it cannot change. With `batch`,
        ``function(xs)`` gets a list and returns as many numbers.
    minimise : bool
        Whether small values are good.
    batch : bool
        Whether the function gets many at once.
    local_search : callable, optional
        How learning improves a solution: a generator ``local_search(x, value, f, rng)`` that yields
        a pair for each of its steps, the solution and its value, or None where it does not know
        it. ``f(y)`` is the function, but *always to be maximised*: it counts its calls, and ends
        the search when none is left. ``f.many(ys)`` scores several; ``f.charge(k)`` counts k calls
        for work that is done without it. `rng` is a `numpy.random.Generator`. By default, the
        first better one of the space's neighbours, until there is none.
    decode : callable, optional
        ``decode(genome)`` is what the function gets.
    solutions : Space, optional
        With `decode`: the space of what it returns, in which learning then takes place. By default,
        learning changes genes.
    encode : callable, optional
        With `solutions`: ``encode(solution, genome)`` is a genome that decodes into a learned
        solution, near the genome given. Without it, what is learned cannot be inherited: Lamarckian
        and LB evolution are impossible then, and Baldwinian evolution is not (the paper's
        Appendix A).
    feasible : callable, optional
        ``feasible(x)`` says whether a solution satisfies the constraints, or by how much it
        violates them: True or False, or a number, 0 where they hold. What is feasible precedes what
        is not; the latter is compared by its violation; then by value [1]_.
    workers : int, optional
        Number of processes that evaluate; by default, this one does.

    Attributes
    ----------
    unit : int
        -1 if values are minimised, otherwise 1: value = unit * fitness.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    References
    ----------
    .. [1] K. Deb. An efficient constraint handling method for genetic algorithms. Computer Methods
       in Applied Mechanics and Engineering 186(2-4), 2000.

    Examples
    --------
    >>> import memlab as ml
    >>> import numpy as np
    >>> points = np.random.default_rng(1).random((12, 2))
    >>> def length(tour):
    ...     return np.linalg.norm(points[tour] - points[np.roll(tour, 1)], axis=1).sum()
    >>> problem = ml.FunctionProblem(ml.spaces.Permutation(12, cyclic=True), length, minimise=True)
    >>> run = ml.evolve(problem, "lamarckian", mu=5, lambda_=5, budget=3000)
    >>> run.calls, round(run.best_value, 3) == round(length(run.best_solution), 3)
    (3000, True)
    """

    name = label = ""

    def __init__(self, space, function, *, minimise=False, batch=False, local_search=None,
                 decode=None, encode=None, solutions=None, feasible=None, workers=None):
        self.space = _space("space", space)
        self.function = checks.function("function", function)
        self.minimise, self.batch = checks.flag("minimise", minimise), checks.flag("batch", batch)
        for name, given in (("local_search", local_search), ("decode", decode),
                            ("encode", encode), ("feasible", feasible)):
            if given is not None:
                checks.function(name, given)
        if decode is None and (encode is not None or solutions is not None):
            raise TypeError("encode and solutions must not be given without decode, which makes "
                            "solutions of genomes")
        if encode is not None and solutions is None:
            raise TypeError("solutions must be given with encode: the space of what is learned")
        self.learns_genes = solutions is None
        self.solutions = space if self.learns_genes else _space("solutions", solutions)
        self.decode, self.encode, self.feasible = decode, encode, feasible
        self.local_search = local_search or self.solutions.climb
        self.learns = local_search is not None or hasattr(self.solutions, "neighbours")
        self.inherits = self.learns_genes or encode is not None
        self.unit = -1 if minimise else 1
        self.workers, self._pool = checks.optional("workers", workers, minimum=1), None

    def born(self, genome):
        """Return what a genome describes, and learning starts from."""
        if self.learns_genes:
            return genome
        return self.solutions.checked("what decode returns", self.decode(genome))

    def phenotype(self, solution):
        """Return what the function gets for something that was learned."""
        return self.decode(solution) if self.decode and self.learns_genes else solution

    def write_back(self, solution, genome):
        """Return the genome that passes on what was learned."""
        if self.learns_genes:
            return solution
        return self.space.checked("what encode returns", self.encode(solution, genome))

    def step(self, given):
        """Return the solution and the score that a local search has yielded, or say what is wrong.
        """
        what = "a solution and a value of f, or None"
        if not isinstance(given, tuple) or len(given) != 2:
            raise TypeError(f"local_search must yield pairs of {what}, not {given!r}")
        solution, score = given
        if score is not None:
            pair = self.feasible is not None
            if isinstance(score, tuple) != pair:
                raise TypeError(f"local_search must yield pairs of {what}, not the value {score!r}")
            score = (tuple(map(_number, ("what local_search yields",) * 2, score)) if pair
                     else _number("the value that local_search yields", score))
        return self.solutions.checked("what local_search yields", solution), score

    def score(self, solution):
        """Return the fitness of a solution, after minus its violation if there are constraints."""
        if self.batch:
            return self.scores([solution])[0]
        x = self.phenotype(solution)
        value = self.function(x)
        if type(value) is not float or value != value:
            value = _number("what function returns", value)
        return self.unit * value if self.feasible is None else self._judged(x, value)

    def scores(self, solutions):
        """Return the scores of several solutions: a list."""
        if not self.batch:
            return [self.score(solution) for solution in solutions]
        xs, count = [self.phenotype(solution) for solution in solutions], len(solutions)
        try:
            values = np.asarray(self.function(xs))
        except ValueError as error:      # perhaps a ragged sequence
            raise ValueError(f"a batch function must return {count} numbers: {error}") from error
        if values.shape != (count,) or values.dtype.kind not in "iuf":
            raise ValueError(f"a batch function must return {count} numbers for {count} solutions, "
                             f"not an array of {values.dtype} of shape {values.shape}")
        if np.isnan(values).any():
            _number("what function returns", np.nan)
        values = (self.unit * values.astype(float)).tolist()
        if self.feasible is None:
            return values
        return [self._judged(x, self.unit * value) for x, value in zip(xs, values, strict=True)]

    def _judged(self, x, value):
        """Return minus the violation, and the fitness."""
        amount = self.feasible(x)
        if isinstance(amount, bool | np.bool_):
            amount = 0.0 if amount else 1.0
        amount = _number("what feasible returns", amount)
        if amount < 0:
            raise ValueError(f"what feasible returns must be True, False or a violation of at "
                             f"least 0, not {amount}")
        return -amount, self.unit * value

    def explain(self, error):
        """Note at an exception where it was raised, and where the function is defined."""
        frame = traceback.extract_tb(error.__traceback__)[-1]
        error.add_note(f"raised in {frame.filename}, line {frame.lineno}; function is "
                       f"{_place(self.function)}")

    def fitness_of(self, score):
        """Return the number to be maximised in a score: float."""
        return score if self.feasible is None else score[1]

    def value_of(self, fitness):
        """Return the value, with the sign of the function, that a fitness stands for."""
        return self.unit * fitness

    def target_score(self, target):
        """Return the least score that reaches a target value, or None without one."""
        if target is None:
            return None
        fitness = self.unit * checks.real("target", target)
        return fitness if self.feasible is None else (0.0, fitness)

    def value(self, x):
        """Return the value of what the function gets, as `memlab.Run.best_value`: float."""
        return _number("what function returns", self.function([x])[0] if self.batch
                       else self.function(x))

    def is_feasible(self, x):
        """Return whether what the function gets satisfies the constraints: bool, or None."""
        return None if self.feasible is None else self._judged(x, 0.0)[0] == 0

    def pool(self):
        """Return the worker processes, which are started once; None without `workers`."""
        if self.workers is not None and self._pool is None:
            self._pool = Pool(self.workers)
        return self._pool

    def close(self):
        """End the worker processes. The next run starts others."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None

    @functools.cached_property
    def sent(self):
        """The problem as bytes, for another process."""
        try:
            from cloudpickle import dumps      # if it is there: functions of notebooks, lambdas
        except ImportError:
            from pickle import dumps
        try:
            return dumps(self)
        except Exception as error:
            raise TypeError(f"function {_place(self.function)} and the rest of the problem must be "
                            f"picklable to be evaluated by other processes: {error}") from error

    def __getstate__(self):
        return {**vars(self), "_pool": None}

    def check(self, tries=10, seed=0):
        """Try the functions on random genomes, and say how often `encode` inverts `decode`.

        Parameters
        ----------
        tries : int
            Number of genomes, at least 1. Each takes some calls of the function.
        seed : int
            Of the genomes.

        Returns
        -------
        float or None
            The share of learned solutions that come back from `encode` and `decode` unchanged: 1
            if what is learned is inherited exactly. None without `encode`.

        Raises
        ------
        TypeError, ValueError
            If a function gives two values for the same genome, changes its argument, or breaks
            another rule.

        Examples
        --------
        >>> import memlab as ml
        >>> import numpy as np
        >>> keys, tours = ml.spaces.Reals(0, 1, 8), ml.spaces.Permutation(8, cyclic=True)
        >>> def encode(tour, keys):
        ...     new = np.empty(8)
        ...     new[tour] = np.sort(keys)
        ...     return new
        >>> ml.FunctionProblem(keys, lambda tour: abs(np.diff(tour)).sum(), decode=np.argsort,
        ...                    solutions=tours, encode=encode).check()
        1.0
        """
        rng, exact = np.random.default_rng(checks.integer("seed", seed, minimum=0)), []
        for _ in range(checks.integer("tries", tries, minimum=1)):
            genome = self.space.checked("what random returns", self.space.random(rng))
            mate = self.space.checked("what random returns", self.space.random(rng))
            genome, = self.space.breed([genome], [mate], np.array([True]), rng)
            key, solution = self.space.key(genome), self.born(genome)
            scores = [self.score(solution), self.score(self.born(genome))]
            if scores[0] != scores[1]:
                raise ValueError(f"function and decode must depend on their argument alone, but "
                                 f"gave {scores[0]} and {scores[1]} for the same genome")
            for learned, score in self._steps(solution, scores[0], rng):
                again = self.score(learned)
                if score is not None and not np.allclose(score, again, TOLERANCE, TOLERANCE):
                    raise ValueError(f"local_search must yield true values, not {score} for a "
                                     f"solution of {again}")
                if self.encode is not None:
                    back = self.born(self.write_back(learned, genome))
                    exact.append(self.solutions.key(back) == self.solutions.key(learned))
            if self.space.key(genome) != key:
                raise ValueError("no function must change a genome, but one of them did")
        return float(np.mean(exact)) if exact else None

    def _steps(self, solution, score, rng):
        """Yield the first three steps of learning, within 1000 calls."""
        if not self.learns:
            return
        with contextlib.suppress(BudgetSpent):
            for given in itertools.islice(self.local_search(
                    solution, score, Function(self, 1000, 1), rng), 3):
                yield self.step(given)

    def __repr__(self):
        return f"FunctionProblem({self.space!r}, {_place(self.function)})"


def _space(name, space):
    """Return a space that has all operators that evolution needs, or raise an error."""
    checks.instance(name, space, Space)
    if lacking := [one for one in OPERATORS[:3] if not hasattr(space, one)]:
        raise TypeError(f"{name} must have the method {lacking[0]}, which {space!r} lacks")
    return space


def _number(name, value):
    """Return a float, or raise an error that says what is wrong."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if value != value:
        raise ValueError(f"{name} must be a number, not nan")
    return float(value)


def _place(function):
    """Return the name of a function, and where it is defined, for people."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{name} ({code.co_filename}, line {code.co_firstlineno})" if code else name
