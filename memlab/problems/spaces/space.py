"""What all spaces of genomes have in common, and what vectors of numbers have besides.

References
----------
.. [1] G. Syswerda. Uniform crossover in genetic algorithms. ICGA 1989.
"""

import math

import numpy as np

from ...support import checks, memory

OPERATORS = ("random", "cross", "mutate", "neighbours")


class Space:
    """A set of genomes, and the operators that draw, mix, vary and compare them.

    A space of your own is a subclass with the methods ``random(rng)``, ``cross(x, y, rng)`` and
    ``mutate(x, rng)``, which return new genomes and change none, and ``neighbours(x, rng)``, which
    yields neighbours in random order, if solutions are to be improved by default. Genomes may be
    any objects. `key` and `distance` may be replaced too; if genomes can be wrong, `checked` may.

    Parameters
    ----------
    random, cross, mutate, neighbours : callable, optional
        Replace the operator of this name: the same function, without `self`.

    Examples
    --------
    >>> import memlab as ml
    >>> class Words(ml.spaces.Space):
    ...     def random(self, rng):
    ...         return "".join(rng.choice(list("abc"), 5))
    ...     def cross(self, x, y, rng):
    ...         return x[:2] + y[2:]
    ...     def mutate(self, x, rng):
    ...         return x[1:] + str(rng.choice(list("abc")))
    >>> problem = ml.FunctionProblem(Words(), lambda word: word.count("a"))
    >>> ml.evolve(problem, "darwinian", mu=5, lambda_=5, budget=200).best_solution
    'aaaaa'
    """

    trusted = False      # whether all operators are memlab's, so that genomes need no check

    def __init__(self, **own):
        for name, function in own.items():
            if name not in OPERATORS:
                raise TypeError(f"{type(self).__name__} got an unexpected argument {name!r}")
            setattr(self, name, checks.function(name, function))
        self.trusted = self.trusted and not own

    def breed(self, mothers, fathers, crossed, rng):
        """Return the offspring of pairs of parents: crossed where `crossed` says so, and mutated.

        Parameters
        ----------
        mothers, fathers : list
            The genomes.
        crossed : ndarray of bool
        rng : numpy.random.Generator

        Returns
        -------
        list
        """
        born, checked = [], (lambda _, x: x) if self.trusted else self.checked
        for x, y, both in zip(mothers, fathers, crossed.tolist(), strict=True):
            if both:
                x = checked("what cross returns", self.cross(x, y, rng))
            born.append(checked("what mutate returns", self.mutate(x, rng)))
        return born

    def climb(self, x, value, f, rng):
        """Yield better and better solutions: the first better one of `neighbours`, from each."""
        while better := first_better(self.neighbours(x, rng), value, f):
            x, value = better
            yield better

    def checked(self, name, x):
        """Return a genome as others may not change it, or raise an error that says what is wrong.

        Parameters
        ----------
        name : str
            Where it is from.
        x : object
        """
        return frozen(x.copy()) if isinstance(x, np.ndarray) else x

    def key(self, x):
        """Return bytes that are equal for equal genomes."""
        return x.tobytes() if isinstance(x, np.ndarray) else repr(x).encode()

    def distance(self, x, y):
        """Return how different two genomes are; by default 0 or 1."""
        return int(self.key(x) != self.key(y))


class Arrays(Space):
    """Genomes that are arrays of n numbers between bounds, both included."""

    trusted = True

    def __init__(self, n, low, high, dtype, **own):
        super().__init__(**own)
        n = np.broadcast(low, high).size if n is None else n
        self.n, self.dtype = checks.integer("n", n, minimum=1), np.dtype(dtype)
        memory.check(32 * self.n, f"a genome of {self.n} numbers")
        # the largest differ by what does not overflow
        self._kinds, largest = ("biuf", 1e300) if self.dtype.kind == "f" else ("biu", 2**60)
        for name, bound in (("low", np.array(low)), ("high", np.array(high))):
            if (bound.dtype.kind not in self._kinds or bound.shape not in ((), (1,), (self.n,))
                    or not ((-largest <= bound) & (bound <= largest)).all()):
                raise ValueError(f"{name} must be a finite number of at most {largest:.4g} in "
                                 f"size, or n = {self.n} of them, of {self.dtype}, not {bound!r}")
            setattr(self, name, np.broadcast_to(bound.astype(dtype), self.n))
        if (self.low > self.high).any():
            raise ValueError(f"low must be at most high, not {low!r} with {high!r}")

    def checked(self, name, x):
        """Return a read-only copy of a genome, or raise an error that says what is wrong."""
        try:
            array = np.array(x)
        except ValueError:      # a ragged sequence
            array = np.array(None)
        if array.dtype.kind not in self._kinds or array.shape != (self.n,) or not (
                (self.low <= array) & (array <= self.high)).all():
            raise ValueError(f"{name} must be {self.n} numbers of type {self.dtype} between the "
                             f"bounds of {self!r}, not {x!r}")
        return frozen(array.astype(self.dtype))

    def distance(self, x, y):
        """Return the number of places that differ (Hamming)."""
        return int(np.count_nonzero(x != y))

    def __repr__(self):
        return f"{type(self).__name__}(n={self.n})"


class Vectors(Arrays):
    """Genomes of n independent numbers; operators work on the rows of many of them at once."""

    def breed(self, mothers, fathers, crossed, rng):
        """Return offspring as any space does, but a block of them at a time."""
        if not self.trusted:
            return super().breed(mothers, fathers, crossed, rng)
        rows, born = max(1, 2**16 // self.n), []      # so many numbers at a time, to save memory
        for start in range(0, len(mothers), rows):
            block = slice(start, start + rows)
            x, y = np.array(mothers[block]), np.array(fathers[block])
            x = self.vary(np.where(crossed[block, None], self.recombine(x, y, rng), x), rng)
            born += [frozen(row.copy()) for row in x]      # a view would keep its block alive
        return born

    def recombine(self, x, y, rng):
        """Return the rows of x crossed with those of y: uniform crossover [1]_."""
        return np.where(fair_bits(x.shape, rng), x, y)

    def cross(self, x, y, rng):
        """Return one genome made of two."""
        return frozen(self.recombine(x[None], y[None], rng)[0])

    def mutate(self, x, rng):
        """Return a genome that may differ in some places."""
        return frozen(self.vary(x[None], rng)[0])

    def mix(self, x, y, probability, rng):
        """Return x with each place taken from y with a probability: LB evolution in each place."""
        return np.where(rng.random(self.n) < probability, y, x)


def first_better(neighbours, value, f):
    """Return the first neighbour that is better than a value, and its value; None without any."""
    return next(((y, other) for y in neighbours if (other := f(y)) > value), None)


def frozen(x):
    """Return a genome whose arrays nobody can write from now on."""
    if isinstance(x, np.ndarray):
        x.setflags(write=False)
    elif isinstance(x, dict):
        list(map(frozen, x.values()))
    return x


def shown(x):
    """Return a genome as functions of the reader's get it: a view of an array, read-only."""
    return frozen(x.view()) if isinstance(x, np.ndarray) else x


def fair_bits(shape, rng):
    """Draw fair bits, eight to a random byte: ndarray of bool."""
    count = math.prod(shape)
    drawn = np.frombuffer(rng.bytes(-(-count // 8)), np.uint8)
    return np.unpackbits(drawn, count=count).reshape(shape).view(bool)
