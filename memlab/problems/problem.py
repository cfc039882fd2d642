"""The interface of all problems: a fitness function and a local search of bit strings."""

import functools
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..kernels import batch, bits, rng, variation
from ..kernels.protocol import UNBOUNDED
from ..support import checks, memory

_COMPUTED = ("fitness", "is_feasible", "local_search", "instance", "layout", "workspace")


@dataclass(frozen=True, eq=False)
class LocalOptimum:
    """The result of a local search.

    Attributes
    ----------
    solution : ndarray of uint8, shape (n,)
        The local optimum.
    fitness : int
        Its fitness.
    steps : int
        Number of bit changes; a bit that changed twice counts twice.
    """

    solution: np.ndarray
    fitness: int
    steps: int


class Problem:
    """The base class of all problems.

    Subclasses set `n` and provide `instance`, the named tuple of read-only arrays that the kernels
    work on; `workspace`, the arrays of one run, if there are any; and `layout`, if a vertex is not
    stored at the position of its own number.

    Attributes
    ----------
    name, label : str
        What programs, and what people, call the problem; empty if it is not in `PROBLEMS`.
    options : dict
        The constructor's keyword arguments whose values are listed: the values that each allows.
    needs_graph : bool
        Whether the constructor's first argument is a graph.
    is_data : bool
        Whether a problem is an instance itself, read from a file or drawn at random.
    has_constraints : bool or None
        Whether some solutions are infeasible; they have a negative fitness. None if nobody knows.
    are_sets : bool
        Whether solutions are sets, so that it matters whether a genome contains a phenotype.
    greedy_orders : tuple of str
        The orders in which `memlab.baselines.greedy` can build a solution; empty if it cannot.
    n : int
        The number of bits of a solution.
    example : tuple
        The constructor's arguments for a small problem, if the class needs no graph.
    slot_bytes : int
        Workspace of a run per slot of the population, if it is much.
    unit : float
        The value that one of fitness stands for, not 0: fitness is always an integer and maximised.
        The unit is negative if values are minimised.
    """

    name = label = ""
    options: ClassVar = {}
    needs_graph = is_data = has_constraints = are_sets = False
    greedy_orders = example = ()
    n: int
    slot_bytes = 0
    unit = 1

    def __init_subclass__(cls):
        """Refuse to let a subclass of a named problem compute something else under its name."""
        named = [base for base in cls.__mro__[1:] if issubclass(base, Problem) and base.name]
        for base in named:
            changed = [name for name in _COMPUTED if getattr(cls, name) is not getattr(base, name)]
            if changed:
                raise TypeError(f"{cls.__name__} must not override {' and '.join(changed)} of "
                                f"{base.__name__}, whose kernels its runs would call instead: a "
                                "problem of your own is a CustomProblem")

    def fitness(self, x):
        """Compute the fitness of a solution, without local search.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            The solution: integers or booleans.

        Returns
        -------
        int
            The fitness.

        Raises
        ------
        TypeError
            If `x` is not an array of integers or booleans.
        ValueError
            If it has the wrong shape or holds values other than 0 and 1.

        Examples
        --------
        >>> import memlab as ml
        >>> ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)])).fitness([0, 1, 0])
        2
        """
        fitness, _ = self.score(self.workspace(1), self.pack(self.check(x)[None]))
        return int(fitness[0])

    def value(self, x):
        """Compute the value of a solution, as the problem is stated.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            The solution.

        Returns
        -------
        int or float
            The `value_of` its fitness.

        Raises
        ------
        TypeError, ValueError
            As from `fitness`.
        """
        return self.value_of(self.fitness(x))

    def value_of(self, fitness):
        """Return the value, in the unit of the problem as stated, that a fitness stands for.

        Parameters
        ----------
        fitness : int or ndarray
            One fitness, or several.

        Returns
        -------
        int, float or ndarray
            The fitness times `unit`.

        Examples
        --------
        >>> import memlab as ml
        >>> p = ml.problems.qubo([[-0.5, 0.25], [0, -1.25]], minimise=True)
        >>> p.fitness([1, 1]), p.value_of(p.fitness([1, 1])), p.value([1, 1])
        (206158430208, -1.5, -1.5)
        """
        return fitness if self.unit == 1 else fitness * self.unit

    def target_fitness(self, target):
        """Return the least fitness whose value is as good as a target.

        Parameters
        ----------
        target : int, float or None
            The value. It must be an integer where `unit` is 1.

        Returns
        -------
        int or None
            None if there is no target.

        Raises
        ------
        TypeError, ValueError
            If it is anything else.

        Examples
        --------
        >>> import memlab as ml
        >>> p = ml.problems.qubo([[-2, 1], [0, -3]], minimise=True)
        >>> p.target_fitness(-3.5), p.target_fitness(-4)
        (4, 4)
        """
        if target is None or self.unit == 1:
            return checks.optional("target", target)
        target = checks.real("target", target)
        near = int(np.floor(np.clip(target / self.unit, -UNBOUNDED, UNBOUNDED)))
        # the quotient may be rounded across a whole number
        return next((fitness for fitness in (near - 1, near)
                     if (self.value_of(fitness) - target) * np.sign(self.unit) >= 0), near + 1)

    def is_feasible(self, x):
        """Return whether a solution satisfies the problem's constraints.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            The solution.

        Returns
        -------
        bool or None
            Always True for problems without constraints, else whether the fitness is at least 0;
            None for a problem of the reader's own, of which memlab does not know.

        Raises
        ------
        TypeError, ValueError
            As from `fitness`.

        Examples
        --------
        >>> import memlab as ml
        >>> path = ml.MaxIndependentSet(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))
        >>> path.is_feasible([1, 0, 1]), path.is_feasible([1, 1, 0])
        (True, False)
        """
        self.check(x)
        if self.has_constraints:
            return self.fitness(x) >= 0
        return None if self.has_constraints is None else True

    def local_search(self, x, seed=0, learning_depth=None):
        """Improve a solution until no step of the problem's local search is left.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            The solution to start from; it is not changed.
        seed : int, sequence of int, or numpy.random.SeedSequence
            Decides between tied steps.
        learning_depth : int, optional
            The maximum number of steps, after which the search ends even if it has not reached a
            local optimum.

        Returns
        -------
        LocalOptimum
            The solution reached, its fitness and the number of steps.

        Raises
        ------
        TypeError, ValueError
            As from `fitness`.

        Examples
        --------
        >>> import memlab as ml
        >>> p = ml.DeceptiveLeadingBlocks(n=6, k=3)
        >>> p.local_search([1, 1, 0, 0, 1, 1], learning_depth=1)
        LocalOptimum(solution=array([1, 1, 1, 0, 1, 1], dtype=uint8), fitness=3, steps=1)
        """
        genomes, most = self.pack(self.check(x)[None]), self.most_steps(learning_depth)
        state = rng.seed_state(checks.seed("seed", seed))
        fitness, steps = self.score(self.workspace(1), genomes, most, state)
        return LocalOptimum(self.unpack(genomes)[0], int(fitness[0]), int(steps[0]))

    def score(self, workspace, genomes, most=None, state=None):
        """Score packed genomes one after another: fitness and steps, int64 (k,) each.

        With `most`, the maximum number of steps from `most_steps`, and the `state` of a generator,
        what local search makes of the genomes replaces them.
        """
        fitness, steps = np.zeros((2, len(genomes)), np.int64)
        if most is None:
            batch.measure(self.instance, workspace, genomes, fitness)
        else:
            batch.improve(self.instance, workspace, genomes, fitness, steps, most, state)
        return fitness, steps

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
            If it is not an integer of at least 0 or None.
        """
        depth = checks.limit("learning_depth", learning_depth)
        return UNBOUNDED if depth is None else min(depth, UNBOUNDED)

    def recount(self, x):
        """Compute the fitness of a solution anew, from the definition and without the kernels.

        Parameters
        ----------
        x : ndarray of 0 and 1, shape (n,)
            The solution.

        Returns
        -------
        int
            The fitness; problems that have no second way to compute it use `fitness`.
        """
        return self.fitness(x)

    def to_arrays(self):
        """Return everything that defines the problem, for files.

        Returns
        -------
        dict of ndarray
            The class's `from_arrays` makes an equal problem of it.

        Raises
        ------
        TypeError
            If the problem has functions of a user's own, which are code.
        """
        raise TypeError(f"a run of {self!r} cannot be saved: its functions are code")

    def confirm(self, workspace, solution, fitness):
        """Raise a ValueError if the workspace or result of a finished run shows a broken rule."""

    def names_of(self, x):
        """Return a solution by names: on a graph, those of the vertices that are 1; else literals.

        Parameters
        ----------
        x : array_like of 0 and 1, shape (n,)
            The solution.

        Returns
        -------
        list
            As `memlab.Graph.names_of` says; of a problem without a graph, i for each bit i - 1 that
            is 1, and -i for each that is 0.

        Raises
        ------
        TypeError, ValueError
            As from `fitness`.

        Examples
        --------
        >>> import memlab as ml
        >>> ml.DeceptiveLeadingBlocks(n=4, k=2).names_of([1, 0, 0, 1])
        [1, -2, -3, 4]
        """
        return [i if bit else -i for i, bit in enumerate(self.check(x).tolist(), 1)]

    def check(self, x):
        """Return `x` as a uint8 array of shape (n,), or raise an error that says what is wrong."""
        return checks.bits("x", x, (self.n,))

    def pack(self, solutions):
        """Convert solutions, uint8 (k, n), to the engine's bit-packed rows, uint64 (k, words)."""
        spread = np.zeros((len(solutions), 64 * len(self.layout.valid)), np.uint8)
        spread[:, :self.n] = solutions
        numbers, positions = np.arange(self.n), self.layout.positions
        if (positions != numbers).any():
            place = np.full(spread.shape[1], -1)      # a column of zeros, if any position is free
            place[positions] = numbers
            spread = np.take(spread, place, axis=1)
        return np.packbits(spread, axis=1, bitorder="little").view(np.uint64)

    def unpack(self, genomes):
        """Invert `pack`: convert bit-packed rows to solutions."""
        spread = np.unpackbits(genomes.view(np.uint8), axis=1, bitorder="little")
        return np.take(spread, self.layout.positions, axis=1)

    @functools.cached_property
    def layout(self):
        """The position of each bit in a genome: vertex v is at position v."""
        return variation.make_layout(np.arange(self.n), bits.padded(-(-self.n // 64)))

    def workspace(self, slots):
        """Make the workspace for a population of `slots` genomes; by default an empty one."""
        return ()

    def __getstate__(self):
        """Pickle the problem without its prepared arrays, which the receiver makes again."""
        prepared = ("instance", "layout")
        return {name: value for name, value in vars(self).items() if name not in prepared}


def size(n, minimum=1):
    """Return `n` as an int, or raise an error if it is no valid size or exceeds the memory."""
    n = checks.integer("n", n, minimum=minimum)
    memory.check(32 * n, f"a problem of n = {n} bits")      # while the layout is made
    return n
