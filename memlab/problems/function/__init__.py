"""A problem given by any Python function of any genome."""

import functools
import itertools
import math
import pickle
import reprlib

import numpy as np

from ...support import checks
from ...support.pool import Pool
from ..spaces.space import OPERATORS, Space
from .life import Function

_REAL = int, float, np.integer, np.floating
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
        the search when none is left. ``f.charge(k)`` counts k calls for work that is done
        without it. `rng` is a `numpy.random.Generator`. By default, the
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
    >>> run.calls, run.best_value == problem.value(run.best_solution)
    (3000, True)
    """

    name = label = ""

    def __init__(self, space, function, *, minimise=False, batch=False, local_search=None,
                 decode=None, encode=None, solutions=None, feasible=None, workers=None):
        self.space, self.learns_genes = _space("space", space), solutions is None
        self.solutions = space if self.learns_genes else _space("solutions", solutions)
        self.function = checks.function("function", function)
        for name, given in (("decode", decode), ("encode", encode), ("feasible", feasible),
                            ("local_search", local_search)):
            setattr(self, name, checks.optional(name, given, checks.function))
        if (decode is None and not self.learns_genes) or (encode and self.learns_genes):
            raise TypeError("solutions must be given with decode, which makes them of genomes, and "
                            "encode with solutions, which it turns back")
        self.local_search = local_search or self.solutions.climb
        self.learns = local_search is not None or hasattr(self.solutions, "neighbours")
        self.inherits = self.learns_genes or encode is not None
        self.batch, self.unit = checks.flag("batch", batch), 1 - 2 * checks.flag(
            "minimise", minimise)
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

    def score(self, solution):
        """Return the fitness of a solution; with constraints, after minus its violation."""
        if self.batch:
            return self.scores([solution])[0]
        x = solution if self.decode is None else self.phenotype(solution)
        return self._judge(x, self.function(x))

    def scores(self, solutions):
        """Return the scores of several solutions: a list."""
        if not self.batch:
            return list(map(self.score, solutions))
        xs = list(map(self.phenotype, solutions))
        return list(map(self._judge, xs, self._values(xs)))

    def _values(self, xs):
        """Return what a batch function gives for several solutions: a list."""
        values = self.function(xs)
        if np.shape(values) != (len(xs),):
            raise ValueError(f"function must return {len(xs)} numbers for as many solutions, not "
                             f"{reprlib.repr(values)}")
        return np.asarray(values).tolist()

    def _judge(self, x, value):
        """Return the score of a value."""
        if type(value) is not float or value != value:
            value = number("what function returns", value)
        value *= self.unit
        if self.feasible is None:
            return value
        amount = self.feasible(x)
        if isinstance(amount, bool | np.bool_):
            amount = 0 if amount else 1
        amount = number("what feasible returns", amount)
        if amount < 0:
            raise ValueError(f"what feasible returns must be at least 0, not {amount}")
        return -amount, value

    def step(self, given):
        """Return the solution and the score that a local search yields, or say what is wrong."""
        try:
            solution, score = given
            if score is not None and self.feasible is None:
                score = number("its value", score)
            elif score is not None:
                violation, fitness = score
                score = number("its value", violation), number("its value", fitness)
        except (TypeError, ValueError) as error:
            raise TypeError("local_search must yield pairs of a solution and a value of f, or None,"
                            f" not {reprlib.repr(given)}: {error}") from None
        return self.solutions.checked("what local_search yields", solution), score

    def value(self, x):
        """Return the value of what the function gets, as the problem is stated: float."""
        return number("what function returns",
                      self._values([x])[0] if self.batch else self.function(x))

    def is_feasible(self, x):
        """Return whether what the function gets satisfies the constraints: bool; None without any.
        """
        return None if self.feasible is None else self._judge(x, 0)[0] == 0

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

    def __reduce__(self):
        return received, (self._sent,)

    @functools.cached_property
    def _sent(self):
        """The problem as bytes, for other processes."""
        from numba.cloudpickle import dumps  # for functions of scripts and notebooks, and lambdas

        try:
            return dumps({**vars(self), "_pool": None})
        except Exception as error:
            raise TypeError(f"function {self.place} and all else of the problem must be picklable "
                            f"for other processes: {error}") from error

    @property
    def place(self):
        """The name of the function and where it is defined, for people: str."""
        name = getattr(self.function, "__qualname__", repr(self.function))
        code = getattr(self.function, "__code__", None)
        return f"{name} ({code.co_filename}, line {code.co_firstlineno})" if code else name

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
            x, y = (self.space.checked("what random returns", self.space.random(rng))
                    for _ in range(2))
            genome, = self.space.breed([x], [y], np.array([True]), rng)
            key, solution = self.space.key(genome), self.born(genome)
            score, again = self.score(solution), self.score(self.born(genome))
            if score != again:
                raise ValueError("function and decode must depend on their argument alone, but gave"
                                 f" {score} and {again} for the same genome")
            search = self.local_search(solution, score, Function(self, math.inf, 0), rng)
            for learned, said in map(self.step, itertools.islice(search, 3 * self.learns)):
                score = self.score(learned)
                if said is not None and not np.allclose(said, score, TOLERANCE, TOLERANCE):
                    raise ValueError(f"local_search must yield the value of its solution, {score}, "
                                     f"not {said}")
                if self.encode is not None:
                    back = self.born(self.write_back(learned, genome))
                    exact.append(self.solutions.key(back) == self.solutions.key(learned))
            if self.space.key(genome) != key:
                raise ValueError("functions must not change a genome, but one of them did")
        return float(np.mean(exact)) if exact else None

    def __repr__(self):
        return f"FunctionProblem({self.space!r}, {self.place})"


def _space(name, space):
    """Return a space that has all operators that evolution needs, or raise an error."""
    checks.instance(name, space, Space)
    if lacking := [one for one in OPERATORS[:3] if not hasattr(space, one)]:
        raise TypeError(f"{name} must have the method {lacking[0]}, which {space!r} lacks")
    return space


def number(name, value):
    """Return a number that a function of the reader's gave as a float, or raise an error."""
    if isinstance(value, bool) or not isinstance(value, _REAL):
        raise TypeError(f"{name} must be a number, not {value!r}")
    try:
        real = float(value)
    except OverflowError as error:
        raise ValueError(f"{name} must be a number that a float can hold: {error}") from None
    if real != real:
        raise ValueError(f"{name} must be a number, not nan")
    return real


@functools.lru_cache(maxsize=4)
def received(sent):
    """Return the problem that another process has sent as bytes, unpickled once."""
    problem = FunctionProblem.__new__(FunctionProblem)
    problem.__dict__ = pickle.loads(sent)
    return problem
