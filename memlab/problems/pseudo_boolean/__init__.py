"""Pseudo-Boolean functions: sums of functions of at most 20 bits each, given as tables."""

import functools
import math
import reprlib
import warnings
from typing import NamedTuple

import numpy as np

from ...support import checks, memory
from ..max_cut import gains
from ..problem import Problem, size
from . import kernels

MOST_BITS = 20                     # of one function
MOST_VALUE = 2**40                 # of all functions together
MOST_IN_BLOCKS = 2_048             # bits; with more, gains are in buckets if these are few
_MOST_ENTRIES = 2**31              # of all tables, of the differences in them, and of all records


class Rows(NamedTuple):
    """Rows of different lengths, one after the other."""

    values: np.ndarray       # (sum of sizes,)
    sizes: np.ndarray        # int64 (rows,)

    @classmethod
    def read(cls, name, rows, kinds="iu"):
        """Return the rows of an argument, whose types must be of the given kinds."""
        if not isinstance(rows, cls):
            rows = checks.ordered(name, rows)      # a table of pandas would give its columns
            rows = [*map(np.asarray, np.atleast_1d(rows) if hasattr(rows, "__array__") else rows)]
            if any(row.ndim != 1 or row.dtype.kind not in kinds for row in rows if row.size):
                wanted = {"iuf": "numbers", "iu": "integers", "i": "signed integers"}[kinds]
                raise TypeError(f"{name} must be sequences of {wanted}, not {reprlib.repr(rows)}")
            rows = cls(np.concatenate(rows or [[]]), np.array([*map(len, rows)]))
        values, sizes = rows
        if not len(sizes) or sizes.min() < 1 or sizes.sum(dtype=float) != len(values):
            raise ValueError(f"{name} must not be empty, and no entry may be")
        return cls(values, sizes.astype(np.int64))

    @property
    def bounds(self):
        """Where each row begins, and where the last one ends: int64 (rows + 1,)."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    def numbers(self, bits):
        """Return the number that the bits of each row form, the first the lowest: int64 (rows,).
        """
        places = np.arange(len(bits)) - np.repeat(self.bounds[:-1], self.sizes)
        return np.add.reduceat(bits.astype(np.int64) << places, self.bounds[:-1])

    def rows_where(self, wrong):
        """Return the number of the first row with an entry that is wrong, as a list of at most one.
        """
        return (np.searchsorted(self.bounds, np.flatnonzero(wrong)[:1], side="right") - 1).tolist()

    def repeating(self):
        """Return the number of the first row that holds a number twice, as a list of at most one.

        No number is negative.
        """
        span, rows = int(self.values.max()) + 1, np.repeat(np.arange(len(self.sizes)), self.sizes)
        keys = np.sort(rows * span + self.values.astype(np.int64))      # much faster than lexsort
        return (keys[1:][np.diff(keys) == 0][:1] // span).tolist()


class PseudoBoolean(Problem):
    """Maximise a sum of functions of few bits each (an Mk landscape [1]_).

    Many problems have this form: MAX-SAT, QUBO, NK landscapes, Ising spin glasses, concatenated
    traps. `memlab.problems` makes them, and `memlab.read_problem` reads them from files. The local
    search flips the bit of largest gain, with ties broken at random, until no flip gains. A step is
    a flip.

    Parameters
    ----------
    n : int
        Number of bits.
    subsets : sequence of sequence of int, or ndarray of shape (m, k)
        The bits of each function: 1 to 20 different ones of 0..n-1.
    tables : sequence of sequence of number, or ndarray of shape (m, 2**k)
        The values of each function of k bits, 2**k of them: entry j is the value if its bits form
        the number j, where the first bit is the lowest. The largest absolute values of all
        functions must add up to less than 2**40. Tables with fractions, or with larger floats, are
        multiplied by a power of two and rounded, so that this sum is about 2**39. A warning says
        how much is lost if rounding changes a function by more than a tenth of its own range, or
        by more than single precision (2**-24) would, measured by the largest range of all.
        Solutions whose values differ by less may then be taken for equal.
    which : array_like of int, shape (m,), optional
        The number of each function's table, if functions share tables.
    unit : float
        The value that one of fitness stands for, not 0; it is negative if values are to be
        minimised.
    constrained : bool
        Whether a solution of negative fitness is infeasible.
    instance_name : str
        The name of the problem's instance in tables.

    Attributes
    ----------
    m : int
        Number of functions.
    unit : float
        As given, divided by the factor with which tables with fractions were multiplied.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above, or there is not enough memory.

    References
    ----------
    .. [1] D. Whitley, F. Chicano and B. Goldman. Gray box optimization for Mk landscapes (NK
       landscapes and MAX-kSAT). Evolutionary Computation 24(3), 2016.

    Examples
    --------
    >>> import memlab as ml
    >>> p = ml.PseudoBoolean(3, [(0, 1), (1, 2)], [[0, 2, 1, 0], [1, 0, 0, 3]])
    >>> p.fitness([1, 0, 0]), p.fitness([0, 1, 1])
    (3, 4)
    >>> p.local_search([0, 0, 0])
    LocalOptimum(solution=array([1, 0, 0], dtype=uint8), fitness=3, steps=1)
    >>> ml.PseudoBoolean(1, [[0]], [[0.1, 0.25]]).value([1])
    0.25
    """

    name = "pseudo-boolean"
    label = "Pseudo-Boolean"
    is_data, has_constraints = True, None      # the latter depends on the instance
    example = (4, [[0, 1, 2], [3]], [[0, 1, 1, 1, 1, 1, 1, 2], [2, 1]])

    def __init__(self, n, subsets, tables, which=None, *, unit=1.0, constrained=False,
                 instance_name=""):
        self.n = checks.integer("n", size(n), maximum=_MOST_ENTRIES - 1)
        self.has_constraints = checks.flag("constrained", constrained)
        self.instance_name = str(instance_name)
        self.subsets, tables = Rows.read("subsets", subsets), Rows.read("tables", tables, "iuf")
        which = np.asarray(np.arange(len(tables.sizes)) if which is None
                           else checks.ordered("which", which))
        self._check(tables, which)
        self.subsets = Rows(self.subsets.values.astype(np.int32), self.subsets.sizes)
        self.m, self.which = len(which), which.astype(np.int64)
        self.tables, self.unit = self._integers(tables, checks.real("unit", unit))
        if not 1e-289 < abs(self.unit) * MOST_VALUE < math.inf:      # beyond, floats lose digits
            raise ValueError("tables times unit must have values from about 1e-289 to 1e307 in size"
                             f", but one of fitness would be worth {self.unit}")
        self.slot_bytes = 8 * self.n      # a gain for each bit

    def _check(self, tables, which):
        """Raise an error unless the functions are as they must be, and there is memory for them."""
        (members, sizes), lengths = self.subsets, tables.sizes
        if which.dtype.kind not in "iu" or which.shape != sizes.shape or not np.array_equal(
                np.unique(which), np.arange(len(lengths))):
            raise ValueError(f"which must hold {len(sizes)} integers, one for each of subsets, and "
                             f"all from 0 to {len(lengths) - 1}; without it, there must be as many "
                             "tables as subsets")
        bits = np.minimum(sizes, MOST_BITS)
        for i in np.flatnonzero((sizes > bits) | (lengths[which] != 1 << bits))[:1]:
            raise ValueError(f"subsets[{i}] must have k of 1 to {MOST_BITS} bits, and its table "
                             f"2**k values; they have {sizes[i]} and {lengths[which[i]]}")
        records, entries = int((sizes * (sizes + 1)).sum()), int(np.log2(lengths) @ lengths)
        if max(records, entries) >= _MOST_ENTRIES:
            raise ValueError(f"subsets and tables must be fewer: of {records} and {entries} "
                             "entries to prepare, less than 2**31 are allowed")
        memory.check(4 * records + 50 * len(members) + 12 * entries + 100 * self.n,
                     f"a problem of {len(sizes)} functions of {self.n} bits")
        for i in self.subsets.rows_where((members < 0) | (members >= self.n)):
            raise ValueError(f"subsets[{i}] must hold numbers from 0 to {self.n - 1}")
        for i in self.subsets.repeating():
            raise ValueError(f"subsets[{i}] must not repeat a bit")

    def _integers(self, tables, unit):
        """Return the tables as integers, and the value of one of fitness; warn of what is lost."""
        (values, sizes), begin = tables, tables.bounds[:-1]
        largest = np.maximum.reduceat(np.abs(values.astype(float)), begin)
        total, factor = largest[self.which].sum(), 1.0
        if not np.isfinite(total):
            raise ValueError("tables must hold finite numbers, whose sum is finite")
        if values.dtype.kind == "f" and (total >= MOST_VALUE or (values != np.rint(values)).any()):
            factor = 2.0 ** min(39 - math.frexp(total)[1], 1020)
            given, values = values * factor, np.rint(values * factor)
            lost = np.maximum.reduceat(np.abs(values - given), begin)
            ranges = np.maximum.reduceat(given, begin) - np.minimum.reduceat(given, begin)
            if (lost > np.minimum(ranges / 10, ranges.max() * 2.0**-24))[ranges > 0].any():
                warnings.warn("tables have numbers of too different sizes, and small ones are "
                              "rounded: a value may be wrong by up to "
                              f"{lost[self.which].sum() * abs(unit) / factor:.3g}", stacklevel=3)
        elif total >= MOST_VALUE:
            raise ValueError("tables must have smaller values: the largest absolute values of all "
                             f"functions must add up to less than 2**40, and do to {total:.0f}")
        return Rows(values.astype(np.int64), sizes), unit / factor

    def recount(self, x):
        """Compute the fitness of a solution function by function.

        Parameters
        ----------
        x : ndarray of 0 and 1, shape (n,)
            The solution.

        Returns
        -------
        int
            The sum of all functions.

        Examples
        --------
        >>> import memlab as ml
        >>> ml.PseudoBoolean(2, [(0, 1)], [[0, 5, 7, 1]]).recount([0, 1])
        7
        """
        keys = self.subsets.numbers(np.asarray(x)[self.subsets.values])
        return int(self.tables.values[self.tables.bounds[self.which] + keys].sum())

    def to_arrays(self):
        """Return the functions and the options, for files.

        ``numpy.savez_compressed(path, **problem.to_arrays())`` writes a file that
        `memlab.read_problem` reads.

        Returns
        -------
        dict of ndarray
            size (one number, n); members and sizes, of all subsets; values and lengths, of all
            different tables; which; local_search, unit, constrained, instance_name.
        """
        return {"size": np.array([self.n]), "members": self.subsets.values,
                "sizes": self.subsets.sizes, "values": self.tables.values,
                "lengths": self.tables.sizes, "which": self.which,
                "local_search": np.array("best"), "unit": np.array(self.unit),
                "constrained": np.array(self.has_constraints),
                "instance_name": np.array(self.instance_name)}

    @classmethod
    def from_arrays(cls, arrays):
        """Make the problem that `to_arrays` described.

        Parameters
        ----------
        arrays : dict of ndarray
            Its result.

        Returns
        -------
        PseudoBoolean
            An equal problem.
        """
        checks.choice("local_search", str(arrays["local_search"]), ("best",))
        return cls(*arrays["size"].tolist(), Rows(arrays["members"], arrays["sizes"]),
                   Rows(arrays["values"], arrays["lengths"]), arrays["which"],
                   unit=float(arrays["unit"]), constrained=bool(arrays["constrained"]),
                   instance_name=str(arrays["instance_name"]))

    @functools.cached_property
    def _reach(self):
        """The largest gain that each bit could have: int64 (n,)."""
        (members, sizes), (values, _), begin = self.subsets, self.tables, self.tables.bounds[:-1]
        ranges = np.maximum.reduceat(values, begin) - np.minimum.reduceat(values, begin)
        return np.bincount(members, np.repeat(ranges[self.which], sizes), self.n).astype(np.int64)

    @functools.cached_property
    def search(self):
        """How the bit of largest gain is found: "buckets" or "blocks", see `max_cut.gains`."""
        few = self._reach.sum() <= 8 * len(self.subsets.values)      # 8 for each bit of a function
        return "buckets" if few and self.n > MOST_IN_BLOCKS else "blocks"

    @functools.cached_property
    def gain_type(self):
        """The smallest type of integers that holds every gain."""
        return np.min_scalar_type(-1 - self._reach.max())

    @functools.cached_property
    def instance(self):
        """The functions and the records of every bit, as a named tuple for the kernels."""
        members, sizes = self.subsets
        values, lengths = self.tables
        begin, bounds = self.tables.bounds, self.subsets.bounds
        halves = Rows(None, np.log2(lengths).astype(np.int64) * lengths // 2).bounds
        differences = np.zeros(halves[-1], np.int64)
        kernels.write_differences(values, begin, differences)
        indptr = np.zeros(self.n + 1, np.int64)
        indptr[1:] = np.cumsum(np.bincount(members, np.repeat(sizes + 1, sizes), self.n))
        records = np.zeros(indptr[-1], np.int32)
        kernels.write_records(members, bounds, halves[self.which], indptr[:-1].copy(), records)
        return kernels.Functions(members, bounds, begin[self.which].astype(np.int32), values,
                                 differences, indptr, records)

    def workspace(self, slots):
        """Make the workspace for a population.

        Parameters
        ----------
        slots : int
            Number of genomes in the population.

        Returns
        -------
        NamedTuple
            For the kernels.
        """
        reach = self._reach if self.search == "buckets" else None
        made = gains.workspace(self.n, slots, self.gain_type, reach)
        return made._replace(bytes=np.zeros(64 * -(-self.n // 64), np.uint8))

    def __repr__(self):
        named = f"{self.instance_name!r}, " if self.instance_name else ""
        return f"PseudoBoolean({named}n={self.n}, functions={self.m})"
