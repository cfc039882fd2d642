"""Orders of things, and tours."""

import numpy as np

from ...support import checks
from .space import Arrays, frozen


class Permutation(Arrays):
    """Orders of 0 .. n-1: int64.

    Order crossover [1]_ keeps a segment of one parent, and the order of the rest in the other.
    Mutation makes 1 + Poisson(1) random moves [2]_. Neighbours are one move away.

    Parameters
    ----------
    n : int
        At least 2.
    move : str
        What a move does with two places. "reverse": turns the segment from one to the other (2-opt
        of tours [3]_). "insert": takes from one and inserts at the other. "swap": exchanges.
    cyclic : bool
        Whether permutations are round tours, which have no beginning and no direction: `key` and
        `distance` respect it.
    random, cross, mutate, neighbours : callable, optional
        As for `Space`.

    References
    ----------
    .. [1] L. Davis. Applying adaptive algorithms to epistatic domains. IJCAI 1985.
    .. [2] J. Scharnow, K. Tinnefeld and I. Wegener. The analysis of evolutionary algorithms on
       sorting and shortest paths problems. J. Mathematical Modelling and Algorithms 3(4), 2004.
    .. [3] G. Croes. A method for solving traveling-salesman problems. Operations Research 6, 1958.

    Examples
    --------
    >>> import memlab as ml
    >>> import numpy as np
    >>> space = ml.spaces.Permutation(8, cyclic=True)
    >>> around = ml.FunctionProblem(space, lambda x: abs(np.diff(x)).sum(), minimise=True)
    >>> ml.evolve(around, "lamarckian", mu=5, lambda_=5, budget=2000).best_value
    7.0
    """

    def __init__(self, n, move="reverse", cyclic=False, **own):
        super().__init__(n, 0, checks.integer("n", n, minimum=2) - 1, np.int64, **own)
        self.cyclic = checks.flag("cyclic", cyclic)
        self.move = checks.choice("move", move, _MOVES)

    def random(self, rng):
        """Return an order, all being equally likely."""
        return frozen(rng.permutation(self.n))

    def cross(self, x, y, rng):
        """Return a segment of x, around which the rest stands in the order of y."""
        i, j = sorted(rng.integers(0, self.n + 1, 2).tolist())
        others = np.ones(self.n, bool)
        others[x[i:j]] = False
        after = np.concatenate((y[j:], y[:j]))
        rest = after[others[after]]
        tail = self.n - j
        return frozen(np.concatenate((rest[tail:], x[i:j], rest[:tail])))

    def mutate(self, x, rng):
        """Return an order that is 1 + Poisson(1) random moves away."""
        y = x.copy()
        for _ in range(1 + rng.poisson()):
            i, j = int(rng.integers(self.n)), int(rng.integers(self.n - 1))
            _MOVES[self.move](y, i, j + (j >= i))
        return frozen(y)

    def neighbours(self, x, rng):
        """Yield all orders that are one move away, in random order."""
        move, both = _MOVES[self.move], self.move == "insert"
        for pair in rng.permutation(self.n * self.n).tolist():
            i, j = divmod(pair, self.n)
            if i < j or (both and i > j + 1):      # neighbours are exchanged either way
                y = x.copy()
                move(y, i, j)
                yield frozen(y)

    def checked(self, name, x):
        """Return a read-only copy of an order, or raise an error that says what is wrong."""
        array = super().checked(name, x)
        if len(set(array.tolist())) < self.n:
            raise ValueError(f"{name} must hold each of 0 .. {self.n - 1} once, not {array}")
        return array

    def key(self, x):
        """Return bytes that are equal for equal orders; for tours, in both directions."""
        if self.cyclic:
            x = np.roll(x, -int(np.argmin(x)))
            x = x if x[1] < x[-1] else np.roll(x[::-1], 1)
        return x.tobytes()

    def distance(self, x, y):
        """Return the number of edges of tour x that tour y lacks; of orders, of places that differ.
        """
        if not self.cyclic:
            return super().distance(x, y)
        after = np.empty(self.n, int)
        after[y] = np.roll(y, -1)
        follows = np.roll(x, -1)
        return int(np.count_nonzero((after[x] != follows) & (after[follows] != x)))


def _reverse(x, i, j):
    i, j = min(i, j), max(i, j)
    x[i:j + 1] = x[i:j + 1][::-1].copy()


def _insert(x, i, j):
    x[:] = np.insert(np.delete(x, i), j, x[i])


def _swap(x, i, j):
    x[i], x[j] = x[j], x[i]


_MOVES = {"reverse": _reverse, "insert": _insert, "swap": _swap}
