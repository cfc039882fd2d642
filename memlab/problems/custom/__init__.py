"""A user-defined problem: two jitted functions, to which memlab adds the algorithm and its modes.
"""

import functools
import inspect
import reprlib

import numba
import numpy as np
from numba.core.errors import NumbaError
from numba.extending import is_jitted

from ...kernels.protocol import UNBOUNDED
from ...kernels.rng import seed_state
from ...support import checks
from ..problem import Problem, size
from .kernels import MOST_FITNESS, CompiledFunction, Custom, CustomWorkspace, LimitedCustom


class CustomProblem(Problem):
    """A problem given by a fitness and a local search of bit strings, in machine code.

    Both are functions decorated with ``numba.njit``; plain Python, and other genomes, are for
    `memlab.FunctionProblem`. They work on the genome ``x``, a uint8 array of shape (n,) with values
    0 and 1. The algorithm maximises the fitness and calls both from machine code. With
    ``numba.njit(cache=True)``, other processes need not compile them again.

    Parameters
    ----------
    n : int
        Number of bits, at least 1.
    fitness : jitted function
        ``fitness(x, *data)`` returns an integer below 2**40 in absolute value. It must not change
        ``x``.
    local_search : jitted function
        ``local_search(x, rng, *data)`` turns ``x`` into its local optimum, in place, and returns
        the number of steps taken, an integer. It draws its random numbers, if any, from ``rng``
        with the functions of `memlab.kernels.rng`: ``below(rng, k)`` (0..k-1), ``uniform(rng)``
        (0..1) and ``happens(rng, probability)``. (Those of NumPy would not be reproducible.) To
        support `learning_depth`, the function must have the form
        ``local_search(x, rng, most, *data)``, and return after at most ``most`` steps, an integer
        of at least 1.
    data : tuple of ndarray, int, float or bool
        Further arguments of both functions. Arrays are copied and read-only.

    Raises
    ------
    TypeError
        If a function is not jitted, has the wrong number of arguments, cannot be compiled for these
        arguments or does not return an integer; if a member of `data` has another type.
    ValueError
        If a function breaks the rules above when it is tried on a random solution.

    Notes
    -----
    An exception that a function raises ends the run, and `memlab.evolve` raises it. At the end of
    each run, the ranges of all numbers and the fitness of the best solution are checked, and
    `memlab.evolve` raises a ValueError if a rule was broken.

    A problem can be pickled and sent to other processes, which compile its functions again. Its
    runs cannot be saved.

    Examples
    --------
    >>> import memlab as ml
    >>> import numba, numpy
    >>> @numba.njit
    ... def value(x, weights):
    ...     return (x * weights).sum()
    >>> @numba.njit
    ... def drop_losses(x, rng, weights):
    ...     losses = (x == 1) & (weights < 0)
    ...     x[losses] = 0
    ...     return losses.sum()
    >>> weights = numpy.array([3, -1, 4, -1, 5])
    >>> p = ml.CustomProblem(5, value, drop_losses, data=(weights,))
    >>> p.fitness([1, 1, 1, 1, 0])
    5
    >>> p.local_search([1, 1, 1, 1, 0])
    LocalOptimum(solution=array([1, 0, 1, 0, 0], dtype=uint8), fitness=7, steps=2)
    >>> ml.evolve(p, mode="lamarckian", mu=5, lambda_=5, budget=200).best_fitness
    12
    """

    has_constraints = None      # only its author knows

    def __init__(self, n, fitness, local_search, data=()):
        self.n = size(n)
        self.data = tuple(map(_frozen, checks.instance("data", data, tuple)))
        self._fitness, self._local_search = fitness, local_search
        for name, function in (("fitness", fitness), ("local_search", local_search)):
            if not is_jitted(function):
                raise TypeError(f"{name} must be a function compiled by numba.njit, not "
                                f"{function!r}; put @numba.njit above its definition, or give a "
                                "function in plain Python to memlab.FunctionProblem")
        self._limited = len(inspect.signature(local_search.py_func).parameters) == 3 + len(data)
        self._try(np.random.default_rng(0).integers(0, 2, self.n, np.uint8))

    @functools.cached_property
    def instance(self):
        """The compiled functions and their data, as a named tuple for the kernels."""
        x, state = np.zeros(self.n, np.uint8), seed_state(0)
        data = tuple(map(_frozen, self.data))
        make, most = (LimitedCustom, (UNBOUNDED,)) if self._limited else (Custom, ())
        return make(_compiled("fitness", self._fitness, (x, *data)),
                    _compiled("local_search", self._local_search, (x, state, *most, *data)), data)

    def workspace(self, slots):
        """Return scratch workspace for one genome; nothing is remembered per slot.

        Parameters
        ----------
        slots : int
            Number of genomes in the population.

        Returns
        -------
        NamedTuple
            For the kernels.
        """
        padded = np.zeros(64 * -(-self.n // 64), np.uint8)
        return CustomWorkspace(padded, padded[:self.n], np.zeros(1, np.bool_))

    def fitness(self, x):
        """Compute the fitness of a solution, without local search.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            The solution.

        Returns
        -------
        int
            The fitness.

        Raises
        ------
        TypeError, ValueError
            As for other problems; also if the function breaks one of its rules.
        """
        given = self.check(x)
        x = given.copy()
        value = self._fitness(x, *self.instance.data)
        self._refuse((x != given).any() or not -MOST_FITNESS < value < MOST_FITNESS)
        return int(value)

    def most_steps(self, learning_depth):
        """Return a learning depth as the kernels need it.

        Parameters
        ----------
        learning_depth : int or None
            None for no limit.

        Returns
        -------
        int
            The maximum number of steps.

        Raises
        ------
        TypeError, ValueError
            As for other problems; also if the local search does not accept a limit.
        """
        most = super().most_steps(learning_depth)
        if not self._limited and 0 < most < UNBOUNDED:
            raise ValueError(f"learning_depth must be None or 0 for {self!r}, not {most}: its "
                             "local_search would have to be local_search(x, rng, most, *data)")
        return most

    def confirm(self, workspace, solution, fitness):
        """Check that a run's numbers were in range and its best fitness is right.

        Parameters
        ----------
        workspace : NamedTuple
            The run's workspace.
        solution : ndarray of uint8, shape (n,)
            Its best solution.
        fitness : int
            The fitness that the run reports for it.

        Raises
        ------
        ValueError
            If a function broke one of its rules.
        """
        self._refuse(workspace.wrong[0] or self.fitness(solution) != fitness)

    def _refuse(self, is_wrong):
        """Raise an error that says all rules, if one is broken."""
        if is_wrong:
            raise ValueError(
                f"a rule was broken by the functions of {self!r}: fitness must return integers "
                "below 2**40 in size and not change x; local_search must leave 0 or 1 everywhere "
                "in x, and return its number of steps, at most as many as it was given; both must "
                "depend on their arguments alone, and draw random numbers with memlab.kernels.rng")

    def _try(self, start):
        """Call both functions as the engine will, while their errors can still be reported."""
        ends = []
        for most in (1, UNBOUNDED, UNBOUNDED):
            x, state = start.copy(), seed_state(0)
            more = (most,) if self._limited else ()
            steps = self._local_search(x, state, *more, *self.instance.data)
            self._refuse(steps < 0 or steps > max(more, default=UNBOUNDED) or x.max() > 1)
            ends.append((self.fitness(start), steps, x.tobytes(), self.fitness(x)))
        self._refuse(ends[1] != ends[2])

    def __repr__(self):
        return (f"CustomProblem(n={self.n}, fitness={self._fitness.__name__}, "
                f"local_search={self._local_search.__name__})")


def _frozen(value):
    """Return a member of `data` as the engine needs it; arrays become read-only, C-ordered copies.
    """
    array = np.array(value, order="C")
    if array.dtype.kind not in "biuf":
        raise TypeError("data must be numbers and NumPy arrays of real numbers, not "
                        f"{reprlib.repr(value)}")
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    array.flags.writeable = False
    return array if isinstance(value, np.ndarray) or array.ndim else array.item()


def _compiled(name, function, arguments):
    """Compile the function for arguments of these types, or raise an error that says why not."""
    kinds = tuple(map(numba.typeof, arguments))
    try:
        compiled = CompiledFunction(function, kinds)
    except (NumbaError, TypeError) as error:
        raise TypeError(f"{name} cannot be compiled for arguments of the types "
                        f"{', '.join(map(str, kinds))}: {error}") from None
    returned = compiled.signature.return_type
    if not isinstance(returned, numba.types.Integer):
        raise TypeError(f"{name} must return an integer, not {returned} (sums of x are unsigned, "
                        "and Numba makes a float of an unsigned and a signed integer: turn the "
                        "former into numpy.int64)")
    return compiled
