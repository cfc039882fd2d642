"""Functions of the PBO suite that are sums of functions of few bits."""

import math

import numpy as np

from ...support import checks, memory
from ..problem import size
from . import MOST_BITS, PseudoBoolean

# the lowest energies of LABS by n, up to 66, from [2]
_ENERGIES = (
    0, 0, 1, 1, 2, 2, 7, 3, 8, 12, 13, 5, 10, 6, 19, 15, 24, 32, 25, 29, 26, 26, 39, 47, 36, 36, 45,
    37, 50, 62, 59, 67, 64, 64, 65, 73, 82, 86, 87, 99, 108, 108, 101, 109, 122, 118, 131, 135, 140,
    136, 153, 153, 166, 170, 175, 171, 192, 188, 197, 205, 218, 226, 235, 207, 208, 240, 257)


class PBO(PseudoBoolean):
    """A function of the PBO suite [1]_ that is a sum of functions of few bits.

    OneMax and LeadingOnes of that suite are a `Unitation` and `LeadingOnes`, and NK landscapes are
    drawn by `memlab.problems.nk`. Values are those of the suite's first instances, except that
    traps count five times, and that LABS is stated with its energy E, which is minimised; the
    suite has n**2 / (2 E).

    Parameters
    ----------
    function : str
        - "linear": the sum of the numbers 1..n of all bits that are 1;
        - "labs": low autocorrelation binary sequences, whose energy is the sum of the squares of
          all autocorrelations;
        - "ising_ring", "ising_torus", "ising_triangle": the number of neighbours with equal bits on
          a ring, and on a square torus without and with one diagonal of each square;
        - "n_queens": queens on a square board, less the side of the board for each queen beyond the
          first in a row, a column or a diagonal;
        - "concatenated_trap": the sum over blocks of five bits, of which the last may be shorter,
          of their length if all bits are 1, and otherwise of the number of zeros less one.
    n : int
        Number of bits: a square for torus, triangle and queens, and of these at most 400.

    Attributes
    ----------
    optimum : int or None
        The best value, None for "labs" if n is above 66, where nobody knows it.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    References
    ----------
    .. [1] C. Doerr, F. Ye, N. Horesh, H. Wang, O. M. Shir and T. Bäck. Benchmarking discrete
       optimization heuristics with IOHprofiler. Applied Soft Computing 88, 2020.
    .. [2] T. Packebusch and S. Mertens. Low autocorrelation binary sequences. Journal of Physics A:
       Mathematical and Theoretical 49(16), 2016.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.PBO("labs", n=13)
    >>> p.value([1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1]), p.optimum
    (6.0, 6)
    >>> p = ml.PBO("concatenated_trap", n=7)
    >>> p.fitness([1, 1, 1, 1, 1, 0, 0]), p.optimum
    (6, 7)
    """

    name = "pbo"
    label = "PBO"
    is_data = has_constraints = False
    example = ("ising_ring", 6)

    def __init__(self, function, n):
        make, best = FUNCTIONS[checks.choice("function", function, tuple(FUNCTIONS))]
        groups = [(subsets, table) for subsets, table in make(size(n, 2)) if len(subsets)]
        self.function, self.optimum = function, best(n)
        super().__init__(n, [subset for subsets, _ in groups for subset in subsets],
                         [table for _, table in groups],
                         np.repeat(np.arange(len(groups)), [len(one) for one, _ in groups]),
                         unit=-1 if function == "labs" else 1)

    def to_arrays(self):
        """Return the name of the function and n, for files: dict of ndarray."""
        return {"function": np.array(self.function), "size": np.array([self.n])}

    @classmethod
    def from_arrays(cls, arrays):
        """Make the problem that `to_arrays` described."""
        return cls(str(arrays["function"]), *arrays["size"].tolist())

    def __repr__(self):
        return f"PBO({self.function!r}, n={self.n})"


def _ones(bits):
    """Return how many bits are 1 in each number below 2**bits."""
    return np.bitwise_count(np.arange(1 << bits)).astype(np.int64)


def _labs(n):
    """The energy is a constant, and products of spins that are at the same distance twice."""
    memory.check(30 * n**3, f"LABS of n = {n} bits")
    apart = [(i, i + 2 * k) for k in range(1, n) for i in range(n - 2 * k)]
    pairs = [(i, i + k, i + d, i + k + d)
             for k in range(1, n) for d in range(k + 1, n - k) for i in range(n - k - d)]
    return [([[0]], [-(n * (n - 1) // 2)] * 2), (apart, 4 * (_ones(2) % 2) - 2),
            (pairs, 8 * (_ones(4) % 2) - 4)]


def _ising(grid, *steps):
    """The number of places in a grid that are equal to those some steps on, around its ends."""
    edges = [np.stack((grid, np.roll(grid, step, (0, 1))), 2).reshape(-1, 2) for step in steps]
    return [(np.concatenate(edges), [1, 0, 0, 1])]


def _square(n):
    """The numbers of n bits as a square."""
    if math.isqrt(n) ** 2 != n:
        raise ValueError(f"n must be the square of an integer, not {n}")
    return np.arange(n).reshape(math.isqrt(n), -1)


def _queens(n):
    board, side = _square(checks.integer("n", n, maximum=MOST_BITS**2)), math.isqrt(n)
    lines = [*board, *board.T, *(np.diagonal(one, k) for one in (board, board[::-1])
                                 for k in range(1 - side, side))]
    return [(np.arange(n)[:, None], [0, 1]), *(
        ([line for line in lines if len(line) == length], -side * np.maximum(_ones(length) - 1, 0))
        for length in range(2, side + 1))]


def _traps(n):
    blocks = [range(i, min(i + 5, n)) for i in range(0, n, 5)]
    return [([block], np.append(len(block) - 1 - _ones(len(block))[:-1], len(block)))
            for block in blocks]


# By name, two functions of n: groups of subsets of bits that share a table; the best value, or
# None if nobody knows it.
FUNCTIONS = {
    "linear": (lambda n: [([[i]], [0, i + 1]) for i in range(n)], lambda n: n * (n + 1) // 2),
    "labs": (_labs, lambda n: _ENERGIES[n] if n < len(_ENERGIES) else None),
    "ising_ring": (lambda n: _ising(np.arange(n)[None], (0, 1)), lambda n: n),
    "ising_torus": (lambda n: _ising(_square(n), (0, 1), (1, 0)), lambda n: 2 * n),
    "ising_triangle": (lambda n: _ising(_square(n), (0, 1), (1, 0), (1, 1)), lambda n: 3 * n),
    "n_queens": (_queens, lambda n: math.isqrt(n) - (n in (4, 9))),
    "concatenated_trap": (_traps, lambda n: n)}
