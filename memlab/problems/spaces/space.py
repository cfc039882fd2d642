"""What all spaces of genomes have in common, and what vectors of numbers have besides.

References
----------
.. [1] G. Syswerda. Uniform crossover in genetic algorithms. ICGA 1989.
"""

import numpy as np

from ...support import checks

OPERATORS = ("random", "cross", "mutate", "neighbours")
_BLOCK = 2**16      # numbers that operators work on at a time, which bounds the memory they take


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
                raise TypeError(f"{type(self).__name__} got an unexpected argument {name!r}; its "
                                f"operators are {', '.join(OPERATORS)}")
            setattr(self, name, checks.function(name, function))
        if own:
            self.trusted = False

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
        born = [self.mutate(self.cross(x, y, rng) if both else x, rng)
                for x, y, both in zip(mothers, fathers, crossed.tolist(), strict=True)]
        if self.trusted:
            return born
        return [self.checked("an offspring of cross and mutate", x) for x in born]

    def climb(self, x, value, f, rng):
        """Yield better and better solutions: the first better one of `neighbours`, from each."""
        improved = True
        while improved:
            improved = False
            for y in self.neighbours(x, rng):
                if (other := f(y)) > value:
                    x, value, improved = y, other, True
                    yield x, value
                    break

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


class Vectors(Space):
    """Genomes of n independent numbers between bounds; operators work on many of them at once."""

    trusted = True

    def __init__(self, n, low, high, dtype, **own):
        super().__init__(**own)
        self.n = checks.integer("n", n, minimum=1)
        self.low, self.high = (frozen(np.full(self.n, bound, dtype)) for bound in (low, high))

    def breed(self, mothers, fathers, crossed, rng):
        """Return offspring as any space does, but a block of them at a time."""
        if not self.trusted:
            return super().breed(mothers, fathers, crossed, rng)
        rows, born = max(1, _BLOCK // self.n), []
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

    def distance(self, x, y):
        """Return the number of places that differ (Hamming)."""
        return int(np.count_nonzero(x != y))

    def checked(self, name, x):
        """Return a read-only copy of a genome, or raise an error that says what is wrong."""
        array = numbers(name, x, self.n, self.low.dtype)
        if wrong := np.flatnonzero(~((array >= self.low) & (array <= self.high))).tolist():
            i = wrong[0]
            raise ValueError(f"{name} must be from {self.low[i]} to {self.high[i]} in place {i}, "
                             f"not {array[i]}")
        return array

    def __repr__(self):
        return f"{type(self).__name__}(n={self.n})"


def numbers(name, x, n, dtype):
    """Return a read-only copy of n numbers, or raise an error that says what is wrong."""
    try:
        array = np.array(x)
    except ValueError as error:      # a ragged sequence
        raise ValueError(f"{name} must be {n} numbers: {error}") from None
    what = "numbers" if dtype.kind == "f" else "integers"
    if array.dtype.kind not in ("biuf" if dtype.kind == "f" else "biu"):
        raise TypeError(f"{name} must be {n} {what}, not {type(x).__name__} of {array.dtype}")
    if array.shape != (n,):
        raise ValueError(f"{name} must be {n} {what}, an array of shape ({n},), not {array.shape}")
    return frozen(array.astype(dtype))


def frozen(x):
    """Return an array, which nobody can write from now on."""
    x.setflags(write=False)
    return x


def fair_bits(shape, rng):
    """Draw fair bits, eight to a random byte: ndarray of bool."""
    count = int(np.prod(shape))
    drawn = np.frombuffer(rng.bytes(-(-count // 8)), np.uint8)
    return np.unpackbits(drawn, count=count).reshape(shape).view(bool)
