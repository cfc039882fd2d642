"""A user-defined problem: two jitted functions, to which memlab adds the algorithm and its modes.
"""

import contextlib
import functools
import inspect
import numbers
import pkgutil

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
    """A problem given by a fitness and a local search of bit strings.

    Both are functions decorated with ``numba.njit``. They work on the genome ``x``, a uint8 array
    of shape (n,) with values 0 and 1. The algorithm maximises the fitness and calls both from
    machine code. With ``numba.njit(cache=True)``, other processes need not compile them again.

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

    A problem can be pickled and sent to other processes: functions of modules by name, others, such
    as those of a notebook, by their code. Its runs cannot be saved.

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
        self.data = tuple(_frozen(f"data[{i}]", value)
                          for i, value in enumerate(checks.instance("data", data, tuple)))
        self._fitness, self._local_search = fitness, local_search
        _check_function("fitness", fitness, "x", self.data)
        self._limited = is_jitted(local_search) and (
            len(inspect.signature(local_search.py_func).parameters) == 3 + len(data))
        _check_function("local_search", local_search, "x, rng" + ", most" * self._limited,
                        self.data)
        self._try(np.random.default_rng(0).integers(0, 2, self.n, np.uint8))

    @functools.cached_property
    def instance(self):
        """The compiled functions and their data, as a named tuple for the kernels."""
        x, state = np.zeros(self.n, np.uint8), seed_state(0)
        data = tuple(_frozen("data", value) for value in self.data)
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
        if (x != given).any():
            raise ValueError(f"fitness must not change x, but changed x[{(x != given).argmax()}]")
        if not -MOST_FITNESS < value < MOST_FITNESS:
            raise ValueError(f"fitness must return an integer below 2**40 in size, not {value}")
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
        if workspace.wrong[0]:
            raise ValueError("fitness must return integers below 2**40 in size, and local_search "
                             "its number of steps, at most as many as it was given, and leave 0 "
                             f"or 1 everywhere in x, but did not in a run of {self!r}")
        if (value := self.fitness(solution)) != fitness:
            raise ValueError("fitness must depend on its arguments alone, and local_search leave 0 "
                             f"or 1 everywhere in x: {self!r} gave {value} after {fitness}")

    def _try(self, start):
        """Call both functions as the engine will, while their errors can still be reported."""
        data, ends = self.instance.data, []
        for most in (1, UNBOUNDED, UNBOUNDED):
            self.fitness(start)
            x, state = start.copy(), seed_state(0)
            steps = self._local_search(x, state, *[most] * self._limited, *data)
            if steps > most and self._limited:
                raise ValueError(f"local_search must take at most {most} steps, but took {steps}")
            if x.max() > 1:
                raise ValueError("local_search must leave 0 or 1 everywhere in x, but left "
                                 f"{x.max()} in x[{x.argmax()}]")
            if steps < 0:
                raise ValueError(f"local_search must return its number of steps, not {steps}")
            ends.append((steps, x.tobytes(), self.fitness(x)))
        if ends[1] != ends[2]:
            raise ValueError("fitness and local_search must depend on their arguments alone, but "
                             "gave two results for the same x and rng; random numbers are drawn "
                             "with the functions of memlab.kernels.rng")

    def __getstate__(self):
        """Pickle functions that can be imported by name, and others by their code."""
        state = super().__getstate__()
        return state | {name: _reference(state[name]) for name in ("_fitness", "_local_search")}

    def __setstate__(self, state):
        for name, value in state.items():
            setattr(self, name, pkgutil.resolve_name(value) if isinstance(value, str) else value)

    def __repr__(self):
        return (f"CustomProblem(n={self.n}, fitness={self._fitness.__name__}, "
                f"local_search={self._local_search.__name__})")


def _reference(function):
    """Return where a function can be imported from, or the function itself if it cannot be."""
    reference = f"{function.__module__}:{function.__qualname__}"
    if function.__module__ != "__main__":
        with contextlib.suppress(ImportError, AttributeError, ValueError):
            if pkgutil.resolve_name(reference) is function:
                return reference
    return function


def _frozen(name, value):
    """Return a member of `data` as the engine needs it; arrays become read-only, C-ordered copies.
    """
    for kind, members in ((bool, np.bool_ | bool), (int, numbers.Integral), (float, numbers.Real)):
        if isinstance(value, members):
            return kind(value)
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "biuf":
        what = f"an array of {value.dtype}" if isinstance(value, np.ndarray) else repr(value)
        raise TypeError(f"{name} must be a number or a NumPy array of real numbers, not {what}")
    array = np.array(value, value.dtype.newbyteorder("="), order="C")
    array.flags.writeable = False
    return array


def _check_function(name, function, first, data):
    if not is_jitted(function):
        raise TypeError(f"{name} must be a function compiled by numba.njit, not {function!r}; put "
                        "@numba.njit above its definition")
    wanted = len(first.split(",")) + len(data)
    given = inspect.signature(function.py_func).parameters
    if len(given) != wanted:
        raise TypeError(f"{name} must take {wanted} arguments, {first} and {len(data)} of data, "
                        f"not ({', '.join(given)})")


def _compiled(name, function, arguments):
    """Compile the function for arguments of these types, or raise an error that says why not."""
    kinds = tuple(map(numba.typeof, arguments))
    try:
        compiled = CompiledFunction(function, kinds)
    except NumbaError as error:
        raise TypeError(f"{name} cannot be compiled for arguments of the types "
                        f"{', '.join(map(str, kinds))}: {error}") from None
    returned = compiled.signature.return_type
    if not isinstance(returned, numba.types.Integer):
        raise TypeError(f"{name} must return an integer, not {returned} (sums of x are unsigned, "
                        "and Numba makes a float of an unsigned and a signed integer: turn the "
                        "former into numpy.int64)")
    return compiled
